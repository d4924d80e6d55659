//! `pliant devices`: the CPU engine and every Vulkan device, and whether Pliant can run on it.

use crate::device::{CPU, cores};
use crate::exit::{Error, one_line};
use crate::log;
use crate::options::DevicesOptions;
use crate::report::{self, Table};
use pliant_gpu::{DeviceInfo, DeviceKind};
use serde::Serialize;

/// Prints all devices.
pub(crate) fn devices(options: &DevicesOptions) -> Result<(), Error> {
    // Without Vulkan, the CPU engine is the only device.
    let devices = pliant_gpu::devices().unwrap_or_else(|why| {
        log::line(&one_line(&why.to_string()));
        Vec::new()
    });
    let cpu = CpuDevice {
        index: devices.len(),
        name: CPU,
        kind: DeviceKind::Cpu,
        driver: "pliant",
        threads: cores(),
        problem: None,
    };
    if options.json {
        let vulkan = devices.iter().map(serde_json::to_value);
        let all: Result<Vec<_>, _> = vulkan.chain([serde_json::to_value(&cpu)]).collect();
        let all = all.map_err(|e| Error::Internal(format!("cannot make JSON: {e}")))?;
        return report::print_json(&all);
    }
    let mut table = Table::default();
    for device in &devices {
        describe(device, &mut table);
    }
    table.title(&format!("{}: {} (no Vulkan needed)", cpu.index, cpu.name));
    table.row("driver", cpu.driver);
    table.row("threads", &cpu.threads.to_string());
    table.row("runs Pliant", "yes");
    table.print()
}

/// The CPU engine in the list of devices.
#[derive(Serialize)]
struct CpuDevice {
    index: usize,
    name: &'static str,
    kind: DeviceKind,
    driver: &'static str,
    threads: usize,
    problem: Option<String>,
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
