"""Errors. Each says in one line what is wrong and what to do."""

from __future__ import annotations


class Error(Exception):
    """Any failure of Pliant."""


class UsageError(Error, ValueError):
    """A wrong option, key or value."""


class UnknownName(UsageError, KeyError):
    """No body, joint or trigger has this name."""

    # KeyError would show the message in quotes.
    __str__ = Exception.__str__


class RebuildRequired(UsageError):
    """The key cannot change while a simulation runs: load a `Scene` with it and make a new `Simulation`."""


class SceneError(Error):
    """A scene or a saved state cannot be loaded."""


class DeviceError(Error):
    """No usable device, too little memory, or the device was lost."""


class OutputError(Error, OSError):
    """An output of `pliant.run` cannot be written."""


class CheckError(Error):
    """An expectation of the scene is not met (`pliant.run(..., check=True)`)."""


class Diverged(Error):
    """A value is no longer finite. `reset` or `load` makes the simulation usable again."""

    frame: int
    """The frame that was being simulated."""
    body: str
    """Name of the body."""
    pass_: str
    """First pass whose output was not finite."""

    def __init__(self, message: str, frame: int, body: str, pass_: str) -> None:
        super().__init__(message)
        self.frame = frame
        self.body = body
        self.pass_ = pass_

    def __reduce__(self) -> tuple[type[Diverged], tuple[str, int, str, str]]:
        return Diverged, (str(self), self.frame, self.body, self.pass_)


class SceneWarning(UserWarning):
    """Something in a scene was ignored or is not understood."""
