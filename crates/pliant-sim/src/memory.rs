//! Buffers on an engine: created, filled, read and destroyed.

use crate::error::Error;
use bytemuck::Pod;
use pliant_passes::{Buffer, BufferId, Engine, Memory, Recording};

/// Creates buffers on an engine and destroys all of them when it is dropped.
pub(crate) struct Scratch<'e, E: Engine> {
    engine: &'e mut E,
    buffers: Vec<BufferId>,
}

impl<'e, E: Engine> Scratch<'e, E> {
    pub(crate) fn new(engine: &'e mut E) -> Self {
        Self {
            engine,
            buffers: Vec::new(),
        }
    }

    /// A buffer of `count` elements, all zero.
    pub(crate) fn empty<T: Pod>(&mut self, name: &str, count: u32) -> Result<Buffer<T>, Error> {
        let buffer = create(self.engine, name, count as usize, Memory::Device)?;
        self.buffers.push(buffer.id());
        Ok(buffer)
    }

    /// A buffer with these elements.
    pub(crate) fn filled<T: Pod>(&mut self, name: &str, values: &[T]) -> Result<Buffer<T>, Error> {
        let buffer = self.empty::<T>(name, values.len() as u32)?;
        self.engine.write(buffer, 0, bytemuck::cast_slice(values))?;
        Ok(buffer)
    }

    pub(crate) fn run(&mut self, recording: &Recording) -> Result<(), Error> {
        let program = self.engine.prepare(recording)?;
        let result = self.engine.run(program);
        self.engine.forget(program);
        Ok(result?)
    }

    pub(crate) fn read<T: Pod>(
        &mut self,
        buffer: Buffer<T>,
        first: u32,
        count: u32,
    ) -> Result<Vec<T>, Error> {
        read(self.engine, buffer, first as usize, count as usize)
    }
}

impl<E: Engine> Drop for Scratch<'_, E> {
    fn drop(&mut self) {
        for buffer in self.buffers.drain(..) {
            self.engine.destroy(buffer);
        }
    }
}

/// A buffer with its name and size.
#[derive(Debug, Clone)]
pub(crate) struct NamedBuffer {
    pub(crate) id: BufferId,
    pub(crate) name: String,
    pub(crate) bytes: u64,
}

/// Creates buffers on an engine and lists them in `all`; the caller destroys them.
pub(crate) struct Maker<'e, E: Engine> {
    engine: &'e mut E,
    pub(crate) all: Vec<NamedBuffer>,
}

impl<'e, E: Engine> Maker<'e, E> {
    pub(crate) fn new(engine: &'e mut E) -> Self {
        let all = Vec::new();
        Self { engine, all }
    }

    pub(crate) fn empty<T: Pod>(&mut self, name: &str, count: usize) -> Result<Buffer<T>, Error> {
        self.create(name, count, Memory::Device)
    }

    /// A buffer of zeros, for what is read before the first pass writes it.
    pub(crate) fn zeros<T: Pod>(&mut self, name: &str, count: usize) -> Result<Buffer<T>, Error> {
        let buffer = self.empty::<T>(name, count)?;
        let bytes = (count * size_of::<T>()).next_multiple_of(4);
        self.engine.write(buffer, 0, &vec![0; bytes])?;
        Ok(buffer)
    }

    pub(crate) fn create<T: Pod>(
        &mut self,
        name: &str,
        count: usize,
        memory: Memory,
    ) -> Result<Buffer<T>, Error> {
        let buffer = create(self.engine, name, count, memory)?;
        self.all.push(NamedBuffer {
            id: buffer.id(),
            name: name.to_owned(),
            bytes: bytes_of::<T>(count),
        });
        Ok(buffer)
    }

    pub(crate) fn filled<T: Pod>(&mut self, name: &str, values: &[T]) -> Result<Buffer<T>, Error> {
        let buffer = self.empty::<T>(name, values.len())?;
        self.engine.write(buffer, 0, bytemuck::cast_slice(values))?;
        Ok(buffer)
    }

    pub(crate) fn upload<T: Pod>(&mut self, name: &str, count: usize) -> Result<Buffer<T>, Error> {
        self.create(name, count, Memory::Upload)
    }
}

/// A buffer of `count` elements, of at least 64 bytes: a pass has to bind something even where the scene has no elements.
pub(crate) fn create<T: Pod, E: Engine>(
    engine: &mut E,
    name: &str,
    count: usize,
    memory: Memory,
) -> Result<Buffer<T>, Error> {
    Ok(Buffer::new(engine.create(
        name,
        bytes_of::<T>(count),
        memory,
    )?))
}

/// Bytes of a buffer of `count` elements.
fn bytes_of<T>(count: usize) -> u64 {
    (count * size_of::<T>()).next_multiple_of(4).max(64) as u64
}

/// Elements `first .. first + count` of a buffer.
pub(crate) fn read<T: Pod, E: Engine>(
    engine: &mut E,
    buffer: Buffer<T>,
    first: usize,
    count: usize,
) -> Result<Vec<T>, Error> {
    let bytes = engine.read(
        buffer,
        (first * size_of::<T>()) as u64,
        (count * size_of::<T>()) as u64,
    )?;
    Ok(bytemuck::allocation::pod_collect_to_vec(&bytes))
}
