//! Checkpoints: saves the state of a simulation, and continues from it.
//!
//! The state is every buffer on the engine, by its name, and what the host decides between frames: capacities of lists, tears, poses,
//! which bodies rest or sleep, intersections, and triggers. A new buffer is saved without a change here.

use super::Simulation;
use crate::assembly::growth::Growing;
use crate::checkpoint::{Checkpoint, Identity, Sections, begin, misses};
use crate::error::Error;
use crate::memory::{NamedBuffer, read};
use pliant_passes::types::{Pose, Rigid, STATUS_INTERSECTIONS, STATUS_RIGID_PAIRS, STATUS_WORDS};
use pliant_passes::{BufferId, Engine};
use std::collections::BTreeMap;

/// Sections of what the host decides.
const STATUS: &str = "status of the last frame";
const CAPACITIES: &str = "capacities of lists";
pub(super) const TORN_EDGES: &str = "torn edges";
const TEARS: &str = "numbers of torn edges";
const POSES: &str = "poses of colliders";
const RECENT: &str = "particles at recent intersections";
const REPORTED: &str = "reported intersections";

impl<E: Engine> Simulation<E> {
    /// What a checkpoint must have in common with this simulation.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The whole state after a frame, as the content of a file. `device` is stored for messages.
    ///
    /// # Errors
    /// [`Error::State`] when the state is not finite. [`Error::Engine`] when the device is lost.
    pub fn save(&mut self, device: &str) -> Result<Vec<u8>, Error> {
        let mut writer = begin(&self.identity, device, self.frame);
        writer.add(STATUS, &self.status);
        writer.add(
            CAPACITIES,
            &Growing::ALL.map(|list| *list.capacity(&mut self.assembly.model)),
        );
        let history = self.tearing.as_ref().map_or(&[][..], |t| t.history());
        let tears: Vec<u32> = history.iter().map(|broken| broken.len() as u32).collect();
        writer.add(TEARS, &tears);
        writer.add(TORN_EDGES, &history.concat());
        writer.add(POSES, &self.poses);
        self.assembly.model.rigids.sleep.save(&mut writer);
        let recent = self.resolving.recent.iter();
        let recent: Vec<[u64; 2]> = recent.map(|(p, until)| [*p as u64, *until]).collect();
        writer.add(RECENT, &recent);
        writer.add(REPORTED, &[u32::from(self.resolving.warned)]);
        self.triggers.save(&mut writer);
        for (section, buffer) in sections(self.assembly.buffers.all()) {
            let content = self.engine.read(buffer.id, 0, buffer.bytes)?;
            self.check_finite(&buffer, &content)?;
            writer.add(&section, &content);
        }
        Ok(writer.finish())
    }

    /// Continues from a checkpoint, which [`Checkpoint::read`] has compared with [`Self::identity`].
    ///
    /// # Errors
    /// [`Error::State`] when its content does not fit the scene; the simulation is at frame 0 then. [`Error::Engine`] when the
    /// device is lost or has too little memory.
    pub fn load(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        self.reset()?;
        let loaded = self.load_state(checkpoint);
        if let Err(Error::State(_)) = &loaded {
            self.reset()?;
        }
        loaded
    }

    fn load_state(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        let sections = &checkpoint.sections;
        self.tear_again(&history(sections)?)?;
        self.load_capacities(sections)?;
        self.load_buffers(checkpoint)?;
        self.frame = checkpoint.frame();
        let status: Vec<u32> = sections.exactly(STATUS, STATUS_WORDS as usize)?;
        self.status.copy_from_slice(&status);
        self.check_counts()?;
        self.hold_pins()?;
        self.load_rigids(sections)?;
        self.read_deforming()?;
        self.load_intersections(sections)?;
        let now = self.trigger_snapshot()?;
        self.triggers.load(sections, now)
    }

    /// Gives each list the capacity that it had.
    fn load_capacities(&mut self, sections: &Sections) -> Result<(), Error> {
        let capacities = sections.exactly::<u32>(CAPACITIES, Growing::ALL.len())?;
        for (list, capacity) in Growing::ALL.into_iter().zip(capacities) {
            if *list.capacity(&mut self.assembly.model) != capacity {
                self.assembly
                    .grow(&self.settings, &mut self.engine, list, capacity)?;
            }
        }
        Ok(())
    }

    /// Fills all buffers. Buffers that only measurements or the mouse need may be absent where others were asked for.
    fn load_buffers(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        let all = checkpoint.has_same_measurements(&self.identity);
        for (section, buffer) in sections(self.assembly.buffers.all()) {
            let content = checkpoint.sections.find(&section);
            match content.filter(|content| content.len() as u64 == buffer.bytes) {
                Some(content) => {
                    self.check_finite(&buffer, content)?;
                    self.engine.write(buffer.id, 0, content)?;
                }
                None if all || self.is_state(buffer.id) => return Err(misses(&section)),
                None => {}
            }
        }
        Ok(())
    }

    /// Positions and velocities, without which there is no state.
    fn state_buffers(&self) -> [BufferId; 4] {
        let buffers = &self.assembly.buffers;
        let particles = &buffers.particles;
        [
            particles.position.id(),
            particles.velocity.id(),
            particles.compensation.id(),
            buffers.rigids.states.id(),
        ]
    }

    fn is_state(&self, buffer: BufferId) -> bool {
        self.state_buffers().contains(&buffer)
    }

    /// An error unless positions and velocities are finite.
    fn check_finite(&self, buffer: &NamedBuffer, content: &[u8]) -> Result<(), Error> {
        let words = content.as_chunks().0.iter();
        if !self.is_state(buffer.id) || words.copied().map(f32::from_le_bytes).all(f32::is_finite) {
            return Ok(());
        }
        Err(Error::State(format!(
            "a value of its {} is not finite: use a state from before the simulation diverged",
            buffer.name
        )))
    }

    /// An error if the status has more entries of a list than the list has room for.
    fn check_counts(&mut self) -> Result<(), Error> {
        let lists = [
            (Growing::Intersections, STATUS_INTERSECTIONS),
            (Growing::RigidPairs, STATUS_RIGID_PAIRS),
        ];
        for (list, word) in lists {
            if self.status[word as usize] > *list.capacity(&mut self.assembly.model) {
                return Err(misses(STATUS));
            }
        }
        Ok(())
    }

    /// Loads poses, and which bodies sleep; the rest is in buffers.
    fn load_rigids(&mut self, sections: &Sections) -> Result<(), Error> {
        self.poses = sections.exactly::<Pose>(POSES, self.poses.len())?;
        let rigids = &mut self.assembly.model.rigids;
        let bodies = self.assembly.buffers.rigids.rigids;
        let saved = read::<Rigid, E>(&mut self.engine, bodies, 0, rigids.bodies.len())?;
        for (body, saved) in rigids.bodies.iter_mut().zip(saved) {
            body.activity = saved.activity;
        }
        rigids.sleep.load(sections)?;
        self.read_rigids()
    }

    /// Plans again how intersections are resolved, from those that the last frame found.
    fn load_intersections(&mut self, sections: &Sections) -> Result<(), Error> {
        let recent: Vec<[u64; 2]> = sections.elements(RECENT)?;
        let particles = self.assembly.model.particles().into();
        if recent.iter().any(|[p, _]| *p >= particles) {
            return Err(misses(RECENT));
        }
        let recent = recent.iter().map(|[p, until]| (*p as usize, *until));
        self.resolving.recent = recent.collect();
        self.resolving.warned = sections.exactly::<u32>(REPORTED, 1)?[0] != 0;
        self.resolve_intersections()
    }
}

/// The broken edges of each tear.
fn history(sections: &Sections) -> Result<Vec<Vec<[u32; 2]>>, Error> {
    let tears: Vec<u32> = sections.elements(TEARS)?;
    let edges: Vec<[u32; 2]> = sections.elements(TORN_EDGES)?;
    let mut rest = &edges[..];
    let mut history = Vec::new();
    for count in tears {
        let (broken, others) = rest
            .split_at_checked(count as usize)
            .ok_or_else(|| misses(TEARS))?;
        history.push(broken.to_vec());
        rest = others;
    }
    Ok(history)
}

/// The section of each buffer: its name, with a number where several buffers have one name.
fn sections<'a>(buffers: impl Iterator<Item = &'a NamedBuffer>) -> Vec<(String, NamedBuffer)> {
    let mut times = BTreeMap::<&str, u32>::new();
    let section = |buffer: &'a NamedBuffer| {
        let times = times.entry(&buffer.name).or_default();
        *times += 1;
        (format!("buffer {} {times}", buffer.name), buffer.clone())
    };
    buffers.map(section).collect()
}
