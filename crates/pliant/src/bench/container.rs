//! How benchmark scenes become files.

/// The binary container of glTF 2.0: both chunks padded to words.
pub(crate) fn glb(json: &str, buffer: &[u8]) -> Vec<u8> {
    let mut text = json.as_bytes().to_vec();
    text.resize(text.len().next_multiple_of(4), b' ');
    let total = 12 + 8 + text.len() + 8 + buffer.len();
    let mut glb = Vec::with_capacity(total);
    let word = |w: u32, glb: &mut Vec<u8>| glb.extend_from_slice(&w.to_le_bytes());
    glb.extend_from_slice(b"glTF");
    word(2, &mut glb);
    word(total as u32, &mut glb);
    word(text.len() as u32, &mut glb);
    glb.extend_from_slice(b"JSON");
    glb.extend_from_slice(&text);
    word(buffer.len() as u32, &mut glb);
    glb.extend_from_slice(b"BIN\0");
    glb.extend_from_slice(buffer);
    glb
}
