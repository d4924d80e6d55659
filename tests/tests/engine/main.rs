//! Engines: stages, determinism, barriers, devices, and how a run fails.

mod barriers;
mod checked;
mod comparing;
mod determinism;
mod devices;
mod divergence;
mod engine;
mod neighbours;
mod stages;
