//! Forces on particles and rigid bodies: gravity fields, and external forces.

pub(crate) mod fields;
pub(crate) mod forces;
