//! Touches: deformable bodies that meet each other and themselves (docs/method.md, touches).

use crate::Error;
use crate::build::Built;
use crate::material::filter;
use crate::pools::Pools;
use crate::rings::surface;
use crate::state::{Buffers, Maker};
use glam::{Vec3, Vec4, Vec4Swizzles};
use pliant_kernels::tree::{order, tree_size};
use pliant_kernels::types::{
    Attachment, Bounds, CALLS_PAIRS, CALLS_PARTICLES, CALLS_SEEK_AGAIN, CALLS_SEEK_ELEMENTS,
    CALLS_SEEK_ONCE, CALLS_SEEK_PAIRS, CALLS_SEEK_PARTICLES, CallsParams, CountParams,
    FEATURE_JACOBI, FEATURE_TALLY, FEATURE_TIED, Filter, FoundPair, Link, NONE, Pair, Touch,
    TouchBody, TouchElement, TouchParams, TouchState,
};
use pliant_kernels::{BufferId, Engine, PassId, Recording, Variant, Workgroups, meets};
use pliant_scene::{Body, BodyKind, Contact, Scene};
use std::collections::{BTreeMap, BTreeSet};

/// Of the mean length of a body's edges: how far its particles may stray until pairs are sought again.
const SLACK: f32 = 0.1;

/// Of the spacing of a fluid: how far its particles may.
const ASTRAY: f32 = 0.3;

/// Rounds that touches are solved in an iteration: each moves particles by all of them at once.
const ROUNDS: u32 = 2;

/// Rounds in which particles are held back from going through each other.
const GUARDS: u32 = 3;

/// Where pairs were sought that were not yet: no way from there is short enough.
const NOWHERE: [f32; 4] = [-1.0; 4];

/// What may touch, on the host.
#[derive(Default)]
pub(crate) struct Touches {
    /// In the order of their tree; empty where nothing can touch.
    pub(crate) elements: Vec<TouchElement>,
    bodies: Vec<TouchBody>,
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
    colliders: u32,
}

impl Touches {
    pub(crate) fn new(scene: &Scene, pools: &Pools, built: &Built) -> Self {
        let (rests, origins) = (&built.rests, &built.positions);
        if !any_meet(scene) {
            return Self::default();
        }
        let parts: Vec<Vec<[u32; 3]>> = (0..scene.bodies.len())
            .map(|body| thick_elements(scene, pools, body))
            .collect();
        let at = |p: u32| Vec4::from(origins[p as usize]).xyz();
        let touching = parts.iter().zip(&scene.bodies);
        let touching: Vec<Vec<[u32; 3]>> = touching
            .map(|(part, body)| sorted(&touching_elements(part, body.keys.contact), at))
            .collect();
        let all = touching.concat();
        let first = |index: usize| touching[..index].iter().map(Vec::len).sum::<usize>() as u32;
        let body = |(index, (own, body)): (usize, (&Vec<[u32; 3]>, &Body))| TouchBody {
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
        Self {
            bodies: parts
                .iter()
                .zip(&scene.bodies)
                .enumerate()
                .map(body)
                .collect(),
            linked: linked(rests.len(), &all, &built.links, parts.iter().flatten()),
            groups: groups(rests.len(), &built.attachments),
            tied: !built.attachments.is_empty(),
            rests: rests.clone(),
            origins: origins.clone(),
            capacity: 2 * all.len() as u32 + 4096,
            elements: owned(&all),
            colliders: scene.colliders.len() as u32,
        }
    }

    fn count(&self) -> u32 {
        self.elements.len() as u32
    }

    fn particles(&self) -> u32 {
        self.groups.len() as u32
    }

    fn params(&self, count: u32, fill: u32) -> TouchParams {
        TouchParams {
            count,
            capacity: self.capacity,
            colliders: self.colliders,
            fill,
        }
    }

    /// Finds what may touch in this substep, by the displacements `moved` that are predicted.
    pub(crate) fn detect(&self, record: &mut Recording, b: &Buffers) {
        if self.elements.is_empty() {
            return;
        }
        self.seek(record, b);
        let own = &b.touches;
        let met = [
            own.state,
            own.pairs,
            b.position,
            b.moved,
            own.touches,
            own.pushes,
        ];
        let params = self.params(self.particles(), 0);
        own.call(record, PassId::TouchDetect, &met, params, CALLS_PAIRS);
    }

    /// Seeks pairs where some particle strayed too far since they were last sought.
    fn seek(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        let particles = self.params(self.particles(), 0);
        record.fill(own.stale, 0);
        let drift = [
            own.state, own.sought, b.position, b.moved, own.stale, own.ways,
        ];
        record.dispatch(PassId::TouchDrift, &drift, particles, particles.count);
        let calls = [own.stale, own.state, own.calls, b.status];
        record.dispatch(PassId::TouchCalls, &calls, self.calls(0), 1);
        self.boxes(record, b);
        self.pairs(record, b);
        for fill in [0, 1] {
            self.ends(record, b, fill);
        }
        let sort = [own.stale, own.starts, own.entries];
        own.call(
            record,
            PassId::TouchSort,
            &sort,
            particles,
            CALLS_SEEK_PARTICLES,
        );
    }

    fn calls(&self, sought: u32) -> CallsParams {
        CallsParams {
            particles: self.particles(),
            elements: self.count(),
            capacity: self.capacity,
            sought,
        }
    }

    /// Makes the tree of boxes anew.
    fn boxes(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        let particles = self.params(self.particles(), 0);
        let elements = self.params(self.count(), 0);
        let mean = [own.stale, b.moved, own.state];
        own.call(record, PassId::TouchMean, &mean, particles, CALLS_SEEK_ONCE);
        let remember = [
            own.stale, own.state, own.bodies, b.body_of, b.position, b.moved, own.sought,
            own.counts, own.cursor, own.ways,
        ];
        let all = CALLS_SEEK_PARTICLES;
        own.call(record, PassId::TouchRemember, &remember, particles, all);
        let leaves = [
            own.stale,
            own.elements,
            own.bodies,
            b.body_of,
            own.sought,
            own.nodes,
            own.ways,
            own.speeds,
        ];
        let all = CALLS_SEEK_ELEMENTS;
        own.call(record, PassId::TouchLeaves, &leaves, elements, all);
        let refit = [own.stale, own.nodes];
        own.call(
            record,
            PassId::TouchRefit,
            &refit,
            elements,
            CALLS_SEEK_ONCE,
        );
    }

    fn pairs(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        let find = |record: &mut Recording, fill, call| {
            let buffers = [
                own.stale,
                own.elements,
                own.bodies,
                b.body_of,
                own.groups,
                own.rests,
                own.origins,
                own.sought,
                own.nodes,
                own.pair_starts,
                own.pair_counts,
                own.found,
                own.pairs,
                own.state,
                own.linked,
                own.speeds,
            ];
            let params = self.params(self.count(), fill);
            let features = if self.tied { FEATURE_TIED } else { 0 };
            let variant = Variant { lanes: 1, features };
            let workgroups = own.workgroups(call);
            record.dispatch_counted(PassId::TouchPairs, &buffers, params, workgroups, variant);
        };
        find(record, 0, CALLS_SEEK_ELEMENTS);
        let calls = [own.stale, own.state, own.calls, b.status];
        let variant = Variant::default();
        let once = own.workgroups(CALLS_SEEK_ONCE);
        record.dispatch_counted(PassId::TouchCalls, &calls, self.calls(1), once, variant);
        own.scan(record, own.pair_counts, own.pair_starts, self.count());
        let place = [own.stale, own.state, own.pair_starts, own.found, own.pairs];
        let params = self.params(self.count(), 0);
        own.call(record, PassId::TouchPlace, &place, params, CALLS_SEEK_PAIRS);
        find(record, 1, CALLS_SEEK_AGAIN);
    }

    fn ends(&self, record: &mut Recording, b: &Buffers, fill: u32) {
        let own = &b.touches;
        let cursor = if fill == 0 { own.counts } else { own.cursor };
        let buffers = [
            own.stale,
            own.pairs,
            own.starts,
            cursor,
            own.entries,
            own.state,
        ];
        let params = self.params(self.count(), fill);
        own.call(
            record,
            PassId::TouchEnds,
            &buffers,
            params,
            CALLS_SEEK_PAIRS,
        );
        if fill == 0 {
            own.scan(record, own.counts, own.starts, self.particles());
        }
    }

    /// Keeps what touches apart, in the displacements `moved`; with Jacobi in those of an iteration ago and in the places,
    /// too.
    pub(crate) fn solve(
        &self,
        record: &mut Recording,
        b: &Buffers,
        features: u32,
        [moved, before, place]: [BufferId; 3],
    ) {
        if self.elements.is_empty() {
            return;
        }
        let own = &b.touches;
        let params = self.params(self.particles(), 0);
        let solved = [
            own.state,
            b.frame,
            b.bodies,
            b.body_of,
            own.pairs,
            own.share,
            moved,
            own.touches,
            own.pushes,
        ];
        let pushed = [
            own.starts,
            own.entries,
            own.touches,
            own.pushes,
            b.velocity,
            b.position,
            moved,
            before,
            place,
        ];
        let features = features & FEATURE_JACOBI;
        let variant = Variant { lanes: 1, features };
        let pressed = [own.state, own.pairs, moved, own.touches];
        let shared = [own.starts, own.entries, own.touches, b.velocity, own.share];
        for _ in 0..ROUNDS {
            own.call(record, PassId::TouchPress, &pressed, params, CALLS_PAIRS);
            own.call(record, PassId::TouchShare, &shared, params, CALLS_PARTICLES);
            own.call(record, PassId::TouchSolve, &solved, params, CALLS_PAIRS);
            let all = own.workgroups(CALLS_PARTICLES);
            record.dispatch_counted(PassId::TouchMove, &pushed, params, all, variant);
        }
    }

    /// Nothing goes through anything by the displacements `moved`, whatever the solver left: they are cut short. A few
    /// rounds hold back only what would; should some be left, all particles are held back alike.
    pub(crate) fn guard(&self, record: &mut Recording, b: &Buffers, moved: BufferId) {
        if self.elements.is_empty() {
            return;
        }
        let own = &b.touches;
        let guarded = [
            own.state,
            own.pairs,
            b.position,
            moved,
            own.touches,
            own.limits,
            own.least,
        ];
        let held = [
            own.starts,
            own.entries,
            own.limits,
            own.least,
            own.state,
            moved,
        ];
        for round in 1..=GUARDS {
            let params = self.params(self.particles(), u32::from(round == GUARDS));
            record.fill(own.least, 1.0_f32.to_bits());
            own.call(record, PassId::TouchGuard, &guarded, params, CALLS_PAIRS);
            own.call(record, PassId::TouchHold, &held, params, CALLS_PARTICLES);
        }
    }

    /// Velocities after touches. `last`: of the frame, whose touches are counted; `tally`: what bodies give each other.
    pub(crate) fn bounce(&self, record: &mut Recording, b: &Buffers, last: bool, tally: bool) {
        if self.elements.is_empty() {
            return;
        }
        let own = &b.touches;
        let params = self.params(self.particles(), u32::from(last));
        let bounced = [
            own.state,
            b.frame,
            b.bodies,
            b.body_of,
            own.pairs,
            own.touches,
            own.share,
            b.velocity,
            own.pushes,
            b.status,
        ];
        own.call(record, PassId::TouchBounce, &bounced, params, CALLS_PAIRS);
        let settled = [
            b.frame,
            b.body_of,
            own.starts,
            own.entries,
            own.pairs,
            own.touches,
            own.pushes,
            b.velocity,
            b.tallies,
            b.status,
        ];
        let features = if tally { FEATURE_TALLY } else { 0 };
        let variant = Variant { lanes: 1, features };
        let all = own.workgroups(CALLS_PARTICLES);
        record.dispatch_counted(PassId::TouchSettle, &settled, params, all, variant);
    }
}

/// Whether a body meets itself or another one.
fn any_meet(scene: &Scene) -> bool {
    let thick = || scene.bodies.iter().filter(|b| b.keys.thickness > 0.0);
    let filters: Vec<Filter> = thick().map(|b| filter(b.filter)).collect();
    let others = |(i, a): (usize, &Filter)| filters[..i].iter().any(|b| meets(*a, *b));
    thick().any(|b| b.keys.self_collision) || filters.iter().enumerate().any(others)
}

/// The elements of a body that others may touch: of one without thickness, none.
fn thick_elements(scene: &Scene, pools: &Pools, body: usize) -> Vec<[u32; 3]> {
    if scene.bodies[body].keys.thickness == 0.0 {
        return Vec::new();
    }
    elements(scene, pools, body)
}

/// Triangles and segments of a body's surface, as particles.
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

/// The particles of a fluid, where there is a sheet or a skin that could let it through.
fn drops(scene: &Scene, pools: &Pools, body: usize) -> Vec<[u32; 3]> {
    let own = filter(scene.bodies[body].filter);
    let thin = |b: &Body| matches!(b.kind, BodyKind::Cloth | BodyKind::Balloon);
    let mut others = scene
        .bodies
        .iter()
        .filter(|b| thin(b) && b.keys.thickness > 0.0);
    if others.any(|other| meets(own, filter(other.filter))) {
        let drops = pools.range(body).map(|p| [p as u32, p as u32, NONE]);
        return drops.collect();
    }
    Vec::new()
}

/// What of a body others may touch: its elements, or their points.
fn touching_elements(elements: &[[u32; 3]], contact: Contact) -> Vec<[u32; 3]> {
    if contact == Contact::Surface {
        return elements.to_vec();
    }
    let points: BTreeSet<u32> = elements.iter().flat_map(corners).copied().collect();
    points.into_iter().map(|p| [p, p, NONE]).collect()
}

/// Whom each particle is joined to by a link or an edge, where some elements are points.
fn linked<'a>(
    particles: usize,
    touching: &[[u32; 3]],
    links: &[Link],
    elements: impl Iterator<Item = &'a [u32; 3]>,
) -> Vec<u32> {
    if touching.iter().all(|element| element[0] != element[1]) {
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

/// The corners that are there.
fn corners(element: &[u32; 3]) -> &[u32] {
    if element[2] == NONE {
        &element[..2]
    } else {
        element
    }
}

/// The edges of an element, from each corner to the next.
fn edges(element: &[u32; 3]) -> impl Iterator<Item = [u32; 2]> + '_ {
    let [a, b, c] = *element;
    let all = [[a, b], [b, c], [c, a]];
    all.into_iter().take(if c == NONE { 1 } else { 3 })
}

fn mean_edge(elements: &[[u32; 3]], at: impl Fn(u32) -> Vec3) -> f32 {
    let lengths = elements.iter().flat_map(edges);
    let lengths: Vec<f32> = lengths.map(|[a, b]| at(a).distance(at(b))).collect();
    lengths.iter().sum::<f32>() / lengths.len().max(1) as f32
}

/// Elements of a body in the order of their tree.
fn sorted(elements: &[[u32; 3]], at: impl Fn(u32) -> Vec3 + Copy) -> Vec<[u32; 3]> {
    let middle = |element: &[u32; 3]| {
        let corners = corners(element);
        corners.iter().map(|p| at(*p)).sum::<Vec3>() / corners.len() as f32
    };
    let centers: Vec<Vec3> = elements.iter().map(middle).collect();
    let order = order(&centers);
    order.into_iter().map(|i| elements[i as usize]).collect()
}

/// Each point and each edge goes to the first element that has it.
fn owned(elements: &[[u32; 3]]) -> Vec<TouchElement> {
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
        TouchElement {
            corners: *element,
            owns,
        }
    };
    elements.iter().enumerate().map(own).collect()
}

/// The lowest particle that each one is tied to, by one attachment or several.
fn groups(particles: usize, attachments: &[Attachment]) -> Vec<u32> {
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

/// Buffers of touches; a few bytes each where nothing can touch.
pub(crate) struct TouchBuffers {
    elements: BufferId,
    bodies: BufferId,
    groups: BufferId,
    rests: BufferId,
    origins: BufferId,
    nodes: BufferId,
    state: BufferId,
    linked: BufferId,
    /// 1 where pairs must be sought in this substep.
    stale: BufferId,
    /// How many workgroups of its passes there are.
    calls: BufferId,
    /// Where particles were when pairs were sought, and how far they may stray.
    sought: BufferId,
    /// The way that each was on, beyond that of all.
    ways: BufferId,
    /// The mean of each element's corners, and how much they differ.
    speeds: BufferId,
    /// Pairs that each element makes.
    pair_counts: BufferId,
    pair_starts: BufferId,
    /// Pairs that each particle is in.
    counts: BufferId,
    cursor: BufferId,
    pub(crate) starts: BufferId,
    share: BufferId,
    found: BufferId,
    pairs: BufferId,
    pub(crate) entries: BufferId,
    pub(crate) touches: BufferId,
    pushes: BufferId,
    limits: BufferId,
    /// The least of them.
    least: BufferId,
}

impl TouchBuffers {
    fn workgroups(&self, index: u32) -> Workgroups {
        Workgroups {
            buffer: self.calls,
            index,
        }
    }

    fn call(
        &self,
        record: &mut Recording,
        pass: PassId,
        buffers: &[BufferId],
        params: TouchParams,
        index: u32,
    ) {
        let workgroups = self.workgroups(index);
        record.dispatch_counted(pass, buffers, params, workgroups, Variant::default());
    }

    fn scan(&self, record: &mut Recording, counts: BufferId, starts: BufferId, count: u32) {
        let params = CountParams { count };
        let once = self.workgroups(CALLS_SEEK_ONCE);
        let variant = Variant::default();
        record.dispatch_counted(PassId::Scan, &[counts, starts], params, once, variant);
    }

    /// Records that pairs are to be sought in the next substep, whatever was.
    pub(crate) fn forget(&self, record: &mut Recording) {
        record.fill(self.sought, NOWHERE[0].to_bits());
    }

    pub(crate) fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &Touches) -> Result<Self, Error> {
        let elements = plan.elements.len();
        let particles = plan.groups.len();
        let room = plan.capacity as usize;
        Ok(Self {
            elements: make.filled("elements that touch", &plan.elements)?,
            bodies: make.filled("bodies that touch", &plan.bodies)?,
            groups: make.filled("groups of tied particles", &plan.groups)?,
            rests: make.filled("rests of what touches", &plan.rests)?,
            origins: make.filled("starts of what touches", &plan.origins)?,
            nodes: make.empty::<Bounds>("boxes", tree_size(elements as u32) as usize)?,
            state: make.empty::<TouchState>("state of pairs", 1)?,
            linked: make.filled("linked particles", &plan.linked)?,
            stale: make.empty::<u32>("whether pairs are stale", 1)?,
            calls: make.empty::<[u32; 3]>("workgroups of touches", CALLS_PARTICLES as usize + 1)?,
            sought: make.filled("where pairs were sought", &vec![NOWHERE; particles])?,
            ways: make.empty::<[f32; 3]>("ways when pairs were sought", particles)?,
            speeds: make.empty::<[f32; 4]>("ways of elements", elements)?,
            pair_counts: make.empty::<u32>("pairs of elements", elements)?,
            pair_starts: make.empty::<u32>("pair starts", elements + 1)?,
            counts: make.empty::<u32>("pairs of particles", particles)?,
            cursor: make.empty::<u32>("cursors of pairs", particles)?,
            starts: make.empty::<u32>("starts of particles' pairs", particles + 1)?,
            share: make.empty::<f32>("shares of touches", particles)?,
            found: make.empty::<FoundPair>("pairs that were found", room)?,
            pairs: make.empty::<Pair>("pairs", room)?,
            entries: make.empty::<u32>("particles' pairs", 4 * room)?,
            touches: make.empty::<Touch>("touches", room)?,
            pushes: make.empty::<[f32; 3]>("pushes of touches", room)?,
            limits: make.empty::<f32>("limits of ways", room)?,
            least: make.empty::<u32>("least limit", 1)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_and_edge_belongs_to_one_element() {
        let owned = owned(&[[0, 1, 2], [2, 1, 3], [3, 4, NONE]]);
        assert_eq!(owned[0].owns, 0b11_1111);
        assert_eq!(owned[1].owns, 0b110_100);
        assert_eq!(owned[2].owns, 0b001_010);
    }

    #[test]
    fn points_know_whom_they_are_linked_to() {
        let triangle = [0, 1, 2];
        let points = touching_elements(&[triangle], Contact::Particles);
        assert_eq!(points, [[0, 0, NONE], [1, 1, NONE], [2, 2, NONE]]);
        assert_eq!(owned(&points)[1].owns, 0b1001);
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
