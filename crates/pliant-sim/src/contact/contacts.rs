//! Which surfaces may touch, on the host.

use super::intersection::Intersections;
use super::parts::{
    beside, contact_elements, groups, linked, mean_edge, owned, sorted, thick_elements,
};

use crate::build::Built;
use crate::material::{coefficients, filter};
use crate::pools::Pools;
use glam::{Vec4, Vec4Swizzles};
use pliant_kernels::meets;
use pliant_passes::types::{ContactBody, DeformableContactParams, Filter};
use pliant_scene::{Body, BodyKind, Scene};

/// Of the mean length of a body's edges: how far its particles may stray until pairs are sought again.
const SLACK: f32 = 0.1;

/// Of the spacing of a fluid: how far its particles may.
const ASTRAY: f32 = 0.3;

/// Of how far particles may stray: how far all of them go in a substep at least that they are said to go together.
const TOGETHER: f32 = 0.1;

/// What may touch, on the host.
#[derive(Default)]
pub(crate) struct DeformableContacts {
    /// Triangles, segments and points that others may touch, in the order of their tree; empty where nothing can. Three particles,
    /// the last one NONE for a segment, whose ends are one for a point; then bits of what belongs to it alone: bit k its
    /// corner k, bit 3 + k its edge from corner k to the next.
    pub(crate) elements: Vec<[u32; 4]>,
    /// The corner of the triangle across each of these edges, or NONE.
    pub(super) beside: Vec<[u32; 4]>,
    pub(super) bodies: Vec<ContactBody>,
    /// Their friction and restitution: the words of `Coefficients`.
    pub(super) coefficients: Vec<[u32; 4]>,
    /// One number for all particles that are tied to each other: those do not touch.
    pub(super) groups: Vec<u32>,
    /// Whether any are.
    pub(super) tied: bool,
    pub(super) rests: Vec<[f32; 4]>,
    pub(super) origins: Vec<[f32; 4]>,
    /// Starts of the particles' lists, then whom each is linked to; empty where no body is met by its particles.
    pub(super) linked: Vec<u32>,
    /// Capacity of the list of pairs of features.
    pub(crate) capacity: u32,
    /// Capacity of the list of pairs of elements.
    pub(crate) element_capacity: u32,
    pub(super) colliders: u32,
    /// How far all particles go in a substep at least that they are said to go together, m.
    pub(super) together: f32,
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
            element_capacity: 24 * all.len() as u32 + 4096,
            intersections: Intersections::new(&owned(&all)),
            elements: owned(&all),
            beside: beside(&all),
            colliders: scene.colliders.len() as u32,
        }
    }

    pub(super) fn size(&self) -> u32 {
        self.elements.len() as u32
    }

    pub(super) fn particles(&self) -> u32 {
        self.groups.len() as u32
    }

    pub(super) fn params(&self, count: u32) -> DeformableContactParams {
        DeformableContactParams {
            count,
            capacity: self.capacity,
            colliders: self.colliders,
            elements: self.size(),
            together: self.together,
            round: 0,
        }
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
