//! Which surfaces collide.

/// Number of systems that have a bit of their own.
pub(crate) const SYSTEMS: usize = 31;

/// The systems of a surface and those it collides with, a bit each in the order of `Scene::systems`. Two surfaces
/// collide if each of them accepts the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// The surface's systems; [`Filter::NO_SYSTEM`] alone where it has none.
    pub systems: u32,
    /// It collides only with surfaces whose systems are all among these.
    pub collides_with: u32,
    /// It does not collide with surfaces whose systems are all among these.
    pub ignores: u32,
}

impl Filter {
    /// The bit of surfaces that are in no system.
    pub const NO_SYSTEM: u32 = 1 << SYSTEMS;
}

impl Default for Filter {
    /// No system; collides with everything.
    fn default() -> Self {
        Self {
            systems: Self::NO_SYSTEM,
            collides_with: !0,
            ignores: 0,
        }
    }
}
