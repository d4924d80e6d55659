//! Tearing: edges that were stretched too far in a frame open the mesh before the next one.

use crate::Error;
use crate::assembly::Assembly;
use crate::fans::{Fans, Torn};
use crate::measure::vector;
use crate::pools::Pools;
use crate::scratch::read;
use crate::simulation::Simulation;
use pliant_passes::Engine;
use pliant_passes::types::{Edge, JointLoad, RigidState, STATUS_TORN};
use pliant_scene::{Body, Scene};

/// The edges along which bodies may tear.
#[derive(Default)]
pub(crate) struct Tears {
    /// Each edge of an element of a body that tears, once, by (a, b).
    pub(crate) edges: Vec<Edge>,
    /// World rest position of each particle of the scene, where there are edges.
    pub(crate) rests: Vec<[f32; 4]>,
}

impl Tears {
    pub(crate) fn new(scene: &Scene, pools: &Pools, rests: &[[f32; 4]]) -> Self {
        let mut all = Self::default();
        for (index, body) in scene.bodies.iter().enumerate() {
            if let Some(limit) = body.keys.tear_strain {
                let longest = |[a, b]: [u32; 2]| {
                    let rest = vector(&rests[a as usize]).distance(vector(&rests[b as usize]));
                    let longest = (rest * (1.0 + f64::from(limit))) as f32;
                    (longest > 0.0).then_some(Edge { a, b, longest })
                };
                let edges = edges(body, pools.first_particle[index]);
                all.edges.extend(edges.into_iter().filter_map(longest));
            }
        }
        if !all.edges.is_empty() {
            all.rests = rests.to_vec();
        }
        all
    }

    /// The edges that are too long, the most stretched ones first.
    fn broken(&self, positions: &[[f32; 4]]) -> Vec<[u32; 2]> {
        let at = |p: u32| vector(&positions[p as usize]);
        let stretched = |e: &Edge| (at(e.a).distance(at(e.b)) / f64::from(e.longest), [e.a, e.b]);
        let edges = self.edges.iter().map(stretched);
        let mut broken: Vec<(f64, [u32; 2])> = edges.filter(|(ratio, _)| *ratio > 1.0).collect();
        // Stable: what is stretched alike stays in the order of the mesh.
        broken.sort_by(|a, b| b.0.total_cmp(&a.0));
        broken.into_iter().map(|(_, edge)| edge).collect()
    }
}

/// Each edge of a body's elements once, as particles of the scene.
fn edges(body: &Body, first: u32) -> Vec<[u32; 2]> {
    let sides = body.triangles.iter();
    let sides = sides.flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let pairs = sides.chain(body.segments.iter().copied());
    let mut pairs: Vec<[u32; 2]> = pairs
        .map(|[a, b]| [first + a.min(b), first + a.max(b)])
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// What a simulation is made of anew when its bodies tear.
pub(crate) struct Tearing {
    /// As torn as it is now; without its pictures.
    scene: Scene,
    /// Its bodies at the start.
    whole: Vec<Body>,
}

impl Tearing {
    /// Nothing where no body tears.
    pub(crate) fn new(scene: &Scene) -> Option<Self> {
        let tears = |body: &Body| body.keys.tear_strain.is_some();
        scene.bodies.iter().any(tears).then(|| Self {
            scene: Scene {
                images: Vec::new(),
                ..scene.clone()
            },
            whole: scene.bodies.clone(),
        })
    }

    /// How many particles a body has more than at the start; nothing where it does not tear.
    pub(crate) fn tears(&self, body: usize) -> Option<u32> {
        let [now, start] = [&self.scene.bodies[body], &self.whole[body]];
        let more = now.particles() - start.particles();
        start.keys.tear_strain.map(|_| more as u32)
    }

    /// Opens the bodies at `broken` edges; what became of all of them, or nothing where none could be opened.
    fn open(&mut self, made: &Assembly, broken: &[[u32; 2]]) -> Option<Torn> {
        let mut opened = false;
        let mut all = Torn {
            origins: Vec::new(),
            masses: Vec::new(),
        };
        for (index, body) in self.scene.bodies.iter_mut().enumerate() {
            let range = made.parts.pools.range(index);
            let first = range.start as u32;
            let here = |edge: &&[u32; 2]| range.contains(&(edge[0] as usize));
            let mut broken = broken.iter().filter(here).peekable();
            if broken.peek().is_none() {
                all.origins.extend(first..range.end as u32);
                all.masses.extend_from_slice(&made.parts.masses[range]);
                continue;
            }
            let rests = made.parts.tears.rests[range.clone()]
                .iter()
                .map(|x| vector(x))
                .collect();
            let mut fans = Fans::new(body, rests, &made.parts.masses[range.clone()]);
            broken.for_each(|edge| fans.tear(edge.map(|p| p - first)));
            opened |= !fans.whole();
            let torn = fans.apply(body);
            all.origins.extend(torn.origins.iter().map(|p| first + p));
            all.masses.extend(torn.masses);
        }
        opened.then_some(all)
    }
}

impl<E: Engine> Simulation<E> {
    /// Opens what the last frame stretched too far. On an error the simulation can't go on.
    pub(crate) fn tear(&mut self) -> Result<(), Error> {
        if self.status[STATUS_TORN as usize] == 0 {
            return Ok(());
        }
        let positions = self.read_particles(self.made.buffers.position)?;
        let broken = self.made.parts.tears.broken(&positions);
        let tearing = self.tearing.as_mut();
        let Some(torn) = tearing.and_then(|tearing| tearing.open(&self.made, &broken)) else {
            return Ok(());
        };
        let velocities = self.read_particles(self.made.buffers.velocity)?;
        let compensation = self.made.buffers.compensation;
        let compensations: Vec<[f32; 3]> =
            read(&mut self.engine, compensation, 0, positions.len())?;
        let before = self.made.parts.pools.body_of.clone();
        let rigids = self.made.parts.rigids.bodies.len();
        let joints = self.made.parts.rigids.joints.count();
        let old = &self.made.buffers.rigids;
        let states: Vec<RigidState> = read(&mut self.engine, old.states, 0, rigids)?;
        let loads: Vec<JointLoad> = read(&mut self.engine, old.joints.loads, 0, joints)?;
        self.remake(Some(torn.masses))?;
        let start = &self.made.start;
        let displacement = |state: &[[f32; 4]], masses: &[[f32; 4]]| {
            let fluid = |p: u32| self.is_fluid(before[p as usize] as usize);
            let particle = |(p, own): (&u32, &[f32; 4])| {
                let [x, y, z, w] = state[*p as usize];
                // A fluid keeps its masses, and what is gone stays so.
                [x, y, z, if fluid(*p) { w } else { own[3] }]
            };
            torn.origins.iter().zip(masses).map(particle).collect()
        };
        let positions: Vec<[f32; 4]> = displacement(&positions, &start.positions);
        let velocities: Vec<[f32; 4]> = displacement(&velocities, &start.velocities);
        let compensations: Vec<[f32; 3]> = torn
            .origins
            .iter()
            .map(|p| compensations[*p as usize])
            .collect();
        let b = &self.made.buffers;
        let mut write = |buffer, bytes: &[u8]| self.engine.write(buffer, 0, bytes);
        write(b.position.id(), bytemuck::cast_slice(&positions))?;
        write(b.velocity.id(), bytemuck::cast_slice(&velocities))?;
        write(b.compensation.id(), bytemuck::cast_slice(&compensations))?;
        write(b.rigids.states.id(), bytemuck::cast_slice(&states))?;
        write(b.rigids.joints.loads.id(), bytemuck::cast_slice(&loads))?;
        self.upload_kinematics(self.time())
    }

    /// Brings the bodies back as they were at the start.
    pub(crate) fn mend(&mut self) -> Result<(), Error> {
        let Some(tearing) = &mut self.tearing else {
            return Ok(());
        };
        let torn = (0..tearing.whole.len()).any(|body| tearing.tears(body) > Some(0));
        if torn {
            tearing.scene.bodies.clone_from(&tearing.whole);
            self.remake(None)?;
        }
        Ok(())
    }

    /// Makes anew what depends on how the bodies hang together; the state is left to the caller. The old buffers go first:
    /// there may be no room for both.
    fn remake(&mut self, masses: Option<Vec<f32>>) -> Result<(), Error> {
        let Some(tearing) = &self.tearing else {
            return Ok(());
        };
        self.made.give_back(&mut self.engine);
        self.made = Assembly::new(
            &tearing.scene,
            &self.settings,
            &self.collision_meshes,
            &mut self.engine,
            masses,
        )?;
        self.generation += 1;
        self.forget_intersections()
    }
}
