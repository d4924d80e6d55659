"""A sweep over machines: 64 variants of a flag's bending compliance, by Ray; a table and a plot.

    python examples/sweep_ray.py scenes/flag.gltf sweep.csv sweep.png [variants] [frames]

On one machine Ray starts workers itself. On a cluster, `ray job submit -- python sweep_ray.py …` runs the same file; the scene must be
readable there, so it is sent along as bytes where it is a .glb file.
"""

import csv
import pathlib
import sys

import matplotlib
import numpy as np
import pliant
import ray

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


@ray.remote(num_cpus=1)
def variant(scene: bytes | str, bend: float, frames: int) -> dict[str, float]:
    """Simulates a variant; returns how the flag flies."""
    with_bend = pliant.Scene(scene, set={"Flag": {"bend_compliance": bend}})
    sim = pliant.Simulation(with_bend, device="cpu", threads=1, substeps=5)
    flag = sim.bodies["Flag"]
    heights = []
    for _ in range(frames):
        sim.step()
        heights.append(flag.positions[:, 1].mean())
    body = sim.metrics()["bodies"][0]
    size = np.subtract(body["aabb"][1], body["aabb"][0])
    return {"bend_compliance": bend, "height": float(np.mean(heights)), "depth": float(size[2])}


def main() -> None:
    path, table, plot = map(pathlib.Path, sys.argv[1:4])
    variants, frames = (int(word) for word in (sys.argv[4:6] or ("64", "60")))
    scene = path.read_bytes() if path.suffix == ".glb" else str(path.resolve())
    ray.init(ignore_reinit_error=True, include_dashboard=False, log_to_driver=False)
    bends = np.geomspace(1e-4, 10, variants)
    rows = ray.get([variant.remote(scene, float(bend), frames) for bend in bends])
    ray.shutdown()
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    figure, axes = plt.subplots(figsize=(6, 4))
    axes.semilogx(bends, [row["height"] for row in rows], marker=".")
    axes.set(xlabel="bend compliance, rad/(N·m)", ylabel="mean height, m")
    figure.tight_layout()
    figure.savefig(plot)
    print(f"{variants} variants, {table} and {plot}")


if __name__ == "__main__":
    main()
