//! Buffers of deformable contacts.

use super::contacts::DeformableContacts;
use super::intersection::IntersectionBuffers;
use crate::error::Error;
use crate::memory::Maker;
use crate::world::World;
use pliant_kernels::tree::tree_size;
use pliant_passes::passes::{build, contact};
use pliant_passes::types::{
    Bounds, CALLS, CALLS_SEEK_ONCE, ContactBody, ContactState, CountParams,
    DeformableContactParams, FoundPair, GUARDS, STALE,
};
use pliant_passes::{Bind, Buffer, Engine, Recording, Variant, Workgroups};

/// Buffers that the passes of contacts bind.
pub(super) type ContactPasses<'a> = (World<'a>, &'a DeformableContactBuffers);

/// Reference position of a particle before the first search: its negative bound forces a search.
const NOWHERE: [f32; 4] = [-1.0; 4];

/// Buffers of contacts between deformable surfaces; a few bytes each where none can collide.
pub(crate) struct DeformableContactBuffers {
    pub(super) elements: Buffer<[u32; 4]>,
    pub(super) beside: Buffer<[u32; 4]>,
    pub(super) bodies: Buffer<ContactBody>,
    /// Bodies' friction and restitution.
    pub(super) coefficients: Buffer<[u32; 4]>,
    pub(super) groups: Buffer<u32>,
    pub(super) rests: Buffer<[f32; 4]>,
    pub(super) origins: Buffer<[f32; 4]>,
    pub(super) nodes: Buffer<Bounds>,
    pub(super) state: Buffer<ContactState>,
    pub(super) linked: Buffer<u32>,
    /// Flags: what has to be found again in this substep.
    pub(super) stale: Buffer<u32>,
    /// Indirect dispatch arguments of the contact passes.
    pub(super) calls: Buffer<[u32; 3]>,
    /// Positions of particles at the last broad phase, and how far they may move from there, m.
    pub(super) sought: Buffer<[f32; 4]>,
    /// Displacement of each particle at that time, beyond the mean of all.
    pub(super) ways: Buffer<[f32; 4]>,
    /// Whether a particle exceeded its bound, so that pairs are searched around it.
    pub(super) strayed: Buffer<u32>,
    /// Whether pairs of an element are searched again for such a particle.
    pub(super) fresh: Buffer<u32>,
    /// Mean displacement of each element's corners, and how much their displacements differ.
    pub(super) speeds: Buffer<[f32; 4]>,
    /// Number of pairs of each element: those that can be active at the time of the search, then all others.
    pub(super) pair_counts: Buffer<u32>,
    pub(super) pair_starts: Buffer<u32>,
    pub(super) pair_cursor: Buffer<u32>,
    /// Number of pairs of each particle.
    pub(super) counts: Buffer<u32>,
    pub(super) cursor: Buffer<u32>,
    pub(crate) starts: Buffer<u32>,
    pub(super) shares: ShareBuffers,
    /// Candidate pairs of elements.
    pub(super) nears: Buffer<[u32; 2]>,
    pub(super) near_groups: Buffer<[u32; 2]>,
    /// Pairs of elements that can intersect, since they are not separated.
    pub(super) unparted: Buffer<[u32; 2]>,
    /// Free slots in that list.
    pub(super) vacant: Buffer<u32>,
    /// Features of the candidate pairs that are close to each other.
    pub(super) parts: Buffer<u32>,
    pub(super) found: Buffer<FoundPair>,
    pub(super) keys: Buffer<u32>,
    /// Rows of pairs: found pairs that are retained, their corners, adjacent corners, and contact properties (kind and gap).
    pub(super) known: Buffer<FoundPair>,
    pub(super) corners: Buffer<[u32; 4]>,
    pub(super) around: Buffer<[u32; 4]>,
    pub(super) manners: Buffer<[u32; 4]>,
    pub(super) entries: Buffer<u32>,
    /// Pairs that can be active in a substep, and the end of each particle's list of them.
    pub(super) active_contacts: Buffer<u32>,
    pub(crate) gathered: Buffer<u32>,
    pub(crate) ends: Buffer<u32>,
    /// Rows of active pairs: barycentric weights, separating plane, λ of friction and of the contact.
    pub(crate) weights: Buffer<[f32; 4]>,
    pub(crate) normals: Buffer<[f32; 4]>,
    pub(crate) lambdas: Buffer<[f32; 4]>,
    /// Separation at the substep's start, m, and approach in the substep.
    pub(super) opens: Buffer<[f32; 2]>,
    /// Accumulated slip, its limit by friction, and the point where static friction holds.
    pub(super) slips: Buffer<[f32; 4]>,
    pub(super) anchors: Buffer<[f32; 4]>,
    pub(super) bounces: BounceBuffers,
    /// Positions of particles at the last narrow phase with their bounds, and the distance that each is free to move, m.
    pub(super) detected: Buffer<[f32; 4]>,
    pub(super) free: Buffer<f32>,
    pub(super) stirs: StirBuffers,
    /// Distance of a pair at that time, whether it can be active, and whether it is active in this round.
    pub(super) apart: Buffer<f32>,
    pub(super) near: Buffer<f32>,
    pub(super) presses: Buffer<f32>,
    pub(super) pushes: Buffer<[f32; 4]>,
    pub(super) guards: GuardBuffers,
    pub(super) intersections: IntersectionBuffers,
}

/// Mass splitting: how contacts share particles.
pub(super) struct ShareBuffers {
    /// w of each particle times the number of its active contacts.
    pub(super) w: Buffer<f32>,
    /// That number, and whether it has to be counted again.
    pub(super) pressing: Buffer<f32>,
    pub(super) changed: Buffer<u32>,
}

impl ShareBuffers {
    fn new<E: Engine>(make: &mut Maker<'_, E>, particles: usize) -> Result<Self, Error> {
        Ok(Self {
            w: make.empty::<f32>("contact mass weights", particles)?,
            pressing: make.empty::<f32>("active contacts of particles", particles)?,
            changed: make.empty::<u32>("particles with changed contacts", particles)?,
        })
    }
}

/// Particles and pairs that are dirty in a substep.
pub(super) struct StirBuffers {
    /// Dirty particles.
    pub(super) particles: Buffer<u32>,
    /// Pairs of those, and the substep in which each pair was last listed.
    pub(super) pairs: Buffer<u32>,
    pub(super) marks: Buffer<u32>,
    /// Whether a particle has such a pair, and the list of particles that do.
    pub(super) renewed: Buffer<u32>,
    pub(super) listed: Buffer<u32>,
}

impl StirBuffers {
    fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &DeformableContacts) -> Result<Self, Error> {
        let (particles, room) = (plan.groups.len(), plan.capacity as usize);
        Ok(Self {
            particles: make.empty::<u32>("dirty particles", particles)?,
            pairs: make.empty::<u32>("dirty pairs", room)?,
            marks: make.empty::<u32>("marks of pairs", room)?,
            renewed: make.empty::<u32>("whether particles have dirty pairs", particles)?,
            listed: make.empty::<u32>("particles with dirty pairs", particles)?,
        })
    }
}

/// Restitution of a substep.
pub(super) struct BounceBuffers {
    /// Contacts that may rebound.
    pub(super) deformable_contacts: Buffer<u32>,
    /// Particles of contacts that did.
    pub(super) particles: Buffer<u32>,
}

impl BounceBuffers {
    fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &DeformableContacts) -> Result<Self, Error> {
        Ok(Self {
            deformable_contacts: make
                .empty::<u32>("contacts that can rebound", plan.capacity as usize)?,
            particles: make.empty::<u32>("particles that rebounded", plan.groups.len())?,
        })
    }
}

/// Truncation of displacements.
pub(super) struct GuardBuffers {
    /// Positions of particles at the substep's start.
    pub(super) start_position: Buffer<[f32; 4]>,
    /// Fraction of the displacement that each pair allows its particles.
    pub(super) limits: Buffer<f32>,
    /// The smallest fraction of each round.
    pub(super) least: Buffer<u32>,
}

impl GuardBuffers {
    fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &DeformableContacts) -> Result<Self, Error> {
        Ok(Self {
            start_position: make
                .empty::<[f32; 4]>("positions at substep starts", plan.groups.len())?,
            limits: make.empty::<f32>("limits of displacements", plan.capacity as usize)?,
            least: make.empty::<u32>("smallest limits", GUARDS as usize)?,
        })
    }
}

impl DeformableContactBuffers {
    pub(super) fn workgroups(&self, index: u32) -> Workgroups {
        Workgroups {
            buffer: self.calls,
            index,
        }
    }

    pub(super) fn of_calls(&self, world: World<'_>) -> contact::CountWorkgroups {
        contact::CountWorkgroups {
            stale: self.stale,
            state: self.state,
            calls: self.calls,
            status: world.status,
        }
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
        counts: Buffer<u32>,
        starts: Buffer<u32>,
        count: u32,
    ) {
        let params = CountParams { count };
        let once = self.workgroups(CALLS_SEEK_ONCE);
        let variant = Variant::default();
        record.pass_indirect(build::ScanCounts { counts, starts }, params, once, variant);
    }

    /// Records that the next substep searches pairs again, whatever its displacements.
    pub(crate) fn forget(&self, record: &mut Recording) {
        record.fill(self.sought, NOWHERE[0].to_bits());
    }

    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        plan: &DeformableContacts,
    ) -> Result<Self, Error> {
        let (elements, particles) = (plan.elements.len(), plan.groups.len());
        let (room, near) = (plan.capacity as usize, plan.element_capacity as usize);
        Ok(Self {
            elements: make.filled("elements that can collide", &plan.elements)?,
            beside: make.filled("adjacent corners", &plan.beside)?,
            bodies: make.filled("bodies that can collide", &plan.bodies)?,
            coefficients: make.filled("friction of bodies", &plan.coefficients)?,
            groups: make.filled("collision groups", &plan.groups)?,
            rests: make.filled("rest positions", &plan.rests)?,
            origins: make.filled("start positions", &plan.origins)?,
            nodes: make.empty::<Bounds>("BVH of elements", tree_size(elements as u32) as usize)?,
            state: make.empty::<ContactState>("state of contacts", 1)?,
            linked: make.filled("linked particles", &plan.linked)?,
            stale: make.empty::<u32>("what is dirty", STALE as usize)?,
            calls: make.empty::<[u32; 3]>("contact workgroups", CALLS as usize)?,
            sought: make.filled("broad-phase positions", &vec![NOWHERE; particles])?,
            ways: make.empty::<[f32; 4]>("broad-phase displacements", particles)?,
            strayed: make.empty::<u32>("particles out of bounds", particles)?,
            fresh: make.empty::<u32>("elements around these", elements)?,
            speeds: make.empty::<[f32; 4]>("element displacements", elements)?,
            pair_counts: make.empty::<u32>("pairs of elements", 2 * elements)?,
            pair_cursor: make.empty::<u32>("cursors of elements' pairs", 2 * elements)?,
            pair_starts: make.empty::<u32>("pair starts", 2 * elements + 1)?,
            counts: make.empty::<u32>("pairs of particles", particles)?,
            cursor: make.empty::<u32>("cursors of pairs", particles)?,
            starts: make.empty::<u32>("starts of particles' pairs", particles + 1)?,
            shares: ShareBuffers::new(make, particles)?,
            nears: make.empty::<[u32; 2]>("element pairs", near)?,
            unparted: make.empty::<[u32; 2]>("unseparated elements", near)?,
            vacant: make.empty::<u32>("free slots", near)?,
            near_groups: make.empty::<[u32; 2]>("leaf pairs", near / 2)?,
            parts: make.empty::<u32>("feature pairs", near)?,
            found: make.empty::<FoundPair>("pairs that were found", room)?,
            keys: make.empty::<u32>("keys of pairs", room)?,
            known: make.empty::<FoundPair>("retained pairs", room)?,
            corners: make.empty::<[u32; 4]>("corners of pairs", room)?,
            around: make.empty::<[u32; 4]>("corners around pairs", room)?,
            manners: make.empty::<[u32; 4]>("kinds and gaps of pairs", room)?,
            entries: make.empty::<u32>("particles' pairs", 4 * room)?,
            active_contacts: make.empty::<u32>("active contacts", room)?,
            gathered: make.empty::<u32>("contacts of particles", 4 * room)?,
            ends: make.empty::<u32>("ends of contact lists", particles)?,
            weights: make.empty::<[f32; 4]>("weights of contacts", room)?,
            normals: make.empty::<[f32; 4]>("planes of contacts", room)?,
            opens: make.empty::<[f32; 2]>("separations of contacts", room)?,
            lambdas: make.empty::<[f32; 4]>("λ of contacts", room)?,
            slips: make.empty::<[f32; 4]>("slips of contacts", room)?,
            anchors: make.empty::<[f32; 4]>("anchors of contacts", room)?,
            bounces: BounceBuffers::new(make, plan)?,
            detected: make.empty::<[f32; 4]>("narrow-phase positions", particles)?,
            free: make.empty::<f32>("free distances", particles)?,
            stirs: StirBuffers::new(make, plan)?,
            apart: make.empty::<f32>("distances of pairs", room)?,
            near: make.empty::<f32>("candidate flags", room)?,
            presses: make.empty::<f32>("active flags", room)?,
            pushes: make.empty::<[f32; 4]>("impulses of contacts", room)?,
            guards: GuardBuffers::new(make, plan)?,
            intersections: IntersectionBuffers::new(make, plan.intersections.capacity, particles)?,
        })
    }
}
