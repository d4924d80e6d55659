//! Rows of the material pool: how each kind of constraint of each body gives way over a substep of length h.

use crate::Settings;
use pliant_kernels::types::{Body, MATERIALS, Material};
use pliant_scene::{Body as SceneBody, BodyKeys, BodyKind, Model, Scene, Solver};

/// MATERIALS rows a body: compliances of STRETCH, SHEAR, BEND in m/N, of HINGE in rad/(N·m).
pub(crate) fn compliances(scene: &Scene) -> Vec<f64> {
    let of = |keys: &BodyKeys| match keys.model {
        Model::Xpbd | Model::Stvk => [
            keys.stretch_compliance,
            keys.shear_compliance,
            keys.bend_compliance,
            keys.bend_compliance,
            0.0,
            0.0,
        ],
        Model::Pbd => [0.0; MATERIALS as usize],
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
    let row = |alpha: f64, body: &SceneBody| Material {
        compliance: (alpha / (h * h)) as f32,
        // γ = α̃β̃/h with α̃ = α/h² and β̃ = h²β [MMC16, eq. 26].
        damping: (alpha * f64::from(body.keys.damping) / h) as f32,
        stiffness: match body.keys.model {
            Model::Xpbd | Model::Stvk => relaxation(body, settings),
            // k′ = 1 − (1 − k)^(1/n) [MHHR07, §3.3].
            Model::Pbd => {
                (1.0 - (1.0 - f64::from(body.keys.stiffness))
                    .powf(1.0 / f64::from(settings.iterations))) as f32
            }
        },
    };
    let bodies = scene
        .bodies
        .iter()
        .flat_map(|body| [body; MATERIALS as usize]);
    compliances(scene)
        .into_iter()
        .zip(bodies)
        .map(|(alpha, body)| row(alpha, body))
        .collect()
}

/// Over-relaxation of Gauss-Seidel where a large step is given many iterations: colours carry a pull through a sheet
/// more slowly than rows solved in the order of the mesh, and this makes up for it. More would leave a slow tail on
/// compliant cloth, and is unstable with few iterations; ropes have two colours and need none.
fn relaxation(body: &SceneBody, settings: &Settings) -> f32 {
    let large = settings.substeps < 10 && settings.iterations >= 20;
    if large && settings.solver == Solver::GaussSeidel && body.kind == BodyKind::Cloth {
        1.15
    } else {
        1.0
    }
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
