//! Lists whose length shows only as a frame runs: one that was too short grows, and the frame is simulated again.

use crate::Error;
use crate::neighbours::grown;
use crate::parts::Parts;
use crate::scratch::read;
use crate::simulation::Simulation;
use pliant_passes::Engine;
use pliant_passes::types::{
    STATUS_INTERSECTIONS, STATUS_NEAR, STATUS_PAIRS, STATUS_RIGID_PAIRS, STATUS_STRAYED,
};
use tracing::{debug, info};

/// Beyond, what strays is on its way to infinity.
const MOST_TRIES: u32 = 40;

/// A list that grows.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Growing {
    /// Pairs of surface parts that may touch.
    DeformableContacts,
    /// Surface elements near each other, from which those are found.
    Elements,
    /// Edges that go through triangles.
    Intersections,
    /// Pairs of rigid bodies' colliders.
    RigidPairs,
    /// Neighbours of a particle of a fluid.
    Neighbours,
}

impl Growing {
    pub(crate) const ALL: [Self; 5] = [
        Self::DeformableContacts,
        Self::Elements,
        Self::Intersections,
        Self::RigidPairs,
        Self::Neighbours,
    ];

    /// Its entries, of which there are too many.
    fn entries(self) -> &'static str {
        match self {
            Self::DeformableContacts => "pairs of surface parts are near each other",
            Self::Elements => "pairs of surface elements are near each other",
            Self::Intersections => "edges go through triangles",
            Self::RigidPairs => "pairs of rigid colliders are near each other",
            Self::Neighbours => "neighbours are around one particle",
        }
    }

    /// How many entries there is room for.
    pub(crate) fn room(self, parts: &mut Parts) -> &mut u32 {
        match self {
            Self::DeformableContacts => &mut parts.deformable_contacts.capacity,
            Self::Elements => &mut parts.deformable_contacts.room,
            Self::Intersections => &mut parts.deformable_contacts.intersections.capacity,
            Self::RigidPairs => &mut parts.rigids.capacity,
            Self::Neighbours => &mut parts.fluids.capacity,
        }
    }
}

impl<E: Engine> Simulation<E> {
    /// Whether something found no room in the last frame, and some was made for it.
    pub(crate) fn made_room(&mut self) -> Result<bool, Error> {
        let mut made = self.reached_farther();
        for list in Growing::ALL {
            made |= self.grew(list)?;
        }
        Ok(made)
    }

    /// Whether a rigid body left the box in which it was sought: the next will be larger.
    fn reached_farther(&self) -> bool {
        let strayed = self.status[STATUS_STRAYED as usize] > 0 && self.again < MOST_TRIES;
        if strayed {
            let frame = self.frame;
            debug!(
                "frame {frame}: a rigid body went farther than it seemed to; simulating it again"
            );
        }
        strayed
    }

    /// Whether a list was too short in the last frame, and is longer now.
    fn grew(&mut self, list: Growing) -> Result<bool, Error> {
        let needed = self.needed(list)?;
        let room = *list.room(&mut self.made.parts);
        let larger = match list {
            Growing::Neighbours => grown(needed, self.made.parts.fluids.particles.len() as u32),
            _ => needed.saturating_add(needed / 4),
        };
        if needed <= room || larger <= room {
            return Ok(false);
        }
        info!(
            "frame {}: {needed} {}, more than the {room} that had room; making room, and simulating it again",
            self.frame,
            list.entries()
        );
        self.made
            .make_room(&self.settings, &mut self.engine, list, larger)?;
        Ok(true)
    }

    /// How many entries the list would have had in the last frame, if that is more than there was room for.
    fn needed(&mut self, list: Growing) -> Result<u32, Error> {
        match list {
            Growing::DeformableContacts => Ok(self.status[STATUS_PAIRS as usize]),
            Growing::Elements => Ok(self.status[STATUS_NEAR as usize]),
            Growing::Intersections => Ok(self.status[STATUS_INTERSECTIONS as usize]),
            Growing::RigidPairs => Ok(self.status[STATUS_RIGID_PAIRS as usize]),
            Growing::Neighbours => Ok(self.crowded()?[1]),
        }
    }

    /// How many neighbours found no room in the last frame, and the longest list that had too little.
    pub(crate) fn crowded(&mut self) -> Result<[u32; 2], Error> {
        if self.made.parts.fluids.particles.is_empty() {
            return Ok([0, 0]);
        }
        let overflow = self.made.buffers.fluids.grid.overflow;
        let words = read::<u32, E>(&mut self.engine, overflow, 0, 2)?;
        Ok([words[0], words[1]])
    }
}
