//! The program: its commands, files and window.

mod bad_scenes;
mod blender;
mod checkpoints;
mod desk;
mod glb;
mod glb_surface;
mod runs;
mod scenes;
mod support;
mod usage;
mod usd;
mod view;
mod written_scenes;
