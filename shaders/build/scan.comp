#version 460
layout(local_size_x = 256) in;
void main() {}
