//! Touches: deformable bodies that meet each other and themselves (docs/method.md, touches).

mod buffers;
mod intersection;
mod parts;
mod seek;

pub(crate) use buffers::DeformableContactBuffers;
use intersection::Intersections;
pub(crate) use intersection::Plan;
use seek::Way;

use parts::{beside, contact_elements, groups, linked, mean_edge, owned, sorted, thick_elements};

use crate::build::Built;
use crate::material::{coefficients, filter};
use crate::pools::Pools;
use crate::state::Buffers;
use glam::{Vec4, Vec4Swizzles};
use pliant_kernels::meets;
use pliant_passes::passes::contact;
use pliant_passes::types::{
    CALLS_ACTIVE, CALLS_AGAIN_ACTIVE, CALLS_AGAIN_ONCE, CALLS_AGAIN_PARTICLES, CALLS_BOUNCING,
    CALLS_GUARD_PAIRS, CALLS_GUARD_PARTICLES, CALLS_PARTICLES, CALLS_SETTLE, ContactBody,
    DeformableContactParams, FEATURE_ACCUMULATE, FEATURE_BEGINS, FEATURE_JACOBI, Filter, GUARDS,
};
use pliant_passes::{Buffer, Recording, Variant};
use pliant_scene::{Body, BodyKind, Scene};

/// Of the mean length of a body's edges: how far its particles may stray until pairs are sought again.
const SLACK: f32 = 0.1;

/// Of the spacing of a fluid: how far its particles may.
const ASTRAY: f32 = 0.3;

/// Of how far particles may stray: how far all of them go in a substep at least that they are said to go together.
const TOGETHER: f32 = 0.1;

/// In each iteration touches are solved in one round, which moves particles by all of them at once; in the last one in so many more at most, where
/// parts would be left so close that the guard would have to hold them.
const MORE_ROUNDS: u32 = 5;

/// What may touch, on the host.
#[derive(Default)]
pub(crate) struct DeformableContacts {
    /// Triangles, segments and points that others may touch, in the order of their tree; empty where nothing can. Three particles,
    /// the last one NONE for a segment, whose ends are one for a point; then bits of what belongs to it alone: bit k its
    /// corner k, bit 3 + k its edge from corner k to the next.
    pub(crate) elements: Vec<[u32; 4]>,
    /// The corner of the triangle across each of these edges, or NONE.
    beside: Vec<[u32; 4]>,
    bodies: Vec<ContactBody>,
    /// Their friction and restitution: the words of `Coefficients`.
    coefficients: Vec<[u32; 4]>,
    /// One number for all particles that are tied to each other: those do not touch.
    groups: Vec<u32>,
    /// Whether any are.
    tied: bool,
    rests: Vec<[f32; 4]>,
    origins: Vec<[f32; 4]>,
    /// Starts of the particles' lists, then whom each is linked to; empty where no body is met by its particles.
    linked: Vec<u32>,
    /// Pairs that there is room for.
    pub(crate) capacity: u32,
    /// How many times two elements near each other there is room for.
    pub(crate) room: u32,
    colliders: u32,
    /// How far all particles go in a substep at least that they are said to go together, m.
    together: f32,
    /// What of it has gone through each other.
    pub(crate) intersections: Intersections,
}

impl DeformableContacts {
    pub(crate) fn new(scene: &Scene, pools: &Pools, built: &Built) -> Self {
        let (rests, origins) = (&built.rests, &built.positions);
        if !any_meet(scene) {
            return Self::default();
        }
        let parts: Vec<Vec<[u32; 3]>> = (0..scene.bodies.len())
            .map(|body| thick_elements(scene, pools, body))
            .collect();
        let at = |p: u32| Vec4::from(origins[p as usize]).xyz();
        let active_contacts = parts.iter().zip(&scene.bodies);
        let active_contacts: Vec<Vec<[u32; 3]>> = active_contacts
            .map(|(part, body)| sorted(&contact_elements(part, body.keys.contact), at))
            .collect();
        let all = active_contacts.concat();
        let first =
            |index: usize| active_contacts[..index].iter().map(Vec::len).sum::<usize>() as u32;
        let body = |(index, (own, body)): (usize, (&Vec<[u32; 3]>, &Body))| ContactBody {
            half_thickness: 0.5 * body.keys.thickness,
            slack: match body.kind {
                BodyKind::Fluid => ASTRAY * body.keys.spacing,
                _ => (SLACK * mean_edge(own, |p| Vec4::from(rests[p as usize]).xyz()))
                    .min(body.keys.thickness),
            },
            itself: u32::from(body.keys.self_collision),
            first: first(index),
            filters: filter(body.filter),
            bulk: match body.kind {
                BodyKind::Fluid => 2,
                BodyKind::Soft => 1,
                _ => 0,
            },
        };
        let bodies: Vec<ContactBody> = parts
            .iter()
            .zip(&scene.bodies)
            .enumerate()
            .map(body)
            .collect();
        let slacks = bodies.iter().map(|body| body.slack).filter(|s| *s > 0.0);
        Self {
            together: TOGETHER * slacks.fold(f32::MAX, f32::min),
            bodies,
            coefficients: scene.bodies.iter().map(coefficients_of).collect(),
            linked: linked(rests.len(), &all, &built.links, parts.iter().flatten()),
            groups: groups(rests.len(), &built.attachments),
            tied: !built.attachments.is_empty(),
            rests: rests.clone(),
            origins: origins.clone(),
            capacity: 2 * all.len() as u32 + 4096,
            room: 24 * all.len() as u32 + 4096,
            intersections: Intersections::new(&owned(&all)),
            elements: owned(&all),
            beside: beside(&all),
            colliders: scene.colliders.len() as u32,
        }
    }

    fn size(&self) -> u32 {
        self.elements.len() as u32
    }

    fn particles(&self) -> u32 {
        self.groups.len() as u32
    }

    fn params(&self, count: u32) -> DeformableContactParams {
        DeformableContactParams {
            count,
            capacity: self.capacity,
            colliders: self.colliders,
            elements: self.size(),
            together: self.together,
            round: 0,
        }
    }

    /// Keeps what touches apart, in the displacements `moved`; with Jacobi in those of an iteration ago and in the places,
    /// too. `first`, `last`: in a substep's first and last iterations.
    pub(crate) fn solve(
        &self,
        record: &mut Recording,
        b: &Buffers,
        ([first, last], features): ([bool; 2], u32),
        ways @ [displacement, ..]: [Buffer<[f32; 4]>; 3],
    ) {
        if self.elements.is_empty() {
            return;
        }
        let variant = Variant {
            lanes: 1,
            features: features & FEATURE_JACOBI,
        };
        self.draw(record, b, variant, ways);
        record.fill(b.deformable_contacts.stale, 0);
        if !first {
            self.press(record, b, displacement, (0, CALLS_ACTIVE));
        }
        let all = [CALLS_ACTIVE, CALLS_PARTICLES];
        self.round(record, b, variant, ways, (0, first, all));
        if !last {
            return;
        }
        let again = [CALLS_AGAIN_ACTIVE, CALLS_AGAIN_PARTICLES];
        self.count(record, b, 6);
        for k in 1..=MORE_ROUNDS {
            self.press(record, b, displacement, (k, CALLS_AGAIN_ACTIVE));
            self.count_by(record, b, 6 + k, CALLS_AGAIN_ONCE);
            self.round(record, b, variant, ways, (k + 1, false, again));
        }
    }

    /// Finds which touches press in a round; `more`: which one beyond the first, or 0, and how many workgroups there are.
    fn press(
        &self,
        record: &mut Recording,
        b: &Buffers,
        displacement: Buffer<[f32; 4]>,
        (more, active_contacts): (u32, u32),
    ) {
        let own = &b.deformable_contacts;
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

    /// Solves touches once, and moves particles by all of them; `more`: one more than that, or 0; `begins`: whether it is the first of a substep.
    fn round(
        &self,
        record: &mut Recording,
        b: &Buffers,
        variant: Variant,
        [displacement, before, place]: [Buffer<[f32; 4]>; 3],
        (more, begins, [active_contacts, particles]): (u32, bool, [u32; 2]),
    ) {
        let own = &b.deformable_contacts;
        let params = DeformableContactParams {
            round: more,
            ..self.params(self.particles())
        };
        let shared = contact::SplitContactMasses {
            starts: own.starts,
            ends: own.ends,
            entries: own.gathered,
            presses: own.presses,
            velocity: b.velocity,
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
            frame: b.frame,
            coefficients: own.coefficients,
            body_of: b.body_of,
            corners: own.corners,
            weights: own.weights,
            normals: own.normals,
            opens: own.opens,
            slips: own.slips,
            presses: own.presses,
            share: own.shares.w,
            displacement,
            lambdas: own.lambdas,
            pushes: own.pushes,
            stale: own.stale,
        };
        let first = Variant {
            lanes: 1,
            features: if begins { FEATURE_BEGINS } else { 0 },
        };
        let all = own.workgroups(active_contacts);
        record.pass_indirect(solved, params, all, first);
        let pushed = contact::ApplyContacts {
            starts: own.starts,
            ends: own.ends,
            entries: own.gathered,
            weights: own.weights,
            pushes: own.pushes,
            velocity: b.velocity,
            position: b.position,
            displacement,
            displacement_before: before,
            current_position: place,
            stale: own.stale,
            state: own.state,
            detected: own.detected,
            free: own.free,
        };
        let all = own.workgroups(particles);
        record.pass_indirect(pushed, params, all, variant);
    }

    /// Records where particles are before a substep moves them.
    pub(crate) fn depart(&self, record: &mut Recording, b: &Buffers) {
        if !self.elements.is_empty() {
            let size = 16 * u64::from(self.particles());
            record.copy(
                b.position,
                b.deformable_contacts.guards.start_position,
                size,
            );
        }
    }

    /// Nothing goes through anything by the displacements `moved`, whatever the solver left: they are cut short, and velocities with
    /// them. A few rounds hold back only what would; should some be left, all particles are held back alike.
    pub(crate) fn guard(
        &self,
        record: &mut Recording,
        b: &Buffers,
        displacement: Buffer<[f32; 4]>,
    ) {
        if self.elements.is_empty() {
            return;
        }
        let own = &b.deformable_contacts;
        let way = Way {
            place: own.guards.start_position,
            displacement,
        };
        self.seek_at_end(record, b, way);
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
            frame: b.frame,
            start_position: way.place,
            displacement,
            position: b.position,
            compensation: b.compensation,
            velocity: b.velocity,
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

    /// Velocities after touches. `last`: of the frame, whose touches are counted; `tally`: what bodies give each other.
    pub(crate) fn bounce(&self, record: &mut Recording, b: &Buffers, last: bool, accumulate: bool) {
        if self.elements.is_empty() {
            return;
        }
        self.calm(record, b);
        let own = &b.deformable_contacts;
        let params = self.params(self.particles());
        let bounced = contact::ComputeBounces {
            state: own.state,
            bouncing: own.bounces.deformable_contacts,
            frame: b.frame,
            coefficients: own.coefficients,
            body_of: b.body_of,
            corners: own.corners,
            weights: own.weights,
            normals: own.normals,
            opens: own.opens,
            lambdas: own.lambdas,
            share: own.shares.w,
            velocity: b.velocity,
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
                status: b.status,
            };
            own.call(record, counted, params, CALLS_ACTIVE);
        }
        let settled = contact::ApplyBounces {
            frame: b.frame,
            body_of: b.body_of,
            starts: own.starts,
            ends: own.ends,
            entries: own.gathered,
            corners: own.corners,
            manners: own.manners,
            weights: own.weights,
            normals: own.normals,
            lambdas: own.lambdas,
            pushes: own.pushes,
            velocity: b.velocity,
            accumulators: b.accumulators,
            status: b.status,
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

/// Friction and restitution of a body, in a form that can be fetched.
fn coefficients_of(body: &Body) -> [u32; 4] {
    bytemuck::cast(coefficients(&body.keys.coefficients))
}

/// Whether a body meets itself or another one.
fn any_meet(scene: &Scene) -> bool {
    let thick = || scene.bodies.iter().filter(|b| b.keys.thickness > 0.0);
    let filters: Vec<Filter> = thick().map(|b| filter(b.filter)).collect();
    let others = |(i, a): (usize, &Filter)| filters[..i].iter().any(|b| meets(*a, *b));
    thick().any(|b| b.keys.self_collision) || filters.iter().enumerate().any(others)
}
