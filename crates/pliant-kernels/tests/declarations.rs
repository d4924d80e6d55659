//! Every shader agrees with its row, and what is generated is fresh. No GPU.

use pliant_kernels::layout::include_glsl;
use pliant_kernels::reflect::reflect;
use pliant_kernels::{
    Access, PASSES, couple_types, draw_types, field_types, fluid_types, rigid_types, tangle_types,
    touch_types, types,
};
use std::path::Path;

#[test]
fn the_generated_includes_are_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders/include");
    for (source, constants, layouts) in [
        ("types.rs", types::CONSTANTS, types::LAYOUTS),
        (
            "rigid_types.rs",
            rigid_types::CONSTANTS,
            rigid_types::LAYOUTS,
        ),
        (
            "couple_types.rs",
            couple_types::CONSTANTS,
            couple_types::LAYOUTS,
        ),
        (
            "touch_types.rs",
            touch_types::CONSTANTS,
            touch_types::LAYOUTS,
        ),
        (
            "tangle_types.rs",
            tangle_types::CONSTANTS,
            tangle_types::LAYOUTS,
        ),
        (
            "field_types.rs",
            field_types::CONSTANTS,
            field_types::LAYOUTS,
        ),
        ("fluid_types.rs", &[], fluid_types::LAYOUTS),
        ("draw_types.rs", draw_types::CONSTANTS, draw_types::LAYOUTS),
    ] {
        let path = folder.join(source).with_extension("glsl");
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            found,
            include_glsl(source, constants, layouts),
            "run PLIANT_BLESS=1 cargo build -p pliant-kernels"
        );
    }
}

#[test]
fn every_shader_agrees_with_its_row() {
    for pass in PASSES {
        for texels in [false, true] {
            let shader = reflect(pass.spirv(texels)).expect(pass.name);
            pass.check(&shader, texels)
                .expect("a row and its shader agree");
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
        let mut shader = reflect(pass.spirv(false)).expect(pass.name);
        for slot in 0..pass.slots.len() {
            let right = shader.bindings[slot].access;
            for wrong in [Access::Read, Access::Write, Access::ReadWrite]
                .into_iter()
                .filter(|a| *a != right)
            {
                shader.bindings[slot].access = wrong;
                assert!(
                    pass.check(&shader, false).is_err(),
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
