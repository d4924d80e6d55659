//! Runs a recording one command at a time and shows what each found and left, for tests of single passes.

use crate::engine::VulkanEngine;
use pliant_kernels::{BufferId, Command, Engine, EngineError, Recording};

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
        for command in &recording.commands {
            let touched: Vec<BufferId> = command.accesses().map(|(buffer, _)| buffer).collect();
            let single = Recording {
                commands: vec![command.clone()],
            };
            let before = self.contents(&touched)?;
            let program = self.prepare(&single)?;
            let done = self.run(program);
            self.forget(program);
            done?;
            observer(command, &before, &self.contents(&touched)?);
        }
        Ok(())
    }

    fn contents(&mut self, buffers: &[BufferId]) -> Result<Vec<Vec<u8>>, EngineError> {
        buffers
            .iter()
            .map(|b| self.read(*b, 0, self.size(*b)))
            .collect()
    }
}
