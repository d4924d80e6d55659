"""An environment for learning: a net catches balls. It needs the package gymnasium (`pip install pliant[gym]`).

    import gymnasium, pliant.gym

    env = gymnasium.make("pliant/Net-v0")
"""

from __future__ import annotations

import json
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from ._scene import Scene
from ._simulation import Simulation

_COLUMNS = 9
_SIZE = 1.0
_HEIGHT = 0.5
_SPEED = 1.5


class NetEnv(gymnasium.Env[npt.NDArray[np.float32], npt.NDArray[np.float32]]):
    """A net of cloth hangs from a square frame that the agent moves; a ball is thrown towards it.

    action: velocity of the frame along x, y and z, as parts of 1.5 m/s: (3,), each −1 to 1.
    observation: position of the frame's centre, position and velocity of the ball relative to it: (9,), m and m/s.
    reward: 1 for each frame in which the ball is caught (above the net and slower than 1 m/s against it), minus a small cost of the action.
    An episode ends where the ball falls below the net (−10), or after 300 frames.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 60}

    def __init__(self, render_mode: str | None = None, substeps: int = 10) -> None:
        self.render_mode = render_mode
        self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (3,), np.float32)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (9,), np.float32)
        self._sim = Simulation(Scene(_scene()), device="cpu", threads=1, substeps=substeps)
        self._net, self._ball = self._sim.bodies["Net"], self._sim.bodies["Ball"]
        rest = self._net.rest_positions
        edge = (np.abs(rest[:, [0, 2]]) > 0.5 * _SIZE - 1e-3).any(1)
        self._net.pin(np.flatnonzero(edge))
        self._rest = rest[edge]
        self._center = np.zeros(3)
        self._frames = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Throws a new ball."""
        super().reset(seed=seed)
        self._sim.reset()
        self._center = np.zeros(3)
        self._frames = 0
        place = self.np_random.uniform([-0.6, 1.5, -0.6], [0.6, 2.0, 0.6])
        self._ball.pose = (place, [0, 0, 0, 1])
        self._ball.velocity = np.array([-place[0], 0, -place[2]]) * self.np_random.uniform(0.2, 1.0)
        return self._observed(), {}

    def step(
        self, action: npt.NDArray[np.float32]
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Moves the frame for 1/60 s."""
        move = np.clip(np.asarray(action, np.float64), -1, 1)
        self._center = self._center + move * _SPEED * self._sim.dt
        self._net.move_pins(self._rest + self._center)
        self._sim.step()
        self._frames += 1
        seen = self._observed()
        offset, velocity = seen[3:6], seen[6:9] - move * _SPEED
        lost = bool(offset[1] < -0.6 or np.abs(offset).max() > 4)
        inside = bool(np.abs(offset[[0, 2]]).max() < 0.5 * _SIZE and offset[1] < 0.25)
        caught = inside and not lost and float(np.linalg.norm(velocity)) < 1
        reward = float(caught) - 0.05 * float(move @ move) - 10.0 * lost
        return seen, reward, lost, self._frames >= 300, {"caught": caught}

    def _observed(self) -> npt.NDArray[np.float32]:
        position, _ = self._ball.pose
        center = self._center + [0, _HEIGHT, 0]
        return np.concatenate([center, position - center, self._ball.velocity]).astype(np.float32)

    def render(self) -> npt.NDArray[np.uint8] | None:  # type: ignore[override]
        """A picture of (360, 640, 3), where `render_mode` is "rgb_array"."""
        return self._sim.render(640, 360, camera="Camera")[..., :3] if self.render_mode == "rgb_array" else None


def _scene() -> bytes:
    """The net and the ball as a GLB."""
    at = np.linspace(-0.5 * _SIZE, 0.5 * _SIZE, _COLUMNS)
    x, z = np.meshgrid(at, at)
    net = np.stack([x, np.full_like(x, _HEIGHT), z], -1).reshape(-1, 3).astype(np.float32)
    a = (np.arange(_COLUMNS - 1)[:, None] * _COLUMNS + np.arange(_COLUMNS - 1)).reshape(-1)
    quads = np.stack([a, a + _COLUMNS, a + 1, a + 1, a + _COLUMNS, a + _COLUMNS + 1], -1)
    t = (1 + 5**0.5) / 2
    corners = [p for i in (-1, 1) for j in (-t, t) for p in ([0, i, j], [i, j, 0], [j, 0, i])]
    ball = (np.array(corners, np.float32) / np.linalg.norm([1, t]) * 0.08).astype(np.float32)
    near = np.linalg.norm(ball[:, None] - ball[None], axis=-1)
    side = near[near > 1e-6].min() * 1.01
    faces = []
    for i in range(12):
        for j in range(i + 1, 12):
            for k in range(j + 1, 12):
                if max(near[i, j], near[j, k], near[i, k]) < side:
                    out = np.cross(ball[j] - ball[i], ball[k] - ball[i]) @ ball[i] > 0
                    faces.append([i, j, k] if out else [i, k, j])
    arrays = [net, quads.reshape(-1).astype(np.uint32), ball, np.array(faces, np.uint32).reshape(-1)]
    data = b"".join(each.tobytes() for each in arrays)
    views, accessors, begin = [], [], 0
    for each in arrays:
        views.append({"buffer": 0, "byteOffset": begin, "byteLength": each.nbytes})
        begin += each.nbytes
        accessor: dict[str, Any] = {"bufferView": len(views) - 1, "count": len(each)}
        if each.ndim == 2:
            accessor |= {"componentType": 5126, "type": "VEC3"}
            accessor |= {"min": each.min(0).tolist(), "max": each.max(0).tolist()}
        else:
            accessor |= {"componentType": 5125, "type": "SCALAR"}
        accessors.append(accessor)
    meshes = [{"primitives": [{"attributes": {"POSITION": 2 * i}, "indices": 2 * i + 1}]} for i in (0, 1)]
    keys = {"pliant_body": "cloth", "pliant_density": 0.3, "pliant_stretch_compliance": 1e-4}
    body = {"pliant_body": "rigid", "pliant_mass": 0.2, "pliant_collider": "sphere"}
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0, 1, 2]}],
        "nodes": [
            {"name": "Net", "mesh": 0, "extras": keys},
            {"name": "Ball", "mesh": 1, "extras": body, "translation": [0, 2, 0]},
            {"name": "Camera", "camera": 0, "translation": [0, 1.5, 3], "rotation": [-0.16, 0, 0, 0.987]},
        ],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.05}}],
        "meshes": meshes,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(data)}],
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    data += b"\0" * (-len(data) % 4)

    def chunk(kind: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4, "little") + kind + content

    body_of_file = chunk(b"JSON", text) + chunk(b"BIN\0", data)
    return b"glTF" + (2).to_bytes(4, "little") + (12 + len(body_of_file)).to_bytes(4, "little") + body_of_file


gymnasium.register(id="pliant/Net-v0", entry_point="pliant.gym:NetEnv")
