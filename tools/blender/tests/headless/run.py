"""Runs the tests in Blender. Blender 4.2 as a module can crash when it ends, after all tests, so the process ends by itself."""

import os
import sys
import unittest

done = unittest.main(module=None, argv=["unittest", *(sys.argv[1:] or ["discover"])], exit=False)
sys.stdout.flush()
sys.stderr.flush()
os._exit(not done.result.wasSuccessful())
