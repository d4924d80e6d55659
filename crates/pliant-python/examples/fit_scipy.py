"""Fits the compliances of a cloth to a recorded drape, by scipy.

    python examples/fit_scipy.py SCENE NODE [frames]

The recording is made here with known compliances, so that the result can be checked; in practice `recorded` comes from a scan. Every
candidate starts from the same state, so a simulation is built once and its keys change.
"""

import sys

import numpy as np
import pliant
from scipy.optimize import minimize

KEYS = ("stretch_compliance", "bend_compliance")


def drape(sim: pliant.Simulation, node: str, logs: np.ndarray, frames: int) -> np.ndarray:
    """Shape of the cloth after some frames, with compliances of these logarithms."""
    sim.set(node, **{key: float(10.0**log) for key, log in zip(KEYS, logs)})
    sim.reset()
    sim.step(frames)
    return sim.bodies[node].positions


def main() -> None:
    path, node = sys.argv[1:3]
    frames = int(sys.argv[3]) if len(sys.argv) > 3 else 30
    sim = pliant.Simulation(path, device="cpu", threads=1, substeps=4)
    truth = np.array([-2.0, -1.0])
    recorded = drape(sim, node, truth, frames)

    def error(logs: np.ndarray) -> float:
        distance = drape(sim, node, np.clip(logs, -5, 1), frames) - recorded
        return float(np.sqrt((distance**2).sum(1).mean()))

    start = np.array([-3.0, -2.0])
    found = minimize(error, start, method="Nelder-Mead", options={"maxfev": 120, "xatol": 0.02, "fatol": 1e-6})
    for key, log, right in zip(KEYS, found.x, truth):
        print(f"{key}: {10**log:.3g} (recorded with {10**right:.3g})")
    print(f"error: {1e3 * error(start):.3f} mm at first, {1e3 * found.fun:.3f} mm now, {found.nfev} drapes")


if __name__ == "__main__":
    main()
