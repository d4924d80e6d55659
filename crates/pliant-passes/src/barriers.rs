//! Derives the barriers that a recording needs, and checks that a set of barriers is sufficient.
//!
//! A barrier is global: it makes every earlier write visible to all later commands. One is emitted just before the first
//! command that would otherwise race with an earlier one, so that none is redundant.

use crate::bind::BufferId;
use crate::pass::Access;
use crate::recording::{Command, Recording};
use std::collections::HashMap;

/// Two commands that access the same buffer, one of them writing, without a barrier between them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("command {later} ({later_name}) accesses buffer {} after command {earlier} ({earlier_name}) without a barrier between them", buffer.0)]
pub struct Hazard {
    /// Index of the first command.
    pub earlier: usize,
    /// Its name.
    pub earlier_name: &'static str,
    /// Index of the second command.
    pub later: usize,
    /// Its name.
    pub later_name: &'static str,
    /// The buffer that both access.
    pub buffer: BufferId,
}

/// The last commands since a barrier that read and wrote each buffer.
#[derive(Default)]
struct Pending(HashMap<BufferId, (Option<usize>, Option<usize>)>);

impl Pending {
    fn conflict(&self, command: &Command) -> Option<(usize, BufferId)> {
        command.accesses().find_map(|(buffer, access)| {
            let (read, write) = self.0.get(&buffer)?;
            let earlier = if access == Access::Read {
                *write
            } else {
                write.or(*read)
            };
            Some((earlier?, buffer))
        })
    }

    fn note(&mut self, index: usize, command: &Command) {
        for (buffer, access) in command.accesses() {
            let entry = self.0.entry(buffer).or_default();
            if access != Access::Write {
                entry.0 = Some(index);
            }
            if access != Access::Read {
                entry.1 = Some(index);
            }
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
            if pending.conflict(command).is_some() {
                barriers.push(index);
                pending = Pending::default();
            }
            pending.note(index, command);
        }
        barriers
    }

    /// Checks that barriers before the commands `barriers` (ascending) leave no two commands racing.
    ///
    /// # Errors
    /// The first hazard.
    pub fn check_barriers(&self, barriers: &[usize]) -> Result<(), Hazard> {
        let mut pending = Pending::default();
        for (index, command) in self.commands.iter().enumerate() {
            if barriers.binary_search(&index).is_ok() {
                pending = Pending::default();
            }
            if let Some((earlier, buffer)) = pending.conflict(command) {
                let earlier_name = self.commands[earlier].name();
                return Err(Hazard {
                    earlier,
                    earlier_name,
                    later: index,
                    later_name: command.name(),
                    buffer,
                });
            }
            pending.note(index, command);
        }
        Ok(())
    }
}
