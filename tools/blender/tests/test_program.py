"""The program as a child process, and point caches: plain Python."""

import os
import stat
import struct
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pliant import point_cache, program  # noqa: E402

LOG = """ INFO cpu, 2 threads
 WARN node "Flag": pliant_densty is not a known key; ignored
 WARN node "Flag": another one
pliant: body Flag diverged in frame 3: use more substeps
"""


@unittest.skipUnless(os.name == "posix", "its programs are shell scripts")
class Run(unittest.TestCase):
    """A run of a program."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, script):
        """A program that is a shell script."""
        file = self.folder / "pliant"
        file.write_text("#!/bin/sh\n" + script)
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        return str(file)

    def run_script(self, script):
        """Starts it."""
        return program.Run(self.program(script), [], self.folder)

    def ended(self, run):
        """Waits for it."""
        while run.running():
            time.sleep(0.01)

    def test_a_missing_program_says_where_to_choose_it(self):
        with self.assertRaisesRegex(program.Failure, "There is no program 'no_such_pliant'.*Preferences"):
            program.find("no_such_pliant")

    def test_the_last_message_is_the_failure(self):
        with self.run_script(f"cat >&2 <<'E'\n{LOG}E\nexit 5\n") as run:
            self.ended(run)
            with self.assertRaisesRegex(program.Failure, "body Flag diverged in frame 3"):
                run.check()
            self.assertEqual(len(run.messages()[0]), 2)

    def test_a_program_without_a_message_has_an_exit_code(self):
        with self.run_script("exit 4\n") as run, self.assertRaisesRegex(program.Failure, "no usable device"):
            run.check()
        with self.run_script("kill -9 $$\n") as run, self.assertRaisesRegex(program.Failure, "exit code -9"):
            run.check()

    def test_a_program_that_is_left_is_ended(self):
        with self.run_script("exec sleep 60\n") as run:
            self.assertTrue(run.running())
        self.assertFalse(run.running())

    def test_a_program_that_does_not_end_is_killed(self):
        patience, program.PATIENCE = program.PATIENCE, 0.2
        self.addCleanup(setattr, program, "PATIENCE", patience)
        with self.run_script("trap '' TERM\ntouch \"$0.ready\"\nwhile :; do sleep 0.05; done\n") as run:
            while not (self.folder / "pliant.ready").exists():
                time.sleep(0.01)
        self.assertFalse(run.running())

    def test_progress_is_read_from_metrics_as_they_grow(self):
        metrics = program.Metrics(self.folder / "metrics.jsonl")
        self.addCleanup(metrics.close)
        self.assertEqual(metrics.read(), -1)
        with open(metrics.file, "w", encoding="utf-8") as file:
            file.write('{"pliant":"0.1.0","bodies":[{"name":"Flag","kind":"cloth"}]}\n{"frame":0,"bod')
            file.flush()
            self.assertEqual(metrics.read(), -1)
            file.write('ies":[]}\n{"frame":1}\n{"fra')
            file.flush()
            self.assertEqual(metrics.read(), 1)
        self.assertEqual(metrics.kinds, {"Flag": "cloth"})

    def test_arguments(self):
        found = program.run_arguments("a.glb", "/out", frames=10, fps=24000 / 1001, device="cpu", surface=True)
        self.assertEqual(found[:6], ["run", "a.glb", "--frames", "10", "--fps", "23.97602398"])
        self.assertIn(str(Path("/out") / "surface.usdc"), found)
        self.assertEqual(found[-4:], ["--ply", "surface", "--device", "cpu"])
        self.assertEqual(program.view_arguments("a.glb", fps=24), ["view", "a.glb", "--fps", "24"])


class PointCache(unittest.TestCase):
    """Files of the format PC2."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "a.pc2"

    def block(self, *numbers):
        return struct.pack(f"<{len(numbers)}f", *numbers)

    def test_it_is_read_back(self):
        writer = point_cache.Writer(self.file, 2, 2, start=5)
        writer.add(self.block(0, 1, 2, 3, 4, 5))
        self.assertFalse(self.file.exists())
        writer.add(self.block(6, 7, 8, 9, 10, 11))
        writer.close()
        self.assertEqual(point_cache.read(self.file), [[(0, 1, 2), (3, 4, 5)], [(6, 7, 8), (9, 10, 11)]])
        header = struct.unpack("<12siiffi", self.file.read_bytes()[:32])
        self.assertEqual(header, (b"POINTCACHE2\0", 1, 2, 5.0, 1.0, 2))

    def test_an_incomplete_cache_is_none(self):
        writer = point_cache.Writer(self.file, 1, 2)
        with self.assertRaisesRegex(ValueError, "a frame has 4 bytes instead of 12"):
            writer.add(b"abcd")
        writer.add(self.block(0, 0, 0))
        with self.assertRaisesRegex(ValueError, "1 frames are missing"):
            writer.close()
        writer.discard()
        self.assertEqual(list(self.file.parent.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
