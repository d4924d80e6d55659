//! Balloons: closed surfaces with one constraint each, on the enclosed volume (docs/method.md §19).

use crate::build::one_rings::OneRingBuffers;
use crate::build::one_rings::closed_surface;
use crate::build::pools::Pools;
use crate::error::Error;
use crate::memory::Maker;
use crate::metrics::measure::volume;
use crate::world::{Iterate, World};
use pliant_passes::passes::solve;
use pliant_passes::types::{
    Balloon, CountParams, FEATURE_FORCES, FEATURE_JACOBI, MATERIALS, SolveParams, VOLUME, WORKGROUP,
};
use pliant_passes::{Buffer, Engine, Recording, Variant, bind};
use pliant_scene::{BodyKind, Scene};

/// All balloons of a scene, on the host.
#[derive(Default)]
pub(crate) struct Balloons {
    pub(crate) balloons: Vec<Balloon>,
    /// (particle, balloon) of every particle of a balloon.
    pub(crate) members: Vec<[u32; 2]>,
    /// Slot of the first correction.
    pub(crate) first_correction: u32,
    /// Whether the forces on some of their particles are read out.
    pub(crate) watched: bool,
}

/// Buffers that the passes of balloons bind.
pub(crate) type BalloonPasses<'a> = (World<'a>, &'a BalloonBuffers, &'a OneRingBuffers);

impl Balloons {
    /// Slot after the last correction.
    pub(crate) fn end(&self) -> u32 {
        self.first_correction + self.members.len() as u32
    }

    /// Balloons of a scene; `rests` are the rest positions of all particles, m.
    pub(crate) fn new(
        scene: &Scene,
        pools: &Pools,
        rests: &[[f32; 4]],
        first_correction: u32,
    ) -> Self {
        let mut all = Self {
            first_correction,
            ..Self::default()
        };
        for (index, body) in scene.bodies.iter().enumerate() {
            if body.kind != BodyKind::Balloon {
                continue;
            }
            let rest = volume(&closed_surface(scene, pools, index), rests);
            let balloon = all.balloons.len() as u32;
            let particles = pools.range(index);
            all.balloons.push(Balloon {
                first: all.members.len() as u32,
                count: particles.len() as u32,
                volume: (f64::from(body.keys.pressure) * rest) as f32,
                material: MATERIALS * index as u32 + VOLUME,
            });
            all.members
                .extend(particles.map(|particle| [particle as u32, balloon]));
        }
        all
    }

    /// (particle, slot of the correction) of every member.
    pub(crate) fn corners(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let slots = self.first_correction..;
        self.members
            .iter()
            .zip(slots)
            .map(|([particle, _], slot)| (*particle, slot))
    }

    /// Solves volume constraints in `iterate`.
    pub(crate) fn solve(
        &self,
        record: &mut Recording,
        (world, own, one_rings): BalloonPasses<'_>,
        params: SolveParams,
        features: u32,
        iterate: Iterate,
    ) {
        let count = self.members.len() as u32;
        let gradients = bind!(solve::ComputeVolumeGradients {
            members, gradient from own; one_ring from one_rings;
            position from world.particles; displacement from iterate;
            one_ring_starts = one_rings.starts;
        });
        record.pass(gradients, CountParams { count }, count);
        let balloons = self.balloons.len() as u32;
        let volumes = bind!(solve::SolveBalloonVolumes {
            balloons, members, gradient, volume_lambda from own;
            materials, velocity, position from world.particles;
            displacement from iterate;
        });
        let volume_params = SolveParams {
            count: balloons,
            ..params
        };
        record.pass(volumes, volume_params, WORKGROUP * balloons);
        let params = SolveParams { count, ..params };
        self.apply_volumes(record, (world, own, one_rings), params, features, iterate);
    }

    /// Computes the correction of each member, where forces are read out.
    pub(crate) fn compute_corrections(
        &self,
        record: &mut Recording,
        (world, own, one_rings): BalloonPasses<'_>,
        iterate: Iterate,
    ) {
        if self.watched {
            let params = SolveParams {
                count: self.members.len() as u32,
                first_correction: self.first_correction,
                ..SolveParams::default()
            };
            self.apply_volumes(
                record,
                (world, own, one_rings),
                params,
                FEATURE_FORCES,
                iterate,
            );
        }
    }

    fn apply_volumes(
        &self,
        record: &mut Recording,
        (world, own, _): BalloonPasses<'_>,
        params: SolveParams,
        features: u32,
        iterate: Iterate,
    ) {
        let buffers = bind!(solve::ApplyBalloonVolumes {
            members, gradient, volume_lambda from own;
            velocity, correction from world.particles;
            displacement, displacement_before, current_position from iterate;
        });
        let features = features & (FEATURE_JACOBI | FEATURE_FORCES);
        let variant = Variant { lanes: 1, features };
        record.pass_variant(buffers, params, params.count, variant);
    }
}

/// Buffers of balloons; a few bytes each where there are none.
pub(crate) struct BalloonBuffers {
    pub(crate) balloons: Buffer<Balloon>,
    pub(crate) members: Buffer<[u32; 2]>,
    pub(crate) gradient: Buffer<[f32; 3]>,
    /// λ of this substep, and its last change.
    pub(crate) volume_lambda: Buffer<[f32; 2]>,
}

impl BalloonBuffers {
    pub(crate) fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &Balloons) -> Result<Self, Error> {
        Ok(Self {
            balloons: make.filled("balloons", &plan.balloons)?,
            members: make.filled("members of balloons", &plan.members)?,
            gradient: make.empty::<[f32; 3]>("volume gradients", plan.members.len())?,
            volume_lambda: make.empty::<[f32; 2]>("balloon λ", plan.balloons.len())?,
        })
    }
}
