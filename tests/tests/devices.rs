//! A device is there, is described, and can be chosen by index and by name.

use pliant_gpu::{DeviceOptions, Error, Gpu, devices};
use pliant_tests::{gpu, no_gpu};

fn select(selector: &str) -> DeviceOptions {
    DeviceOptions {
        selector: Some(selector.to_owned()),
        ..Default::default()
    }
}

#[test]
fn a_device_can_run_pliant() {
    if no_gpu() {
        return;
    }
    let all = devices().expect("Vulkan with a driver");
    println!(
        "{}",
        serde_json::to_string_pretty(&all).expect("plain data")
    );
    let good = all
        .iter()
        .find(|d| d.problem.is_none())
        .unwrap_or_else(|| panic!("no device can run Pliant: {all:#?}"));
    assert!(good.limits.workgroup_invocations >= 256);
    assert!(good.subgroup.size >= 4 && good.subgroup.operations.contains(&"arithmetic"));
    assert!(good.subgroup.min <= good.subgroup.size && good.subgroup.size <= good.subgroup.max);
    assert!(good.heaps.iter().any(|h| h.device_local && h.bytes > 0));
    assert!(!good.name.is_empty() && !good.driver.is_empty() && good.api.starts_with("1."));
}

#[test]
fn a_device_is_chosen_by_index_and_by_a_part_of_its_name() {
    if no_gpu() {
        return;
    }
    let all = devices().expect("Vulkan with a driver");
    let good = all
        .iter()
        .find(|d| d.problem.is_none())
        .expect("a device that can run Pliant");
    for selector in [good.index.to_string(), good.name[..4].to_uppercase()] {
        let gpu = Gpu::open(&select(&selector)).expect("the device opens");
        assert!(gpu.info().name.starts_with(&good.name[..4]));
    }
}

#[test]
fn an_unknown_device_is_named_with_what_there_is() {
    if no_gpu() {
        return;
    }
    for selector in ["99", "no such card"] {
        let error = Gpu::open(&select(selector)).err().expect("no such device");
        assert!(matches!(error, Error::NotFound { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains(selector) && !text.contains('\n'), "{text}");
    }
}

#[test]
fn validation_is_on_and_objects_to_nonsense() {
    if no_gpu() {
        return;
    }
    let gpu = gpu();
    assert_eq!(gpu.messages().list(), Vec::<String>::new());
    gpu.provoke_validation_message();
    let messages = gpu.messages().list();
    assert!(!messages.is_empty(), "the validation layer is silent");
    println!("{messages:#?}");
}

#[test]
fn validation_looks_at_synchronization() {
    if no_gpu() {
        return;
    }
    let gpu = gpu();
    gpu.provoke_synchronization_message()
        .expect("memory suffices");
    let messages = gpu.messages().list();
    let found = messages.iter().any(|m| m.contains("SYNC-HAZARD"));
    assert!(found, "no hazard reported: {messages:#?}");
}

/// Runs an ignored test of this file in a process of its own, whose Vulkan lacks something.
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
fn without_a_driver_one_line_says_so() {
    without(&["VK_ICD_FILENAMES", "VK_DRIVER_FILES"], "no_driver_here");
}

#[test]
#[ignore = "run by without_a_driver_one_line_says_so"]
fn no_driver_here() {
    let error = Gpu::open(&DeviceOptions::default()).err();
    let error = error.expect("no device without a driver");
    let right = matches!(error, Error::NoDriver | Error::NoLoader(_));
    assert!(right, "{error:?}");
    assert!(!error.to_string().contains('\n'), "{error}");
}

#[test]
fn without_the_validation_layer_its_package_is_named() {
    without(&["VK_LAYER_PATH"], "no_layer_here");
}

#[test]
#[ignore = "run by without_the_validation_layer_its_package_is_named"]
fn no_layer_here() {
    let options = DeviceOptions {
        validate: true,
        ..Default::default()
    };
    let error = Gpu::open(&options).err().expect("no layer");
    let text = error.to_string();
    let right = no_gpu() || text.contains("vulkan-validationlayers");
    assert!(right, "{text}");
}
