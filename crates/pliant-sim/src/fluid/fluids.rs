//! Fluids: particles with a density constraint (docs/method.md §25).

use super::emit::Emitters;
use super::neighbours::{Lists, first_capacity};
use super::obstacles::obstacles;
use super::rest_sums::RestSums;
use crate::build::built::Built;
use crate::build::pools::Pools;
use crate::couple::Couples;
use crate::settings::Settings;
use crate::world::contact_slots;
use glam::Vec3;
use pliant_math::{powf, powi};
use pliant_passes::Variant;
use pliant_passes::types::{FEATURE_COHESION, FEATURE_VORTICITY, Fluid, FluidParams};
use pliant_scene::{Body, BodyKind, Scene};
use std::collections::HashMap;

/// Radius of the kernel in spacings: the smallest measured one at which still water keeps its density, pressure and height
/// within 1 %.
const RADIUS: f32 = 2.2;

/// Initial capacity of neighbour lists: water at rest has up to 55 neighbours.
const CAPACITY: u32 = 56;

/// Largest number of points that share lanes. With more points a device is busy with one lane each, and faster without sums
/// over lanes (docs/passes.md, lanes).
const MAX_SHARED: u32 = 1 << 15;

/// Fraction of a lattice's density gradients that is added to those of a density, as compliance.
const COMPLIANCE: f64 = 1e-3;

/// Over-relaxation of the pressure update: a little less than 4/3, up to which it is stable under substeps.
const OVER_RELAXATION: f64 = 1.3;

/// Density of water, kg/m³.
const DENSITY: f64 = 1e3;

/// Time in which `pliant_viscosity` is the fraction of velocity differences that is removed, s.
const VISCOSITY_TIME: f64 = 1.0 / 60.0;

/// Coupling of the points of fluids with free rigid bodies; empty in a scene that lacks either.
#[derive(Default)]
pub(crate) struct FluidCouples {
    /// Number of points: particles of fluids, and of deformable bodies in them.
    pub(super) points: u32,
    /// Most colliders near a point.
    pub(super) slots: u32,
    /// Number of rigid bodies.
    pub(super) bodies: u32,
}

impl FluidCouples {
    pub(crate) fn new(couples: &Couples, points: u32, slots: u32) -> Self {
        if !couples.any() || points == 0 {
            return Self::default();
        }
        Self {
            points,
            slots,
            bodies: couples.bodies,
        }
    }

    /// Whether the scene has both fluids and free rigid bodies.
    pub(crate) fn any(&self) -> bool {
        self.bodies > 0
    }
}

/// All fluids of a scene, on the host. Their points are the particles of fluids, then those of deformable bodies in them.
#[derive(Default)]
pub(crate) struct Fluids {
    /// Particle of each point.
    pub(crate) particles: Vec<u32>,
    /// Rest volume of each point, m³; negative for a particle of a deformable body.
    pub(super) volumes: Vec<f32>,
    /// Body of each point.
    pub(super) body_of: Vec<u32>,
    /// Coefficients of each body; 0 for a body that is no fluid.
    pub(super) fluids: Vec<Fluid>,
    /// Radius of the kernel, m.
    pub(crate) radius: f32,
    /// Capacity of each list of neighbours.
    pub(crate) capacity: u32,
    pub(crate) params: FluidParams,
    pub(crate) emitters: Emitters,
    /// Fluid particles below this height are removed, m.
    pub(super) kill_below: Option<f32>,
    /// Variant of passes that compute distances to colliders.
    pub(super) collision_meshes: Variant,
    /// `FEATURE_COHESION` and `FEATURE_VORTICITY` where some fluid has cohesion or vorticity confinement.
    pub(super) features: u32,
    /// Number of colliders, which precede bodies in contact forces; `None` where these are not measured.
    pub(super) accumulate: Option<u32>,
    /// Lanes that share a point in passes over neighbours.
    pub(crate) lanes: u32,
    /// Coupling with free rigid bodies.
    pub(crate) couples: FluidCouples,
}

impl Fluids {
    /// Rest density of each particle of a fluid, kg/m³.
    pub(crate) fn rest_densities(&self, masses: &[f32]) -> HashMap<u32, f32> {
        let points = self.particles.iter().zip(&self.volumes);
        let fluid = points.filter(|(_, volume)| **volume > 0.0);
        fluid
            .map(|(particle, volume)| (*particle, masses[*particle as usize] / volume))
            .collect()
    }

    pub(crate) fn new(
        scene: &Scene,
        settings: &Settings,
        pools: &Pools,
        built: &Built,
        (collision_meshes, couples): (Variant, &Couples),
    ) -> Self {
        let bodies = scene.bodies.iter().zip(0..);
        let fluids = bodies.filter(|(body, _)| body.kind == BodyKind::Fluid);
        let mut all = Self {
            emitters: Emitters::new(scene, settings, pools, &built.positions),
            kill_below: settings.kill_below,
            ..Self::default()
        };
        let mut spacing = 0.0_f32;
        for (body, index) in fluids {
            let own = pools.range(index as usize);
            spacing = spacing.max(body.keys.spacing);
            let volume = powi(body.keys.spacing, 3);
            all.volumes.extend(own.clone().map(|_| volume));
            all.body_of.extend(own.clone().map(|_| index));
            all.particles.extend(own.map(|p| p as u32));
        }
        if all.particles.is_empty() {
            return all;
        }
        let positions = all.particles.iter().map(|p| built.positions[*p as usize]);
        all.params = FluidParams {
            particles: pools.particles(),
            slots: contact_slots(scene),
            colliders: scene.solids().count() as u32,
            h: settings.h() as f32,
            origin: middle(positions),
            ..constants(spacing)
        };
        all.fluids = scene
            .bodies
            .iter()
            .map(|b| row(b, settings, &all.params))
            .collect();
        all.features = features(&all.fluids);
        for (particle, body, volume) in obstacles(scene, pools, built, &all.params) {
            all.particles.push(particle);
            all.body_of.push(body);
            all.volumes.push(-volume);
        }
        all.params.count = all.particles.len() as u32;
        Self {
            radius: all.params.radius,
            capacity: first_capacity(Lists::SortedPositions, CAPACITY, all.params.count),
            accumulate: (settings.contact_forces).then_some(scene.colliders.len() as u32),
            couples: FluidCouples::new(couples, all.params.count, all.params.slots),
            collision_meshes,
            ..all
        }
    }

    /// Chooses how many lanes share a point: as many as the engine has, or 1 in a large fluid.
    pub(crate) fn choose_lanes(&mut self, lanes: u32) {
        let are_few = (1..=MAX_SHARED).contains(&self.params.count);
        self.lanes = if are_few { lanes } else { 1 };
    }

    /// Whether the part of each collider in boundary densities is stored.
    pub(super) fn stores_collider_parts(&self) -> bool {
        self.accumulate.is_some() || self.couples.any()
    }

    /// Variant of a pass over neighbours.
    pub(super) fn variant(&self, features: u32) -> Variant {
        let lanes = self.lanes;
        Variant { lanes, features }
    }
}

/// Kernel constants of fluids with this spacing, m.
fn constants(spacing: f32) -> FluidParams {
    let sums = RestSums::new(f64::from(RADIUS));
    let side = f64::from(spacing);
    FluidParams {
        relaxation: (OVER_RELAXATION * sums.relaxation) as f32,
        regularization: (COMPLIANCE * sums.gradient_sum / side) as f32,
        pressure_unit: (DENSITY * side * side / (sums.gradient_sum * sums.gradient_sum / 3.0))
            as f32,
        radius: RADIUS * spacing,
        inverse_radius: 1.0 / (RADIUS * spacing),
        kernel_scale: (sums.density / powi(side, 3)) as f32,
        gradient_scale: (sums.slope / powi(side, 4)) as f32,
        half_space_weight: sums.boundary as f32,
        boundary_force_scale: sums.gradient_ratio as f32,
        rest_closeness: 1.0 - 1.0 / RADIUS,
        ..FluidParams::default()
    }
}

/// Coefficients of a body in the passes of fluids.
fn row(body: &Body, settings: &Settings, params: &FluidParams) -> Fluid {
    if body.kind != BodyKind::Fluid {
        return Fluid::default();
    }
    let h = settings.h();
    let keys = &body.keys;
    // Cohesion is in units of the velocity change by a pressure that would correct a density of twice that at rest in this time.
    let unit = f64::from(params.pressure_unit) * f64::from(params.gradient_scale) * h
        / powi(VISCOSITY_TIME, 2);
    Fluid {
        viscosity: viscosity(body, settings),
        cohesion: (f64::from(keys.cohesion) * unit) as f32,
        vorticity: (f64::from(keys.vorticity) * f64::from(keys.spacing) * h) as f32,
    }
}

/// Feature bits of the cohesion and the vorticity confinement of some fluid.
fn features(fluids: &[Fluid]) -> u32 {
    let any = |of: fn(&Fluid) -> f32, bit: u32| {
        if fluids.iter().any(|fluid| of(fluid) > 0.0) {
            bit
        } else {
            0
        }
    };
    any(|f| f.cohesion, FEATURE_COHESION) | any(|f| f.vorticity, FEATURE_VORTICITY)
}

/// Fraction of velocity differences that viscosity removes in a substep.
fn viscosity(body: &Body, settings: &Settings) -> f32 {
    let remaining = 1.0 - f64::from(body.keys.viscosity.min(1.0));
    (1.0 - powf(remaining, settings.h() / VISCOSITY_TIME)) as f32
}

/// Centre of the box around points, m.
fn middle(points: impl Iterator<Item = [f32; 4]>) -> [f32; 3] {
    let (mut low, mut high) = (Vec3::MAX, Vec3::MIN);
    for [x, y, z, _] in points {
        let x = Vec3::new(x, y, z);
        (low, high) = (low.min(x), high.max(x));
    }
    ((low + high) / 2.0).to_array()
}

#[cfg(test)]
mod tests {
    use super::{Fluids, MAX_SHARED};

    #[test]
    fn lanes_share_a_point_where_points_do_not_fill_a_device() {
        let lanes = |count: u32, lanes: u32| {
            let mut fluids = Fluids::default();
            fluids.params.count = count;
            fluids.choose_lanes(lanes);
            fluids.lanes
        };
        assert_eq!([lanes(1, 32), lanes(MAX_SHARED, 64)], [32, 64]);
        assert_eq!(
            [lanes(0, 32), lanes(MAX_SHARED + 1, 32), lanes(1, 1)],
            [1; 3]
        );
    }
}
