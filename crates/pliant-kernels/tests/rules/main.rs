//! What the pages and the layout of the project promise, checked by reading its files. No GPU.

mod declarations;
mod examples;
mod modules;
mod project;
mod rooms;
mod support;
mod words;
