//! Loads a glTF file into a checked [`Scene`] of plain arrays. Read [`load`] first.
//!
//! Files come from anywhere, so this crate checks everything once; the other crates rely on that.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod accessors;
mod animation;
mod animations;
mod attach;
mod basis;
mod bodies;
mod body;
mod box_fit;
mod buffers;
mod cameras;
mod closed;
mod coefficients;
mod collider;
mod collider_item;
mod collision_filters;
mod collision_mesh;
mod collision_meshes;
mod container;
mod defaults;
mod deformation;
mod document;
mod draco;
mod draco_package;
mod draco_stream;
mod emitter;
mod error;
mod expect;
mod expectations;
mod extension_values;
mod extensions;
mod extras;
mod falling;
mod field;
mod files;
mod filters;
mod fit;
mod flags;
mod fluid;
mod forms;
mod gravity;
mod gravity_fields;
mod images;
mod implicit;
mod inertia;
mod joint;
mod joints;
mod key_table;
mod keys;
mod known;
mod lattice;
mod material;
mod materials;
mod meshes;
mod meshopt;
mod meshopt_filters;
mod meshopt_indices;
mod meshopt_stream;
mod motion;
mod nodes;
mod omi;
mod omi_joint;
mod package;
mod particles;
mod physics;
mod physics_materials;
mod physics_node;
mod pieces;
mod pool;
mod pose;
mod report;
mod rigid;
mod rigid_bodies;
mod scene;
mod selectors;
mod settings;
mod shapes;
mod skin;
mod skins;
mod soft;
mod source;
mod specular;
mod text;
mod textures;
mod topology;
mod trigger;
mod triggers;
mod unweld;
mod uri;
mod values;

use accessors::Accessors;
use buffers::Buffers;
use container::Container;
use document::{Document, NodeExtras};
use error::Result;
use flags::Flags;
use images::Keep;
use pool::PoolBuilder;
use report::Report;
use textures::Textures;

pub use animation::*;
pub use body::*;
pub use coefficients::{Coefficients, Combine};
pub use collider::*;
pub use collision_mesh::CollisionMesh;
pub use deformation::Deformation;
pub use emitter::{EMITTER_KEYS, Emitter, EmitterKey};
pub use error::Error;
pub use expect::*;
pub use field::Field;
pub use filters::Filter;
pub use flags::Overrides;
pub use gravity::{FieldKind, GravityField};
pub use joint::{Carrier, Drive, Freedom, Joint, Limit};
pub use key_table::{node_keys, scene_keys};
pub use keys::{Key, kind_names};
pub use material::*;
pub use package::{Package, package};
pub use rigid::Rigid;
pub use scene::*;
pub use skin::{JointSet, Skin, SkinJoint};
pub use source::Source;
pub use trigger::Trigger;

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
    settings::read(&document, &mut scene, &mut report)?;
    let flags = Flags::new(overrides, &scene.nodes)?;
    physics::resolve(&document, &extras, &mut scene, &flags, &mut report)?;
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
