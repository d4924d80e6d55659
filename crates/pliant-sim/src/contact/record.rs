//! Records the solve, the truncation and the restitution of deformable contacts (docs/method.md §24).

use super::buffers::ContactPasses;
use super::contacts::DeformableContacts;
use super::seek::Way;
use crate::world::Iterate;
use pliant_passes::passes::contact;
use pliant_passes::types::{
    CALLS_ACTIVE, CALLS_AGAIN_ACTIVE, CALLS_AGAIN_ONCE, CALLS_AGAIN_PARTICLES, CALLS_BOUNCING,
    CALLS_GUARD_PAIRS, CALLS_GUARD_PARTICLES, CALLS_PARTICLES, CALLS_SETTLE,
    DeformableContactParams, FEATURE_ACCUMULATE, FEATURE_FIRST_ROUND, FEATURE_JACOBI, GUARDS,
};
use pliant_passes::{Buffer, Recording, Variant};

/// Each iteration solves contacts in one round, which applies all of them at once. The last iteration runs up to this many more
/// rounds, while some pairs would stay so close that truncation would have to stop them.
const MORE_ROUNDS: u32 = 5;

impl DeformableContacts {
    /// Solves contacts in `iterate`. `first`, `last`: whether this is a substep's first or last iteration.
    pub(crate) fn solve(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        ([first, last], features): ([bool; 2], u32),
        iterate: Iterate,
    ) {
        if self.elements.is_empty() {
            return;
        }
        let variant = Variant {
            lanes: 1,
            features: features & FEATURE_JACOBI,
        };
        self.separate_intersections(record, passes, variant, iterate);
        record.fill(passes.1.stale, 0);
        if !first {
            self.press(record, passes, iterate.displacement, (0, CALLS_ACTIVE));
        }
        let all = [CALLS_ACTIVE, CALLS_PARTICLES];
        self.round(record, passes, variant, iterate, (0, first, all));
        if !last {
            return;
        }
        let again = [CALLS_AGAIN_ACTIVE, CALLS_AGAIN_PARTICLES];
        self.count(record, passes, 6);
        for k in 1..=MORE_ROUNDS {
            self.press(
                record,
                passes,
                iterate.displacement,
                (k, CALLS_AGAIN_ACTIVE),
            );
            self.count_by(record, passes, 6 + k, CALLS_AGAIN_ONCE);
            self.round(record, passes, variant, iterate, (k + 1, false, again));
        }
    }

    /// Finds the active contacts of a round. `more`: number of the additional round, or 0; then its dispatch arguments.
    fn press(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        displacement: Buffer<[f32; 4]>,
        (more, active_contacts): (u32, u32),
    ) {
        let (_, own) = passes;
        let pressed = contact::ActivateContacts {
            state: own.state,
            active_contacts: own.active_contacts,
            corners: own.corners,
            weights: own.weights,
            normals: own.normals,
            opens: own.opens,
            lambdas: own.lambdas,
            displacement,
            near: own.near,
            presses: own.presses,
            stale: own.stale,
            changed: own.shares.changed,
        };
        let params = DeformableContactParams {
            round: more,
            ..self.params(self.particles())
        };
        own.call(record, pressed, params, active_contacts);
    }

    /// Solves contacts once and applies all of them. `more`: 1 + number of the additional round, or 0. `begins`: whether this is
    /// a substep's first round.
    fn round(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        variant: Variant,
        iterate: Iterate,
        (more, begins, [active_contacts, particles]): (u32, bool, [u32; 2]),
    ) {
        let (world, own) = passes;
        let params = DeformableContactParams {
            round: more,
            ..self.params(self.particles())
        };
        let shared = contact::SplitContactMasses {
            starts: own.starts,
            ends: own.ends,
            entries: own.gathered,
            presses: own.presses,
            velocity: world.particles.velocity,
            share: own.shares.w,
            stale: own.stale,
            changed: own.shares.changed,
            pressing: own.shares.pressing,
            state: own.state,
        };
        own.call(record, shared, params, particles);
        let solved = contact::SolveContactRows {
            state: own.state,
            active_contacts: own.active_contacts,
            frame: world.frame,
            coefficients: own.coefficients,
            body_of: world.particles.body_of,
            corners: own.corners,
            weights: own.weights,
            normals: own.normals,
            opens: own.opens,
            slips: own.slips,
            presses: own.presses,
            share: own.shares.w,
            displacement: iterate.displacement,
            lambdas: own.lambdas,
            pushes: own.pushes,
            stale: own.stale,
        };
        let first = Variant {
            lanes: 1,
            features: if begins { FEATURE_FIRST_ROUND } else { 0 },
        };
        let all = own.workgroups(active_contacts);
        record.pass_indirect(solved, params, all, first);
        let pushed = contact::ApplyContacts {
            starts: own.starts,
            ends: own.ends,
            entries: own.gathered,
            weights: own.weights,
            pushes: own.pushes,
            velocity: world.particles.velocity,
            position: world.particles.position,
            displacement: iterate.displacement,
            displacement_before: iterate.displacement_before,
            current_position: iterate.current_position,
            stale: own.stale,
            state: own.state,
            detected: own.detected,
            free: own.free,
        };
        let all = own.workgroups(particles);
        record.pass_indirect(pushed, params, all, variant);
    }

    /// Copies the positions of particles before a substep moves them.
    pub(crate) fn snapshot_positions(
        &self,
        record: &mut Recording,
        (world, own): ContactPasses<'_>,
    ) {
        if !self.elements.is_empty() {
            let size = 16 * u64::from(self.particles());
            record.copy(world.particles.position, own.guards.start_position, size);
        }
    }

    /// Truncates displacements and velocities, so that no surfaces pass through each other, whatever the solver left. A few
    /// rounds truncate only particles that would; if some pairs remain, all particles are truncated alike.
    pub(crate) fn truncate(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        displacement: Buffer<[f32; 4]>,
    ) {
        if self.elements.is_empty() {
            return;
        }
        let (world, own) = passes;
        let way = Way {
            place: own.guards.start_position,
            displacement,
        };
        self.seek_at_end(record, passes, way);
        let guarded = contact::LimitPairs {
            stale: own.stale,
            state: own.state,
            corners: own.corners,
            manners: own.manners,
            position: way.place,
            displacement,
            apart: own.apart,
            limit: own.guards.limits,
            least: own.guards.least,
        };
        let held = contact::Truncate {
            starts: own.starts,
            entries: own.entries,
            limit: own.guards.limits,
            least: own.guards.least,
            state: own.state,
            frame: world.frame,
            start_position: way.place,
            displacement,
            position: world.particles.position,
            compensation: world.particles.compensation,
            velocity: world.particles.velocity,
        };
        record.fill(own.guards.least, 1.0_f32.to_bits());
        for round in 0..GUARDS {
            let params = DeformableContactParams {
                round,
                ..self.params(self.particles())
            };
            own.call(record, guarded, params, CALLS_GUARD_PAIRS);
            own.call(record, held, params, CALLS_GUARD_PARTICLES);
        }
    }

    /// Applies restitution. `last`: counts contacts at the frame's end; `accumulate`: accumulates contact forces.
    pub(crate) fn apply_restitution(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        last: bool,
        accumulate: bool,
    ) {
        if self.elements.is_empty() {
            return;
        }
        self.damp_intersections(record, passes);
        let (world, own) = passes;
        let params = self.params(self.particles());
        let bounced = contact::ComputeBounces {
            state: own.state,
            bouncing: own.bounces.deformable_contacts,
            frame: world.frame,
            coefficients: own.coefficients,
            body_of: world.particles.body_of,
            corners: own.corners,
            weights: own.weights,
            normals: own.normals,
            opens: own.opens,
            lambdas: own.lambdas,
            share: own.shares.w,
            velocity: world.particles.velocity,
            pushes: own.pushes,
            presses: own.presses,
            bounced: own.bounces.particles,
        };
        own.call(record, bounced, params, CALLS_BOUNCING);
        if last {
            let counted = contact::CountContacts {
                state: own.state,
                active_contacts: own.active_contacts,
                lambdas: own.lambdas,
                status: world.status,
            };
            own.call(record, counted, params, CALLS_ACTIVE);
        }
        let settled = contact::ApplyBounces {
            frame: world.frame,
            body_of: world.particles.body_of,
            starts: own.starts,
            ends: own.ends,
            entries: own.gathered,
            corners: own.corners,
            manners: own.manners,
            weights: own.weights,
            normals: own.normals,
            lambdas: own.lambdas,
            pushes: own.pushes,
            velocity: world.particles.velocity,
            accumulators: world.particles.accumulators,
            status: world.status,
            presses: own.presses,
            bounced: own.bounces.particles,
        };
        let (features, calls) = if accumulate {
            (FEATURE_ACCUMULATE, CALLS_PARTICLES)
        } else {
            (0, CALLS_SETTLE)
        };
        let variant = Variant { lanes: 1, features };
        let all = own.workgroups(calls);
        record.pass_indirect(settled, params, all, variant);
    }
}
