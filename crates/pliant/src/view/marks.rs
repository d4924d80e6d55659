//! Marks over the scene: contacts, forces, pins, joints, colliders, bounding boxes and crossings, as lines and dots. Nothing hides them.

use super::outlines;
use super::overlay::AXES;
use crate::engine::AnyEngine;
use crate::exit::Error;
use egui::Color32;
use glam::{Mat4, Vec3};
use pliant_render::Viewpoint;
use pliant_scene::{Freedom, Joint, Limit, Scene};
use pliant_sim::{FrameMetrics, Simulation};
use std::f32::consts::{PI, TAU};

/// At most so many contacts or boxes are marked.
const MOST: usize = 4000;
/// Most boxes of one hierarchy.
const MOST_BOXES: u32 = 256;
/// Lengths over the distance of the camera: of normals and axes, and of the largest force.
const SHORT: f32 = 0.03;
const LONG: f32 = 0.12;

const CONTACT: Color32 = Color32::from_rgb(255, 214, 64);
const FORCE: Color32 = Color32::from_rgb(255, 120, 40);
const PIN: Color32 = Color32::from_rgb(80, 200, 255);
const COLLIDER: Color32 = Color32::from_rgb(90, 220, 120);
const LIMIT: Color32 = Color32::from_rgb(255, 160, 30);
const BOX: Color32 = Color32::from_rgb(170, 130, 255);
const CROSSING: Color32 = Color32::from_rgb(255, 30, 30);

/// A kind of mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Contacts,
    Forces,
    Pins,
    Joints,
    Colliders,
    Boxes,
    Crossings,
}

/// Every kind, with its name and what it shows.
pub(crate) const KINDS: [(Mark, &str, &str); 7] = [
    (
        Mark::Contacts,
        "Contacts",
        "points of contact with their normals",
    ),
    (
        Mark::Forces,
        "Forces",
        "forces of contacts and on pins, as arrows in proportion to the largest",
    ),
    (Mark::Pins, "Pins", "pinned vertices"),
    (
        Mark::Joints,
        "Joints",
        "frames of joints, and their limits in orange",
    ),
    (
        Mark::Colliders,
        "Colliders",
        "shapes that bodies collide with",
    ),
    (
        Mark::Boxes,
        "Bounding boxes",
        "boxes of the hierarchies that contacts are searched in",
    ),
    (
        Mark::Crossings,
        "Crossings",
        "where surfaces intersect, and vertices that were held back in the last frame, in red",
    ),
];

/// Which marks are shown.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    on: [bool; KINDS.len()],
    /// A frame, and how often each particle was truncated until then.
    seen: (u64, Vec<u32>),
    /// The particles for which this number has risen.
    truncated: Vec<usize>,
}

/// Lines and dots in the world, m.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    pub(crate) lines: Vec<([Vec3; 2], Color32)>,
    pub(crate) dots: Vec<(Vec3, Color32)>,
    /// What is not shown, since there is too much of it.
    pub(crate) note: Option<String>,
}

/// What marks are made from.
pub(crate) struct Subject<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) simulation: &'a mut Simulation<AnyEngine>,
    pub(crate) viewpoint: Viewpoint,
    /// The last metrics, of this frame or an earlier one.
    pub(crate) metrics: Option<&'a FrameMetrics>,
}

impl Marks {
    /// Whether this kind is shown.
    pub(crate) fn shows(&self, mark: Mark) -> bool {
        KINDS
            .iter()
            .zip(self.on)
            .any(|(kind, on)| on && kind.0 == mark)
    }

    /// Whether marks show metrics: the forces on pins.
    pub(crate) fn need_metrics(&self) -> bool {
        self.shows(Mark::Forces)
    }

    /// Shows or hides a kind.
    pub(crate) fn toggle(&mut self, mark: Mark) {
        for (kind, on) in KINDS.iter().zip(&mut self.on) {
            *on ^= kind.0 == mark;
        }
    }

    /// Shows all kinds, or none if some are shown.
    pub(crate) fn toggle_all(&mut self) {
        let none = !self.on.contains(&true);
        self.on = [none; KINDS.len()];
    }

    /// The marks of the current frame.
    pub(crate) fn draw(&mut self, subject: &mut Subject<'_>) -> Result<Drawn, Error> {
        let mut drawn = Drawn::default();
        if !self.on.contains(&true) {
            return Ok(drawn);
        }
        if self.shows(Mark::Contacts) || self.shows(Mark::Forces) {
            let kinds = [Mark::Contacts, Mark::Forces].map(|mark| self.shows(mark));
            drawn.contacts(subject, kinds)?;
        }
        if self.shows(Mark::Pins) || self.shows(Mark::Crossings) || self.shows(Mark::Forces) {
            self.draw_particles(subject, &mut drawn)?;
        }
        let poses = subject.simulation.poses();
        if self.shows(Mark::Joints) {
            for joint in &subject.scene.joints {
                drawn.joint(joint, &poses, subject.viewpoint.focus);
            }
        }
        if self.shows(Mark::Colliders) {
            let extent = subject.viewpoint.focus;
            for collider in &subject.scene.colliders {
                let lines = outlines::of(subject.scene, collider, &poses, extent);
                drawn
                    .lines
                    .extend(lines.into_iter().map(|ends| (ends, COLLIDER)));
            }
        }
        if self.shows(Mark::Boxes) {
            for corners in subject
                .simulation
                .bounding_boxes(MOST_BOXES)?
                .iter()
                .take(MOST)
            {
                let edges = outlines::edges_of_box(*corners);
                drawn.lines.extend(edges.map(|ends| (ends, BOX)));
            }
        }
        Ok(drawn)
    }

    /// Pins, forces on them, crossings and truncated vertices.
    fn draw_particles(
        &mut self,
        subject: &mut Subject<'_>,
        drawn: &mut Drawn,
    ) -> Result<(), Error> {
        let particles = subject.simulation.particles()?;
        let at = |p: usize| Vec3::from(particles.positions[p]);
        let bodies = subject.scene.bodies.iter().zip(&particles.first);
        for (body, first) in bodies {
            let pins: Vec<Vec3> = body
                .pinned
                .iter()
                .map(|p| at((first + p) as usize))
                .collect();
            if self.shows(Mark::Pins) {
                drawn.dots.extend(pins.iter().map(|at| (*at, PIN)));
            }
            if self.shows(Mark::Forces) && !pins.is_empty() {
                let middle = pins.iter().sum::<Vec3>() / pins.len() as f32;
                drawn.pin_force(subject, &subject.scene.nodes[body.node].name, middle);
            }
        }
        if self.shows(Mark::Crossings) {
            for crossing in subject.simulation.crossings()? {
                let [a, b] = crossing.edge.map(|p| at(p as usize));
                let [i, j, k] = crossing.triangle.map(|p| at(p as usize));
                let lines = [[a, b], [i, j], [j, k], [k, i]];
                drawn.lines.extend(lines.map(|ends| (ends, CROSSING)));
            }
            let truncated = self.truncated(subject.simulation)?;
            drawn
                .dots
                .extend(truncated.iter().map(|p| (at(*p), CROSSING)));
        }
        Ok(())
    }

    /// The particles that were truncated since the picture before.
    fn truncated(&mut self, simulation: &mut Simulation<AnyEngine>) -> Result<&[usize], Error> {
        let frame = simulation.frame();
        if self.seen.0 != frame {
            let now = simulation.truncations()?;
            let both = now.iter().zip(&self.seen.1).enumerate();
            let rose = both.filter(|(_, (now, before))| now > before);
            self.truncated = rose.map(|(particle, _)| particle).collect();
            self.seen = (frame, now);
        }
        Ok(&self.truncated)
    }
}

impl Drawn {
    /// Normals and forces of contacts.
    fn contacts(&mut self, subject: &mut Subject<'_>, kinds: [bool; 2]) -> Result<(), Error> {
        let [normals, forces] = kinds;
        let points = subject.simulation.contact_points()?;
        let mut all: Vec<[Vec3; 3]> = points.vectors.iter().map(|of| of.map(Vec3::from)).collect();
        all.extend(subject.simulation.surface_contacts()?);
        let largest = all.iter().map(|[_, _, force]| force.length());
        let largest = largest.fold(f32::MIN_POSITIVE, f32::max);
        let step = all.len().div_ceil(MOST).max(1);
        if step > 1 {
            let shown = all.len().div_ceil(step);
            self.note = Some(format!("{shown} of {} contacts are marked", all.len()));
        }
        let far = subject.viewpoint.focus;
        for [at, normal, force] in all.into_iter().step_by(step) {
            if normals {
                self.dots.push((at, CONTACT));
                self.lines.push(([at, at + SHORT * far * normal], CONTACT));
            }
            if forces {
                self.arrow(
                    at,
                    LONG * far / largest * force,
                    subject.viewpoint.forward(),
                );
            }
        }
        Ok(())
    }

    /// The force of a body on its pins, from the last metrics.
    fn pin_force(&mut self, subject: &Subject<'_>, name: &str, at: Vec3) {
        let bodies = || subject.metrics.iter().flat_map(|metrics| &metrics.bodies);
        let force = |of: [f64; 3]| Vec3::from(of.map(|c| c as f32));
        let all = bodies().filter_map(|body| body.pin_force.map(force));
        let largest = all.map(Vec3::length).fold(f32::MIN_POSITIVE, f32::max);
        let own = bodies().find(|body| body.name == name);
        if let Some(own) = own.and_then(|body| body.pin_force).map(force) {
            let vector = LONG * subject.viewpoint.focus / largest * own;
            self.arrow(at, vector, subject.viewpoint.forward());
        }
    }

    fn arrow(&mut self, from: Vec3, vector: Vec3, forward: Vec3) {
        let to = from + vector;
        let side = vector.cross(forward).normalize_or_zero() * vector.length();
        self.lines.push(([from, to], FORCE));
        for sign in [-1.0, 1.0] {
            let head = to - 0.25 * vector + 0.1 * sign * side;
            self.lines.push(([to, head], FORCE));
        }
    }

    /// The axes of both nodes of a joint, and its limits in the frame of the joint's node.
    fn joint(&mut self, joint: &Joint, poses: &[Mat4], far: f32) {
        for (node, length) in [(joint.node, 1.5 * SHORT), (joint.connected, SHORT)] {
            let (_, rotation, at) = poses[node].to_scale_rotation_translation();
            for (axis, color) in Vec3::AXES.into_iter().zip(AXES) {
                self.lines
                    .push(([at, at + length * far * (rotation * axis)], color));
            }
        }
        let (_, rotation, at) = poses[joint.node].to_scale_rotation_translation();
        for limit in &joint.limits {
            let lines = match limit.freedom {
                Freedom::Linear => range_of(limit),
                Freedom::Angular => arc_of(limit, 2.0 * SHORT * far),
            };
            let world = |point: Vec3| at + rotation * point;
            self.lines
                .extend(lines.into_iter().map(|ends| (ends.map(world), LIMIT)));
        }
    }
}

/// The displacements that a limit allows along one axis, in the frame of the joint's node, m.
fn range_of(limit: &Limit) -> Vec<[Vec3; 2]> {
    let Some(axis) = only_axis(limit.axes) else {
        return Vec::new();
    };
    let bounded = limit.min.is_finite() && limit.max.is_finite() && limit.min < limit.max;
    let ends = [limit.min, limit.max].map(|end| end * Vec3::AXES[axis]);
    bounded.then_some(ends).into_iter().collect()
}

/// The angles that a limit allows: an arc about one axis, from the next axis on; over two axes a cone around the third.
fn arc_of(limit: &Limit, radius: f32) -> Vec<[Vec3; 2]> {
    const STEPS: usize = 24;
    let free = limit.axes.map(|limited| !limited);
    let (axis, range, tilt) = match (only_axis(limit.axes), only_axis(free)) {
        (Some(axis), _) => (axis, [limit.min.max(-PI), limit.max.min(PI)], PI / 2.0),
        (None, Some(axis)) if limit.max < PI => (axis, [0.0, TAU], limit.max),
        _ => return Vec::new(),
    };
    if range[0] >= range[1] {
        return Vec::new();
    }
    let [along, u, v] = [0, 1, 2].map(|k| Vec3::AXES[(axis + k) % 3]);
    let point = |step: usize| {
        let angle = range[0] + (range[1] - range[0]) * step as f32 / STEPS as f32;
        let around = angle.cos() * u + angle.sin() * v;
        radius * (tilt.cos() * along + tilt.sin() * around)
    };
    let mut lines: Vec<[Vec3; 2]> = (0..STEPS)
        .map(|step| [point(step), point(step + 1)])
        .collect();
    lines.extend([0, STEPS].map(|end| [Vec3::ZERO, point(end)]));
    lines
}

/// The axis, if it is only one.
fn only_axis(axes: [bool; 3]) -> Option<usize> {
    let count = axes.iter().filter(|axis| **axis).count();
    axes.iter().position(|axis| *axis).filter(|_| count == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(axes: [bool; 3], min: f32, max: f32) -> Limit {
        Limit {
            freedom: Freedom::Angular,
            axes,
            min,
            max,
            stiffness: f32::INFINITY,
            damping: 0.0,
        }
    }

    #[test]
    fn a_hinge_shows_its_range_as_an_arc() {
        let lines = arc_of(&limit([true, false, false], 0.0, PI / 2.0), 1.0);
        assert!(lines[0][0].distance(Vec3::Y) < 1e-6);
        assert!(lines[23][1].distance(Vec3::Z) < 1e-6);
        assert!(lines.iter().flatten().all(|point| point.x.abs() < 1e-6));
        assert!(arc_of(&limit([true, false, false], 0.0, 0.0), 1.0).is_empty());
    }

    #[test]
    fn a_limit_over_two_axes_shows_a_cone_around_the_third() {
        let lines = arc_of(&limit([true, false, true], 0.0, 0.5), 1.0);
        let on_cone = |point: &Vec3| (point.y - 0.5_f32.cos()).abs() < 1e-6;
        assert!(lines[..24].iter().flatten().all(on_cone));
    }

    #[test]
    fn all_marks_are_shown_or_none() {
        let mut marks = Marks::default();
        marks.toggle(Mark::Pins);
        assert!(marks.shows(Mark::Pins) && !marks.shows(Mark::Joints));
        marks.toggle_all();
        assert!(KINDS.iter().all(|kind| !marks.shows(kind.0)));
        marks.toggle_all();
        assert!(KINDS.iter().all(|kind| marks.shows(kind.0)));
    }
}
