//! Rows of the material pool: compliance and damping of each kind of constraint of each body, for a substep of length h.

use super::constraint_lists::Compliance;
use crate::settings::Settings;
use pliant_math::{exp, powf};
use pliant_passes::types::{
    ATTACH, AVERAGE, Body, Coefficients, ELASTIC, Filter, MATERIALS, MAXIMUM, MINIMUM, MULTIPLY,
    Material, UNSPECIFIED,
};
use pliant_scene::{
    Body as SceneBody, BodyKeys, BodyKind, Coefficients as SceneCoefficients, Combine,
    Filter as SceneFilter, Model, Scene, Solver,
};

/// MATERIALS rows a body: STRETCH, SHEAR, BEND in m/N, HINGE in rad/(N·m), VOLUME in m³/Pa, ELASTIC, ATTACH in m/N.
pub(crate) fn compliances(scene: &Scene) -> Vec<Compliance> {
    let rows = |keys: &BodyKeys| {
        let links = match keys.model {
            Model::Pbd => [0.0; 5],
            Model::Xpbd | Model::Stvk => [
                keys.stretch_compliance,
                keys.shear_compliance,
                keys.bend_compliance,
                keys.bend_compliance,
                keys.volume_compliance,
            ],
        };
        let elastic = Compliance {
            alpha: 1.0 / f64::from(keys.youngs_modulus),
            poisson: keys.poissons_ratio.into(),
        };
        let link = |alpha: f32| Compliance {
            alpha: alpha.into(),
            poisson: 0.0,
        };
        let attach = link(keys.attach_compliance);
        links.into_iter().map(link).chain([elastic, attach])
    };
    scene.bodies.iter().flat_map(|b| rows(&b.keys)).collect()
}

/// The same rows in the layout of the solvers.
pub(crate) fn materials(scene: &Scene, settings: &Settings) -> Vec<Material> {
    let rows = compliances(scene);
    let bodies = scene.bodies.iter().flat_map(|b| [b; MATERIALS as usize]);
    rows.iter()
        .zip(bodies)
        .zip((0..MATERIALS).cycle())
        .map(|((row, body), kind)| material(*row, body, kind, settings))
        .collect()
}

fn material(row: Compliance, body: &SceneBody, kind: u32, settings: &Settings) -> Material {
    let (h, beta) = (settings.h(), f64::from(body.keys.damping));
    // γ = α̃β̃/h with α̃ = α/h² and β̃ = h²β [MMC16, eq. 26]. For elements β = τKV with a time τ, so that α and β cancel.
    let alpha = if kind == ELASTIC { 1.0 } else { row.alpha };
    Material {
        compliance: (row.alpha / (h * h)) as f32,
        damping: (alpha * beta / h) as f32,
        stiffness: match body.keys.model {
            _ if kind == ATTACH => 1.0,
            Model::Xpbd | Model::Stvk => relaxation(body, settings),
            // k′ = 1 − (1 − k)^(1/n) [MHHR07, §3.3].
            Model::Pbd => {
                (1.0 - powf(
                    1.0 - f64::from(body.keys.stiffness),
                    1.0 / f64::from(settings.iterations),
                )) as f32
            }
        },
        poisson: row.poisson as f32,
    }
}

/// Over-relaxation of Gauss-Seidel with few substeps and many iterations. Colours propagate tension through a sheet more slowly
/// than rows in the order of the mesh, and this factor compensates. A larger factor converges slowly on compliant cloth, and
/// is unstable with few iterations. Ropes have two colours and need none.
fn relaxation(body: &SceneBody, settings: &Settings) -> f32 {
    let large = settings.substeps < 10 && settings.iterations >= 20;
    if large && settings.solver == Solver::GaussSeidel && body.kind == BodyKind::Cloth {
        1.15
    } else {
        1.0
    }
}

/// Density of air, kg/m³.
const AIR: f64 = 1.2;
/// C_N of a plate across the flow [Hoe65, ch. 3].
const PLATE: f64 = 1.17;
/// C_T of a cloth along the flow, both sides [Hoe65, ch. 2].
const FRICTION: f64 = 0.02;
/// C_N of each side of a closed surface: a ball has C_D = 4/3 C_N + 8/3 C_T = 0.47 [Hoe65, ch. 3].
const CLOSED: f64 = 0.3125;

/// Friction and restitution in the layout of passes.
pub(crate) fn coefficients(surface: &SceneCoefficients) -> Coefficients {
    let rule = |combine: Option<Combine>| match combine {
        Some(Combine::Average) => AVERAGE,
        Some(Combine::Minimum) => MINIMUM,
        Some(Combine::Maximum) => MAXIMUM,
        Some(Combine::Multiply) => MULTIPLY,
        None => UNSPECIFIED,
    };
    Coefficients {
        friction: surface.friction,
        static_friction: surface.static_friction,
        restitution: surface.restitution,
        combine: rule(surface.friction_combine) | rule(surface.restitution_combine) << 8,
    }
}

/// Collision filter in the layout of passes.
pub(crate) fn filter(surface: SceneFilter) -> Filter {
    Filter {
        systems: surface.systems,
        collides_with: surface.collides_with,
        ignores: surface.ignores,
    }
}

/// Properties of each body in the layout of passes.
pub(crate) fn bodies(scene: &Scene, settings: &Settings) -> Vec<Body> {
    let row = |body: &SceneBody, keys: &BodyKeys, normal: f64| Body {
        drag_factor: exp(-f64::from(keys.air_drag) * settings.h()) as f32,
        half_thickness: 0.5 * keys.thickness,
        coefficients: coefficients(&keys.coefficients),
        filters: filter(body.filter),
        // 1 − (1 − k)^h: the velocity that remains after a second does not depend on h.
        damping: (1.0 - powf(1.0 - f64::from(keys.velocity_damping), settings.h())) as f32,
        air_normal: (0.5 * AIR * normal) as f32,
        air_tangent: (0.5 * AIR * FRICTION) as f32,
    };
    let across = |body: &SceneBody| match body.kind {
        BodyKind::Cloth | BodyKind::Rope | BodyKind::Fluid => PLATE,
        BodyKind::Balloon | BodyKind::Soft => CLOSED,
    };
    scene
        .bodies
        .iter()
        .map(|body| row(body, &body.keys, across(body)))
        .collect()
}
