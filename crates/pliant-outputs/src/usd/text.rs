//! `.usda`: a layer as text. Stored values are read one at a time.

use super::layer::{Array, Element, Layer, Prim, Property, Store, Value, generator};
use crate::error::Error;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

/// Writes a layer with its store.
pub(super) fn write(out: &mut impl Write, layer: &Layer, store: &mut Store) -> io::Result<()> {
    writeln!(out, "#usda 1.0\n(")?;
    writeln!(out, "    {}", quoted(&generator()))?;
    writeln!(out, "    defaultPrim = {}", quoted(&layer.root.name))?;
    writeln!(out, "    endTimeCode = {}", layer.span[1])?;
    writeln!(out, "    framesPerSecond = {}", layer.fps)?;
    writeln!(out, "    metersPerUnit = 1")?;
    writeln!(out, "    startTimeCode = {}", layer.span[0])?;
    writeln!(out, "    timeCodesPerSecond = {}", layer.fps)?;
    writeln!(out, "    upAxis = \"Y\"\n)\n")?;
    Text { out, store }.prim(&layer.root, 0)
}

struct Text<'a, W> {
    out: &'a mut W,
    store: &'a mut Store,
}

impl<W: Write> Text<'_, W> {
    fn prim(&mut self, prim: &Prim, depth: usize) -> io::Result<()> {
        let indent = "    ".repeat(depth);
        let kind = if prim.kind.is_empty() {
            String::new()
        } else {
            format!("{} ", prim.kind)
        };
        write!(self.out, "{indent}def {kind}{}", quoted(&prim.name))?;
        if !prim.schemas.is_empty() || prim.display_name.is_some() {
            writeln!(self.out, " (")?;
            if let Some(name) = &prim.display_name {
                writeln!(self.out, "{indent}    displayName = {}", quoted(name))?;
            }
            if !prim.schemas.is_empty() {
                let schemas = list(prim.schemas.iter().map(|s| quoted(s)));
                writeln!(self.out, "{indent}    prepend apiSchemas = [{schemas}]")?;
            }
            write!(self.out, "{indent})")?;
        }
        writeln!(self.out, "\n{indent}{{")?;
        for property in &prim.properties {
            self.property(property, &format!("{indent}    "))?;
        }
        for child in &prim.children {
            self.prim(child, depth + 1)?;
        }
        writeln!(self.out, "{indent}}}")
    }

    fn property(&mut self, property: &Property, indent: &str) -> io::Result<()> {
        let name = &property.name;
        if property.kind.is_empty() {
            let target = property.target.as_deref().unwrap_or_default();
            return writeln!(self.out, "{indent}rel {name} = <{target}>");
        }
        let uniform = if property.uniform { "uniform " } else { "" };
        let start = format!("{indent}{uniform}{} {name}", property.kind);
        let samples = !property.samples.is_empty();
        if property.value.is_some()
            || property.interpolation.is_some()
            || !(samples || property.target.is_some())
        {
            write!(self.out, "{start}")?;
            if let Some(value) = &property.value {
                write!(self.out, " = ")?;
                self.value(value)?;
            }
            if let Some(interpolation) = property.interpolation {
                write!(
                    self.out,
                    " (\n{indent}    interpolation = {}\n{indent})",
                    quoted(interpolation)
                )?;
            }
            writeln!(self.out)?;
        }
        if samples {
            writeln!(self.out, "{start}.timeSamples = {{")?;
            for (frame, value) in &property.samples {
                write!(self.out, "{indent}    {frame}: ")?;
                self.value(value)?;
                writeln!(self.out, ",")?;
            }
            writeln!(self.out, "{indent}}}")?;
        }
        match &property.target {
            Some(target) => writeln!(self.out, "{start}.connect = <{target}>"),
            None => Ok(()),
        }
    }

    fn value(&mut self, value: &Value) -> io::Result<()> {
        let text = match value {
            Value::Bool(value) => value.to_string(),
            Value::Float(value) => value.to_string(),
            Value::Token(value) => quoted(value),
            Value::Text(value) => quoted(value),
            Value::Asset(value) => format!("@{value}@"),
            Value::Vec2(value) => tuple(value),
            Value::Vec3(value) => tuple(value),
            Value::Vec4(value) => tuple(value),
            Value::Tokens(tokens) => format!("[{}]", list(tokens.iter().map(|t| quoted(t)))),
            Value::Array(array) => self.array(array)?,
            Value::Matrix(start) => self.matrix(*start)?,
        };
        self.out.write_all(text.as_bytes())
    }

    fn array(&mut self, array: &Array) -> io::Result<String> {
        let bytes = self.store.read(array).map_err(|e| other(&e))?;
        Ok(match array.element {
            Element::Int => vectors(words(&bytes).map(i32::from_le_bytes), 1),
            Element::Int64 => vectors(words(&bytes).map(i64::from_le_bytes), 1),
            element => vectors(words(&bytes).map(f32::from_le_bytes), element.components()),
        })
    }

    fn matrix(&mut self, start: u64) -> io::Result<String> {
        let bytes = self.store.spool.read(start, 128).map_err(|e| other(&e))?;
        let numbers: Vec<f64> = words(&bytes).map(f64::from_le_bytes).collect();
        let rows = numbers.chunks(4).map(tuple);
        Ok(format!("( {} )", list(rows)))
    }
}

fn other(error: &Error) -> io::Error {
    io::Error::other(error.to_string())
}

fn words<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> + '_ {
    bytes.as_chunks().0.iter().copied()
}

/// An array of numbers, or of vectors.
fn vectors<T: Display>(numbers: impl Iterator<Item = T>, components: usize) -> String {
    let mut text = "[".to_owned();
    for (i, number) in numbers.enumerate() {
        let component = i % components;
        if component == 0 && i > 0 {
            text.push_str(", ");
        }
        if components > 1 {
            text.push_str(if component == 0 { "(" } else { ", " });
        }
        write!(text, "{number}").expect("a string takes all writes");
        if components > 1 && component == components - 1 {
            text.push(')');
        }
    }
    text.push(']');
    text
}

fn tuple<T: Display>(numbers: &[T]) -> String {
    format!("({})", list(numbers.iter()))
}

fn list(items: impl Iterator<Item = impl Display>) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    items.join(", ")
}

/// A string in quotes, on one line.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_text() {
        assert_eq!(
            vectors([1.5, 2.0, 0.1, 4.0].into_iter(), 2),
            "[(1.5, 2), (0.1, 4)]"
        );
        assert_eq!(vectors([7, -1].into_iter(), 1), "[7, -1]");
        assert_eq!(vectors(std::iter::empty::<f32>(), 3), "[]");
        assert_eq!(quoted("a \"b\"\n\\"), r#""a \"b\"\n\\""#);
    }
}
