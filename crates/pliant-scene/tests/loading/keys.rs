//! The tables of keys in docs/authoring.md are those of the program.

use pliant_scene::{Field, Key, node_keys, scene_keys};
use std::fmt::Write;

/// Names for sets of kinds that many keys share.
const SETS: [(&str, &[&str]); 3] = [
    (
        "any node",
        &[
            "cloth",
            "soft",
            "balloon",
            "rope",
            "fluid",
            "rigid",
            "kinematic",
            "static",
            "trigger",
            "none",
        ],
    ),
    (
        "all",
        &[
            "cloth",
            "soft",
            "balloon",
            "rope",
            "fluid",
            "rigid",
            "kinematic",
            "static",
        ],
    ),
    ("deformable", &["cloth", "soft", "balloon", "rope", "fluid"]),
];

fn kinds(key: &Key) -> String {
    let own: Vec<&str> = key.kinds().collect();
    let set = SETS.iter().find(|(_, set)| *set == own);
    set.map_or_else(|| own.join(", "), |(name, _)| (*name).to_owned())
}

/// The range in words; words to type are code.
fn range(key: &Key) -> String {
    match key.field() {
        Field::Word(words) => {
            let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            quoted.join(", ")
        }
        field => field.to_string(),
    }
}

fn table(keys: &[Key], kinds_too: bool) -> String {
    let column = if kinds_too { " for |" } else { "" };
    let rule = if kinds_too { "---|" } else { "" };
    let mut text = format!(
        "| key |{column} meaning | unit | range | default |\n|---|{rule}---|---|---|---|\n"
    );
    for key in keys {
        let kinds = if kinds_too {
            format!(" {} |", kinds(key))
        } else {
            String::new()
        };
        let [unit, default] = key.unit_and_default();
        let cells = [key.meaning, &unit, &range(key), &default]
            .map(|cell| format!(" {cell} |").replace("  ", " "));
        let _ = writeln!(text, "| `pliant_{}` |{kinds}{}", key.name, cells.concat());
    }
    text
}

#[test]
fn the_documentation_has_the_tables_of_the_program() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join("docs/authoring.md");
    let mut text = std::fs::read_to_string(&file).expect("docs/authoring.md");
    let tables = [
        ("keys of bodies", table(node_keys(), true)),
        ("keys of the scene", table(scene_keys(), false)),
    ];
    let before = text.clone();
    for (name, table) in tables {
        let command = "written by PLIANT_BLESS=1 cargo test -p pliant-scene --test loading keys";
        let (first, last) = (
            format!("<!-- {name}: {command} -->\n"),
            format!("<!-- end of {name} -->"),
        );
        let start = text.find(&first).expect("the mark before the table") + first.len();
        let end = start + text[start..].find(&last).expect("the mark after the table");
        text.replace_range(start..end, &table);
    }
    if std::env::var_os("PLIANT_BLESS").is_some() {
        std::fs::write(file, text).expect("it can be written");
    } else {
        assert!(
            text == before,
            "docs/authoring.md has other keys than the program: run the command above its table"
        );
    }
}

#[test]
fn every_key_has_a_meaning_and_a_default_for_each_kind() {
    for key in node_keys().iter().chain(scene_keys()) {
        assert!(
            !key.meaning.is_empty() && !key.meaning.contains('|'),
            "{}",
            key.name
        );
        for kind in key.kinds() {
            assert!(
                !key.of_kind(kind).1.to_string().is_empty(),
                "{} of {kind}",
                key.name
            );
        }
    }
}
