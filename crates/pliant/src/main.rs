//! The program `pliant`. Its code is in the library, which the Python package shares.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(pliant::main_of(std::env::args_os()))
}
