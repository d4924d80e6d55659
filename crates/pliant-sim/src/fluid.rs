//! Fluids: particles whose density is kept (docs/method.md §25).

use crate::Error;
use crate::Settings;
use crate::build::Built;
use crate::couple::{Couples, FluidCoupleBuffers, FluidCouples};
use crate::emit::Emitters;
use crate::lattice::Lattice;
use crate::neighbours::{Grid, Lists, grown};
use crate::obstacles::obstacles;
use crate::pools::Pools;
use crate::state::{Buffers, Maker, contact_slots};
use glam::Vec3;
use pliant_passes::passes::fluid;
use pliant_passes::types::{
    Birth, ColliderContactParams, EmitParams, FEATURE_ACCUMULATE, FEATURE_COHESION,
    FEATURE_COUPLED, FEATURE_JACOBI, FEATURE_SWIRL, Fluid, FluidParams, KillParams,
};
use pliant_passes::{Buffer, Engine, Memory, Recording, Variant};
use pliant_scene::{Body, BodyKind, Scene};

/// Radius of the kernel in spacings: of those measured the one at which still water has its density, its pressure and its
/// height within a percent, for the fewest neighbours.
const RADIUS: f32 = 2.2;

/// Neighbours that there is room for at first: water at rest has up to 55.
const CAPACITY: u32 = 56;

/// Places up to which lanes share one: a device that has more of them is busy with one lane each, and done sooner without sums
/// over lanes (ARCHITECTURE.md, lanes).
const SHARED: u32 = 1 << 15;

/// Share of the slopes of a lattice that is added to those of a density.
const GIVE: f64 = 1e-3;

/// How much further than to solve densities an iteration goes: a bit of what would still be stable under substeps, 4/3.
const BEYOND: f64 = 1.3;

/// Of water, kg/m³.
const DENSITY: f64 = 1e3;

/// What `pliant_viscosity` is the share of: velocities even out by it in so long, s.
const EVENING: f64 = 1.0 / 60.0;

/// All fluids of a scene, on the host.
#[derive(Default)]
pub(crate) struct Fluids {
    /// The particle of each point.
    pub(crate) particles: Vec<u32>,
    /// Its volume at rest, m³; negative where it is no fluid.
    volumes: Vec<f32>,
    /// Its body.
    body_of: Vec<u32>,
    /// A row for each body.
    fluids: Vec<Fluid>,
    /// Radius of the kernel, m.
    radius: f32,
    /// Neighbours that there is room for in each list.
    pub(crate) capacity: u32,
    pub(crate) params: FluidParams,
    pub(crate) emitters: Emitters,
    /// Below this there is no fluid, m.
    kill_below: Option<f32>,
    /// Of passes that find distances to colliders.
    collision_meshes: Variant,
    /// `FEATURE_COHESION` and `FEATURE_SWIRL` where some fluid has these.
    living: u32,
    /// Where contact forces are wanted, how many colliders come before bodies in them.
    accumulate: Option<u32>,
    /// Lanes that share a place in passes over neighbours.
    pub(crate) lanes: u32,
    /// Rigid bodies that they push.
    pub(crate) couples: FluidCouples,
}

impl Fluids {
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
            let volume = body.keys.spacing.powi(3);
            all.volumes.extend(own.clone().map(|_| volume));
            all.body_of.extend(own.clone().map(|_| index));
            all.particles.extend(own.map(|p| p as u32));
        }
        if all.particles.is_empty() {
            return all;
        }
        let places = all.particles.iter().map(|p| built.positions[*p as usize]);
        all.params = FluidParams {
            particles: pools.particles(),
            slots: contact_slots(scene),
            colliders: scene.solids().count() as u32,
            h: settings.h() as f32,
            origin: middle(places),
            ..constants(spacing)
        };
        all.fluids = scene
            .bodies
            .iter()
            .map(|b| row(b, settings, &all.params))
            .collect();
        all.living = living(&all.fluids);
        for (particle, body, volume) in obstacles(scene, pools, built, &all.params) {
            all.particles.push(particle);
            all.body_of.push(body);
            all.volumes.push(-volume);
        }
        all.params.count = all.particles.len() as u32;
        Self {
            radius: all.params.radius,
            capacity: grown(CAPACITY, all.params.count).min(CAPACITY),
            accumulate: (settings.contact_forces).then_some(scene.colliders.len() as u32),
            couples: FluidCouples::new(couples, all.params.count, all.params.slots),
            collision_meshes,
            ..all
        }
    }

    /// Chooses how many lanes share a place, of as many as an engine has for that.
    pub(crate) fn share(&mut self, lanes: u32) {
        let shared = (1..=SHARED).contains(&self.params.count);
        self.lanes = if shared { lanes } else { 1 };
    }

    /// The variant of a pass over neighbours.
    fn shared(&self, features: u32) -> Variant {
        let lanes = self.lanes;
        Variant { lanes, features }
    }

    /// Lets out what comes in a substep.
    pub(crate) fn emit(&self, record: &mut Recording, b: &Buffers, substep: u32) {
        let count = self.emitters.capacity;
        if count > 0 {
            let params = EmitParams { count, substep };
            let buffers = fluid::EmitParticles {
                births: b.fluids.births,
                position: b.position,
                velocity: b.velocity,
                compensation: b.compensation,
            };
            record.pass(buffers, params, count);
        }
    }

    /// Takes away what is too low.
    pub(crate) fn kill(&self, record: &mut Recording, b: &Buffers) {
        let count = self.particles.len() as u32;
        if let Some(level) = self.kill_below.filter(|_| count > 0) {
            let own = &b.fluids;
            let params = KillParams { count, level };
            let buffers = fluid::RemoveParticles {
                particles: own.particles,
                volumes: own.volumes,
                position: b.position,
                velocity: b.velocity,
                compensation: b.compensation,
            };
            record.pass(buffers, params, count);
        }
    }

    /// Finds who is near whom where particles are predicted, what walls fill, and how far densities hold back. `contact`: as of
    /// the passes of contacts.
    pub(crate) fn seek(&self, record: &mut Recording, b: &Buffers, contact: ColliderContactParams) {
        if self.particles.is_empty() {
            return;
        }
        let (own, params) = (&b.fluids, self.params);
        let grid = &own.grid;
        let points = fluid::PredictPoints {
            particles: own.particles,
            volumes: own.volumes,
            position: b.position,
            displacement: b.displacement,
            points: own.flows,
        };
        record.pass(points, params, params.count);
        grid.search_places(record, own.flows, own.body_of);
        self.place(record, b, b.displacement);
        if params.slots > 0 {
            let walls = fluid::IntegrateBoundary {
                particles: own.particles,
                order: grid.order,
                sorted_position: grid.sorted,
                colliders: b.colliders,
                poses: b.poses,
                mesh_boxes: b.mesh_boxes,
                mesh_faces: b.mesh_faces,
                contacts: b.contacts,
                position: b.position,
                walls: own.walls,
                parts: own.parts,
            };
            let params = FluidParams {
                first_pose: contact.first_pose,
                ..params
            };
            let mut variant = self.collision_meshes;
            if self.keeps_parts() {
                variant.features |= FEATURE_ACCUMULATE;
            }
            record.pass_variant(walls, params, params.count, variant);
        }
        self.couples.brace(record, b, params);
        let split = fluid::ScaleDensityCorrections {
            particles: own.particles,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            walls: own.walls,
            velocity: b.velocity,
            hold: own.hold,
        };
        let variant = self.shared(0);
        record.pass_variant(split, params, params.count, variant);
    }

    /// Where particles are by the displacements `moved`.
    fn place(&self, record: &mut Recording, b: &Buffers, displacement: Buffer<[f32; 4]>) {
        let own = &b.fluids;
        let placed = fluid::OrderPositions {
            particles: own.particles,
            volumes: own.volumes,
            order: own.grid.order,
            position: b.position,
            displacement,
            sorted_position: own.grid.sorted,
        };
        record.pass(placed, self.params, self.params.count);
    }

    /// Keeps densities, in the displacements `moved`; with Jacobi in those of an iteration ago and in the places, too.
    pub(crate) fn solve(
        &self,
        record: &mut Recording,
        b: &Buffers,
        (keep, features): (f32, u32),
        [displacement, before, place]: [Buffer<[f32; 4]>; 3],
    ) {
        if self.particles.is_empty() {
            return;
        }
        let own = &b.fluids;
        let grid = &own.grid;
        let params = FluidParams {
            keep,
            ..self.params
        };
        self.place(record, b, displacement);
        self.couples.follow(record, b, params);
        let pressed = fluid::SolveDensities {
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            walls: own.walls,
            hold: own.hold,
            back: own.coupled.back,
            pressure: own.pressure,
            change: own.change,
        };
        let coupled = if self.couples.any() {
            FEATURE_COUPLED
        } else {
            0
        };
        let variant = self.shared(coupled);
        record.pass_variant(pressed, params, params.count, variant);
        let pushed = fluid::ApplyPressure {
            particles: own.particles,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            walls: own.walls,
            change: own.change,
            velocity: b.velocity,
            position: b.position,
            displacement,
            displacement_before: before,
            current_position: place,
        };
        let variant = self.shared(features & FEATURE_JACOBI);
        record.pass_variant(pushed, params, params.count, variant);
        self.couples.react(record, b, params);
        self.tell(record, b, params);
    }

    /// Tallies what the last changes of pressure put on colliders and on other bodies, where that is wanted.
    fn tell(&self, record: &mut Recording, b: &Buffers, params: FluidParams) {
        let Some(colliders) = self.accumulate else {
            return;
        };
        let (own, grid) = (&b.fluids, &b.fluids.grid);
        let accumulated = fluid::SumBoundaryForces {
            particles: own.particles,
            body_of: own.body_of,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            contacts: b.contacts,
            parts: own.parts,
            change: own.change,
            accumulators: b.accumulators,
            status: b.status,
        };
        let params = FluidParams {
            colliders,
            ..params
        };
        record.pass(accumulated, params, params.count);
    }

    /// Whether what each collider fills of kernels is wanted.
    fn keeps_parts(&self) -> bool {
        self.accumulate.is_some() || self.couples.any()
    }

    /// Evens velocities out.
    pub(crate) fn stir(&self, record: &mut Recording, b: &Buffers) {
        if self.particles.is_empty() {
            return;
        }
        let (own, params) = (&b.fluids, self.params);
        let grid = &own.grid;
        let flowing = fluid::GatherVelocities {
            fluids: own.fluids,
            body_of: b.body_of,
            particles: own.particles,
            volumes: own.volumes,
            order: grid.order,
            position: b.position,
            velocity: b.velocity,
            sorted_position: grid.sorted,
            flows: own.flows,
            weights: own.change,
            livings: own.livings,
        };
        let variant = Variant {
            lanes: 1,
            features: self.living,
        };
        record.pass_variant(flowing, params, params.count, variant);
        self.swirl(record, b);
        let stirred = fluid::ApplyViscosity {
            particles: own.particles,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            walls: own.walls,
            flows: own.flows,
            weights: own.change,
            livings: own.livings,
            swirls: own.swirls,
            velocity: b.velocity,
            density: own.density,
        };
        let variant = self.shared(self.living);
        record.pass_variant(stirred, params, params.count, variant);
    }

    /// Finds what quickens swirls, where some fluid keeps them.
    fn swirl(&self, record: &mut Recording, b: &Buffers) {
        if self.living & FEATURE_SWIRL == 0 {
            return;
        }
        let (own, params) = (&b.fluids, self.params);
        let (counts, found, places) = (own.grid.counts, own.grid.found, own.grid.sorted);
        let turned = fluid::ComputeVorticity {
            counts,
            neighbours: found.cast(),
            sorted_position: places,
            flows: own.flows,
            curls: own.curls,
        };
        let variant = self.shared(0);
        record.pass_variant(turned, params, params.count, variant);
        let swirled = fluid::ConfineVorticity {
            counts,
            neighbours: found.cast(),
            sorted_position: places,
            curls: own.curls,
            livings: own.livings,
            swirls: own.swirls,
        };
        record.pass_variant(swirled, params, params.count, variant);
    }
}

/// The kernel of fluids of that spacing, m.
fn constants(spacing: f32) -> FluidParams {
    let lattice = Lattice::new(f64::from(RADIUS));
    let spread = f64::from(spacing);
    FluidParams {
        relaxation: (BEYOND * lattice.slack) as f32,
        give: (GIVE * lattice.slopes / spread) as f32,
        unit: (DENSITY * spread * spread / (lattice.slopes * lattice.slopes / 3.0)) as f32,
        radius: RADIUS * spacing,
        density: (lattice.density / spread.powi(3)) as f32,
        push: (lattice.push / spread.powi(4)) as f32,
        wall: lattice.wall as f32,
        steep: lattice.steep as f32,
        rest: 1.0 - 1.0 / RADIUS,
        ..FluidParams::default()
    }
}

/// What passes need to know of a body.
fn row(body: &Body, settings: &Settings, params: &FluidParams) -> Fluid {
    if body.kind != BodyKind::Fluid {
        return Fluid::default();
    }
    let h = settings.h();
    let keys = &body.keys;
    // That of a pressure that would make up for so much density in so long.
    let pull = f64::from(params.unit) * f64::from(params.push) * h / EVENING.powi(2);
    Fluid {
        viscosity: viscosity(body, settings),
        cohesion: (f64::from(keys.cohesion) * pull) as f32,
        vorticity: (f64::from(keys.vorticity) * f64::from(keys.spacing) * h) as f32,
    }
}

/// Feature bits of what some fluid does besides flowing.
fn living(fluids: &[Fluid]) -> u32 {
    let any = |of: fn(&Fluid) -> f32, bit: u32| {
        if fluids.iter().any(|fluid| of(fluid) > 0.0) {
            bit
        } else {
            0
        }
    };
    any(|f| f.cohesion, FEATURE_COHESION) | any(|f| f.vorticity, FEATURE_SWIRL)
}

/// The share of a difference of velocities that a substep evens out.
fn viscosity(body: &Body, settings: &Settings) -> f32 {
    let left = 1.0 - f64::from(body.keys.viscosity.min(1.0));
    (1.0 - left.powf(settings.h() / EVENING)) as f32
}

/// The middle of the box around points, m.
fn middle(points: impl Iterator<Item = [f32; 4]>) -> [f32; 3] {
    let (mut low, mut high) = (Vec3::MAX, Vec3::MIN);
    for [x, y, z, _] in points {
        let x = Vec3::new(x, y, z);
        (low, high) = (low.min(x), high.max(x));
    }
    ((low + high) / 2.0).to_array()
}

/// Buffers of fluids; a few bytes each where there is none.
pub(crate) struct FluidBuffers {
    pub(crate) particles: Buffer<u32>,
    volumes: Buffer<f32>,
    body_of: Buffer<u32>,
    fluids: Buffer<Fluid>,
    /// What comes out in a frame.
    pub(crate) births: Buffer<Birth>,
    pub(crate) grid: Grid,
    pub(crate) walls: Buffer<[f32; 4]>,
    /// What each collider around a place has in its walls, where that is wanted.
    pub(crate) parts: Buffer<[f32; 3]>,
    hold: Buffer<f32>,
    /// Of the point at each place of the grid's order, in units of `FluidParams::unit`/h².
    pub(crate) pressure: Buffer<f32>,
    /// What that changed by in an iteration; in the end what moves points, by place.
    pub(crate) change: Buffer<f32>,
    /// Where points are predicted; in the end velocities by place.
    flows: Buffer<[f32; 4]>,
    /// Cohesion and vorticity, by place; curls, and what quickens swirls.
    livings: Buffer<[f32; 2]>,
    curls: Buffer<[f32; 4]>,
    swirls: Buffer<[f32; 3]>,
    /// Over that at rest, of the point at each place of the grid's order.
    pub(crate) density: Buffer<f32>,
    pub(crate) coupled: FluidCoupleBuffers,
}

impl FluidBuffers {
    pub(crate) fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &Fluids) -> Result<Self, Error> {
        let points = plan.particles.len();
        let radii = vec![plan.radius; plan.fluids.len()];
        let room = (points as u32, plan.capacity);
        let parts = if plan.keeps_parts() {
            plan.params.slots as usize * points
        } else {
            0
        };
        let only = |wanted: u32| if wanted == 0 { 0 } else { points };
        Ok(Self {
            particles: make.filled("particles of fluids", &plan.particles)?,
            volumes: make.filled("volumes of fluids", &plan.volumes)?,
            body_of: make.filled("bodies of fluids", &plan.body_of)?,
            fluids: make.filled("fluids", &plan.fluids)?,
            births: make.create::<Birth>(
                "births",
                plan.emitters.capacity as usize,
                Memory::Upload,
            )?,
            grid: Grid::new(make, room.0, &radii, room.1, Lists::Places)?,
            walls: make.empty::<[f32; 4]>("walls of fluids", points)?,
            parts: make.empty::<[f32; 3]>("parts of walls", parts)?,
            hold: make.empty::<f32>("holds of fluids", points)?,
            pressure: make.empty::<f32>("pressures", points)?,
            change: make.empty::<f32>("changes of pressures", points)?,
            flows: make.empty::<[f32; 4]>("points and flows", points)?,
            livings: make.empty::<[f32; 2]>("cohesions and vorticities", only(plan.living))?,
            curls: make.empty::<[f32; 4]>("curls", only(plan.living & FEATURE_SWIRL))?,
            swirls: make.empty::<[f32; 3]>("swirls", only(plan.living & FEATURE_SWIRL))?,
            density: make.empty::<f32>("densities", points)?,
            coupled: FluidCoupleBuffers::new(make, &plan.couples)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Fluids, SHARED};

    #[test]
    fn lanes_share_a_place_where_places_do_not_fill_a_device() {
        let lanes = |count: u32, lanes: u32| {
            let mut fluids = Fluids::default();
            fluids.params.count = count;
            fluids.share(lanes);
            fluids.lanes
        };
        assert_eq!([lanes(1, 32), lanes(SHARED, 64)], [32, 64]);
        assert_eq!([lanes(0, 32), lanes(SHARED + 1, 32), lanes(1, 1)], [1; 3]);
    }
}
