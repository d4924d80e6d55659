"""The tour of docs/python.md: python examples/tour.py scenes/flag.gltf [folder for pictures]"""

import pathlib
import sys

import numpy as np
import pliant

scene = pliant.Scene(sys.argv[1], set={"Flag": {"bend_compliance": 0.1}})
sim = pliant.Simulation(scene, device="cpu", substeps=10)
print(sim)
flag = sim.bodies["Flag"]

for _ in range(30):
    sim.step()
print("mean position:", flag.positions.mean(axis=0))

# Push the flag sideways for half a second.
state = sim.save()
for _ in range(30):
    flag.forces[:] = flag.mass[:, None] * np.float32([0, 0, 5])
    sim.step()
print("pushed:", flag.positions.mean(axis=0))

# Go back, and take it by other points.
sim.load(state)
flag.pin(np.argsort(flag.positions[:, 1])[-3:])
held = flag.positions[flag.pins]
for frame in range(30):
    held = held + np.float32([0, -0.01, 0])
    flag.move_pins(held)
    sim.step()
print("lowered:", flag.positions.mean(axis=0))
print("kinetic energy:", sim.metrics()["bodies"][0]["kinetic_energy"], "J")

if len(sys.argv) > 2:
    from pliant._png import png

    folder = pathlib.Path(sys.argv[2])
    (folder / "tour.png").write_bytes(png(sim.render(640, 360)))
