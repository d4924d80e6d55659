//! How much work goes into a picture.

/// How much work goes into a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenderOptions {
    /// Samples a pixel.
    pub samples: u32,
    /// Texels along a side of the sun's shadow map.
    pub shadow_size: u32,
    /// Looks into it for a pixel.
    pub shadow_taps: u32,
}

impl RenderOptions {
    /// What pictures get.
    pub const FULL: Self = Self {
        samples: 4,
        shadow_size: 2048,
        shadow_taps: 32,
    };
    /// What a window gets on a device that is a CPU.
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
