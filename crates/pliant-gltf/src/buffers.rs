//! The bytes of buffers and buffer views, checked for presence and range.

use crate::document::{Buffer, Document, View, index};
use crate::error::{Error, Result};
use crate::files::{MAX_FILE, read_start};
use crate::meshopt::{Compressed, NAMES};
use crate::uri::{Target, resolve};
use serde_json::Value;
use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

/// Most bytes of all buffers together.
const MAX_TOTAL: u64 = 2 * MAX_FILE;

/// Every buffer's bytes and every view's checked range in them.
#[derive(Debug)]
pub struct Buffers<'a> {
    bytes: Vec<Cow<'a, [u8]>>,
    views: Vec<CheckedView>,
}

/// A view that lies within its buffer.
#[derive(Debug)]
struct CheckedView {
    buffer: usize,
    range: Range<usize>,
    stride: Option<u64>,
    /// Whether its bytes were decompressed, into a buffer that the file does not have.
    decompressed: bool,
}

impl<'a> Buffers<'a> {
    /// Reads all buffers; `bin` is the GLB's binary chunk, `folder` where relative URIs start.
    pub fn read(document: &Document, bin: Option<&'a [u8]>, folder: Option<&Path>) -> Result<Self> {
        let mut left = MAX_TOTAL;
        let fallbacks = fallbacks(document);
        let mut bytes = Vec::with_capacity(document.buffers.len());
        for (i, buffer) in document.buffers.iter().enumerate() {
            let owner = format!("buffer {i}");
            if fallbacks[i] {
                bytes.push(Cow::Borrowed(&[][..]));
                continue;
            }
            left = left.checked_sub(buffer.byte_length).ok_or_else(|| {
                Error(format!(
                    "{owner}: all buffers together exceed {MAX_TOTAL} bytes; split the scene"
                ))
            })?;
            let data = match &buffer.uri {
                Some(uri) => Cow::Owned(fetch(uri, buffer.byte_length, folder, &owner)?),
                None => Cow::Borrowed(bin.filter(|_| i == 0).ok_or_else(|| {
                    Error(format!(
                        "{owner} has no uri and there is no GLB chunk for it; export the file again"
                    ))
                })?),
            };
            if (data.len() as u64) < buffer.byte_length {
                let (declared, present) = (buffer.byte_length, data.len());
                return Error::file(format!(
                    "{owner}: byteLength is {declared}, but {present} bytes are there"
                ));
            }
            bytes.push(data);
        }
        let mut buffers = Self {
            bytes,
            views: Vec::with_capacity(document.views.len()),
        };
        for (i, view) in document.views.iter().enumerate() {
            let checked = match compression(view) {
                Some(compressed) => buffers.decompress(i, view, compressed, document, &mut left)?,
                None => check_view(i, view, document)?,
            };
            buffers.views.push(checked);
        }
        Ok(buffers)
    }

    /// Decompresses a view into a new buffer; its size is subtracted from `left` before.
    fn decompress(
        &mut self,
        i: usize,
        view: &View,
        compressed: &Compressed,
        document: &Document,
        left: &mut u64,
    ) -> Result<CheckedView> {
        let fail = |why: &str| {
            Error(format!(
                "bufferView {i}: its meshopt compression is not valid: {why}; export it without"
            ))
        };
        let stream = View {
            buffer: compressed.buffer,
            byte_offset: compressed.byte_offset,
            byte_length: compressed.byte_length,
            ..View::default()
        };
        let stream = check_view(i, &stream, document)?;
        check_stride(i, view)?;
        let size = compressed.bytes().filter(|&size| size == view.byte_length);
        let size = size.ok_or_else(|| fail("count · byteStride is not byteLength"))?;
        *left = left.checked_sub(size).ok_or_else(|| {
            Error(format!(
                "bufferView {i}: all buffers together exceed {MAX_TOTAL} bytes; split the scene"
            ))
        })?;
        let stream = &self.bytes[stream.buffer][stream.range];
        let bytes = compressed.decode(stream).map_err(fail)?;
        let range = 0..bytes.len();
        self.bytes.push(Cow::Owned(bytes));
        Ok(CheckedView {
            buffer: self.bytes.len() - 1,
            range,
            stride: view.byte_stride,
            decompressed: true,
        })
    }

    /// Adds a view of decompressed bytes; returns its number, which no view of the file has.
    pub fn add(&mut self, bytes: Vec<u8>, stride: Option<u64>) -> usize {
        self.views.push(CheckedView {
            buffer: self.bytes.len(),
            range: 0..bytes.len(),
            stride,
            decompressed: true,
        });
        self.bytes.push(Cow::Owned(bytes));
        self.views.len() - 1
    }

    /// The buffer of [`Buffers::all`] that has the decompressed bytes of a view; `None` for other views.
    pub fn decompressed(&self, view: usize) -> Option<usize> {
        let view = self.views.get(view)?;
        view.decompressed.then_some(view.buffer)
    }

    /// The bytes of each buffer.
    pub fn all(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.iter().map(AsRef::as_ref)
    }

    /// How many views there are.
    pub fn view_count(&self) -> usize {
        self.views.len()
    }

    /// A view's bytes; `view` was checked by [`index`].
    pub fn view(&self, view: usize) -> &[u8] {
        let view = &self.views[view];
        &self.bytes[view.buffer][view.range.clone()]
    }

    /// A view's stride, if it has one.
    pub fn stride(&self, view: usize) -> Option<u64> {
        self.views[view].stride
    }
}

/// How a view is compressed.
fn compression(view: &View) -> Option<&Compressed> {
    view.extensions
        .khr
        .as_ref()
        .or(view.extensions.ext.as_ref())
}

/// Which buffers only stand in for views that are decompressed: they say so, or have no address and no other use. They need no bytes.
fn fallbacks(document: &Document) -> Vec<bool> {
    let count = document.buffers.len();
    let (mut stands_in, mut is_read) = (vec![false; count], vec![false; count]);
    let mark = |flags: &mut [bool], buffer: Option<u64>| {
        let at = buffer.and_then(|buffer| usize::try_from(buffer).ok());
        if let Some(flag) = at.and_then(|at| flags.get_mut(at)) {
            *flag = true;
        }
    };
    for view in &document.views {
        match compression(view) {
            Some(compressed) => {
                mark(&mut stands_in, view.buffer);
                mark(&mut is_read, compressed.buffer);
            }
            None => mark(&mut is_read, view.buffer),
        }
    }
    let buffers = document.buffers.iter().enumerate();
    buffers
        .map(|(i, buffer)| {
            is_marked(buffer) || (buffer.uri.is_none() && stands_in[i] && !is_read[i])
        })
        .collect()
}

/// Whether a buffer says that it only stands in for views that are decompressed.
fn is_marked(buffer: &Buffer) -> bool {
    NAMES.iter().any(|name| {
        let extension = buffer.extensions.get(*name);
        let fallback = extension.and_then(|extension| extension.get("fallback"));
        fallback.and_then(Value::as_bool) == Some(true)
    })
}

fn fetch(uri: &str, length: u64, folder: Option<&Path>, owner: &str) -> Result<Vec<u8>> {
    match resolve(uri, folder, owner)? {
        Target::Data(bytes) => Ok(bytes),
        Target::File(path) => {
            read_start(&path, length).map_err(|error| Error(format!("{owner}: {error}")))
        }
    }
}

fn check_stride(i: usize, view: &View) -> Result<()> {
    match view.byte_stride {
        Some(stride) if !(4..=252).contains(&stride) => {
            Error::file(format!("bufferView {i}: byteStride must be 4 to 252"))
        }
        _ => Ok(()),
    }
}

fn check_view(i: usize, view: &View, document: &Document) -> Result<CheckedView> {
    let owner = format!("bufferView {i}");
    let buffer = view
        .buffer
        .ok_or_else(|| Error(format!("{owner} names no buffer")))?;
    let buffer = index(buffer, document.buffers.len(), &owner, "buffer")?;
    if is_marked(&document.buffers[buffer]) {
        return Error::file(format!(
            "{owner} is not compressed, but buffer {buffer} has compressed views only; export the file again"
        ));
    }
    let length = document.buffers[buffer].byte_length;
    let end = view
        .byte_offset
        .checked_add(view.byte_length)
        .filter(|&end| end <= length);
    let end = end.ok_or_else(|| {
        Error(format!(
            "{owner} ends past the {length} bytes of buffer {buffer}"
        ))
    })?;
    check_stride(i, view)?;
    // Both fit in `usize`, since the buffer's bytes are in memory.
    let range = usize::try_from(view.byte_offset).unwrap_or(usize::MAX)
        ..usize::try_from(end).unwrap_or(usize::MAX);
    Ok(CheckedView {
        buffer,
        range,
        stride: view.byte_stride,
        decompressed: false,
    })
}
