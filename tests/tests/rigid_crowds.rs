//! dump
use pliant_tests::crowds::*;
#[test]
fn dump() {
    for (n, d) in [
        ("stand", wall(false)),
        ("wall", wall(true)),
        ("heap", convex_heap()),
        ("dominoes", domino_run()),
        ("mail", chain_mail()),
    ] {
        std::fs::write(format!("/tmp/crowd_{n}.glb"), d.to_glb()).unwrap();
    }
}
