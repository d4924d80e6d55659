//! Checkpoints: the state that is saved is the state that is loaded, to the last bit of every buffer.

use pliant_kernels::CpuEngine;
use pliant_scene::{Overrides, Scene, Source, load};
use pliant_sim::{Checkpoint, Error, Settings, Simulation};
use std::path::Path;

fn scene(name: &str) -> Scene {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenes/{name}.gltf"));
    load(&Source::File(path), &Overrides::default()).expect("the scene is committed")
}

fn simulation(scene: &Scene, settings: Settings) -> Simulation<CpuEngine> {
    Simulation::new(scene, settings, CpuEngine::default()).expect("memory for a scene")
}

fn run(simulation: &mut Simulation<CpuEngine>, frames: u32) {
    (0..frames).for_each(|_| simulation.step().expect("a stable scene"));
}

fn save(simulation: &mut Simulation<CpuEngine>) -> Vec<u8> {
    simulation.save("test").expect("a finite state")
}

fn read(bytes: &[u8], simulation: &Simulation<CpuEngine>) -> Result<Checkpoint, Error> {
    Checkpoint::read(bytes.to_vec(), simulation.identity())
}

/// Saves after some frames, loads into another simulation, and saves that: the same bytes, then and some frames later. The metrics of
/// the frame are the same, too.
fn returns(name: &str, frames: u32) {
    let scene = scene(name);
    let settings = Settings::of(&scene);
    let mut first = simulation(&scene, settings.clone());
    run(&mut first, frames);
    let saved = save(&mut first);
    let mut second = simulation(&scene, settings);
    let checkpoint = read(&saved, &second).expect("it fits");
    assert_eq!(
        (checkpoint.frame(), checkpoint.device()),
        (frames.into(), "test")
    );
    second.load(&checkpoint).expect("it fits");
    assert!(save(&mut second) == saved, "{name}");
    let metrics = [&mut first, &mut second].map(|s| s.metrics().expect("a device"));
    assert_eq!(metrics[0], metrics[1], "{name}");
    run(&mut first, 2);
    run(&mut second, 2);
    assert!(save(&mut first) == save(&mut second), "{name}");
    // The other way round: back from a later state.
    first.load(&checkpoint).expect("it fits");
    assert!(save(&mut first) == saved, "{name}");
}

#[test]
fn every_buffer_returns() {
    returns("all_together", 3);
    returns("khr_triggers", 22);
    returns("tangled", 4);
    returns("pour", 20);
}

#[test]
fn sleeping_bodies_return() {
    returns("dominoes", 40);
}

#[test]
fn torn_bodies_return() {
    returns("tear", 39);
}

#[test]
fn a_viewer_loads_the_state_of_a_run() {
    let scene = scene("car");
    let settings = Settings::of(&scene);
    let run_settings = Settings {
        residuals: true,
        contact_forces: true,
        ..settings.clone()
    };
    let mut measured = simulation(&scene, run_settings);
    let mut viewed = simulation(
        &scene,
        Settings {
            interactive: true,
            ..settings
        },
    );
    for _ in 0..2 {
        run(&mut measured, 5);
        let saved = save(&mut measured);
        viewed
            .load(&read(&saved, &viewed).expect("it fits"))
            .expect("it fits");
        run(&mut measured, 5);
        run(&mut viewed, 5);
        let hashes = [&mut measured, &mut viewed].map(|s| s.state_hash().expect("a device"));
        assert_eq!(hashes[0], hashes[1]);
        let saved = save(&mut viewed);
        measured
            .load(&read(&saved, &measured).expect("it fits"))
            .expect("it fits");
    }
}

#[test]
fn every_flipped_byte_of_the_header_is_refused() {
    let scene = scene("chain");
    let mut simulation = simulation(&scene, Settings::of(&scene));
    let saved = save(&mut simulation);
    let body = saved
        .windows(7)
        .position(|w| w == b"buffer ")
        .expect("a buffer");
    for at in (0..body).chain((body..saved.len()).step_by(11)) {
        let mut bytes = saved.clone();
        bytes[at] ^= 0xff;
        assert!(
            matches!(read(&bytes, &simulation), Err(Error::State(_))),
            "byte {at}"
        );
        bytes[at] = saved[at] ^ (1 << (at % 8));
        assert!(
            matches!(read(&bytes, &simulation), Err(Error::State(_))),
            "byte {at}"
        );
    }
    for length in (0..body).chain((body..saved.len()).step_by(11)) {
        assert!(matches!(
            read(&saved[..length], &simulation),
            Err(Error::State(_))
        ));
    }
}

/// A checkpoint whose first occurrence of some bytes is replaced, with a right checksum.
fn forged(saved: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = saved
        .windows(from.len())
        .position(|w| w == from)
        .expect("the bytes are there");
    let mut bytes = saved[..saved.len() - 4].to_vec();
    bytes[at..at + to.len()].copy_from_slice(to);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

#[test]
fn values_that_are_not_finite_are_refused_by_name() {
    let scene = scene("chain");
    let mut simulation = simulation(&scene, Settings::of(&scene));
    run(&mut simulation, 2);
    let saved = save(&mut simulation);
    let particles = simulation.particles().expect("a device");
    let position = particles.positions[1];
    let bad = [position[0], f32::NAN, position[2]];
    let bytes = forged(
        &saved,
        bytemuck::bytes_of(&position),
        bytemuck::bytes_of(&bad),
    );
    let checkpoint = read(&bytes, &simulation).expect("its checksum is right");
    let error = simulation
        .load(&checkpoint)
        .expect_err("a value is not finite");
    assert!(
        error.to_string().contains("positions is not finite"),
        "{error}"
    );
    // The simulation goes on from its start.
    assert_eq!(simulation.frame(), 0);
    run(&mut simulation, 2);
    assert!(save(&mut simulation) == saved);
}

#[test]
fn a_forged_checkpoint_without_a_buffer_is_refused_by_name() {
    let scene = scene("tear");
    let mut simulation = simulation(&scene, Settings::of(&scene));
    run(&mut simulation, 24);
    let saved = save(&mut simulation);
    for (from, to) in [
        ("buffer velocities 1", "buffer velosities 1"),
        ("torn edges", "torn_edges"),
        ("capacities of lists", "capacities of lusts"),
        ("poses of colliders", "poses of collidirs"),
        ("inside triggers", "inside trickers"),
    ] {
        let bytes = forged(&saved, from.as_bytes(), to.as_bytes());
        let checkpoint = read(&bytes, &simulation).expect("its checksum is right");
        let error = simulation
            .load(&checkpoint)
            .expect_err("a section is absent");
        assert!(error.to_string().contains(from), "{error}");
    }
}

/// Another simulation of the same scene, in other settings, continues from a frame: with tears, rigid bodies, and fluid particles that
/// are not emitted yet.
#[test]
fn another_simulation_continues_from_a_frame() {
    for (name, frames) in [("tear", 60), ("ragdoll", 5), ("pour", 5)] {
        let scene = scene(name);
        let settings = Settings::of(&scene);
        let mut first = simulation(&scene, settings.clone());
        run(&mut first, frames);
        let state = first.frame_state().expect("a state");
        let other = Settings {
            substeps: settings.substeps + 1,
            ..settings
        };
        let mut second = simulation(&scene, other);
        second.continue_from(&state).expect("the same bodies");
        assert_eq!(second.frame_state().expect("a state"), state, "{name}");
        run(&mut second, 1);
        assert_eq!(second.frame(), u64::from(frames) + 1, "{name}");
    }
}

#[test]
fn a_frame_of_other_bodies_is_refused() {
    let mut first = simulation(&scene("ragdoll"), Settings::of(&scene("ragdoll")));
    let state = first.frame_state().expect("a state");
    let mut second = simulation(&scene("flag"), Settings::of(&scene("flag")));
    run(&mut second, 2);
    let refused = second.continue_from(&state);
    assert!(matches!(refused, Err(Error::State(_))), "{refused:?}");
    assert_eq!(second.frame(), 0);
}
