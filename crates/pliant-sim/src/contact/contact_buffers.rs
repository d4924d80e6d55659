//! Buffers of deformable contacts.

use super::contacts::DeformableContacts;
use super::intersection::IntersectionBuffers;
use crate::build::scan::{Scan, sums};
use crate::error::Error;
use crate::memory::Maker;
use crate::world::World;
use pliant_kernels::tree::tree_size;
use pliant_passes::passes::contact;
use pliant_passes::types::{
    Bounds, ColliderCorner, ContactBody, ContactState, DISPATCHES, DeformableContactParams,
    FoundPair, ROW, UNBOUNDED,
};
use pliant_passes::{Bind, Buffer, Engine, Recording, Variant, Workgroups, bind};

/// Buffers that the passes of contacts bind.
pub(super) type ContactPasses<'a> = (World<'a>, &'a DeformableContactBuffers);

/// Buffers of contacts between deformable surfaces; a few bytes each where none can collide.
pub(crate) struct DeformableContactBuffers {
    pub(super) elements: Buffer<[u32; 4]>,
    pub(super) adjacent: Buffer<[u32; 4]>,
    pub(super) bodies: Buffer<ContactBody>,
    /// Bodies' friction and restitution.
    pub(super) coefficients: Buffer<[u32; 4]>,
    pub(super) groups: Buffer<u32>,
    pub(super) rests: Buffer<[f32; 4]>,
    pub(super) origins: Buffer<[f32; 4]>,
    pub(super) linked: Buffer<u32>,
    /// Corners of colliders, and the outward direction at each.
    pub(super) collider_corners: Buffer<ColliderCorner>,
    pub(super) outwards: Buffer<[f32; 4]>,
    pub(super) state: Buffer<ContactState>,
    /// Indirect dispatch arguments.
    pub(super) dispatch_arguments: Buffer<[u32; 3]>,
    /// Sums of blocks of counts.
    sums: Buffer<u32>,
    pub(super) motion: MotionBuffers,
    pub(super) search: SearchBuffers,
    pub(super) candidates: CandidateBuffers,
    pub(crate) contacts: ContactBuffers,
    pub(super) intersections: IntersectionBuffers,
}

/// The motion of particles since the last search.
pub(super) struct MotionBuffers {
    /// Positions at the search, and in the fourth component allowances, m.
    pub(super) references: Buffer<[f32; 4]>,
    /// Exponential means of the displacements of substeps, and how often they were truncated so far.
    pub(super) means: Buffer<[f32; 4]>,
    /// Expected displacements in each of the next substeps.
    pub(super) trajectories: Buffer<[f32; 4]>,
    /// Deviations from that, m.
    pub(super) motions: Buffer<f32>,
    /// Where candidates were last evaluated for each particle, and how far it may be from there until they are again, m.
    pub(super) anchors: Buffer<[f32; 4]>,
    /// 1 for particles that are farther in this substep.
    pub(super) moved: Buffer<u32>,
    /// The fractions of their displacements that particles keep, as the bits of floats.
    pub(super) limit_bits: Buffer<u32>,
}

/// What a search finds before candidates.
pub(super) struct SearchBuffers {
    pub(super) nodes: Buffer<Bounds>,
    /// Mean displacement that each element's corners are expected to make, and how much they may deviate from it.
    pub(super) spreads: Buffer<[f32; 4]>,
    pub(super) element_pairs: Buffer<[u32; 2]>,
    pub(super) listed: Buffer<FoundPair>,
    pub(super) counts: Buffer<u32>,
    pub(super) starts: Buffer<u32>,
    /// The candidates of each element before the search, and their slips and keys.
    pub(super) old_starts: Buffer<[u32; 2]>,
    pub(super) old_slips: Buffer<[u32; 4]>,
}

/// Rows of candidates.
pub(super) struct CandidateBuffers {
    /// During a search they are scratch ([`Self::found`]).
    pub(super) corners: Buffer<[u32; 4]>,
    pub(super) around: Buffer<[u32; 4]>,
    /// Element, key, kind, and what a triangle owns.
    pub(super) keys: Buffer<[u32; 4]>,
    /// Least distance on the expected trajectories, nothing, gap, and reach.
    pub(super) clearances: Buffer<[f32; 4]>,
    /// What each contact slipped so far, as far as friction holds it; in the fourth component 1 for a candidate that is no contact
    /// until one of its particles moves.
    pub(super) slips: Buffer<[f32; 4]>,
}

/// Contacts of a substep.
pub(crate) struct ContactBuffers {
    /// Rows of `ROW` vectors: the words of `ContactRow`.
    pub(crate) rows: Buffer<[u32; 4]>,
    /// λ of friction, and of the contact.
    pub(crate) lambdas: Buffer<[f32; 4]>,
    /// Impulses of a round, and whether the contact is active.
    pub(super) pushes: Buffer<[f32; 4]>,
    /// Number of contacts of each particle while they are listed, the starts of their lists, and their entries 4 · row + corner.
    pub(super) counts: Buffer<u32>,
    pub(crate) starts: Buffer<u32>,
    pub(crate) entries: Buffer<u32>,
    /// w of each particle times the number of its active contacts (mass splitting).
    pub(super) split_inverse_mass: Buffer<f32>,
}

impl DeformableContactBuffers {
    pub(super) fn workgroups(&self, index: u32) -> Workgroups {
        Workgroups {
            buffer: self.dispatch_arguments,
            index,
        }
    }

    /// Mean displacements, and how often each was truncated.
    pub(crate) fn means(&self) -> Buffer<[f32; 4]> {
        self.motion.means
    }

    /// Numbers of candidates and contacts.
    pub(crate) fn state(&self) -> Buffer<ContactState> {
        self.state
    }

    /// The BVH of elements at the last search.
    pub(crate) fn nodes(&self) -> Buffer<Bounds> {
        self.search.nodes
    }

    pub(super) fn counted(&self, world: World<'_>) -> contact::CountWorkgroups {
        bind!(contact::CountWorkgroups { state, dispatch_arguments from self; status from world; })
    }

    pub(super) fn call<B: Bind<Params = DeformableContactParams>>(
        &self,
        record: &mut Recording,
        buffers: B,
        params: DeformableContactParams,
        index: u32,
    ) {
        let workgroups = self.workgroups(index);
        record.pass_indirect(buffers, params, workgroups, Variant::default());
    }

    pub(super) fn scan(
        &self,
        record: &mut Recording,
        (counts, starts): (Buffer<u32>, Buffer<u32>),
        count: u32,
        index: u32,
    ) {
        let sums = self.sums;
        let scan = Scan {
            counts,
            sums,
            starts,
        };
        scan.record_indirect(record, count, self.workgroups(index));
    }

    /// Records that the next substep searches, whatever its displacements.
    pub(crate) fn forget(&self, record: &mut Recording) {
        record.fill(self.state, 0);
        record.fill(self.contacts.starts, 0);
        record.fill(self.motion.means, 0);
        record.fill(self.dispatch_arguments, 0);
    }

    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        plan: &DeformableContacts,
    ) -> Result<Self, Error> {
        Ok(Self {
            elements: make.filled("elements that can collide", &plan.elements)?,
            adjacent: make.filled("adjacent corners", &plan.adjacent)?,
            bodies: make.filled("bodies that can collide", &plan.bodies)?,
            coefficients: make.filled("friction of bodies", &plan.coefficients)?,
            groups: make.filled("collision groups", &plan.groups)?,
            rests: make.filled("rest positions", &plan.rests)?,
            origins: make.filled("start positions", &plan.origins)?,
            linked: make.filled("linked particles", &plan.linked)?,
            collider_corners: make.filled("corners of colliders", &plan.collider_edges.corners)?,
            outwards: make.empty("outward directions", plan.collider_edges.corners.len())?,
            state: make.empty::<ContactState>("state of contacts", 1)?,
            dispatch_arguments: make
                .filled("contact workgroups", &[[0_u32; 3]; DISPATCHES as usize])?,
            sums: make.empty::<u32>(
                "sums of contacts",
                sums(plan.elements.len().max(plan.groups.len())),
            )?,
            motion: MotionBuffers::new(make, plan)?,
            search: SearchBuffers::new(make, plan)?,
            candidates: CandidateBuffers::new(make, plan.candidates as usize)?,
            contacts: ContactBuffers::new(make, plan)?,
            intersections: IntersectionBuffers::new(
                make,
                plan.intersections.capacity,
                plan.groups.len(),
            )?,
        })
    }
}

impl MotionBuffers {
    fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &DeformableContacts) -> Result<Self, Error> {
        let particles = plan.groups.len();
        Ok(Self {
            references: make.filled("search positions", &vec![[UNBOUNDED; 4]; particles])?,
            means: make.filled("mean displacements", &vec![[0.0_f32; 4]; particles])?,
            trajectories: make.empty::<[f32; 4]>("expected displacements", particles)?,
            anchors: make.filled("positions of evaluations", &plan.anchors)?,
            moved: make.empty::<u32>("moved particles", particles)?,
            motions: make.empty::<f32>("deviations", particles)?,
            limit_bits: make.filled(
                "limits of displacements",
                &vec![1.0_f32.to_bits(); particles],
            )?,
        })
    }
}

impl SearchBuffers {
    fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &DeformableContacts) -> Result<Self, Error> {
        let (elements, candidates) = (plan.elements.len(), plan.candidates as usize);
        let nodes = tree_size(elements as u32) as usize;
        Ok(Self {
            nodes: make.empty::<Bounds>("BVH of elements", nodes)?,
            spreads: make.empty::<[f32; 4]>("element displacements", elements)?,
            element_pairs: make.empty::<[u32; 2]>("element pairs", plan.element_pairs as usize)?,
            listed: make.empty::<FoundPair>("candidates of elements", candidates)?,
            counts: make.filled("numbers of candidates", &vec![0_u32; elements])?,
            starts: make.empty::<u32>("starts of candidates", elements + 1)?,
            old_starts: make.empty::<[u32; 2]>("old candidates of elements", elements)?,
            old_slips: make.empty::<[u32; 4]>("old slips", candidates)?,
        })
    }
}

impl CandidateBuffers {
    /// Scratch of a search: the candidates in the order in which threads found them, where the rows of `corners` will be.
    pub(super) fn found(&self) -> Buffer<FoundPair> {
        self.corners.cast()
    }

    fn new<E: Engine>(make: &mut Maker<'_, E>, count: usize) -> Result<Self, Error> {
        Ok(Self {
            corners: make.empty::<[u32; 4]>("corners of candidates", count)?,
            around: make.empty::<[u32; 4]>("corners around candidates", count)?,
            keys: make.empty::<[u32; 4]>("keys of candidates", count)?,
            clearances: make.empty::<[f32; 4]>("distances of candidates", count)?,
            slips: make.empty::<[f32; 4]>("slips of contacts", count)?,
        })
    }
}

impl ContactBuffers {
    fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &DeformableContacts) -> Result<Self, Error> {
        let (particles, contacts) = (plan.groups.len(), plan.contacts as usize);
        Ok(Self {
            rows: make.empty::<[u32; 4]>("contact rows", ROW as usize * contacts)?,
            lambdas: make.empty::<[f32; 4]>("λ of contacts", contacts)?,
            pushes: make.empty::<[f32; 4]>("impulses of contacts", contacts)?,
            counts: make.filled("numbers of contacts", &vec![0_u32; particles])?,
            starts: make.empty::<u32>("starts of contacts", particles + 1)?,
            entries: make.empty::<u32>("contacts of particles", 4 * contacts)?,
            split_inverse_mass: make.empty::<f32>("contact mass weights", particles)?,
        })
    }
}
