"""Runs the tests in a folder.

    run.py FOLDER [arguments of unittest]

A run in which no test runs fails. Tests that are skipped are listed with their reasons.
"""

import os
import sys
import unittest

folder, *words = sys.argv[1:]
os.chdir(folder)
sys.path.insert(0, "")
result = unittest.main(module=None, argv=["unittest", *(words or ["discover"])], exit=False).result
for test, reason in result.skipped:
    print(f"skipped: {test.id()}: {reason}")
ran = result.testsRun > len(result.skipped)
if not ran:
    print(f"run.py: no test of {folder} has run", file=sys.stderr)
sys.stdout.flush()
sys.stderr.flush()
# Blender 4.2 as a module can crash when it ends, after all tests, so the process ends by itself.
os._exit(not (result.wasSuccessful() and ran))
