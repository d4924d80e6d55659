//! Builds particles and constraints from the pools, by compute passes.

use super::pools::Pools;
use super::scan::{Scan, sums};
use crate::constraints::elements::Elements;
use crate::error::Error;
use crate::memory::Scratch;
use pliant_kernels::CpuEngine;
use pliant_passes::passes::{build, particles};
use pliant_passes::types::{
    Attachment, BEND, BuildBody, CountParams, EndsParams, FillParams, Hinge, LIST_COUNT, LIST_FILL,
    Link, MATERIALS, SortParams,
};
use pliant_passes::{Bind, Buffer, Engine, Recording, bind};
use pliant_scene::{Model, Scene};
use tracing::warn;

/// The longest list that a device sorts: loops of an invocation have to be short.
const LONGEST_LIST: u32 = 256;

/// Particles and constraints that follow from a scene's geometry.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Built {
    /// World position of each particle.
    pub(crate) positions: Vec<[f32; 4]>,
    /// World rest position of each particle.
    pub(crate) rests: Vec<[f32; 4]>,
    /// Area (m²) or length (m) of each particle.
    pub(crate) measures: Vec<f32>,
    /// Distance links, each pair once, by (a, b).
    pub(crate) links: Vec<Link>,
    /// Hinges by (a, b).
    pub(crate) hinges: Vec<Hinge>,
    /// Finite elements and tetrahedra.
    pub(crate) elements: Elements,
    /// Attachments, body by body.
    pub(crate) attachments: Vec<Attachment>,
}

impl Built {
    /// Adds triangles and tetrahedra; elastic elements replace the links between their corners.
    pub(crate) fn add_elements(&mut self, scene: &Scene, pools: &Pools) {
        let elastic = |l: &Link| {
            let body = &scene.bodies[(l.material / MATERIALS) as usize];
            body.keys.model == Model::Stvk && l.material % MATERIALS != BEND
        };
        self.links.retain(|link| !elastic(link));
        self.elements = Elements::new(scene, pools, &self.rests);
        self.links.append(&mut self.elements.edges);
        self.links.sort_unstable_by_key(|l| [l.a, l.b]);
    }
}

/// Builds on `engine`, or on the host where a list is too long for a device.
pub(crate) fn build<E: Engine>(pools: &Pools, engine: &mut E) -> Result<Built, Error> {
    if pools.body_of.is_empty() {
        return Ok(Built::default());
    }
    match try_build(pools, engine, LONGEST_LIST)? {
        Ok(built) => Ok(built),
        Err(long) => {
            warn!(
                "{long} particles have more than {LONGEST_LIST} edges or links: constraints are built on the host"
            );
            Ok(
                try_build(pools, &mut CpuEngine::default(), u32::MAX)?
                    .expect("no list is too long"),
            )
        }
    }
}

/// Builds on an engine; `Err(n)` where n lists were longer than `limit`.
fn try_build<E: Engine>(
    pools: &Pools,
    engine: &mut E,
    limit: u32,
) -> Result<Result<Built, u32>, Error> {
    let mut builder = Builder::new(pools, engine, limit)?;
    let mut built = builder.particles()?;
    builder.links(&mut built)?;
    builder.hinges(&mut built)?;
    let long = builder.scratch.read(builder.overflow, 0, 1)?[0];
    Ok(if long == 0 { Ok(built) } else { Err(long) })
}

/// Builds constraints by compute passes: half-edges around particles, then links and hinges. Counts come before lists.
struct Builder<'e, E: Engine> {
    scratch: Scratch<'e, E>,
    pools: &'e Pools,
    limit: u32,
    rest: Buffer<[f32; 4]>,
    body_of: Buffer<u32>,
    bodies: Buffer<BuildBody>,
    cursor: Buffer<u32>,
    sums: Buffer<u32>,
    starts: Buffer<u32>,
    entries: Buffer<[u32; 3]>,
    overflow: Buffer<u32>,
}

impl<'e, E: Engine> Builder<'e, E> {
    fn new(pools: &'e Pools, engine: &'e mut E, limit: u32) -> Result<Self, Error> {
        let mut scratch = Scratch::new(engine);
        let count = pools.particles();
        let rest = scratch.empty::<[f32; 4]>("rest positions", count)?;
        let body_of = scratch.filled("bodies of particles", &pools.body_of)?;
        let bodies = scratch.filled("bodies to build", &pools.build_bodies)?;
        let cursor = scratch.empty::<u32>("list cursors", count)?;
        let sums = scratch.empty::<u32>("sums of lists", sums(count as usize) as u32)?;
        let starts = scratch.empty::<u32>("half-edge starts", count + 1)?;
        let entries = scratch.empty::<[u32; 3]>("half-edges", 6 * pools.elements.len() as u32)?;
        let overflow = scratch.empty::<u32>("long lists", 1)?;
        Ok(Self {
            scratch,
            pools,
            limit,
            rest,
            body_of,
            bodies,
            cursor,
            sums,
            starts,
            entries,
            overflow,
        })
    }

    /// Computes positions of particles, lists the half-edges around them, and lumps areas and lengths.
    fn particles(&mut self) -> Result<Built, Error> {
        let count = self.pools.particles();
        let pool = self.scratch.filled("accessor pool", &self.pools.pool)?;
        let accessors = self.scratch.filled("accessors", &self.pools.accessors)?;
        let meshes = self.scratch.filled("meshes", &self.pools.meshes)?;
        let matrices = self.scratch.filled("matrices", &self.pools.matrices)?;
        let sources = self
            .scratch
            .filled("particle sources", &self.pools.sources)?;
        let elements = self.scratch.filled("elements", &self.pools.elements)?;
        let position = self.scratch.empty::<[f32; 4]>("positions", count)?;
        let measure = self.scratch.empty::<f32>("measures", count)?;
        let mut record = Recording::default();
        let generate = bind!(particles::GenerateParticles {
            pool, accessors, meshes, matrices, sources, position;
            rest from self;
        });
        record.pass(generate, CountParams { count }, count);
        let half_edges = bind!(build::ListHalfEdges {
            elements; starts, cursor, entries from self;
        });
        for stage in [LIST_COUNT, LIST_FILL] {
            let params = FillParams {
                count: self.pools.elements.len() as u32,
                stage,
            };
            record.fill(self.cursor, 0);
            record.pass(half_edges, params, params.count);
            if stage == LIST_COUNT {
                self.scan(&mut record, self.starts);
            }
        }
        self.sort(&mut record, self.starts, self.entries);
        let lump = bind!(build::LumpAreas { starts, entries, rest from self; measure; });
        record.pass(lump, CountParams { count }, count);
        self.scratch.run(&record)?;
        Ok(Built {
            positions: self.scratch.read(position, 0, count)?,
            rests: self.scratch.read(self.rest, 0, count)?,
            measures: self.scratch.read(measure, 0, count)?,
            ..Built::default()
        })
    }

    fn links(&mut self, built: &mut Built) -> Result<(), Error> {
        let count = self.pools.particles();
        let starts = self.scratch.empty::<u32>("candidate starts", count + 1)?;
        let mut candidates = self.scratch.empty::<[u32; 3]>("no candidates", 1)?;
        for stage in [LIST_COUNT, LIST_FILL] {
            let mut record = Recording::default();
            let found = bind!(build::FindLinks {
                starts, entries, rest, body_of, bodies, cursor from self;
                candidates; candidate_starts = starts;
            });
            record.fill(self.cursor, 0);
            record.pass(found, FillParams { count, stage }, count);
            if stage == LIST_COUNT {
                self.scan(&mut record, starts);
            } else {
                self.sort(&mut record, starts, candidates);
            }
            self.scratch.run(&record)?;
            if stage == LIST_COUNT {
                let total = self.scratch.read(starts, count, 1)?[0];
                candidates = self.scratch.empty::<[u32; 3]>("link candidates", total)?;
            }
        }
        built.links = self.counted("links", |own, link_starts, links| {
            bind!(build::DeduplicateLinks {
                starts, candidates, link_starts, links; rest, body_of from own;
                counts = own.cursor;
            })
        })?;
        Ok(())
    }

    fn hinges(&mut self, built: &mut Built) -> Result<(), Error> {
        built.hinges = self.counted("hinges", |own, hinge_starts, hinges| {
            bind!(build::FindHinges {
                starts, entries, rest, body_of, bodies from own;
                hinge_starts, hinges; counts = own.cursor;
            })
        })?;
        Ok(())
    }

    /// Runs a pass that writes the constraints of each particle: once to count them, once to write them.
    fn counted<T: bytemuck::Pod, B: Bind<Params = FillParams>>(
        &mut self,
        name: &str,
        buffers: impl Fn(&Self, Buffer<u32>, Buffer<T>) -> B,
    ) -> Result<Vec<T>, Error> {
        let count = self.pools.particles();
        let starts = self.scratch.empty::<u32>("starts", count + 1)?;
        let none = self.scratch.empty::<T>(name, 1)?;
        let mut record = Recording::default();
        record.pass(
            buffers(self, starts, none),
            FillParams {
                count,
                stage: LIST_COUNT,
            },
            count,
        );
        self.scan(&mut record, starts);
        self.scratch.run(&record)?;
        let total = self.scratch.read(starts, count, 1)?[0];
        let list = self.scratch.empty::<T>(name, total)?;
        let mut record = Recording::default();
        record.pass(
            buffers(self, starts, list),
            FillParams {
                count,
                stage: LIST_FILL,
            },
            count,
        );
        self.scratch.run(&record)?;
        self.scratch.read(list, 0, total)
    }

    /// Turns counts in the cursor into starts.
    fn scan(&self, record: &mut Recording, starts: Buffer<u32>) {
        let scan = Scan {
            counts: self.cursor,
            sums: self.sums,
            starts,
        };
        scan.record(record, self.pools.particles());
    }

    fn sort(&self, record: &mut Recording, starts: Buffer<u32>, entries: Buffer<[u32; 3]>) {
        let params = SortParams {
            count: self.pools.particles(),
            limit: self.limit,
        };
        record.pass(
            bind!(build::SortLists { starts, entries; overflow from self; }),
            params,
            params.count,
        );
    }
}

/// The ends of constraints at each particle: list starts, and entries (constraint, end, 0) in ascending order.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Lists {
    pub(crate) starts: Vec<u32>,
    pub(crate) entries: Vec<[u32; 3]>,
}

/// Lists constraints of `stride` words whose first `ends` words are particles.
pub(crate) fn lists<E: Engine>(
    engine: &mut E,
    particles: u32,
    constraints: &[u32],
    stride: u32,
    ends: u32,
) -> Result<Lists, Error> {
    match try_lists(engine, particles, constraints, [stride, ends], LONGEST_LIST)? {
        Ok(lists) => Ok(lists),
        Err(long) => {
            warn!(
                "{long} particles have more than {LONGEST_LIST} constraints: their lists are built on the host"
            );
            let lists = try_lists(
                &mut CpuEngine::default(),
                particles,
                constraints,
                [stride, ends],
                u32::MAX,
            )?;
            Ok(lists.expect("no list is too long"))
        }
    }
}

fn try_lists<E: Engine>(
    engine: &mut E,
    particles: u32,
    constraints: &[u32],
    [stride, ends]: [u32; 2],
    limit: u32,
) -> Result<Result<Lists, u32>, Error> {
    let mut scratch = Scratch::new(engine);
    let count = constraints.len() as u32 / stride;
    let source = scratch.filled("constraints", constraints)?;
    let starts = scratch.empty::<u32>("end starts", particles + 1)?;
    let cursor = scratch.empty::<u32>("list cursors", particles)?;
    let sums = scratch.empty::<u32>("sums of lists", sums(particles as usize) as u32)?;
    let entries = scratch.empty::<[u32; 3]>("ends", count * ends)?;
    let overflow = scratch.empty::<u32>("long lists", 1)?;
    let mut record = Recording::default();
    for stage in [LIST_COUNT, LIST_FILL] {
        record.fill(cursor, 0);
        record.pass(
            bind!(build::ListConstraints { starts, cursor, entries; constraints = source; }),
            EndsParams {
                count,
                stage,
                stride,
                ends,
            },
            count,
        );
        if stage == LIST_COUNT {
            let scan = Scan {
                counts: cursor,
                sums,
                starts,
            };
            scan.record(&mut record, particles);
        }
    }
    record.pass(
        bind!(build::SortLists { starts, entries, overflow; }),
        SortParams {
            count: particles,
            limit,
        },
        particles,
    );
    scratch.run(&record)?;
    let long = scratch.read(overflow, 0, 1)?[0];
    let lists = Lists {
        starts: scratch.read(starts, 0, particles + 1)?,
        entries: scratch.read(entries, 0, count * ends)?,
    };
    Ok(if long == 0 { Ok(lists) } else { Err(long) })
}
