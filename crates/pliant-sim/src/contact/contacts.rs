//! Deformable surfaces that can collide, on the host.

use super::collider_edges::ColliderEdges;
use super::intersection::Intersections;
use super::parts::{
    adjacent, contact_elements, groups, linked, mean_edge, owned, sorted, thick_elements,
};

use crate::build::built::Built;
use crate::build::pools::Pools;
use crate::collide::collision_meshes::CollisionMeshes;
use crate::constraints::material::{coefficients, filter};
use glam::{Vec4, Vec4Swizzles};
use pliant_kernels::filters_allow;
use pliant_passes::types::{
    ContactBody, DeformableContactParams, FLUID_BULK, Filter, MOVED_MARGIN, SOFT_BULK,
    SUBSTEP_START,
};
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
    pub(super) adjacent: Vec<[u32; 4]>,
    /// Bodies, then colliders with sharp edges.
    pub(super) bodies: Vec<ContactBody>,
    /// The one of them that each particle belongs to.
    pub(super) body_of: Vec<u32>,
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
    /// The number of particles of bodies. Those that stand for corners of colliders come after them.
    pub(super) first_corner: u32,
    /// Sharp edges of colliders, which are the last elements.
    pub(crate) collider_edges: ColliderEdges,
    /// Intersections of these surfaces.
    pub(crate) intersections: Intersections,
}

impl DeformableContacts {
    pub(crate) fn new(
        scene: &Scene,
        collision_meshes: &CollisionMeshes,
        (pools, built): (&Pools, &Built),
    ) -> Self {
        let collider_edges = ColliderEdges::new(scene, collision_meshes);
        if !any_collide(scene) && collider_edges.parts.is_empty() {
            return Self::default();
        }
        let particles = pools.particles();
        let with_corners = |own: &[[f32; 4]]| [own, &collider_edges.positions[..]].concat();
        let (rests, origins) = (with_corners(&built.rests), with_corners(&built.positions));
        let parts: Vec<Vec<[u32; 3]>> = (0..scene.bodies.len())
            .map(|body| thick_elements(scene, pools, body))
            .collect();
        let at = |p: u32| Vec4::from(origins[p as usize]).xyz();
        let of_bodies = parts.iter().zip(&scene.bodies);
        let elements_of_bodies: Vec<Vec<[u32; 3]>> = of_bodies
            .map(|(part, body)| contact_elements(part, body.keys.contact))
            .chain(collider_edges.elements(particles))
            .map(|elements| sorted(&elements, at))
            .collect();
        let all = elements_of_bodies.concat();
        let first = |index: usize| {
            elements_of_bodies[..index]
                .iter()
                .map(Vec::len)
                .sum::<usize>() as u32
        };
        let rest = |p: u32| Vec4::from(rests[p as usize]).xyz();
        let of_bodies = parts.iter().zip(&scene.bodies).enumerate();
        let bodies: Vec<ContactBody> = of_bodies
            .map(|(index, (part, body))| contact_body(body, mean_edge(part, rest), first(index)))
            .chain(collider_edges.parts.iter().enumerate().map(|(k, part)| {
                let first = first(scene.bodies.len() + k);
                collider_edges.contact_body(scene, (part, first), ALLOWANCE)
            }))
            .collect();
        let of_corners = collider_edges.part_of_corners();
        let body_of: Vec<u32> = (pools.body_of.iter().copied())
            .chain(of_corners.map(|part| scene.bodies.len() as u32 + part))
            .collect();
        let parts_of_colliders = collider_edges.parts.iter();
        Self {
            anchors: anchors(&origins, &body_of, &bodies),
            bodies,
            body_of,
            coefficients: (scene.bodies.iter().map(coefficients_of))
                .chain(parts_of_colliders.map(|part| collider_edges.coefficients(scene, part)))
                .collect(),
            linked: linked(origins.len(), &all, &built.links, parts.iter().flatten()),
            groups: groups(origins.len(), &built.attachments),
            rests,
            origins,
            candidates: 2 * all.len() as u32 + 4096,
            element_pairs: 16 * all.len() as u32 + 4096,
            contacts: all.len() as u32 / 2 + 4096,
            intersections: Intersections::new(&owned(&all)),
            elements: owned(&all),
            adjacent: adjacent(&all),
            colliders: scene.colliders.len() as u32,
            first_corner: particles,
            collider_edges,
        }
    }

    /// The body of each particle; where surfaces collide, those for corners of colliders have one, too.
    pub(crate) fn owners<'a>(&'a self, body_of: &'a [u32]) -> &'a [u32] {
        if self.elements.is_empty() {
            body_of
        } else {
            &self.body_of
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
            stage: SUBSTEP_START,
            last_round: 0,
            counts_contacts: 0,
            first_corner: self.first_corner,
        }
    }
}

/// Positions, and in the fourth component how far each particle may move until candidates are evaluated again.
fn anchors(origins: &[[f32; 4]], body_of: &[u32], bodies: &[ContactBody]) -> Vec<[f32; 4]> {
    let margin = |body: &u32| 2.0 * MOVED_MARGIN * bodies[*body as usize].half_thickness;
    let of = |([x, y, z, _], body): (&[f32; 4], &u32)| [*x, *y, *z, margin(body)];
    origins.iter().zip(body_of).map(of).collect()
}

/// Contact properties of a body with edges of this mean length, m, whose first element is `first`.
fn contact_body(body: &Body, mean_edge: f32, first: u32) -> ContactBody {
    ContactBody {
        half_thickness: 0.5 * body.keys.thickness,
        allowance: match body.kind {
            BodyKind::Fluid => FLUID_ALLOWANCE * body.keys.spacing,
            _ => (ALLOWANCE * mean_edge).min(body.keys.thickness),
        },
        itself: u32::from(body.keys.self_collision),
        first,
        filters: filter(body.filter),
        bulk: match body.kind {
            BodyKind::Fluid => FLUID_BULK,
            BodyKind::Soft => SOFT_BULK,
            _ => 0,
        },
    }
}

/// Friction and restitution of a body as words.
fn coefficients_of(body: &Body) -> [u32; 4] {
    bytemuck::cast(coefficients(&body.keys.coefficients))
}

/// Whether some body collides with itself or with another one.
fn any_collide(scene: &Scene) -> bool {
    let thick = || scene.bodies.iter().filter(|b| b.keys.thickness > 0.0);
    let filters: Vec<Filter> = thick().map(|b| filter(b.filter)).collect();
    let others = |(i, a): (usize, &Filter)| filters[..i].iter().any(|b| filters_allow(*a, *b));
    thick().any(|b| b.keys.self_collision) || filters.iter().enumerate().any(others)
}
