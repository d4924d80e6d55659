#version 460
// One sample of a metallic-roughness surface.
#include "draw.glsl"
#include "shade.glsl"

void main() {
    shade();
}
