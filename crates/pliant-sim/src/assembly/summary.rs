//! Counts of bodies, particles and constraints, for the header line.

use crate::constraints::constraint_lists::built_kinds;
use crate::metrics::{BodySummary, Summary};
use crate::model::Model;
use crate::rigid::summaries;
use crate::settings::Settings;
use pliant_passes::Engine;
use pliant_passes::types::{MATERIALS, SHEAR, STRETCH};
use pliant_scene::{BodyKind, Scene};
use std::collections::BTreeMap;

pub(crate) fn summary<E: Engine>(
    scene: &Scene,
    settings: &Settings,
    model: &Model,
    engine: &E,
) -> Summary {
    let lists = model
        .constraints
        .lists
        .iter()
        .map(|f| (f.kind.name, &f.coloring));
    let names = [("links", &model.constraints.colors)]
        .into_iter()
        .chain(lists);
    Summary {
        subgroup: engine.subgroup_size(),
        lanes: model.constraints.lanes,
        fluid_lanes: model.fluids.lanes,
        dt: settings.dt(),
        substeps: settings.substeps,
        iterations: settings.iterations,
        solver: settings.solver.name(),
        colors: names
            .filter(|(_, c)| !c.colors.is_empty())
            .map(|(name, c)| (name, c.colors.len() as u32))
            .collect(),
        bodies: (0..scene.bodies.len())
            .map(|index| model.body(scene, index))
            .chain(summaries(scene))
            .collect(),
    }
}

impl Model {
    fn body(&self, scene: &Scene, index: usize) -> BodySummary {
        let body = &scene.bodies[index];
        let range = self.pools.range(index);
        BodySummary {
            name: scene.body_name(body).to_owned(),
            kind: body.kind.name(),
            particles: range.len() as u32,
            pinned: body.pinned.len() as u32,
            mass: self.masses[range].iter().map(|m| f64::from(*m)).sum(),
            constraints: self.constraint_counts(scene, index),
        }
    }

    /// Number of constraints of each type, including those between pins.
    fn constraint_counts(&self, scene: &Scene, index: usize) -> BTreeMap<&'static str, u32> {
        if scene.bodies[index].kind == BodyKind::Fluid {
            return BTreeMap::new();
        }
        let mut counts = BTreeMap::from([("stretch", 0), ("bend", 0)]);
        if scene.bodies[index].kind == BodyKind::Cloth {
            counts.insert("shear", 0);
        }
        let here = |row: u32| (row / MATERIALS) as usize == index;
        for link in self.built.links.iter().filter(|l| here(l.material)) {
            let name = match link.material % MATERIALS {
                STRETCH => "stretch",
                SHEAR => "shear",
                _ => "bend",
            };
            *counts.entry(name).or_insert(0) += 1;
        }
        for (kind, words) in built_kinds(scene, &self.built) {
            let rows = words.chunks_exact(kind.stride).map(|c| c[kind.material]);
            let count = rows.filter(|row| here(*row)).count() as u32;
            if count > 0 {
                *counts.entry(kind.name).or_insert(0) += count;
            }
        }
        counts
    }
}
