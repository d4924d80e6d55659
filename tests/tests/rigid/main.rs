//! Rigid bodies: shapes, crowds, sleep, what carries them and what they carry.

mod carried_skins;
mod chains_held_twice;
mod crowds;
mod deformable_contacts;
mod deforming;
mod grabbing;
mod gravity_fields;
mod shapes;
mod sleep;
mod triggers;
