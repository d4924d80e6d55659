//! Elements of surfaces that can collide: triangles, segments and points.

use crate::build::one_rings::surface;
use crate::build::pools::Pools;
use crate::constraints::material::filter;
use glam::Vec3;
use pliant_kernels::filters_allow;
use pliant_kernels::tree::order;
use pliant_passes::types::{Attachment, Link, NONE};
use pliant_scene::{Body, BodyKind, Contact, Scene};
use std::collections::{BTreeMap, BTreeSet};

/// The elements of a body that can collide; none for a body without thickness.
pub(super) fn thick_elements(scene: &Scene, pools: &Pools, body: usize) -> Vec<[u32; 3]> {
    if scene.bodies[body].keys.thickness == 0.0 {
        return Vec::new();
    }
    elements(scene, pools, body)
}

/// Elements of a body's surface, as particles: triangles, segments, or points of a fluid.
fn elements(scene: &Scene, pools: &Pools, body: usize) -> Vec<[u32; 3]> {
    match scene.bodies[body].kind {
        BodyKind::Fluid => return drops(scene, pools, body),
        BodyKind::Rope => {}
        _ => return surface(scene, pools, body),
    }
    let first = pools.first_particle[body];
    let segments = scene.bodies[body].segments.iter();
    segments
        .map(|[a, b]| [first + a, first + b, NONE])
        .collect()
}

/// The particles of a fluid as points, in a scene with cloth or balloons, which the fluid could pass through.
fn drops(scene: &Scene, pools: &Pools, body: usize) -> Vec<[u32; 3]> {
    let own = filter(scene.bodies[body].filter);
    let thin = |b: &Body| matches!(b.kind, BodyKind::Cloth | BodyKind::Balloon);
    let mut others = scene
        .bodies
        .iter()
        .filter(|b| thin(b) && b.keys.thickness > 0.0);
    if others.any(|other| filters_allow(own, filter(other.filter))) {
        let drops = pools.range(body).map(|p| [p as u32, p as u32, NONE]);
        return drops.collect();
    }
    Vec::new()
}

/// The elements by which a body collides: its triangles and segments, or their vertices.
pub(super) fn contact_elements(elements: &[[u32; 3]], contact: Contact) -> Vec<[u32; 3]> {
    if contact == Contact::Surface {
        return elements.to_vec();
    }
    let points: BTreeSet<u32> = elements.iter().flat_map(corners).copied().collect();
    points.into_iter().map(|p| [p, p, NONE]).collect()
}

/// The particles to which each particle is joined by a link or an edge; empty unless some elements are points.
pub(super) fn linked<'a>(
    particles: usize,
    active_contacts: &[[u32; 3]],
    links: &[Link],
    elements: impl Iterator<Item = &'a [u32; 3]>,
) -> Vec<u32> {
    if active_contacts
        .iter()
        .all(|element| element[0] != element[1])
    {
        return Vec::new();
    }
    let mut lists = vec![BTreeSet::new(); particles];
    let links = links.iter().map(|link| [link.a, link.b]);
    for [a, b] in links.chain(elements.flat_map(edges)) {
        lists[a as usize].insert(b);
        lists[b as usize].insert(a);
    }
    let mut next = particles as u32 + 1;
    let mut all = vec![next];
    for list in &lists {
        next += list.len() as u32;
        all.push(next);
    }
    all.extend(lists.into_iter().flatten());
    all
}

/// The corners of an element without NONE.
fn corners(element: &[u32; 3]) -> &[u32] {
    if element[2] == NONE {
        &element[..2]
    } else {
        element
    }
}

/// The edges of an element, from each corner to the next.
pub(super) fn edges(element: &[u32; 3]) -> impl Iterator<Item = [u32; 2]> + '_ {
    let [a, b, c] = *element;
    let all = [[a, b], [b, c], [c, a]];
    all.into_iter().take(if c == NONE { 1 } else { 3 })
}

pub(super) fn mean_edge(elements: &[[u32; 3]], at: impl Fn(u32) -> Vec3) -> f32 {
    let lengths = elements.iter().flat_map(edges);
    let lengths: Vec<f32> = lengths.map(|[a, b]| at(a).distance(at(b))).collect();
    lengths.iter().sum::<f32>() / lengths.len().max(1) as f32
}

/// How far beyond its own motion a particle of each body looks for colliders, m: a constraint seldom moves it farther than to its
/// neighbours in a substep, and a fluid's `kernel` reaches them.
pub(crate) fn search_distances(
    scene: &Scene,
    pools: &Pools,
    rests: &[[f32; 4]],
    kernel: f32,
) -> Vec<f32> {
    let at = |p: u32| Vec3::from_slice(&rests[p as usize][..3]);
    let edge = |body: usize| mean_edge(&elements(scene, pools, body), at);
    let bodies = 0..scene.bodies.len();
    bodies.map(|body| edge(body).max(kernel)).collect()
}

/// Elements of a body in the order of the leaves of their BVH.
pub(super) fn sorted(elements: &[[u32; 3]], at: impl Fn(u32) -> Vec3 + Copy) -> Vec<[u32; 3]> {
    let middle = |element: &[u32; 3]| {
        let corners = corners(element);
        corners.iter().map(|p| at(*p)).sum::<Vec3>() / corners.len() as f32
    };
    let centers: Vec<Vec3> = elements.iter().map(middle).collect();
    let order = order(&centers);
    order.into_iter().map(|i| elements[i as usize]).collect()
}

/// Elements with ownership bits: each point and each edge belongs to the first element that has it.
pub(super) fn owned(elements: &[[u32; 3]]) -> Vec<[u32; 4]> {
    let mut points = BTreeMap::new();
    let mut sides = BTreeMap::new();
    let own = |(e, element): (usize, &[u32; 3])| {
        let mut owns = 0;
        for (k, point) in corners(element).iter().enumerate() {
            owns |= u32::from(*points.entry(*point).or_insert((e, k)) == (e, k)) << k;
        }
        for (k, [a, b]) in edges(element).enumerate() {
            let side = sides.entry([a.min(b), a.max(b)]).or_insert((e, k));
            owns |= u32::from(*side == (e, k)) << (3 + k);
        }
        let [a, b, c] = *element;
        [a, b, c, owns]
    };
    elements.iter().enumerate().map(own).collect()
}

/// For each edge of each element, the opposite corner of the adjacent triangle; NONE unless exactly two triangles share the edge.
pub(super) fn adjacent(elements: &[[u32; 3]]) -> Vec<[u32; 4]> {
    let mut across: BTreeMap<[u32; 2], Vec<u32>> = BTreeMap::new();
    let triangles = || elements.iter().filter(|element| element[2] != NONE);
    for element in triangles() {
        for (k, [a, b]) in edges(element).enumerate() {
            let opposite = element[(k + 2) % 3];
            across
                .entry([a.min(b), a.max(b)])
                .or_default()
                .push(opposite);
        }
    }
    let other = |element: &[u32; 3], k: usize| {
        let [a, b, own] = [0, 1, 2].map(|i| element[(k + i) % 3]);
        match across.get(&[a.min(b), a.max(b)]).map(Vec::as_slice) {
            Some([one, other]) if element[2] != NONE => one + other - own,
            _ => NONE,
        }
    };
    let of = |element: &[u32; 3]| [0, 1, 2].map(|k| other(element, k));
    elements
        .iter()
        .map(of)
        .map(|[a, b, c]| [a, b, c, NONE])
        .collect()
}

/// Collision group of each particle: the lowest particle that it is attached to, directly or through others.
pub(super) fn groups(particles: usize, attachments: &[Attachment]) -> Vec<u32> {
    let mut groups: Vec<u32> = (0..particles as u32).collect();
    fn lowest(groups: &mut [u32], mut p: u32) -> u32 {
        while groups[p as usize] != p {
            groups[p as usize] = groups[groups[p as usize] as usize];
            p = groups[p as usize];
        }
        p
    }
    for attachment in attachments.iter().filter(|a| a.other[0] != NONE) {
        let tied = attachment.own.iter().chain(&attachment.other);
        for p in tied.filter(|p| **p != NONE) {
            let [a, b] = [attachment.own[0], *p].map(|p| lowest(&mut groups, p));
            groups[a.max(b) as usize] = a.min(b);
        }
    }
    (0..particles as u32)
        .map(|p| lowest(&mut groups, p))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_and_edge_belongs_to_one_element() {
        let owned = owned(&[[0, 1, 2], [2, 1, 3], [3, 4, NONE]]);
        assert_eq!(owned[0][3], 0b11_1111);
        assert_eq!(owned[1][3], 0b110_100);
        assert_eq!(owned[2][3], 0b001_010);
    }

    #[test]
    fn triangles_know_what_is_adjacent() {
        let adjacent = adjacent(&[[0, 1, 2], [2, 1, 3], [3, 4, NONE]]);
        assert_eq!(adjacent[0], [NONE, 3, NONE, NONE]);
        assert_eq!(adjacent[1], [0, NONE, NONE, NONE]);
        assert_eq!(adjacent[2], [NONE; 4]);
        let fin = super::adjacent(&[[0, 1, 2], [2, 1, 3], [1, 2, 4]]);
        assert_eq!(fin[0], [NONE; 4], "three triangles share an edge");
    }

    #[test]
    fn points_know_whom_they_are_linked_to() {
        let triangle = [0, 1, 2];
        let points = contact_elements(&[triangle], Contact::Particles);
        assert_eq!(points, [[0, 0, NONE], [1, 1, NONE], [2, 2, NONE]]);
        assert_eq!(owned(&points)[1][3], 0b1001);
        let link = Link {
            a: 3,
            b: 0,
            ..Link::default()
        };
        let linked = linked(4, &points, &[link], [triangle].iter());
        assert_eq!(linked, [5, 8, 10, 12, 13, 1, 2, 3, 0, 2, 0, 1, 0]);
    }

    #[test]
    fn what_is_tied_is_one_group() {
        let tie = |a: u32, b: u32| Attachment {
            own: [a, NONE, NONE, NONE],
            other: [b, NONE, NONE, NONE],
            ..Attachment::default()
        };
        assert_eq!(groups(6, &[tie(5, 3), tie(3, 1)]), [0, 1, 2, 1, 4, 1]);
        let node = Attachment {
            other: [NONE; 4],
            ..tie(0, 1)
        };
        assert_eq!(groups(2, &[node]), [0, 1]);
    }
}
