"""Keys as custom properties of objects and scenes: reading, writing, and where a value comes from.

The custom properties are the truth: the usual glTF export carries them, and files that have them need no add-on.
"""

from . import convert
from .table import TABLE

BODY = "pliant_body"
EMIT = "pliant_emit"


def owners(item):
    """What may hold an object's keys, by precedence: the object, its mesh, its first material. A scene holds its own."""
    found = [("", item)]
    if hasattr(item, "material_slots"):
        if item.data is not None:
            found.append(("mesh", item.data))
        materials = [slot.material for slot in item.material_slots if slot.material]
        found += [("material", material) for material in materials[:1]]
    return found


def holder(item, name):
    """The nearest owner of a key with its word; None where no one has it."""
    return next(((word, owner) for word, owner in owners(item) if name in owner), None)


def raw(item, name):
    """The value of a key as a custom property, own or inherited; None without one."""
    found = holder(item, name)
    return convert.plain(found[1][name]) if found else None


def kind(item):
    """The kind of body of an object; that of the default is none."""
    word = raw(item, BODY)
    return word if word in TABLE.kinds else "none"


def set_kind(item, word):
    """Chooses a kind. An object without a kind needs no property that says so."""
    item[BODY] = word
    if word == "none":
        del item[BODY]
        if raw(item, BODY) not in (None, "none"):
            item[BODY] = word


def kind_problem(item):
    """What is wrong with the kind, in a sentence."""
    word = raw(item, BODY)
    if word is None or word in TABLE.kinds:
        return ""
    return f"{word!r} is no kind of body: choose one of " + ", ".join(TABLE.kinds) + "."


def shown(item, key):
    """What the field of a key shows: its value, else what it begins with."""
    value = raw(item, key.name)
    value = None if value is None else convert.to_field(key, value)
    return key.start(kind_of(item)) if value is None else value


def kind_of(item):
    """The kind of an object; a scene has none."""
    return kind(item) if hasattr(item, "material_slots") else ""


def is_own(item, key):
    """Whether the item itself has the key."""
    return key.name in item


def store(item, key, value):
    """Writes the value of a field."""
    item[key.name] = convert.to_property(key, value)


def switch(item, key, on):
    """Sets a key to what its field shows, or removes it, so that the default applies."""
    if on:
        store(item, key, shown(item, key))
    elif key.name in item:
        del item[key.name]


def emitter(item):
    """The object of `pliant_emit`; empty without one."""
    value = raw(item, EMIT)
    return value if isinstance(value, dict) else {}


def emitter_shown(item, key):
    """What the field of a key of the emitter shows."""
    value = emitter(item).get(key.name)
    value = None if value is None else convert.to_field(key, value)
    return key.start("fluid") if value is None else value


def emitter_store(item, key, value):
    """Writes the value of a field of the emitter. Without a rate it would be none."""
    rate = next(row for row in TABLE.emitter if row.name == "rate")
    item[EMIT] = {"rate": rate.start("fluid")} | emitter(item) | {key.name: convert.to_property(key, value)}


def emitter_switch(item, key, on):
    """Sets a key of the emitter, or removes it. Without its rate nothing is emitted, and the key itself is removed."""
    if on:
        emitter_store(item, key, emitter_shown(item, key))
    elif key.name == "rate" and EMIT in item:
        del item[EMIT]
    elif EMIT in item:
        item[EMIT] = {name: value for name, value in emitter(item).items() if name != key.name}


def has(item, name):
    """Whether a key is set, on the item or on what it inherits from."""
    return raw(item, name) is not None
