//! Prefix sums, which turn the counts of lists into their starts.

use pliant_passes::passes::build;
use pliant_passes::types::{CountParams, SCAN_BLOCK, WORKGROUP};
use pliant_passes::{Buffer, Recording, Variant, Workgroups, bind};

/// A prefix sum over the counts of lists. The last start is the total.
#[derive(Clone, Copy)]
pub(crate) struct Scan {
    pub(crate) counts: Buffer<u32>,
    /// Sums of blocks of counts; [`sums`] says how many.
    pub(crate) sums: Buffer<u32>,
    pub(crate) starts: Buffer<u32>,
}

/// Number of sums of so many counts.
pub(crate) fn sums(counts: usize) -> usize {
    (counts + 1).div_ceil(SCAN_BLOCK as usize)
}

impl Scan {
    /// Records the prefix sum.
    pub(crate) fn record(self, record: &mut Recording, count: u32) {
        let invocations = sums(count as usize) as u32 * WORKGROUP;
        record.pass(self.summed(), CountParams { count }, invocations);
        record.pass(self.scanned(), CountParams { count }, invocations);
    }

    /// Records the prefix sum with an invocation for each count where it has workgroups, which is more than it needs.
    pub(crate) fn record_indirect(self, record: &mut Recording, count: u32, groups: Workgroups) {
        let params = CountParams { count };
        record.pass_indirect(self.summed(), params, groups, Variant::default());
        record.pass_indirect(self.scanned(), params, groups, Variant::default());
    }

    fn summed(self) -> build::SumCounts {
        bind!(build::SumCounts { counts, sums from self; })
    }

    fn scanned(self) -> build::ScanCounts {
        bind!(build::ScanCounts { counts, sums, starts from self; })
    }
}
