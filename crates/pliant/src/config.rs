//! Merges the command line and `--config`: options of the file are inserted before those of the command line.

use crate::exit::{Error, one_line};
use crate::options::{Command, CommandLine};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use pliant_outputs::STANDARD_OUTPUT;
use std::ffi::OsString;
use std::path::Path;

/// Arguments that can come first; any other is the scene of `pliant view`.
const COMMANDS: [&str; 11] = [
    "view",
    "run",
    "info",
    "devices",
    "keys",
    "bench",
    "help",
    "-h",
    "--help",
    "-V",
    "--version",
];
/// Repeatable options whose values are merged: those of the file first, so that the command line takes precedence.
const LISTS: [&str; 4] = ["body", "pin", "set", "probe"];
/// Size limit of a configuration, bytes.
const LARGEST: u64 = 1 << 20;

/// Parses the arguments; `None` where help or the version was printed instead.
pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Option<Command>, Error> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.len() < 2 {
        let why = "no scene was given: use pliant SCENE.gltf, or see pliant --help";
        return Err(Error::Usage(why.to_owned()));
    }
    if !COMMANDS.iter().any(|first| arguments[1] == *first) {
        arguments.insert(1, "view".into());
    }
    let Some(typed) = matches(&arguments)? else {
        return Ok(None);
    };
    let (name, typed) = typed.subcommand().expect("clap requires a command");
    if let Some(file) = config_file(typed) {
        let added = file_arguments(&file, name, typed)?;
        arguments.splice(2..2, added);
    }
    let Some(all) = matches(&arguments)? else {
        return Ok(None);
    };
    let line = CommandLine::from_arg_matches(&all).map_err(|e| usage(&e, &arguments))?;
    Ok(Some(line.command))
}

/// Parses the arguments by clap; prints help and version.
fn matches(arguments: &[OsString]) -> Result<Option<ArgMatches>, Error> {
    match CommandLine::command().try_get_matches_from(arguments) {
        Ok(matches) => Ok(Some(matches)),
        Err(e) if matches!(e.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => e
            .print()
            .map(|()| None)
            .map_err(|e| Error::io(Path::new(STANDARD_OUTPUT), &e)),
        Err(e) => Err(usage(&e, arguments)),
    }
}

/// The message of clap as one line, with a pointer to the help.
fn usage(error: &clap::Error, arguments: &[OsString]) -> Error {
    let text = error.render().to_string();
    let what = text.split("\n\nUsage:").next().unwrap_or(&text);
    let what = what
        .split("\n\nFor more information")
        .next()
        .unwrap_or(what);
    let what = what.replace("\n\n  tip:", "; tip:");
    let what = one_line(what.strip_prefix("error: ").unwrap_or(&what));
    let command = arguments[1].to_string_lossy();
    Error::Usage(format!("{what}; see pliant {command} --help"))
}

fn config_file(typed: &ArgMatches) -> Option<std::path::PathBuf> {
    typed.try_get_one("config").ok().flatten().cloned()
}

/// The options of the file as arguments, without those given on the command line.
fn file_arguments(file: &Path, command: &str, typed: &ArgMatches) -> Result<Vec<OsString>, Error> {
    let table = read(file)?;
    let about = CommandLine::command();
    let option = |command: &str, key: &str| {
        let command = about.find_subcommand(command)?;
        let mut options = command.get_arguments();
        options.find(|a| a.get_long() == Some(key) && key != "config")
    };
    let mut arguments = Vec::new();
    for (key, value) in &table {
        // One file serves all commands: the others ignore options that only `run` has.
        if option("run", key).is_none() {
            return Err(wrong(
                file,
                &format!("{key} is not an option of pliant run"),
            ));
        }
        let Some(option) = option(command, key) else {
            continue;
        };
        if !given(typed, option.get_id().as_str()) {
            let flag = !option.get_action().takes_values();
            arguments.extend(option_arguments(file, key, value, flag)?);
        }
    }
    Ok(arguments)
}

fn read(file: &Path) -> Result<toml::Table, Error> {
    let data = std::fs::metadata(file).map_err(|e| wrong(file, &e.to_string()))?;
    if !data.is_file() || data.len() > LARGEST {
        return Err(wrong(file, "give a regular file of at most 1 MiB"));
    }
    let text = std::fs::read_to_string(file).map_err(|e| wrong(file, &e.to_string()))?;
    text.parse()
        .map_err(|e: toml::de::Error| wrong(file, e.message()))
}

fn wrong(file: &Path, why: &str) -> Error {
    Error::Usage(format!("--config {}: {why}", file.display()))
}

/// Whether an option is given on the command line or in the environment; the file's value is then ignored.
fn given(typed: &ArgMatches, id: &str) -> bool {
    let set = |id: &str| {
        typed.try_contains_id(id).is_ok()
            && !matches!(
                typed.value_source(id),
                None | Some(ValueSource::DefaultValue)
            )
    };
    match id {
        "frames" | "until" => set("frames") || set("until"),
        id => !LISTS.contains(&id) && set(id),
    }
}

/// One option of the file as arguments. A list repeats the option; a vector can be a list of numbers.
fn option_arguments(
    file: &Path,
    key: &str,
    value: &toml::Value,
    flag: bool,
) -> Result<Vec<OsString>, Error> {
    let argument = |value: &toml::Value| {
        scalar(value)
            .map(|text| OsString::from(format!("--{key}={text}")))
            .ok_or_else(|| wrong(file, &format!("{key} cannot be {value}")))
    };
    match value {
        toml::Value::Boolean(on) if flag => {
            Ok(on.then(|| format!("--{key}").into()).into_iter().collect())
        }
        _ if flag => Err(wrong(file, &format!("{key} is true or false"))),
        toml::Value::Array(parts) if key == "gravity" || key == "wind" => {
            let parts: Option<Vec<String>> = parts.iter().map(scalar).collect();
            let text = parts.ok_or_else(|| wrong(file, &format!("{key} is three numbers")))?;
            Ok(vec![format!("--{key}={}", text.join(",")).into()])
        }
        toml::Value::Array(values) => values.iter().map(argument).collect(),
        value => Ok(vec![argument(value)?]),
    }
}

fn scalar(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn parsed(line: &str) -> Result<Option<Command>, Error> {
        parse(line.split(' ').map(OsString::from))
    }

    fn with_file(text: &str, line: &str) -> Result<Command, Error> {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(text.as_bytes()).expect("it is written");
        let config = format!("{line} --config {}", file.path().display());
        parsed(&config).map(|c| c.expect("no help was requested"))
    }

    fn run(command: Command) -> crate::options::RunOptions {
        match command {
            Command::Run(run) => *run,
            other => panic!("{other:?} is not run"),
        }
    }

    #[test]
    fn a_scene_alone_is_viewed() {
        assert!(matches!(
            parsed("pliant --fps 30 a.gltf"),
            Ok(Some(Command::View(_)))
        ));
        assert!(matches!(parsed("pliant -"), Ok(Some(Command::View(_)))));
        assert!(matches!(parsed("pliant"), Err(Error::Usage(_))));
    }

    #[test]
    fn the_command_line_wins_and_lists_add_up() {
        let file = "fps = 30\nuntil = 2\nloop = true\npin = [\"A:top\"]\ngravity = [0, -1.5, 0]\noutput = [\"a.png\", \"b.ply\"]";
        let run =
            run(with_file(file, "pliant run a.gltf --fps 50 --frames 3 --pin B:left").unwrap());
        assert_eq!(run.scene.fps, Some(50.0));
        assert_eq!((run.frames, run.until), (Some(3), None));
        assert!(run.scene.repeat);
        assert_eq!(run.scene.pin[0].0, "A");
        assert_eq!(run.scene.pin[1].0, "B");
        assert_eq!(run.scene.gravity.unwrap().y, -1.5);
        assert_eq!(run.output, ["a.png", "b.ply"]);
    }

    #[test]
    fn typed_outputs_replace_the_files() {
        let run = run(with_file("output = \"a.png\"", "pliant run a.gltf --output b.png").unwrap());
        assert_eq!(run.output, ["b.png"]);
    }

    #[test]
    fn one_file_serves_all_commands() {
        let file = "substeps = 3\nmetrics = \"m\"\nvalidate = true";
        let command = with_file(file, "pliant info a.gltf").unwrap();
        assert!(matches!(command, Command::Info(info) if info.scene.substeps == Some(3)));
    }

    #[test]
    fn wrong_files_are_wrong_usage() {
        for file in [
            "fsp = 30",
            "fps = true",
            "loop = 1",
            "fps = ",
            "config = \"x\"",
            "scene = \"x\"",
        ] {
            let error = with_file(file, "pliant run a.gltf").unwrap_err();
            assert_eq!(error.code(), 2, "{file}");
            assert!(!error.to_string().contains('\n'), "{file}: {error}");
        }
    }
}
