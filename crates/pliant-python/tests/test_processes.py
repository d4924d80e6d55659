"""Threads, processes, signals, memory."""

from __future__ import annotations

import gc
import multiprocessing
import os
import shutil
import subprocess
import sysconfig
import threading
import time

import pliant
import pytest
from conftest import SCENES, python


def test_the_lock_is_free_while_a_frame_runs():
    sim = pliant.Simulation(SCENES / "two_cloths.gltf", device="cpu", threads=1, substeps=20)
    done = threading.Event()
    thread = threading.Thread(target=lambda: (sim.step(20), done.set()))
    counted = 0
    thread.start()
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 5


def test_a_second_thread_gets_an_error():
    sim = pliant.Simulation(SCENES / "two_cloths.gltf", device="cpu", threads=1, substeps=50)
    thread = threading.Thread(target=lambda: sim.step(10))
    thread.start()
    messages = []
    while thread.is_alive():
        try:
            sim.bodies[0].positions
        except pliant.UsageError as error:
            messages.append(str(error))
        time.sleep(0.001)
    thread.join()
    assert any("another thread" in message for message in messages)
    sim.step()


INTERRUPTED = """
import os, signal, sys, threading, time
import pliant
sim = pliant.Simulation(sys.argv[1], device="cpu", threads=int(sys.argv[2]), substeps=20000)
twin = pliant.Simulation(sys.argv[1], device="cpu", threads=1, substeps=20000) if sys.argv[3] == "exact" else None
threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
began = time.monotonic()
before = sim.state_hash()
try:
    sim.step()
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - began < 8, sim.frame, sim.state_hash() == before)
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_works_within_a_frame(threads):
    done = python(INTERRUPTED, SCENES / "two_cloths.gltf", threads, "quick")
    assert done.stdout.split() == ["interrupted", "True", "0", "True"], done.stderr


def test_an_interrupted_frame_is_simulated_again(flag):
    code = """
import signal, sys
import pliant
class Stop(Exception): pass
def handler(*_): raise Stop
signal.signal(signal.SIGALRM, handler)
sim, twin = (pliant.Simulation(sys.argv[1], device="cpu", threads=1, substeps=6000) for _ in range(2))
twin.step(2)
signal.setitimer(signal.ITIMER_REAL, 0.07)
stopped = 0
while sim.frame < 2:
    try:
        sim.step()
    except Stop:
        stopped += 1
print(stopped, sim.state_hash() == twin.state_hash())
"""
    done = python(code, flag)
    assert done.stdout.split() == ["1", "True"], (done.stdout, done.stderr)


def test_a_run_is_interrupted(tmp_path):
    code = """
import os, signal, sys, threading
import pliant
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    pliant.run(sys.argv[1], frames=100000, device="cpu", output=sys.argv[2])
except KeyboardInterrupt:
    print("interrupted")
"""
    done = python(code, SCENES / "hanging_cloth.gltf", tmp_path / "run.glb")
    assert done.stdout.strip() == "interrupted" and not list(tmp_path.iterdir()), done.stderr


def _stepped(scene):
    sim = pliant.Simulation(scene, device="cpu", threads=2)
    sim.step(3)
    return sim.state_hash()


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_processes_have_simulations_of_their_own(method, flag):
    here = _stepped(flag)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(_stepped, [flag, flag]) == [here, here]


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_must_not_use_the_parents_simulation(flag):
    sim = pliant.Simulation(flag, device="cpu", threads=2)
    sim.step()
    read, written = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            sim.step()
        except pliant.Error as error:
            os.write(written, str(error).encode())
        del sim
        gc.collect()
        os._exit(0)
    os.close(written)
    message = os.read(read, 1000).decode()
    assert os.waitpid(child, 0)[1] == 0 and "forked" in message
    sim.step()


def test_no_leak_over_a_thousand_simulations(flag):
    scene = pliant.Scene(flag)

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def use():
        sim = pliant.Simulation(scene, device="cpu", threads=1, substeps=1)
        sim.step()
        sim.bodies["Flag"].positions

    for _ in range(200):
        use()
    before = resident()
    for _ in range(1000):
        use()
    assert resident() - before < 8 << 20


def test_the_command_line_is_in_the_wheel(flag):
    program = shutil.which("pliant", path=sysconfig.get_path("scripts"))
    assert program, "the wheel has no program"
    version = subprocess.run([program, "--version"], capture_output=True, text=True)
    assert version.stdout.strip() == f"pliant {pliant.__version__}"
    info = subprocess.run([program, "info", flag], capture_output=True, text=True)
    assert info.returncode == 0 and "Flag" in info.stdout
    wrong = subprocess.run([program, "run", "nothing.glb"], capture_output=True, text=True)
    assert wrong.returncode == 3 and wrong.stderr.count("\n") == 1
