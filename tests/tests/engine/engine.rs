//! The Vulkan engine implements its trait: passes agree with the CPU, and fills, copies, offsets, budgets and barriers work.

use pliant_gpu::{Timing, VulkanEngine};
use pliant_passes::passes::build;
use pliant_passes::types::{CountParams, SCAN_BLOCK, WORKGROUP};
use pliant_passes::{
    Buffer, BufferId, Command, Dispatch, Engine, EngineError, Memory, PASSES, PassId, Recording,
    Variant,
};
use pliant_sim::{Settings, Simulation};
use pliant_tests::engines::{self, vulkan_engine, vulkan_engine_on};
use pliant_tests::stages::{assert_barriers_needed, compare_stages};
use pliant_tests::vulkan::{
    open_vulkan, open_vulkan_with_budget, validation_guard, with_subgroups,
};
use pliant_tests::zoo::knot;
use std::collections::BTreeMap;

/// Pseudo-random numbers from a linear congruential generator.
fn noise(seed: u32, count: usize) -> Vec<u32> {
    let mut state = seed;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    std::iter::repeat_with(next).take(count).collect()
}

type TestEngine = engines::TestEngine<VulkanEngine>;

fn buffer(engine: &mut TestEngine, name: &str, words: &[u32], memory: Memory) -> BufferId {
    engine.buffer(name, words, memory).id()
}

fn words(engine: &mut TestEngine, id: BufferId, offset: u64, count: usize) -> Vec<u32> {
    engine.elements(id, offset, count)
}

/// The counts, sums and starts of a prefix sum.
fn scanned(engine: &mut TestEngine, counts: &[u32]) -> [BufferId; 3] {
    let blocks = counts.len() / SCAN_BLOCK as usize + 1;
    [
        buffer(engine, "counts", counts, Memory::Device),
        buffer(engine, "sums", &vec![0; blocks], Memory::Device),
        buffer(engine, "starts", &vec![0; counts.len() + 1], Memory::Device),
    ]
}

fn scan_counts([counts, sums, starts]: [BufferId; 3]) -> build::ScanCounts {
    build::ScanCounts {
        counts: Buffer::new(counts),
        sums: Buffer::new(sums),
        starts: Buffer::new(starts),
    }
}

fn scan(recording: &mut Recording, buffers: [BufferId; 3], count: u32) {
    let scan = scan_counts(buffers);
    let sum = build::SumCounts {
        counts: scan.counts,
        sums: scan.sums,
    };
    let invocations = WORKGROUP * (count / SCAN_BLOCK + 1);
    recording.pass(sum, CountParams { count }, invocations);
    recording.pass(scan, CountParams { count }, invocations);
}

#[test]
fn scans_agree_with_the_cpu() {
    let mut engine = vulkan_engine();
    println!("subgroup {}", engine.subgroup_size());
    for count in [1_usize, 2, 255, 256, 257, 1023, 1024, 100_000] {
        let buffers = scanned(&mut engine, &noise(7, count));
        let mut recording = Recording::default();
        scan(&mut recording, buffers, count as u32);
        let covered = compare_stages(&mut engine, &recording).expect("GPU and CPU agree");
        assert_eq!(
            Vec::from_iter(covered),
            [PassId::SumCounts, PassId::ScanCounts]
        );
        engine.run_once(&recording);
        let total = words(&mut engine, buffers[2], 4 * count as u64, 1)[0];
        assert_eq!(total, noise(7, count).iter().sum::<u32>());
        buffers
            .into_iter()
            .for_each(|buffer| engine.destroy(buffer));
    }
}

#[test]
fn scans_agree_at_subgroups_of_4_and_16() {
    if open_vulkan().info().driver != "llvmpipe" {
        eprintln!("skipped: only llvmpipe lets a test choose the subgroup size");
        return;
    }
    for (bits, size) in [(128, 4), (512, 16)] {
        let text = with_subgroups(bits, "engine::scans_agree_with_the_cpu");
        assert!(text.contains(&format!("subgroup {size}\n")), "{text}");
    }
}

#[test]
fn buffers_start_at_zero_and_accept_writes_at_offsets() {
    let mut engine = vulkan_engine();
    for memory in [Memory::Device, Memory::Upload, Memory::Readback] {
        let id = engine.create("offsets", 4096, memory).expect("memory");
        assert_eq!(words(&mut engine, id, 0, 1024), [0; 1024]);
        engine.write(id, 4092, &[1, 0, 0, 0]).expect("in range");
        let pair = [2_u32, 3];
        let pair = bytemuck::bytes_of(&pair);
        engine.write(id, 8, pair).expect("in range");
        assert_eq!(words(&mut engine, id, 4088, 2), [0, 1]);
        assert_eq!(words(&mut engine, id, 0, 5), [0, 0, 2, 3, 0]);
        engine.destroy(id);
        let again = engine.create("offsets", 4096, memory).expect("memory");
        assert_eq!(words(&mut engine, again, 0, 1024), [0; 1024], "{memory:?}");
    }
}

#[test]
fn staging_transfers_memory_that_the_host_cannot_map() {
    // Three staging buffers, the last one partly filled.
    let count = (9 << 18) + 5;
    let all = noise(3, count);
    let mut engine = vulkan_engine();
    engine.set_mapping(false);
    let id = buffer(&mut engine, "device only", &all, Memory::Device);
    assert!(words(&mut engine, id, 0, count) == all);
    engine.write(id, 8, &[0; 4]).expect("in range");
    assert_eq!(words(&mut engine, id, 4, 3), [all[1], 0, all[3]]);
    engine.set_mapping(true);
    assert_eq!(words(&mut engine, id, 4, 3), [all[1], 0, all[3]]);
    let zero = engine.create("zero", 64, Memory::Device).expect("memory");
    assert_eq!(words(&mut engine, zero, 0, 16), [0; 16]);
}

#[test]
fn every_pass_becomes_a_pipeline() {
    let mut engine = vulkan_engine();
    let most = PASSES.iter().map(|pass| pass.slots.len()).max();
    let pool: Vec<BufferId> = (0..most.expect("some passes"))
        .map(|i| buffer(&mut engine, &format!("slot {i}"), &[0; 64], Memory::Device))
        .collect();
    for pass in PASSES {
        for lanes in [1, engine.subgroup_size()] {
            let mut recording = Recording::default();
            recording.commands.push(Command::Dispatch(Dispatch {
                pass: pass.id,
                buffers: pool[..pass.slots.len()].to_vec(),
                // A count of 0: every pass has to accept an empty dispatch.
                params: vec![0; pass.params.size],
                invocations: 1,
                variant: Variant { lanes, features: 0 },
                workgroups: None,
            }));
            engine.run_once(&recording);
        }
    }
}

#[test]
fn empty_buffers_and_recordings_are_valid() {
    let mut engine = vulkan_engine();
    let nothing = engine.create("nothing", 0, Memory::Device).expect("memory");
    let other = engine.create("other", 8, Memory::Device).expect("memory");
    let mut recording = Recording::default();
    recording.fill(nothing, 1);
    recording.copy(nothing, other, 0);
    engine.run_once(&recording);
    engine.run_once(&Recording::default());
    assert!(engine.read(nothing, 0, 0).expect("nothing").is_empty());
}

#[test]
fn fills_and_copies_run_in_order() {
    let mut engine = vulkan_engine();
    let start = noise(1, 64);
    let a = buffer(&mut engine, "a", &start, Memory::Upload);
    let b = buffer(&mut engine, "b", &[9; 64], Memory::Device);
    let c = buffer(&mut engine, "c", &[8; 65], Memory::Readback);
    let sums = buffer(&mut engine, "sums", &[0], Memory::Device);
    let mut recording = Recording::default();
    recording.copy(a, b, 128);
    recording.fill(a, 1);
    scan(&mut recording, [a, sums, c], 64);
    recording.copy(b, a, 4);
    let program = engine.prepare(&recording).expect("valid passes");
    for _ in 0..2 {
        let bytes = bytemuck::cast_slice(&start);
        engine.write(a, 0, bytes).expect("in range");
        engine.run(program).expect("a device");
        assert_eq!(words(&mut engine, b, 0, 32), start[..32]);
        assert_eq!(words(&mut engine, b, 128, 32), [9; 32]);
        assert_eq!(words(&mut engine, c, 0, 65), Vec::from_iter(0..65));
        assert_eq!(words(&mut engine, a, 0, 2), [start[0], 1]);
    }
}

#[test]
fn every_derived_barrier_is_needed() {
    let mut recording = Recording::default();
    let [a, b, c, sums] = [1, 2, 3, 4].map(BufferId);
    recording.fill(a, 1);
    scan(&mut recording, [a, sums, b], 4);
    scan(&mut recording, [b, sums, c], 4);
    recording.copy(c, a, 16);
    recording.fill(b, 0);
    assert_eq!(recording.barriers(), [1, 2, 3, 4, 5]);
    assert_eq!(assert_barriers_needed(&recording), 5);
}

#[test]
fn the_budget_is_checked_before_allocating() {
    const HALF: u64 = 1 << 19;
    let mut engine = vulkan_engine_on(open_vulkan_with_budget(2 * HALF));
    let half = engine.create("half", HALF, Memory::Device);
    let half = half.expect("it fits");
    assert_eq!(engine.bytes(), HALF);
    match engine.create("rest", HALF + 4, Memory::Device) {
        Err(EngineError::Memory {
            name,
            wanted,
            used,
            budget,
        }) => assert_eq!(
            (name.as_str(), wanted, used, budget),
            ("rest", HALF + 4, HALF, 2 * HALF)
        ),
        other => panic!("{other:?}"),
    }
    engine.destroy(half);
    assert_eq!(engine.bytes(), 0);
    let whole = engine.create("rest", 2 * HALF, Memory::Device);
    whole.expect("it fits now");
}

#[test]
fn a_buffer_beyond_the_devices_range_is_refused_by_name() {
    let mut engine = vulkan_engine();
    let most = u64::from(engine.gpu().info().limits.storage_buffer_range);
    let error = engine.create("links", most / 4 * 4 + 4, Memory::Device);
    let text = error.expect_err("too big").to_string();
    assert!(text.starts_with("links needs"), "{text}");
}

#[test]
fn too_many_workgroups_are_refused_by_name() {
    let mut engine = vulkan_engine();
    let buffers = scanned(&mut engine, &[1]);
    let mut recording = Recording::default();
    let params = CountParams { count: 1 };
    recording.pass_variant(
        scan_counts(buffers),
        params,
        u32::MAX,
        Variant {
            lanes: 4096,
            features: 0,
        },
    );
    let error = engine.prepare(&recording).expect_err("too many");
    let text = error.to_string();
    assert!(text.starts_with("build/scan_counts needs"), "{text}");
}

#[test]
fn timings_are_by_pass() {
    let mut engine = vulkan_engine();
    let buffers = scanned(&mut engine, &[1; 5000]);
    let mut recording = Recording::default();
    for _ in 0..3 {
        scan(&mut recording, buffers, 5000);
        recording.fill(buffers[0], 1);
    }
    engine.run_once(&recording);
    assert!(engine.timings().is_empty(), "timing is on by default");
    engine.set_timing(Timing::Passes);
    let program = engine.prepare(&recording).expect("valid passes");
    engine.run(program).expect("a device");
    let times = engine.timings();
    if engine.gpu().info().limits.timestamp_bits > 0 {
        let passes = times.iter().map(|time| (time.pass, time.dispatches));
        let expected = [(PassId::SumCounts, 3), (PassId::ScanCounts, 3)];
        assert_eq!(Vec::from_iter(passes), expected);
        let plausible = times.iter().all(|time| time.ms > 0.0 && time.ms < 1000.0);
        assert!(plausible, "{times:?}");
    }
}

/// For each folder of passes, its entries in the timings of a frame and their dispatches.
fn entries_by_folder(timing: Timing) -> BTreeMap<String, (usize, u32)> {
    let gpu = open_vulkan();
    let _guard = validation_guard(&gpu);
    let mut engine = VulkanEngine::new(gpu).expect("an engine on an open device");
    engine.set_timing(timing);
    let scene = knot();
    let mut simulation =
        Simulation::new(&scene, Settings::of(&scene), engine).expect("the scene is valid");
    simulation.step().expect("a stable simulation");
    let mut entries: BTreeMap<String, (usize, u32)> = BTreeMap::new();
    for time in simulation.timings() {
        let (folder, _) = time.pass.row().name.split_once('/').expect("a folder");
        let entry = entries.entry(folder.to_owned()).or_default();
        *entry = (entry.0 + 1, entry.1 + time.dispatches);
    }
    entries
}

#[test]
fn timings_are_by_phase() {
    if open_vulkan().info().limits.timestamp_bits == 0 {
        eprintln!("skipped: the device has no timestamps");
        return;
    }
    let [passes, phases] = [Timing::Passes, Timing::Phases].map(entries_by_folder);
    let several = |(passes, _): &(usize, u32)| *passes > 1;
    assert!(passes.values().any(several), "{passes:?}");
    let once = |(folder, (_, dispatches)): (String, (usize, u32))| (folder, (1, dispatches));
    assert_eq!(phases, passes.into_iter().map(once).collect());
}

#[test]
fn three_thousand_dispatches_have_timestamps() {
    let mut engine = vulkan_engine();
    engine.set_timing(Timing::Passes);
    let buffers = scanned(&mut engine, &[1]);
    let mut recording = Recording::default();
    for _ in 0..3000 {
        scan(&mut recording, buffers, 1);
        recording.fill(buffers[0], 1);
    }
    let program = engine.prepare(&recording).expect("valid passes");
    engine.run(program).expect("a device");
    let timed = engine.gpu().info().limits.timestamp_bits > 0;
    let dispatches = engine.timings().first().map(|t| t.dispatches);
    assert_eq!(dispatches, timed.then_some(3000));
}
