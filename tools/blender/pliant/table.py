"""The table of `pliant_` keys. `keys.json` is what `pliant keys --json` prints; a test of the program keeps it fresh.

Every field of the panels follows from this table, so that a key that the program gains appears here without further code.
"""

import json
import math
from dataclasses import dataclass, field
from pathlib import Path

PREFIX = "pliant_"
# What a field begins with where the default is a phrase, such as "from density".
START_ABOVE_ZERO = 0.1
START_FROM_ZERO = 0.01


@dataclass(frozen=True)
class Key:
    """A row of the table."""

    name: str
    type: str
    unit: str
    default: str
    meaning: str
    kinds: tuple = ()
    words: tuple = ()
    min: float = -math.inf
    max: float = math.inf
    exclusive: bool = False
    of_kind: dict = field(default_factory=dict)

    @property
    def short(self):
        """Its name without the prefix: the name of its field."""
        return self.name.removeprefix(PREFIX)

    @property
    def title(self):
        """Its name as a label."""
        return self.short.replace("_", " ").capitalize().replace("Youngs", "Young's").replace("Poissons", "Poisson's")

    def unit_of(self, kind):
        """Unit of its value for a kind of body."""
        return self.of_kind.get(kind, {}).get("unit") or self.unit

    def default_of(self, kind):
        """Default for a kind of body, in words."""
        return self.of_kind.get(kind, {}).get("default") or self.default

    def label(self, kind=""):
        """Title with the unit."""
        unit = self.unit_of(kind)
        return f"{self.title} ({unit})" if unit else self.title

    def range(self):
        """The range of a number in words; empty without bounds."""
        low, high = self.min > -math.inf, self.max < math.inf
        if self.exclusive:
            bounds = [f"above {self.min:g}"] * low + [f"below {self.max:g}"] * high
            return ", ".join(bounds)
        if low and high:
            return f"{self.min:g} to {self.max:g}"
        return f"{self.min:g} or more" if low else f"{self.max:g} or less" if high else ""

    def tooltip(self):
        """Meaning, range and default: what a pointer over the field shows."""
        worded = self.meaning.startswith(self.words) if self.words else False
        parts = [self.meaning + "." if worded else sentence(self.meaning)]
        if self.range():
            parts.append(f"Range: {self.range()}.")
        parts.append(f"Default: {self.defaults()}.")
        if self.type == "vector":
            parts.append("In Blender's axes, Z is up; the custom property has those of glTF, Y is up.")
        return " ".join(parts)

    def defaults(self):
        """Default with its unit; those of single kinds with their names."""
        if not self.of_kind:
            return with_unit(in_blender(self) or "none", self.unit)
        groups = {}
        for kind in self.of_kind:
            groups.setdefault(with_unit(self.default_of(kind), self.unit_of(kind)), []).append(kind)
        others = [with_unit(self.default, self.unit)] if self.default else []
        return "; ".join(others + [f"{text} ({', '.join(kinds)})" for text, kinds in groups.items()])

    def bounds(self):
        """Smallest and largest value of a field, which excludes the bounds themselves where the key does."""
        inset = 1e-6 if math.isfinite(self.min) and math.isfinite(self.max) else 1e-9
        inset = inset if self.exclusive else 0.0
        return self.min + inset, self.max - inset

    def start(self, kind=""):
        """The value that a field begins with: the default, or a value in range where the default is a phrase."""
        default = self.default_of(kind)
        if self.type == "boolean":
            return default == "true"
        if self.type == "word":
            return default if default in self.words else self.words[0]
        if self.type == "vector":
            return vector(default)
        if self.type == "text":
            return ""
        low, high = self.bounds()
        value = number(default)
        if value is None:
            value = START_ABOVE_ZERO if self.exclusive else START_FROM_ZERO
        value = min(max(value, low), high)
        return round(value) if self.type == "integer" else value


@dataclass(frozen=True)
class Table:
    """All keys."""

    kinds: tuple
    node: tuple
    scene: tuple
    emitter: tuple

    def of_kind(self, kind):
        """The keys that a kind of body reads."""
        return [key for key in self.node if kind in key.kinds]


def sentence(text):
    """A meaning as a sentence."""
    return text[:1].upper() + text[1:] + "."


def with_unit(text, unit):
    """A default with its unit, where it is a number."""
    return f"{text} {unit}" if unit and number(text.split(",")[0]) is not None else text


def in_blender(key):
    """The default in words; vectors in Blender's axes."""
    value = vector(key.default, None) if key.type == "vector" else None
    if value is None:
        return key.default
    x, y, z = value
    return ", ".join(f"{part + 0.0:g}" for part in (x, -z, y))


def number(text):
    """The number of a text, else None."""
    try:
        return float(text.replace("−", "-"))
    except ValueError:
        return None


def vector(text, otherwise=(0.0, 0.0, 0.0)):
    """Three numbers of a text with commas."""
    parts = [number(part) for part in text.split(",")]
    return tuple(parts) if len(parts) == 3 and None not in parts else otherwise


def parse(row):
    """A row of the JSON."""
    bound = {name: value for name in ("min", "max") if (value := row.get(name)) is not None}
    listed = {name: tuple(row[name]) for name in ("kinds", "words") if name in row}
    plain = {name: row[name] for name in ("type", "unit", "default", "meaning")}
    return Key(
        name=row["key"],
        exclusive=row.get("exclusive", False),
        of_kind=row.get("of_kind", {}),
        **plain,
        **bound,
        **listed,
    )


def load(file=Path(__file__).with_name("keys.json")):
    """Reads the table."""
    data = json.loads(Path(file).read_text(encoding="utf-8"))
    rows = {name: tuple(parse(row) for row in data[name]) for name in ("node", "scene", "pliant_emit")}
    return Table(tuple(data["pliant_body"]), rows["node"], rows["scene"], rows["pliant_emit"])


TABLE = load()
