//! The committed scenes load without warnings, in both formats and by another reader.

use pliant_scene::{Overrides, Source, load};
use pliant_scenes::scenes::ALL;

#[test]
fn every_scene_loads_without_a_warning() {
    for (name, write) in ALL {
        let source = Source::Bytes(write().to_gltf().into_bytes());
        let scene =
            load(&source, &Overrides::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(scene.warnings, Vec::<String>::new(), "{name}");
        let bodies = scene.bodies.len() + scene.rigids.len();
        assert!(bodies > 0 && !scene.expectations.is_empty(), "{name}");
    }
}

#[test]
fn glb_and_gltf_give_the_same_scene() {
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

/// The crate `gltf`, which shares no code with our loader, validates every scene.
#[test]
fn another_reader_accepts_every_scene() {
    for (name, write) in ALL {
        let file = gltf::Gltf::from_slice(&write().to_glb())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let blob = file.blob.as_deref().unwrap_or_default();
        for mesh in file.meshes() {
            for primitive in mesh.primitives() {
                let reader = primitive.reader(|_| Some(blob));
                let vertices = reader.read_positions().expect("positions").count();
                let indices = reader.read_indices().map(|indices| indices.into_u32());
                assert!(
                    indices
                        .into_iter()
                        .flatten()
                        .all(|i| (i as usize) < vertices),
                    "{name}"
                );
            }
        }
    }
}
