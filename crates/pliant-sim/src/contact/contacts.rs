//! Deformable surfaces that can collide, on the host.

use super::intersection::Intersections;
use super::parts::{
    beside, contact_elements, groups, linked, mean_edge, owned, sorted, thick_elements,
};

use crate::build::Built;
use crate::material::{coefficients, filter};
use crate::pools::Pools;
use glam::{Vec4, Vec4Swizzles};
use pliant_kernels::filters_allow;
use pliant_passes::types::{ContactBody, DeformableContactParams, Filter, MOVED_MARGIN};
use pliant_scene::{Body, BodyKind, Scene};

/// Allowance of a body's particles at rest: how far they may deviate from their expected trajectory until the next search, as a
/// fraction of its mean edge length.
const ALLOWANCE: f32 = 0.1;

/// The same for fluid particles, as a fraction of the fluid's spacing.
const FLUID_ALLOWANCE: f32 = 0.3;

/// Deformable surfaces that can collide, on the host: elements, bodies, and capacities of lists.
#[derive(Default)]
pub(crate) struct DeformableContacts {
    /// Triangles, segments and points that can collide, in the order of the leaves of their BVH; empty where nothing can. Three
    /// particles: the last one is NONE for a segment, whose ends are equal for a point. Then bits of the features that belong to
    /// this element. Bit k is its corner k, bit 3 + k its edge from corner k to the next.
    pub(crate) elements: Vec<[u32; 4]>,
    /// For each of these edges, the opposite corner of the adjacent triangle, or NONE.
    pub(super) beside: Vec<[u32; 4]>,
    pub(super) bodies: Vec<ContactBody>,
    /// Friction and restitution of bodies: the words of `Coefficients`.
    pub(super) coefficients: Vec<[u32; 4]>,
    /// Collision group of each particle: particles that are attached to each other share a group and do not collide.
    pub(super) groups: Vec<u32>,
    pub(super) rests: Vec<[f32; 4]>,
    pub(super) origins: Vec<[f32; 4]>,
    /// Start positions, and how far each particle may move until candidates that were no contacts are evaluated again, m.
    pub(super) anchors: Vec<[f32; 4]>,
    /// Starts of the particles' lists, then the particles that each is linked to; empty unless a body collides by its particles.
    pub(super) linked: Vec<u32>,
    /// Capacity of the list of candidates.
    pub(crate) candidates: u32,
    /// Capacity of the list of pairs of elements.
    pub(crate) element_pairs: u32,
    /// Capacity of the list of contacts in a substep.
    pub(crate) contacts: u32,
    pub(super) colliders: u32,
    /// Intersections of these surfaces.
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
            allowance: match body.kind {
                BodyKind::Fluid => FLUID_ALLOWANCE * body.keys.spacing,
                _ => (ALLOWANCE * mean_edge(own, |p| Vec4::from(rests[p as usize]).xyz()))
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
        Self {
            anchors: anchors(origins, &pools.body_of, &bodies),
            bodies,
            coefficients: scene.bodies.iter().map(coefficients_of).collect(),
            linked: linked(rests.len(), &all, &built.links, parts.iter().flatten()),
            groups: groups(rests.len(), &built.attachments),
            rests: rests.clone(),
            origins: origins.clone(),
            candidates: 2 * all.len() as u32 + 4096,
            element_pairs: 16 * all.len() as u32 + 4096,
            contacts: all.len() as u32 / 2 + 4096,
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
            elements: self.size(),
            element_pairs: self.element_pairs,
            candidates: self.candidates,
            contacts: self.contacts,
            colliders: self.colliders,
            round: 0,
        }
    }
}

/// Positions, and in the fourth component how far each particle may move until candidates are evaluated again.
fn anchors(origins: &[[f32; 4]], body_of: &[u32], bodies: &[ContactBody]) -> Vec<[f32; 4]> {
    let margin = |body: &u32| 2.0 * MOVED_MARGIN * bodies[*body as usize].half_thickness;
    let of = |([x, y, z, _], body): (&[f32; 4], &u32)| [*x, *y, *z, margin(body)];
    origins.iter().zip(body_of).map(of).collect()
}

/// Friction and restitution of a body as words.
fn coefficients_of(body: &Body) -> [u32; 4] {
    bytemuck::cast(coefficients(&body.keys.coefficients))
}

/// Whether some body collides with itself or with another one.
fn any_meet(scene: &Scene) -> bool {
    let thick = || scene.bodies.iter().filter(|b| b.keys.thickness > 0.0);
    let filters: Vec<Filter> = thick().map(|b| filter(b.filter)).collect();
    let others = |(i, a): (usize, &Filter)| filters[..i].iter().any(|b| filters_allow(*a, *b));
    thick().any(|b| b.keys.self_collision) || filters.iter().enumerate().any(others)
}
