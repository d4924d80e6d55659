//! Rows of the material pool: how each kind of constraint of each body gives way over a substep of length h.

use crate::Settings;
use pliant_kernels::types::{Body, Material};
use pliant_scene::{BodyKeys, Model, Scene};

/// Four rows a body: STRETCH, SHEAR, BEND, HINGE; compliances in m/N or rad/(N·m).
pub(crate) fn compliances(scene: &Scene) -> Vec<f64> {
    let of = |keys: &BodyKeys| match keys.model {
        Model::Xpbd => [
            keys.stretch_compliance,
            keys.shear_compliance,
            keys.bend_compliance,
            keys.bend_compliance,
        ],
        Model::Pbd => [0.0; 4],
    };
    scene
        .bodies
        .iter()
        .flat_map(|body| of(&body.keys).map(f64::from))
        .collect()
}

/// The same rows as the solvers want them.
pub(crate) fn materials(scene: &Scene, settings: &Settings) -> Vec<Material> {
    let h = settings.h();
    let row = |alpha: f64, keys: &BodyKeys| Material {
        compliance: (alpha / (h * h)) as f32,
        // γ = α̃β̃/h with α̃ = α/h² and β̃ = h²β [MMC16, eq. 26].
        damping: (alpha * f64::from(keys.damping) / h) as f32,
        stiffness: match keys.model {
            Model::Xpbd => 1.0,
            // k′ = 1 − (1 − k)^(1/n) [MHHR07, §3.3].
            Model::Pbd => {
                (1.0 - (1.0 - f64::from(keys.stiffness)).powf(1.0 / f64::from(settings.iterations)))
                    as f32
            }
        },
    };
    let keys = scene.bodies.iter().flat_map(|body| [&body.keys; 4]);
    compliances(scene)
        .into_iter()
        .zip(keys)
        .map(|(alpha, keys)| row(alpha, keys))
        .collect()
}

/// What passes need to know of each body.
pub(crate) fn bodies(scene: &Scene, settings: &Settings) -> Vec<Body> {
    let row = |keys: &BodyKeys| Body {
        keep: (-f64::from(keys.air_drag) * settings.h()).exp() as f32,
        half_thickness: 0.5 * keys.thickness,
        friction: keys.friction,
        static_friction: keys.static_friction,
        restitution: keys.restitution,
    };
    scene.bodies.iter().map(|body| row(&body.keys)).collect()
}
