//! The format of a checkpoint: sections of bytes by name, between a header and a checksum. All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 4 | [`VERSION`] |
//! | 4 | number of sections |
//! | | for each section: length of its name (4), the name, length of its content (8), the content |
//! | 4 | CRC-32 of everything before |

use crate::error::Error;
use bytemuck::{AnyBitPattern, NoUninit};
use std::ops::Range;

/// The first bytes of every checkpoint. The first one is no text, and the last ones change where a transfer changes line ends.
const MAGIC: [u8; 8] = *b"\x89PLNT\r\n\x1a";
/// Version of the format: it grows with every change of this format.
const VERSION: u32 = 1;
/// Bytes of the checksum.
const CHECKSUM: usize = 4;
/// Longest name of a section, bytes.
const LONGEST_NAME: usize = 200;

/// Writes sections.
pub(crate) struct Writer {
    bytes: Vec<u8>,
    count: u32,
}

impl Writer {
    /// A checkpoint without sections.
    pub(crate) fn new() -> Self {
        let header = [&MAGIC[..], &VERSION.to_le_bytes(), &[0; 4]];
        Self {
            bytes: header.concat(),
            count: 0,
        }
    }

    /// Adds a section.
    pub(crate) fn add<T: NoUninit>(&mut self, name: &str, elements: &[T]) {
        let content: &[u8] = bytemuck::cast_slice(elements);
        self.bytes.extend((name.len() as u32).to_le_bytes());
        self.bytes.extend(name.as_bytes());
        self.bytes.extend((content.len() as u64).to_le_bytes());
        self.bytes.extend(content);
        self.count += 1;
    }

    /// The content of the file.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let at = MAGIC.len() + 4;
        self.bytes[at..at + 4].copy_from_slice(&self.count.to_le_bytes());
        let checksum = crc32fast::hash(&self.bytes);
        self.bytes.extend(checksum.to_le_bytes());
        self.bytes
    }
}

/// The sections of a checkpoint whose checksum is right.
#[derive(Debug)]
pub(crate) struct Sections {
    bytes: Vec<u8>,
    /// The name of each section, and the range of its content.
    all: Vec<(String, Range<usize>)>,
}

impl Sections {
    /// Checks the content of a file, and finds its sections.
    ///
    /// # Errors
    /// [`Error::State`] if it is no checkpoint, of another version, or damaged.
    pub(crate) fn new(bytes: Vec<u8>) -> Result<Self, Error> {
        let start = bytes.len().min(MAGIC.len());
        if bytes.is_empty() || bytes[..start] != MAGIC[..start] {
            return Err(wrong("it is not a checkpoint of Pliant"));
        }
        let mut rest = Rest {
            bytes: &bytes,
            at: MAGIC.len(),
        };
        let version = rest.u32().ok_or_else(damaged)?;
        if version != VERSION {
            return Err(Error::State(format!(
                "its format has version {version}, and this Pliant reads version {VERSION}: save it again"
            )));
        }
        let end = bytes.len().checked_sub(CHECKSUM).ok_or_else(damaged)?;
        let (content, checksum) = bytes.split_at(end);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Err(damaged());
        }
        rest.bytes = content;
        let all = rest.sections().ok_or_else(damaged)?;
        Ok(Self { bytes, all })
    }

    /// The content of a section, if there is such a section.
    pub(crate) fn find(&self, name: &str) -> Option<&[u8]> {
        let (_, range) = self.all.iter().find(|(own, _)| own == name)?;
        Some(&self.bytes[range.clone()])
    }

    /// The elements of a section.
    ///
    /// # Errors
    /// [`Error::State`] if there is no such section, or if it does not hold complete elements.
    pub(crate) fn elements<T: NoUninit + AnyBitPattern>(
        &self,
        name: &str,
    ) -> Result<Vec<T>, Error> {
        let content = self.find(name).filter(|c| c.len() % size_of::<T>() == 0);
        let content = content.ok_or_else(|| misses(name))?;
        Ok(bytemuck::allocation::pod_collect_to_vec(content))
    }

    /// The elements of a section of `count` elements.
    ///
    /// # Errors
    /// [`Error::State`] if there is no such section, or if it has another length.
    pub(crate) fn exactly<T: NoUninit + AnyBitPattern>(
        &self,
        name: &str,
        count: usize,
    ) -> Result<Vec<T>, Error> {
        let elements = self.elements(name)?;
        if elements.len() == count {
            Ok(elements)
        } else {
            Err(misses(name))
        }
    }

    /// The text of a section; empty where there is none.
    pub(crate) fn text(&self, name: &str) -> String {
        let content = self.find(name).unwrap_or_default();
        String::from_utf8_lossy(content).into_owned()
    }
}

/// The bytes that are not read yet. Each method returns `None` where too few are left.
struct Rest<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Rest<'_> {
    fn take(&mut self, count: usize) -> Option<Range<usize>> {
        let range = self.at..self.at.checked_add(count)?;
        self.at = range.end;
        (range.end <= self.bytes.len()).then_some(range)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let range = self.take(N)?;
        self.bytes[range].try_into().ok()
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn length(&mut self) -> Option<usize> {
        usize::try_from(u64::from_le_bytes(self.array()?)).ok()
    }

    fn section(&mut self) -> Option<(String, Range<usize>)> {
        let length = self.u32()? as usize;
        let name = self.take(length).filter(|_| length <= LONGEST_NAME)?;
        let name = std::str::from_utf8(&self.bytes[name]).ok()?.to_owned();
        let length = self.length()?;
        Some((name, self.take(length)?))
    }

    /// All sections; `None` unless they end where the bytes end.
    fn sections(mut self) -> Option<Vec<(String, Range<usize>)>> {
        let count = self.u32()?;
        let all: Option<Vec<_>> = (0..count).map(|_| self.section()).collect();
        all.filter(|_| self.at == self.bytes.len())
    }
}

fn wrong(why: &str) -> Error {
    Error::State(why.to_owned())
}

fn damaged() -> Error {
    wrong("it is damaged or incomplete: load another checkpoint, or start from the scene")
}

/// A section that is absent or has a wrong length.
pub(crate) fn misses(name: &str) -> Error {
    Error::State(format!(
        "its section \"{name}\" is absent or does not fit the scene: save it again"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved() -> Vec<u8> {
        let mut writer = Writer::new();
        writer.add("one", &[1_u32, 2, 3]);
        writer.add("none", &[0_u8; 0]);
        writer.finish()
    }

    #[test]
    fn sections_are_read_as_written() {
        let sections = Sections::new(saved()).expect("it is whole");
        assert_eq!(sections.exactly::<u32>("one", 3).unwrap(), [1, 2, 3]);
        assert!(sections.elements::<u8>("none").unwrap().is_empty());
        assert!(sections.exactly::<u32>("one", 2).is_err());
        assert!(sections.elements::<u64>("one").is_err());
        assert!(sections.elements::<u32>("two").is_err());
    }

    #[test]
    fn every_flipped_bit_is_refused() {
        for bit in 0..8 * saved().len() {
            let mut bytes = saved();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Sections::new(bytes).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn every_other_length_is_refused() {
        for length in 0..saved().len() {
            assert!(Sections::new(saved()[..length].to_vec()).is_err());
        }
        assert!(Sections::new([&saved()[..], &[0]].concat()).is_err());
    }

    #[test]
    fn impossible_lengths_are_refused_although_the_checksum_is_right() {
        let whole = saved();
        let content = whole.len() - CHECKSUM;
        for at in MAGIC.len() + 4..content {
            let mut bytes = whole[..content].to_vec();
            bytes[at] = 0xff;
            let checksum = crc32fast::hash(&bytes);
            bytes.extend(checksum.to_le_bytes());
            // A changed number in a section cannot be noticed here; nothing may panic.
            let _ = Sections::new(bytes).map(|s| s.elements::<u32>("one"));
        }
    }
}
