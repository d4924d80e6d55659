//! URIs in a scene: `data:` or a file under the scene's own folder, nothing else.

use crate::document::Document;
use crate::error::{Error, Result};
use crate::text::quote;
use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// What a URI resolves to.
#[derive(Debug, PartialEq, Eq)]
pub enum Target {
    /// The bytes themselves.
    Data(Vec<u8>),
    /// A file under the scene's folder.
    File(PathBuf),
}

/// The files that buffers and pictures name.
pub fn files(document: &Document<'_>, folder: Option<&Path>) -> Vec<PathBuf> {
    let buffers = document.buffers.iter().map(|buffer| &buffer.uri);
    let images = document.images.iter().map(|image| &image.uri);
    let named = buffers.chain(images).flatten();
    let outside = named.filter(|uri| strip_scheme(uri, "data").is_none());
    let file = |uri: &String| match resolve(uri, folder, "") {
        Ok(Target::File(file)) => Some(file),
        _ => None,
    };
    outside.filter_map(file).collect()
}

/// Resolves the `uri` of `owner` against the scene's `folder` (none for a scene from a stream).
pub fn resolve(uri: &str, folder: Option<&Path>, owner: &str) -> Result<Target> {
    let fail = |why: &str| Error(format!("{owner}: URI {} {why}", quote(uri)));
    if let Some(rest) = strip_scheme(uri, "data") {
        return data(rest)
            .map(Target::Data)
            .ok_or_else(|| fail("is not a valid data: URI; export the file again"));
    }
    if has_scheme(uri) {
        return Err(fail(
            "has a scheme that is not read; use data: or a path relative to the scene",
        ));
    }
    let text = percent_decode(uri).and_then(|bytes| String::from_utf8(bytes).ok());
    let text = text.filter(|text| !text.is_empty() && !text.contains('\0'));
    let text = text.ok_or_else(|| fail("is not a valid relative path"))?;
    let inside = Path::new(&text)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !inside || text.contains('\\') || text.starts_with('/') {
        return Err(fail(
            "leaves the scene's folder; use a path relative to it, without ..",
        ));
    }
    let folder =
        folder.ok_or_else(|| fail("names a file, but the scene came from a stream; use a .glb"))?;
    contained(folder, &text, &fail).map(Target::File)
}

/// Follows symbolic links and checks that the file still lies under the folder.
fn contained(folder: &Path, text: &str, fail: &dyn Fn(&str) -> Error) -> Result<PathBuf> {
    let base = folder
        .canonicalize()
        .map_err(|error| fail(&format!("cannot be looked up: {error}")))?;
    let path = base.join(text);
    let real = path.canonicalize().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            fail("names a file that is missing; put it into the scene's folder")
        }
        _ => fail(&format!("cannot be looked up: {error}")),
    })?;
    if real.starts_with(&base) {
        Ok(real)
    } else {
        Err(fail("links to a file outside of the scene's folder"))
    }
}

fn strip_scheme<'a>(uri: &'a str, scheme: &str) -> Option<&'a str> {
    let (head, rest) = uri.split_once(':')?;
    head.eq_ignore_ascii_case(scheme).then_some(rest)
}

/// RFC 3986: a letter, then letters, digits, `+`, `-` and `.`, then a colon.
fn has_scheme(uri: &str) -> bool {
    uri.split_once(':').is_some_and(|(head, _)| {
        head.starts_with(|c: char| c.is_ascii_alphabetic())
            && head
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

fn data(rest: &str) -> Option<Vec<u8>> {
    let (kind, body) = rest.split_once(',')?;
    match kind
        .len()
        .checked_sub(7)
        .and_then(|start| kind.get(start..))
    {
        Some(end) if end.eq_ignore_ascii_case(";base64") => base64(body),
        _ => percent_decode(body),
    }
}

/// The bytes of a text; `None` where two hexadecimal digits do not follow a `%`, which the crate would accept.
fn percent_decode(text: &str) -> Option<Vec<u8>> {
    let whole = |rest: &str| {
        let digits = rest.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let escapes = text.split('%').skip(1).all(whole);
    escapes.then(|| percent_decode_str(text).collect())
}

/// Both base64 alphabets, with or without padding, `%` escapes included.
fn base64(text: &str) -> Option<Vec<u8>> {
    let text = if text.contains('%') {
        Cow::Owned(percent_decode(text)?)
    } else {
        Cow::Borrowed(text.as_bytes())
    };
    // Some exporters pad too much or too little, so the padding is not checked further.
    let end = text.iter().rposition(|&byte| byte != b'=');
    let (digits, padding) = text.split_at(end.map_or(0, |last| last + 1));
    if padding.len() > 2 {
        return None;
    }
    let url_safe = digits.iter().any(|digit| b"-_".contains(digit));
    let alphabet = if url_safe { &URL_SAFE } else { &STANDARD };
    GeneralPurpose::new(alphabet, LENIENT).decode(digits).ok()
}

/// Reads digits without padding, whatever the unused bits of the last one are.
const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::RequireNone)
    .with_decode_allow_trailing_bits(true);

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(uri: &str) -> Option<Vec<u8>> {
        match resolve(uri, None, "buffer 0").ok()? {
            Target::Data(bytes) => Some(bytes),
            Target::File(_) => None,
        }
    }

    #[test]
    fn data_uris_decode() {
        assert_eq!(
            bytes("data:application/octet-stream;base64,TWFu").unwrap(),
            b"Man"
        );
        assert_eq!(bytes("data:;base64,TWE=").unwrap(), b"Ma");
        assert_eq!(bytes("data:;base64,TQ").unwrap(), b"M");
        assert_eq!(bytes("data:;base64,-_-_").unwrap(), [0xfb, 0xff, 0xbf]);
        assert_eq!(bytes("data:;base64,TWE%3D").unwrap(), b"Ma");
        assert_eq!(bytes("DATA:,a%20b").unwrap(), b"a b");
        assert_eq!(bytes("data:;base64,").unwrap(), b"");
        for broken in [
            "data:;base64,T",
            "data:;base64,T!==",
            "data:;base64",
            "data:;base64,TWE====",
            "data:,%2",
        ] {
            assert_eq!(bytes(broken), None, "{broken}");
        }
    }

    #[test]
    fn paths_that_leave_the_folder_are_refused() {
        let folder = std::env::temp_dir();
        let outside = [
            "../a",
            "a/../../b",
            "/etc/passwd",
            "%2e%2e/a",
            "%2Fetc",
            "file:///etc/passwd",
            "C:\\a",
            "a\\..\\b",
        ];
        for uri in outside
            .into_iter()
            .chain(["http://x/y", "", "a%00b", "a%f"])
        {
            let error = resolve(uri, Some(&folder), "buffer 3")
                .unwrap_err()
                .to_string();
            assert!(error.starts_with("buffer 3: URI"), "{uri}: {error}");
        }
    }
}
