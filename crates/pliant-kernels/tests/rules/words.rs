//! One thing has one name, the one that the field uses. Words that were retired for a field's term stay out of identifiers. No GPU.

use crate::support::{SHADERS, files, root};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::path::Path;

/// Retired words, and what to write instead.
const RETIRED: &[(&str, &str)] = &[
    ("touch", "contact"),
    ("touches", "contacts"),
    ("tangle", "intersection"),
    ("tangles", "intersections"),
    ("tangled", "intersecting"),
    ("stray", "exceed a bound"),
    ("strayed", "bound exceeded"),
    ("stir", "check a bound, XSPH viscosity"),
    ("stirs", "may move"),
    ("restless", "out of bounds"),
    ("brace", "boundary weight"),
    ("poke", "vertex–face contact"),
    ("pokes", "vertex–face contacts"),
    ("stud", "sample point"),
    ("studs", "sample points"),
    ("studded", "sampled"),
    ("sought", "reference position"),
    ("shove", "apply impulse"),
    ("lever", "Jacobian row"),
    ("levers", "Jacobian rows"),
    ("stance", "joint frames"),
    ("screw", "spatial vector"),
    ("rub", "friction"),
    ("spun", "angular impulse"),
    ("recall", "contact matching"),
    ("livings", "fluid materials"),
    ("swirl", "vorticity"),
    ("murk", "thickness"),
    ("inflate", "volume constraint"),
    ("inflation", "λ of a volume constraint"),
    ("doze", "sleep"),
    ("woke", "wake"),
    ("woken", "woken up: disturbed"),
    ("manners", "contact properties"),
    ("unparted", "not separated"),
    ("slack", "compensation, allowance"),
    ("tally", "accumulator"),
    ("told", "reported"),
    ("sew", "weld"),
    ("twin", "CPU implementation"),
    ("twins", "CPU implementations"),
    ("gone", "displacement, removed"),
    ("unforeseen", "deviation"),
];

/// The name of a committed scene, by which scripts run it.
const EXEMPT_IDENTIFIERS: &[&str] = &["tangled"];

fn rust_identifiers(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => rust_identifiers(group.stream(), found),
            TokenTree::Ident(name) => {
                found.insert(name.to_string());
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Every word of a shader outside of its comments; shaders have no strings but the names of files.
fn glsl_identifiers(text: &str) -> BTreeSet<String> {
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    let words = code.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The words of an identifier: `find_contactPairs` has find, contact and pairs.
fn words(identifier: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut last = '_';
    for c in identifier.chars() {
        if c == '_' || (c.is_uppercase() && last.is_lowercase()) {
            words.push(String::new());
        }
        if c != '_' {
            words
                .last_mut()
                .expect("one at least")
                .extend(c.to_lowercase());
        }
        last = c;
    }
    words
}

fn identifiers(path: &Path, text: &str) -> BTreeSet<String> {
    if path.extension().is_some_and(|e| e == "rs") {
        let tokens = text
            .parse()
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut found = BTreeSet::new();
        rust_identifiers(tokens, &mut found);
        found
    } else {
        glsl_identifiers(text)
    }
}

#[test]
fn identifiers_use_no_retired_words() {
    let mut sources = files(&["crates", "tests", "tools"], &["rs"]);
    sources.extend(files(&["shaders"], SHADERS));
    assert!(sources.len() > 500, "the project's sources were not found");
    let mut wrong = Vec::new();
    for (path, text) in &sources {
        let name = path
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        let all = identifiers(path, text).into_iter().chain(name);
        for identifier in all.filter(|found| !EXEMPT_IDENTIFIERS.contains(&found.as_str())) {
            for word in words(&identifier) {
                if let Some((_, instead)) = RETIRED.iter().find(|(retired, _)| *retired == word) {
                    let file = path.strip_prefix(root()).unwrap_or(path).display();
                    wrong.push(format!(
                        "{file}: `{identifier}`: write {instead} for {word}"
                    ));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} identifiers:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
