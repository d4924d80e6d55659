//! Every shader agrees with its row, and what is generated is fresh. No GPU.

use pliant_kernels::pass_spirv;
use pliant_kernels::reflect::{check, reflect};
use pliant_passes::{Access, PASSES, glsl};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const BLESS: &str = "run PLIANT_BLESS=1 cargo build -p pliant-kernels";

#[test]
fn the_generated_glsl_is_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders");
    for (path, text) in glsl::files() {
        let found = std::fs::read_to_string(folder.join(&path)).unwrap_or_default();
        assert_eq!(found, text, "{path}: {BLESS}");
    }
}

#[test]
fn no_bindings_are_left_of_a_pass_that_is_no_more() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders/bindings");
    let generated: BTreeSet<_> = glsl::files().map(|(path, _)| path).collect();
    for phase in std::fs::read_dir(folder)
        .expect("the bindings are there")
        .flatten()
    {
        for file in std::fs::read_dir(phase.path())
            .expect("a readable folder")
            .flatten()
        {
            let [phase, file] = [phase.file_name(), file.file_name()];
            let path = format!(
                "bindings/{}/{}",
                phase.to_string_lossy(),
                file.to_string_lossy()
            );
            assert!(generated.contains(&path), "{path}: {BLESS}");
        }
    }
}

#[test]
fn no_shader_declares_a_buffer_of_a_pass_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders");
    for pass in PASSES {
        let path = folder.join(pass.name).with_extension("comp");
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders");
    for phase in std::fs::read_dir(folder)
        .expect("shaders/ is there")
        .flatten()
        .filter(|e| e.path().is_dir())
    {
        for file in std::fs::read_dir(phase.path())
            .expect("a readable folder")
            .flatten()
        {
            let path = file.path();
            if path.extension().is_some_and(|e| e == "comp") {
                let name = format!(
                    "{}/{}",
                    phase.file_name().to_string_lossy(),
                    path.file_stem().expect("a file").to_string_lossy()
                );
                assert!(PASSES.iter().any(|p| p.name == name), "{name} has no row");
            }
        }
    }
}

/// Files below a folder with one of these extensions.
fn files_below(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder)
        .expect("a readable folder")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            files_below(&path, extensions, found);
        } else if extensions
            .iter()
            .any(|e| path.extension().is_some_and(|x| x == *e))
        {
            found.push(path);
        }
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut shaders, mut sources) = (Vec::new(), Vec::new());
    files_below(
        &root.join("shaders"),
        &["comp", "vert", "frag", "glsl"],
        &mut shaders,
    );
    let generated: BTreeSet<_> = glsl::files()
        .map(|(path, _)| root.join("shaders").join(path))
        .collect();
    for krate in [
        "pliant-kernels",
        "pliant-passes",
        "pliant-render",
        "pliant-sim",
    ] {
        files_below(
            &root.join("crates").join(krate).join("src"),
            &["rs"],
            &mut sources,
        );
    }
    let mut constants = BTreeSet::new();
    for source in &sources {
        let text = std::fs::read_to_string(source).expect("a readable source");
        constants.extend(text.lines().filter_map(rust_constant).map(str::to_owned));
    }
    let shared = pliant_passes::types::FILES
        .iter()
        .flat_map(|file| file.constants);
    constants.extend(shared.map(|(name, _)| (*name).to_owned()));
    for shader in shaders.iter().filter(|path| !generated.contains(*path)) {
        let text = std::fs::read_to_string(shader).expect("a readable shader");
        for name in text.lines().filter_map(glsl_number) {
            assert!(
                !constants.contains(name),
                "{}: {name} is a constant in Rust, too: declare it once, by gpu_constants!",
                shader.display()
            );
        }
    }
}
