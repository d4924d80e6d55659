//! Deformable bodies and fluids: a mesh with a morph target for each key.

use super::data::Data;
use super::fit::Fit;
use super::meshes::Piece;
use crate::error::Error;
use glam::Vec3;
use pliant_scene::{BodyKind, Scene};
use pliant_sim::{DrawnVertices, Particles};
use std::ops::Range;

/// Most morph targets of a mesh: viewers keep them in the layers of a texture, of which WebGL 2 has at least 256.
const MOST_TARGETS: usize = 255;
/// How much of the tolerance interpolation takes.
const INTERPOLATED: f32 = 0.9;
/// How much of the tolerance a displacement takes that is written as zero.
const ZEROED: f32 = 0.05;
/// Change of a component of a normal that is written as zero.
const ZEROED_NORMAL: f32 = 1e-4;

/// The keys of a body. Memory is a few copies of its vertices, and a few numbers for each key.
pub(super) struct Morph {
    pub(super) body: usize,
    pub(super) pieces: Vec<Piece>,
    pub(super) segments: Vec<Segment>,
    /// Error that is allowed, m.
    tolerance: f32,
    fit: Fit,
    last_normals: Vec<[f32; 3]>,
    /// Vertices and normals that the current segment starts with.
    base: [Vec<[f32; 3]>; 2],
}

/// A mesh with at most [`MOST_TARGETS`] targets; its first key is the mesh itself.
pub(super) struct Segment {
    /// The frames of its keys.
    pub(super) frames: Vec<u64>,
    /// Accessors of positions and normals by key, then by piece.
    pub(super) accessors: Vec<[usize; 2]>,
}

/// The vertices of a body in a frame.
pub(super) struct Shape {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
}

impl Shape {
    /// The vertices of a body. Particles that are absent are at the position of one that is present, where they are hidden.
    pub(super) fn new(
        scene: &Scene,
        body: usize,
        drawn: &DrawnVertices,
        particles: &Particles,
    ) -> Self {
        let vertices = drawn.first[body] as usize..drawn.first[body + 1] as usize;
        let normals = drawn.normals.get(vertices.clone()).unwrap_or_default();
        let mut shape = Self {
            positions: drawn.positions[vertices].to_vec(),
            normals: normals.iter().map(|normal| unit(*normal)).collect(),
        };
        if scene.bodies[body].kind == BodyKind::Fluid {
            shape.hide_absent(scene, body, particles);
        }
        shape
    }

    fn hide_absent(&mut self, scene: &Scene, body: usize, particles: &Particles) {
        let first = particles.first[body];
        let present = |particle: &u32| particles.present[(first + particle) as usize];
        let particle_of = &scene.bodies[body].particle_of_vertex;
        let shown = particle_of.iter().position(present);
        let shown = shown.map_or_else(|| start(scene, body), |vertex| self.positions[vertex]);
        let absent = |(_, particle): &(_, &u32)| !present(particle);
        let all = self.positions.iter_mut().zip(particle_of);
        all.filter(absent)
            .for_each(|(position, _)| *position = shown);
    }
}

/// Where the first vertex of a body is in the scene: the position of a fluid of which no particle is present.
fn start(scene: &Scene, body: usize) -> [f32; 3] {
    let node = scene.bodies[body].node;
    let mesh = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh]);
    let first = mesh.and_then(|mesh| mesh.primitives.first());
    let local = first.map_or(Vec3::ZERO, |p| scene.accessors.vec3(p.position, 0));
    scene.pose(0.0, false)[node]
        .transform_point3(local)
        .to_array()
}

impl Morph {
    /// A body without frames, with the error that is allowed, m.
    pub(super) fn new(body: usize, pieces: Vec<Piece>, tolerance: f32) -> Self {
        // A vector's error is at most √3 times that of a component.
        let interpolated = INTERPOLATED * tolerance / 3f32.sqrt();
        Self {
            body,
            pieces,
            segments: Vec::new(),
            tolerance,
            fit: Fit::new(interpolated, f32::INFINITY),
            last_normals: Vec::new(),
            base: Default::default(),
        }
    }

    /// Adds a frame.
    pub(super) fn add(&mut self, frame: u64, shape: Shape, data: &mut Data) -> Result<(), Error> {
        if self.fit.is_empty() {
            self.last_normals.clone_from(&shape.normals);
        }
        if let Some(key) = self.fit.add(frame, shape.positions.as_flattened()) {
            self.key(key, data)?;
        }
        self.last_normals = shape.normals;
        Ok(())
    }

    /// The last frame becomes a key. A segment of one key that another one ends with is of no use.
    pub(super) fn finish(&mut self, data: &mut Data) -> Result<(), Error> {
        if let Some(key) = self.fit.finish() {
            self.key(key, data)?;
        }
        if self.segments.len() > 1 {
            self.segments.retain(|segment| segment.frames.len() > 1);
        }
        Ok(())
    }

    /// Writes the key that the fit has just chosen.
    fn key(&mut self, frame: u64, data: &mut Data) -> Result<(), Error> {
        if !self.segments.is_empty() {
            self.target(frame, data)?;
        }
        let full = |segment: &Segment| segment.frames.len() > MOST_TARGETS;
        if self.segments.last().is_none_or(full) {
            self.start(frame, data)?;
        }
        Ok(())
    }

    /// Starts a segment with this key as its mesh.
    fn start(&mut self, frame: u64, data: &mut Data) -> Result<(), Error> {
        let positions = self.fit.key().as_chunks().0.to_vec();
        self.base = [positions, self.last_normals.clone()];
        let mut accessors = Vec::new();
        for piece in &self.pieces {
            let positions = data.vectors(&self.base[0][piece.vertices.clone()])?;
            let normals = match piece.shaded {
                true => data.vectors(&self.base[1][piece.vertices.clone()])?,
                false => 0,
            };
            accessors.push([positions, normals]);
        }
        self.segments.push(Segment {
            frames: vec![frame],
            accessors,
        });
        Ok(())
    }

    /// Writes the differences from the segment's mesh as a morph target.
    fn target(&mut self, frame: u64, data: &mut Data) -> Result<(), Error> {
        let positions = self.fit.key().as_chunks().0;
        let zeroed = ZEROED * self.tolerance / 3f32.sqrt();
        let mut accessors = Vec::new();
        for piece in &self.pieces {
            let of = |values: &[[f32; 3]], base: &[[f32; 3]], zeroed| {
                differences(values, base, piece.vertices.clone(), zeroed)
            };
            let positions = data.deltas(&of(positions, &self.base[0], zeroed))?;
            let normals = match piece.shaded {
                true => data.deltas(&of(&self.last_normals, &self.base[1], ZEROED_NORMAL))?,
                false => 0,
            };
            accessors.push([positions, normals]);
        }
        if let Some(segment) = self.segments.last_mut() {
            segment.frames.push(frame);
            segment.accessors.extend(accessors);
        }
        Ok(())
    }
}

impl Segment {
    /// Weights of all targets at each key, as glTF stores them: one target has all the weight, at the first key none.
    pub(super) fn weights(&self) -> Vec<f32> {
        let targets = self.frames.len() - 1;
        let mut weights = vec![0.0; (targets + 1) * targets];
        for target in 0..targets {
            weights[(target + 1) * targets + target] = 1.0;
        }
        weights
    }
}

/// Differences of vectors, those zero whose components are all at most `zeroed`.
fn differences(
    values: &[[f32; 3]],
    base: &[[f32; 3]],
    range: Range<usize>,
    zeroed: f32,
) -> Vec<[f32; 3]> {
    let pairs = values[range.clone()].iter().zip(&base[range]);
    let difference = |(value, base): (&[f32; 3], &[f32; 3])| {
        let difference = [0, 1, 2].map(|i| value[i] - base[i]);
        match difference.iter().all(|d| d.abs() <= zeroed) {
            true => [0.0; 3],
            false => difference,
        }
    };
    pairs.map(difference).collect()
}

/// A normal of length 1: vertices without triangles have none, but glTF wants one.
fn unit(normal: [f32; 3]) -> [f32; 3] {
    let normal = Vec3::from(normal).try_normalize();
    normal.unwrap_or(Vec3::Y).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_of_one_target() {
        let segment = Segment {
            frames: vec![0, 3, 4],
            accessors: Vec::new(),
        };
        assert_eq!(segment.weights(), [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn small_differences_are_zero() {
        let [values, base] = [[[1.0, 2.0, 3.0], [1.0; 3]], [[1.0, 2.0, 3.5], [1.01; 3]]];
        let found = differences(&values, &base, 0..2, 0.02);
        assert_eq!(found, [[0.0, 0.0, -0.5], [0.0; 3]]);
    }
}
