//! What a value may be: for editors, and for the tables of keys in the documentation.

use std::fmt::{Display, Formatter};

/// What the value of a key may be, for editors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Field {
    /// A number between two bounds, which may be infinite.
    Number {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
        /// Whether the bounds themselves are excluded.
        open: bool,
        /// Whether only whole numbers are valid.
        whole: bool,
    },
    /// true or false.
    Bool,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Three numbers.
    Vector,
    /// Anything else, as JSON or a bare word.
    Text,
}

impl Display for Field {
    /// Writes the range in words: `0 or more`, `true, false`; nothing for [`Field::Text`].
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Number {
                min,
                max,
                open,
                whole,
            } => {
                if whole {
                    f.write_str("whole, ")?;
                }
                match (min.is_finite(), max.is_finite(), open) {
                    (false, false, _) => f.write_str("any"),
                    (false, true, true) => write!(f, "below {max}"),
                    (false, true, false) => write!(f, "{max} or less"),
                    (true, false, true) => write!(f, "above {min}"),
                    (true, false, false) => write!(f, "{min} or more"),
                    (true, true, true) => write!(f, "above {min}, below {max}"),
                    (true, true, false) => write!(f, "{min} to {max}"),
                }
            }
            Self::Bool => f.write_str("true, false"),
            Self::Word(words) => f.write_str(&words.join(", ")),
            Self::Vector => f.write_str("three numbers"),
            Self::Text => Ok(()),
        }
    }
}
