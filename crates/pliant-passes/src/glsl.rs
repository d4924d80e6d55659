//! Generates GLSL: constants and structs of each file of types, and the binding declarations of each pass.

use crate::PASSES;
use crate::layout::Layout;
use crate::pass::{Access, Pass, Slot};
use crate::types::{FILES, TypeFile};
use std::fmt::Write as _;

/// Every generated file, by its path below `shaders/`.
pub fn files() -> impl Iterator<Item = (String, String)> {
    let types = FILES
        .iter()
        .map(|file| (format!("bindings/{}.glsl", file.include), types(file)));
    let bindings = PASSES
        .iter()
        .map(|pass| (format!("bindings/{}.glsl", pass.name), bindings(pass)));
    types.chain(bindings)
}

fn generated_from(source: &str) -> String {
    format!(
        "// Generated from crates/pliant-passes/src/{source}; PLIANT_BLESS=1 cargo build -p pliant-shaders writes it.\n"
    )
}

fn types(file: &TypeFile) -> String {
    let head = generated_from(&format!("types/{}.rs", file.name));
    let constants: String = file
        .constants
        .iter()
        .map(|(name, value)| format!("#define {name} {value}\n"))
        .collect();
    let structs: Vec<String> = file.layouts.iter().map(Layout::glsl).collect();
    format!("{head}\n{constants}\n{}", structs.join("\n"))
}

fn bindings(pass: &Pass) -> String {
    let mut text = generated_from("table.rs");
    write!(
        text,
        "#include \"include/pass.glsl\"\n\nlayout(push_constant, scalar) uniform Params {{ {} params; }};\n",
        pass.params.name
    )
    .expect("a String takes any text");
    for (binding, slot) in pass.slots.iter().enumerate() {
        text.push_str(&declaration(binding, slot));
    }
    text
}

fn declaration(binding: usize, slot: &Slot) -> String {
    let Slot { name, glsl, .. } = slot;
    let block = block(name);
    if slot.fetched {
        return format!("FETCHED_{}({binding}, {block}, {name});\n", texel(slot));
    }
    let qualifier = match (slot.access, slot.shared) {
        (Access::Read, _) => "readonly ",
        (Access::Write, _) => "writeonly ",
        (Access::ReadWrite, true) => "coherent ",
        (Access::ReadWrite, false) => "",
    };
    format!(
        "layout(set = 0, binding = {binding}, scalar) {qualifier}buffer {block} {{ {glsl} {name}[]; }};\n"
    )
}

/// The name of the GLSL block of a slot: `body_of` is in `BodyOfBuffer`.
fn block(slot: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    slot.split('_').map(capital).collect::<String>() + "Buffer"
}

/// The suffix of `FETCHED_…` in `include/pass.glsl` for the texels of a slot; a struct is read as its words.
fn texel(slot: &Slot) -> String {
    match (slot.glsl, slot.stride) {
        ("float" | "vec2" | "vec4" | "uint" | "uvec2" | "uvec4", _) => slot.glsl.to_uppercase(),
        (_, 4) => "UINT".to_owned(),
        (_, 8) => "UVEC2".to_owned(),
        (_, 16) => "UVEC4".to_owned(),
        (glsl, stride) => panic!("{}: no texel has {stride} bytes as {glsl} has", slot.name),
    }
}
