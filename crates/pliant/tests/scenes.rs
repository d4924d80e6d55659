//! Every committed scene meets its expectations with `--check` and no other option of the simulation.

mod support;

use std::path::{Path, PathBuf};
use support::{Folder, no_gpu, succeeds};

/// The committed scenes.
fn scenes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let entries = std::fs::read_dir(folder).expect("the scenes are there");
    entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "gltf"))
        .collect()
}

fn checks(name: &str) {
    if no_gpu() {
        return;
    }
    let scene = scenes()
        .into_iter()
        .find(|path| path.file_stem().is_some_and(|stem| stem == name))
        .expect("the scene is committed");
    let scene = scene.to_str().expect("a path in UTF-8");
    succeeds(Folder::new().command(&["run", scene, "--quiet", "--check"]));
}

/// A test for each scene, and one that finds a scene without.
macro_rules! checked {
    ($($name:ident),*) => {
        $(#[test]
        fn $name() {
            checks(stringify!($name));
        })*

        #[test]
        fn all_scenes_are_checked() {
            let checked = [$(stringify!($name)),*];
            for scene in scenes() {
                let name = scene.file_stem().and_then(|stem| stem.to_str()).expect("a name");
                assert!(checked.contains(&name), "{name} has no test here");
            }
        }
    };
}

checked!(
    all_together,
    balloon,
    balloon_crowd,
    boat,
    boxes,
    bridge,
    bunnies,
    cantilever,
    car,
    catenary,
    chain,
    chain_of_links,
    cloth_in_water,
    cradle,
    curtain,
    dam_break,
    dominoes,
    drape,
    drape_mesh,
    dzhanibekov,
    flag,
    float,
    fluid_cube,
    fold,
    hanging_cloth,
    honey_water,
    jelly,
    khr_colliders,
    khr_filters,
    khr_joints,
    khr_materials,
    khr_motions,
    khr_triggers,
    moving_ball,
    planet,
    pour,
    ragdoll,
    rope_knot,
    scramble,
    small_steps,
    soft_pile,
    spinning_top,
    stack_of_cloths,
    stiffness,
    tangled,
    tear,
    trampoline,
    two_cloths,
    two_fluids
);
