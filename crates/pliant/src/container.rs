//! The binary container of glTF 2.0, in memory. An animation is streamed to its file by `glb/container.rs` of `pliant-outputs` instead.

/// Bytes of the header of the file and of that of a chunk.
const HEADER: usize = 12;
const CHUNK: usize = 8;

/// Largest sum of document and buffer, bytes: lengths have 32 bits, and headers and padding take some.
pub(crate) const MOST_BYTES: usize = u32::MAX as usize - 64;

/// A document and its one buffer as a GLB file: a header and two chunks, each padded to four bytes. An empty buffer has no chunk.
/// Together they have at most [`MOST_BYTES`].
pub(crate) fn glb(mut document: Vec<u8>, mut buffer: Vec<u8>) -> Vec<u8> {
    document.resize(document.len().next_multiple_of(4), b' ');
    buffer.resize(buffer.len().next_multiple_of(4), 0);
    let mut chunks = vec![(*b"JSON", document)];
    if !buffer.is_empty() {
        chunks.push((*b"BIN\0", buffer));
    }
    let content: usize = chunks.iter().map(|(_, bytes)| CHUNK + bytes.len()).sum();
    let mut file = Vec::with_capacity(HEADER + content);
    let word = |number: usize| (number as u32).to_le_bytes();
    file.extend(b"glTF");
    file.extend(word(2));
    file.extend(word(HEADER + content));
    for (kind, bytes) in chunks {
        file.extend(word(bytes.len()));
        file.extend(kind);
        file.extend(bytes);
    }
    file
}
