//! Position-based physics of glTF scenes on Vulkan and on the processor: the program, and what other programs use of it. Read [`options`] for
//! the command line, [`run`] for the loop that drives a simulation, and [`Session`] for a simulation that another program drives.
#![forbid(unsafe_code)]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the first sentence is for those who read the code"
)]

mod bench;
mod check;
mod checkpoint;
mod colors;
mod config;
mod container;
mod current;
mod device;
mod devices;
mod draw;
mod engine;
mod exit;
mod framing;
mod info;
mod interrupt;
mod keys;
mod load;
mod log;
mod options;
mod report;
mod run;
mod session;
mod stream;
mod view;

pub use engine::AnyEngine;
pub use exit::Error;
pub use session::{Applied, LoadedScene, Picture, Session, devices};

use options::{Command, Level};
use std::ffi::OsString;
use std::panic::AssertUnwindSafe;

/// Runs the program as the command line does, with these arguments, the first of which is its name. Returns its exit code.
pub fn main_of(arguments: impl Iterator<Item = OsString>) -> u8 {
    log::hook_panics();
    let listening =
        interrupt::listen().map_err(|e| Error::Internal(format!("cannot handle signals: {e}")));
    let run = || listening.and_then(|()| run_command(arguments));
    match std::panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => {
            if !matches!(error, Error::ClosedPipe) {
                log::line(&exit::one_line(&error.to_string()));
            }
            error.code()
        }
        // The panic hook has reported it.
        Err(_) => 1,
    }
}

/// Lets a program that uses Pliant as a library say whether a run or a frame has to stop. It handles the signals itself.
pub fn interrupt_by(asked: fn() -> bool) {
    interrupt::listen_to(asked);
}

/// Runs a command of the command line; the first argument is the program's name.
///
/// # Errors
/// Those of the command, with the exit code that they have.
pub fn run_command(arguments: impl Iterator<Item = OsString>) -> Result<(), Error> {
    let Some(command) = config::parse(arguments)? else {
        return Ok(());
    };
    match command {
        Command::View(options) => {
            log::start(options.common.verbose);
            view::view(&options)
        }
        Command::Run(options) => {
            log::start(options.common.verbose);
            run::run(&options)
        }
        Command::Info(options) => info::info(&options),
        Command::Devices(options) => devices::devices(&options),
        Command::Keys(options) => keys::keys(&options),
        Command::Bench(options) => {
            log::start(Level::Error);
            bench::bench(&options)
        }
    }
}
