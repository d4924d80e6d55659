//! Quality settings of a picture.

/// Quality settings of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenderOptions {
    /// Samples for each pixel.
    pub samples: u32,
    /// Texels along a side of the sun's shadow map.
    pub shadow_size: u32,
    /// Shadow-map samples for each pixel.
    pub shadow_taps: u32,
}

impl RenderOptions {
    /// Settings for pictures, and for windows on graphics cards.
    pub const FULL: Self = Self {
        samples: 4,
        shadow_size: 2048,
        shadow_taps: 32,
    };
    /// Settings for windows on software devices, which run on the CPU.
    pub const LIGHT: Self = Self {
        samples: 1,
        shadow_size: 768,
        shadow_taps: 4,
    };
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self::FULL
    }
}
