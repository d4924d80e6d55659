//! `pliant keys`: every `pliant_` key with its kinds of bodies, unit, range, default and meaning, for scripts and add-ons.

use crate::exit::Error;
use crate::options::KeysOptions;
use crate::report::{self, Table};
use pliant_scene::{EMITTER_KEYS, EmitterKey, Field, Key, node_keys, scene_keys};
use serde_json::{Value, json};

/// Prints the table of keys.
pub(crate) fn keys(options: &KeysOptions) -> Result<(), Error> {
    if options.json {
        let rows = |keys: &[Key]| keys.iter().map(row).collect::<Vec<_>>();
        let kinds = pliant_scene::kind_names();
        let emitter: Vec<Value> = EMITTER_KEYS.iter().map(emitter_row).collect();
        let all = json!({
            "pliant_body": kinds,
            "node": rows(node_keys()),
            "scene": rows(scene_keys()),
            "pliant_emit": emitter,
        });
        return report::print_json(&all);
    }
    let mut table = Table::default();
    for key in node_keys().iter().chain(scene_keys()) {
        table.title(&format!("pliant_{}", key.name));
        table.row("meaning", &plain(key.meaning));
        let kinds: Vec<&str> = key.kinds().collect();
        let owner = if kinds.is_empty() {
            "the scene".to_owned()
        } else {
            kinds.join(", ")
        };
        table.row("for", &owner);
        let [unit, default] = key.unit_and_default();
        let range = key.field().to_string();
        for (heading, text) in [("unit", unit), ("range", range), ("default", default)] {
            if !text.is_empty() {
                table.row(heading, &text);
            }
        }
    }
    table.print()
}

/// A key as JSON. A kind with another unit or default is in `of_kind`.
fn row(key: &Key) -> Value {
    let of_kind: serde_json::Map<String, Value> = key
        .varies()
        .flat_map(|(kinds, unit, default)| {
            kinds.into_iter().map(move |kind| {
                (
                    kind.to_owned(),
                    json!({ "unit": unit, "default": default.to_string() }),
                )
            })
        })
        .collect();
    let mut row = json!({
        "key": format!("pliant_{}", key.name),
        "kinds": key.kinds().collect::<Vec<_>>(),
        "unit": key.unit,
        "default": key.default.to_string(),
        "meaning": plain(key.meaning),
    });
    extend(&mut row, field(key.field()));
    if !of_kind.is_empty() {
        extend(&mut row, json!({ "of_kind": of_kind }));
    }
    row
}

/// A key of the object that `pliant_emit` holds, as JSON.
fn emitter_row(key: &EmitterKey) -> Value {
    let mut row = json!({
        "key": key.name,
        "unit": key.unit,
        "default": key.default.to_string(),
        "meaning": key.meaning,
    });
    extend(&mut row, field(key.field));
    row
}

/// What a value may be, as JSON.
fn field(field: Field) -> Value {
    match field {
        Field::Number {
            min,
            max,
            open,
            whole,
        } => {
            let kind = if whole { "integer" } else { "number" };
            // JSON has no infinity: null is no bound.
            json!({ "type": kind, "min": finite(min), "max": finite(max), "exclusive": open })
        }
        Field::Bool => json!({ "type": "boolean" }),
        Field::Word(words) => json!({ "type": "word", "words": words }),
        Field::Vector => json!({ "type": "vector" }),
        Field::Text => json!({ "type": "text" }),
    }
}

/// Adds the entries of an object to another one.
fn extend(row: &mut Value, more: Value) {
    if let (Value::Object(row), Value::Object(more)) = (row, more) {
        row.extend(more);
    }
}

fn finite(bound: f64) -> Option<f64> {
    bound.is_finite().then_some(bound)
}

/// Markdown without links and code marks.
pub(crate) fn plain(meaning: &str) -> String {
    let mut text = String::new();
    let mut rest = meaning;
    while let Some((before, after)) = rest.split_once("](") {
        text += before;
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    text += rest;
    text.replace(['[', '`'], "").replace("]", "")
}

#[cfg(test)]
mod tests {
    use crate::options::CommandLine;
    use clap::CommandFactory;

    #[test]
    fn help_names_the_defaults_of_the_table() {
        let command = CommandLine::command();
        let run = command.find_subcommand("run").expect("the command run");
        let mut found = 0;
        for key in pliant_scene::scene_keys() {
            let mut options = run.get_arguments();
            let Some(option) = options.find(|option| option.get_long() == Some(key.name)) else {
                continue;
            };
            let help = option.get_help().expect("its help").to_string();
            let default = key.default.to_string();
            let default = default.replace(", ", ",").replace('−', "-");
            let end = format!("[default: the scene's, else {default}]");
            assert!(help.ends_with(&end), "--{}: {help}", key.name);
            found += 1;
        }
        assert!(found > 4, "options were not found");
    }

    #[test]
    fn meanings_lose_their_marks() {
        let plain = super::plain("a [selector](#selectors), or `b`; see [C](#c)");
        assert_eq!(plain, "a selector, or b; see C");
    }
}
