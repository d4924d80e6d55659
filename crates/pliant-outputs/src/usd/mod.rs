//! `.usdc` and `.usda`: the scene with its motion as time samples. Read [`Usd`] first.
//!
//! Nodes become transforms, with their meshes, cameras and lights below them. Deformable bodies and fluids are points in world
//! coordinates, with a sample for each frame. Samples go to a temporary file as frames are simulated; the layer is written at the end.
//! No library writes a layer whose samples are on the disk, so `binary.rs` writes the crate format, and `text.rs` the text.

mod binary;
mod bodies;
mod forms;
mod layer;
mod liquid;
mod materials;
mod names;
mod nodes;
mod pack;
mod piece;
mod shape;
mod skins;
mod text;
mod textures;

use super::file;
use super::format::{Bake, Destination, Format, FrameData, Output, Plan};
use crate::error::Error;
use bodies::Bodied;
use forms::Former;
use layer::{Layer, Prim, Store};
use materials::Looks;
use names::Names;
use nodes::{Tracks, Tree, named};
use pliant_scene::Scene;
use shape::Shape;
use skins::{Skinned, skinned};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use textures::Pictures;

/// The entry of the table of formats for crate files.
pub(super) static BINARY: Format = Format {
    extension: "usdc",
    help: "USD with time samples",
    whole_run: true,
    draws: false,
    bakes: true,
    open: |plan, to| Ok(Box::new(Usd::begin(plan, to.name(), Encoding::Binary)?)),
};

/// The entry of the table of formats for text.
pub(super) static TEXT: Format = Format {
    extension: "usda",
    help: "the same as text",
    whole_run: true,
    draws: false,
    bakes: true,
    open: |plan, to| Ok(Box::new(Usd::begin(plan, to.name(), Encoding::Text)?)),
};

/// The default prim.
const ROOT: &str = "World";

#[derive(Debug, Clone, Copy)]
enum Encoding {
    Binary,
    Text,
}

/// A layer that is being written.
struct Usd {
    target: PathBuf,
    encoding: Encoding,
    scene: Arc<Scene>,
    store: Store,
    looks: Looks,
    pictures: Pictures,
    tracks: Tracks,
    bodies: Vec<Bodied>,
    skins: Vec<Skinned>,
    fps: f64,
    /// First and last frame with samples.
    span: Option<[u64; 2]>,
}

impl Usd {
    fn begin(plan: &Plan, target: &Path, encoding: Encoding) -> Result<Self, Error> {
        let missing = || Error::Internal("a run bakes, and its plan has no scene".to_owned());
        let Bake { scene, .. } = plan.bake.as_ref().ok_or_else(missing)?;
        let mut store = Store::new(target)?;
        let mut looks = Looks::new(scene, ROOT);
        let mut former = Former {
            scene,
            store: &mut store,
            looks: &mut looks,
        };
        let surfaces = plan.surfaces.is_some();
        let bodies = (0..scene.bodies.len()).map(|body| Bodied::new(&mut former, body, surfaces));
        let bodies = bodies.collect::<Result<_, _>>()?;
        let skins = skinned(scene).map(|node| Skinned::new(&mut former, node));
        let skins = skins.collect::<Result<_, _>>()?;
        Ok(Self {
            target: target.to_owned(),
            encoding,
            scene: scene.clone(),
            store,
            looks,
            pictures: Pictures::new(target)?,
            tracks: Tracks::new(scene),
            bodies,
            skins,
            fps: plan.schedule.fps,
            span: None,
        })
    }
}

impl Output for Usd {
    fn write(&mut self, frame: &mut dyn FrameData, _: &Destination) -> Result<(), Error> {
        let number = frame.number();
        let first = self.span.map_or(number, |[first, _]| first);
        self.span = Some([first, number]);
        let world = frame.poses();
        self.tracks
            .add(number, &self.scene, &world, &mut self.store)?;
        let drawn = frame.vertices()?;
        let particles = frame.particles()?;
        for (body, samples) in self.bodies.iter_mut().enumerate() {
            let shape = Shape {
                scene: &self.scene,
                body,
                drawn: &drawn,
                particles,
            };
            samples.add(number, &shape, &mut self.store)?;
        }
        for skin in &mut self.skins {
            skin.add(number, &drawn, &mut self.store)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), Error> {
        let Self {
            target,
            encoding,
            scene,
            mut store,
            mut looks,
            mut pictures,
            tracks,
            bodies,
            skins,
            fps,
            span,
        } = *self;
        let former = Former {
            scene: &scene,
            store: &mut store,
            looks: &mut looks,
        };
        let mut root = root(Tree { former, tracks }, bodies, skins)?;
        root.children.push(looks.finish(&scene, &mut pictures));
        let layer = Layer {
            root,
            fps,
            span: span.unwrap_or_default(),
        };
        // The layer names the pictures, so they come first.
        let written = pictures.write(&scene)?;
        file::write(&target, |out| match encoding {
            Encoding::Binary => binary::write(out, &layer, &mut store),
            Encoding::Text => text::write(out, &layer, &mut store),
        })?;
        written.keep();
        Ok(())
    }
}

/// The default prim with all nodes and bodies.
fn root(mut tree: Tree<'_>, bodies: Vec<Bodied>, skins: Vec<Skinned>) -> Result<Prim, Error> {
    let scene = tree.former.scene;
    let mut root = Prim::new(ROOT, "Xform");
    let mut names = Names::default();
    names.take(Looks::scope());
    for (body, samples) in scene.bodies.iter().zip(bodies) {
        let head = named(&scene.nodes[body.node].name, "", &mut names);
        let mut prim = samples.finish(head.name);
        prim.display_name = head.display_name;
        root.children.push(prim);
    }
    for skin in skins {
        let node = &scene.nodes[skin.node];
        for mut prim in skin.finish() {
            let head = named(&node.name, "", &mut names);
            prim.name = head.name;
            prim.display_name = head.display_name;
            root.children.push(prim);
        }
    }
    let roots = scene
        .order
        .iter()
        .filter(|node| scene.nodes[**node].parent.is_none());
    for node in roots {
        root.children.extend(tree.prim(*node, &mut names)?);
    }
    Ok(root)
}
