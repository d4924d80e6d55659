// The first colour that has no dispatch of its own: from it on, one workgroup solves all colours.
uint first_small_color() {
    for (uint color = 0; color < params.color_dispatches; ++color)
        if (color_starts[color + 1] - color_starts[color] <= SMALL_COLOR) return color;
    return params.color_dispatches;
}
