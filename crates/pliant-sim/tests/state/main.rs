//! The state of a simulation: its hashes, and what checkpoints keep of it.

mod checkpoint;
mod golden;
