"""What a simulation does: the tour of docs/python.md, function by function."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pliant
import pytest
from conftest import SCENES, gltf, grid, cloth, write


def test_a_flag_falls_and_stays_pinned(sim):
    body = sim.bodies["Flag"]
    start = body.positions
    assert start.shape == (81, 3) and start.dtype == np.float32 and start.flags.writeable
    sim.step(10)
    assert (sim.frame, round(sim.time, 6)) == (10, round(10 / 60, 6))
    now = body.positions
    left = start[:, 0] == 0
    assert np.array_equal(now[left], start[left])
    assert now[~left, 1].mean() < start[~left, 1].mean() - 0.005
    assert np.abs(body.velocities[~left]).max() > 0.1


def test_arrays_say_what_a_body_is(sim):
    body = sim.bodies["Flag"]
    assert np.isclose(body.mass.sum(), 0.2, rtol=1e-5) and body.mass.shape == (81,)
    assert np.array_equal(body.rest_positions, body.positions)
    assert body.indices.shape == (128, 3) and body.indices.max() == 80
    assert body.pins.tolist() == [9 * row for row in range(9)]
    assert len(body) == 81 and body.kind == "cloth" and body.name == "Flag"


def test_arrays_are_copies(sim):
    before = sim.bodies["Flag"].positions
    kept = before.copy()
    sim.step(2)
    assert np.array_equal(before, kept)
    before[:] = 7
    assert not (sim.bodies["Flag"].positions == 7).any()


def test_velocities_are_written_back(sim):
    body = sim.bodies["Flag"]
    body.velocities += [0, 0, 1]
    free = np.setdiff1d(np.arange(81), body.pins)
    assert np.allclose(body.velocities[free], [0, 0, 1])
    sim.step()
    assert body.positions[free, 2].mean() > 0.005


def test_positions_are_written_back(sim):
    body = sim.bodies["Flag"]
    sim.step(5)
    body.positions = body.positions + np.float32([0, 2, 0])
    assert body.positions[:, 1].min() > 1.5
    sim.step()
    assert abs(body.positions[0, 1] - 2) < 1e-6


def test_a_step_has_the_bits_of_the_command_line(tmp_path, flag):
    for scene in (flag, SCENES / "drape.gltf"):
        sim = pliant.Simulation(scene, device="cpu", threads=1, substeps=3)
        sim.step(3)
        state = tmp_path / "state"
        pliant.run(scene, frames=3, device="cpu", threads=1, substeps=3, save_state=state)
        other = pliant.Simulation(scene, device="cpu", threads=2, substeps=3)
        other.load(state.read_bytes())
        assert other.state_hash() == sim.state_hash()
        sim.step(2)
        other.step(2)
        assert other.state_hash() == sim.state_hash()


def test_metrics_are_those_of_the_command_line(tmp_path, flag):
    sim = pliant.Simulation(flag, device="cpu", measure=True, probe=["Flag:12"])
    sim.step(2)
    lines = tmp_path / "run.jsonl"
    pliant.run(flag, frames=2, device="cpu", metrics=lines, probe=["Flag:12"])
    header, *frames = [json.loads(line) for line in lines.read_text().splitlines()]
    last = frames[-1]
    del last["ms"]
    assert sim.metrics() == last
    assert sim.header == header
    assert sim.bodies["Flag"].metrics["max_strain"] == last["bodies"][0]["max_strain"]
    assert sim.metrics()["probes"][0]["index"] == 12


def test_states_continue_bit_for_bit(sim, flag):
    sim.step(3)
    state = pickle.loads(pickle.dumps(sim.save()))
    sim.step(3)
    after = sim.state_hash()
    sim.load(state)
    assert sim.frame == 3
    sim.step(3)
    assert sim.state_hash() == after
    new = pliant.Simulation(flag, device="cpu", threads=2)
    new.load(state)
    new.step(3)
    assert new.state_hash() == after


def test_reset_is_the_start(sim):
    first = sim.state_hash()
    sim.step(3)
    assert sim.state_hash() != first
    sim.reset()
    assert sim.frame == 0 and sim.state_hash() == first


def test_keys_change_between_frames(flag):
    stiff = pliant.Simulation(flag, device="cpu", substeps=2)
    soft = pliant.Simulation(flag, device="cpu", substeps=2)
    soft.set("Flag", stretch_compliance=1e-1)
    given = pliant.Scene(flag, set={"Flag": {"stretch_compliance": 1e-1}})
    loaded = pliant.Simulation(given, device="cpu", substeps=2)
    for each in (stiff, soft, loaded):
        each.step(20)
    assert soft.metrics()["bodies"][0]["max_strain"] > 1.5 * stiff.metrics()["bodies"][0]["max_strain"]
    assert soft.state_hash() == loaded.state_hash()
    # A state with the changed key belongs to a scene with that key.
    loaded.load(soft.save())
    stiff.bodies["Flag"].set(air_drag=5)
    with pytest.raises(pliant.RebuildRequired, match="density"):
        stiff.set("Flag", density=2)


def test_scenes_say_what_they_are(flag, tmp_path):
    scene = pliant.Scene(flag)
    assert scene.nodes == {"Flag": "cloth"} and scene.cameras == [] and scene.warnings == []
    assert "1 cloth" in repr(scene) and scene.name == "scene.gltf"
    again = pickle.loads(pickle.dumps(pliant.Scene(flag, pin={"Flag": [3]})))
    assert pliant.Simulation(again, device="cpu").bodies["Flag"].pins.tolist() == [3]
    points, faces = grid(3, 3)
    odd = write(tmp_path, gltf([("A", points, faces, cloth(pliant_colour=1), [0, 0, 0])]))
    with pytest.warns(pliant.SceneWarning, match="pliant_colour"):
        scene = pliant.Scene(odd)
    assert len(scene.warnings) == 1 and "1 warning" in repr(scene)


def test_overrides_reach_the_scene(flag):
    scene = pliant.Scene(flag, set={"Fl*": {"density": 2}}, pin={"Flag": [0, 8]})
    sim = pliant.Simulation(scene, device="cpu", gravity=[0, 0, 0], fps=30, substeps=2)
    assert sim.bodies["Flag"].pins.tolist() == [0, 8]
    assert np.isclose(sim.bodies["Flag"].mass.sum(), 2, rtol=1e-5)
    assert np.isclose(sim.dt, 1 / 30)
    sim.step(3)
    assert np.array_equal(sim.bodies["Flag"].positions, sim.bodies["Flag"].rest_positions)
    more = scene.with_keys({"Fl*": {"density": 3}})
    body = pliant.Simulation(more, device="cpu").bodies["Flag"]
    assert np.isclose(body.mass.sum(), 3, rtol=1e-5) and body.pins.tolist() == [0, 8]


def test_names_and_globs(ball):
    sim = pliant.Simulation(ball, device="cpu")
    assert sim.bodies.names == ["Sheet", "Box"] and len(sim.bodies) == 2
    assert [b.name for b in sim.bodies["*"]] == ["Sheet", "Box"]
    assert sim.bodies.glob("Bo?")[0] is sim.bodies["Box"] is sim.bodies[1]
    assert "Box" in sim.bodies and "Floor" not in sim.bodies
    assert dict(sim.bodies.items())["Sheet"] is sim.bodies.values()[0]
    assert '<rigid "Box": 8 kg>' in repr(sim.bodies) and "frame 0" in repr(sim)


def test_rigid_bodies_move_and_are_moved(ball):
    sim = pliant.Simulation(ball, device="cpu", gravity=[0, 0, 0])
    body = sim.bodies["Box"]
    position, rotation = body.pose
    assert np.allclose(position, [0, 1, 0]) and np.allclose(rotation, [0, 0, 0, 1])
    half = np.sqrt(0.5)
    body.pose = ([0, 2, 0], [0, half, 0, half])
    body.velocity = [1, 0, 0]
    body.angular_velocity = [0, 2, 0]
    position, rotation = body.pose
    assert np.allclose(position, [0, 2, 0]) and np.allclose(rotation, [0, half, 0, half], atol=1e-6)
    sim.step(60)
    assert np.allclose(body.pose[0], [1, 2, 0], atol=1e-3)
    assert np.allclose(body.velocity, [1, 0, 0]) and np.allclose(body.angular_velocity, [0, 2, 0])
    assert np.allclose(body.metrics["com"], [1, 2, 0], atol=1e-3)
    assert body.mass == pytest.approx(8)


def test_a_fallen_box_wakes_up_when_it_is_put_elsewhere(ball):
    sim = pliant.Simulation(ball, device="cpu")
    sim.step(90)
    assert sim.metrics()["sleeping"] == 1
    sim.bodies["Box"].pose = ([0, 1, 0], [0, 0, 0, 1])
    sim.step(10)
    assert sim.bodies["Box"].pose[0][1] < 0.95


def test_pins_are_moved(sim):
    body = sim.bodies["Flag"]
    sim.step(2)
    body.pin([0, 8])
    assert body.pins.tolist() == [0, 8] and sim.frame == 2
    held = body.positions[[0, 8]]
    sim.step(1)
    assert np.allclose(body.positions[[0, 8]], held, atol=1e-6)
    for _ in range(10):
        held = held + np.float32([0, 0.01, 0])
        body.move_pins(held)
        sim.step()
        assert np.allclose(body.positions[[0, 8]], held, atol=1e-5)
    assert np.allclose(body.velocities[0], [0, 0.6, 0], atol=1e-2)
    sim.step()
    assert np.allclose(body.positions[[0, 8]], held, atol=1e-5)
    body.pin([])
    low = body.positions[0, 1]
    sim.step(10)
    assert len(body.pins) == 0 and body.positions[0, 1] < low - 0.05


def test_pins_go_back_to_the_start(sim):
    body = sim.bodies["Flag"]
    body.pin(np.array([80]))
    start = body.positions[80]
    body.move_pins(start[None] + 0.1)
    sim.step()
    sim.reset()
    sim.step()
    assert np.allclose(body.positions[80], start, atol=1e-6)


def test_pictures(sim):
    image = sim.render(64, 48)
    assert image.shape == (48, 64, 4) and image.dtype == np.uint8
    assert len(np.unique(image.reshape(-1, 4), axis=0)) > 10
    sim.step(20)
    assert (sim.render(64, 48) != image).any()
    assert sim._repr_png_().startswith(b"\x89PNG")


def test_runs_write_outputs(tmp_path, flag):
    lines = tmp_path / "m.jsonl"
    out = [tmp_path / "{frame}.ply", str(tmp_path / "run.glb")]
    pliant.run(flag, frames=2, output=out, metrics=lines, device="cpu", set={"Flag": {"density": 1}})
    assert sorted(p.name for p in tmp_path.iterdir()) == ["0.ply", "1.ply", "2.ply", "m.jsonl", "run.glb"]
    assert json.loads(lines.read_text().splitlines()[0])["bodies"][0]["mass"] == pytest.approx(1)


def test_devices():
    assert list(pliant.devices())[-1] == "cpu" and pliant.devices()["cpu"] is None
