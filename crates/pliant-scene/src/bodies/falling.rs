//! A warning where bodies fall for ever past meshes that are only drawn: what a file of another program looks like before it has keys.

use crate::bodies::body::{Body, BodyKind};
use crate::report::Report;
use crate::scene::Scene;
use glam::Vec3;
use pliant_gltf::text::quote;

/// Warns if bodies fall, nothing in the scene stops them, and some mesh that is only drawn could.
pub(crate) fn check(scene: &Scene, report: &mut Report) {
    let floats = scene.settings.gravity == Some(Vec3::ZERO) || !scene.fields.is_empty();
    // Whoever wrote joints or triggers knows of colliders.
    let knows = !scene.joints.is_empty() || !scene.triggers.is_empty();
    if floats || knows || stops(scene) {
        return;
    }
    let bodies = scene.bodies.iter().map(|body| body.node);
    let rigids = (scene.rigids.iter())
        .filter(|rigid| rigid.is_free())
        .map(|rigid| rigid.node);
    let Some(body) = bodies.chain(rigids).next() else {
        return;
    };
    let name = |node: usize| &scene.nodes[node].name;
    let mut drawn = scene
        .order
        .iter()
        .filter(|node| is_only_drawn(scene, **node));
    if let Some(mesh) = drawn.next() {
        let others = if drawn.next().is_some() {
            ", or another mesh,"
        } else {
            ""
        };
        report.warn(format!(
            "nothing stops {} as it falls; {}{others} is only drawn: give it \"pliant_body\": \"static\", or start with --body {}=static",
            quote(name(body)),
            quote(name(*mesh)),
            quote(name(*mesh))
        ));
    }
}

/// Whether something in the scene does not fall: a collider, or a body that is held.
fn stops(scene: &Scene) -> bool {
    let free = |rigid: usize| scene.rigids[rigid].is_free();
    let mut colliders = scene.colliders.iter();
    colliders.any(|collider| !collider.rigid.is_some_and(free)) || scene.bodies.iter().any(is_held)
}

/// Whether something holds a deformable body. A fluid that an emitter makes may be meant to fall.
fn is_held(body: &Body) -> bool {
    let emitted = body.kind == BodyKind::Fluid && body.keys.emitter.is_some();
    emitted || !body.pinned.is_empty() || !body.attachments.is_empty()
}

/// Whether a node has a mesh that no body and no collider uses.
fn is_only_drawn(scene: &Scene, node: usize) -> bool {
    let own = &scene.nodes[node];
    own.mesh.is_some() && own.kind == "none" && scene.rigid_above(node).is_none()
}
