//! The command line and `--config`, made into one: the file's options stand before the typed ones.

use crate::exit::{Error, one_line};
use crate::options::{Command, CommandLine};
use crate::report::STANDARD_OUTPUT;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::path::Path;

/// Words that may come first; anything else is the scene of `pliant view`.
const FIRST: [&str; 10] = [
    "view",
    "run",
    "info",
    "devices",
    "bench",
    "help",
    "-h",
    "--help",
    "-V",
    "--version",
];
/// Options whose values add up: the file's come first, so that what is typed has the last word.
const LISTS: [&str; 4] = ["body", "pin", "set", "probe"];
/// A larger file is no configuration.
const LARGEST: u64 = 1 << 20;

/// Parses the words of a command line; `None` when help or the version was printed instead.
pub(crate) fn parse(words: impl Iterator<Item = OsString>) -> Result<Option<Command>, Error> {
    let mut words: Vec<OsString> = words.collect();
    if words.len() < 2 {
        let why = "no scene was given: use pliant SCENE.gltf, or see pliant --help";
        return Err(Error::Usage(why.to_owned()));
    }
    if !FIRST.iter().any(|first| words[1] == *first) {
        words.insert(1, "view".into());
    }
    let Some(typed) = matches(&words)? else {
        return Ok(None);
    };
    let (name, typed) = typed.subcommand().expect("clap asks for a command");
    if let Some(file) = config_file(typed) {
        let added = file_words(&file, name, typed)?;
        words.splice(2..2, added);
    }
    let Some(all) = matches(&words)? else {
        return Ok(None);
    };
    let line = CommandLine::from_arg_matches(&all).map_err(|e| usage(&e, &words))?;
    later(&line.command)?;
    Ok(Some(line.command))
}

/// What clap makes of the words; help and version are printed here.
fn matches(words: &[OsString]) -> Result<Option<ArgMatches>, Error> {
    match CommandLine::command().try_get_matches_from(words) {
        Ok(matches) => Ok(Some(matches)),
        Err(e) if matches!(e.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => e
            .print()
            .map(|()| None)
            .map_err(|e| Error::io(Path::new(STANDARD_OUTPUT), &e)),
        Err(e) => Err(usage(&e, words)),
    }
}

/// Clap's paragraphs as one line, with the help that fits.
fn usage(error: &clap::Error, words: &[OsString]) -> Error {
    let text = error.render().to_string();
    let what = text.split("\n\nUsage:").next().unwrap_or(&text);
    let what = what
        .split("\n\nFor more information")
        .next()
        .unwrap_or(what);
    let what = what.replace("\n\n  tip:", "; tip:");
    let what = one_line(what.strip_prefix("error: ").unwrap_or(&what));
    let command = words[1].to_string_lossy();
    Error::Usage(format!("{what}; see pliant {command} --help"))
}

fn config_file(typed: &ArgMatches) -> Option<std::path::PathBuf> {
    typed.try_get_one("config").ok().flatten().cloned()
}

/// The file's options as words of a command line, those aside that were typed.
fn file_words(file: &Path, command: &str, typed: &ArgMatches) -> Result<Vec<OsString>, Error> {
    let table = read(file)?;
    let about = CommandLine::command();
    let option = |command: &str, key: &str| {
        let command = about.find_subcommand(command)?;
        let mut options = command.get_arguments();
        options.find(|a| a.get_long() == Some(key) && key != "config")
    };
    let mut words = Vec::new();
    for (key, value) in &table {
        // One file serves all commands: what only `run` knows is left out of the others.
        if option("run", key).is_none() {
            return Err(wrong(file, &format!("{key} is no option of pliant run")));
        }
        let Some(option) = option(command, key) else {
            continue;
        };
        if !given(typed, option.get_id().as_str()) {
            let flag = !option.get_action().takes_values();
            words.extend(option_words(file, key, value, flag)?);
        }
    }
    Ok(words)
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

/// Whether an option was typed (or set in the environment), so that the file's value does not count.
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

/// One option of the file; a list is the option again and again, vectors may be lists of numbers.
fn option_words(
    file: &Path,
    key: &str,
    value: &toml::Value,
    flag: bool,
) -> Result<Vec<OsString>, Error> {
    let word = |value: &toml::Value| {
        scalar(value)
            .map(|text| OsString::from(format!("--{key}={text}")))
            .ok_or_else(|| wrong(file, &format!("{key} cannot be {value}")))
    };
    match value {
        toml::Value::Boolean(on) if flag => {
            Ok(on.then(|| format!("--{key}").into()).into_iter().collect())
        }
        _ if flag => Err(wrong(file, &format!("{key} is true or false"))),
        toml::Value::Array(parts) if key == "gravity" => {
            let parts: Option<Vec<String>> = parts.iter().map(scalar).collect();
            let text = parts.ok_or_else(|| wrong(file, "gravity is three numbers"))?;
            Ok(vec![format!("--{key}={}", text.join(",")).into()])
        }
        toml::Value::Array(values) => values.iter().map(word).collect(),
        value => Ok(vec![word(value)?]),
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

/// What the interface promises and is not built yet.
fn later(command: &Command) -> Result<(), Error> {
    let Command::Run(run) = command else {
        return Ok(());
    };
    let flag = match (&run.save_state, &run.load_state) {
        (Some(_), _) => "--save-state",
        (_, Some(_)) => "--load-state",
        _ => return Ok(()),
    };
    Err(Error::Usage(format!(
        "{flag} comes later: this version has no checkpoints yet, run the scene from its start"
    )))
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
        parsed(&config).map(|c| c.expect("no help was asked for"))
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

    #[test]
    fn checkpoints_come_later() {
        let error = parsed("pliant run a.gltf --save-state s").unwrap_err();
        assert!(error.code() == 2 && error.to_string().contains("comes later"));
    }
}
