"""`python -m pliant` is the program `pliant`."""

import sys

from ._command import main

sys.exit(main())
