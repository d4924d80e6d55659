//! Nodes that move without deforming: their translation, rotation and scale as keys.

use super::data::Data;
use super::extents::Extent;
use super::fit::Fit;
use super::stretch::{Stretch, lengths};
use crate::error::Error;
use crate::spool::Spool;
use glam::{DMat3, DMat4, DQuat, DVec3, Mat4};
use pliant_scene::{Scene, Track as Animated};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Number of keys of a channel that are in memory.
const BLOCK: usize = 256;
/// How much of the tolerance interpolated translations take, interpolated rotations, and the difference of a rotation along an arc
/// (glTF, three.js) and along its chord (Blender). The rest is for rounding.
const FRACTIONS: [f32; 3] = [0.45, 0.3, 0.15];

/// All nodes that are animated in the output: rigid and kinematic bodies, and what the scene animates.
pub(super) struct Tracks {
    nodes: Vec<NodeTrack>,
    blocks: Spool,
    fps: f64,
}

/// The channels of a node.
struct NodeTrack {
    node: usize,
    /// Where it is written at the root of the scene.
    stretch: Option<Stretch>,
    /// Scale at rest, by which rotations are separated from scales.
    scale: DVec3,
    translation: Channel,
    rotation: Channel,
    /// Present where the scene animates it.
    scaling: Option<Channel>,
}

impl Tracks {
    /// Tracks of a scene, for an error in fractions of the bodies' sizes.
    pub(super) fn new(scene: &Scene, error: f32, fps: f64, blocks: Spool) -> Self {
        let mut scaled = BTreeMap::new();
        let channels = scene.animations.iter().flat_map(|a| &a.channels);
        for channel in channels.filter(|channel| channel.moves_node()) {
            *scaled.entry(channel.node).or_insert(false) |=
                matches!(channel.track, Animated::Scale(_));
        }
        scaled.retain(|node, _| scene.nodes[*node].local.matrix.is_none());
        let world = scene.pose(0.0, false);
        let mut stretches = BTreeMap::new();
        for rigid in &scene.rigids {
            scaled.entry(rigid.node).or_insert(false);
            if let Some(stretch) = Stretch::of_rigid(scene, rigid.node, &world) {
                stretches.insert(rigid.node, stretch);
            }
        }
        let extents = Extent::of_nodes(scene);
        let track = |(node, has_scale): (&usize, &bool)| {
            let moving = scene
                .ancestors(*node)
                .filter(|n| scaled.contains_key(n))
                .count();
            // The errors of moving ancestors add up.
            let error = error / moving as f32;
            match stretches.get(node) {
                Some(stretch) => NodeTrack::at_root(*stretch, *node, extents[*node], error),
                None => NodeTrack::new(scene, *node, &extents[*node], error, *has_scale),
            }
        };
        Self {
            nodes: scaled.iter().map(track).collect(),
            blocks,
            fps,
        }
    }

    /// Adds a frame, given the world matrix of each node.
    pub(super) fn add(&mut self, frame: u64, scene: &Scene, world: &[Mat4]) -> Result<(), Error> {
        for track in &mut self.nodes {
            let parent = scene.nodes[track.node].parent;
            let parent = parent.map_or(DMat4::IDENTITY, |parent| world[parent].as_dmat4());
            let own = world[track.node].as_dmat4();
            let local = match &track.stretch {
                Some(stretch) => own * DMat4::from_mat3(stretch.axes),
                None => parent.inverse() * own,
            };
            if local.is_finite() {
                track.add(frame, self.fps, &local, &mut self.blocks)?;
            }
        }
        Ok(())
    }

    /// Writes all keys. Returns for each node its transform in the first frame, and its channels.
    pub(super) fn finish(self, data: &mut Data) -> Result<Vec<Baked>, Error> {
        let Self {
            nodes,
            mut blocks,
            fps,
        } = self;
        let finished = nodes
            .into_iter()
            .map(|track| track.finish(fps, &mut blocks, data));
        finished.collect()
    }
}

/// A node whose keys are written.
pub(super) struct Baked {
    pub(super) node: usize,
    /// Where it is written at the root of the scene.
    pub(super) stretch: Option<Stretch>,
    /// The node's properties in the first frame.
    pub(super) start: Vec<(&'static str, Value)>,
    /// Paths with their accessors of times and values.
    pub(super) channels: Vec<(&'static str, [usize; 2])>,
}

impl NodeTrack {
    fn new(scene: &Scene, node: usize, extent: &Extent, error: f32, has_scale: bool) -> Self {
        let Extent { size, radius, .. } = *extent;
        let scaling = 0.05 * error * size / radius.max(f32::MIN_POSITIVE);
        let scaling = has_scale.then(|| Channel::new("scale", scaling, f32::INFINITY));
        let scale = scene.nodes[node].local.scale.as_dvec3();
        Self::with_scale(scale, scaling, (node, extent, error))
    }

    /// The track of a rigid body with keys in the world.
    fn at_root(stretch: Stretch, node: usize, extent: Extent, error: f32) -> Self {
        let extent = Extent {
            parent_scale: 1.0,
            ..extent
        };
        Self {
            stretch: Some(stretch),
            ..Self::with_scale(stretch.scale, None, (node, &extent, error))
        }
    }

    fn with_scale(
        scale: DVec3,
        scaling: Option<Channel>,
        (node, extent, error): (usize, &Extent, f32),
    ) -> Self {
        let Extent {
            size,
            radius,
            parent_scale,
        } = *extent;
        let [translation, rotation, chord] = FRACTIONS.map(|fraction| fraction * error * size);
        let radius = radius.max(f32::MIN_POSITIVE);
        // A vector's error is at most √3 times that of a component. A quaternion's is at most twice that, and half the angle.
        let translation = translation / 3f32.sqrt() / parent_scale;
        let quaternion = (rotation / radius / 4.0).min(0.1);
        // An arc of θ differs from its chord by at most 0.004 θ³, and quaternions θ apart are θ/2 distant.
        let longest = 0.5 * (chord / radius / 0.004).cbrt();
        Self {
            node,
            stretch: None,
            scale: DVec3::select(scale.cmpeq(DVec3::ZERO), DVec3::ONE, scale),
            translation: Channel::new("translation", translation, f32::INFINITY),
            rotation: Channel::new("rotation", quaternion, longest),
            scaling,
        }
    }

    fn add(
        &mut self,
        frame: u64,
        fps: f64,
        local: &DMat4,
        blocks: &mut Spool,
    ) -> Result<(), Error> {
        let axes = DMat3::from_mat4(*local);
        let scale = match &self.scaling {
            Some(_) => scale_of(&axes, self.scale),
            None => self.scale,
        };
        let translation = local.w_axis.truncate().as_vec3().to_array();
        self.translation.add(frame, fps, &translation, blocks)?;
        let rotation = self.rotation_of(&axes, scale);
        self.rotation.add(frame, fps, &rotation, blocks)?;
        let scale = scale.as_vec3().to_array();
        let mut scaling = self.scaling.iter_mut();
        scaling.try_for_each(|channel| channel.add(frame, fps, &scale, blocks))
    }

    /// The rotation as a quaternion of the sign that is nearer to the last one's.
    fn rotation_of(&self, axes: &DMat3, scale: DVec3) -> [f32; 4] {
        let unit = |axis: DVec3, scale: f64| (axis / scale).normalize_or_zero();
        let columns = [
            unit(axes.x_axis, scale.x),
            unit(axes.y_axis, scale.y),
            unit(axes.z_axis, scale.z),
        ];
        let last = self.rotation.fit.last();
        let [x, y, z] = columns;
        let rotation = DQuat::from_mat3(&DMat3::from_cols(x, y, z))
            .normalize()
            .as_quat();
        if !rotation.is_finite() {
            return last.try_into().unwrap_or([0.0, 0.0, 0.0, 1.0]);
        }
        let rotation = rotation.to_array();
        let dot: f32 = last.iter().zip(&rotation).map(|(a, b)| a * b).sum();
        rotation.map(|x| if dot < 0.0 { -x } else { x })
    }

    fn finish(self, fps: f64, blocks: &mut Spool, data: &mut Data) -> Result<Baked, Error> {
        let mut baked = Baked {
            node: self.node,
            stretch: self.stretch,
            start: vec![("scale", json!(self.scale.as_vec3().to_array()))],
            channels: Vec::new(),
        };
        let channels = [Some(self.translation), Some(self.rotation), self.scaling];
        for channel in channels.into_iter().flatten() {
            let path = channel.path;
            baked.start.retain(|(other, _)| *other != path);
            baked.start.push((path, json!(channel.first)));
            if let Some(accessors) = channel.finish(fps, blocks, data)? {
                baked.channels.push((path, accessors));
            }
        }
        Ok(baked)
    }
}

/// The lengths of the axes, with the signs of the scale at rest.
fn scale_of(axes: &DMat3, rest: DVec3) -> DVec3 {
    lengths(axes) * rest.signum()
}

/// The keys of one property of a node.
struct Channel {
    path: &'static str,
    fit: Fit,
    /// The first value.
    first: Vec<f32>,
    /// Whether some key differs from the first one.
    moves: bool,
    times: Vec<f32>,
    values: Vec<f32>,
    /// Where the times and values of full blocks are.
    written: Vec<[u64; 2]>,
    /// First and last time, s.
    span: [f32; 2],
}

impl Channel {
    fn new(path: &'static str, tolerance: f32, longest: f32) -> Self {
        Self {
            path,
            fit: Fit::new(tolerance, longest),
            first: Vec::new(),
            moves: false,
            times: Vec::new(),
            values: Vec::new(),
            written: Vec::new(),
            span: [0.0; 2],
        }
    }

    fn add(
        &mut self,
        frame: u64,
        fps: f64,
        values: &[f32],
        blocks: &mut Spool,
    ) -> Result<(), Error> {
        match self.fit.add(frame, values) {
            Some(key) => self.key(key, fps, blocks),
            None => Ok(()),
        }
    }

    fn key(&mut self, frame: u64, fps: f64, blocks: &mut Spool) -> Result<(), Error> {
        let time = (frame as f64 / fps) as f32;
        if self.first.is_empty() {
            self.first = self.fit.key().to_vec();
            self.span[0] = time;
        }
        self.span[1] = time;
        self.moves |= self.first != self.fit.key();
        self.times.push(time);
        self.values.extend_from_slice(self.fit.key());
        if self.times.len() == BLOCK {
            let times = blocks.append(bytemuck::cast_slice(&self.times))?;
            let values = blocks.append(bytemuck::cast_slice(&self.values))?;
            self.written.push([times, values]);
            self.times.clear();
            self.values.clear();
        }
        Ok(())
    }

    /// Joins the blocks; `None` where nothing moves.
    fn finish(
        mut self,
        fps: f64,
        blocks: &mut Spool,
        data: &mut Data,
    ) -> Result<Option<[usize; 2]>, Error> {
        if let Some(frame) = self.fit.finish() {
            self.key(frame, fps, blocks)?;
        }
        if !self.moves {
            return Ok(None);
        }
        let width = self.first.len();
        let count = BLOCK * self.written.len() + self.times.len();
        let times = self.join(0, 1, blocks, data)?;
        let values = self.join(1, width, blocks, data)?;
        let times = data.times_at(times, count, self.span);
        Ok(Some([times, data.values_at(values, count, width)]))
    }

    /// Copies the times (0) or the values (1) of all keys into the buffer; returns where they start.
    fn join(
        &self,
        which: usize,
        width: usize,
        blocks: &mut Spool,
        data: &mut Data,
    ) -> Result<u64, Error> {
        let start = data.bytes.append(&[])?;
        for block in &self.written {
            let bytes = blocks.read(block[which], 4 * BLOCK * width)?;
            data.bytes.append(&bytes)?;
        }
        let rest = if which == 0 {
            &self.times
        } else {
            &self.values
        };
        data.bytes.append(bytemuck::cast_slice(rest))?;
        Ok(start)
    }
}
