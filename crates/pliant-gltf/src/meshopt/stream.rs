//! Streams of meshopt compression, read from their start.

/// Why a stream that ends early is refused.
pub(crate) const SHORT: &str = "the stream is too short";

/// Reads a stream from its start.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], &'static str> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(SHORT)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, &'static str> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// A number in groups of 7 bits, the lowest first.
    pub(crate) fn varint(&mut self) -> Result<u32, &'static str> {
        let mut value = 0;
        for group in 0..5 {
            let byte = self.byte()?;
            value |= u32::from(byte & 127) << (7 * group);
            if byte < 128 {
                return Ok(value);
            }
        }
        Err("a number is longer than five bytes")
    }
}
