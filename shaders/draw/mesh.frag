#version 460
// One sample of a metallic-roughness surface.
#include "draw/draw.glsl"
#include "draw/shade.glsl"

void main() {
    shade();
}
