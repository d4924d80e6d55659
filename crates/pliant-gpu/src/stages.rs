//! Runs a recording one command at a time and reports buffers before and after each, for tests of single passes.

use crate::engine::VulkanEngine;
use pliant_passes::{BufferId, Command, Engine, EngineError, Recording};
use std::collections::BTreeMap;

/// Called with a command, and the content of its buffers (those of a dispatch by slot) before and after it.
pub type Observer<'a> = dyn FnMut(&Command, &[Vec<u8>], &[Vec<u8>]) + 'a;

impl VulkanEngine {
    /// Runs each command of a recording by itself and calls `observer` after it.
    ///
    /// # Errors
    /// When the device is lost, or refuses a pass.
    pub fn run_stages(
        &mut self,
        recording: &Recording,
        observer: &mut Observer<'_>,
    ) -> Result<(), EngineError> {
        // Content of buffers after the last command that accessed them.
        let mut known = BTreeMap::new();
        for command in &recording.commands {
            let accessed: Vec<BufferId> = command.accesses().map(|(buffer, _)| buffer).collect();
            let single = Recording {
                commands: vec![command.clone()],
                interruptible_from: None,
            };
            let before = accessed.iter().map(|b| match known.remove(b) {
                Some(bytes) => Ok(bytes),
                None => self.content(*b),
            });
            let before = before.collect::<Result<Vec<_>, _>>()?;
            let program = self.prepare(&single)?;
            let done = self.run(program);
            self.forget(program);
            done?;
            let after = accessed.iter().map(|b| self.content(*b));
            let after = after.collect::<Result<Vec<_>, _>>()?;
            observer(command, &before, &after);
            known.extend(accessed.into_iter().zip(after));
        }
        Ok(())
    }

    fn content(&mut self, buffer: BufferId) -> Result<Vec<u8>, EngineError> {
        self.read(buffer, 0, self.size(buffer))
    }
}
