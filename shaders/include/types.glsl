// Generated from crates/pliant-kernels/src/types.rs; `PLIANT_BLESS=1 cargo test -p pliant-kernels` writes it anew.

struct ScanParams {
    uint count;
};
