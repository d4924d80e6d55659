//! A pass: a row of the pass table.

use crate::id::PassId;
use crate::layout::Layout;

/// How a pass uses a buffer; the shader's `readonly` and `writeonly` must say the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// `readonly`
    Read,
    /// `writeonly`
    Write,
    /// Both.
    ReadWrite,
}

/// One buffer that a pass binds; its binding is its index in the row.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    /// The array's name in the shader.
    pub name: &'static str,
    /// GLSL type of an element.
    pub glsl: &'static str,
    /// Bytes from one element to the next.
    pub stride: usize,
    /// How it is used.
    pub access: Access,
    /// Whether a device may read it as texels, since it is read often or at random. An element is then a vec4, a vec2, a float,
    /// or one, two or four words.
    pub fetched: bool,
    /// Whether invocations read what others of the same dispatch wrote (`coherent`).
    pub shared: bool,
}

/// Number of slots of a row's parts.
pub(crate) const fn count(parts: &[&[Slot]]) -> usize {
    let (mut count, mut part) = (0, 0);
    while part < parts.len() {
        count += parts[part].len();
        part += 1;
    }
    count
}

/// The slots of a row's parts, which are slots and groups of slots.
pub(crate) const fn joined<const COUNT: usize>(parts: &[&[Slot]]) -> [Slot; COUNT] {
    let mut all = [parts[0][0]; COUNT];
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut slot = 0;
        while slot < parts[part].len() {
            all[at] = parts[part][slot];
            (at, slot) = (at + 1, slot + 1);
        }
        part += 1;
    }
    all
}

/// What a call of a pass's CPU implementation computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// One invocation, independently of all others.
    Invocation,
    /// A range of invocations, each independently of all others; the call computes several at a time.
    Range,
    /// A workgroup, whose invocations share memory or wait for each other.
    Workgroup,
}

/// One row of the pass table.
pub struct Pass {
    /// Its id.
    pub id: PassId,
    /// `folder/file`: the shader is `shaders/NAME.comp`, the CPU implementation `cpu/NAME.rs` of `pliant-kernels`; users see it in timings and captures.
    pub name: &'static str,
    /// What it computes, in a sentence.
    pub doc: &'static str,
    /// What a call of its CPU implementation computes.
    pub unit: Unit,
    /// What one invocation is.
    pub one: &'static str,
    /// Its push constants.
    pub params: Layout,
    /// Its buffers in the order of their bindings.
    pub slots: &'static [Slot],
    /// The allowed difference between shader and CPU implementation: |a − b| ≤ tolerance·max(f, |a|, |b|) for floats. f is the
    /// largest component of that field in the buffer, clamped to 0.01..1. Integers must be equal.
    pub tolerance: f32,
}

/// A buffer in CPU memory, aligned for every element type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words(pub Vec<u32>);
