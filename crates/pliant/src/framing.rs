//! The view of pictures without a camera: the scene at its start, what has moved out of it since, or what moves, wherever it goes.

use crate::engine::AnyEngine;
use crate::exit::Error;
use glam::{Mat4, Vec3};
use pliant_render::{Bounds, OrbitCamera, Renderer};
use pliant_scene::Scene;
use pliant_sim::Simulation;

/// Sizes of the scene at its start from whose middle a body has left: it does not count any more.
const LEFT: f32 = 20.0;

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
    let near = |bounds: &Bounds| {
        let away = bounds.center().distance(start.center());
        away <= LEFT * start.radius().max(f32::MIN_POSITIVE)
    };
    let all = deformable.chain(rigid).filter(|bounds| !bounds.is_empty());
    Ok(all.filter(near).fold(Bounds::EMPTY, Bounds::join))
}
