//! Compiles every shader under `shaders/` to SPIR-V and embeds it, so that the binary needs no shader files.

#[allow(
    dead_code,
    unreachable_pub,
    reason = "the script needs the text of the include alone"
)]
#[path = "src/couple_types.rs"]
mod couple_types;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the script needs the text of the include alone"
)]
#[path = "src/draw_types.rs"]
mod draw_types;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the script needs the text of the include alone"
)]
#[path = "src/field_types.rs"]
mod field_types;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the script needs the text of the include alone"
)]
#[path = "src/fluid_types.rs"]
mod fluid_types;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the script needs the text of the include alone"
)]
#[path = "src/layout.rs"]
mod layout;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the script needs the text of the include alone"
)]
#[path = "src/rigid_types.rs"]
mod rigid_types;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the script needs the text of the include alone"
)]
#[path = "src/tangle_types.rs"]
mod tangle_types;
#[allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "the script needs the text of the include alone"
)]
#[path = "src/touch_types.rs"]
mod touch_types;
#[allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "the script needs the text of the include alone"
)]
#[path = "src/types.rs"]
mod types;

use shaderc::{
    CompileOptions, Compiler, EnvVersion, IncludeType, ResolvedInclude, ShaderKind, SpirvVersion,
    TargetEnv,
};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

// Debian's libshaderc is an archive of shaderc alone: what it calls is linked here, and the shader
// compiler ends up in this build script only, never in the program.
#[link(name = "shaderc_static")]
#[link(name = "glslang")]
#[link(name = "MachineIndependent")]
#[link(name = "OSDependent")]
#[link(name = "GenericCodeGen")]
#[link(name = "HLSL")]
#[link(name = "OGLCompiler")]
#[link(name = "SPIRV")]
#[link(name = "SPIRV-Tools-opt")]
#[link(name = "SPIRV-Tools")]
unsafe extern "C" {}

/// As `pass.rs` has it.
const TEXELS: &str = "+texels";

fn main() {
    let root =
        PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../shaders");
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-env-changed=PLIANT_BLESS");
    if env::var_os("PLIANT_BLESS").is_some() {
        bless(&root);
    }
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    let mut shaders = Vec::new();
    collect(&root, &mut shaders);
    shaders.sort();
    let mut index = String::from("&[\n");
    for path in shaders {
        let name = path
            .strip_prefix(&root)
            .expect("found below it")
            .to_string_lossy()
            .replace('\\', "/");
        for form in forms(&path) {
            let name = name.clone() + form;
            let file = out.join(name.replace('/', "_") + ".spv");
            fs::write(&file, compile(&root, &path, &name, form)).expect("OUT_DIR is writable");
            writeln!(
                index,
                "    ({name:?}, include_bytes!({:?})),",
                file.display()
            )
            .expect("a String takes any text");
        }
    }
    index.push_str("]\n");
    fs::write(out.join("spirv.rs"), index).expect("OUT_DIR is writable");
}

/// Writes the includes of all structs that host and GPU share.
fn bless(root: &Path) {
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
        let include = root.join("include").join(source).with_extension("glsl");
        let text = layout::include_glsl(source, constants, layouts);
        fs::write(include, text).expect("the include is writable");
    }
}

fn collect(folder: &Path, shaders: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("a readable folder").path();
        let extension = path
            .extension()
            .and_then(|e| e.to_str())
            .unwrap_or_default();
        if path.is_dir() {
            collect(&path, shaders);
        } else if kind(extension).is_some() {
            shaders.push(path);
        }
    }
}

/// What is added to a shader's name for each form that it is compiled in: where it fetches, a second one reads texels.
fn forms(path: &Path) -> &'static [&'static str] {
    let source = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    if source.contains("\nFETCHED_") {
        &["", TEXELS]
    } else {
        &[""]
    }
}

fn kind(extension: &str) -> Option<ShaderKind> {
    match extension {
        "comp" => Some(ShaderKind::Compute),
        "vert" => Some(ShaderKind::Vertex),
        "frag" => Some(ShaderKind::Fragment),
        _ => None,
    }
}

fn compile(root: &Path, path: &Path, name: &str, form: &str) -> Vec<u8> {
    let source = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let kind = kind(
        path.extension()
            .and_then(|e| e.to_str())
            .unwrap_or_default(),
    )
    .expect("only shaders are collected");
    let compiler = Compiler::new().expect("shaderc is linked");
    let mut options = CompileOptions::new().expect("shaderc is linked");
    options.set_target_env(TargetEnv::Vulkan, EnvVersion::Vulkan1_3 as u32);
    options.set_target_spirv(SpirvVersion::V1_5);
    options.set_warnings_as_errors();
    if form == TEXELS {
        options.add_macro_definition("TEXELS", None);
    }
    options.set_include_callback(|wanted, include, _, _| {
        if include != IncludeType::Relative {
            return Err(format!("{wanted}: write #include \"…\""));
        }
        let file = root.join("include").join(wanted);
        let content = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        Ok(ResolvedInclude {
            resolved_name: wanted.to_owned(),
            content,
        })
    });
    let spirv = compiler
        .compile_into_spirv(&source, kind, name, "main", Some(&options))
        .unwrap_or_else(|e| panic!("{e}"));
    spirv.as_binary_u8().to_vec()
}
