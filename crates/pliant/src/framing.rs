//! The view of pictures without a camera: the scene at its start and where its animations lead, what has moved since, or what moves,
//! wherever it goes.

use crate::engine::AnyEngine;
use crate::exit::Error;
use glam::{Mat4, Vec3};
use pliant_render::{Bounds, OrbitCamera, Renderer};
use pliant_scene::Scene;
use pliant_sim::Simulation;

/// Sizes of the scene at its start from whose middle a body has left: it does not count any more.
const LEFT: f32 = 20.0;

/// Times at which animations are looked at.
const LOOKS: u32 = 16;

/// A camera that shows the scene at its start, and where its animations move what they move until a time, s.
pub(crate) fn along(scene: &Scene, renderer: &Renderer, until: f64, repeat: bool) -> OrbitCamera {
    let start = renderer.framed();
    if scene.animations.is_empty() {
        return renderer.framing();
    }
    let first = scene.pose(0.0, repeat);
    let looks = (1..=LOOKS).map(|look| until * f64::from(look) / f64::from(LOOKS));
    let all = looks.flat_map(|time| {
        let poses = scene.pose(time, repeat);
        let moved = |node: usize| {
            let displacement = position(scene, node, &poses) - position(scene, node, &first);
            if displacement == Vec3::ZERO {
                return Bounds::EMPTY;
            }
            let corners = renderer.corners(node, &first);
            Bounds::around(corners.into_iter().map(|corner| corner + displacement))
        };
        let nodes = 0..scene.nodes.len();
        nodes.map(moved).collect::<Vec<_>>()
    });
    let all = all.filter(|bounds| !bounds.is_empty() && is_near(bounds, start));
    OrbitCamera::framing(all.fold(start, Bounds::join))
}

/// Where a node is, m: the centre of its skin's joints, where it has one.
fn position(scene: &Scene, node: usize, poses: &[Mat4]) -> Vec3 {
    let at = |node: usize| poses[node].w_axis.truncate();
    match scene.nodes[node].skin {
        Some(skin) => {
            let joints = &scene.skins[skin].joints;
            Bounds::around(joints.iter().map(|joint| at(joint.node))).center()
        }
        None => at(node),
    }
}

/// Whether a box has not left the scene.
fn is_near(bounds: &Bounds, start: Bounds) -> bool {
    let away = bounds.center().distance(start.center());
    away <= LEFT * start.radius().max(f32::MIN_POSITIVE)
}

/// A camera that shows the scene at its start and what moves now.
pub(crate) fn shown(renderer: &Renderer, moving: Bounds) -> OrbitCamera {
    let start = renderer.framing();
    match moving.is_empty() {
        true => start,
        false => OrbitCamera::framing(renderer.framed().join(moving)),
    }
}

/// A camera that has what moves in its middle, from as far away as the start needs, and farther where that does not suffice.
pub(crate) fn following(renderer: &Renderer, moving: Bounds) -> OrbitCamera {
    let start = renderer.framing();
    if moving.is_empty() {
        return start;
    }
    let now = OrbitCamera::framing(moving);
    OrbitCamera {
        target: moving.center(),
        distance: start.distance.max(now.distance),
        ..start
    }
}

/// The box around all bodies that can move, but for those that left the scene for good.
pub(crate) fn moving(
    scene: &Scene,
    simulation: &mut Simulation<AnyEngine>,
    renderer: &Renderer,
    poses: &[Mat4],
) -> Result<Bounds, Error> {
    let particles = simulation.particles()?;
    let body = |ends: &[u32]| {
        let own = ends[0] as usize..ends[1] as usize;
        let there = own.filter(|p| particles.present[*p]);
        Bounds::around(there.map(|p| Vec3::from(particles.positions[p])))
    };
    let deformable = particles.first.windows(2).map(body);
    let free = |node: &usize| {
        let rigid = scene.rigid_of(*node);
        rigid.is_some_and(|rigid| scene.rigids[rigid].is_free())
    };
    let nodes = (0..scene.nodes.len()).filter(free);
    let rigid = nodes.map(|node| Bounds::around(renderer.corners(node, poses)));
    let start = renderer.framed();
    let all = deformable.chain(rigid).filter(|bounds| !bounds.is_empty());
    let near = all.filter(|bounds| is_near(bounds, start));
    Ok(near.fold(Bounds::EMPTY, Bounds::join))
}
