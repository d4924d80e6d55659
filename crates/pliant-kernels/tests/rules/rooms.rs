//! Shader includes lie in the rooms that use them, and each has its CPU implementation under the same name. A room is a folder of
//! passes. No GPU.

use crate::support::{SHADERS, files, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most source files in a folder.
const MOST_FILES: usize = 40;

/// How often a file name may occur in a crate.
const MOST_NAMESAKES: usize = 2;

/// File names that every folder may have.
const ORDINARY: &[&str] = &["mod.rs", "lib.rs", "main.rs"];

/// Includes without a CPU implementation, and why.
const GPU_ONLY: &[(&str, &str)] = &[
    (
        "include/inertia",
        "`RigidStep::inverse_inertia` of pliant-passes",
    ),
    (
        "include/rate",
        "corrects divisions of GPUs, which round more than Rust's",
    ),
    (
        "include/reduce",
        "sums over a workgroup; an iterator sums on the CPU",
    ),
    (
        "contact/sort",
        "sorts with the invocations of a workgroup; slices sort on the CPU",
    ),
];

/// Functions of includes that the CPU has under another name or inside another function, and why.
const OTHERWISE: &[(&str, &[&str], &str)] = &[
    (
        "contact/deformable_contact",
        &["are_opposite"],
        "ranges of corners",
    ),
    (
        "contact/division_plane",
        &["heights", "approaches"],
        "`Trajectories::sides` has both of a corner",
    ),
    (
        "contact/feature_pairs",
        &["point_corners", "edge_corners"],
        "arrays are sliced",
    ),
    ("fluid/neighbours", &["visit_neighbours"], "iterators"),
    (
        "include/lanes",
        &["item_index", "lane_index", "sum_of_lanes"],
        "lanes of a SIMD register",
    ),
    ("include/math", &["rotate", "unrotate"], "glam"),
    ("include/rotation", &["quaternion_product"], "glam"),
    (
        "rigid/blocks/block",
        &["point_inverse_mass"],
        "shares products that its callers need, too",
    ),
    (
        "rigid/blocks/changed_velocities",
        &["store"],
        "`Ends::store` stores any motion",
    ),
    (
        "rigid/blocks/velocities",
        &["end", "load_point_velocity"],
        "lanes load all ends and points at once",
    ),
    ("rigid/collision/candidates", &["swap_to"], "slices swap"),
    (
        "rigid/collision/leaving",
        &["leaving_of", "has_search", "next_fraction"],
        "a loop of its own: calls are not inlined by a driver",
    ),
    ("rigid/collision/manifold", &["conjugate"], "glam"),
    (
        "rigid/collision/manifold",
        &["relative_displacement"],
        "a method of `RelativeMotion`, which candidates have",
    ),
    (
        "rigid/collision/probe",
        &["next_face"],
        "a loop of its own: calls are not inlined by a driver",
    ),
    (
        "rigid/colors",
        &["color_count"],
        "an empty colour takes no time",
    ),
    (
        "rigid/joints/articulated",
        &["add_scaled", "on_a", "on_b"],
        "operators; `on` has both ends",
    ),
    (
        "solve/constraint",
        &["unsplit_w"],
        "the sum divides instead of multiplying by an inverse",
    ),
];

/// CPU helpers without an include, and why.
const CPU_ONLY: &[(&str, &str)] = &[
    ("list", "arrays with a length, which GLSL writes out"),
    (
        "rigid/blocks/ends",
        "bodies in the lanes of a SIMD register",
    ),
    (
        "rigid/collision/overlap",
        "the loader asks whether bodies overlap; shared with `collide_shapes`",
    ),
];

/// The text of shader files by their paths below `shaders/`, or of CPU implementations below `cpu/`, without extensions.
fn sources(folder: &str, extensions: &[&str]) -> BTreeMap<String, String> {
    let base = root().join(folder);
    let name = |path: &Path| {
        let path = path.strip_prefix(&base).expect("found below it");
        path.with_extension("").to_string_lossy().replace('\\', "/")
    };
    let found = files(&[folder], extensions).into_iter();
    found.map(|(path, text)| (name(&path), text)).collect()
}

/// Hand-written includes.
fn includes() -> BTreeMap<String, String> {
    let mut includes = sources("shaders", &["glsl"]);
    includes.retain(|name, _| !name.starts_with("bindings/"));
    includes
}

/// The room of a shader file; bindings belong to the room of their pass, and `include` is no room.
fn room(name: &str) -> Option<&str> {
    let name = name.strip_prefix("bindings/").unwrap_or(name);
    let (room, _) = name.split_once('/')?;
    (room != "include").then_some(room)
}

/// The files that each file includes directly.
fn included(text: &str) -> impl Iterator<Item = String> {
    let names = text.lines().filter_map(|line| {
        let name = line.strip_prefix("#include \"")?;
        name.strip_suffix(".glsl\"")
    });
    names.map(str::to_owned)
}

#[test]
fn an_include_lies_where_it_is_used() {
    let mut users: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in files(&["shaders"], SHADERS) {
        let shaders = root().join("shaders");
        let user = path.strip_prefix(shaders).expect("found below it");
        let user = user.with_extension("").to_string_lossy().replace('\\', "/");
        for name in included(&text) {
            users.entry(name).or_default().insert(user.clone());
        }
    }
    for name in includes().keys() {
        let mut open = vec![name];
        let (mut seen, mut rooms) = (BTreeSet::new(), BTreeSet::new());
        while let Some(file) = open.pop() {
            let direct = users.get(file).into_iter().flatten();
            for user in direct.filter(|user| seen.insert(*user)) {
                rooms.extend(room(user));
                open.push(user);
            }
        }
        match room(name) {
            Some(own) => assert_eq!(
                rooms,
                BTreeSet::from([own]),
                "{name}: move it to where it is used"
            ),
            None => assert!(rooms.len() > 1, "{name} serves {rooms:?}: move it there"),
        }
    }
}

/// The functions that a shader file defines, each with its head in one line.
fn glsl_functions(text: &str) -> BTreeSet<&str> {
    let functions = text.lines().filter_map(|line| {
        let (head, body) = line.split_once('(')?;
        let (result, name) = head.split_once(' ')?;
        let is_word = |word: &str| {
            word.chars()
                .all(|c| c.is_ascii_alphanumeric() || "_[]".contains(c))
        };
        (is_word(result) && is_word(name) && body.contains('{')).then_some(name)
    });
    functions.filter(|name| *name != "main").collect()
}

fn rust_functions(text: &str) -> BTreeSet<&str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let names = code.split("fn ").skip(1);
    let end = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    names.filter_map(|after| after.split(end).next()).collect()
}

/// The CPU implementation of an include: those of `shaders/include/` lie in `cpu/` itself.
fn counterpart(name: &str) -> &str {
    name.strip_prefix("include/").unwrap_or(name)
}

#[test]
fn a_helper_has_one_name_in_both_languages() {
    let cpu = sources("crates/pliant-kernels/src/cpu", &["rs"]);
    let methods = sources("crates/pliant-passes/src/types", &["rs"]);
    let shared = rust_functions(&methods["methods"]);
    let mut needed = BTreeSet::new();
    for (name, text) in &includes() {
        let functions = glsl_functions(text);
        if room(name) == Some("draw") || functions.is_empty() {
            continue;
        }
        if GPU_ONLY.iter().any(|(file, _)| file == name) {
            assert!(!cpu.contains_key(counterpart(name)), "{name} has one");
            continue;
        }
        let file = cpu.get(counterpart(name));
        let file = file.unwrap_or_else(|| panic!("{name} has no CPU implementation of its name"));
        let own = rust_functions(file);
        for function in functions.difference(&own) {
            let listed = OTHERWISE
                .iter()
                .any(|(file, functions, _)| file == name && functions.contains(function));
            needed.insert((name.clone(), (*function).to_owned()));
            assert!(
                listed || shared.contains(function),
                "{name}: {function} has another name on the CPU"
            );
        }
    }
    for (file, functions, _) in OTHERWISE {
        for function in *functions {
            let entry = ((*file).to_owned(), (*function).to_owned());
            assert!(
                needed.contains(&entry),
                "{file}: {function} is no exception"
            );
        }
    }
}

#[test]
fn a_helper_of_the_cpu_has_an_include() {
    let includes = includes();
    let passes = sources("shaders", &["comp"]);
    for name in sources("crates/pliant-kernels/src/cpu", &["rs"]).keys() {
        let shared = format!("include/{name}");
        let known = passes.contains_key(name)
            || includes.contains_key(name)
            || includes.contains_key(&shared)
            || name.rsplit('/').next() == Some("mod");
        let listed = CPU_ONLY.iter().any(|(file, _)| file == name);
        assert!(
            known != listed,
            "{name}: no include of this name, or one too many"
        );
    }
}

#[test]
fn folders_stay_small() {
    let mut sizes: BTreeMap<_, usize> = BTreeMap::new();
    let sources = [SHADERS, &["rs", "py"]].concat();
    for (path, _) in files(&["crates", "shaders", "tests", "tools"], &sources) {
        let folder = path.parent().expect("in a folder").to_owned();
        *sizes.entry(folder).or_default() += 1;
    }
    sizes.retain(|_, files| *files > MOST_FILES);
    assert!(sizes.is_empty(), "over {MOST_FILES} files: {sizes:?}");
}

#[test]
fn a_crate_has_few_files_of_one_name() {
    let mut names: BTreeMap<_, usize> = BTreeMap::new();
    for (path, _) in files(&["crates"], &["rs"]) {
        let path = path.strip_prefix(root()).expect("found below it");
        let mut parts = path.iter().map(|part| part.to_string_lossy());
        let (_, name_of_crate, folder) = (parts.next(), parts.next(), parts.next());
        let file = path.file_name().expect("a file").to_string_lossy();
        if folder.as_deref() == Some("src") && !ORDINARY.contains(&&*file) {
            let key = (
                name_of_crate.expect("a crate").into_owned(),
                file.into_owned(),
            );
            *names.entry(key).or_default() += 1;
        }
    }
    names.retain(|_, files| *files > MOST_NAMESAKES);
    assert!(names.is_empty(), "over {MOST_NAMESAKES} files: {names:?}");
}
