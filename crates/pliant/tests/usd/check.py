"""Checks a USD layer with Pixar's library: every sample reads, no validator complains, and points are the particles of the PLY files."""

import sys

import numpy
import ply
from pxr import Usd, UsdGeom, UsdValidation

stage = Usd.Stage.Open(sys.argv[1])
for prim in stage.Traverse():
    for attribute in prim.GetAttributes():
        for time in attribute.GetTimeSamples() or [Usd.TimeCode.Default()]:
            if attribute.HasAuthoredValue():
                assert attribute.Get(time) is not None, (attribute.GetPath(), time)

validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
assert len(validators) > 10, "there are no validators"
errors = UsdValidation.ValidationContext(validators).Validate(stage)
assert not errors, [error.GetMessage() for error in errors]

# Bodies are the first children, in their order. Particles of soft bodies are inside, and not drawn.
count = 0
for frame in (0, 13, 30):
    particles = ply.read(f"{frame}.ply")
    for body in numpy.unique(particles["body"]):
        prim = stage.GetDefaultPrim().GetChildren()[body]
        if prim.GetName() == "Jelly":
            continue
        points = numpy.array(UsdGeom.PointBased(prim).GetPointsAttr().Get(frame))
        own = particles["position"][particles["body"] == body]
        error = ply.distance(points, own)
        assert error == 0, (prim.GetPath(), frame, error)
        count += len(own)
print(f"{count} particles compared, {len(validators)} validators")
