//! `.usdc`: the crate file format, version 0.8, with all values stored as they are.
//!
//! The file is a header, the values, and the structural sections: tokens, strings, fields (a name and a value), sets of fields,
//! paths and specs (a path and its set of fields). The table of contents at the end has the offset of each section. A value is a
//! word: its type, flags, and 48 bits with the value itself or its offset in the file.

use super::layer::{Array, Element, Layer, Prim, Property, Store, Value, generator};
use super::pack;
use std::collections::HashMap;
use std::hash::Hash;
use std::io::{Result, Seek, SeekFrom, Write};

/// Bytes of the header. The store comes next, so its offsets are shifted by this.
const HEADER: u64 = 88;
const VERSION: [u8; 8] = [0, 8, 0, 0, 0, 0, 0, 0];
/// Flags of a value.
const ARRAY: u64 = 1 << 63;
const INLINE: u64 = 1 << 62;
/// Ends a set of fields.
const END: u32 = u32::MAX;
/// The token of number 0, which nothing uses: a property's path has its token negated.
const UNUSED: &str = ";-)";

/// Types of values.
mod ty {
    pub(super) const BOOL: u64 = 1;
    pub(super) const INT: u64 = 3;
    pub(super) const INT64: u64 = 5;
    pub(super) const FLOAT: u64 = 8;
    pub(super) const DOUBLE: u64 = 9;
    pub(super) const STRING: u64 = 10;
    pub(super) const TOKEN: u64 = 11;
    pub(super) const ASSET: u64 = 12;
    pub(super) const MATRIX4D: u64 = 15;
    pub(super) const VEC2F: u64 = 20;
    pub(super) const VEC3F: u64 = 24;
    pub(super) const VEC4F: u64 = 28;
    pub(super) const TOKEN_LIST_OP: u64 = 32;
    pub(super) const PATH_LIST_OP: u64 = 34;
    pub(super) const TOKEN_VECTOR: u64 = 41;
    pub(super) const SPECIFIER: u64 = 42;
    pub(super) const VARIABILITY: u64 = 44;
    pub(super) const TIME_SAMPLES: u64 = 46;
    pub(super) const DOUBLE_VECTOR: u64 = 48;
}

/// Types of specs.
mod spec {
    pub(super) const ATTRIBUTE: u32 = 1;
    pub(super) const PRIM: u32 = 6;
    pub(super) const ROOT: u32 = 7;
    pub(super) const RELATIONSHIP: u32 = 8;
}

/// Headers of lists that are edited: the one that replaces the weaker one, and the one that is put before it.
const EXPLICIT: u8 = 0b11;
const PREPENDED: u8 = 0b10_0000;

/// Writes a layer with its store.
pub(super) fn write(out: &mut (impl Write + Seek), layer: &Layer, store: &mut Store) -> Result<()> {
    out.write_all(&[0; HEADER as usize])?;
    store.spool.copy_to(out)?;
    let position = out.stream_position()?;
    let mut file = File {
        out,
        position,
        tokens: Table::default(),
        strings: Table::default(),
        fields: Table::default(),
        sets: Vec::new(),
        specs: Vec::new(),
        paths: Paths::default(),
        times: HashMap::new(),
        sections: Vec::new(),
    };
    file.tokens.index(UNUSED.to_owned());
    file.add_paths(layer);
    file.add_root(layer)?;
    file.add_prim(&layer.root, &format!("/{}", layer.root.name))?;
    file.finish()
}

/// Distinct items, by the order in which they came.
struct Table<T> {
    items: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            numbers: HashMap::new(),
        }
    }
}

impl<T: Clone + Eq + Hash> Table<T> {
    fn index(&mut self, item: T) -> u32 {
        if let Some(number) = self.numbers.get(&item) {
            return *number;
        }
        let number = self.items.len() as u32;
        self.items.push(item.clone());
        self.numbers.insert(item, number);
        number
    }
}

/// The tree of paths, parents before their children.
#[derive(Default)]
struct Paths {
    numbers: HashMap<String, u32>,
    /// Token of the last element; negated for a property.
    tokens: Vec<u32>,
    /// −2: neither child nor sibling follows; −1: only children; 0: only siblings; else the distance of the next sibling.
    jumps: Vec<u32>,
}

struct File<'a, W> {
    out: &'a mut W,
    position: u64,
    tokens: Table<String>,
    /// Strings as tokens.
    strings: Table<u32>,
    /// Names as tokens, and values.
    fields: Table<(u32, u64)>,
    /// Fields of each spec, with [`END`] after each.
    sets: Vec<u32>,
    /// Path, first field and type of each spec.
    specs: Vec<[u32; 3]>,
    paths: Paths,
    /// Offset of each list of frames.
    times: HashMap<Vec<u64>, u64>,
    /// Name, start and size.
    sections: Vec<(&'static str, u64, u64)>,
}

impl<W: Write + Seek> File<'_, W> {
    /// Numbers all paths.
    fn add_paths(&mut self, layer: &Layer) {
        self.paths.numbers.insert("/".to_owned(), 0);
        self.paths.tokens.push(0);
        self.paths.jumps.push((-1_i32).cast_unsigned());
        self.add_prim_paths(&layer.root, "", false);
    }

    fn add_prim_paths(&mut self, prim: &Prim, parent: &str, sibling: bool) {
        let path = format!("{parent}/{}", prim.name);
        let own = self.add_path(&path, &prim.name, false);
        let children = prim.properties.len() + prim.children.len();
        let mut rest = children;
        for property in &prim.properties {
            rest -= 1;
            let path = format!("{path}.{}", property.name);
            let leaf = self.add_path(&path, &property.name, true);
            self.paths.jumps[leaf] = if rest > 0 {
                0
            } else {
                (-2_i32).cast_unsigned()
            };
        }
        for child in &prim.children {
            rest -= 1;
            self.add_prim_paths(child, &path, rest > 0);
        }
        let size = (self.paths.tokens.len() - own) as u32;
        self.paths.jumps[own] = match (children > 0, sibling) {
            (true, true) => size,
            (true, false) => (-1_i32).cast_unsigned(),
            (false, true) => 0,
            (false, false) => (-2_i32).cast_unsigned(),
        };
    }

    fn add_path(&mut self, path: &str, name: &str, property: bool) -> usize {
        let token = self.tokens.index(name.to_owned());
        let index = self.paths.tokens.len();
        self.paths.numbers.insert(path.to_owned(), index as u32);
        let token = if property {
            token.wrapping_neg()
        } else {
            token
        };
        self.paths.tokens.push(token);
        self.paths.jumps.push(0);
        index
    }

    fn add_root(&mut self, layer: &Layer) -> Result<()> {
        let name = self.token(&layer.root.name);
        let generator = self.string(&generator());
        let mut fields = vec![
            ("defaultPrim", name),
            ("documentation", generator),
            ("upAxis", self.token("Y")),
        ];
        for (name, number) in [
            ("endTimeCode", layer.span[1] as f64),
            ("framesPerSecond", layer.fps),
            ("metersPerUnit", 1.0),
            ("startTimeCode", layer.span[0] as f64),
            ("timeCodesPerSecond", layer.fps),
        ] {
            let at = self.append(&number.to_le_bytes())?;
            fields.push((name, of(ty::DOUBLE, at)));
        }
        fields.push((
            "primChildren",
            self.token_vector([layer.root.name.as_str()])?,
        ));
        self.add_spec(0, &fields, spec::ROOT);
        Ok(())
    }

    fn add_prim(&mut self, prim: &Prim, path: &str) -> Result<()> {
        let mut fields = vec![("specifier", inline(ty::SPECIFIER, 0))];
        if !prim.kind.is_empty() {
            fields.push(("typeName", self.token(prim.kind)));
        }
        if let Some(name) = &prim.display_name {
            fields.push(("displayName", self.string(name)));
        }
        if !prim.schemas.is_empty() {
            let schemas: Vec<u32> = prim
                .schemas
                .iter()
                .map(|s| self.tokens.index((*s).to_owned()))
                .collect();
            fields.push((
                "apiSchemas",
                self.list(ty::TOKEN_LIST_OP, PREPENDED, &schemas)?,
            ));
        }
        if !prim.properties.is_empty() {
            let names = prim.properties.iter().map(|p| p.name.as_str());
            fields.push(("properties", self.token_vector(names)?));
        }
        if !prim.children.is_empty() {
            let names = prim.children.iter().map(|p| p.name.as_str());
            fields.push(("primChildren", self.token_vector(names)?));
        }
        self.add_spec(self.paths.numbers[path], &fields, spec::PRIM);
        for property in &prim.properties {
            self.add_property(property, &format!("{path}.{}", property.name))?;
        }
        for child in &prim.children {
            self.add_prim(child, &format!("{path}/{}", child.name))?;
        }
        Ok(())
    }

    fn add_property(&mut self, property: &Property, path: &str) -> Result<()> {
        let relationship = property.kind.is_empty();
        let mut fields = Vec::new();
        if !relationship {
            fields.push(("typeName", self.token(property.kind)));
        }
        if relationship || property.uniform {
            fields.push(("variability", inline(ty::VARIABILITY, 1)));
        }
        if let Some(interpolation) = property.interpolation {
            fields.push(("interpolation", self.token(interpolation)));
        }
        if let Some(value) = &property.value {
            fields.push(("default", self.value(value)?));
        }
        if !property.samples.is_empty() {
            fields.push(("timeSamples", self.samples(&property.samples)?));
        }
        if let Some(target) = &property.target {
            let target = self.paths.numbers[target.as_str()];
            let name = if relationship {
                "targetPaths"
            } else {
                "connectionPaths"
            };
            fields.push((name, self.list(ty::PATH_LIST_OP, EXPLICIT, &[target])?));
        }
        let kind = if relationship {
            spec::RELATIONSHIP
        } else {
            spec::ATTRIBUTE
        };
        self.add_spec(self.paths.numbers[path], &fields, kind);
        Ok(())
    }

    fn add_spec(&mut self, path: u32, fields: &[(&str, u64)], kind: u32) {
        self.specs.push([path, self.sets.len() as u32, kind]);
        for (name, value) in fields {
            let name = self.tokens.index((*name).to_owned());
            let field = self.fields.index((name, *value));
            self.sets.push(field);
        }
        self.sets.push(END);
    }

    fn value(&mut self, value: &Value) -> Result<u64> {
        Ok(match value {
            Value::Bool(value) => inline(ty::BOOL, u32::from(*value)),
            Value::Float(value) => inline(ty::FLOAT, value.to_bits()),
            Value::Token(value) => self.token(value),
            Value::Text(value) => self.string(value),
            Value::Asset(value) => inline(ty::ASSET, self.tokens.index(value.clone())),
            Value::Vec2(value) => of(ty::VEC2F, self.append(bytemuck::cast_slice(value))?),
            Value::Vec3(value) => of(ty::VEC3F, self.append(bytemuck::cast_slice(value))?),
            Value::Vec4(value) => of(ty::VEC4F, self.append(bytemuck::cast_slice(value))?),
            Value::Tokens(tokens) => {
                let numbers: Vec<u32> = tokens
                    .iter()
                    .map(|t| self.tokens.index((*t).to_owned()))
                    .collect();
                ARRAY | of(ty::TOKEN, self.vector(&numbers)?)
            }
            Value::Array(array) => stored(array),
            Value::Matrix(start) => of(ty::MATRIX4D, HEADER + start),
        })
    }

    fn token(&mut self, token: &str) -> u64 {
        inline(ty::TOKEN, self.tokens.index(token.to_owned()))
    }

    fn string(&mut self, string: &str) -> u64 {
        let token = self.tokens.index(string.to_owned());
        inline(ty::STRING, self.strings.index(token))
    }

    /// Times are stored once for all properties that have the same. Each of the two parts starts with the distance of what follows.
    fn samples(&mut self, samples: &[(u64, Value)]) -> Result<u64> {
        let frames: Vec<u64> = samples.iter().map(|(frame, _)| *frame).collect();
        let times = match self.times.get(&frames) {
            Some(offset) => *offset,
            None => {
                let mut bytes = (frames.len() as u64).to_le_bytes().to_vec();
                bytes.extend(
                    frames
                        .iter()
                        .flat_map(|frame| (*frame as f64).to_le_bytes()),
                );
                let offset = self.append(&bytes)?;
                self.times.insert(frames, offset);
                offset
            }
        };
        let mut words = vec![8, of(ty::DOUBLE_VECTOR, times), 8, samples.len() as u64];
        for (_, value) in samples {
            words.push(self.value(value)?);
        }
        let offset = self.append(bytemuck::cast_slice(&words))?;
        Ok(of(ty::TIME_SAMPLES, offset))
    }

    fn token_vector<'b>(&mut self, tokens: impl IntoIterator<Item = &'b str>) -> Result<u64> {
        let tokens = tokens.into_iter();
        let numbers: Vec<u32> = tokens.map(|t| self.tokens.index(t.to_owned())).collect();
        Ok(of(ty::TOKEN_VECTOR, self.vector(&numbers)?))
    }

    fn list(&mut self, kind: u64, header: u8, items: &[u32]) -> Result<u64> {
        let mut bytes = vec![header];
        bytes.extend((items.len() as u64).to_le_bytes());
        bytes.extend_from_slice(bytemuck::cast_slice(items));
        Ok(of(kind, self.append(&bytes)?))
    }

    fn vector(&mut self, numbers: &[u32]) -> Result<u64> {
        let mut bytes = (numbers.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(bytemuck::cast_slice(numbers));
        self.append(&bytes)
    }

    /// Appends bytes at a multiple of 8; returns their offset.
    fn append(&mut self, bytes: &[u8]) -> Result<u64> {
        let padding = self.position.next_multiple_of(8) - self.position;
        self.write_all(&[0; 8][..padding as usize])?;
        let start = self.position;
        self.write_all(bytes)?;
        Ok(start)
    }

    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        self.position += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    fn finish(mut self) -> Result<()> {
        let bytes = self.token_section();
        self.section("TOKENS", &bytes)?;
        let mut bytes = (self.strings.items.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(bytemuck::cast_slice(&self.strings.items));
        self.section("STRINGS", &bytes)?;
        let [names, values] = self.field_columns();
        let columns = [
            pack::integers(&names),
            pack::bytes(bytemuck::cast_slice(&values)),
        ];
        self.section("FIELDS", &columns_of(names.len(), &columns))?;
        let columns = [pack::integers(&self.sets)];
        self.section("FIELDSETS", &columns_of(self.sets.len(), &columns))?;
        self.path_section()?;
        let column =
            |i: usize| pack::integers(&self.specs.iter().map(|s| s[i]).collect::<Vec<u32>>());
        let columns = [0, 1, 2].map(column);
        self.section("SPECS", &columns_of(self.specs.len(), &columns))?;
        self.table_of_contents()
    }

    fn token_section(&self) -> Vec<u8> {
        let tokens: Vec<u8> = self
            .tokens
            .items
            .iter()
            .flat_map(|t| t.bytes().chain([0]))
            .collect();
        let mut bytes = (self.tokens.items.len() as u64).to_le_bytes().to_vec();
        bytes.extend((tokens.len() as u64).to_le_bytes());
        bytes.extend(pack::bytes(&tokens));
        bytes
    }

    /// Names of fields, and the bytes of their values.
    fn field_columns(&self) -> [Vec<u32>; 2] {
        let names = self.fields.items.iter().map(|(name, _)| *name).collect();
        let halves = |value: u64| [value as u32, (value >> 32) as u32];
        let values = self
            .fields
            .items
            .iter()
            .flat_map(|(_, value)| halves(*value))
            .collect();
        [names, values]
    }

    fn path_section(&mut self) -> Result<()> {
        let count = self.paths.tokens.len();
        let numbers: Vec<u32> = (0..count as u32).collect();
        let columns =
            [&numbers, &self.paths.tokens, &self.paths.jumps].map(|column| pack::integers(column));
        let mut bytes = (count as u64).to_le_bytes().to_vec();
        bytes.extend(columns_of(count, &columns));
        self.section("PATHS", &bytes)
    }

    fn section(&mut self, name: &'static str, bytes: &[u8]) -> Result<()> {
        let start = self.append(bytes)?;
        self.sections.push((name, start, bytes.len() as u64));
        Ok(())
    }

    fn table_of_contents(mut self) -> Result<()> {
        let mut bytes = (self.sections.len() as u64).to_le_bytes().to_vec();
        for (name, start, size) in &self.sections {
            let mut padded = [0; 16];
            padded[..name.len()].copy_from_slice(name.as_bytes());
            bytes.extend(padded);
            bytes.extend(start.to_le_bytes());
            bytes.extend(size.to_le_bytes());
        }
        let contents = self.append(&bytes)?;
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(b"PXR-USDC")?;
        self.out.write_all(&VERSION)?;
        self.out.write_all(&contents.to_le_bytes())
    }
}

/// A count, and columns that are packed already.
fn columns_of(count: usize, columns: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = (count as u64).to_le_bytes().to_vec();
    columns.iter().for_each(|column| bytes.extend(column));
    bytes
}

fn inline(kind: u64, value: u32) -> u64 {
    INLINE | of(kind, u64::from(value))
}

fn of(kind: u64, payload: u64) -> u64 {
    kind << 48 | payload
}

fn stored(array: &Array) -> u64 {
    let kind = match array.element {
        Element::Int => ty::INT,
        Element::Int64 => ty::INT64,
        Element::Float => ty::FLOAT,
        Element::Vec2 => ty::VEC2F,
        Element::Vec3 => ty::VEC3F,
        Element::Vec4 => ty::VEC4F,
    };
    // An empty array has no offset.
    let offset = if array.count > 0 {
        HEADER + array.start
    } else {
        0
    };
    ARRAY | of(kind, offset)
}
