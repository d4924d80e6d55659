//! Buffer views of EXT_meshopt_compression and KHR_meshopt_compression, decompressed.
//!
//! Output grows block by block as the stream supplies it, so a short stream that claims much takes little memory.
//! Comments name the modes and filters of the extensions' appendices A (bitstream) and B (filters).

mod filters;
mod indices;
mod stream;

use filters::{Filter, filter};
use indices::{indices, triangles};
use serde::Deserialize;
use stream::{Reader, SHORT};

/// The two names of the extension; the second adds version 1 of attributes and the filter of colours.
pub const NAMES: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// The extension's object on a buffer view.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Compressed {
    pub(crate) buffer: Option<u64>,
    pub(crate) byte_offset: u64,
    pub(crate) byte_length: u64,
    pub(crate) byte_stride: u64,
    pub(crate) count: u64,
    mode: String,
    filter: Option<String>,
}

impl Compressed {
    /// Bytes when decompressed; `None` where that overflows.
    pub fn bytes(&self) -> Option<u64> {
        self.count.checked_mul(self.byte_stride)
    }

    /// Decompresses the stream, or says what is wrong with it.
    pub fn decode(&self, stream: &[u8]) -> Result<Vec<u8>, &'static str> {
        let count = usize::try_from(self.count).map_err(|_| "count is too large")?;
        let stride = usize::try_from(self.byte_stride).map_err(|_| "byteStride is too large")?;
        let kind = Filter::parse(self.filter.as_deref(), stride)
            .ok_or("the filter is unknown or does not fit byteStride")?;
        match self.mode.as_str() {
            "ATTRIBUTES" => {
                let mut bytes = attributes(stream, count, stride)?;
                filter(kind, stride, &mut bytes);
                Ok(bytes)
            }
            "TRIANGLES" | "INDICES" if kind != Filter::None => Err("indices can't have a filter"),
            "TRIANGLES" => narrow(&triangles(stream, count)?, stride),
            "INDICES" => narrow(&indices(stream, count)?, stride),
            _ => Err("mode must be ATTRIBUTES, TRIANGLES or INDICES"),
        }
    }
}

/// Indices as 2 or 4 bytes.
fn narrow(indices: &[u32], stride: usize) -> Result<Vec<u8>, &'static str> {
    match stride {
        4 => Ok(indices.iter().flat_map(|i| i.to_le_bytes()).collect()),
        2 => {
            let short = |&i: &u32| u16::try_from(i).map_err(|_| "an index does not fit 2 bytes");
            let short: Vec<u16> = indices.iter().map(short).collect::<Result<_, _>>()?;
            Ok(short.iter().flat_map(|i| i.to_le_bytes()).collect())
        }
        _ => Err("byteStride of indices must be 2 or 4"),
    }
}

/// Mode 0: attributes.
fn attributes(stream: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, &'static str> {
    if stride == 0 || stride > 256 || !stride.is_multiple_of(4) {
        return Err("byteStride of attributes must be a multiple of 4, at most 256");
    }
    let mut reader = Reader(stream);
    let version = reader.byte()?;
    let (tail, padded) = match version {
        0xa0 => (stride, stride.max(32)),
        0xa1 => (stride + stride / 4, (stride + stride / 4).max(24)),
        _ => return Err("its version of attributes is unknown"),
    };
    let body = reader.0.len().checked_sub(padded).ok_or(SHORT)?;
    let end = &stream[stream.len() - tail..];
    let mut block = Block {
        reader: Reader(reader.take(body)?),
        stride,
        last: end[..stride].to_vec(),
        channels: (version == 0xa1).then_some(&end[stride..]),
    };
    // A block holds at most 8192 bytes and 256 elements, in whole groups of 16.
    let most = ((8192 / stride) & !15).min(256);
    let mut bytes = Vec::new();
    let mut left = count;
    while left > 0 {
        let elements = left.min(most);
        block.decode(elements, &mut bytes)?;
        left -= elements;
    }
    if block.reader.0.is_empty() {
        Ok(bytes)
    } else {
        Err("the stream is longer than count says")
    }
}

struct Block<'a> {
    reader: Reader<'a>,
    stride: usize,
    /// The element before the next one.
    last: Vec<u8>,
    /// Version 1: how each four bytes of an element are predicted.
    channels: Option<&'a [u8]>,
}

impl Block<'_> {
    fn decode(&mut self, elements: usize, bytes: &mut Vec<u8>) -> Result<(), &'static str> {
        let control = match self.channels {
            Some(_) => self.reader.take(self.stride / 4)?,
            None => &[],
        };
        let start = bytes.len();
        bytes.resize(start + elements * self.stride, 0);
        for four in 0..self.stride / 4 {
            let control = self.channels.map(|_| control[four]);
            let mut deltas = [[0; 256]; 4];
            for (j, deltas) in deltas.iter_mut().enumerate() {
                let control = control.map(|control| control >> (2 * j) & 3);
                self.deltas(control, elements, deltas)?;
            }
            let channel = self.channels.map_or(0, |channels| channels[four]);
            self.add(four, channel, &deltas, &mut bytes[start..])?;
        }
        Ok(())
    }

    /// The deltas of one byte of each element.
    fn deltas(
        &mut self,
        control: Option<u8>,
        elements: usize,
        deltas: &mut [u8; 256],
    ) -> Result<(), &'static str> {
        let sizes = match control {
            None => [0, 2, 4, 8],
            Some(0) => [0, 1, 2, 4],
            Some(1) => [1, 2, 4, 8],
            Some(2) => return Ok(()),
            Some(_) => {
                deltas[..elements].copy_from_slice(self.reader.take(elements)?);
                return Ok(());
            }
        };
        let groups = elements.div_ceil(16);
        let header = self.reader.take(groups.div_ceil(4))?;
        for (i, group) in deltas.as_chunks_mut::<16>().0[..groups]
            .iter_mut()
            .enumerate()
        {
            let size = sizes[usize::from(header[i / 4] >> (i % 4 * 2) & 3)];
            self.group(size, group)?;
        }
        Ok(())
    }

    /// 16 deltas of `size` bits each; the largest number stands for a byte that follows the group.
    fn group(&mut self, size: usize, group: &mut [u8; 16]) -> Result<(), &'static str> {
        let packed = self.reader.take(2 * size)?;
        match size {
            0 => *group = [0; 16],
            8 => group.copy_from_slice(packed),
            _ => {
                let most = (1u8 << size) - 1;
                for (i, delta) in group.iter_mut().enumerate() {
                    let bit = i * size % 8;
                    // Single bits start at the lowest one, others at the highest.
                    let shift = if size == 1 { bit } else { 8 - size - bit };
                    let value = packed[i * size / 8] >> shift & most;
                    *delta = if value == most {
                        self.reader.byte()?
                    } else {
                        value
                    };
                }
            }
        }
        Ok(())
    }

    /// Adds the deltas of four bytes to the elements before.
    fn add(
        &mut self,
        four: usize,
        channel: u8,
        deltas: &[[u8; 256]; 4],
        bytes: &mut [u8],
    ) -> Result<(), &'static str> {
        let at = 4 * four;
        let mut last: [u8; 4] = self.last[at..at + 4].try_into().unwrap_or_default();
        for (i, element) in bytes.chunks_exact_mut(self.stride).enumerate() {
            let delta = [0, 1, 2, 3].map(|j| deltas[j][i]);
            last = predicted(channel, last, delta)?;
            element[at..at + 4].copy_from_slice(&last);
        }
        self.last[at..at + 4].copy_from_slice(&last);
        Ok(())
    }
}

/// Four bytes from those of the element before. The low four bits of `channel` are its mode; the high ones are a rotation in mode 2,
/// and 0 in others.
fn predicted(channel: u8, last: [u8; 4], delta: [u8; 4]) -> Result<[u8; 4], &'static str> {
    let sum = |i: usize| last[i].wrapping_add(delta[i] >> 1 ^ (delta[i] & 1).wrapping_neg());
    match channel & 15 {
        _ if channel & 15 < 2 && channel > 15 => Err("its channel modes are not valid"),
        0 => Ok([sum(0), sum(1), sum(2), sum(3)]),
        1 => {
            let sum = |i: usize| {
                let delta = u16::from_le_bytes([delta[i], delta[i + 1]]);
                let last = u16::from_le_bytes([last[i], last[i + 1]]);
                last.wrapping_add(delta >> 1 ^ (delta & 1).wrapping_neg())
                    .to_le_bytes()
            };
            let ([a, b], [c, d]) = (sum(0), sum(2));
            Ok([a, b, c, d])
        }
        2 => {
            let turned = u32::from_le_bytes(delta).rotate_right(u32::from(channel >> 4));
            Ok((u32::from_le_bytes(last) ^ turned).to_le_bytes())
        }
        _ => Err("its channel modes are not valid"),
    }
}

#[cfg(test)]
mod tests;
