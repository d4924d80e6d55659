//! Which surfaces collide.

/// Systems with a bit of their own.
pub(crate) const SYSTEMS: usize = 31;

/// Which systems a surface is in and which it meets, a bit each in the order of `Scene::systems`. Two surfaces meet
/// where each of them lets the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// What it is in; [`Filter::NO_SYSTEM`] alone where it is in none.
    pub systems: u32,
    /// It meets only what is in nothing but these.
    pub meets: u32,
    /// It lets what is in nothing but these pass.
    pub avoids: u32,
}

impl Filter {
    /// The bit of surfaces that are in no system.
    pub const NO_SYSTEM: u32 = 1 << SYSTEMS;
}

impl Default for Filter {
    /// In no system, and meets everything.
    fn default() -> Self {
        Self {
            systems: Self::NO_SYSTEM,
            meets: !0,
            avoids: 0,
        }
    }
}
