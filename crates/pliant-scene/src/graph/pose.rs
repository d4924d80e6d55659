//! Node animation: the world matrix of every node at a time.

use crate::graph::animations::{Animation, Channel, Interpolation, Track};
use crate::graph::nodes::{Node, Transform, unit};
use crate::scene::Scene;
use glam::{Mat4, Quat, Vec3, Vec4};
use pliant_math::powi;
use std::collections::HashMap;

impl Scene {
    /// World matrix of every node at `time` s, in the order of `nodes`; `repeat` wraps each animation at its end.
    ///
    /// Nodes outside of the shown scene get the matrix of their own chain.
    #[must_use]
    pub fn pose(&self, time: f64, repeat: bool) -> Vec<Mat4> {
        self.pose_with(time, repeat, &[])
    }

    /// As [`Self::pose`], but with given world matrices for the nodes of `placed`; their descendants follow.
    #[must_use]
    pub fn pose_with(&self, time: f64, repeat: bool, placed: &[(usize, Mat4)]) -> Vec<Mat4> {
        let mut moved = HashMap::new();
        for animation in &self.animations {
            let time = animation.local_time(time, repeat);
            for channel in animation.channels.iter().filter(|c| c.moves_node()) {
                let rest = || self.nodes[channel.node].local.clone();
                channel.apply(time, moved.entry(channel.node).or_insert_with(rest));
            }
        }
        let local = |node: usize| moved.get(&node).unwrap_or(&self.nodes[node].local);
        world_matrices(&self.nodes, |node| local(node).to_matrix(), placed)
    }
}

/// Multiplies matrices down the tree, each node once, without recursion: a chain may be as long as the file.
fn world_matrices(
    nodes: &[Node],
    local: impl Fn(usize) -> Mat4,
    placed: &[(usize, Mat4)],
) -> Vec<Mat4> {
    let mut world = vec![Mat4::IDENTITY; nodes.len()];
    let mut done = vec![false; nodes.len()];
    for (node, matrix) in placed {
        (world[*node], done[*node]) = (*matrix, true);
    }
    let mut chain = Vec::new();
    for node in 0..nodes.len() {
        let mut next = Some(node);
        while let Some(node) = next.filter(|&node| !done[node]) {
            chain.push(node);
            next = nodes[node].parent;
        }
        while let Some(node) = chain.pop() {
            let parent = nodes[node].parent.map(|parent| world[parent]);
            world[node] = parent.map_or_else(|| local(node), |parent| parent * local(node));
            done[node] = true;
        }
    }
    world
}

impl Animation {
    pub(crate) fn local_time(&self, time: f64, repeat: bool) -> f64 {
        let duration = f64::from(self.duration);
        if repeat && duration > 0.0 {
            time.rem_euclid(duration)
        } else {
            time
        }
    }
}

/// A time relative to keys: after key `key`, at `fraction` of the `step` s to the next.
struct KeyTime {
    key: usize,
    fraction: f32,
    step: f32,
}

impl Channel {
    /// Whether it animates a node's transform.
    #[must_use]
    pub fn moves_node(&self) -> bool {
        !matches!(self.track, Track::Weights(_))
    }

    /// Replaces morph weights by the channel's at `time`.
    pub(crate) fn interpolate_weights(&self, values: &[f32], time: f64, weights: &mut [f32]) {
        let (at, targets) = (self.key_time(time), weights.len());
        for (target, weight) in weights.iter_mut().enumerate() {
            let value = |i: usize| values[i * targets + target];
            *weight = match self.interpolation {
                Interpolation::Cubic => hermite(|i| Vec4::splat(value(i)), &at).x,
                Interpolation::Linear if at.fraction > 0.0 => {
                    let (from, to) = (value(at.key), value(at.key + 1));
                    from + (to - from) * at.fraction
                }
                _ => value(at.key),
            };
        }
    }

    /// Replaces the channel's part of a node's transform by its value at `time`.
    fn apply(&self, time: f64, local: &mut Transform) {
        let at = self.key_time(time);
        match &self.track {
            Track::Translation(values) => local.translation = self.vector(values, &at),
            Track::Scale(values) => local.scale = self.vector(values, &at),
            Track::Rotation(values) => local.rotation = self.rotation(values, &at),
            Track::Weights(_) => {}
        }
    }

    /// Times outside of the keys are clamped to the first and the last one.
    fn key_time(&self, time: f64) -> KeyTime {
        let after = self.times.partition_point(|&key| f64::from(key) <= time);
        let key = after.saturating_sub(1);
        if after == 0 || after == self.times.len() {
            return KeyTime {
                key,
                fraction: 0.0,
                step: 0.0,
            };
        }
        let (start, end) = (f64::from(self.times[key]), f64::from(self.times[after]));
        #[expect(
            clippy::cast_possible_truncation,
            reason = "both are differences of f32"
        )]
        let (fraction, step) = (
            ((time - start) / (end - start)) as f32,
            (end - start) as f32,
        );
        KeyTime {
            key,
            fraction,
            step,
        }
    }

    fn vector(&self, values: &[Vec3], at: &KeyTime) -> Vec3 {
        match self.interpolation {
            Interpolation::Cubic => hermite(|i| values[i].extend(0.0), at).truncate(),
            Interpolation::Linear if at.fraction > 0.0 => {
                let (from, to) = (values[at.key], values[at.key + 1]);
                from + (to - from) * at.fraction
            }
            _ => values[at.key],
        }
    }

    fn rotation(&self, values: &[Quat], at: &KeyTime) -> Quat {
        match self.interpolation {
            Interpolation::Cubic => {
                let value = Quat::from_vec4(hermite(|i| values[i].into(), at));
                // A spline through opposite rotations may pass through zero.
                unit(value).unwrap_or(values[3 * at.key + 1])
            }
            // Takes the shorter of the two arcs.
            Interpolation::Linear if at.fraction > 0.0 && values[at.key] != values[at.key + 1] => {
                pliant_math::slerp(values[at.key], values[at.key + 1], at.fraction)
            }
            _ => values[at.key],
        }
    }
}

/// glTF 2.0, appendix C: tangents are per second, hence scaled by the step. Between equal values with tangents of 0 the value is
/// exact, so that what an animation holds is at rest.
fn hermite(value: impl Fn(usize) -> Vec4, at: &KeyTime) -> Vec4 {
    let first = 3 * at.key;
    if at.fraction <= 0.0 {
        return value(first + 1);
    }
    let (t, t2, t3) = (at.fraction, powi(at.fraction, 2), powi(at.fraction, 3));
    let (from, to) = (value(first + 1), value(first + 4));
    from + (to - from) * (3.0 * t2 - 2.0 * t3)
        + value(first + 2) * (at.step * (t3 - 2.0 * t2 + t))
        + value(first + 3) * (at.step * (t3 - t2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

    fn scene(interpolation: Interpolation, track: Track) -> Scene {
        let channel = Channel {
            node: 0,
            times: vec![1.0, 3.0],
            interpolation,
            track,
        };
        let animation = Animation {
            channels: vec![channel],
            duration: 3.0,
        };
        Scene {
            nodes: vec![Node::default()],
            animations: vec![animation],
            ..Scene::default()
        }
    }

    fn x_at(scene: &Scene, time: f64, repeat: bool) -> f32 {
        scene.pose(time, repeat)[0].w_axis.x
    }

    #[test]
    fn translations_step_interpolate_hold_and_repeat() {
        let ends = || Track::Translation(vec![Vec3::X, 5.0 * Vec3::X]);
        let linear = scene(Interpolation::Linear, ends());
        let at = [0.0, 1.0, 2.0, 3.0, 9.0].map(|time| x_at(&linear, time, false));
        assert_eq!(at, [1.0, 1.0, 3.0, 5.0, 5.0]);
        assert_eq!([3.0, 5.0].map(|time| x_at(&linear, time, true)), [1.0, 3.0]);
        let step = scene(Interpolation::Step, ends());
        assert_eq!([2.9, 3.0].map(|time| x_at(&step, time, false)), [1.0, 5.0]);
    }

    #[test]
    fn splines_scale_their_tangents_by_the_step() {
        // x(t) = t² has the slopes 2 and 6 at its keys, and a cubic holds it exactly.
        let x = |x: f32| x * Vec3::X;
        let track = Track::Translation(vec![x(0.0), x(1.0), x(2.0), x(6.0), x(9.0), x(0.0)]);
        let spline = scene(Interpolation::Cubic, track);
        for time in [1.0f32, 1.5, 2.0, 2.75, 3.0] {
            assert!(
                (x_at(&spline, time.into(), false) - time * time).abs() < 1e-5,
                "{time}"
            );
        }
        assert_eq!(x_at(&spline, 0.0, false), 1.0);
    }

    #[test]
    fn rotations_take_the_shorter_arc() {
        let track = Track::Rotation(vec![Quat::IDENTITY, -Quat::from_rotation_z(FRAC_PI_2)]);
        let world = scene(Interpolation::Linear, track).pose(2.0, false)[0];
        assert!(world.abs_diff_eq(Mat4::from_rotation_z(FRAC_PI_4), 1e-6));
    }

    #[test]
    fn children_may_stand_before_their_parents() {
        let node = |parent, x: f32| {
            let local = Transform {
                translation: x * Vec3::X,
                ..Transform::default()
            };
            Node {
                parent,
                local,
                ..Node::default()
            }
        };
        let nodes = vec![
            node(Some(2), 1.0),
            node(Some(0), 2.0),
            node(None, 4.0),
            node(Some(2), 8.0),
        ];
        let scene = Scene {
            nodes,
            ..Scene::default()
        };
        let x: Vec<f32> = scene
            .pose(0.0, false)
            .iter()
            .map(|world| world.w_axis.x)
            .collect();
        assert_eq!(x, [5.0, 7.0, 4.0, 12.0]);
    }
}
