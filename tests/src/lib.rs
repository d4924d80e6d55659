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

/// Whether tests run in their long form: `tools/test --long` sets the variable.
#[must_use]
pub fn long() -> bool {
    is_set("PLIANT_TEST_LONG")
}

/// Whether tests run in their thorough form, as in continuous integration and by `tools/test --long`.
#[must_use]
pub fn thorough() -> bool {
    long() || is_set("CI")
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}
