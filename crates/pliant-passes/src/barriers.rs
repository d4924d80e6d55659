//! Derives the barriers that a recording needs. Tests check by a second walk that they suffice and that none is redundant.
//!
//! A barrier is global: it makes every earlier write visible to all later commands. One is emitted just before the first
//! command that would otherwise race with an earlier one, so that none is redundant.

use crate::bind::BufferId;
use crate::pass::Access;
use crate::recording::{Command, Recording};
use std::collections::HashMap;

/// How commands since a barrier accessed a buffer.
#[derive(Clone, Copy, Default)]
struct Accessed {
    read: bool,
    written: bool,
}

/// The buffers that commands since a barrier accessed.
#[derive(Default)]
struct Pending(HashMap<BufferId, Accessed>);

impl Pending {
    /// Whether a command accesses what one of these accesses, one of them writing.
    fn conflicts(&self, command: &Command) -> bool {
        command.accesses().any(|(buffer, access)| {
            let pending = self.0.get(&buffer).copied().unwrap_or_default();
            pending.written || (pending.read && access != Access::Read)
        })
    }

    fn note(&mut self, command: &Command) {
        for (buffer, access) in command.accesses() {
            let entry = self.0.entry(buffer).or_default();
            entry.read |= access != Access::Write;
            entry.written |= access != Access::Read;
        }
    }
}

impl Recording {
    /// The indices of the commands that need a barrier before them, ascending.
    #[must_use]
    pub fn barriers(&self) -> Vec<usize> {
        let mut pending = Pending::default();
        let mut barriers = Vec::new();
        for (index, command) in self.commands.iter().enumerate() {
            if pending.conflicts(command) {
                barriers.push(index);
                pending = Pending::default();
            }
            pending.note(command);
        }
        barriers
    }
}
