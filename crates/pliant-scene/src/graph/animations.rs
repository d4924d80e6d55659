//! Reads animations of transforms and morph weights: checks that key times ascend, that values match them and that targets exist.

use crate::error::{Error, Result};
use crate::graph::meshes::Mesh;
use crate::graph::nodes::{Nodes, unit};
use crate::report::Report;
use glam::{Quat, Vec3};
use pliant_gltf::accessors::{Accessors, Component, Dense};
use pliant_gltf::document::{AnimationSampler, Document, index};
use pliant_gltf::pool::decode;
use pliant_gltf::text::quote;

/// One glTF animation: channels that run together.
#[derive(Debug, Clone, Default)]
pub struct Animation {
    /// Its channels.
    pub channels: Vec<Channel>,
    /// Its last key's time, s.
    pub duration: f32,
}

/// One channel: keys of one property of one node.
#[derive(Debug, Clone)]
pub struct Channel {
    /// In `Scene::nodes`.
    pub node: usize,
    /// Key times, s, ascending, at least one.
    pub times: Vec<f32>,
    /// How values between keys are interpolated.
    pub interpolation: Interpolation,
    /// What is animated; per key one value, three with `Cubic` (in-tangent, value, out-tangent).
    pub track: Track,
}

/// The values of a channel.
#[derive(Debug, Clone)]
pub enum Track {
    /// m.
    Translation(Vec<Vec3>),
    /// Unit quaternions.
    Rotation(Vec<Quat>),
    /// Factors along the node's axes.
    Scale(Vec<Vec3>),
    /// Weights of morph targets: one after another for each target, wherever the others have one value.
    Weights(Vec<f32>),
}

/// glTF's interpolations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    /// The last key's value.
    Step,
    /// Linear, slerp for rotations.
    Linear,
    /// Cubic Hermite splines.
    Cubic,
}

/// Most keys of all channels together.
const MAX_KEYS: usize = 1 << 24;

/// Reads all animations.
pub(crate) fn read(
    document: &Document,
    (nodes, meshes): (&Nodes, &[Mesh]),
    accessors: &Accessors,
    report: &mut Report,
) -> Result<Vec<Animation>> {
    let mut reader = Reader {
        document,
        nodes,
        meshes,
        accessors,
        report,
        keys_left: MAX_KEYS,
    };
    (0..document.animations.len())
        .map(|i| reader.animation(i))
        .collect()
}

struct Reader<'a> {
    document: &'a Document<'a>,
    nodes: &'a Nodes,
    meshes: &'a [Mesh],
    accessors: &'a Accessors<'a>,
    report: &'a mut Report,
    keys_left: usize,
}

impl Reader<'_> {
    fn animation(&mut self, i: usize) -> Result<Animation> {
        let mut animation = Animation::default();
        for c in 0..self.document.animations[i].channels.len() {
            if let Some(channel) = self.channel(i, c)? {
                animation.duration = channel
                    .times
                    .last()
                    .map_or(0.0, |&end| end.max(animation.duration));
                animation.channels.push(channel);
            }
        }
        Ok(animation)
    }

    /// A channel; `None` for one that animates nothing.
    fn channel(&mut self, i: usize, c: usize) -> Result<Option<Channel>> {
        let (animation, owner) = (
            &self.document.animations[i],
            format!("animation {i} channel {c}"),
        );
        let item = &animation.channels[c];
        let Some(node) = item.target.node else {
            self.report
                .warn(format!("{owner} targets no node; ignored"));
            return Ok(None);
        };
        let node = index(node, self.nodes.nodes.len(), &owner, "node")?;
        let mesh = self.nodes.nodes[node].mesh;
        let targets = mesh.map_or(0, |mesh| self.meshes[mesh].weights.len());
        let morphs = item.target.path == "weights";
        let name = quote(&self.nodes.nodes[node].name);
        if morphs && targets == 0 {
            self.report.warn(format!(
                "{owner}: node {name} has no morph targets; ignored"
            ));
            return Ok(None);
        }
        if !morphs && self.nodes.matrices.contains(&node) {
            self.report.warn(format!(
                "{owner}: node {name} has a matrix, which can't be animated; ignored"
            ));
            return Ok(None);
        }
        let sampler = item
            .sampler
            .ok_or_else(|| Error::Scene(format!("{owner} has no sampler")))?;
        let sampler =
            &animation.samplers[index(sampler, animation.samplers.len(), &owner, "sampler")?];
        let interpolation = interpolation(sampler, &owner)?;
        let times = self.times(sampler, &owner)?;
        let keys = (interpolation, times.len());
        let track = if morphs {
            self.weights(sampler, keys, targets, &owner)?
        } else {
            self.track(sampler, &item.target.path, keys, &owner)?
        };
        Ok(Some(Channel {
            node,
            times,
            interpolation,
            track,
        }))
    }

    /// Key times in seconds, ascending.
    fn times(&mut self, sampler: &AnimationSampler, owner: &str) -> Result<Vec<f32>> {
        let input = sampler
            .input
            .ok_or_else(|| Error::Scene(format!("{owner} has no input")))?;
        let input = self.accessors.index(input, owner)?;
        let layout = self.accessors.layout(input)?;
        if !layout.is_vector(1) || layout.component != Component::F32 {
            return Error::scene(format!(
                "{owner}: key times (accessor {input}) must be SCALAR floats"
            ));
        }
        self.keys_left = self.keys_left.checked_sub(layout.count).ok_or_else(|| {
            Error::Scene(format!(
                "{owner}: all channels together exceed {MAX_KEYS} keys; split the scene"
            ))
        })?;
        let times: Vec<f32> = rows(&self.accessors.read(input)?)
            .map(|[time, ..]| time)
            .collect();
        let ascending = times.windows(2).all(|pair| pair[0] < pair[1]);
        if ascending && times.iter().all(|&time| time.is_finite() && time >= 0.0) {
            return Ok(times);
        }
        Error::scene(format!(
            "{owner}: key times (accessor {input}) must ascend from 0 or later"
        ))
    }

    /// Morph weights: `targets` of them wherever another channel has one value.
    fn weights(
        &mut self,
        sampler: &AnimationSampler,
        keys: (Interpolation, usize),
        targets: usize,
        owner: &str,
    ) -> Result<Track> {
        let values = keys.1.checked_mul(targets * values_per_key(keys.0));
        let left = values.and_then(|values| self.keys_left.checked_sub(values));
        let (Some(values), Some(left)) = (values, left) else {
            return Error::scene(format!(
                "{owner}: all channels together exceed {MAX_KEYS} keys; split the scene"
            ));
        };
        self.keys_left = left;
        let values = (keys.1, values);
        let (_, dense) = self.output(sampler, ("weights", 1, true), values, owner)?;
        Ok(Track::Weights(
            rows(&dense).map(|[weight, ..]| weight).collect(),
        ))
    }

    /// Accessor and elements of a sampler's output: vectors of `components` floats, or integers where they may be `normalized`.
    /// `values`: number of keys and of elements.
    fn output(
        &self,
        sampler: &AnimationSampler,
        (path, components, normalized): (&str, u32, bool),
        (keys, expected): (usize, usize),
        owner: &str,
    ) -> Result<(usize, Dense)> {
        let output = sampler
            .output
            .ok_or_else(|| Error::Scene(format!("{owner} has no output")))?;
        let output = self.accessors.index(output, owner)?;
        let layout = self.accessors.layout(output)?;
        let number = layout.component == Component::F32 || normalized && layout.normalized;
        if !layout.is_vector(components) || !number {
            return Error::scene(format!(
                "{owner}: accessor {output} has a type that {path} can't have"
            ));
        }
        if layout.count != expected {
            let count = layout.count;
            return Error::scene(format!(
                "{owner}: accessor {output} has {count} values, {keys} keys need {expected}"
            ));
        }
        let dense = self.accessors.read(output)?;
        if rows(&dense).flatten().any(|value| !value.is_finite()) {
            return Error::scene(format!(
                "{owner}: accessor {output} holds a value that is not finite"
            ));
        }
        Ok((output, dense))
    }

    fn track(
        &self,
        sampler: &AnimationSampler,
        path: &str,
        keys: (Interpolation, usize),
        owner: &str,
    ) -> Result<Track> {
        let components = match path {
            "translation" | "scale" => 3,
            "rotation" => 4,
            _ => {
                return Error::scene(format!(
                    "{owner}: path {} is not defined by glTF",
                    quote(path)
                ));
            }
        };
        let normalized = components == 4;
        let per_key = values_per_key(keys.0);
        let values = (keys.1, keys.1 * per_key);
        let (output, dense) =
            self.output(sampler, (path, components, normalized), values, owner)?;
        let vectors = || {
            rows(&dense)
                .map(|[x, y, z, _]| Vec3::new(x, y, z))
                .collect()
        };
        Ok(match path {
            "translation" => Track::Translation(vectors()),
            "scale" => Track::Scale(vectors()),
            _ => Track::Rotation(rotations(&dense, per_key).ok_or_else(|| {
                Error::Scene(format!(
                    "{owner}: accessor {output} holds a rotation that is not a quaternion of length 1"
                ))
            })?),
        })
    }
}

/// Values of a key: one, or with splines in-tangent, value and out-tangent.
fn values_per_key(interpolation: Interpolation) -> usize {
    if interpolation == Interpolation::Cubic {
        3
    } else {
        1
    }
}

/// Normalized rotations; tangents of splines are not normalized.
fn rotations(dense: &Dense, per_key: usize) -> Option<Vec<Quat>> {
    let value = |(i, row): (usize, [f32; 4])| {
        let quaternion = Quat::from_array(row);
        if per_key == 3 && i % 3 != 1 {
            Some(quaternion)
        } else {
            unit(quaternion)
        }
    };
    rows(dense).enumerate().map(value).collect()
}

/// The elements as floats.
fn rows(dense: &Dense) -> impl Iterator<Item = [f32; 4]> {
    let (layout, size) = (dense.layout, dense.layout.component.size());
    dense.bytes.chunks_exact(dense.stride).map(move |element| {
        let mut row = [0.0; 4];
        let components = element.chunks_exact(size).take(layout.components as usize);
        for (value, bytes) in row.iter_mut().zip(components) {
            *value = decode(bytes, layout.component, layout.normalized);
        }
        row
    })
}

fn interpolation(sampler: &AnimationSampler, owner: &str) -> Result<Interpolation> {
    match sampler.interpolation.as_deref() {
        None | Some("LINEAR") => Ok(Interpolation::Linear),
        Some("STEP") => Ok(Interpolation::Step),
        Some("CUBICSPLINE") => Ok(Interpolation::Cubic),
        Some(other) => Error::scene(format!(
            "{owner}: interpolation {} is not defined by glTF",
            quote(other)
        )),
    }
}
