//! A frame as a recording: every pass of every substep, in order. This is the place to see what a step does.

use crate::Settings;
use crate::kinematic::Kinematics;
use crate::schedule::Schedule;
use crate::state::Buffers;
use pliant_kernels::types::FEATURE_MOMENTUM;
use pliant_kernels::types::{
    ColorParams, ContactParams, CountParams, JacobiParams, PinParams, ReadoutParams,
};
use pliant_kernels::{BufferId, PassId, Recording, Variant};
use pliant_scene::Solver;

/// Colours below this many constraints together run in one workgroup: a dispatch costs more than they do.
const FUSED: u32 = 2048;

/// What a frame's recording needs besides the buffers.
pub(crate) struct Shape<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) kinematics: &'a Kinematics,
    pub(crate) particles: u32,
    pub(crate) hinges: u32,
    pub(crate) colliders: u32,
    pub(crate) slots: u32,
    pub(crate) watches: u32,
    pub(crate) vertices: u32,
    pub(crate) tangents: bool,
    /// Colours of links, then of hinges, as ranges of the device's order.
    pub(crate) link_colors: &'a [[u32; 2]],
    pub(crate) hinge_colors: &'a [[u32; 2]],
    /// `FEATURE_…` bits of the link passes, then of the hinge passes.
    pub(crate) features: [u32; 2],
    /// Lanes that share a particle in Jacobi.
    pub(crate) lanes: u32,
}

/// Records one frame.
pub(crate) fn frame(shape: &Shape<'_>, buffers: &Buffers) -> Recording {
    let mut step = Step {
        shape,
        b: buffers,
        record: Recording::default(),
    };
    let state = 16 * u64::from(shape.particles);
    step.record
        .copy(buffers.position, buffers.start_position, state);
    step.record
        .copy(buffers.velocity, buffers.start_velocity, state);
    step.record.fill(buffers.status, 0);
    for substep in 0..shape.settings.substeps {
        step.substep(substep);
    }
    step.present();
    step.record
}

/// Records only what drawing needs of the current state.
pub(crate) fn present(shape: &Shape<'_>, buffers: &Buffers) -> Recording {
    let mut step = Step {
        shape,
        b: buffers,
        record: Recording::default(),
    };
    step.present();
    step.record
}

/// Records that every λ is 0: one that is not finite would outlive a reset.
pub(crate) fn clear(b: &Buffers) -> Recording {
    let mut record = Recording::default();
    for lambda in [
        b.lambda,
        b.lambda_before,
        b.hinge_lambda,
        b.hinge_lambda_before,
        b.grab_lambda,
    ] {
        record.fill(lambda, 0);
    }
    record
}

struct Step<'a> {
    shape: &'a Shape<'a>,
    b: &'a Buffers,
    record: Recording,
}

impl Step<'_> {
    fn substep(&mut self, substep: u32) {
        self.predict();
        self.follow(substep);
        self.detect(substep);
        match self.shape.settings.solver {
            Solver::GaussSeidel => self.gauss_seidel(substep),
            Solver::Jacobi => self.jacobi(substep),
        }
        self.readout(substep);
        self.velocity(substep);
    }

    fn predict(&mut self) {
        let b = self.b;
        let params = CountParams {
            count: self.shape.particles,
        };
        let buffers = [b.frame, b.velocity, b.position, b.previous];
        self.record
            .dispatch(PassId::Predict, &buffers, params, params.count);
    }

    /// Pins go with their nodes.
    fn follow(&mut self, substep: u32) {
        let b = self.b;
        let first_matrix = substep * self.shape.kinematics.matrices_per_substep();
        let params = PinParams {
            count: self.shape.kinematics.pins.len() as u32,
            first_matrix,
        };
        self.record.dispatch(
            PassId::Pins,
            &[b.pins, b.pin_matrices, b.position],
            params,
            params.count,
        );
    }

    fn contact_params(&self, substep: u32, flag: u32) -> ContactParams {
        ContactParams {
            count: self.shape.particles,
            slots: self.shape.slots,
            colliders: self.shape.colliders,
            first_pose: self.shape.kinematics.first_pose(substep),
            flag,
        }
    }

    fn detect(&mut self, substep: u32) {
        if self.shape.colliders > 0 {
            let b = self.b;
            let buffers = [
                b.frame,
                b.bodies,
                b.body_of,
                b.colliders,
                b.poses,
                b.position,
                b.previous,
                b.contacts,
                b.status,
            ];
            self.record.dispatch(
                PassId::Detect,
                &buffers,
                self.contact_params(substep, 0),
                self.shape.particles,
            );
        }
    }

    fn gauss_seidel(&mut self, substep: u32) {
        for iteration in 0..self.shape.settings.iterations {
            let keep = kept(iteration > 0);
            self.links(keep);
            self.hinges(keep);
            self.grab(keep, self.b.position);
            self.contact(substep, 0, self.b.position, self.b.before);
        }
    }

    fn links(&mut self, keep: f32) {
        let b = self.b;
        let common = [b.links, b.materials, b.previous, b.position, b.lambda];
        self.colors(
            [PassId::Distance, PassId::DistanceFused],
            &common,
            self.shape.link_colors,
            0,
            keep,
        );
    }

    fn hinges(&mut self, keep: f32) {
        let b = self.b;
        let common = [
            b.hinges,
            b.materials,
            b.previous,
            b.position,
            b.hinge_lambda,
        ];
        let first_range = self.shape.link_colors.len() as u32;
        self.colors(
            [PassId::Bending, PassId::BendingFused],
            &common,
            self.shape.hinge_colors,
            first_range,
            keep,
        );
    }

    /// A dispatch for each large colour, then one for all the small ones.
    fn colors(
        &mut self,
        [large, fused]: [PassId; 2],
        buffers: &[BufferId],
        colors: &[[u32; 2]],
        first_range: u32,
        keep: f32,
    ) {
        let small = small_colors(colors);
        let features =
            self.shape.features[usize::from(first_range > 0 || large == PassId::Bending)];
        let variant = Variant { lanes: 1, features };
        for [first, count] in &colors[..colors.len() - small] {
            let params = ColorParams {
                first: *first,
                count: *count,
                keep,
            };
            self.record
                .dispatch_variant(large, buffers, params, *count, variant);
        }
        if small > 0 {
            let first = first_range + (colors.len() - small) as u32;
            let params = ColorParams {
                first,
                count: small as u32,
                keep,
            };
            let with_ranges: Vec<BufferId> =
                buffers.iter().copied().chain([self.b.ranges]).collect();
            self.record
                .dispatch_variant(fused, &with_ranges, params, 1, variant);
        }
    }

    /// Positions and λ go to and fro between two buffers each (docs/method.md, Jacobi).
    fn jacobi(&mut self, substep: u32) {
        let b = self.b;
        let schedule = Schedule::new(self.shape.settings);
        let momentum = if schedule.momentum {
            FEATURE_MOMENTUM
        } else {
            0
        };
        let features = self.shape.features.map(|features| features | momentum);
        let mut x = [b.before, b.position];
        let mut link = [b.lambda_before, b.lambda];
        let mut hinge = [b.hinge_lambda_before, b.hinge_lambda];
        // The last iteration writes λ to the buffer of its name.
        if schedule.omegas.len().is_multiple_of(2) {
            link.reverse();
            hinge.reverse();
        }
        self.split(features[0]);
        for (iteration, omega) in schedule.omegas.iter().enumerate() {
            let params = JacobiParams {
                count: self.shape.particles,
                keep: kept(iteration > 0),
                keep_before: kept(iteration > 1),
                relaxation: schedule.relaxation,
                omega: *omega,
            };
            self.jacobi_hinges(params, features[1], x[0], hinge);
            self.jacobi_particles(params, features[0], x, link);
            self.grab(params.keep, x[1]);
            self.contact(substep, 1, x[1], x[0]);
            x.reverse();
            link.reverse();
            hinge.reverse();
        }
        if x[0] != b.position {
            self.record
                .copy(x[0], b.position, 16 * u64::from(self.shape.particles));
        }
    }

    fn split(&mut self, features: u32) {
        let b = self.b;
        let params = JacobiParams {
            count: self.shape.particles,
            ..JacobiParams::default()
        };
        let buffers = [b.slices, b.slots, b.corner_starts, b.position, b.before];
        let variant = Variant { lanes: 1, features };
        self.record
            .dispatch_variant(PassId::Split, &buffers, params, params.count, variant);
    }

    fn jacobi_hinges(
        &mut self,
        params: JacobiParams,
        features: u32,
        x: BufferId,
        lambda: [BufferId; 2],
    ) {
        let b = self.b;
        let params = JacobiParams {
            count: self.shape.hinges,
            ..params
        };
        let buffers = [
            b.hinges,
            b.materials,
            b.previous,
            x,
            lambda[0],
            lambda[1],
            b.push,
        ];
        let variant = Variant { lanes: 1, features };
        self.record.dispatch_variant(
            PassId::BendingJacobi,
            &buffers,
            params,
            params.count,
            variant,
        );
    }

    fn jacobi_particles(
        &mut self,
        params: JacobiParams,
        features: u32,
        x: [BufferId; 2],
        lambda: [BufferId; 2],
    ) {
        let b = self.b;
        let lists = [
            b.slices,
            b.slots,
            b.materials,
            b.body_of,
            b.corner_starts,
            b.corners,
            b.push,
        ];
        let state = [b.velocity, b.previous, x[0], x[1], lambda[0], lambda[1]];
        let buffers: Vec<BufferId> = lists.into_iter().chain(state).collect();
        let variant = Variant {
            lanes: self.shape.lanes,
            features,
        };
        self.record
            .dispatch_variant(PassId::Jacobi, &buffers, params, params.count, variant);
    }

    fn grab(&mut self, keep: f32, position: BufferId) {
        if self.shape.settings.interactive {
            let params = JacobiParams {
                count: 1,
                keep,
                ..JacobiParams::default()
            };
            self.record.dispatch(
                PassId::Grab,
                &[self.b.frame, self.b.velocity, position, self.b.grab_lambda],
                params,
                1,
            );
        }
    }

    fn contact(&mut self, substep: u32, momentum: u32, position: BufferId, before: BufferId) {
        if self.shape.colliders > 0 {
            let b = self.b;
            let buffers = [
                b.bodies,
                b.body_of,
                b.colliders,
                b.poses,
                b.velocity,
                b.previous,
                position,
                before,
                b.contacts,
            ];
            self.record.dispatch(
                PassId::Contacts,
                &buffers,
                self.contact_params(substep, momentum),
                self.shape.particles,
            );
        }
    }

    fn readout(&mut self, substep: u32) {
        let b = self.b;
        let params = ReadoutParams {
            count: self.shape.watches,
            fresh: u32::from(substep == 0),
            slots: self.shape.slots,
            particles: self.shape.particles,
        };
        let buffers = [
            b.watches,
            b.watch_ends,
            b.hinges,
            b.position,
            b.lambda,
            b.hinge_lambda,
            b.contacts,
            b.forces,
        ];
        self.record
            .dispatch(PassId::Readout, &buffers, params, params.count);
    }

    fn velocity(&mut self, substep: u32) {
        let b = self.b;
        let last = u32::from(substep + 1 == self.shape.settings.substeps);
        let buffers = [
            b.frame,
            b.bodies,
            b.body_of,
            b.colliders,
            b.poses,
            b.contacts,
            b.position,
            b.previous,
            b.velocity,
            b.status,
        ];
        self.record.dispatch(
            PassId::Velocity,
            &buffers,
            self.contact_params(substep, last),
            self.shape.particles,
        );
    }

    /// Particles become vertices, normals and tangents.
    fn present(&mut self) {
        let b = self.b;
        let params = CountParams {
            count: self.shape.vertices,
        };
        self.record.dispatch(
            PassId::WriteBack,
            &[b.particle_of, b.position, b.vertices],
            params,
            params.count,
        );
        self.record.dispatch(
            PassId::Normals,
            &[b.fan_ranges, b.fan, b.triangles, b.vertices, b.normals],
            params,
            params.count,
        );
        if self.shape.tangents {
            let buffers = [
                b.fan_ranges,
                b.fan,
                b.triangles,
                b.vertices,
                b.normals,
                b.texcoords,
                b.tangents,
            ];
            self.record
                .dispatch(PassId::Tangents, &buffers, params, params.count);
        }
    }
}

/// The factor of what is kept.
fn kept(yes: bool) -> f32 {
    if yes { 1.0 } else { 0.0 }
}

/// How many of the last (smallest) colours run in one workgroup.
fn small_colors(colors: &[[u32; 2]]) -> usize {
    let mut total = 0;
    let fits = |[_, count]: &&[u32; 2]| {
        total += count;
        total <= FUSED
    };
    colors.iter().rev().take_while(fits).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_colors_are_fused() {
        assert_eq!(small_colors(&[[0, 5000], [5000, 4000], [9000, 61]]), 1);
        assert_eq!(small_colors(&[[0, 10], [10, 10]]), 2);
        assert_eq!(small_colors(&[[0, 5000]]), 0);
        assert_eq!(small_colors(&[]), 0);
    }
}
