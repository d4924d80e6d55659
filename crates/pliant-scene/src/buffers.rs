//! The bytes of buffers and buffer views, checked for presence and range.

use crate::document::{Document, View, index};
use crate::error::{Error, Result};
use crate::files::{MAX_FILE, read_start};
use crate::uri::{Target, resolve};
use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

/// Most bytes of all buffers together.
const MAX_TOTAL: u64 = 2 * MAX_FILE;

/// Every buffer's bytes and every view's checked range in them.
#[derive(Debug)]
pub(crate) struct Buffers<'a> {
    bytes: Vec<Cow<'a, [u8]>>,
    views: Vec<CheckedView>,
}

/// A view that lies within its buffer.
#[derive(Debug)]
struct CheckedView {
    buffer: usize,
    range: Range<usize>,
    stride: Option<u64>,
}

impl<'a> Buffers<'a> {
    /// Reads all buffers; `bin` is the GLB's binary chunk, `folder` where relative URIs start.
    pub(crate) fn read(
        document: &Document,
        bin: Option<&'a [u8]>,
        folder: Option<&Path>,
    ) -> Result<Self> {
        let mut left = MAX_TOTAL;
        let mut bytes = Vec::with_capacity(document.buffers.len());
        for (i, buffer) in document.buffers.iter().enumerate() {
            let owner = format!("buffer {i}");
            left = left.checked_sub(buffer.byte_length).ok_or_else(|| {
                Error::Scene(format!(
                    "{owner}: all buffers together exceed {MAX_TOTAL} bytes; split the scene"
                ))
            })?;
            let data = match &buffer.uri {
                Some(uri) => Cow::Owned(fetch(uri, buffer.byte_length, folder, &owner)?),
                None => Cow::Borrowed(bin.filter(|_| i == 0).ok_or_else(|| {
                    Error::Scene(format!(
                        "{owner} has no uri and there is no GLB chunk for it; export the file again"
                    ))
                })?),
            };
            if (data.len() as u64) < buffer.byte_length {
                let (declared, present) = (buffer.byte_length, data.len());
                return Error::scene(format!(
                    "{owner}: byteLength is {declared}, but {present} bytes are there"
                ));
            }
            bytes.push(data);
        }
        let views = document.views.iter().enumerate();
        let views = views
            .map(|(i, view)| check_view(i, view, document))
            .collect::<Result<_>>()?;
        Ok(Self { bytes, views })
    }

    /// The bytes of each buffer.
    pub(crate) fn all(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.iter().map(AsRef::as_ref)
    }

    /// How many views there are.
    pub(crate) fn view_count(&self) -> usize {
        self.views.len()
    }

    /// A view's bytes; `view` was checked by [`index`].
    pub(crate) fn view(&self, view: usize) -> &[u8] {
        let view = &self.views[view];
        &self.bytes[view.buffer][view.range.clone()]
    }

    /// A view's stride, if it has one.
    pub(crate) fn stride(&self, view: usize) -> Option<u64> {
        self.views[view].stride
    }
}

fn fetch(uri: &str, length: u64, folder: Option<&Path>, owner: &str) -> Result<Vec<u8>> {
    match resolve(uri, folder, owner)? {
        Target::Data(bytes) => Ok(bytes),
        Target::File(path) => {
            read_start(&path, length).map_err(|error| Error::Scene(format!("{owner}: {error}")))
        }
    }
}

fn check_view(i: usize, view: &View, document: &Document) -> Result<CheckedView> {
    let owner = format!("bufferView {i}");
    let buffer = view
        .buffer
        .ok_or_else(|| Error::Scene(format!("{owner} names no buffer")))?;
    let buffer = index(buffer, document.buffers.len(), &owner, "buffer")?;
    let length = document.buffers[buffer].byte_length;
    let end = view
        .byte_offset
        .checked_add(view.byte_length)
        .filter(|&end| end <= length);
    let end = end.ok_or_else(|| {
        Error::Scene(format!(
            "{owner} ends past the {length} bytes of buffer {buffer}"
        ))
    })?;
    if view
        .byte_stride
        .is_some_and(|stride| !(4..=252).contains(&stride))
    {
        return Error::scene(format!("{owner}: byteStride must be 4 to 252"));
    }
    // Both fit in `usize`, since the buffer's bytes are in memory.
    let range = usize::try_from(view.byte_offset).unwrap_or(usize::MAX)
        ..usize::try_from(end).unwrap_or(usize::MAX);
    Ok(CheckedView {
        buffer,
        range,
        stride: view.byte_stride,
    })
}
