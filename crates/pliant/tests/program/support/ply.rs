//! Reads the particles of PLY files that Pliant writes.

use glam::Vec3;
use std::collections::BTreeMap;
use std::path::Path;

/// A particle of a PLY file.
#[derive(Debug)]
pub(crate) struct Particle {
    /// Its number in its body.
    pub(crate) id: u32,
    pub(crate) position: Vec3,
    pub(crate) velocity: Vec3,
}

/// The particles of a file by body.
pub(crate) fn particles(path: &Path) -> BTreeMap<u32, Vec<Particle>> {
    let bytes = std::fs::read(path).expect("the file is there");
    let end = "end_header\n";
    let start = bytes.windows(end.len()).position(|w| w == end.as_bytes());
    let start = start.expect("a header") + end.len();
    let header = String::from_utf8_lossy(&bytes[..start]).into_owned();
    let mut lines = header.lines();
    let count = lines.find_map(|l| l.strip_prefix("element vertex ")?.parse().ok());
    let mut all: BTreeMap<u32, Vec<Particle>> = BTreeMap::new();
    for vertex in bytes[start..]
        .chunks_exact(32)
        .take(count.expect("a count"))
    {
        let word = |i: usize| vertex[4 * i..4 * i + 4].try_into().expect("4 bytes");
        let vector = |i: usize| Vec3::from([i, i + 1, i + 2].map(|i| f32::from_le_bytes(word(i))));
        let [body, id] = [6, 7].map(|i| u32::from_le_bytes(word(i)));
        all.entry(body).or_default().push(Particle {
            id,
            position: vector(0),
            velocity: vector(3),
        });
    }
    all
}
