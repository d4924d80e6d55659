//! The committed scenes are understood: they load, and nothing in them is ignored.
#![forbid(unsafe_code)]

use pliant_scene::{Overrides, Source, load};
use pliant_scenes::scenes::ALL;

#[test]
fn every_scene_loads_without_a_warning() {
    for (name, write) in ALL {
        let source = Source::Bytes(write().to_gltf().into_bytes());
        let scene =
            load(&source, &Overrides::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(scene.warnings, Vec::<String>::new(), "{name}");
        assert!(
            !scene.bodies.is_empty() && !scene.expectations.is_empty(),
            "{name}"
        );
    }
}

#[test]
fn a_glb_is_the_same_scene() {
    for (name, write) in ALL {
        let read = |bytes| {
            load(&Source::Bytes(bytes), &Overrides::default())
                .unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let (text, binary) = (read(write().to_gltf().into_bytes()), read(write().to_glb()));
        assert_eq!(text.accessors.bytes, binary.accessors.bytes, "{name}");
        assert_eq!(text.expectations, binary.expectations, "{name}");
    }
}
