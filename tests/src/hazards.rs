//! Checks barriers of a recording by a walk of its own, which compares each command with all commands since the last barrier.

use pliant_passes::{Access, BufferId, Command, Recording};

/// Two commands that access the same buffer, one of them writing, without a barrier between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hazard {
    /// Index and name of the first command.
    pub earlier: (usize, &'static str),
    /// Index and name of the second command.
    pub later: (usize, &'static str),
    /// The buffer that both access.
    pub buffer: BufferId,
}

/// Checks that barriers before the commands `barriers` (ascending) leave no two commands racing.
///
/// # Errors
/// The first hazard.
pub fn check_barriers(recording: &Recording, barriers: &[usize]) -> Result<(), Hazard> {
    let commands = &recording.commands;
    let mut start = 0;
    for (at, later) in commands.iter().enumerate() {
        if barriers.binary_search(&at).is_ok() {
            start = at;
        }
        for (before, earlier) in commands.iter().enumerate().take(at).skip(start) {
            if let Some(buffer) = conflict(earlier, later) {
                return Err(Hazard {
                    earlier: (before, earlier.name()),
                    later: (at, later.name()),
                    buffer,
                });
            }
        }
    }
    Ok(())
}

/// A buffer that both commands access, one of them writing.
fn conflict(earlier: &Command, later: &Command) -> Option<BufferId> {
    let later: Vec<_> = later.accesses().collect();
    earlier.accesses().find_map(|(buffer, access)| {
        let races = |(other, how): &(BufferId, Access)| {
            *other == buffer && (access != Access::Read || *how != Access::Read)
        };
        later.iter().any(races).then_some(buffer)
    })
}
