//! Touches: deformable bodies that meet each other and themselves (docs/method.md, touches).

mod parts;
mod tangle;

pub(crate) use tangle::Plan;
use tangle::{TangleBuffers, Tangles};

use parts::{beside, groups, linked, mean_edge, owned, sorted, thick_elements, touching_elements};

use crate::Error;
use crate::build::Built;
use crate::material::filter;
use crate::pools::Pools;
use crate::state::{Buffers, Maker};
use glam::{Vec4, Vec4Swizzles};
use pliant_kernels::tree::tree_size;
use pliant_kernels::types::{
    Bounds, CALLS, CALLS_PAIRS, CALLS_PARTICLES, CALLS_SEEK_ELEMENTS, CALLS_SEEK_GROUPS,
    CALLS_SEEK_IN_GROUPS, CALLS_SEEK_NEAR, CALLS_SEEK_ONCE, CALLS_SEEK_PAIRS, CALLS_SEEK_PARTICLES,
    CALLS_TOUCHING, CallsParams, CountParams, FEATURE_JACOBI, FEATURE_TALLY, FEATURE_TIED, Filter,
    FoundPair, GUARDS, TouchBody, TouchParams, TouchState,
};
use pliant_kernels::{BufferId, Engine, PassId, Recording, Variant, Workgroups, meets};
use pliant_scene::{Body, BodyKind, Scene};

/// Of the mean length of a body's edges: how far its particles may stray until pairs are sought again.
const SLACK: f32 = 0.05;

/// Of the spacing of a fluid: how far its particles may.
const ASTRAY: f32 = 0.3;

/// Rounds that touches are solved in an iteration: each moves particles by all of them at once.
const ROUNDS: u32 = 2;

/// Where pairs were sought that were not yet: no way from there is short enough.
const NOWHERE: [f32; 4] = [-1.0; 4];

/// What may touch, on the host.
#[derive(Default)]
pub(crate) struct Touches {
    /// Triangles, segments and points that others may touch, in the order of their tree; empty where nothing can. Three particles,
    /// the last one NONE for a segment, whose ends are one for a point; then bits of what belongs to it alone: bit k its
    /// corner k, bit 3 + k its edge from corner k to the next.
    pub(crate) elements: Vec<[u32; 4]>,
    /// The corner of the triangle across each of these edges, or NONE.
    beside: Vec<[u32; 4]>,
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
    /// How many times two elements near each other there is room for.
    pub(crate) room: u32,
    colliders: u32,
    /// What of it has gone through each other.
    pub(crate) tangles: Tangles,
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
            room: 24 * all.len() as u32 + 4096,
            tangles: Tangles::new(&owned(&all)),
            elements: owned(&all),
            beside: beside(&all),
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
            own.corners,
            own.around,
            own.manners,
            b.position,
            b.moved,
            own.lambdas,
            own.slips,
            own.weights,
            own.normals,
            own.apart,
            own.near,
            own.touching,
        ];
        let params = self.params(self.particles(), 0);
        own.call(record, PassId::TouchDetect, &met, params, CALLS_PAIRS);
        self.aim(record, b);
        let calls = [own.stale, own.state, own.calls, b.status];
        record.dispatch(PassId::TouchCalls, &calls, self.calls(4), 1);
        let gathered = [own.starts, own.entries, own.near, own.ends, own.gathered];
        let all = CALLS_PARTICLES;
        own.call(record, PassId::TouchGather, &gathered, params, all);
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
            room: self.room,
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
            own.pair_counts,
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

    /// Finds elements that are near each other, pairs of their parts, and orders these.
    fn pairs(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        let groups = [
            own.stale,
            own.elements,
            own.bodies,
            b.body_of,
            own.nodes,
            own.near_groups,
            own.state,
        ];
        let room = |capacity| TouchParams {
            capacity,
            ..self.params(self.count(), self.room / 2)
        };
        let all = CALLS_SEEK_GROUPS;
        own.call(
            record,
            PassId::TouchGroups,
            &groups,
            room(self.room / 2),
            all,
        );
        self.count_found(record, b, 1);
        let near = [
            own.stale,
            own.elements,
            own.bodies,
            b.body_of,
            own.nodes,
            own.near_groups,
            own.nears,
            own.state,
        ];
        let all = CALLS_SEEK_IN_GROUPS;
        own.call(record, PassId::TouchNear, &near, room(self.room), all);
        self.count_found(record, b, 2);
        let pairs = [
            own.stale,
            own.elements,
            own.bodies,
            b.body_of,
            own.groups,
            own.rests,
            own.origins,
            own.sought,
            own.speeds,
            own.beside,
            own.linked,
            own.nears,
            own.pair_counts,
            own.found,
            own.state,
        ];
        let features = if self.tied { FEATURE_TIED } else { 0 };
        let variant = Variant { lanes: 1, features };
        let workgroups = own.workgroups(CALLS_SEEK_NEAR);
        let params = self.params(self.room, 0);
        record.dispatch_counted(PassId::TouchPairs, &pairs, params, workgroups, variant);
        self.count_found(record, b, 3);
        self.order(record, b);
    }

    fn count_found(&self, record: &mut Recording, b: &Buffers, sought: u32) {
        let own = &b.touches;
        let calls = [own.stale, own.state, own.calls, b.status];
        let variant = Variant::default();
        let once = own.workgroups(CALLS_SEEK_ONCE);
        record.dispatch_counted(
            PassId::TouchCalls,
            &calls,
            self.calls(sought),
            once,
            variant,
        );
    }

    fn order(&self, record: &mut Recording, b: &Buffers) {
        let own = &b.touches;
        own.scan(record, own.pair_counts, own.pair_starts, self.count());
        let params = self.params(self.count(), 0);
        let list = [
            own.stale,
            own.state,
            own.found,
            own.pair_starts,
            own.pair_counts,
            own.keys,
        ];
        own.call(record, PassId::TouchList, &list, params, CALLS_SEEK_PAIRS);
        let place = [
            own.stale,
            own.state,
            own.pair_starts,
            own.keys,
            own.found,
            own.corners,
            own.around,
            own.manners,
        ];
        own.call(record, PassId::TouchPlace, &place, params, CALLS_SEEK_PAIRS);
    }

    fn ends(&self, record: &mut Recording, b: &Buffers, fill: u32) {
        let own = &b.touches;
        let cursor = if fill == 0 { own.counts } else { own.cursor };
        let buffers = [
            own.stale,
            own.corners,
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
            own.touching,
            b.frame,
            b.bodies,
            b.body_of,
            own.corners,
            own.weights,
            own.normals,
            own.slips,
            own.presses,
            own.share,
            moved,
            own.lambdas,
            own.pushes,
        ];
        let pushed = [
            own.starts,
            own.ends,
            own.gathered,
            own.weights,
            own.pushes,
            b.velocity,
            b.position,
            moved,
            before,
            place,
        ];
        let features = features & FEATURE_JACOBI;
        let variant = Variant { lanes: 1, features };
        self.draw(record, b, variant, [moved, before, place]);
        for _ in 0..ROUNDS {
            self.press(record, b, moved);
            own.call(record, PassId::TouchSolve, &solved, params, CALLS_TOUCHING);
            let all = own.workgroups(CALLS_PARTICLES);
            record.dispatch_counted(PassId::TouchMove, &pushed, params, all, variant);
        }
    }

    /// Which touches press in a round, and what of a particle's mass each of them has.
    fn press(&self, record: &mut Recording, b: &Buffers, moved: BufferId) {
        let own = &b.touches;
        let params = self.params(self.particles(), 0);
        let pressed = [
            own.state,
            own.touching,
            own.corners,
            own.weights,
            own.normals,
            own.lambdas,
            moved,
            own.near,
            own.presses,
        ];
        let shared = [
            own.starts,
            own.ends,
            own.gathered,
            own.presses,
            b.velocity,
            own.share,
        ];
        own.call(record, PassId::TouchPress, &pressed, params, CALLS_TOUCHING);
        own.call(record, PassId::TouchShare, &shared, params, CALLS_PARTICLES);
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
            own.corners,
            own.manners,
            b.position,
            moved,
            own.apart,
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
        record.fill(own.least, 1.0_f32.to_bits());
        for round in 0..GUARDS {
            let params = self.params(self.particles(), round);
            own.call(record, PassId::TouchGuard, &guarded, params, CALLS_PAIRS);
            own.call(record, PassId::TouchHold, &held, params, CALLS_PARTICLES);
        }
    }

    /// Velocities after touches. `last`: of the frame, whose touches are counted; `tally`: what bodies give each other.
    pub(crate) fn bounce(&self, record: &mut Recording, b: &Buffers, last: bool, tally: bool) {
        if self.elements.is_empty() {
            return;
        }
        self.calm(record, b);
        let own = &b.touches;
        let params = self.params(self.particles(), u32::from(last));
        let bounced = [
            own.state,
            own.touching,
            b.frame,
            b.bodies,
            b.body_of,
            own.corners,
            own.weights,
            own.normals,
            own.lambdas,
            own.share,
            b.velocity,
            own.slips,
            own.pushes,
            b.status,
        ];
        own.call(
            record,
            PassId::TouchBounce,
            &bounced,
            params,
            CALLS_TOUCHING,
        );
        let settled = [
            b.frame,
            b.body_of,
            own.starts,
            own.ends,
            own.gathered,
            own.corners,
            own.manners,
            own.weights,
            own.normals,
            own.lambdas,
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

/// Buffers of touches; a few bytes each where nothing can touch.
pub(crate) struct TouchBuffers {
    elements: BufferId,
    beside: BufferId,
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
    /// Two elements each that are near each other.
    nears: BufferId,
    near_groups: BufferId,
    found: BufferId,
    keys: BufferId,
    /// Rows of pairs: their corners, what is around them, kind and gap.
    corners: BufferId,
    around: BufferId,
    manners: BufferId,
    entries: BufferId,
    /// Pairs that may push in a substep, and where the list of those of each particle ends.
    touching: BufferId,
    pub(crate) gathered: BufferId,
    pub(crate) ends: BufferId,
    /// Rows of pairs in a substep: u, the plane that they must not pass, λ of friction and λ, slip and approach.
    pub(crate) weights: BufferId,
    pub(crate) normals: BufferId,
    pub(crate) lambdas: BufferId,
    slips: BufferId,
    /// Distances at its start, whether a pair may push, and whether it does in this round.
    apart: BufferId,
    near: BufferId,
    presses: BufferId,
    pushes: BufferId,
    limits: BufferId,
    /// The least of them in each round.
    least: BufferId,
    tangles: TangleBuffers,
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
            beside: make.filled("corners beside elements", &plan.beside)?,
            bodies: make.filled("bodies that touch", &plan.bodies)?,
            groups: make.filled("groups of tied particles", &plan.groups)?,
            rests: make.filled("rests of what touches", &plan.rests)?,
            origins: make.filled("starts of what touches", &plan.origins)?,
            nodes: make.empty::<Bounds>("boxes", tree_size(elements as u32) as usize)?,
            state: make.empty::<TouchState>("state of pairs", 1)?,
            linked: make.filled("linked particles", &plan.linked)?,
            stale: make.empty::<u32>("whether pairs are stale", 1)?,
            calls: make.empty::<[u32; 3]>("workgroups of touches", CALLS as usize)?,
            sought: make.filled("where pairs were sought", &vec![NOWHERE; particles])?,
            ways: make.empty::<[f32; 3]>("ways when pairs were sought", particles)?,
            speeds: make.empty::<[f32; 4]>("ways of elements", elements)?,
            pair_counts: make.empty::<u32>("pairs of elements", elements)?,
            pair_starts: make.empty::<u32>("pair starts", elements + 1)?,
            counts: make.empty::<u32>("pairs of particles", particles)?,
            cursor: make.empty::<u32>("cursors of pairs", particles)?,
            starts: make.empty::<u32>("starts of particles' pairs", particles + 1)?,
            share: make.empty::<f32>("shares of touches", particles)?,
            nears: make.empty::<[u32; 2]>("elements near each other", plan.room as usize)?,
            near_groups: make
                .empty::<[u32; 2]>("groups near each other", plan.room as usize / 2)?,
            found: make.empty::<FoundPair>("pairs that were found", room)?,
            keys: make.empty::<u32>("keys of pairs", room)?,
            corners: make.empty::<[u32; 4]>("corners of pairs", room)?,
            around: make.empty::<[u32; 4]>("corners around pairs", room)?,
            manners: make.empty::<[u32; 4]>("kinds and gaps of pairs", room)?,
            entries: make.empty::<u32>("particles' pairs", 4 * room)?,
            touching: make.empty::<u32>("touches", room)?,
            gathered: make.empty::<u32>("particles' touches", 4 * room)?,
            ends: make.empty::<u32>("ends of particles' touches", particles)?,
            weights: make.empty::<[f32; 4]>("weights of touches", room)?,
            normals: make.empty::<[f32; 4]>("planes of touches", room)?,
            lambdas: make.empty::<[f32; 4]>("λ of touches", room)?,
            slips: make.empty::<[f32; 4]>("slips of touches", room)?,
            apart: make.empty::<f32>("distances of pairs", room)?,
            near: make.empty::<f32>("whether pairs may push", room)?,
            presses: make.empty::<f32>("whether touches press", room)?,
            pushes: make.empty::<[f32; 4]>("pushes of touches", room)?,
            limits: make.empty::<f32>("limits of ways", room)?,
            least: make.empty::<u32>("least limits", GUARDS as usize)?,
            tangles: TangleBuffers::new(make, plan)?,
        })
    }
}
