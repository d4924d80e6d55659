//! Strips, loops and fans split into points, lines and triangles.

/// Type of the elements of a primitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topology {
    /// One vertex each.
    Points,
    /// Two vertices each.
    Lines,
    /// Three vertices each, counter-clockwise seen from the front.
    Triangles,
}

/// A primitive's mode as glTF numbers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Points,
    Lines,
    LineLoop,
    LineStrip,
    Triangles,
    TriangleStrip,
    TriangleFan,
}

impl Mode {
    /// glTF's numbers are OpenGL's.
    pub(crate) fn from_number(number: u64) -> Option<Self> {
        use Mode::{LineLoop, LineStrip, Lines, Points, TriangleFan, TriangleStrip, Triangles};
        let modes = [
            Points,
            Lines,
            LineLoop,
            LineStrip,
            Triangles,
            TriangleStrip,
            TriangleFan,
        ];
        modes.get(usize::try_from(number).ok()?).copied()
    }

    /// What its elements are.
    pub(crate) fn topology(self) -> Topology {
        match self {
            Self::Points => Topology::Points,
            Self::Lines | Self::LineLoop | Self::LineStrip => Topology::Lines,
            Self::Triangles | Self::TriangleStrip | Self::TriangleFan => Topology::Triangles,
        }
    }

    /// Whether `count` vertices make whole elements.
    pub(crate) fn fits(self, count: usize) -> bool {
        match self {
            Self::Points => true,
            Self::Lines => count.is_multiple_of(2),
            Self::LineLoop | Self::LineStrip => count >= 2,
            Self::Triangles => count.is_multiple_of(3),
            Self::TriangleStrip | Self::TriangleFan => count >= 3,
        }
    }

    /// How many indices [`Self::unroll`] makes of `count` ones.
    pub(crate) fn unrolled(self, count: usize) -> usize {
        match self {
            Self::Points => count,
            Self::Lines => count / 2 * 2,
            Self::LineLoop => {
                if count < 2 {
                    0
                } else {
                    2 * count
                }
            }
            Self::LineStrip => 2 * count.saturating_sub(1),
            Self::Triangles => count / 3 * 3,
            Self::TriangleStrip | Self::TriangleFan => 3 * count.saturating_sub(2),
        }
    }

    /// The indices of single elements; a rest too short for an element is left out.
    pub(crate) fn unroll(self, mut indices: Vec<u32>) -> Vec<u32> {
        match self {
            Self::Points | Self::Lines | Self::Triangles => {
                indices.truncate(self.unrolled(indices.len()));
                indices
            }
            Self::LineStrip => indices.windows(2).flatten().copied().collect(),
            Self::LineLoop => line_loop(&indices),
            // Every second triangle of a strip is reversed to keep its winding.
            Self::TriangleStrip => {
                let triangle = |(i, v): (usize, &[u32])| {
                    if i % 2 == 0 {
                        [v[0], v[1], v[2]]
                    } else {
                        [v[0], v[2], v[1]]
                    }
                };
                indices.windows(3).enumerate().flat_map(triangle).collect()
            }
            Self::TriangleFan => match indices.split_first() {
                Some((&hub, rim)) => rim.windows(2).flat_map(|v| [v[0], v[1], hub]).collect(),
                None => indices,
            },
        }
    }
}

fn line_loop(indices: &[u32]) -> Vec<u32> {
    match indices {
        [first, .., last] => indices
            .windows(2)
            .flatten()
            .copied()
            .chain([*last, *first])
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::Mode::{self, LineLoop, LineStrip, Lines, TriangleFan, TriangleStrip, Triangles};

    #[test]
    fn strips_loops_and_fans_unroll() {
        let cases: [(Mode, &[u32]); 6] = [
            (Lines, &[0, 1, 2, 3]),
            (LineStrip, &[0, 1, 1, 2, 2, 3, 3, 4]),
            (LineLoop, &[0, 1, 1, 2, 2, 3, 3, 4, 4, 0]),
            (Triangles, &[0, 1, 2]),
            (TriangleStrip, &[0, 1, 2, 1, 3, 2, 2, 3, 4]),
            (TriangleFan, &[1, 2, 0, 2, 3, 0, 3, 4, 0]),
        ];
        for (mode, expected) in cases {
            assert_eq!(mode.unroll(vec![0, 1, 2, 3, 4]), expected, "{mode:?}");
            assert_eq!(mode.unrolled(5), expected.len(), "{mode:?}");
            for count in 0..2 {
                assert_eq!(
                    mode.unroll(vec![0; count]).len(),
                    mode.unrolled(count),
                    "{mode:?} {count}"
                );
            }
        }
    }
}
