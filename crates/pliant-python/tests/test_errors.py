"""Each error names what is wrong."""

from __future__ import annotations

import pickle

import numpy as np
import pliant
import pytest
from conftest import SCENES


def test_wrong_arrays(sim):
    body = sim.bodies["Flag"]
    before = sim.state_hash()
    for value in (np.zeros((80, 3)), np.zeros((81, 2)), [1, 2], "text", np.zeros((81, 3, 3))):
        with pytest.raises(ValueError, match="Flag"):
            body.velocities = value
        with pytest.raises(pliant.UsageError, match="Flag"):
            body.positions = value
    for value in (np.nan, np.inf, 1e300):
        with pytest.raises(ValueError, match="not finite"):
            body.positions = np.full((81, 3), value)
    assert sim.state_hash() == before


def test_wrong_rigid_values(ball):
    body = pliant.Simulation(ball, device="cpu").bodies["Box"]
    with pytest.raises(ValueError, match="pose"):
        body.pose = 1
    with pytest.raises(ValueError, match="quaternion is zero"):
        body.pose = ([0, 0, 0], [0, 0, 0, 0])
    with pytest.raises(ValueError, match="shape"):
        body.pose = ([0, 0, 0], [0, 0, 1])
    with pytest.raises(ValueError, match="not finite"):
        body.velocity = [0, np.nan, 0]
    with pytest.raises(ValueError, match="angular_velocity"):
        body.angular_velocity = "fast"


def test_wrong_pins(sim):
    body = sim.bodies["Flag"]
    with pytest.raises(ValueError, match="0 to 80"):
        body.pin([81])
    with pytest.raises(ValueError, match="0 to 80"):
        body.pin([-1])
    with pytest.raises(ValueError, match="whole numbers"):
        body.pin([0.5])
    with pytest.raises(ValueError, match="nothing is pinned"):
        body.move_pins(np.zeros((9, 3)))
    body.pin([1, 2])
    with pytest.raises(ValueError, match=r"\(2, 3\)"):
        body.move_pins(np.zeros((3, 3)))


def test_unknown_names(sim):
    for what in ("Flog", "X*"):
        with pytest.raises(KeyError, match='there are "Flag"') as caught:
            sim.bodies[what]
        assert isinstance(caught.value, pliant.UsageError)
    with pytest.raises(pliant.UsageError, match="camera"):
        sim.render(32, 32, camera="Main")
    with pytest.raises(pliant.UsageError, match="Flog"):
        sim.set("Flog", air_drag=1)
    with pytest.raises(IndexError):
        sim.bodies[3]


def test_wrong_keys(sim, flag):
    with pytest.raises(pliant.UsageError, match="no such key"):
        sim.set("Flag", colour=1)
    with pytest.raises(pliant.Error, match="air_drag"):
        sim.set("Flag", air_drag="much")
    with pytest.raises(pliant.UsageError, match="stretch_compliance"):
        sim.set("Flag", stretch_compliance=-1)
    with pytest.raises(pliant.UsageError, match="no such key"):
        pliant.Scene(flag, set={"Flag": {"colour": 1}})
    with pytest.raises(pliant.UsageError, match="dict of keys"):
        pliant.Scene(flag, set={"Flag": 3})
    with pytest.raises(pliant.UsageError, match="Fl0g"):
        pliant.Scene(flag, pin={"Fl0g": "left"})
    with pytest.raises(pliant.UsageError, match="whole number"):
        pliant.Scene(flag, pin={"Flag": [1.5]})


def test_wrong_options(flag, sim):
    for options in ({"substeps": 0}, {"fps": -1}, {"solver": "magic"}, {"gravity": [0, 1]}, {"probe": ["Flag:99"]}):
        with pytest.raises(pliant.UsageError, match=f"--{next(iter(options))}"):
            pliant.Simulation(flag, device="cpu", **options)
    with pytest.raises(pliant.UsageError, match="no such device|NoSuchCard"):
        pliant.Simulation(flag, device="NoSuchCard")
    with pytest.raises(pliant.UsageError, match="whole number"):
        sim.step(1.5)
    with pytest.raises(pliant.UsageError, match="whole number"):
        sim.step(-1)
    with pytest.raises(pliant.UsageError, match="pixels|whole"):
        sim.render(0, 10)
    with pytest.raises(pliant.UsageError, match="fluids"):
        sim.render(10, 10, fluids="fog")
    with pytest.raises(TypeError):
        pliant.Simulation(flag, colour=1)


def test_wrong_files(tmp_path, sim):
    with pytest.raises(pliant.SceneError, match="nothing.glb"):
        pliant.Scene(tmp_path / "nothing.glb")
    with pytest.raises(pliant.SceneError):
        pliant.Scene(b"no GLB")
    with pytest.raises(pliant.SceneError):
        sim.load(b"no state")
    with pytest.raises(pliant.UsageError, match="bytes"):
        sim.load("state")
    other = pliant.Simulation(SCENES / "hanging_cloth.gltf", device="cpu")
    with pytest.raises(pliant.SceneError, match="another scene"):
        sim.load(other.save())
    state = sim.save()
    with pytest.raises(pliant.SceneError):
        sim.load(state[:-100])
    sim.load(state)


def test_wrong_runs(tmp_path, flag):
    with pytest.raises(pliant.OutputError, match="missing"):
        pliant.run(flag, frames=1, device="cpu", output=tmp_path / "missing/a.ply")
    with pytest.raises(pliant.UsageError, match="--turbo"):
        pliant.run(flag, turbo=True)
    with pytest.raises(pliant.CheckError):
        pliant.run(flag, frames=1, device="cpu", check=True)


def test_a_diverged_simulation_is_dead_until_it_is_reset(flag):
    sim = pliant.Simulation(flag, device="cpu", threads=1)
    body = sim.bodies["Flag"]
    start = sim.save()
    body.velocities = np.full((81, 3), 3e38)
    with pytest.raises(pliant.Diverged) as caught:
        sim.step(50)
    error = caught.value
    assert error.body == "Flag" and error.frame >= 1 and "/" in error.pass_
    with pytest.raises(pliant.Diverged, match="Flag"):
        sim.step()
    sim.load(start)
    sim.step()
    again = pickle.loads(pickle.dumps(error))
    assert (again.body, again.frame, str(again)) == (error.body, error.frame, str(error))
