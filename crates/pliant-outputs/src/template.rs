//! File names that contain the frame number.

use crate::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

/// At most this many digits: a 64-bit frame number has no more.
const MOST_DIGITS: usize = 20;

/// A path in which `{frame:4}` stands for the frame number, in at least four digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template {
    text: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Frame { digits: usize },
}

impl Template {
    /// Parses a template.
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let wrong = |why: &str| Error::Usage(format!("--output {text}: {why}"));
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (word, after) = after.split_once('}').ok_or_else(|| wrong("a { has no }"))?;
            let digits =
                digits(word).ok_or_else(|| wrong("only {frame} and {frame:4} are known"))?;
            parts.push(Part::Text(before.to_owned()));
            parts.push(Part::Frame { digits });
            rest = after;
        }
        parts.push(Part::Text(rest.to_owned()));
        let folder = Path::new(text).parent().unwrap_or(Path::new(""));
        if folder.to_string_lossy().contains('{') {
            return Err(wrong(
                "{frame} may stand in the name of the file, not in that of its folder",
            ));
        }
        Ok(Self {
            text: text.to_owned(),
            parts,
        })
    }

    /// Whether the name depends on the frame.
    pub(crate) fn varies(&self) -> bool {
        self.parts.iter().any(|p| matches!(p, Part::Frame { .. }))
    }

    /// The file of a frame.
    pub(crate) fn path(&self, frame: u64) -> PathBuf {
        let name: String = self.parts.iter().map(|part| part.with(frame)).collect();
        PathBuf::from(name)
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Part {
    fn with(&self, frame: u64) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Frame { digits } => format!("{frame:0digits$}"),
        }
    }
}

/// The digits of `frame` and `frame:4`.
fn digits(word: &str) -> Option<usize> {
    match word.strip_prefix("frame")? {
        "" => Some(1),
        width => width
            .strip_prefix(':')?
            .parse()
            .ok()
            .filter(|digits| (1..=MOST_DIGITS).contains(digits)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(template: &str, frame: u64) -> String {
        let template = Template::parse(template).expect("a good template");
        template.path(frame).display().to_string()
    }

    #[test]
    fn numbers_are_padded() {
        assert_eq!(path("a/b{frame:4}.png", 7), "a/b0007.png");
        assert_eq!(path("b{frame}.png", 12), "b12.png");
        assert_eq!(path("{frame:2}-{frame}.png", 123), "123-123.png");
        assert_eq!(path("plain.png", 3), "plain.png");
    }

    #[test]
    fn other_braces_are_refused() {
        for wrong in [
            "{frames}.png",
            "{}.png",
            "{frame:0}.png",
            "{frame:99}.png",
            "{frame",
            "{frame}/a.png",
        ] {
            assert!(Template::parse(wrong).is_err(), "{wrong}");
        }
    }
}
