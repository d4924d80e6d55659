//! Accessors: checked against their views once, then read as dense arrays.

use crate::buffers::Buffers;
use crate::document::{Accessor as Item, Document, Sparse, index};
use crate::error::{Error, Result};
use crate::text::quote;

/// Most elements of an accessor without a buffer view (all zero, or sparse).
const MAX_ZERO_FILLED: u64 = 1 << 22;

/// Reads the accessors of one file.
#[derive(Debug)]
pub struct Accessors<'a> {
    items: &'a [Item],
    buffers: &'a Buffers<'a>,
}

/// What an accessor's elements are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// How many elements.
    pub count: usize,
    /// Rows of a vector; columns of a matrix follow one another.
    pub components: u32,
    /// The type of a component.
    pub component: Component,
    /// Whether integers stand for −1..1 or 0..1.
    pub normalized: bool,
    matrix: bool,
    /// Bytes of one element, matrix columns padded to 4.
    size: usize,
}

/// An accessor's elements, one after the other, each padded to a multiple of 4 bytes.
#[derive(Debug)]
pub struct Dense {
    /// What the elements are.
    pub layout: Layout,
    /// Bytes from one element to the next.
    pub stride: usize,
    /// The elements.
    pub bytes: Vec<u8>,
}

impl<'a> Accessors<'a> {
    /// Checks every accessor of the file, used or not.
    pub fn check(document: &'a Document, buffers: &'a Buffers<'a>) -> Result<Self> {
        let accessors = Self {
            items: &document.accessors,
            buffers,
        };
        for i in 0..accessors.items.len() {
            accessors.check_one(i)?;
        }
        Ok(accessors)
    }

    /// `value` as the index of an accessor that `owner` names.
    pub fn index(&self, value: u64, owner: &str) -> Result<usize> {
        index(value, self.items.len(), owner, "accessor")
    }

    /// What the elements of accessor `i` are.
    pub fn layout(&self, i: usize) -> Result<Layout> {
        Layout::of(i, &self.items[i])
    }

    /// The elements of accessor `i`, with sparse values applied.
    pub fn read(&self, i: usize) -> Result<Dense> {
        let (item, layout) = (&self.items[i], self.layout(i)?);
        let stride = layout.stride();
        let mut bytes = vec![0; layout.count * stride];
        if let Some((source, from)) = self.source(item, &layout) {
            for (to, from) in bytes.chunks_exact_mut(stride).zip(source.chunks(from)) {
                to[..layout.size].copy_from_slice(&from[..layout.size]);
            }
        }
        if let Some(sparse) = &item.sparse {
            self.scatter(i, sparse, &layout, stride, &mut bytes)?;
        }
        Ok(Dense {
            layout,
            stride,
            bytes,
        })
    }

    /// The bytes from element 0 on, and their stride; accessor and views are in range.
    fn source(&self, item: &Item, layout: &Layout) -> Option<(&[u8], usize)> {
        let view = usize::try_from(item.buffer_view?).ok()?;
        let stride = self
            .buffers
            .stride(view)
            .and_then(|stride| usize::try_from(stride).ok())
            .unwrap_or(layout.size);
        Some((
            &self.buffers.view(view)[usize::try_from(item.byte_offset).ok()?..],
            stride,
        ))
    }

    fn check_one(&self, i: usize) -> Result<()> {
        let (item, layout) = (&self.items[i], self.layout(i)?);
        let owner = format!("accessor {i}");
        match item.buffer_view {
            Some(view) => {
                self.check_range(&owner, view, item.byte_offset, item.count, layout.size)?;
            }
            None if item.count > MAX_ZERO_FILLED => {
                return Error::file(format!(
                    "{owner}: count {} without a bufferView is too large",
                    item.count
                ));
            }
            None => {}
        }
        if let Some(sparse) = &item.sparse {
            self.check_sparse(&owner, sparse, &layout)?;
        }
        Ok(())
    }

    /// offset + (count − 1)·stride + size ≤ the view's length, in 64 bits.
    fn check_range(
        &self,
        owner: &str,
        view: u64,
        offset: u64,
        count: u64,
        size: usize,
    ) -> Result<()> {
        let view = index(view, self.buffers.view_count(), owner, "bufferView")?;
        let (size, length) = (size as u64, self.buffers.view(view).len() as u64);
        let stride = self.buffers.stride(view).unwrap_or(size);
        if stride < size {
            return Error::file(format!(
                "{owner}: byteStride {stride} of bufferView {view} is less than its {size} bytes"
            ));
        }
        let last = count
            .saturating_sub(1)
            .checked_mul(stride)
            .and_then(|bytes| bytes.checked_add(offset));
        let end = last.and_then(|last| last.checked_add(size));
        if end.is_none_or(|end| end > length) {
            return Error::file(format!(
                "{owner}: {count} elements reach past the {length} bytes of bufferView {view}"
            ));
        }
        Ok(())
    }

    fn check_sparse(&self, owner: &str, sparse: &Sparse, layout: &Layout) -> Result<()> {
        let fail = |why: &str| Error(format!("{owner}: sparse {why}"));
        if sparse.count == 0 || sparse.count > layout.count as u64 {
            return Err(fail("count must be between 1 and the accessor's"));
        }
        let size = index_size(sparse.indices.component_type)
            .ok_or_else(|| fail("indices must be unsigned integers"))?;
        let views = sparse.indices.buffer_view.zip(sparse.values.buffer_view);
        let (indices, values) =
            views.ok_or_else(|| fail("indices and values must name a bufferView"))?;
        self.check_range(
            owner,
            indices,
            sparse.indices.byte_offset,
            sparse.count,
            size,
        )?;
        self.check_range(
            owner,
            values,
            sparse.values.byte_offset,
            sparse.count,
            layout.size,
        )
    }

    /// Writes the sparse values over the dense ones.
    fn scatter(
        &self,
        i: usize,
        sparse: &Sparse,
        layout: &Layout,
        stride: usize,
        bytes: &mut [u8],
    ) -> Result<()> {
        let part = |view: Option<u64>, offset: u64| {
            let view = view
                .and_then(|view| usize::try_from(view).ok())
                .zip(usize::try_from(offset).ok());
            view.map(|(view, offset)| &self.buffers.view(view)[offset..])
                .unwrap_or_default()
        };
        let size = index_size(sparse.indices.component_type).unwrap_or(1);
        let indices =
            part(sparse.indices.buffer_view, sparse.indices.byte_offset).chunks_exact(size);
        let values = part(sparse.values.buffer_view, sparse.values.byte_offset).chunks(layout.size);
        let count = usize::try_from(sparse.count).unwrap_or(usize::MAX);
        let mut next = 0;
        for (at, value) in indices.zip(values).take(count) {
            let at = little_endian(at) as usize;
            if at < next || at >= layout.count {
                return Error::file(format!(
                    "accessor {i}: sparse index {at} must ascend and be below {}",
                    layout.count
                ));
            }
            next = at + 1;
            bytes[at * stride..][..layout.size].copy_from_slice(&value[..layout.size]);
        }
        Ok(())
    }
}

impl Layout {
    /// What the elements of `item`, accessor `i`, are.
    pub fn of(i: usize, item: &Item) -> Result<Self> {
        let fail = |why: String| Error(format!("accessor {i}: {why}"));
        let component = component(item.component_type).ok_or_else(|| {
            fail(format!(
                "componentType {} is not defined by glTF; it must be 5120 to 5126",
                item.component_type
            ))
        })?;
        let (columns, rows) = shape(&item.kind)
            .ok_or_else(|| fail(format!("type {} is unknown", quote(&item.kind))))?;
        if item.count == 0 {
            return Err(fail("count must be at least 1".to_owned()));
        }
        let count = u32::try_from(item.count)
            .map_err(|_| fail(format!("count {} is too large", item.count)))?;
        let (count, normalized, size) = (
            count as usize,
            item.normalized,
            element_size(columns, rows, component),
        );
        Ok(Self {
            count,
            components: rows,
            component,
            normalized,
            matrix: columns > 1,
            size,
        })
    }

    /// Whether its elements are single numbers or vectors of that many.
    pub fn is_vector(&self, components: u32) -> bool {
        !self.matrix && self.components == components
    }

    /// Whether its elements are square matrices of that many rows.
    pub fn is_matrix(&self, rows: u32) -> bool {
        self.matrix && self.components == rows
    }

    /// Bytes from one element of the dense form to the next.
    pub fn stride(&self) -> usize {
        self.size.next_multiple_of(4)
    }

    /// Bytes of the dense form.
    pub fn dense_bytes(&self) -> u64 {
        self.count as u64 * self.stride() as u64
    }
}

/// A component type of glTF, with glTF's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Component {
    /// 8 bits, signed.
    I8 = 5120,
    /// 8 bits.
    U8 = 5121,
    /// 16 bits, signed.
    I16 = 5122,
    /// 16 bits.
    U16 = 5123,
    /// 32 bits.
    U32 = 5125,
    /// 32-bit float.
    F32 = 5126,
}

impl Component {
    /// Bytes of one.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }
}

fn element_size(columns: usize, rows: u32, component: Component) -> usize {
    let column = rows as usize * component.size();
    if columns == 1 {
        column
    } else {
        columns * column.next_multiple_of(4)
    }
}

fn component(number: u64) -> Option<Component> {
    use Component::{F32, I8, I16, U8, U16, U32};
    [I8, U8, I16, U16, U32, F32]
        .into_iter()
        .find(|&component| component as u64 == number)
}

/// Columns and rows of an accessor's type.
fn shape(kind: &str) -> Option<(usize, u32)> {
    Some(match kind {
        "SCALAR" => (1, 1),
        "VEC2" => (1, 2),
        "VEC3" => (1, 3),
        "VEC4" => (1, 4),
        "MAT2" => (2, 2),
        "MAT3" => (3, 3),
        "MAT4" => (4, 4),
        _ => return None,
    })
}

/// Bytes of an index type.
fn index_size(component_type: u64) -> Option<usize> {
    component(component_type)
        .filter(|c| matches!(c, Component::U8 | Component::U16 | Component::U32))
        .map(Component::size)
}

/// An unsigned number of up to four bytes.
pub fn little_endian(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u32::from(byte))
}
