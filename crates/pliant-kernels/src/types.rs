//! Every struct that host and GPU share.

use crate::layout::gpu_struct;

gpu_struct! {
    /// Push constants of `build/scan`.
    struct ScanParams {
        /// How many counts.
        count: u32,
    }
}
