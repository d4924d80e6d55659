"""Scenes for the tests: small ones, written here, and those of the repository."""

from __future__ import annotations

import base64
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import pliant

SCENES = pathlib.Path(__file__).parents[3] / "scenes"


def pytest_collection_modifyitems(config, items):
    if not os.environ.get("PLIANT_TEST_LONG"):
        for item in items:
            if "long" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="takes long: tools/test --long"))


def grid(columns, rows, size=1.0):
    """Vertices and triangles of a vertical sheet."""
    x, y = np.meshgrid(np.linspace(0, size, columns), np.linspace(0, size, rows))
    points = np.stack([x, y, np.zeros_like(x)], -1).reshape(-1, 3).astype(np.float32)
    a = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).reshape(-1)
    quads = np.stack([a, a + 1, a + columns + 1, a, a + columns + 1, a + columns], -1)
    return points, quads.reshape(-1, 3).astype(np.uint32)


def box():
    """Vertices and triangles of a cube of 0.2 m."""
    corners = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    points = 0.2 * (np.array(corners, np.float32) - 0.5)
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    faces = [t for a, b, c, d in sides for t in ((a, b, c), (a, c, d))]
    return points, np.array(faces, np.uint32)


def gltf(nodes, extras=None):
    """A scene of nodes (name, vertices, triangles, keys, translation)."""
    data, views, accessors, meshes, out = b"", [], [], [], []
    for name, points, faces, keys, place in nodes:
        for array, kind in ((points, "VEC3"), (faces, "SCALAR")):
            views.append({"buffer": 0, "byteOffset": len(data), "byteLength": array.nbytes})
            accessor = {
                "bufferView": len(views) - 1,
                "componentType": 5126 if kind == "VEC3" else 5125,
                "count": len(points) if kind == "VEC3" else faces.size,
                "type": kind,
            }
            if kind == "VEC3":
                accessor |= {"min": points.min(0).tolist(), "max": points.max(0).tolist()}
            accessors.append(accessor)
            data += array.tobytes()
        primitive = {"attributes": {"POSITION": len(accessors) - 2}, "indices": len(accessors) - 1}
        meshes.append({"primitives": [primitive]})
        out.append({"name": name, "mesh": len(meshes) - 1, "extras": keys, "translation": place})
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": list(range(len(out))), "extras": extras or {}}],
        "nodes": out,
        "meshes": meshes,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(data), "uri": uri}],
    }


def write(folder, scene, name="scene.gltf"):
    path = folder / name
    path.write_text(json.dumps(scene))
    return path


def cloth(**keys):
    return {"pliant_body": "cloth", **keys}


@pytest.fixture(scope="session")
def flag(tmp_path_factory):
    """A cloth of 9 × 9 particles, pinned at the left."""
    points, faces = grid(9, 9)
    nodes = [("Flag", points, faces, cloth(pliant_pin="left"), [0, 0, 0])]
    return write(tmp_path_factory.mktemp("flag"), gltf(nodes, {"pliant_substeps": 5}))


@pytest.fixture(scope="session")
def ball(tmp_path_factory):
    """A rigid cube of 8 kg without gravity's pull on anything else, a cloth, and a floor."""
    points, faces = box()
    floor = np.array([[-2, 0, -2], [2, 0, -2], [2, 0, 2], [-2, 0, 2]], np.float32)
    under = np.array([[0, 2, 1], [0, 3, 2]], np.uint32)
    sheet = grid(5, 5)
    nodes = [
        ("Sheet", *sheet, cloth(), [3, 1, 0]),
        ("Box", points, faces, {"pliant_body": "rigid"}, [0, 1, 0]),
        ("Floor", floor, under, {"pliant_body": "static"}, [0, 0, 0]),
    ]
    return write(tmp_path_factory.mktemp("ball"), gltf(nodes, {"pliant_substeps": 5}))


@pytest.fixture
def sim(flag):
    return pliant.Simulation(flag, device="cpu", threads=1)


def python(code, *words, **options):
    """Runs code in another process of Python, which Ctrl-C interrupts even where it is ignored here, as in background jobs."""
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n" + code
    command = [sys.executable, "-c", code, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)
