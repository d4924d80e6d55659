//! Tearing: edges that were overstretched in a frame open the mesh before the next one.

pub(crate) mod fans;
pub(crate) mod tears;

use crate::metrics::measure::vector;
use crate::model::Model;
use fans::{TearingMesh, Torn};
use pliant_scene::{Body, Scene};

/// The scene of a simulation whose bodies can tear, from which it is built again after a tear.
pub(crate) struct Tearing {
    /// The scene with its current tears, without images.
    scene: Scene,
    /// Its bodies at the start.
    whole: Vec<Body>,
    /// The broken edges of each tear so far, by particles before the tear.
    history: Vec<Vec<[u32; 2]>>,
}

impl Tearing {
    /// `None` where no body can tear.
    pub(crate) fn new(scene: &Scene) -> Option<Self> {
        let tears = |body: &Body| body.keys.tear_strain.is_some();
        scene.bodies.iter().any(tears).then(|| Self {
            scene: Scene {
                images: Vec::new(),
                ..scene.clone()
            },
            whole: scene.bodies.clone(),
            history: Vec::new(),
        })
    }

    /// Number of particles that tearing has added to a body; `None` if it cannot tear.
    pub(crate) fn tears(&self, body: usize) -> Option<u32> {
        let [now, start] = [&self.scene.bodies[body], &self.whole[body]];
        let more = now.particles() - start.particles();
        start.keys.tear_strain.map(|_| more as u32)
    }

    /// The scene with its current tears, without images.
    pub(crate) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Takes the keys of another version of the scene, for the next tear.
    pub(crate) fn set_keys(&mut self, scene: &Scene) {
        for bodies in [&mut self.scene.bodies, &mut self.whole] {
            for (body, new) in bodies.iter_mut().zip(&scene.bodies) {
                body.keys.clone_from(&new.keys);
            }
        }
    }

    /// Makes the bodies whole again; returns whether any was torn.
    pub(crate) fn undo(&mut self) -> bool {
        let torn = !self.history.is_empty();
        if torn {
            self.history.clear();
            self.scene.bodies.clone_from(&self.whole);
        }
        torn
    }

    /// Opens bodies at `broken` edges; returns the particles of all bodies, or `None` if no edge could be opened.
    pub(crate) fn open(&mut self, model: &Model, broken: &[[u32; 2]]) -> Option<Torn> {
        let mut opened = false;
        let mut all = Torn {
            origins: Vec::new(),
            masses: Vec::new(),
        };
        for (index, body) in self.scene.bodies.iter_mut().enumerate() {
            let range = model.pools.range(index);
            let first = range.start as u32;
            let here = |edge: &&[u32; 2]| range.contains(&(edge[0] as usize));
            let mut own = broken.iter().filter(here).peekable();
            if own.peek().is_none() {
                all.origins.extend(first..range.end as u32);
                all.masses.extend_from_slice(&model.masses[range]);
                continue;
            }
            let rests = model.tears.rests[range.clone()]
                .iter()
                .map(|x| vector(x))
                .collect();
            let mut mesh = TearingMesh::new(body, rests, &model.masses[range.clone()]);
            own.for_each(|edge| mesh.tear(edge.map(|p| p - first)));
            opened |= !mesh.is_whole();
            let torn = mesh.apply(body);
            all.origins.extend(torn.origins.iter().map(|p| first + p));
            all.masses.extend(torn.masses);
        }
        if opened {
            self.history.push(broken.to_vec());
        }
        opened.then_some(all)
    }

    /// The broken edges of each tear so far, by particles before the tear.
    pub(crate) fn history(&self) -> &[Vec<[u32; 2]>] {
        &self.history
    }
}
