//! Writes scenes/.
fn main() {}
