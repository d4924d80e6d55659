//! `pliant devices`: every Vulkan device, and whether Pliant can run on it.

use crate::exit::Error;
use crate::options::DevicesOptions;
use crate::report::{self, Table};
use pliant_gpu::{DeviceInfo, DeviceKind};

/// Prints all devices.
pub(crate) fn devices(options: &DevicesOptions) -> Result<(), Error> {
    let devices = pliant_gpu::devices()?;
    if options.json {
        return report::print_json(&devices);
    }
    let mut table = Table::default();
    for device in &devices {
        describe(device, &mut table);
    }
    table.print()
}

fn describe(device: &DeviceInfo, table: &mut Table) {
    let DeviceInfo {
        limits, subgroup, ..
    } = device;
    table.title(&format!(
        "{}: {} ({})",
        device.index,
        device.name,
        kind(device.kind)
    ));
    table.row(
        "driver",
        &format!("{} {}", device.driver, device.driver_version),
    );
    table.row("Vulkan", &device.api);
    let (size, min, max) = (subgroup.size, subgroup.min, subgroup.max);
    table.row(
        "subgroup",
        &format!(
            "{size} ({min} to {max}): {}",
            subgroup.operations.join(", ")
        ),
    );
    table.row(
        "workgroup",
        &format!("{} invocations", limits.workgroup_invocations),
    );
    table.row(
        "dispatch",
        &format!("{} workgroups", limits.workgroup_count),
    );
    table.row("buffer", &report::bytes(limits.storage_buffer_range.into()));
    table.row("push", &report::bytes(limits.push_constants.into()));
    let (period, bits) = (limits.timestamp_period, limits.timestamp_bits);
    table.row("timestamps", &format!("{bits} bits of {period} ns"));
    for heap in &device.heaps {
        let location = if heap.device_local { "device" } else { "host" };
        table.row(
            "memory",
            &format!("{} ({location})", report::bytes(heap.bytes)),
        );
    }
    let verdict = device.problem.as_ref();
    let verdict = verdict.map_or("yes".to_owned(), |problem| format!("no: {problem}"));
    table.row("runs Pliant", &verdict);
}

fn kind(kind: DeviceKind) -> &'static str {
    match kind {
        DeviceKind::Discrete => "discrete",
        DeviceKind::Integrated => "integrated",
        DeviceKind::Virtual => "virtual",
        DeviceKind::Cpu => "CPU",
        DeviceKind::Other => "other",
    }
}
