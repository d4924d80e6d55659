//! Friction and restitution of a surface.

/// Friction and restitution of a surface in contact with another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coefficients {
    /// Dynamic μ.
    pub friction: f32,
    /// Static μ.
    pub static_friction: f32,
    /// 0..1.
    pub restitution: f32,
    /// How both μ combine with the other surface's; `None` leaves that to the other one.
    pub friction_combine: Option<Combine>,
    /// How restitution combines with the other surface's; `None` leaves that to the other one.
    pub restitution_combine: Option<Combine>,
}

/// How the values of two surfaces combine. Where they ask for different ways, the first one in this list is taken;
/// where neither asks, the average.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combine {
    /// Half of their sum.
    Average,
    /// The smaller one.
    Minimum,
    /// The larger one.
    Maximum,
    /// Their product.
    Multiply,
}

impl Combine {
    pub(crate) fn of(word: &str) -> Option<Self> {
        match word {
            "average" => Some(Self::Average),
            "minimum" => Some(Self::Minimum),
            "maximum" => Some(Self::Maximum),
            "multiply" => Some(Self::Multiply),
            _ => None,
        }
    }

    /// The extension's word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Average => "average",
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::Multiply => "multiply",
        }
    }
}
