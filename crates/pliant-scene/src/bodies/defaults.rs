//! The keys of a deformable body, defaults filled in.

use crate::bodies::body::{BendModel, BodyKeys, BodyKind, Contact, Links, Mass, Model};
use crate::colliders::physics_materials::Coefficients;
use crate::keys::extras::Keys;
use crate::report::Report;

/// The values of docs/authoring.md; `size` is the node's, m, and `name` is quoted.
pub(crate) fn body_keys(
    kind: BodyKind,
    keys: &Keys,
    size: f32,
    name: &str,
    report: &mut Report,
) -> BodyKeys {
    let number = |key, default| keys.number(key).unwrap_or(default);
    let stretch_compliance = number("stretch_compliance", 0.0);
    BodyKeys {
        mass: mass(keys, density(kind)),
        links: if keys.word("links") == Some("grid") {
            Links::Grid
        } else {
            Links::Edges
        },
        model: model(kind, keys, name, report),
        stretch_compliance,
        shear_compliance: number("shear_compliance", stretch_compliance),
        bend_compliance: number("bend_compliance", 0.01),
        bend_model: bend_model(kind, keys, name, report),
        stiffness: number("stiffness", 1.0),
        youngs_modulus: number("youngs_modulus", 1e5),
        poissons_ratio: number("poissons_ratio", 0.3),
        strain_limit: keys.number("strain_limit"),
        volume_compliance: number("volume_compliance", 0.0),
        pressure: number("pressure", 1.0),
        tear_strain: keys.number("tear_strain"),
        attach_compliance: number("attach_compliance", 0.0),
        damping: number("damping", 0.0),
        velocity_damping: number("velocity_damping", 0.0),
        air_drag: number("air_drag", 0.0),
        thickness: number("thickness", 0.01 * size),
        self_collision: keys.boolean("self_collision").unwrap_or(true),
        contact: match keys.word("contact") {
            Some("particles") => Contact::Particles,
            _ => Contact::Surface,
        },
        spacing: 0.0,
        viscosity: number("viscosity", 0.01),
        cohesion: number("cohesion", 0.0),
        vorticity: number("vorticity", 0.0),
        emitter: None,
        coefficients: Coefficients::of(keys, None),
        velocity: keys.vector("velocity"),
        angular_velocity: keys.vector("angular_velocity"),
    }
}

/// Default density: kg/m² of a sheet or skin, kg/m of a rope, kg/m³ of a soft body or fluid.
fn density(kind: BodyKind) -> f32 {
    match kind {
        BodyKind::Cloth | BodyKind::Balloon => 0.2,
        BodyKind::Rope => 0.1,
        BodyKind::Soft | BodyKind::Fluid => 1000.0,
    }
}

/// `pliant_particle_mass` overrides `pliant_mass`, which overrides `pliant_density`.
fn mass(keys: &Keys, density: f32) -> Mass {
    let particle = keys.number("particle_mass").map(Mass::Particle);
    let total = || keys.number("mass").map(Mass::Total);
    particle
        .or_else(total)
        .unwrap_or_else(|| Mass::Density(keys.number("density").unwrap_or(density)))
}

fn bend_model(kind: BodyKind, keys: &Keys, name: &str, report: &mut Report) -> BendModel {
    match (keys.word("bend_model"), kind) {
        (Some("none"), _) => BendModel::None,
        (Some("dihedral"), BodyKind::Rope) => {
            report.warn(format!(
                "node {name}: pliant_bend_model dihedral needs triangles; distance is used"
            ));
            BendModel::Distance
        }
        (Some("distance"), _) | (None, BodyKind::Rope) => BendModel::Distance,
        _ => BendModel::Dihedral,
    }
}

fn model(kind: BodyKind, keys: &Keys, name: &str, report: &mut Report) -> Model {
    let usual = match kind {
        BodyKind::Soft => "stvk",
        _ => "xpbd",
    };
    let word = keys.word("model").unwrap_or(usual);
    for (key, needs) in [
        ("stiffness", &["pbd"][..]),
        ("youngs_modulus", &["stvk"]),
        ("poissons_ratio", &["stvk"]),
        ("stretch_compliance", &["xpbd", "pbd"]),
        ("shear_compliance", &["xpbd", "pbd"]),
        ("volume_compliance", &["xpbd", "pbd"]),
    ] {
        if keys.get(key).is_some() && !needs.contains(&word) {
            let needs = needs[0];
            report.warn(format!(
                "node {name}: pliant_{key} has no effect with pliant_model {word}; it is for {needs}"
            ));
        }
    }
    match word {
        "pbd" => Model::Pbd,
        "stvk" => Model::Stvk,
        _ => Model::Xpbd,
    }
}
