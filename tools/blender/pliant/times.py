"""Times of animations in a file of Blender's export."""


def stretch(glb, factor):
    """Multiplies the times of all animations. The export multiplies by a frame rate's base instead of dividing."""
    inputs = {sampler["input"] for animation in glb.json.get("animations", []) for sampler in animation["samplers"]}
    for index in inputs:
        accessor = glb.json["accessors"][index]
        times = glb.array(index)[:, 0] * factor
        accessor["bufferView"] = glb.json["accessors"][glb.add_scalars(times)]["bufferView"]
        accessor["byteOffset"] = 0
        accessor["min"], accessor["max"] = [float(times.min())], [float(times.max())]


def last_time(glb):
    """The time of the last key of all animations, s."""
    inputs = [sampler["input"] for animation in glb.json.get("animations", []) for sampler in animation["samplers"]]
    return max((float(glb.array(index).max()) for index in inputs), default=0.0)
