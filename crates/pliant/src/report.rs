//! Printing to standard output: tables for people, JSON for scripts.

use crate::exit::{Error, one_line};
use pliant_outputs::print;
use serde::Serialize;
use std::fmt;

/// Prints a value as indented JSON.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|e| Error::Internal(format!("cannot make JSON: {e}")))?;
    Ok(print(format!("{text}\n").as_bytes())?)
}

/// Prints the result of a benchmark as one line of JSON or as text.
pub(crate) fn print_result<T: Serialize>(
    result: &T,
    json: bool,
    text: impl FnOnce(&T) -> Lines,
) -> Result<(), Error> {
    if !json {
        return text(result).print();
    }
    let text = serde_json::to_string(result)
        .map_err(|e| Error::Internal(format!("cannot make JSON: {e}")))?;
    Ok(print(format!("{text}\n").as_bytes())?)
}

/// Lines of text.
#[derive(Default)]
pub(crate) struct Lines(String);

impl Lines {
    /// Adds a line.
    pub(crate) fn add(&mut self, line: fmt::Arguments<'_>) {
        self.0.push_str(&line.to_string());
        self.0.push('\n');
    }

    /// Prints the lines.
    pub(crate) fn print(&self) -> Result<(), Error> {
        Ok(print(self.0.as_bytes())?)
    }
}

/// A table of titles and rows; the texts of rows are aligned.
#[derive(Default)]
pub(crate) struct Table(String);

impl Table {
    /// Adds a line at the margin.
    pub(crate) fn title(&mut self, text: &str) {
        self.0.push_str(&one_line(text));
        self.0.push('\n');
    }

    /// Adds a row below the title.
    pub(crate) fn row(&mut self, heading: &str, text: &str) {
        let text = one_line(text);
        let line = format!("  {heading:<13}{text}");
        self.0.push_str(line.trim_end());
        self.0.push('\n');
    }

    /// Prints the table.
    pub(crate) fn print(&self) -> Result<(), Error> {
        Ok(print(self.0.as_bytes())?)
    }
}

/// Names in one line, at most 40 of them; JSON output has them all.
pub(crate) fn listed(names: &[impl AsRef<str>]) -> String {
    const SHOWN: usize = 40;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(AsRef::as_ref).collect();
    match (names.len(), names.len().saturating_sub(SHOWN)) {
        (0, _) => "none".to_owned(),
        (_, 0) => shown.join(", "),
        (_, more) => format!("{} and {more} more", shown.join(", ")),
    }
}

/// A number of bytes with a binary unit.
pub(crate) fn bytes(count: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut size = count as f64;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    if unit == 0 {
        format!("{count} B")
    } else {
        format!("{size:.1} {}", UNITS[unit])
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn long_lists_are_cut() {
        assert_eq!(super::listed(&[""; 0]), "none");
        assert_eq!(super::listed(&["a", "b"]), "a, b");
        assert!(super::listed(&["a"; 50]).ends_with("a and 10 more"));
    }

    #[test]
    fn bytes_have_units() {
        let all = [0, 1023, 1024, 3 << 29].map(super::bytes);
        assert_eq!(all, ["0 B", "1023 B", "1.0 KiB", "1.5 GiB"]);
    }
}
