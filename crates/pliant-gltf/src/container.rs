//! The container of a file: glTF text, or a GLB with its JSON and BIN chunks.

use crate::error::{Error, Result};
use std::borrow::Cow;
use std::ops::Range;

/// A file's bytes and the ranges of its two parts.
#[derive(Debug)]
pub struct Container<'a> {
    bytes: Cow<'a, [u8]>,
    json: Range<usize>,
    bin: Option<Range<usize>>,
}

const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;
const JSON: &[u8; 4] = b"JSON";
const BIN: &[u8; 4] = b"BIN\0";

impl<'a> Container<'a> {
    /// Finds the parts of a file called `name`.
    pub fn open(bytes: Cow<'a, [u8]>, name: &str) -> Result<Self> {
        if bytes.is_empty() {
            return Error::file(format!("{name} is empty; name a .gltf or .glb file"));
        }
        if !bytes.starts_with(b"glTF") {
            let start = if bytes.starts_with(b"\xef\xbb\xbf") {
                3
            } else {
                0
            };
            return Ok(Self {
                json: start..bytes.len(),
                bin: None,
                bytes,
            });
        }
        let (json, bin) = chunks(&bytes).map_err(|why| Error(format!("{name}: {why}")))?;
        Ok(Self { bytes, json, bin })
    }

    /// The whole file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The JSON text.
    pub fn json(&self) -> &[u8] {
        &self.bytes[self.json.clone()]
    }

    /// The GLB's binary chunk.
    pub fn bin(&self) -> Option<&[u8]> {
        self.bin.clone().map(|range| &self.bytes[range])
    }
}

/// The ranges of the JSON and the BIN chunk; other chunks are skipped, as the format requires.
fn chunks(bytes: &[u8]) -> std::result::Result<(Range<usize>, Option<Range<usize>>), String> {
    let end = total_length(bytes)?;
    let json = chunk(bytes, HEADER, end)?.ok_or("the GLB has no JSON chunk; export it again")?;
    if json.kind != JSON {
        return Err("the GLB's first chunk is not JSON; export it again".to_owned());
    }
    let mut bin = None;
    let mut at = json.data.end;
    while let Some(next) = chunk(bytes, at, end)? {
        at = next.data.end;
        if next.kind == BIN && bin.is_none() {
            bin = Some(next.data);
        }
    }
    Ok((json.data, bin))
}

fn total_length(bytes: &[u8]) -> std::result::Result<usize, String> {
    let version = word(bytes, 4).ok_or("the GLB ends within its header; it is truncated")?;
    let length = word(bytes, 8).ok_or("the GLB ends within its header; it is truncated")? as usize;
    if version != 2 {
        return Err(format!(
            "GLB version {version} is not read; export glTF 2.0"
        ));
    }
    if length > bytes.len() {
        return Err(format!(
            "the GLB says it has {length} bytes, but {} are there; it is truncated or damaged",
            bytes.len()
        ));
    }
    Ok(length)
}

struct Chunk<'a> {
    kind: &'a [u8],
    data: Range<usize>,
}

fn chunk(bytes: &[u8], at: usize, end: usize) -> std::result::Result<Option<Chunk<'_>>, String> {
    // Up to three bytes of padding may follow the last chunk.
    if at + 4 > end {
        return Ok(None);
    }
    let start = at + CHUNK_HEADER;
    let length = word(bytes, at)
        .filter(|_| start <= end)
        .ok_or("the GLB ends within a chunk header")? as usize;
    if length > end - start {
        return Err(format!(
            "a GLB chunk says it has {length} bytes, but {} are left; it is damaged",
            end - start
        ));
    }
    Ok(Some(Chunk {
        kind: &bytes[at + 4..start],
        data: start..start + length,
    }))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(word.try_into().ok()?))
}
