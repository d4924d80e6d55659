//! No module of a crate depends on itself by way of others: read from `use` items and from paths that begin with `crate`, `super` or
//! `self`. A stranger can then read any crate from its leaves upwards. No GPU.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::Visit;

/// A module by its path in the crate; the root is empty.
type Module = Vec<String>;

/// What a module's source says of others.
#[derive(Default)]
struct Names {
    /// Paths from the crate's root that it names.
    used: BTreeSet<Vec<String>>,
    /// What it exports under a name of its own: the name, and the path from the root.
    exported: BTreeMap<String, Vec<String>>,
}

/// Reads the names of one file, test modules aside.
struct Reader<'a> {
    module: &'a Module,
    modules: &'a BTreeSet<Module>,
    names: Names,
}

impl Reader<'_> {
    /// A path as written, from the crate's root; nothing where it leads to another crate.
    fn path_from_root(&self, path: &[String]) -> Option<Vec<String>> {
        let mut base = self.module.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => base.clear(),
            "self" => {}
            "super" => {
                while rest.first().is_some_and(|word| word == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
                base.extend_from_slice(rest);
                return Some(base);
            }
            first => {
                let child = [&base[..], &[first.to_owned()]].concat();
                if !self.modules.contains(&child) {
                    return None;
                }
                base.extend_from_slice(path);
                return Some(base);
            }
        }
        base.extend_from_slice(&rest[1..]);
        Some(base)
    }

    fn use_tree(&mut self, tree: &syn::UseTree, before: &[String], public: bool) {
        let mut path = before.to_vec();
        match tree {
            syn::UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.use_tree(&step.tree, &path, public);
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.use_tree(tree, &path, public);
                }
            }
            syn::UseTree::Name(name) => {
                path.push(name.ident.to_string());
                self.used(&path, public.then(|| name.ident.to_string()));
            }
            syn::UseTree::Rename(rename) => {
                path.push(rename.ident.to_string());
                self.used(&path, public.then(|| rename.rename.to_string()));
            }
            syn::UseTree::Glob(_) => self.used(&path, None),
        }
    }

    fn used(&mut self, path: &[String], exported: Option<String>) {
        if let Some(path) = self.path_from_root(path) {
            if let Some(name) = exported {
                self.names.exported.insert(name, path.clone());
            }
            self.names.used.insert(path);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let public = !matches!(item.vis, syn::Visibility::Inherited);
        self.use_tree(&item.tree, &[], public);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let test = item
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident("cfg"));
        if !test {
            syn::visit::visit_item_mod(self, item);
        }
    }

    // `pub(in …)` names a module, and does not use it.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        if ["crate", "super", "self"].contains(&words[0].as_str()) && words.len() > 1 {
            self.used(&words, None);
        }
        syn::visit::visit_path(self, path);
    }
}

/// All source files below a folder, by module.
fn sources(folder: &Path, module: &Module, found: &mut BTreeMap<Module, PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        let stem = path.file_stem().expect("a name").to_string_lossy();
        let child = || [&module[..], &[stem.to_string()]].concat();
        if path.is_dir() {
            sources(&path, &child(), found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let own = ["lib", "main", "mod"].contains(&&*stem);
            let module = if own { module.clone() } else { child() };
            found.insert(module, path);
        }
    }
}

/// The module that defines what a path names, through re-exports.
fn definer(path: &[String], modules: &BTreeMap<Module, Names>) -> Module {
    let known = (0..=path.len())
        .rev()
        .find(|n| modules.contains_key(&path[..*n]));
    let (module, rest) = path.split_at(known.unwrap_or(0));
    let exports = &modules[module].exported;
    match rest.first().and_then(|name| exports.get(name)) {
        Some(onward) if onward[..] != *path => definer(&[onward, &rest[1..]].concat(), modules),
        _ => module.to_vec(),
    }
}

/// What each module of a crate uses.
fn uses(crate_name: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(crate_name)
        .join("src");
    let mut files = BTreeMap::new();
    sources(&root, &Vec::new(), &mut files);
    let modules: BTreeSet<Module> = files.keys().cloned().collect();
    let names: BTreeMap<Module, Names> = files
        .iter()
        .map(|(module, path)| {
            let text = fs::read_to_string(path).expect("a readable source");
            let file = syn::parse_file(&text)
                .unwrap_or_else(|e| panic!("{} is not Rust: {e}", path.display()));
            let mut reader = Reader {
                module,
                modules: &modules,
                names: Names::default(),
            };
            reader.visit_file(&file);
            (module.clone(), reader.names)
        })
        .collect();
    let used = |module: &Module| {
        let all = names[module].used.iter().map(|path| definer(path, &names));
        all.filter(|other| other != module).collect()
    };
    names.keys().map(|m| (m.clone(), used(m))).collect()
}

/// A chain of modules from one back to itself, if there is one.
fn cycle(uses: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    fn walk(
        module: &Module,
        uses: &BTreeMap<Module, BTreeSet<Module>>,
        chain: &mut Vec<Module>,
        done: &mut BTreeSet<Module>,
    ) -> Option<Vec<Module>> {
        if let Some(start) = chain.iter().position(|m| m == module) {
            return Some(chain[start..].to_vec());
        }
        if !done.insert(module.clone()) {
            return None;
        }
        chain.push(module.clone());
        let found = uses[module].iter().find_map(|m| walk(m, uses, chain, done));
        chain.pop();
        found
    }
    let (mut chain, mut done) = (Vec::new(), BTreeSet::new());
    uses.keys()
        .find_map(|module| walk(module, uses, &mut chain, &mut done))
}

/// Fails with the chain of modules that leads back to its start.
fn no_cycle(crate_name: &str) {
    let uses = uses(crate_name);
    let edges: usize = uses.values().map(BTreeSet::len).sum();
    assert!(
        edges >= uses.len() / 2,
        "{crate_name}: hardly any use was read"
    );
    if let Some(chain) = cycle(&uses) {
        let names: Vec<String> = chain
            .iter()
            .chain(&chain[..1])
            .map(|module| match &module[..] {
                [] => "the root".to_owned(),
                path => path.join("::"),
            })
            .collect();
        panic!(
            "{crate_name}: modules use each other: {}",
            names.join(" → ")
        );
    }
}

#[test]
fn modules_of_the_simulation_form_no_cycle() {
    no_cycle("pliant-sim");
}

#[test]
fn modules_of_the_renderer_form_no_cycle() {
    no_cycle("pliant-render");
}

#[test]
fn modules_of_the_kernels_form_no_cycle() {
    no_cycle("pliant-kernels");
}

#[test]
fn modules_of_the_shaders_form_no_cycle() {
    no_cycle("pliant-shaders");
}

#[test]
fn modules_of_the_passes_form_no_cycle() {
    no_cycle("pliant-passes");
}

#[test]
fn modules_of_the_reader_of_gltf_form_no_cycle() {
    no_cycle("pliant-gltf");
}

#[test]
fn modules_of_the_loader_form_no_cycle() {
    no_cycle("pliant-scene");
}

#[test]
fn modules_of_the_gpu_engine_form_no_cycle() {
    no_cycle("pliant-gpu");
}

#[test]
fn modules_of_the_outputs_form_no_cycle() {
    no_cycle("pliant-outputs");
}

#[test]
fn modules_of_the_program_form_no_cycle() {
    no_cycle("pliant");
}
