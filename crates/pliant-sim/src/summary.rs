//! What a simulation is, in numbers.

use crate::Settings;
use crate::build::Built;
use crate::color::Coloring;
use crate::metrics::{BodySummary, Summary};
use crate::pools::Pools;
use pliant_kernels::Engine;
use pliant_kernels::types::{SHEAR, STRETCH};
use pliant_scene::{BodyKind, Scene};
use std::collections::BTreeMap;

pub(crate) struct Parts<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) settings: &'a Settings,
    pub(crate) pools: &'a Pools,
    pub(crate) built: &'a Built,
    pub(crate) masses: &'a [f32],
    pub(crate) colors: &'a [Coloring; 2],
    pub(crate) lanes: u32,
}

pub(crate) fn summary<E: Engine>(parts: &Parts<'_>, engine: &E) -> Summary {
    let names = ["links", "bending"].into_iter().zip(parts.colors);
    Summary {
        subgroup: engine.subgroup_size(),
        lanes: parts.lanes,
        dt: parts.settings.dt(),
        substeps: parts.settings.substeps,
        iterations: parts.settings.iterations,
        solver: parts.settings.solver.name(),
        colors: names
            .filter(|(_, c)| !c.ranges.is_empty())
            .map(|(name, c)| (name, c.ranges.len() as u32))
            .collect(),
        bodies: (0..parts.scene.bodies.len())
            .map(|index| parts.body(index))
            .collect(),
    }
}

impl Parts<'_> {
    fn body(&self, index: usize) -> BodySummary {
        let body = &self.scene.bodies[index];
        let range = self.pools.first_particle[index] as usize
            ..self.pools.first_particle[index + 1] as usize;
        BodySummary {
            name: self.scene.body_name(body).to_owned(),
            kind: body.kind.name(),
            particles: range.len() as u32,
            pinned: body.pinned.len() as u32,
            mass: self.masses[range].iter().map(|m| f64::from(*m)).sum(),
            constraints: self.constraints(index, body.kind),
        }
    }

    /// Every constraint that was built, also those between pins.
    fn constraints(&self, index: usize, kind: BodyKind) -> BTreeMap<&'static str, u32> {
        let mut counts = BTreeMap::from([("stretch", 0), ("bend", 0)]);
        if kind == BodyKind::Cloth {
            counts.insert("shear", 0);
        }
        let links = self.built.links.iter().map(|l| l.material);
        let hinges = self.built.hinges.iter().map(|h| h.material);
        for material in links.chain(hinges).filter(|m| *m as usize / 4 == index) {
            let name = match material & 3 {
                STRETCH => "stretch",
                SHEAR => "shear",
                _ => "bend",
            };
            *counts.entry(name).or_insert(0) += 1;
        }
        counts
    }
}
