//! Lists whose length is known only after a frame.

use crate::model::Model;

/// A list that grows when a frame overflows it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Growing {
    /// Candidate pairs of surface features.
    Candidates,
    /// Contacts of surface features in a substep.
    DeformableContacts,
    /// Pairs of surface elements within the search distance, from which those are found.
    Elements,
    /// Intersections of edges and triangles.
    Intersections,
    /// Pairs of colliders of rigid bodies.
    RigidPairs,
    /// Neighbours of each fluid particle.
    Neighbours,
}

impl Growing {
    pub(crate) const ALL: [Self; 6] = [
        Self::Candidates,
        Self::DeformableContacts,
        Self::Elements,
        Self::Intersections,
        Self::RigidPairs,
        Self::Neighbours,
    ];

    /// What its entries are, for the message about too many of them.
    pub(crate) fn entries(self) -> &'static str {
        match self {
            Self::Candidates => "candidate pairs of surface features",
            Self::DeformableContacts => "contacts of surface features",
            Self::Elements => "candidate pairs of surface elements",
            Self::Intersections => "intersections",
            Self::RigidPairs => "candidate pairs of rigid colliders",
            Self::Neighbours => "neighbours of one particle",
        }
    }

    /// Capacity of the list in the model.
    pub(crate) fn capacity(self, model: &mut Model) -> &mut u32 {
        match self {
            Self::Candidates => &mut model.deformable_contacts.candidates,
            Self::DeformableContacts => &mut model.deformable_contacts.contacts,
            Self::Elements => &mut model.deformable_contacts.element_pairs,
            Self::Intersections => &mut model.deformable_contacts.intersections.capacity,
            Self::RigidPairs => &mut model.rigids.capacity,
            Self::Neighbours => &mut model.fluids.capacity,
        }
    }
}
