//! The project's own scenes load without surprises.

use pliant_scene::{Overrides, Source, load};
use std::path::Path;

#[test]
fn every_committed_scene_loads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut loaded = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "gltf" || extension == "glb")
        {
            let scene = load(&Source::File(path.clone()), &Overrides::default()).unwrap();
            let bodies = scene.bodies.len() + scene.rigids.len();
            assert!(bodies > 0 && !scene.expectations.is_empty(), "{path:?}");
            let surprises: Vec<_> = scene
                .warnings
                .iter()
                .filter(|line| !line.contains("not simulated yet"))
                .collect();
            assert!(surprises.is_empty(), "{path:?}: {surprises:?}");
            loaded += 1;
        }
    }
    assert!(loaded > 0, "no scene was found");
}
