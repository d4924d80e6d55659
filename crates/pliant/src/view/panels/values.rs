//! Fields for the values of keys, drawn from the table of keys.

use egui::{DragValue, Ui};
use pliant_scene::{Field, Key};
use serde_json::{Value, json};

/// A row of a key: its name, a field for its value with the unit, and a button that removes the change. `given` is the value of the file
/// or of a change; without one the field has the default. Returns the new value, or `Some(None)` to remove the change.
pub(super) fn row(
    ui: &mut Ui,
    key: &Key,
    kind: &str,
    given: Option<&Value>,
    changed: bool,
) -> Option<Option<Value>> {
    let (unit, default) = key.of_kind(kind);
    let default = default.to_string();
    let name = key.name.replace('_', " ");
    let label = egui::RichText::new(name);
    let label = match (changed, given) {
        (true, _) => label.color(super::style::ACCENT),
        (false, Some(_)) => label.strong(),
        (false, None) => label,
    };
    let hover = format!(
        "pliant_{}\n{}\nDefault: {default}{}",
        key.name,
        crate::keys::plain(key.meaning),
        range(key)
    );
    ui.add(egui::Label::new(label).truncate())
        .on_hover_text(hover);
    let mut result = None;
    ui.horizontal(|ui| {
        let back = if changed { 24.0 } else { 0.0 };
        ui.set_width(ui.available_width());
        ui.scope(|ui| {
            ui.set_max_width(ui.available_width() - back);
            if let Some(value) = field(ui, key, unit, &default, given) {
                result = Some(Some(value));
            }
        });
        if changed {
            let button = ui.add(egui::Button::new("↺").frame(false));
            if button.on_hover_text("as in the file").clicked() {
                result = Some(None);
            }
        }
    });
    ui.end_row();
    result
}

fn range(key: &Key) -> String {
    match key.field() {
        field @ Field::Number { .. } => format!("\nRange: {field}"),
        _ => String::new(),
    }
}

fn field(
    ui: &mut Ui,
    key: &Key,
    unit: &str,
    default: &str,
    given: Option<&Value>,
) -> Option<Value> {
    match key.field() {
        Field::Number { .. } => number(ui, key, unit, default, given),
        Field::Bool => {
            let mut on = given.map_or(default == "true", |v| {
                v.as_bool().unwrap_or_else(|| v.as_f64() != Some(0.0))
            });
            ui.checkbox(&mut on, "").changed().then(|| json!(on))
        }
        Field::Word(words) => {
            let now = given.and_then(Value::as_str).unwrap_or(default);
            word(ui, key.name, now, words)
        }
        Field::Vector => vector(ui, unit, given),
        Field::Text => text(ui, key, default, given),
    }
}

/// A list of words to choose from.
pub(super) fn word(ui: &mut Ui, id: &str, now: &str, words: &[&str]) -> Option<Value> {
    let mut chosen = None;
    egui::ComboBox::from_id_salt(id)
        .selected_text(now)
        .width(ui.available_width() - 8.0)
        .show_ui(ui, |ui| {
            for word in words {
                if ui.selectable_label(*word == now, *word).clicked() {
                    chosen = Some(json!(word));
                }
            }
        });
    chosen
}

fn number(
    ui: &mut Ui,
    key: &Key,
    unit: &str,
    default: &str,
    given: Option<&Value>,
) -> Option<Value> {
    let Field::Number {
        min,
        max,
        open,
        whole,
    } = key.field()
    else {
        return None;
    };
    let known = given
        .and_then(Value::as_f64)
        .or_else(|| default.parse().ok());
    let Some(mut number) = known else {
        // The default is no number: a click begins with one.
        let button = egui::Button::new(default).truncate();
        let begin = if min.is_finite() {
            f64::max(min, 1.0).min(max)
        } else {
            0.0
        };
        return ui.add(button).clicked().then(|| json!(begin));
    };
    let before = number;
    let least = if open && min.is_finite() {
        min + 1e-12
    } else {
        min
    };
    let speed = if whole {
        0.1
    } else {
        (number.abs() * 0.01).max(1e-4)
    };
    let mut drag = DragValue::new(&mut number)
        .range(least..=max)
        .speed(speed)
        .update_while_editing(false);
    drag = if whole {
        drag.fixed_decimals(0)
    } else {
        drag.custom_formatter(|n, _| short(n))
    };
    if !unit.is_empty() {
        drag = drag.suffix(format!(" {unit}"));
    }
    let height = ui.spacing().interact_size.y;
    ui.add_sized([ui.available_width(), height], drag);
    let value = if whole {
        json!(number.round() as u64)
    } else {
        json!(number)
    };
    (number != before).then_some(value)
}

/// A number with four digits, as people write it.
pub(super) fn short(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 {
        return "0".to_owned();
    }
    if !(1e-4..1e6).contains(&size) {
        return format!("{number:.3e}");
    }
    let digits = (3 - size.log10().floor() as i32).clamp(0, 7) as usize;
    let text = format!("{number:.digits$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn vector(ui: &mut Ui, unit: &str, given: Option<&Value>) -> Option<Value> {
    let list = given.and_then(Value::as_array);
    let component = |k: usize| list.and_then(|l| l.get(k)?.as_f64()).unwrap_or(0.0);
    let mut now = [0, 1, 2].map(component);
    let before = now;
    ui.spacing_mut().item_spacing.x = 2.0;
    let width = (ui.available_width() - 32.0) / 3.0;
    for number in &mut now {
        let drag = DragValue::new(number)
            .speed(0.05)
            .custom_formatter(|n, _| short(n))
            .update_while_editing(false);
        ui.add_sized([width, 20.0], drag);
    }
    ui.weak(unit);
    (now != before).then(|| json!(now))
}

/// A text field; it takes effect with Enter or when it loses the keyboard.
fn text(ui: &mut Ui, key: &Key, default: &str, given: Option<&Value>) -> Option<Value> {
    let id = ui.id().with(key.name);
    let now = match given {
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => String::new(),
    };
    let mut text = ui
        .data(|d| d.get_temp::<String>(id))
        .unwrap_or_else(|| now.clone());
    let field = egui::TextEdit::singleline(&mut text)
        .hint_text(default)
        .desired_width(f32::INFINITY);
    let response = ui.add(field);
    if response.has_focus() {
        ui.data_mut(|d| d.insert_temp(id, text));
        return None;
    }
    ui.data_mut(|d| d.remove_temp::<String>(id));
    let done = response.lost_focus() && text != now && !text.trim().is_empty();
    done.then(|| serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_short() {
        let all = [
            0.0, 0.01, 1.0, 1000.0, 123_456.0, 1e-7, 2e9, -9.81, 0.333_333,
        ];
        let texts = [
            "0", "0.01", "1", "1000", "123456", "1.000e-7", "2.000e9", "-9.81", "0.3333",
        ];
        assert_eq!(all.map(super::short), texts);
    }
}
