//! Neighbour lists equal those of brute force for clouds of every kind, and are the same in every run.

use pliant_gpu::VulkanEngine;
use pliant_kernels::CpuEngine;
use pliant_passes::Engine;
use pliant_sim::Neighbours;
use pliant_tests::clouds::Cloud;
use pliant_tests::stages::assert_barriers_needed;
use pliant_tests::vulkan::{open_vulkan, validation_guard};

/// Compares the lists of a hundred clouds with those of brute force.
fn agrees_with_brute_force(mut engine: impl Engine) {
    let mut links = 0;
    for seed in 0..100 {
        let cloud = Cloud::new(seed);
        let (lists, back) = cloud.search(engine);
        for (point, (list, wanted)) in lists.iter().zip(cloud.brute_force_lists()).enumerate() {
            assert_eq!(*list, wanted, "cloud {seed}, point {point}");
        }
        links += lists.iter().map(Vec::len).sum::<usize>();
        engine = back;
    }
    assert!(
        links > 1_000_000,
        "{links} neighbours are too few for a test"
    );
}

#[test]
fn the_cpu_finds_the_lists_of_brute_force() {
    agrees_with_brute_force(CpuEngine::default());
}

#[test]
fn the_device_finds_the_lists_of_brute_force() {
    let gpu = open_vulkan();
    let _guard = validation_guard(&gpu);
    agrees_with_brute_force(VulkanEngine::new(gpu).expect("an engine on an open device"));
}

#[test]
fn every_search_gives_the_same_bits() {
    let gpu = open_vulkan();
    let _guard = validation_guard(&gpu);
    let engine = VulkanEngine::new(gpu).expect("an engine on an open device");
    let cloud = Cloud::new(8);
    let mut search = Neighbours::new(engine, &cloud.body_of, &cloud.radii).expect("memory");
    search.set_points(&cloud.points).expect("a device");
    while search.search().expect("a device") > 0 {}
    let first = search.state().expect("a device");
    for run in 1..10 {
        search.search().expect("a device");
        assert!(
            search.state().expect("a device") == first,
            "search {run} differs from the first"
        );
    }
    assert!(assert_barriers_needed(search.recording()) >= 5);
}
