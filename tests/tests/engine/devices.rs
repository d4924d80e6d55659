//! Devices are listed with their properties, and chosen by index or by name.

use pliant_gpu::{DeviceOptions, Error, Gpu, devices};
use pliant_tests::vulkan::open_vulkan;

fn select(selector: &str) -> DeviceOptions {
    DeviceOptions {
        selector: Some(selector.to_owned()),
        ..Default::default()
    }
}

#[test]
fn a_device_can_run_pliant() {
    let all = devices().expect("Vulkan with a driver");
    println!(
        "{}",
        serde_json::to_string_pretty(&all).expect("plain data")
    );
    let usable = all
        .iter()
        .find(|d| d.problem.is_none())
        .unwrap_or_else(|| panic!("no device can run Pliant: {all:#?}"));
    assert!(usable.limits.workgroup_invocations >= 256);
    assert!(usable.subgroup.size >= 4 && usable.subgroup.operations.contains(&"arithmetic"));
    assert!(
        usable.subgroup.min <= usable.subgroup.size && usable.subgroup.size <= usable.subgroup.max
    );
    assert!(usable.heaps.iter().any(|h| h.device_local && h.bytes > 0));
    assert!(!usable.name.is_empty() && !usable.driver.is_empty() && usable.api.starts_with("1."));
}

#[test]
fn a_device_is_chosen_by_index_and_by_a_part_of_its_name() {
    let all = devices().expect("Vulkan with a driver");
    let usable = all
        .iter()
        .find(|d| d.problem.is_none())
        .expect("a device that can run Pliant");
    for selector in [usable.index.to_string(), usable.name[..4].to_uppercase()] {
        let gpu = Gpu::open(&select(&selector)).expect("the device opens");
        assert!(gpu.info().name.starts_with(&usable.name[..4]));
    }
}

#[test]
fn an_unknown_device_gives_a_one_line_error() {
    for selector in ["99", "no such card"] {
        let error = Gpu::open(&select(selector)).err().expect("no such device");
        assert!(matches!(error, Error::NotFound { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains(selector) && !text.contains('\n'), "{text}");
    }
}

#[test]
fn validation_is_on_and_reports_invalid_calls() {
    let gpu = open_vulkan();
    assert_eq!(gpu.messages().list(), Vec::<String>::new());
    gpu.provoke_validation_message();
    let messages = gpu.messages().list();
    assert!(!messages.is_empty(), "the validation layer is silent");
    println!("{messages:#?}");
}

#[test]
fn validation_checks_synchronization() {
    let gpu = open_vulkan();
    gpu.provoke_synchronization_message()
        .expect("memory suffices");
    let messages = gpu.messages().list();
    let found = messages.iter().any(|m| m.contains("SYNC-HAZARD"));
    assert!(found, "no hazard reported: {messages:#?}");
}

/// Runs an ignored test of this file in its own process, with these variables set to a missing path.
fn without(variables: &[&str], name: &str) {
    let this = std::env::current_exe().expect("the test binary");
    let output = std::process::Command::new(this)
        .args([name, "--exact", "--ignored", "--nocapture"])
        .envs(variables.iter().map(|v| (v, "/nowhere")))
        .output()
        .expect("the test binary runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let passed = output.status.success() && text.contains("1 passed");
    assert!(passed, "{output:?}");
}

#[test]
fn a_missing_driver_gives_a_one_line_error() {
    without(
        &["VK_ICD_FILENAMES", "VK_DRIVER_FILES"],
        "devices::no_driver_here",
    );
}

#[test]
#[ignore = "run by a_missing_driver_gives_a_one_line_error"]
fn no_driver_here() {
    let error = Gpu::open(&DeviceOptions::default()).err();
    let error = error.expect("no device without a driver");
    let expected = matches!(error, Error::NoDriver | Error::NoLoader(_));
    assert!(expected, "{error:?}");
    assert!(!error.to_string().contains('\n'), "{error}");
}

#[test]
fn a_missing_validation_layer_gives_the_name_of_its_package() {
    without(&["VK_LAYER_PATH"], "devices::no_layer_here");
}

#[test]
#[ignore = "run by a_missing_validation_layer_gives_the_name_of_its_package"]
fn no_layer_here() {
    let options = DeviceOptions {
        validate: true,
        ..Default::default()
    };
    let error = Gpu::open(&options).err().expect("no layer");
    let text = error.to_string();
    let expected = text.contains("vulkan-validationlayers");
    assert!(expected, "{text}");
}
