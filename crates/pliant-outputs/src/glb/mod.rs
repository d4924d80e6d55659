//! `.glb`: the scene with its motion as one animation. Read [`Glb`] first.
//!
//! The document of the scene stays as it is, with these changes. Everything that moves as a whole gets keys of translation and
//! rotation. Each deformable body and fluid becomes a mesh in world coordinates with a morph target for each key. Both keep only
//! the keys that linear interpolation needs to stay within `--output-error`. With `--ply surface`, a fluid is a mesh for each frame
//! instead.

mod animation;
mod container;
mod data;
mod document;
mod extents;
mod fit;
mod fluids;
mod meshes;
mod morphs;
mod stretch;
mod tracks;

use super::file;
use super::format::{Bake, Destination, Format, FrameData, Output, Plan};
use super::spool::{Layout, Spool};
use crate::error::Error;
use data::Data;
use document::Editor;
use extents::Extent;
use fluids::Fluid;
use morphs::{Morph, Shape};
use pliant_scene::{Package, Scene};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tracks::Tracks;

/// The entry of the table of formats.
pub(super) static FORMAT: Format = Format {
    extension: "glb",
    help: "baked animation, see --output-error",
    whole_run: true,
    draws: false,
    bakes: true,
    open: |plan, to| Ok(Box::new(Glb::begin(plan, to.name())?)),
};

/// Every type of component fits an alignment of 4. Lengths have 32 bits, and the document takes some bytes.
const LAYOUT: Layout = Layout {
    alignment: 4,
    most: u32::MAX as u64 - (256 << 20),
    too_large: "the animation exceeds the 4 GiB of a .glb: write fewer frames, a larger --every or a larger --output-error",
};

/// A GLB that is being written. Keys go to temporary files as frames are simulated; the file itself is written at the end.
struct Glb {
    target: PathBuf,
    scene: Arc<Scene>,
    package: Package,
    data: Data,
    tracks: Tracks,
    morphs: Vec<Morph>,
    /// Fluids that are written as surfaces.
    fluids: Vec<Fluid>,
    fps: f64,
}

impl Glb {
    fn begin(plan: &Plan, target: &Path) -> Result<Self, Error> {
        let missing = || Error::Internal("a run bakes, and its plan has no scene".to_owned());
        let Bake {
            scene,
            package,
            error,
        } = plan.bake.as_ref().ok_or_else(missing)?;
        let mut package = Package::clone(package);
        let mut bytes = Spool::new(target, LAYOUT)?;
        bytes.append(&std::mem::take(&mut package.bytes))?;
        let mut count = |key: &str| package.array(key).len();
        let mut data = Data::new(bytes, [count("bufferViews"), count("accessors")]);
        let fps = plan.schedule.fps;
        let none = || vec![None; scene.bodies.len()];
        let surfaces = plan.surfaces.clone().unwrap_or_else(none);
        Ok(Self {
            target: target.to_owned(),
            tracks: Tracks::new(scene, *error, fps, Spool::new(target, LAYOUT)?),
            scene: scene.clone(),
            morphs: morphs(&surfaces, scene, *error, (&package, &mut data))?,
            fluids: fluids(&surfaces, scene, *error),
            package,
            data,
            fps,
        })
    }
}

/// The bodies that are not written as surfaces, given for each body the particle spacing if it is; `error` is a fraction of their
/// sizes.
fn morphs(
    surfaces: &[Option<f32>],
    scene: &Scene,
    error: f32,
    (package, data): (&Package, &mut Data),
) -> Result<Vec<Morph>, Error> {
    let extents = Extent::of_nodes(scene);
    let morph = |body: usize| {
        let pieces = meshes::pieces(scene, body, package, data)?;
        let size = extents[scene.bodies[body].node].size;
        Ok(Morph::new(body, pieces, error * size))
    };
    let bodies = (0..scene.bodies.len()).filter(|body| surfaces[*body].is_none());
    bodies.map(morph).collect()
}

/// The fluids that are written as surfaces.
fn fluids(surfaces: &[Option<f32>], scene: &Scene, error: f32) -> Vec<Fluid> {
    let extents = Extent::of_nodes(scene);
    let fluid = |(body, spacing): (usize, &Option<f32>)| {
        let size = extents[scene.bodies[body].node].size;
        Some(Fluid::new(scene, body, (*spacing)?, error * size))
    };
    surfaces.iter().enumerate().filter_map(fluid).collect()
}

impl Output for Glb {
    fn write(&mut self, frame: &mut dyn FrameData, _: &Destination) -> Result<(), Error> {
        let number = frame.number();
        self.tracks.add(number, &self.scene, &frame.poses())?;
        let vertices = frame.vertices()?;
        let particles = frame.particles()?;
        for morph in &mut self.morphs {
            let shape = Shape::new(&self.scene, morph.body, &vertices, particles);
            morph.add(number, shape, &mut self.data)?;
        }
        let mut fluids = self.fluids.iter_mut();
        fluids.try_for_each(|fluid| fluid.add(number, particles, &mut self.data))
    }

    fn finish(self: Box<Self>) -> Result<(), Error> {
        let Self {
            target,
            scene,
            package,
            mut data,
            tracks,
            mut morphs,
            fluids,
            fps,
            ..
        } = *self;
        for morph in &mut morphs {
            morph.finish(&mut data)?;
        }
        let baked = tracks.finish(&mut data)?;
        let mut editor = Editor::new(&scene, package, data, fps);
        editor.keep_channels();
        baked.into_iter().for_each(|baked| editor.bake(baked));
        for morph in morphs.iter().filter(|morph| !morph.segments.is_empty()) {
            editor.add_body(morph)?;
        }
        editor.add_surfaces(&fluids)?;
        let (document, mut data) = editor.finish();
        file::write(&target, |out| container::write(out, document, &mut data))
    }
}
