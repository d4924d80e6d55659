"""Runs the tests in a folder.

    run.py FOLDER [arguments of unittest]

Without arguments of unittest there are several processes, each with its part of the tests. A run in which no test runs fails.
Tests that are skipped are listed with their reasons, and slow ones with their seconds.
"""

import os
import subprocess
import sys
import time
import unittest

# Most processes; there are no more than cores.
PROCESSES = 4
# Tests that take longer are listed, s.
SLOW = 5


class Part(unittest.TestLoader):
    """Finds one of so many parts of the tests."""

    def __init__(self, part, parts):
        super().__init__()
        self.part = part
        self.parts = parts

    def discover(self, *arguments, **options):
        """Neighbours are in different parts, since tests of one class take about equally long."""
        return self.suiteClass(flat(super().discover(*arguments, **options))[self.part :: self.parts])


def flat(suite):
    """The tests of a suite."""
    return [test for part in suite for test in flat(part)] if isinstance(suite, unittest.TestSuite) else [suite]


class Result(unittest.TextTestResult):
    """Measures seconds of tests."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.seconds = {}

    def startTest(self, test):
        super().startTest(test)
        self.seconds[test.id()] = time.perf_counter()

    def stopTest(self, test):
        super().stopTest(test)
        self.seconds[test.id()] = time.perf_counter() - self.seconds[test.id()]


def run(folder, part, parts, words):
    """Runs a part of the tests; returns whether there are some, and all succeed."""
    os.chdir(folder)
    sys.path.insert(0, "")
    runner = unittest.TextTestRunner(resultclass=Result)
    arguments = ["unittest", *(words or ["discover"])]
    result = unittest.main(None, argv=arguments, testRunner=runner, testLoader=Part(part, parts), exit=False).result
    for test, reason in result.skipped:
        print(f"skipped: {test.id()}: {reason}")
    for test, seconds in result.seconds.items():
        if seconds > SLOW:
            print(f"slow: {test}: {seconds:.1f} s")
    ran = result.testsRun > len(result.skipped)
    if not ran:
        print(f"run.py: no test of {folder} has run")
    return ran and result.wasSuccessful()


def spread(folder, parts):
    """Runs the tests in processes; what they print follows each other."""
    commands = [[sys.executable, __file__, folder, "--part", str(part), str(parts)] for part in range(parts)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for command in commands]
    for child in children:
        sys.stdout.buffer.write(child.communicate()[0])
    return not any(child.returncode for child in children)


def main(folder, *words):
    """Returns whether all went well."""
    if words[:1] == ("--part",):
        return run(folder, int(words[1]), int(words[2]), ())
    return run(folder, 0, 1, words) if words else spread(folder, min(PROCESSES, os.cpu_count()))


well = main(*sys.argv[1:])
sys.stdout.flush()
sys.stderr.flush()
# Blender 4.2 as a module can crash when it ends, after all tests, so the process ends by itself.
os._exit(not well)
