//! The keys of a deformable body; those that it does not have are the defaults of the table of keys.

use crate::bodies::body::{BendModel, BodyKeys, BodyKind, Contact, Links, Mass, Model};
use crate::colliders::physics_materials::Coefficients;
use crate::keys::extras::{Keys, default_number};
use crate::keys::key::Kind;
use crate::report::Report;

/// The keys of a body; `size` is the node's, m, and `name` is quoted.
pub(crate) fn body_keys(
    kind: BodyKind,
    keys: &Keys,
    size: f32,
    name: &str,
    report: &mut Report,
) -> BodyKeys {
    let of = key_kind(kind);
    let number = |key| keys.number_or_default(key, of);
    let stretch_compliance = number("stretch_compliance");
    BodyKeys {
        mass: mass(keys, number("density")),
        links: match keys.word_or_default("links", of) {
            Some("grid") => Links::Grid,
            _ => Links::Edges,
        },
        model: model(kind, keys, name, report),
        stretch_compliance,
        shear_compliance: keys
            .number("shear_compliance")
            .unwrap_or(stretch_compliance),
        bend_compliance: number("bend_compliance"),
        bend_model: bend_model(kind, keys, name, report),
        stiffness: number("stiffness"),
        youngs_modulus: number("youngs_modulus"),
        poissons_ratio: number("poissons_ratio"),
        strain_limit: keys.number("strain_limit"),
        volume_compliance: number("volume_compliance"),
        pressure: number("pressure"),
        tear_strain: keys.number("tear_strain"),
        attach_compliance: number("attach_compliance"),
        damping: number("damping"),
        velocity_damping: number("velocity_damping"),
        air_drag: number("air_drag"),
        thickness: keys
            .number("thickness")
            .unwrap_or_else(|| default_number("thickness", of) * size),
        self_collision: keys.boolean_or_default("self_collision"),
        contact: match keys.word_or_default("contact", of) {
            Some("particles") => Contact::Particles,
            _ => Contact::Surface,
        },
        spacing: 0.0,
        viscosity: number("viscosity"),
        cohesion: number("cohesion"),
        vorticity: number("vorticity"),
        emitter: None,
        coefficients: Coefficients::of(keys, None),
        velocity: keys.vector("velocity"),
        angular_velocity: keys.vector("angular_velocity"),
    }
}

/// The kind of body as `pliant_body` has it.
fn key_kind(kind: BodyKind) -> Kind {
    match kind {
        BodyKind::Cloth => Kind::Cloth,
        BodyKind::Balloon => Kind::Balloon,
        BodyKind::Rope => Kind::Rope,
        BodyKind::Soft => Kind::Soft,
        BodyKind::Fluid => Kind::Fluid,
    }
}

/// `pliant_particle_mass` overrides `pliant_mass`, which overrides `pliant_density`.
fn mass(keys: &Keys, density: f32) -> Mass {
    let particle = keys.number("particle_mass").map(Mass::Particle);
    let total = || keys.number("mass").map(Mass::Total);
    particle.or_else(total).unwrap_or(Mass::Density(density))
}

fn bend_model(kind: BodyKind, keys: &Keys, name: &str, report: &mut Report) -> BendModel {
    match (keys.word_or_default("bend_model", key_kind(kind)), kind) {
        (Some("none"), _) => BendModel::None,
        (Some("dihedral"), BodyKind::Rope) => {
            report.warn(format!(
                "node {name}: pliant_bend_model dihedral needs triangles; distance is used"
            ));
            BendModel::Distance
        }
        (Some("distance"), _) => BendModel::Distance,
        _ => BendModel::Dihedral,
    }
}

fn model(kind: BodyKind, keys: &Keys, name: &str, report: &mut Report) -> Model {
    // Ropes and balloons have no such key; their links are XPBD's.
    let word = keys
        .word_or_default("model", key_kind(kind))
        .unwrap_or("xpbd");
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
