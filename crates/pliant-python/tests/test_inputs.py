"""Forces, joints, triggers, contacts and batches."""

from __future__ import annotations

import numpy as np
import pliant
import pytest
from conftest import SCENES, cloth, gltf, grid, write


def test_forces_push_particles_for_one_step(flag):
    sim = pliant.Simulation(flag, device="cpu", threads=1, gravity=[0, 0, 0])
    plain = pliant.Simulation(flag, device="cpu", threads=1, gravity=[0, 0, 0])
    body = sim.bodies["Flag"]
    acceleration = np.float32([0, 0, 2])
    body.forces[:] = body.mass[:, None] * acceleration
    sim.step()
    plain.step()
    free = np.setdiff1d(np.arange(81), body.pins)
    assert not body.forces.any() and np.array_equal(body.positions[body.pins], body.rest_positions[body.pins])
    # Five substeps of the same acceleration.
    far = free[body.rest_positions[free, 0] > 0.8]
    h = 1 / 300
    assert np.allclose(body.velocities[far, 2].mean(), 2 / 60, rtol=0.05)
    assert np.allclose(body.positions[far, 2].mean(), 15 * h * h * 2, rtol=0.05)
    speed = body.velocities[:, 2].max()
    sim.step()
    assert body.velocities[:, 2].max() < 1.2 * speed
    body.forces = [0, 0, 1]
    assert (body.forces[:, 2] == 1).all()
    body.forces = 0


def test_zero_forces_change_no_bit(flag):
    sim = pliant.Simulation(flag, device="cpu", threads=1)
    plain = pliant.Simulation(flag, device="cpu", threads=1)
    sim.bodies["Flag"].forces[:] = 0
    for each in (sim, plain):
        each.step(3)
    assert sim.state_hash() == plain.state_hash()


def test_forces_are_no_part_of_a_state(flag):
    sim = pliant.Simulation(flag, device="cpu", threads=1)
    state = sim.save()
    sim.bodies["Flag"].forces[:] = 0.01
    sim.step()
    sim.load(state)
    sim.step()
    other = pliant.Simulation(flag, device="cpu", threads=1)
    other.load(sim.save())
    other.reset()
    other.step()
    assert other.state_hash() == sim.state_hash()


def test_loads_move_rigid_bodies(ball):
    sim = pliant.Simulation(ball, device="cpu", gravity=[0, 0, 0])
    body = sim.bodies["Box"]
    for _ in range(30):
        body.force = [16, 0, 0]
        body.torque[:] = [0, 0.1, 0]
        sim.step()
    assert np.allclose(body.velocity, [1, 0, 0], atol=1e-4)
    inertia = 8 * 0.2**2 / 6
    assert np.allclose(body.angular_velocity, [0, 0.05 / inertia, 0], rtol=1e-3, atol=1e-5)
    assert not body.force.any()
    sim.step(30)
    assert np.allclose(body.velocity, [1, 0, 0], atol=1e-4)


def test_a_force_wakes_a_sleeping_body(ball):
    sim = pliant.Simulation(ball, device="cpu")
    sim.step(90)
    assert sim.metrics()["sleeping"] == 1
    for _ in range(10):
        sim.bodies["Box"].force = [0, 160, 0]
        sim.step()
    assert sim.bodies["Box"].pose[0][1] > 0.12


def test_wrong_forces(sim, ball):
    with pytest.raises(ValueError, match="shape"):
        sim.bodies["Flag"].forces = np.zeros((3, 2))
    sim.bodies["Flag"].forces[3, 1] = np.nan
    with pytest.raises(ValueError, match="not finite"):
        sim.step()
    sim.bodies["Flag"].forces = 0
    sim.step()
    box = pliant.Simulation(ball, device="cpu").bodies["Box"]
    with pytest.raises(ValueError, match="torque"):
        box.torque = [1, 2]


def test_contacts_of_a_resting_box(ball):
    sim = pliant.Simulation(ball, device="cpu")
    none = sim.contacts()
    assert len(none.body) == 0 and none.position.shape == (0, 3)
    sim.bodies["Sheet"].positions += [0, 4, 0]
    sim.step(45)
    contacts = sim.contacts()
    assert set(contacts.node) == {"Floor"} and set(contacts.body) == {1}
    assert np.allclose(contacts.normal, [0, 1, 0], atol=0.03)
    assert np.allclose(contacts.position[:, 1], 0, atol=5e-3)
    assert np.allclose(contacts.force.sum(0), [0, 8 * 9.81, 0], rtol=0.05, atol=2)
    assert contacts.node.shape == contacts.body.shape and contacts.force.dtype == np.float32


def test_contacts_of_cloth_with_a_collider():
    sim = pliant.Simulation(SCENES / "drape.gltf", device="cpu", substeps=5)
    sim.step(60)
    contacts = sim.contacts()
    assert len(contacts.body) == sim.metrics()["contacts_by_kind"]["collider"] > 0
    assert set(contacts.body) == {0}
    assert np.allclose(np.linalg.norm(contacts.normal, axis=1), 1, atol=1e-4)
    assert ((contacts.force * contacts.normal).sum(1) > 0).all()


def test_joints_have_loads_and_targets():
    sim = pliant.Simulation(SCENES / "car.gltf", device="cpu", substeps=4)
    driven = [joint for joint in sim.joints if len(joint.targets)]
    assert len(sim.joints) > 3 and driven and "drives" in repr(driven[0])
    assert not driven[0].force.any()
    before = driven[0].targets
    driven[0].targets = before + np.float32([0, 1])
    assert np.allclose(driven[0].targets, before + [0, 1])
    sim.step(3)
    assert driven[0].force.any() and not driven[0].broken and driven[0].torque.shape == (3,)
    with pytest.raises(ValueError, match="targets"):
        driven[0].targets = np.zeros((9, 2))
    with pytest.raises(KeyError, match="joint"):
        sim.joints["no such joint"]


def test_targets_drive_joints():
    def turned(speed):
        sim = pliant.Simulation(SCENES / "car.gltf", device="cpu", substeps=4)
        for joint in sim.joints:
            if len(joint.targets):
                joint.targets = joint.targets * np.float32([1, speed])
        start = np.stack([b.pose[0] for b in sim.bodies if isinstance(b, pliant.RigidBody)])
        sim.step(60)
        now = np.stack([b.pose[0] for b in sim.bodies if isinstance(b, pliant.RigidBody)])
        return np.linalg.norm((now - start)[:, [0, 2]], axis=1).max()

    assert turned(0) < 0.5 * turned(1)


def test_triggers():
    sim = pliant.Simulation(SCENES / "khr_triggers.gltf", device="cpu", substeps=2)
    assert len(sim.triggers) > 0
    entered = 0
    for _ in range(60):
        sim.step()
        entered = max(entered, max(t.metrics["entered"] for t in sim.triggers))
    assert entered > 0 and isinstance(sim.triggers[0].bodies, list) and "trigger" in repr(sim.triggers[0])


def test_a_batch_is_many_simulations(flag):
    vary = [{"Flag": {"bend_compliance": b}} for b in (0.001, 0.1, 10)]
    batch = pliant.Batch(flag, vary=vary, threads=2)
    batch.step(4)
    alone = []
    for keys in vary:
        sim = pliant.Simulation(pliant.Scene(flag, set=keys), device="cpu")
        sim.step(4)
        alone.append(sim.bodies["Flag"].positions)
    flags = batch.bodies["Flag"]
    assert np.array_equal(flags.positions, np.stack(alone)) and len(batch) == 3
    assert flags.velocities.shape == (3, 81, 3) and flags.mass.shape == (3, 81)
    assert batch[1].frame == 4 and [m["frame"] for m in batch.metrics()] == [4, 4, 4]
    assert "3 simulations" in repr(batch) and "3 times" in repr(flags)


def test_a_batch_is_reset_by_a_mask(flag):
    batch = pliant.Batch(flag, 4, threads=2)
    start = batch.bodies["Flag"].positions
    batch.step(3)
    batch.reset(np.array([True, False, False, True]))
    assert batch.frame.tolist() == [0, 3, 3, 0]
    assert np.array_equal(batch.bodies["Flag"].positions[[0, 3]], start[[0, 3]])
    batch.reset()
    assert batch.frame.tolist() == [0] * 4


def test_a_batch_is_pushed(flag, ball):
    batch = pliant.Batch(flag, 2, gravity=[0, 0, 0])
    batch.bodies["Flag"].push(np.float32([[0, 0, 0.01], [0, 0, -0.01]])[:, None, :])
    batch.step()
    z = batch.bodies["Flag"].velocities[:, 40, 2]
    assert z[0] > 0 > z[1]
    batch.bodies["Flag"].velocities = np.zeros((2, 81, 3))
    batch.bodies["Flag"].positions = batch.bodies["Flag"].positions
    boxes = pliant.Batch(ball, 2, gravity=[0, 0, 0]).bodies["Box"]
    boxes.velocity = [[1, 0, 0], [2, 0, 0]]
    boxes.push([[1, 0, 0], [0, 0, 0]])
    assert boxes.velocity[:, 0].tolist() == [1, 2] and boxes.pose[0].shape == (2, 3) and boxes.mass.shape == (2,)
    with pytest.raises(AttributeError, match="rigid"):
        boxes.positions


def test_wrong_batches(flag):
    with pytest.raises(ValueError, match="count"):
        pliant.Batch(flag, 0)
    with pytest.raises(ValueError, match="3"):
        pliant.Batch(flag, 3, vary=[{}])
    batch = pliant.Batch(flag, 2)
    for mask in ([True], [1, 0], np.zeros((2, 2), bool)):
        with pytest.raises(ValueError, match="mask"):
            batch.reset(mask)
    with pytest.raises(ValueError, match="shape"):
        batch.bodies["Flag"].positions = np.zeros((3, 81, 3))


def test_a_diverged_member_is_named_and_the_others_go_on(flag):
    batch = pliant.Batch(flag, 3, threads=2)
    batch[1].bodies["Flag"].velocities = np.full((81, 3), 3e38)
    with pytest.raises(pliant.Diverged, match="simulation 1"):
        batch.step(5)
    assert batch.frame[[0, 2]].tolist() == [5, 5]
    batch.reset(np.array([False, True, False]))
    batch.step()


def test_pins_and_forces_survive_a_tear(tmp_path):
    points, faces = grid(7, 7)
    keys = cloth(pliant_pin="top", pliant_tear_strain=0.2, pliant_stretch_compliance=1e-2)
    scene = write(tmp_path, gltf([("Sheet", points, faces, keys, [0, 0, 0])]))
    sim = pliant.Simulation(scene, device="cpu", substeps=5)
    body = sim.bodies["Sheet"]
    body.pin(range(42, 49))
    for _ in range(60):
        body.forces = [0, -1, 0]
        sim.step()
        if len(body) > 49:
            break
    low = body.positions[:, 1].min()
    body.forces = [0, -1, 0]
    sim.step()
    assert body.positions[:, 1].min() < low
    assert len(body) > 49 and len(body.mass) == len(body.forces) == len(body.positions)
