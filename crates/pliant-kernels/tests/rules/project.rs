//! What ARCHITECTURE.md promises of the whole project, checked by reading its files. No GPU.

use crate::support::{SHADERS, files, root};
use pliant_passes::PASSES;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Which crates of ours each crate may use.
const EDGES: &[(&str, &[&str])] = &[
    ("pliant-math", &[]),
    ("pliant-passes", &[]),
    ("pliant-kernels", &["pliant-math", "pliant-passes"]),
    ("pliant-shaders", &["pliant-passes"]),
    ("pliant-gltf", &[]),
    ("pliant-scene", &["pliant-math", "pliant-gltf"]),
    (
        "pliant-sim",
        &[
            "pliant-math",
            "pliant-passes",
            "pliant-kernels",
            "pliant-scene",
        ],
    ),
    ("pliant-outputs", &["pliant-scene", "pliant-sim"]),
    ("pliant-gpu", &["pliant-passes", "pliant-shaders"]),
    (
        "pliant-render",
        &["pliant-passes", "pliant-scene", "pliant-gpu"],
    ),
    (
        "pliant",
        &[
            "pliant-passes",
            "pliant-kernels",
            "pliant-scene",
            "pliant-sim",
            "pliant-outputs",
            "pliant-gpu",
            "pliant-render",
        ],
    ),
    ("pliant-python", &["pliant", "pliant-scene", "pliant-sim"]),
];

/// The crates that talk to Vulkan, and the only one that may use them.
const VULKAN: (&[&str], &str) = (&["ash", "ash-window", "gpu-allocator"], "pliant-gpu");

/// The one crate whose code may be unsafe, and the one module of another crate.
const UNSAFE: (&str, &str) = ("pliant-gpu", "crates/pliant-kernels/src/memory.rs");

/// This file.
const RULES: &str = "crates/pliant-kernels/tests/rules/project.rs";

const MOST_LINES: usize = 800;
const MOST_SHADER_LINES: usize = 150;
const MOST_BYTES_OF_ARCHITECTURE: usize = 16 * 1024;

const PASSES_BEGIN: &str =
    "<!-- passes: written by PLIANT_BLESS=1 cargo test -p pliant-kernels --test rules -->\n";
const PASSES_END: &str = "<!-- end of passes -->";

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn sources() -> Vec<(PathBuf, String)> {
    let mut sources = files(&["crates", "tests", "tools"], &["rs"]);
    sources.extend(files(&["shaders"], SHADERS));
    sources
}

/// The names in a section of a `Cargo.toml`.
fn section(file: &Path, name: &str) -> Vec<String> {
    let text = read(file);
    let (_, section) = text
        .split_once(&format!("\n[{name}]\n"))
        .unwrap_or_else(|| panic!("{} has no [{name}]", file.display()));
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    lines
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn crates_use_what_they_may() {
    for entry in fs::read_dir(root().join("crates"))
        .expect("crates/ is there")
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let (_, allowed) = EDGES
            .iter()
            .find(|(of, _)| *of == name)
            .unwrap_or_else(|| panic!("{name} has no line in the table of crates"));
        for used in section(&entry.path().join("Cargo.toml"), "dependencies") {
            let ours = used.starts_with("pliant") && !allowed.contains(&used.as_str());
            let vulkan = VULKAN.0.contains(&used.as_str()) && name != VULKAN.1;
            assert!(!ours && !vulkan, "{name} must not use {used}");
        }
    }
}

#[test]
fn every_dependency_has_a_reason() {
    let text = read(&root().join("Cargo.toml"));
    let (_, dependencies) = text
        .split_once("\n[workspace.dependencies]\n")
        .expect("the workspace has dependencies");
    let lines: Vec<&str> = dependencies
        .lines()
        .take_while(|line| !line.starts_with('['))
        .collect();
    let other = |line: &str| line.contains(" = ") && !line.starts_with("pliant");
    let pairs: Vec<_> = lines.windows(2).filter(|pair| other(pair[1])).collect();
    assert!(pairs.len() > 20, "hardly any dependency was read");
    for pair in pairs {
        assert!(
            pair[0].starts_with("# "),
            "Cargo.toml does not say above `{}` what it is for",
            pair[1]
        );
    }
}

#[test]
fn the_architecture_is_a_page() {
    let bytes = read(&root().join("ARCHITECTURE.md")).len();
    assert!(
        bytes <= MOST_BYTES_OF_ARCHITECTURE,
        "ARCHITECTURE.md has {bytes} bytes, {MOST_BYTES_OF_ARCHITECTURE} are allowed: passes belong in docs/passes.md, reasons in docs/decisions.md"
    );
}

#[test]
fn only_one_crate_and_one_module_may_be_unsafe() {
    let (unsafe_crate, module) = UNSAFE;
    for (path, text) in files(&["crates", "tests", "tools"], &["rs"]) {
        let path = path.strip_prefix(root()).expect("a file of the project");
        let place = path.to_string_lossy();
        if place.contains(unsafe_crate) || place.ends_with("build.rs") || place == RULES {
            continue;
        }
        let is_root = place.ends_with("src/lib.rs") || place.ends_with("src/main.rs");
        let has_module = is_root && path.parent() == Path::new(module).parent();
        let wanted = if has_module { "#![deny" } else { "#![forbid" };
        assert!(
            !is_root || text.contains(&format!("{wanted}(unsafe_code)]")),
            "{place} must refuse unsafe code"
        );
        let allowed = text.matches("allow(unsafe_code").count();
        assert_eq!(
            allowed,
            usize::from(has_module),
            "{place} allows unsafe code"
        );
    }
}

#[test]
fn files_stay_short() {
    for (path, text) in sources() {
        let shader = path.extension().is_none_or(|e| e != "rs");
        let generated = text.starts_with("// Generated");
        let most = if shader {
            MOST_SHADER_LINES
        } else {
            MOST_LINES
        };
        let lines = text.lines().count();
        assert!(
            generated || lines <= most,
            "{}: {lines} lines, {most} are allowed",
            path.display()
        );
    }
}

#[test]
fn no_shader_adds_floats_atomically() {
    for (path, text) in files(&["shaders"], SHADERS) {
        assert!(
            !text.contains("shader_atomic_float"),
            "{}: the order of such sums is the device's",
            path.display()
        );
    }
}

/// `[KEY]` and `[KEY, place]`, where a key is letters, the first of them upper case, and two digits of a year.
fn citations(text: &str) -> impl Iterator<Item = &str> {
    text.split('[').skip(1).filter_map(|after| {
        let end = after.find(|c: char| !c.is_ascii_alphanumeric())?;
        let (key, rest) = after.split_at(end);
        let letters = key.len().checked_sub(2)?;
        let closed = rest.starts_with([',', ']', '\\']);
        let named = (2..=5).contains(&letters)
            && key.starts_with(|c: char| c.is_ascii_uppercase())
            && key[..letters].bytes().all(|c| c.is_ascii_alphabetic())
            && key[letters..].bytes().all(|c| c.is_ascii_digit());
        (closed && named).then_some(key)
    })
}

#[test]
fn every_cited_work_is_listed() {
    let listed = read(&root().join("docs/references.md"));
    let listed: BTreeSet<&str> = citations(&listed).collect();
    let mut all = sources();
    all.extend(files(&["docs"], &["md"]));
    all.push((
        root().join("ARCHITECTURE.md"),
        read(&root().join("ARCHITECTURE.md")),
    ));
    for (path, text) in all {
        for key in citations(&text) {
            assert!(
                listed.contains(key),
                "{}: [{key}] is not in docs/references.md",
                path.display()
            );
        }
    }
    assert!(listed.contains("MMC16") && listed.contains("Wang15"));
}

#[test]
fn every_page_that_a_comment_names_exists() {
    for (path, text) in sources() {
        let stops = |c: char| c.is_whitespace() || "()[]`\"',;:".contains(c);
        for page in text.split(stops).filter(|word| {
            word.strip_suffix(".md")
                .is_some_and(|name| !name.is_empty())
        }) {
            let exists = root().join(page).exists() || root().join("docs").join(page).exists();
            assert!(exists, "{}: there is no {page}", path.display());
        }
    }
}

#[test]
fn every_numbered_test_is_described() {
    let page = read(&root().join("docs/method.md"));
    for (path, text) in files(&["tests/tests"], &["rs"]) {
        let numbers = text
            .split("fn v")
            .skip(1)
            .filter_map(|after| after.get(..2))
            .filter(|number| number.bytes().all(|c| c.is_ascii_digit()));
        for number in numbers {
            assert!(
                page.contains(&format!("\n| V{number} |")),
                "{}: docs/method.md §15 has no V{number}",
                path.display()
            );
        }
    }
}

/// The pass table as users read it.
fn pass_list() -> String {
    let mut list = String::from("| pass | one invocation is | what it does |\n|---|---|---|\n");
    for pass in PASSES {
        writeln!(
            list,
            "| `{}` | {} | {} |",
            pass.name,
            pass.one,
            pass.doc.trim()
        )
        .expect("a String takes any text");
    }
    list
}

#[test]
fn the_list_of_passes_is_fresh() {
    let path = root().join("docs/passes.md");
    let page = read(&path);
    let (before, rest) = page
        .split_once(PASSES_BEGIN)
        .expect("the mark before the list");
    let (found, after) = rest.split_once(PASSES_END).expect("the mark after it");
    if std::env::var_os("PLIANT_BLESS").is_some() {
        let fresh = [before, PASSES_BEGIN, &pass_list(), PASSES_END, after].concat();
        fs::write(&path, fresh).expect("docs/passes.md is writable");
    } else {
        assert_eq!(
            found,
            pass_list(),
            "run PLIANT_BLESS=1 cargo test -p pliant-kernels --test rules"
        );
    }
}
