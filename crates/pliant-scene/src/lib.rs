//! Loads a glTF file into a checked [`Scene`] of plain arrays. Read [`load`] first.
//!
//! Files come from anywhere, so this crate checks everything once; the other crates rely on that.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod bodies;
mod colliders;
mod drawing;
mod error;
mod extensions;
mod graph;
mod keys;
mod lattice;
mod package;
mod physics;
mod report;
mod rigid_bodies;
mod scene;
mod triggers;

use bodies::falling;
use drawing::textures::Textures;
use drawing::{cameras, materials, specular, textures};
use error::Result;
use graph::{animations, deformation, meshes, nodes, skins};
use keys::flags::Flags;
use keys::settings;
use physics::resolve;
use pliant_gltf::accessors::Accessors;
use pliant_gltf::buffers::Buffers;
use pliant_gltf::container::Container;
use pliant_gltf::document::{Document, NodeExtras};
use pliant_gltf::images::Keep;
use pliant_gltf::pool::PoolBuilder;
use pliant_gltf::{draco, text, uri};
use report::Report;

pub use bodies::body::*;
pub use bodies::emitter::{EMITTER_KEYS, Emitter, EmitterKey};
pub use colliders::collider::*;
pub use colliders::collision_mesh::CollisionMesh;
pub use colliders::filters::Filter;
pub use colliders::physics_materials::{Coefficients, Combine};
pub use drawing::cameras::{Camera, Light, LightKind};
pub use drawing::materials::{Alpha, Material, TextureUse};
pub use drawing::textures::{Sampler, Texture, Wrap};
pub use error::Error;
pub use graph::animations::{Animation, Channel, Interpolation, Track};
pub use graph::deformation::Deformation;
pub use graph::meshes::{Mesh, Primitive};
pub use graph::nodes::{Node, Transform};
pub use graph::skins::{JointSet, Skin, SkinJoint};
pub use graph::topology::Topology;
pub use keys::default::KeyDefault;
pub use keys::expectations::{At, Expectation};
pub use keys::field::Field;
pub use keys::flags::Overrides;
pub use keys::key::{Key, kind_names};
pub use keys::settings::{SceneSettings, Solver};
pub use keys::table::{node_keys, scene_keys};
pub use package::package;
pub use pliant_gltf::accessors::Component;
pub use pliant_gltf::images::Image;
pub use pliant_gltf::package::Package;
pub use pliant_gltf::pool::{Accessor, AccessorPool};
pub use pliant_gltf::source::Source;
pub use rigid_bodies::joint::{Carrier, Drive, Freedom, Joint, Limit};
pub use rigid_bodies::rigid::Rigid;
pub use scene::Scene;
pub use triggers::gravity_field::{FieldKind, GravityField};
pub use triggers::trigger::Trigger;

/// Reads, checks and resolves a scene.
///
/// # Errors
/// [`Error::Scene`] for a file that can't be loaded, [`Error::Usage`] for an override that does not fit it.
pub fn load(source: &Source, overrides: &Overrides) -> Result<Scene> {
    read(source, overrides, Keep::Pixels)
}

/// As [`load`], for a scene that is not drawn: pictures are checked, but their pixels take no memory.
///
/// # Errors
/// Those of [`load`].
pub fn inspect(source: &Source, overrides: &Overrides) -> Result<Scene> {
    read(source, overrides, Keep::Size)
}

fn read(source: &Source, overrides: &Overrides, keep: Keep) -> Result<Scene> {
    let (bytes, name, folder) = (source.bytes()?, source.name(), source.folder());
    let label = text::quote(&name);
    let container = Container::open(bytes, &label)?;
    let mut document = Document::parse(container.json(), &label)?;
    extensions::check(&document)?;
    specular::convert_all(&mut document.materials)?;
    let mut buffers = Buffers::read(&document, container.bin(), folder)?;
    draco::decompress(&mut document, &mut buffers)?;
    let mut digest = crc32fast::Hasher::new();
    digest.update(container.bytes());
    buffers.all().for_each(|bytes| digest.update(bytes));
    digest.update(format!("{overrides:?}").as_bytes());
    let accessors = Accessors::check(&document, &buffers)?;
    let mut report = Report::default();
    let textures = textures::read(&document, &buffers, folder, keep, &mut report)?;
    let mut scene = Scene {
        name,
        digest: digest.finalize(),
        files: uri::files(&document, folder),
        ..Scene::default()
    };
    let extras = drawn(&mut scene, &document, &accessors, textures, &mut report)?;
    let is_node = |name: &str| scene.node(name).is_some();
    (scene.settings, scene.expectations) = settings::read(&document, &is_node, &mut report)?;
    let flags = Flags::new(overrides, &scene.nodes)?;
    resolve::resolve(&document, &extras, &mut scene, &flags, &mut report)?;
    falling::check(&scene, &mut report);
    scene.warnings = report.finish();
    Ok(scene)
}

/// Fills in everything but physics; returns the extras of each node, which physics is read from.
fn drawn(
    scene: &mut Scene,
    document: &Document,
    accessors: &Accessors,
    textures: Textures,
    report: &mut Report,
) -> Result<Vec<Option<Box<NodeExtras>>>> {
    if let Some(line) = extensions::approximate(document) {
        report.warn(line);
    }
    for extension in extensions::unread(document) {
        report.warn(format!(
            "the extension {} is not read",
            text::quote(extension)
        ));
    }
    if document.external {
        report.warn("externalAssets of glTF 2.1 are not read; join the files into one".to_owned());
    }
    let mut pool = PoolBuilder::new(accessors);
    scene.cameras = cameras::cameras(document)?;
    scene.lights = cameras::lights(document)?;
    let nodes = nodes::read(document, scene.lights.len())?;
    scene.order = nodes::order(document, &nodes.nodes)?;
    scene.skins = skins::read(document, &nodes.nodes, accessors)?;
    scene.meshes = meshes::read(document, &mut pool, report)?;
    scene.animations = animations::read(document, (&nodes, &scene.meshes), accessors, report)?;
    scene.nodes = nodes.nodes;
    scene.accessors = pool.pool;
    meshes::check_weights(&scene.nodes, &scene.meshes)?;
    deformation::check(scene, report)?;
    scene.materials = materials::read(document, &textures.map, report)?;
    (scene.textures, scene.images, scene.samplers) =
        (textures.textures, textures.images, textures.samplers);
    Ok(nodes.extras)
}
