//! Basis Universal pictures in KTX2 files, as KHR_texture_basisu has them: ETC1S, or UASTC with or without Zstandard.

use basisu::{DecodeFlags, SourceFormat, TargetFormat, Transcoder};
use std::ops::Range;
use std::panic::catch_unwind;

/// The first bytes of every KTX2 file.
pub(crate) const MAGIC: &[u8] = b"\xabKTX 20\xbb\r\n\x1a\n";

/// Bytes of a block of 4 × 4 pixels in UASTC.
const BLOCK_BYTES: u64 = 16;

/// Most sizes of one picture: each is half the last one.
const MAX_LEVELS: u32 = 16;

/// Where the header says which bytes are keys and values.
const KEYS: Range<usize> = 56..64;

const SHORT: &str = "it is shorter than its header says";

/// The size of a picture whose header was checked: all that the transcoder reads lies in the file, and all that it allocates follows
/// from width and height.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Bytes that a Zstandard stream claims to have unpacked.
    zstandard: Option<u64>,
}

impl Header {
    /// Reads the header of a KTX2 file; `None` for a picture that is not a Basis one.
    pub(crate) fn read(bytes: &[u8]) -> Result<Option<Self>, &'static str> {
        let [format, _, width, height, depth, layers, faces, levels] = words(bytes, 12)?;
        let [scheme, dfd, dfd_length] = words(bytes, 44)?;
        let [sgd, sgd_length] = longs(bytes, 64)?;
        if format != 0 {
            return Ok(None);
        }
        if depth != 0 || layers > 1 || faces != 1 {
            return Err("it is not a plain picture, but an array, a cube or a volume");
        }
        if !(1..=MAX_LEVELS).contains(&levels) {
            return Err("its number of sizes is not valid");
        }
        let [start, length, unpacked] = longs(bytes, 80)?;
        let parts = [
            (u64::from(dfd), u64::from(dfd_length)),
            (sgd, sgd_length),
            (start, length),
        ];
        let whole = bytes.len() as u64;
        let lies_within = |&(start, length): &(u64, u64)| {
            start.checked_add(length).is_some_and(|end| end <= whole)
        };
        if !parts.iter().all(lies_within) {
            return Err(SHORT);
        }
        let zstandard = match scheme {
            0 | 1 => None,
            2 => Some(unpacked),
            _ => return Err("its compression is unknown"),
        };
        Ok(Some(Self {
            width,
            height,
            zstandard,
        }))
    }

    /// The pixels of the largest size as RGBA. The numbers are those of the file, be they sRGB or linear, as in PNG.
    pub(crate) fn transcode(&self, bytes: &[u8]) -> Result<Vec<u8>, &'static str> {
        let blocks = u64::from(self.width.div_ceil(4)) * u64::from(self.height.div_ceil(4));
        if self
            .zstandard
            .is_some_and(|unpacked| unpacked != blocks * BLOCK_BYTES)
        {
            return Err("its unpacked size does not fit its width and height");
        }
        // The transcoder reads past the end of keys and values that are damaged. They do not change the picture, so it gets none.
        let mut bytes = bytes.to_vec();
        bytes[KEYS].fill(0);
        // The transcoder adds a repeat count of the stream without a check: a damaged one panics in builds with overflow checks.
        let pixels = catch_unwind(|| pixels(&bytes, (self.width, self.height)));
        pixels.unwrap_or(Err("its blocks are not valid"))
    }
}

fn pixels(bytes: &[u8], size: (u32, u32)) -> Result<Vec<u8>, &'static str> {
    let transcoder = Transcoder::new(bytes).map_err(|_| "its header or tables are not valid")?;
    match transcoder.source_format() {
        SourceFormat::Etc1s | SourceFormat::UastcLdr => {}
        _ => return Err("it is neither ETC1S nor UASTC"),
    }
    if transcoder.base_dimensions() != size {
        return Err("its size is not valid");
    }
    transcoder
        .transcode(0, TargetFormat::Rgba32, DecodeFlags::NONE)
        .map_err(|_| "its blocks are not valid")
}

/// 32-bit numbers from byte `at` on.
fn words<const N: usize>(bytes: &[u8], at: usize) -> Result<[u32; N], &'static str> {
    let bytes = bytes.get(at..at + 4 * N).ok_or(SHORT)?;
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    Ok(words)
}

/// 64-bit numbers from byte `at` on.
fn longs<const N: usize>(bytes: &[u8], at: usize) -> Result<[u64; N], &'static str> {
    let bytes = bytes.get(at..at + 8 * N).ok_or(SHORT)?;
    let mut longs = [0; N];
    for (long, bytes) in longs.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *long = u64::from_le_bytes(*bytes);
    }
    Ok(longs)
}
