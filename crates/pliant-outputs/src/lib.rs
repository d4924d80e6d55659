//! What a run writes: pictures, videos, particles, and baked scenes as GLB and USD. Read [`Outputs`] first. A new format is a file beside
//! `png.rs` that implements `Output` of `format.rs`, and a line in `FORMATS` of `outputs.rs`.
#![forbid(unsafe_code)]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the documentation is for those who read the code"
)]

mod error;
mod file;
mod format;
mod glb;
mod mp4;
mod outputs;
mod ply;
mod png;
mod spool;
mod standard_output;
mod surface;
mod template;
mod usd;

pub use self::png::write_file as write_png;
pub use error::{Error, one_line};
pub use file::{free_name, probe, write_durable, write_text};
pub use format::{Bake, FrameData, Plan, Schedule};
pub use mp4::has_ffmpeg;
pub use outputs::{Outputs, bakes, canonical, help};
pub use standard_output::{STANDARD_OUTPUT, print};
pub use surface::spacings;
