//! Every shader agrees with its row, and what is generated is fresh. No GPU.

use crate::support::{SHADERS, files, root};
use pliant_passes::{Access, PASSES, glsl};
use pliant_shaders::{check, pass_spirv, reflect};
use std::collections::BTreeSet;

const BLESS: &str = "run PLIANT_BLESS=1 cargo build -p pliant-shaders";

#[test]
fn the_generated_glsl_is_fresh() {
    for (path, text) in glsl::files() {
        let file = root().join("shaders").join(&path);
        let found = std::fs::read_to_string(file).unwrap_or_default();
        assert_eq!(found, text, "{path}: {BLESS}");
    }
}

#[test]
fn no_bindings_are_left_of_a_pass_that_is_no_more() {
    let shaders = root().join("shaders");
    let generated: BTreeSet<_> = glsl::files().map(|(path, _)| shaders.join(path)).collect();
    for (path, _) in files(&["shaders/bindings"], &["glsl"]) {
        assert!(generated.contains(&path), "{}: {BLESS}", path.display());
    }
}

#[test]
fn no_shader_declares_a_buffer_of_a_pass_by_hand() {
    for pass in PASSES {
        let path = root()
            .join("shaders")
            .join(pass.name)
            .with_extension("comp");
        let text = std::fs::read_to_string(&path).expect(pass.name);
        let include = format!("#include \"bindings/{}.glsl\"", pass.name);
        assert!(
            text.contains(&include),
            "{} does not include its bindings",
            pass.name
        );
        assert!(
            !text.contains("binding ="),
            "{} declares a binding",
            pass.name
        );
    }
}

#[test]
fn a_pass_and_the_struct_that_binds_its_buffers_have_one_name() {
    let mut names = BTreeSet::new();
    for pass in PASSES {
        let (_, file) = pass.name.split_once('/').expect("folder/file");
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let camel: String = file.split('_').map(capital).collect();
        assert_eq!(camel, format!("{:?}", pass.id), "{}", pass.name);
        assert!(names.insert(file), "two passes are called {file}");
    }
}

#[test]
fn every_shader_agrees_with_its_row() {
    for pass in PASSES {
        for texels in [false, true] {
            let shader = reflect(pass_spirv(pass, texels)).expect(pass.name);
            check(pass, &shader, texels).expect("a row and its shader agree");
            assert!(
                shader.workgroup <= 256,
                "{}: {} invocations a workgroup",
                pass.name,
                shader.workgroup
            );
        }
    }
}

#[test]
fn a_wrong_declaration_is_refused() {
    for pass in PASSES {
        let mut shader = reflect(pass_spirv(pass, false)).expect(pass.name);
        for slot in 0..pass.slots.len() {
            let right = shader.bindings[slot].access;
            for wrong in [Access::Read, Access::Write, Access::ReadWrite]
                .into_iter()
                .filter(|a| *a != right)
            {
                shader.bindings[slot].access = wrong;
                assert!(
                    check(pass, &shader, false).is_err(),
                    "{}: {wrong:?} for {right:?} of slot {slot}",
                    pass.name
                );
            }
            shader.bindings[slot].access = right;
        }
    }
}

#[test]
fn every_compute_shader_has_a_row() {
    let rows: BTreeSet<_> = PASSES
        .iter()
        .map(|pass| root().join("shaders").join(pass.name))
        .collect();
    for (path, _) in files(&["shaders"], &["comp"]) {
        assert!(
            rows.contains(&path.with_extension("")),
            "{} has no row",
            path.display()
        );
    }
}

/// The names of constants in GLSL that are numbers: `#define NAME 1.0` or `const float NAME = 1.0;`.
fn glsl_number(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let (name, value) = match words.next()? {
        "#define" => (words.next()?, words.next()?),
        "const" => (words.nth(1)?, words.nth(1)?),
        _ => return None,
    };
    let number = value.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
    let constant = name
        .chars()
        .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    (number && constant).then_some(name)
}

/// The name of a constant in Rust.
fn rust_constant(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("const ")?;
    let item = before.trim().is_empty() || before.trim_start().starts_with("pub");
    let (name, _) = after.split_once(':')?;
    item.then_some(name)
}

#[test]
fn no_number_is_written_in_glsl_and_in_rust() {
    let crates = [
        "crates/pliant-kernels/src",
        "crates/pliant-passes/src",
        "crates/pliant-render/src",
        "crates/pliant-sim/src",
    ];
    let mut constants = BTreeSet::new();
    for (_, text) in files(&crates, &["rs"]) {
        constants.extend(text.lines().filter_map(rust_constant).map(str::to_owned));
    }
    let shared = pliant_passes::types::FILES
        .iter()
        .flat_map(|file| file.constants);
    constants.extend(shared.map(|(name, _)| (*name).to_owned()));
    let generated: BTreeSet<_> = glsl::files()
        .map(|(path, _)| root().join("shaders").join(path))
        .collect();
    for (path, text) in files(&["shaders"], SHADERS) {
        if generated.contains(&path) {
            continue;
        }
        for name in text.lines().filter_map(glsl_number) {
            assert!(
                !constants.contains(name),
                "{}: {name} is a constant in Rust, too: declare it once, by gpu_constants!",
                path.display()
            );
        }
    }
}
