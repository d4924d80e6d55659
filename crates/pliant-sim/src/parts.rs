//! The parts that a simulation is assembled from, made in order: particles, constraints, colours or slots, and what
//! is drawn and watched.

use crate::build::{Built, build};
use crate::color::Coloring;
use crate::kinematic::Kinematics;
use crate::links::{Constraints, Slotted};
use crate::pools::Pools;
use crate::state::{Plan, contact_slots};
use crate::step::Shape;
use crate::vertices::Vertices;
use crate::watch::Watches;
use crate::{Error, Settings, mass, material};
use pliant_kernels::Engine;
use pliant_kernels::types::{
    FEATURE_DAMPED, FEATURE_HINGES, FEATURE_ONE_ITERATION, FEATURE_ONE_MATERIAL, Material,
};
use pliant_scene::{Scene, Solver};

/// Everything that a scene's geometry and settings amount to, on the host.
pub(crate) struct Parts {
    pub(crate) pools: Pools,
    pub(crate) built: Built,
    pub(crate) masses: Vec<f32>,
    pub(crate) inverse_masses: Vec<f32>,
    pub(crate) constraints: Constraints,
    /// Of links and of hinges; empty with Jacobi.
    pub(crate) colors: [Coloring; 2],
    /// Colour ranges of both, one after the other.
    ranges: Vec<[u32; 2]>,
    /// Empty with Gauss-Seidel.
    pub(crate) slotted: Slotted,
    vertices: Vertices,
    pub(crate) kinematics: Kinematics,
    pub(crate) watches: Watches,
}

impl Parts {
    pub(crate) fn new<E: Engine>(
        scene: &Scene,
        settings: &Settings,
        engine: &mut E,
    ) -> Result<Self, Error> {
        let pools = Pools::new(scene);
        let built = build(&pools, engine)?;
        let masses = mass::masses(scene, &pools, &built);
        let inverse_masses = mass::inverse_masses(scene, &pools, &masses);
        let mut constraints = Constraints::free(&built, &inverse_masses);
        let mut colors = <[Coloring; 2]>::default();
        let mut slotted = Slotted::default();
        match settings.solver {
            Solver::GaussSeidel => colors = constraints.color(&built.rests, &inverse_masses),
            Solver::Jacobi => slotted = Slotted::new(engine, pools.particles(), &constraints)?,
        }
        let lambda_of = |link: usize, end: usize| {
            slotted
                .slots_of
                .get(link)
                .map_or(link as u32, |slots| slots[end])
        };
        Ok(Self {
            watches: Watches::new(scene, &pools, settings, &constraints, lambda_of),
            vertices: Vertices::new(scene, &pools),
            kinematics: Kinematics::new(scene, &pools),
            ranges: colors
                .iter()
                .flat_map(|c| c.ranges.iter().copied())
                .collect(),
            pools,
            built,
            masses,
            inverse_masses,
            constraints,
            colors,
            slotted,
        })
    }

    /// What the buffers are filled with.
    pub(crate) fn plan<'a>(&'a self, scene: &'a Scene, settings: &'a Settings) -> Plan<'a> {
        Plan {
            scene,
            settings,
            body_of: &self.pools.body_of,
            constraints: &self.constraints,
            ranges: &self.ranges,
            slotted: &self.slotted,
            vertices: &self.vertices,
            kinematics: &self.kinematics,
            watches: &self.watches,
        }
    }

    /// What the recordings depend on.
    pub(crate) fn shape<'a>(
        &'a self,
        scene: &Scene,
        settings: &'a Settings,
        subgroup: u32,
    ) -> Shape<'a> {
        Shape {
            settings,
            kinematics: &self.kinematics,
            particles: self.pools.particles(),
            hinges: self.constraints.hinges.len() as u32,
            colliders: scene.colliders.len() as u32,
            slots: contact_slots(scene),
            watches: self.watches.watches.len() as u32,
            vertices: self.pools.vertices(),
            tangents: !self.vertices.texcoords.is_empty(),
            link_colors: &self.colors[0].ranges,
            hinge_colors: &self.colors[1].ranges,
            features: features(
                settings,
                &self.constraints,
                &material::materials(scene, settings),
            ),
            lanes: lanes(subgroup, &self.slotted, self.pools.particles()),
        }
    }

    /// Whether each body has pins, and whether it has constraints.
    pub(crate) fn pinned(&self, scene: &Scene) -> Vec<(bool, bool)> {
        let mut linked = vec![false; scene.bodies.len()];
        let links = self.constraints.links.iter().map(|l| l.material);
        let hinges = self.constraints.hinges.iter().map(|h| h.material);
        links
            .chain(hinges)
            .for_each(|material| linked[material as usize / 4] = true);
        scene
            .bodies
            .iter()
            .map(|body| !body.pinned.is_empty())
            .zip(linked)
            .collect()
    }
}

/// Lanes that share a particle: a whole subgroup pays only where it has links for half of its lanes
/// (ARCHITECTURE.md, lanes), and never depends on timing.
fn lanes(subgroup: u32, slotted: &Slotted, particles: u32) -> u32 {
    let links = slotted.slots.len() as u32 / particles.max(1);
    if subgroup > 1 && links >= (subgroup / 2).max(16) {
        subgroup
    } else {
        1
    }
}

/// What the links' and the hinges' passes must be able to do.
fn features(settings: &Settings, constraints: &Constraints, materials: &[Material]) -> [u32; 2] {
    let bit = |on: bool, feature: u32| if on { feature } else { 0 };
    let common = bit(settings.iterations == 1, FEATURE_ONE_ITERATION)
        | bit(!constraints.hinges.is_empty(), FEATURE_HINGES);
    let of = |used: &mut dyn Iterator<Item = u32>| {
        let rows: Vec<Material> = used.map(|row| materials[row as usize]).collect();
        common
            | bit(rows.iter().any(|m| m.damping != 0.0), FEATURE_DAMPED)
            | bit(
                rows.iter().all(|m| *m == materials[0]),
                FEATURE_ONE_MATERIAL,
            )
    };
    [
        of(&mut constraints.links.iter().map(|l| l.material)),
        of(&mut constraints.hinges.iter().map(|h| h.material)),
    ]
}
