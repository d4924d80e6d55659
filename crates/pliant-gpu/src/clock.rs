//! Device time by pass or by phase: a timestamp at each change from one to another.

use crate::device::Gpu;
use ash::vk;
use pliant_passes::{Command, EngineError, PassId, PassTime, Recording};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Timestamps in a pool: the limit of Metal (32 KiB of samples).
const POOL: usize = 4096;

/// Which parts of a program are timed. Each timestamp takes time itself: with many short passes a tenth of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Timing {
    /// Nothing.
    #[default]
    Off,
    /// Each pass.
    Passes,
    /// Each phase, which is the folder of its passes; fills and copies between them are included. The first pass of a phase
    /// reports its time.
    Phases,
}

/// Consecutive commands of one pass, or of none (fills and copies).
pub(crate) struct Group {
    pub(crate) pass: Option<PassId>,
    pub(crate) commands: Range<usize>,
}

/// Groups the commands of a recording by pass, in order.
pub(crate) fn groups(recording: &Recording) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, command) in recording.commands.iter().enumerate() {
        let pass = match command {
            Command::Dispatch(d) => Some(d.pass),
            _ => None,
        };
        match groups.last_mut() {
            Some(last) if last.pass == pass => last.commands.end = index + 1,
            _ => groups.push(Group {
                pass,
                commands: index..index + 1,
            }),
        }
    }
    groups
}

/// Consecutive groups that are timed together: the pass that reports their time, their dispatches, and the index of the first group.
struct Span {
    pass: Option<PassId>,
    dispatches: u32,
    first: usize,
}

fn spans(groups: &[Group], timing: Timing) -> Vec<Span> {
    let folder = |pass: PassId| pass.row().name.split('/').next();
    let mut of_phases: BTreeMap<_, PassId> = BTreeMap::new();
    let mut reporter = |pass: PassId| match timing {
        Timing::Phases => *of_phases.entry(folder(pass)).or_insert(pass),
        Timing::Passes | Timing::Off => pass,
    };
    let mut spans: Vec<Span> = Vec::new();
    for (first, group) in groups.iter().enumerate() {
        let pass = group.pass.map(&mut reporter);
        let dispatches = pass.map_or(0, |_| group.commands.len() as u32);
        let joins = pass.is_none() && timing == Timing::Phases;
        match spans.last_mut() {
            Some(last) if joins || last.pass == pass => last.dispatches += dispatches,
            _ => spans.push(Span {
                pass,
                dispatches,
                first,
            }),
        }
    }
    spans
}

/// The timestamps of a program: one before each span and one at the end.
pub(crate) struct Clock {
    gpu: Arc<Gpu>,
    pools: Vec<vk::QueryPool>,
    spans: Vec<Span>,
}

impl Clock {
    pub(crate) fn new(
        gpu: &Arc<Gpu>,
        groups: &[Group],
        timing: Timing,
    ) -> Result<Self, EngineError> {
        let mut clock = Self {
            gpu: Arc::clone(gpu),
            pools: Vec::new(),
            spans: spans(groups, timing),
        };
        let info = vk::QueryPoolCreateInfo::default()
            .query_type(vk::QueryType::TIMESTAMP)
            .query_count(POOL as u32);
        for _ in 0..(clock.spans.len() + 1).div_ceil(POOL) {
            // SAFETY: the device is alive; `drop` destroys the pools.
            let pool = unsafe { gpu.device.create_query_pool(&info, None) }
                .map_err(gpu.failed("making timestamps"))?;
            clock.pools.push(pool);
        }
        Ok(clock)
    }

    /// Records a reset of all timestamps.
    pub(crate) fn reset(&self, commands: vk::CommandBuffer) {
        for pool in &self.pools {
            // SAFETY: the command buffer is being recorded, outside of rendering.
            unsafe {
                self.gpu
                    .device
                    .cmd_reset_query_pool(commands, *pool, 0, POOL as u32);
            }
        }
    }

    /// Records the timestamp before a group, if a span begins with it.
    pub(crate) fn before(&self, commands: vk::CommandBuffer, group: usize) {
        if let Ok(span) = self.spans.binary_search_by_key(&group, |s| s.first) {
            self.mark(commands, span);
        }
    }

    /// Records the last timestamp.
    pub(crate) fn end(&self, commands: vk::CommandBuffer) {
        self.mark(commands, self.spans.len());
    }

    fn mark(&self, commands: vk::CommandBuffer, mark: usize) {
        // SAFETY: `mark` is at most the number of spans, so its pool and query exist, and each is written once.
        unsafe {
            self.gpu.device.cmd_write_timestamp2(
                commands,
                vk::PipelineStageFlags2::ALL_COMMANDS,
                self.pools[mark / POOL],
                (mark % POOL) as u32,
            );
        }
    }

    /// The time of each pass in the last run, which has ended.
    pub(crate) fn read(&self) -> Result<Vec<PassTime>, EngineError> {
        let ticks = self.ticks()?;
        let limits = &self.gpu.info().limits;
        let valid = u64::MAX >> (64 - limits.timestamp_bits.clamp(1, 64));
        let mut sums: BTreeMap<PassId, (u32, u64)> = BTreeMap::new();
        for (span, pair) in self.spans.iter().zip(ticks.windows(2)) {
            if let Some(pass) = span.pass {
                let sum = sums.entry(pass).or_default();
                sum.0 += span.dispatches;
                sum.1 += pair[1].wrapping_sub(pair[0]) & valid;
            }
        }
        let period = f64::from(limits.timestamp_period);
        Ok(sums
            .into_iter()
            .map(|(pass, (dispatches, ticks))| PassTime {
                pass,
                dispatches,
                ms: ticks as f64 * period * 1e-6,
            })
            .collect())
    }

    fn ticks(&self) -> Result<Vec<u64>, EngineError> {
        let mut ticks = vec![0_u64; self.spans.len() + 1];
        for (pool, part) in self.pools.iter().zip(ticks.chunks_mut(POOL)) {
            // SAFETY: these queries were written by a run that has ended.
            unsafe {
                self.gpu.device.get_query_pool_results(
                    *pool,
                    0,
                    part,
                    vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT,
                )
            }
            .map_err(self.gpu.failed("reading timestamps"))?;
        }
        Ok(ticks)
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        for pool in &self.pools {
            // SAFETY: the program that writes them does not run.
            unsafe { self.gpu.device.destroy_query_pool(*pool, None) };
        }
    }
}
