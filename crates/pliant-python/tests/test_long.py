"""Examples that need more packages: tools/test-python --long."""

from __future__ import annotations

import csv
import subprocess
import sys

import numpy as np
import pytest
from conftest import SCENES

EXAMPLES = SCENES.parent / "crates/pliant-python/examples"


def example(name, *words):
    command = [sys.executable, EXAMPLES / name, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_tour(tmp_path):
    out = example("tour.py", SCENES / "flag.gltf", tmp_path)
    assert "pushed" in out and (tmp_path / "tour.png").stat().st_size > 5000


@pytest.mark.long
def test_a_sweep_by_ray(tmp_path):
    out = example("sweep_ray.py", SCENES / "flag.gltf", tmp_path / "s.csv", tmp_path / "s.png", 64, 60)
    rows = list(csv.DictReader((tmp_path / "s.csv").open()))
    assert len(rows) == 64 and "64 variants" in out and (tmp_path / "s.png").exists()
    assert len({row["height"] for row in rows}) > 10


@pytest.mark.long
def test_a_fit_by_scipy(flag):
    out = example("fit_scipy.py", flag, "Flag", 20)
    line = out.splitlines()[-1]
    before, after = (float(part.split()[0]) for part in (line.split(": ")[1], line.split("first, ")[1]))
    assert after < 0.2 * before, out


@pytest.mark.long
def test_the_environment_is_one_of_gymnasium():
    import gymnasium
    import pliant.gym  # noqa: F401
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("pliant/Net-v0", render_mode="rgb_array")
    check_env(env.unwrapped, skip_render_check=True)
    total = 0.0
    seen, _ = env.reset(seed=3)
    for _ in range(300):
        # Keep the net under the ball.
        action = np.clip(4 * seen[3:6] * [1, 0, 1], -1, 1).astype(np.float32)
        seen, reward, lost, ended, _ = env.step(action)
        total += reward
        if lost or ended:
            break
    assert total > 100, total
    assert env.render().shape == (360, 640, 3)
