"""Values of custom properties as values of fields, and back. Custom properties hold what the glTF file holds.

A custom property may hold anything, since it may come from a script or an older file. `to_field` returns None for a value of
the wrong type, and `problem` says in a sentence what is accepted.
"""

import json

from . import axes

SELECTORS = ("top", "bottom", "left", "right", "front", "back", "corners")


def plain(value):
    """A value of a custom property without Blender's own types."""
    for name in ("to_dict", "to_list"):
        if hasattr(value, name):
            return plain(getattr(value, name)())
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def is_number(value):
    """Whether it is a number; a boolean is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def to_field(key, value):
    """What the field of a key shows for the value of its custom property; None if it has the wrong type."""
    value = plain(value)
    if key.type == "boolean":
        return bool(value) if value in (0, 1) else None
    if key.type in ("number", "integer"):
        return value if is_number(value) else None
    if key.type == "word":
        return value if value in key.words else None
    if key.type == "vector":
        fits = isinstance(value, list) and len(value) == 3 and all(map(is_number, value))
        return axes.to_blender(value) if fits else None
    return to_text(value)


def to_text(value):
    """A list or a text as a line: numbers with commas, strings with semicolons, anything else as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(map(is_number, value)):
        return ", ".join(f"{part:g}" for part in value)
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "; ".join(value)
    return json.dumps(value, ensure_ascii=False)


def to_property(key, value):
    """The custom property for the value of a field."""
    if key.type == "boolean":
        return bool(value)
    if key.type == "integer":
        return int(value)
    if key.type == "number":
        low, high = key.bounds()
        return shortest(min(max(value, low), high))
    if key.type == "vector":
        return [shortest(part) for part in axes.to_gltf(value)]
    if key.name == "pliant_expect":
        return expectations(value)
    return value


def shortest(value):
    """The shortest number that single precision does not distinguish: fields have single precision, and 0.3 shall stay 0.3."""
    return float(f"{value:.7g}") + 0.0


def expectations(text):
    """A list of objects from JSON; the text itself if it is none, so that nothing typed is lost."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, list) and all(isinstance(part, dict) for part in value) else text


def problem(key, value):
    """What is wrong with the value of a custom property, in a sentence; empty if nothing is."""
    value = plain(value)
    if key.name == "pliant_pin":
        return pin_problem(value)
    if key.name == "pliant_attach":
        return attach_problem(value)
    if key.name == "pliant_expect":
        fits = isinstance(value, list) and all(isinstance(part, dict) for part in value)
        return "" if fits else 'Write a JSON list, such as [{"body": "Flag", "metric": "com.y", "at": "end", "min": 0.9}].'
    shown = to_field(key, value)
    if shown is None:
        return f"{value!r} is no value for it: {accepted(key)}."
    low, high = key.bounds()
    if key.type in ("number", "integer") and not low <= shown <= high:
        return f"{shown:g} is out of range: {accepted(key)}."
    return ""


def accepted(key):
    """What a key accepts, in words."""
    if key.type == "word":
        return "choose one of " + ", ".join(key.words)
    noun = {"boolean": "true or false", "vector": "three numbers", "integer": "a whole number", "number": "a number"}
    return ", ".join(filter(None, ["give " + noun.get(key.type, "a text"), key.range()]))


def pin_problem(value):
    """A selector is a side, a number, or several with commas."""
    parts = value.split(",") if isinstance(value, str) else value
    fits = isinstance(parts, list) and parts and all(is_selector(str(part)) for part in parts)
    if not fits:
        return "Write sides with commas, such as left, right: " + ", ".join(SELECTORS) + "; or numbers of vertices."
    return ""


def is_selector(text):
    """Whether it is one side or one number of a vertex."""
    text = text.strip()
    return text in SELECTORS or text.removesuffix(".0").isdigit()


def entries(value):
    """The entries of `pliant_attach`, which is a list of strings or one string with semicolons."""
    value = plain(value)
    parts = value.split(";") if isinstance(value, str) else value if isinstance(value, list) else []
    return [part.strip() for part in parts if isinstance(part, str) and part.strip()]


def attach_problem(value):
    """Each entry names vertices, and an object after the last equals sign."""
    parts = entries(value)
    for part in parts:
        selector, _, node = part.rpartition("=")
        if not node or pin_problem(selector):
            return f"{part!r} is no attachment: write SIDE=OBJECT, such as left=Pole, and semicolons between several."
    return "" if parts else "Write SIDE=OBJECT, such as left=Pole, and semicolons between several."
