//! Bytes that are collected on the disk, so that memory does not grow with the run.

use crate::error::Error;
use crate::file;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What the format of the output asks of its bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// What starts is aligned to, bytes.
    pub(super) alignment: u64,
    /// Most bytes that the format can hold.
    pub(super) most: u64,
    /// The message where there are more.
    pub(super) too_large: &'static str,
}

/// A temporary file without a name in the folder of the output: it ends with the program, even where that is killed.
pub(super) struct Spool {
    out: BufWriter<File>,
    length: u64,
    layout: Layout,
    target: PathBuf,
}

impl Spool {
    /// An empty spool for an output.
    pub(super) fn new(target: &Path, layout: Layout) -> Result<Self, Error> {
        let file = tempfile::tempfile_in(file::folder(target));
        Ok(Self {
            out: BufWriter::with_capacity(1 << 16, file.map_err(|e| Error::io(target, &e))?),
            length: 0,
            layout,
            target: target.to_owned(),
        })
    }

    /// Number of bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Appends bytes at a multiple of the alignment; returns where they start.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        let start = self.length.next_multiple_of(self.layout.alignment);
        if start + bytes.len() as u64 > self.layout.most {
            return Err(Error::output(&self.target, self.layout.too_large));
        }
        let padding = (start - self.length) as usize;
        let written = self.out.write_all(&[0; 8][..padding]);
        let written = written.and_then(|()| self.out.write_all(bytes));
        written.map_err(|e| Error::io(&self.target, &e))?;
        self.length = start + bytes.len() as u64;
        Ok(start)
    }

    /// Reads bytes that were appended.
    pub(super) fn read(&mut self, start: u64, length: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; length];
        // Seeking writes out what is buffered.
        let read = self.out.seek(SeekFrom::Start(start));
        let read = read.and_then(|_| self.out.get_mut().read_exact(&mut bytes));
        let read = read.and_then(|()| self.out.seek(SeekFrom::End(0)));
        read.map_err(|e| Error::io(&self.target, &e))?;
        Ok(bytes)
    }

    /// Copies everything.
    pub(super) fn copy_to(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.out.seek(SeekFrom::Start(0))?;
        io::copy(self.out.get_mut(), out).map(drop)
    }
}
