//! Defaults of keys, as data: readers take their values from here, tables and editors their words.

use std::fmt::{Display, Formatter};

/// What a key stands for where it is missing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum KeyDefault {
    /// Each kind of body has a default of its own.
    ByKind,
    /// A number in the key's unit.
    Number(f64),
    /// true or false.
    Bool(bool),
    /// A word of the key.
    Word(&'static str),
    /// A vector in the key's unit.
    Vector([f64; 3]),
    /// A fraction of the body's size.
    OfSize(f64),
    /// The body's size over a number; the measured distance where the body is points.
    Cells(f64),
    /// A number of frames.
    Frames(u32),
    /// A number of particles where the duration does not give one.
    Pool(u32),
    /// No value; the words say what happens then.
    Nothing(&'static str),
}

impl KeyDefault {
    /// The number that it has, if it has one.
    pub(crate) fn number(self) -> Option<f64> {
        match self {
            Self::Number(number) | Self::OfSize(number) | Self::Cells(number) => Some(number),
            Self::Frames(count) | Self::Pool(count) => Some(count.into()),
            _ => None,
        }
    }

    /// The word that it is, if it is one.
    pub(crate) fn word(self) -> Option<&'static str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }
}

impl Display for KeyDefault {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::ByKind => Ok(()),
            Self::Number(number) => f.write_str(&short(number)),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Word(word) | Self::Nothing(word) => f.write_str(word),
            Self::Vector(vector) => f.write_str(&vector.map(short).join(", ")),
            Self::OfSize(fraction) => write!(f, "{} % of its size", 100.0 * fraction),
            Self::Cells(count) => write!(f, "size / {count}; of points as measured"),
            Self::Frames(count) => write!(f, "{count} frames"),
            Self::Pool(count) => {
                let (thousands, rest) = (count / 1000, count % 1000);
                write!(
                    f,
                    "rate × duration; without a duration {thousands},{rest:03}"
                )
            }
        }
    }
}

/// A number as tables have it: `0.2`, `1000`, `1e5`, `−9.81`.
fn short(number: f64) -> String {
    let text = if number.abs() < 1e5 {
        number.to_string()
    } else {
        format!("{number:e}")
    };
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_read_as_the_documentation_has_them() {
        for (default, text) in [
            (KeyDefault::ByKind, ""),
            (KeyDefault::Number(0.0), "0"),
            (KeyDefault::Number(0.01), "0.01"),
            (KeyDefault::Number(1000.0), "1000"),
            (KeyDefault::Number(1e5), "1e5"),
            (KeyDefault::Vector([0.0, -9.81, 0.0]), "0, −9.81, 0"),
            (KeyDefault::OfSize(0.01), "1 % of its size"),
            (KeyDefault::Frames(120), "120 frames"),
            (
                KeyDefault::Pool(10_000),
                "rate × duration; without a duration 10,000",
            ),
        ] {
            assert_eq!(default.to_string(), text);
        }
    }
}
