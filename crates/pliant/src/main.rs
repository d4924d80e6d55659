//! Pliant: position-based physics of glTF scenes on Vulkan. Read [`options`] for the command line and [`run`] for the loop that
//! drives a simulation.
#![forbid(unsafe_code)]

mod bench;
mod check;
mod checkpoint;
mod config;
mod container;
mod device;
mod devices;
mod draw;
mod engine;
mod exit;
mod info;
mod interrupt;
mod keys;
mod load;
mod log;
mod options;
mod outputs;
mod report;
mod run;
mod stream;
mod view;

use exit::Error;
use options::{Command, Level};
use std::panic::AssertUnwindSafe;
use std::process::ExitCode;

fn main() -> ExitCode {
    log::hook_panics();
    match std::panic::catch_unwind(AssertUnwindSafe(program)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            if !matches!(error, Error::ClosedPipe) {
                log::line(&exit::one_line(&error.to_string()));
            }
            ExitCode::from(error.code())
        }
        // The panic hook has reported it.
        Err(_) => ExitCode::FAILURE,
    }
}

fn program() -> Result<(), Error> {
    interrupt::listen().map_err(|e| Error::Internal(format!("cannot handle signals: {e}")))?;
    let Some(command) = config::parse(std::env::args_os())? else {
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
