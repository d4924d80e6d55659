//! Index streams of meshopt compression: triangle lists and other indices.

use crate::meshopt::stream::Reader;

/// The last 16 edges and vertices of a triangle stream.
struct History {
    edges: [[u32; 2]; 16],
    edge: usize,
    vertices: [u32; 16],
    vertex: usize,
    /// The next vertex that no triangle had yet.
    next: u32,
    last: u32,
}

impl History {
    fn edge(&mut self, edge: [u32; 2]) {
        self.edges[self.edge] = edge;
        self.edge = (self.edge + 1) % 16;
    }

    fn vertex(&mut self, vertex: u32) {
        self.vertices[self.vertex] = vertex;
        self.vertex = (self.vertex + 1) % 16;
    }

    /// The vertex that came `ago` vertices before the next one.
    fn before(&self, ago: u8) -> u32 {
        self.vertices[(self.vertex + 16 - usize::from(ago)) % 16]
    }

    fn fresh(&mut self) -> u32 {
        let fresh = self.next;
        self.next = fresh.wrapping_add(1);
        fresh
    }

    /// A vertex as its distance to the last explicit one.
    fn explicit(&mut self, reader: &mut Reader) -> Result<u32, &'static str> {
        self.last = self.last.wrapping_add(zigzag(reader.varint()?));
        Ok(self.last)
    }

    /// A new triangle's vertices and edges.
    fn triangle(&mut self, [a, b, c]: [u32; 3], new: [bool; 3]) {
        for (vertex, _) in [a, b, c].into_iter().zip(new).filter(|(_, new)| *new) {
            self.vertex(vertex);
        }
        for edge in [[b, a], [c, b], [a, c]] {
            self.edge(edge);
        }
    }

    /// A triangle at an edge of the history.
    fn adjacent(
        &mut self,
        code: u8,
        explicit: u8,
        reader: &mut Reader,
    ) -> Result<[u32; 3], &'static str> {
        let [a, b] = self.edges[(self.edge + 15 - usize::from(code >> 4)) % 16];
        let third = code & 15;
        let c = match third {
            0 => self.fresh(),
            _ if third < explicit => self.before(third + 1),
            13 => {
                self.last = self.last.wrapping_sub(1);
                self.last
            }
            14 => {
                self.last = self.last.wrapping_add(1);
                self.last
            }
            _ => self.explicit(reader)?,
        };
        if third == 0 || third >= explicit {
            self.vertex(c);
        }
        self.edge([c, b]);
        self.edge([a, c]);
        Ok([a, b, c])
    }

    /// A triangle without an edge of the history, its first vertex new.
    fn apart(&mut self, code: u8) -> [u32; 3] {
        let a = self.fresh();
        let mut corner = |ago: u8| {
            if ago == 0 {
                self.fresh()
            } else {
                self.before(ago)
            }
        };
        let (second, third) = (code >> 4, code & 15);
        let triangle = [a, corner(second), corner(third)];
        self.triangle(triangle, [true, second == 0, third == 0]);
        triangle
    }

    /// The same with any of its vertices explicit.
    fn free(
        &mut self,
        code: u8,
        first_explicit: bool,
        reader: &mut Reader,
    ) -> Result<[u32; 3], &'static str> {
        if code == 0 {
            self.next = 0;
        }
        let codes = [if first_explicit { 15 } else { 0 }, code >> 4, code & 15];
        let mut triangle = codes.map(|ago| {
            if ago == 0 {
                self.fresh()
            } else {
                self.before(ago)
            }
        });
        for (corner, _) in triangle
            .iter_mut()
            .zip(codes)
            .filter(|(_, code)| *code == 15)
        {
            *corner = self.explicit(reader)?;
        }
        self.triangle(triangle, codes.map(|code| code == 0 || code == 15));
        Ok(triangle)
    }
}

fn zigzag(value: u32) -> u32 {
    value >> 1 ^ (value & 1).wrapping_neg()
}

/// Mode 1: a triangle list.
pub(crate) fn triangles(stream: &[u8], count: usize) -> Result<Vec<u32>, &'static str> {
    if !count.is_multiple_of(3) {
        return Err("count of TRIANGLES must be a multiple of 3");
    }
    let mut reader = Reader(stream);
    // Version 0 has two more references to vertices in place of the steps −1 and +1.
    let explicit = match reader.byte()? {
        0xe0 => 15,
        0xe1 => 13,
        _ => return Err("its version of triangles is unknown"),
    };
    let codes = reader.take(count / 3)?;
    let body = reader
        .0
        .len()
        .checked_sub(16)
        .ok_or("the stream is too short")?;
    let (data, table) = reader.0.split_at(body);
    reader.0 = data;
    let mut history = History {
        edges: [[u32::MAX; 2]; 16],
        edge: 0,
        vertices: [u32::MAX; 16],
        vertex: 0,
        next: 0,
        last: 0,
    };
    let mut indices = Vec::with_capacity(count);
    for &code in codes {
        indices.extend(match code {
            0..0xf0 => history.adjacent(code, explicit, &mut reader)?,
            0xf0..0xfe => history.apart(table[usize::from(code & 15)]),
            _ => {
                let corners = reader.byte()?;
                history.free(corners, code == 0xff, &mut reader)?
            }
        });
    }
    finished(&reader, indices)
}

/// Mode 2: other indices, each as its distance to one of two earlier ones.
pub(crate) fn indices(stream: &[u8], count: usize) -> Result<Vec<u32>, &'static str> {
    let mut reader = Reader(stream);
    if reader.byte()? & 0xfe != 0xd0 {
        return Err("its version of indices is unknown");
    }
    let body = reader.0.len().checked_sub(4).filter(|&body| body >= count);
    reader.0 = &reader.0[..body.ok_or("the stream is too short")?];
    let mut last = [0u32; 2];
    let mut indices = Vec::with_capacity(count);
    for _ in 0..count {
        let value = reader.varint()?;
        let last = &mut last[(value & 1) as usize];
        *last = last.wrapping_add(zigzag(value >> 1));
        indices.push(*last);
    }
    finished(&reader, indices)
}

fn finished(reader: &Reader, indices: Vec<u32>) -> Result<Vec<u32>, &'static str> {
    if reader.0.is_empty() {
        Ok(indices)
    } else {
        Err("the stream is longer than count says")
    }
}
