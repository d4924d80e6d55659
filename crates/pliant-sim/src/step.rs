//! A frame as a recording: every pass of every substep, in order. This is the place to see what a step does.

mod velocities;

use crate::Settings;
use crate::balloons::Balloons;
use crate::color::{Coloring, small_colors};
use crate::contact::DeformableContacts;
use crate::couple::{Couples, Pokes, RigidAttachments};
use crate::families::{ATTACHMENTS, ConstraintBuffers, Family};
use crate::fields::Fields;
use crate::fluid::Fluids;
use crate::kinematic::Kinematics;
use crate::rigid::{RigidStepper, Rigids};
use crate::schedule::Schedule;
use crate::state::{Buffers, FamilyBuffers};
use pliant_passes::passes::{collide, particles, solve};
use pliant_passes::types::{
    AnchorParams, ColliderContactParams, CountParams, FEATURE_BUNDLED, FEATURE_FORCES,
    FEATURE_FUSED, FEATURE_JACOBI, FEATURE_MOMENTUM, FEATURE_OPEN, FEATURE_WIND, PinParams,
    ReadoutParams, SolveParams,
};
use pliant_passes::{Buffer, Recording, Variant};
use pliant_scene::Solver;

/// What a frame's recording needs besides the buffers.
pub(crate) struct Shape<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) kinematics: &'a Kinematics,
    pub(crate) particles: u32,
    /// With pieces of them.
    pub(crate) colliders: u32,
    /// Without.
    pub(crate) met: u32,
    pub(crate) slots: u32,
    /// Bodies, where one of them has velocity damping, else 0.
    pub(crate) damped: u32,
    /// Whether the air pushes some surface.
    pub(crate) windy: bool,
    pub(crate) watches: u32,
    pub(crate) edges: u32,
    pub(crate) vertices: u32,
    /// All of them, where there are triangles.
    pub(crate) shaded: u32,
    pub(crate) riders: u32,
    pub(crate) tangents: bool,
    pub(crate) link_colors: &'a Coloring,
    /// `FEATURE_…` bits of the link passes.
    pub(crate) link_features: u32,
    /// Other constraints, and the `FEATURE_…` bits of their passes.
    pub(crate) families: Vec<(&'a Family, u32)>,
    pub(crate) balloons: &'a Balloons,
    pub(crate) deformable_contacts: &'a DeformableContacts,
    pub(crate) fluids: &'a Fluids,
    pub(crate) rigids: &'a Rigids,
    pub(crate) couples: &'a Couples,
    pub(crate) rigid_attachments: &'a RigidAttachments,
    pub(crate) pokes: &'a Pokes,
    pub(crate) fields: &'a Fields,
    /// Of passes that find distances to colliders: whether some of these are meshes.
    pub(crate) collision_meshes: Variant,
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
    let compensations = 12 * u64::from(shape.particles);
    step.record
        .copy(buffers.compensation, buffers.start_remainder, compensations);
    step.record.fill(buffers.status, 0);
    step.record.fill(buffers.fluids.grid.overflow, 0);
    step.record.fill(buffers.accumulators, 0);
    step.rigids(0).seek(&mut step.record);
    for substep in 0..shape.settings.substeps {
        step.substep(substep);
    }
    shape.fluids.kill(&mut step.record, buffers);
    shape
        .deformable_contacts
        .find_intersections(&mut step.record, buffers);
    step.tear();
    step.present();
    step.record
}

/// The buffer of displacements at a substep's end: an iteration of Jacobi writes the other one of two.
pub(crate) fn last_moved(settings: &Settings, buffers: &Buffers) -> Buffer<[f32; 4]> {
    let odd = settings.iterations % 2 == 1;
    match settings.solver {
        Solver::Jacobi if odd => buffers.displacement_before,
        _ => buffers.displacement,
    }
}

/// Records that `particles` and rigid bodies go back to where the frame started.
pub(crate) fn rewind(b: &Buffers, particles: usize, rigids: &Rigids) -> Recording {
    let mut record = Recording::default();
    let count = particles as u64;
    record.copy(b.start_position, b.position, 16 * count);
    record.copy(b.start_velocity, b.velocity, 16 * count);
    record.copy(b.start_remainder, b.compensation, 12 * count);
    rigids.rewind(&mut record, b);
    b.deformable_contacts.forget(&mut record);
    record
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

/// Records that every λ and what positions dropped is 0: one that is not finite would outlive a reset.
pub(crate) fn clear(b: &Buffers) -> Recording {
    let mut record = Recording::default();
    let families = b
        .families
        .iter()
        .flat_map(|f| [f.lambda.id(), f.before.id()]);
    let links = [b.lambda.id(), b.lambda_before.id()];
    let others = [
        b.grab_lambda.id(),
        b.balloons.inflation.id(),
        b.compensation.id(),
    ];
    for buffer in links.into_iter().chain(others).chain(families) {
        record.fill(buffer, 0);
    }
    record.fill(b.couples.attachments.lambdas, 0);
    record.fill(b.rigids.joints.loads, 0);
    record.fill(b.rigids.of_pairs.slips, 0);
    b.deformable_contacts.forget(&mut record);
    record
}

/// Two buffers of one quantity: the one that an iteration of Jacobi reads, and the one that it writes.
type InTurns = [Buffer<[f32; 4]>; 2];

struct Step<'a> {
    shape: &'a Shape<'a>,
    b: &'a Buffers,
    record: Recording,
}

impl<'a> Step<'a> {
    fn rigids(&self, substep: u32) -> RigidStepper<'a> {
        RigidStepper {
            rigids: self.shape.rigids,
            kinematics: self.shape.kinematics,
            fields: self.shape.fields,
            b: self.b,
            collision_meshes: self.shape.collision_meshes,
            substeps: self.shape.settings.substeps,
            span: self.shape.settings.dt(),
            substep,
        }
    }
}

impl Step<'_> {
    fn substep(&mut self, substep: u32) {
        self.shape.fluids.emit(&mut self.record, self.b, substep);
        (self.shape.fields).follow(&mut self.record, self.b, substep);
        self.rigids(substep).predict(&mut self.record);
        self.predict(substep);
        self.follow(substep);
        self.anchor(substep);
        if self.measured(substep) {
            let state = 16 * u64::from(self.shape.particles);
            self.record
                .copy(self.b.displacement, self.b.predicted, state);
        }
        let deformable_contacts = self.shape.deformable_contacts;
        deformable_contacts.detect(&mut self.record, self.b);
        self.detect(substep);
        let contact = self.contact_params(substep, 0);
        self.shape.fluids.seek(&mut self.record, self.b, contact);
        match self.shape.settings.solver {
            Solver::GaussSeidel => self.gauss_seidel(substep),
            Solver::Jacobi => self.jacobi(substep),
        }
        let displacement = last_moved(self.shape.settings, self.b);
        self.forces(substep, displacement);
        self.readout(substep, displacement);
        self.finish(substep, displacement);
    }

    fn predict(&mut self, substep: u32) {
        let (b, count) = (self.b, self.shape.particles);
        let mut features = 0;
        if self.shape.windy {
            let buffers = particles::ComputeWind {
                frame: b.frame,
                bodies: b.bodies,
                body_of: b.body_of,
                one_ring_starts: b.one_rings.starts,
                one_ring: b.one_rings.one_ring,
                position: b.position,
                velocity: b.velocity,
                gust: b.gust,
            };
            self.record.pass(buffers, CountParams { count }, count);
            features = FEATURE_WIND;
        }
        let fields = self.shape.fields;
        fields.predict(&mut self.record, b, (count, substep), features);
    }

    /// Pins go with their nodes.
    fn follow(&mut self, substep: u32) {
        let b = self.b;
        let params = PinParams {
            count: self.shape.kinematics.pins.len() as u32,
            first_matrix: self.shape.kinematics.first_matrix(substep),
        };
        self.record.pass(
            particles::MovePins {
                pins: b.pins,
                matrices: b.pin_matrices,
                position: b.position,
                displacement: b.displacement,
            },
            params,
            params.count,
        );
    }

    /// What holds attachments goes with its nodes, too.
    fn anchor(&mut self, substep: u32) {
        let (b, kinematics) = (self.b, self.shape.kinematics);
        let families = self.shape.families.iter().zip(&b.families);
        for ((family, _), own) in families.filter(|((f, _), _)| *f.kind == ATTACHMENTS) {
            let params = AnchorParams {
                count: family.len() as u32,
                first_matrix: kinematics.first_matrix(substep),
                matrices: kinematics.matrices_per_substep(),
            };
            if params.matrices > 0 {
                let buffers = particles::MoveAnchors {
                    matrices: b.pin_matrices,
                    position: b.position,
                    attachments: own.constraints.cast(),
                };
                self.record.pass(buffers, params, params.count);
            }
        }
    }

    fn contact_params(&self, substep: u32, flag: u32) -> ColliderContactParams {
        ColliderContactParams {
            count: self.shape.particles,
            slots: self.shape.slots,
            colliders: self.shape.colliders,
            met: self.shape.met,
            first_pose: self.shape.kinematics.first_pose(substep),
            flag,
        }
    }

    fn detect(&mut self, substep: u32) {
        if self.shape.colliders > 0 {
            let b = self.b;
            let buffers = collide::FindColliderContacts {
                frame: b.frame,
                bodies: b.bodies,
                body_of: b.body_of,
                colliders: b.colliders,
                poses: b.poses,
                mesh_boxes: b.mesh_boxes,
                mesh_faces: b.mesh_faces,
                position: b.position,
                displacement: b.displacement,
                contacts: b.contacts,
                status: b.status,
            };
            self.record.pass_variant(
                buffers,
                self.contact_params(substep, 0),
                self.shape.particles,
                self.shape.collision_meshes,
            );
        }
    }

    fn gauss_seidel(&mut self, substep: u32) {
        let b = self.b;
        for iteration in 0..self.shape.settings.iterations {
            let params = SolveParams {
                keep: kept(iteration > 0),
                relaxation: 1.0,
                omega: 1.0,
                ..SolveParams::default()
            };
            self.links(params);
            for index in 0..self.shape.families.len() {
                self.family(index, params);
            }
            self.attach(
                params,
                0,
                [b.displacement, b.displacement_before, b.places[0]],
            );
            let last = iteration + 1 == self.shape.settings.iterations;
            self.rigids(substep)
                .solve(&mut self.record, iteration as usize, last);
            let begins = iteration == 0;
            self.inflate(
                params,
                0,
                [b.displacement, b.displacement_before, b.places[0]],
            );
            self.grab(params, 0, b.displacement, b.places[0]);
            self.deformable(
                [begins, last],
                0,
                [b.displacement, b.displacement_before, b.places[0]],
            );
            self.flow(
                params,
                0,
                [b.displacement, b.displacement_before, b.places[0]],
            );
            self.meet_rigids(
                substep,
                begins,
                0,
                [b.displacement, b.displacement_before, b.places[0]],
            );
            self.contact(
                substep,
                0,
                [b.displacement, b.displacement_before],
                b.places[0],
            );
        }
    }

    fn links(&mut self, params: SolveParams) {
        let b = self.b;
        let buffers = solve::SolveLinks {
            links: b.links,
            materials: b.materials,
            position: b.position,
            displacement: b.displacement,
            lambda: b.lambda,
            ranges: b.ranges,
        };
        let pass = |record: &mut Recording, params, invocations, variant| {
            record.pass_variant(buffers, params, invocations, variant);
        };
        let features = self.shape.link_features;
        let colors = self.shape.link_colors;
        self.colors(pass, params, features, colors, 0);
    }

    fn family(&mut self, index: usize, params: SolveParams) {
        let b = self.b;
        let (family, features) = self.shape.families[index];
        let params = SolveParams {
            push: family.first_push,
            ..params
        };
        let own = &b.families[index];
        let buffers = self.family_buffers(own, b.displacement, [own.lambda, own.before]);
        let colors = &family.coloring;
        let first_range = family.first_range;
        let pass = |record: &mut Recording, params, invocations, variant| {
            (family.kind.record)(record, buffers, params, invocations, variant);
        };
        self.colors(pass, params, features, colors, first_range);
    }

    fn family_buffers(
        &self,
        own: &FamilyBuffers,
        displacement: Buffer<[f32; 4]>,
        [lambda, before]: [Buffer<f32>; 2],
    ) -> ConstraintBuffers {
        let b = self.b;
        ConstraintBuffers {
            constraints: own.constraints,
            materials: b.materials,
            position: b.position,
            displacement,
            lambda,
            lambda_before: before,
            correction: b.push,
            ranges: b.ranges,
        }
    }

    /// A dispatch for each large colour, then one for all the small ones.
    fn colors(
        &mut self,
        pass: impl Fn(&mut Recording, SolveParams, u32, Variant),
        params: SolveParams,
        features: u32,
        colors: &Coloring,
        first_range: u32,
    ) {
        let mut dispatch = |first, count, invocations, feature| {
            let params = SolveParams {
                first,
                count,
                ..params
            };
            let features = features | feature;
            let variant = Variant { lanes: 1, features };
            pass(&mut self.record, params, invocations, variant);
        };
        let small = small_colors(colors);
        let mut range = first_range;
        for layers in &colors.colors[..colors.colors.len() - small] {
            let [first, count] = layers[0];
            match layers.len() {
                1 => dispatch(first, count, count, 0),
                _ => dispatch(range, count, count, FEATURE_BUNDLED),
            }
            range += layers.len() as u32;
        }
        if small > 0 {
            dispatch(range, small as u32, 1, FEATURE_FUSED);
        }
    }

    /// Displacements, places and λ go to and fro between two buffers each (docs/method.md, Jacobi).
    fn jacobi(&mut self, substep: u32) {
        let b = self.b;
        let mut kinds = self.shape.families.iter().map(|(f, _)| f.kind);
        let schedule = Schedule::new(self.shape.settings, kinds.all(|k| k.accelerates()));
        let mut displacement = [b.displacement, b.displacement_before];
        let mut places = b.places;
        // The last iteration writes λ to the buffer of its name.
        let mut flip = schedule.omegas.len().is_multiple_of(2);
        self.split();
        for (iteration, omega) in schedule.omegas.iter().enumerate() {
            let params = SolveParams {
                keep: kept(iteration > 0),
                keep_before: kept(iteration > 1),
                relaxation: schedule.relaxation,
                omega: *omega,
                ..SolveParams::default()
            };
            // The first iteration has none to go on with.
            let momentum = if schedule.momentum && iteration > 0 {
                FEATURE_MOMENTUM
            } else {
                0
            };
            for index in 0..self.shape.families.len() {
                self.jacobi_family(index, params, momentum, displacement[0], flip);
            }
            self.jacobi_particles(params, momentum, (displacement, places, flip));
            displacement.reverse();
            places.reverse();
            flip = !flip;
            let last = iteration + 1 == schedule.omegas.len();
            self.attach(
                params,
                FEATURE_JACOBI,
                [displacement[0], displacement[1], places[0]],
            );
            self.rigids(substep)
                .solve(&mut self.record, iteration, last);
            self.inflate(
                params,
                FEATURE_JACOBI,
                [displacement[0], displacement[1], places[0]],
            );
            self.grab(params, FEATURE_JACOBI, displacement[0], places[0]);
            self.deformable(
                [iteration == 0, last],
                FEATURE_JACOBI,
                [displacement[0], displacement[1], places[0]],
            );
            self.flow(
                params,
                FEATURE_JACOBI,
                [displacement[0], displacement[1], places[0]],
            );
            let begins = iteration == 0;
            self.meet_rigids(
                substep,
                begins,
                1,
                [displacement[0], displacement[1], places[0]],
            );
            self.contact(substep, 1, displacement, places[0]);
        }
    }

    fn split(&mut self) {
        let b = self.b;
        let params = CountParams {
            count: self.shape.particles,
        };
        let buffers = solve::SplitMasses {
            slices: b.slices,
            slots: b.slots,
            corner_starts: b.corner_starts,
            position: b.position,
            displacement: b.displacement,
            current_position: b.places[0],
        };
        let variant = Variant {
            lanes: 1,
            features: self.shape.link_features,
        };
        self.record
            .pass_variant(buffers, params, params.count, variant);
    }

    fn jacobi_family(
        &mut self,
        index: usize,
        params: SolveParams,
        momentum: u32,
        displacement: Buffer<[f32; 4]>,
        flip: bool,
    ) {
        let (family, features) = self.shape.families[index];
        let own = &self.b.families[index];
        let lambda = flipped([own.before, own.lambda], flip);
        let buffers = self.family_buffers(own, displacement, lambda);
        let params = SolveParams {
            count: family.len() as u32,
            push: family.first_push,
            ..params
        };
        let variant = Variant {
            lanes: 1,
            features: features | momentum | FEATURE_JACOBI,
        };
        (family.kind.record)(&mut self.record, buffers, params, params.count, variant);
    }

    fn jacobi_particles(
        &mut self,
        params: SolveParams,
        momentum: u32,
        (displacement, places, flip): (InTurns, InTurns, bool),
    ) {
        let b = self.b;
        let [lambda, lambda_before] = flipped([b.lambda_before, b.lambda], flip);
        let buffers = solve::IterateJacobi {
            slices: b.slices,
            slots: b.slots,
            lambda,
            lambda_before,
            materials: b.materials,
            body_of: b.body_of,
            corner_starts: b.corner_starts,
            corners: b.corners,
            correction: b.push,
            velocity: b.velocity,
            position: b.position,
            current_position: places[0],
            next_position: places[1],
            displacement: displacement[0],
            displacement_before: displacement[1],
        };
        let params = SolveParams {
            count: self.shape.particles,
            ..params
        };
        let variant = Variant {
            lanes: self.shape.lanes,
            features: self.shape.link_features | momentum,
        };
        self.record
            .pass_variant(buffers, params, params.count, variant);
    }

    /// Volumes of balloons. `features` with Jacobi: also in the displacements of an iteration ago, and the places.
    fn inflate(&mut self, params: SolveParams, features: u32, displacement: [Buffer<[f32; 4]>; 3]) {
        let balloons = self.shape.balloons;
        balloons.solve(&mut self.record, self.b, params, features, displacement);
    }

    /// What touches is kept apart. `ends`: whether in a substep's first and last iterations; `features` as those of [`Self::inflate`].
    fn deformable(&mut self, ends: [bool; 2], features: u32, displacement: [Buffer<[f32; 4]>; 3]) {
        let deformable_contacts = self.shape.deformable_contacts;
        deformable_contacts.solve(&mut self.record, self.b, (ends, features), displacement);
    }

    /// Fluids keep their densities. `features` as those of [`Self::inflate`].
    fn flow(&mut self, params: SolveParams, features: u32, displacement: [Buffer<[f32; 4]>; 3]) {
        let fluids = self.shape.fluids;
        fluids.solve(
            &mut self.record,
            self.b,
            (params.keep, features),
            displacement,
        );
    }

    /// Particles are held to rigid bodies. `features` as those of [`Self::inflate`].
    fn attach(&mut self, params: SolveParams, features: u32, displacement: [Buffer<[f32; 4]>; 3]) {
        let attachments = self.shape.rigid_attachments;
        attachments.solve(
            &mut self.record,
            self.b,
            (params.keep, features),
            displacement,
        );
    }

    /// Particles and rigid bodies push each other. `jacobi` as that of [`Self::contact`].
    fn meet_rigids(
        &mut self,
        substep: u32,
        begins: bool,
        jacobi: u32,
        displacement: [Buffer<[f32; 4]>; 3],
    ) {
        let contact = self.contact_params(substep, jacobi);
        let couples = self.shape.couples;
        if couples.any() {
            self.rigids(substep).pose(&mut self.record);
        }
        couples.solve(&mut self.record, self.b, contact, begins, displacement);
        let features = if jacobi == 0 { 0 } else { FEATURE_JACOBI };
        let pokes = self.shape.pokes;
        pokes.solve(&mut self.record, self.b, (contact, features), displacement);
    }

    fn grab(
        &mut self,
        params: SolveParams,
        features: u32,
        displacement: Buffer<[f32; 4]>,
        place: Buffer<[f32; 4]>,
    ) {
        if self.shape.settings.interactive {
            let b = self.b;
            let params = SolveParams { count: 1, ..params };
            let buffers = solve::DragParticle {
                frame: b.frame,
                velocity: b.velocity,
                position: b.position,
                displacement,
                current_position: place,
                lambda: b.grab_lambda,
            };
            let variant = Variant { lanes: 1, features };
            self.record.pass_variant(buffers, params, 1, variant);
        }
    }

    /// `jacobi` 1: also the displacements of an iteration ago, and the places.
    fn contact(
        &mut self,
        substep: u32,
        jacobi: u32,
        displacement: [Buffer<[f32; 4]>; 2],
        place: Buffer<[f32; 4]>,
    ) {
        if self.shape.colliders > 0 {
            let b = self.b;
            let buffers = collide::SolveColliderContacts {
                frame: b.frame,
                bodies: b.bodies,
                body_of: b.body_of,
                colliders: b.colliders,
                poses: b.poses,
                mesh_boxes: b.mesh_boxes,
                mesh_faces: b.mesh_faces,
                velocity: b.velocity,
                position: b.position,
                displacement: displacement[0],
                displacement_before: displacement[1],
                current_position: place,
                contacts: b.contacts,
            };
            self.record.pass_variant(
                buffers,
                self.contact_params(substep, jacobi),
                self.shape.particles,
                self.shape.collision_meshes,
            );
        }
    }

    /// Whether residuals are wanted of this substep.
    fn measured(&self, substep: u32) -> bool {
        self.shape.settings.residuals && substep + 1 == self.shape.settings.substeps
    }

    /// What watched corners are pushed by; all of them, and what rows leave open, where residuals are wanted.
    fn forces(&mut self, substep: u32, displacement: Buffer<[f32; 4]>) {
        let measured = self.measured(substep);
        for (index, (family, features)) in self.shape.families.iter().enumerate() {
            if !family.watched && !measured {
                continue;
            }
            let own = &self.b.families[index];
            let buffers = self.family_buffers(own, displacement, [own.lambda, own.before]);
            let params = SolveParams {
                count: family.len() as u32,
                push: family.first_push,
                ..SolveParams::default()
            };
            let variant = Variant {
                lanes: 1,
                features: features | FEATURE_FORCES | if measured { FEATURE_OPEN } else { 0 },
            };
            (family.kind.record)(&mut self.record, buffers, params, params.count, variant);
        }
        // It only writes pushes: which displacements are bound does not matter.
        let displacement = [
            self.b.displacement,
            self.b.displacement_before,
            self.b.places[0],
        ];
        self.shape
            .balloons
            .forces(&mut self.record, self.b, displacement);
    }

    fn readout(&mut self, substep: u32, displacement: Buffer<[f32; 4]>) {
        let b = self.b;
        let params = ReadoutParams {
            count: self.shape.watches,
            fresh: u32::from(substep == 0),
            slots: self.shape.slots,
            particles: self.shape.particles,
            deformable_contacts: u32::from(!self.shape.deformable_contacts.elements.is_empty()),
        };
        let buffers = solve::SumForces {
            watches: b.watches,
            ends: b.watch_ends,
            position: b.position,
            displacement,
            lambda: b.lambda,
            correction: b.push,
            contacts: b.contacts,
            starts: b.deformable_contacts.starts,
            entry_ends: b.deformable_contacts.ends,
            entries: b.deformable_contacts.gathered,
            weights: b.deformable_contacts.weights,
            normals: b.deformable_contacts.normals,
            lambdas: b.deformable_contacts.lambdas,
            sums: b.forces,
        };
        self.record.pass(buffers, params, params.count);
    }

    /// Edges that are too long at the frame's end are counted.
    fn tear(&mut self) {
        let b = self.b;
        let params = CountParams {
            count: self.shape.edges,
        };
        let buffers = solve::CountTornEdges {
            edges: b.edges,
            position: b.position,
            status: b.status,
        };
        self.record.pass(buffers, params, params.count);
    }

    /// Particles become vertices, normals and tangents.
    fn present(&mut self) {
        let b = self.b;
        let params = CountParams {
            count: self.shape.vertices,
        };
        self.record.pass(
            particles::WriteVertices {
                particle_of: b.particle_of,
                position: b.position,
                vertices: b.vertices,
            },
            params,
            params.count,
        );
        let riders = CountParams {
            count: self.shape.riders,
        };
        self.record.pass(
            particles::WriteEmbeddedVertices {
                riders: b.riders,
                position: b.position,
                vertices: b.vertices,
            },
            riders,
            riders.count,
        );
        let params = CountParams {
            count: self.shape.shaded,
        };
        self.record.pass(
            particles::ComputeNormals {
                ranges: b.fan_ranges,
                one_ring: b.one_ring,
                triangles: b.triangles,
                vertices: b.vertices,
                normals: b.normals,
            },
            params,
            params.count,
        );
        if self.shape.tangents {
            let buffers = particles::ComputeTangents {
                ranges: b.fan_ranges,
                one_ring: b.one_ring,
                triangles: b.triangles,
                vertices: b.vertices,
                normals: b.normals,
                texcoords: b.texcoords,
                tangents: b.tangents,
            };
            self.record.pass(buffers, params, params.count);
        }
    }
}

/// Two buffers, in turn.
fn flipped<T>([one, other]: [Buffer<T>; 2], flip: bool) -> [Buffer<T>; 2] {
    if flip { [other, one] } else { [one, other] }
}

/// The factor of what is kept.
fn kept(yes: bool) -> f32 {
    if yes { 1.0 } else { 0.0 }
}
