//! Compiles every shader under `shaders/` to SPIR-V and embeds it, so that the binary needs no shader files.

use pliant_passes::{PASSES, glsl};
use shaderc::{
    CompileOptions, Compiler, EnvVersion, IncludeType, ResolvedInclude, ShaderKind, SpirvVersion,
    TargetEnv,
};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

// Debian's libshaderc is an archive of shaderc alone, so its dependencies are linked here. The shader compiler is part of this
// build script only, not of the program.
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

/// The suffix of shaders that read texels, as in `lib.rs`.
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
        for form in forms(&name) {
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

/// Writes all generated GLSL, and removes the bindings of removed passes.
fn bless(root: &Path) {
    let bindings = root.join("bindings");
    if bindings.exists() {
        fs::remove_dir_all(&bindings).expect("the bindings are writable");
    }
    for (path, text) in glsl::files() {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("shaders/ is writable");
        fs::write(path, text).expect("shaders/ is writable");
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

/// The name suffix of each form of a shader: a pass with fetched slots has a second form that reads texels.
fn forms(name: &str) -> &'static [&'static str] {
    let pass = PASSES
        .iter()
        .find(|pass| format!("{}.comp", pass.name) == name);
    match pass {
        Some(pass) if pass.slots.iter().any(|slot| slot.fetched) => &["", TEXELS],
        _ => &[""],
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
        // One rule: the path of every include begins at `shaders/`.
        let file = root.join(wanted);
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
