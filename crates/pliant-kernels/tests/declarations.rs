//! Every shader agrees with its row, and what is generated is fresh. No GPU.

use pliant_kernels::pass_spirv;
use pliant_kernels::reflect::{check, reflect};
use pliant_passes::{Access, PASSES, glsl};
use std::collections::BTreeSet;
use std::path::Path;

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
