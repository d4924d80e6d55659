//! Runs a recording one command at a time and shows what each found and left, for tests of single passes.

use crate::engine::VulkanEngine;
use pliant_passes::{BufferId, Command, Engine, EngineError, Recording};
use std::collections::BTreeMap;

/// Gets a command, and what the buffers it touches (a dispatch's by slot) held before and after it.
pub type Observer<'a> = dyn FnMut(&Command, &[Vec<u8>], &[Vec<u8>]) + 'a;

impl VulkanEngine {
    /// Runs each command of a recording by itself, and shows it to `observer`.
    ///
    /// # Errors
    /// When the device is lost, or refuses a pass.
    pub fn run_stages(
        &mut self,
        recording: &Recording,
        observer: &mut Observer<'_>,
    ) -> Result<(), EngineError> {
        // What buffers held after the last command that touched them.
        let mut known = BTreeMap::new();
        for command in &recording.commands {
            let touched: Vec<BufferId> = command.accesses().map(|(buffer, _)| buffer).collect();
            let single = Recording {
                commands: vec![command.clone()],
            };
            let before = touched.iter().map(|b| match known.remove(b) {
                Some(bytes) => Ok(bytes),
                None => self.content(*b),
            });
            let before = before.collect::<Result<Vec<_>, _>>()?;
            let program = self.prepare(&single)?;
            let done = self.run(program);
            self.forget(program);
            done?;
            let after = touched.iter().map(|b| self.content(*b));
            let after = after.collect::<Result<Vec<_>, _>>()?;
            observer(command, &before, &after);
            known.extend(touched.into_iter().zip(after));
        }
        Ok(())
    }

    fn content(&mut self, buffer: BufferId) -> Result<Vec<u8>, EngineError> {
        self.read(buffer, 0, self.size(buffer))
    }
}
