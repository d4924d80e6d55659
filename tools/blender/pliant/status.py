"""What the panels show of the last simulation: progress while it runs, then warnings and its failure."""

running = None
warnings = []
failure = ""


def begin(job):
    """A simulation starts, or with None nothing is shown any more."""
    global running, failure
    running, failure = job, ""
    warnings.clear()


def end(why=""):
    """It has ended, with a failure or without."""
    global running, failure
    if running is not None:
        warnings[:] = running.warnings
    running, failure = None, why
