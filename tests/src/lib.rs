//! Helpers of the tests of the whole engine: simulations on the CPU or on Vulkan ([`world`]), Vulkan devices under validation
//! ([`vulkan`]), and stage tests ([`stages`]).
#![forbid(unsafe_code)]

pub mod bodies;
pub mod characters;
pub mod clouds;
pub mod coupled;
pub mod crowds;
pub mod deformables;
pub mod engines;
pub mod fluids;
pub mod gravity_fields;
pub mod hazards;
pub mod heap;
pub mod intersecting;
pub mod intersections;
pub mod linkage;
pub mod momenta;
pub mod reference;
pub mod staged;
pub mod stages;
pub mod studio;
pub mod vulkan;
pub mod world;
pub mod zoo;
