//! Text from files in one-line messages.

/// `text` in quotes, control characters escaped, long ones cut.
pub fn quote(text: &str) -> String {
    format!(
        "\"{}\"",
        clip(
            &text
                .chars()
                .take(CLIP + 1)
                .flat_map(char::escape_debug)
                .collect::<String>()
        )
    )
}

/// A message in one line of limited length, whatever text of the file it contains.
pub fn one_line(message: &str) -> String {
    clip(
        &message
            .chars()
            .take(2 * CLIP)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect::<String>(),
    )
}

/// Most characters of a file's text in a message.
const CLIP: usize = 160;

fn clip(text: &str) -> String {
    match text.char_indices().nth(CLIP) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `1 node`, `2 nodes`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The name that a file gives an object, in one line, or else `fallback` and its number.
pub fn name(given: Option<&String>, fallback: &str, number: usize) -> String {
    match given {
        Some(name) if !name.is_empty() => name
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect(),
        _ => format!("{fallback}{number}"),
    }
}
