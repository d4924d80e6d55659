//! `--output`: which files a run writes, and when.

use crate::error::Error;
use crate::file::{self, Draft};
use crate::format::{Destination, Format, FrameData, Output, Plan, Schedule, Target};
use crate::standard_output::STANDARD_OUTPUT;
use crate::template::Template;
use crate::{glb, mp4, ply, png, usd};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Every format of `--output`.
static FORMATS: &[&Format] = &[
    &png::FORMAT,
    &ply::FORMAT,
    &glb::FORMAT,
    &usd::BINARY,
    &usd::TEXT,
    &mp4::FORMAT,
];

/// At most this many file names of a template are compared with those of other outputs.
const MOST_COMPARED: usize = 10_000;

/// Whether a file of this name holds the scene's own document.
pub fn bakes(file: &Path) -> bool {
    format_of(&file.display().to_string()).is_ok_and(|format| format.bakes)
}

/// The help of `--output`.
pub fn help() -> String {
    let formats = listed(|format| format!(".{} ({})", format.extension, format.help));
    format!(
        "File to write, repeatable: {formats}. {{frame:4}} is the frame number in four digits; a name without it gets \
         the last frame or the whole run. - writes PNG to standard output"
    )
}

/// A phrase for each format, joined to one.
fn listed(phrase: impl Fn(&Format) -> String) -> String {
    let phrases: Vec<String> = FORMATS.iter().map(|format| phrase(format)).collect();
    match phrases.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => phrases.concat(),
    }
}

/// One `--output`: its format, its destinations, and its writer once the run is planned.
struct Entry {
    format: &'static Format,
    target: Target,
    writer: Option<Box<dyn Output>>,
}

/// Everything that a run writes, metrics excepted.
pub struct Outputs {
    entries: Vec<Entry>,
    schedule: Schedule,
}

impl Outputs {
    /// Parses the templates; no file is created yet.
    ///
    /// # Errors
    /// When a template is wrong, or two outputs are standard output.
    pub fn new(templates: &[String], metrics: Option<&Path>) -> Result<Self, Error> {
        let entries: Result<Vec<Entry>, Error> = templates.iter().map(|t| Entry::new(t)).collect();
        let entries = entries?;
        let standard = entries
            .iter()
            .filter(|e| matches!(e.target, Target::StandardOutput));
        let writers = standard.count() + usize::from(metrics == Some(Path::new("-")));
        if writers > 1 {
            let why = "standard output can take only one of --output - and --metrics -";
            return Err(Error::Usage(why.to_owned()));
        }
        Ok(Self {
            entries,
            schedule: Schedule {
                last: 0,
                every: 1,
                fps: 60.0,
            },
        })
    }

    /// Checks, before anything is simulated, that every file can be written, and opens the writers. `others` are files that no
    /// output may write.
    ///
    /// # Errors
    /// When a file cannot be written, or two outputs would write the same one.
    pub fn open(&mut self, plan: &Plan, others: &[&Path]) -> Result<(), Error> {
        self.schedule = plan.schedule;
        self.refuse_collisions(others)?;
        for entry in &self.entries {
            if let Destination::File(file) = entry.target.at(0) {
                Draft::probe(&file)?;
            }
        }
        for entry in &mut self.entries {
            entry.writer = Some((entry.format.open)(plan, &entry.target.at(0))?);
        }
        Ok(())
    }

    /// Two outputs must not write the same file.
    fn refuse_collisions(&self, others: &[&Path]) -> Result<(), Error> {
        let mut taken: HashSet<PathBuf> = HashSet::new();
        let others = others.iter().map(|file| file.to_path_buf());
        let outputs = self.entries.iter().flat_map(|entry| self.files(entry));
        for file in others.chain(outputs) {
            if !taken.insert(canonical(&file)) {
                let file = file.display();
                let why = format!("two outputs would write {file}: give them different names");
                return Err(Error::Usage(why));
            }
        }
        Ok(())
    }

    /// The files of an output, the first [`MOST_COMPARED`] of them.
    fn files(&self, entry: &Entry) -> Vec<PathBuf> {
        let Schedule { last, every, .. } = self.schedule;
        match &entry.target {
            Target::StandardOutput => Vec::new(),
            Target::One(file) => vec![file.clone()],
            Target::Each(template) => (0..=last / every)
                .take(MOST_COMPARED)
                .map(|n| template.path(n * every))
                .collect(),
        }
    }

    /// Whether some output ever needs a picture.
    pub fn draw(&self) -> bool {
        self.entries.iter().any(|e| e.format.draws)
    }

    /// Whether pictures are only drawn of the last frame.
    pub fn draw_last_only(&self) -> bool {
        let drawn = self.entries.iter().filter(|entry| entry.format.draws);
        let mut series =
            drawn.filter(|entry| entry.format.whole_run || matches!(entry.target, Target::Each(_)));
        series.next().is_none()
    }

    /// Whether some output writes the scene's own document.
    pub fn bake(&self) -> bool {
        self.entries.iter().any(|e| e.format.bakes)
    }

    /// Writes a frame to every output that is due.
    ///
    /// # Errors
    /// When an output cannot be written, or the frame cannot be computed.
    pub fn write(&mut self, number: u64, frame: &mut dyn FrameData) -> Result<(), Error> {
        let schedule = self.schedule;
        for entry in self.entries.iter_mut().filter(|e| e.due(number, schedule)) {
            if let Some(writer) = &mut entry.writer {
                writer.write(frame, &entry.target.at(number))?;
            }
        }
        Ok(())
    }

    /// Completes the files that hold the whole run.
    ///
    /// # Errors
    /// When a file cannot be completed.
    pub fn finish(self) -> Result<(), Error> {
        let mut writers = self.entries.into_iter().filter_map(|e| e.writer);
        writers.try_for_each(|writer| writer.finish())
    }

    /// What the run writes, for the log.
    pub fn names(&self) -> Vec<String> {
        let name = |entry: &Entry| match &entry.target {
            Target::StandardOutput => STANDARD_OUTPUT.to_owned(),
            Target::One(file) => file.display().to_string(),
            Target::Each(template) => template.to_string(),
        };
        self.entries.iter().map(name).collect()
    }
}

impl Entry {
    fn new(text: &str) -> Result<Self, Error> {
        if text == "-" {
            return Ok(Self {
                format: &png::FORMAT,
                target: Target::StandardOutput,
                writer: None,
            });
        }
        let format = format_of(text)?;
        let template = Template::parse(text)?;
        let target = match (format.whole_run, template.varies()) {
            (true, true) => {
                return Err(Error::Usage(format!(
                    "--output {text}: a .{} file holds the whole run, leave out {{frame}}",
                    format.extension
                )));
            }
            (_, true) => Target::Each(template),
            (_, false) => Target::One(template.path(0)),
        };
        Ok(Self {
            format,
            target,
            writer: None,
        })
    }

    /// Whether a frame is written.
    fn due(&self, frame: u64, Schedule { last, every, .. }: Schedule) -> bool {
        match self.target {
            Target::One(_) if self.format.whole_run => frame.is_multiple_of(every),
            Target::Each(_) => frame.is_multiple_of(every),
            Target::One(_) | Target::StandardOutput => frame == last,
        }
    }
}

/// The format of a template, by its extension.
fn format_of(text: &str) -> Result<&'static Format, Error> {
    let extension = Path::new(text).extension().unwrap_or_default();
    let extension = extension.to_ascii_lowercase();
    let known = FORMATS.iter().find(|format| extension == format.extension);
    if let Some(format) = known {
        return Ok(format);
    }
    let formats = listed(|format| format!(".{}", format.extension));
    Err(Error::Usage(format!(
        "--output {text}: the name must end in {formats}"
    )))
}

/// A path whose folder is canonical: equal for equal files.
pub fn canonical(path: &Path) -> PathBuf {
    let folder = file::folder(path);
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    folder.join(path.file_name().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(outputs: &[&str], metrics: Option<&str>) -> Result<Outputs, Error> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let inside = |name: &str| match name {
            "-" => name.to_owned(),
            name => format!("{}/{name}", folder.path().display()),
        };
        let outputs: Vec<String> = outputs.iter().map(|o| inside(o)).collect();
        let metrics = metrics.map(|m| PathBuf::from(inside(m)));
        let mut opened = Outputs::new(&outputs, metrics.as_deref())?;
        let plan = Plan {
            schedule: Schedule {
                last: 9,
                every: 2,
                fps: 60.0,
            },
            size: (4, 4),
            surfaces: None,
            bake: None,
        };
        let others = metrics.as_deref().filter(|file| *file != Path::new("-"));
        opened.open(&plan, others.as_slice())?;
        Ok(opened)
    }

    #[test]
    fn collisions_are_wrong_usage() {
        let refused = |outputs: &[&str], metrics| match opened(outputs, metrics) {
            Err(Error::Usage(_)) => true,
            Err(error) => panic!("{outputs:?}: {error}"),
            Ok(_) => false,
        };
        assert!(refused(&["a.png", "a.png"], None));
        assert!(refused(&["a.png", "./a.png"], None));
        assert!(refused(&["a{frame}.png", "a4.png"], None));
        assert!(!refused(&["a{frame}.png", "a5.png"], None));
        assert!(refused(&["a.png"], Some("a.png")));
        assert!(refused(&["-"], Some("-")));
        assert!(refused(&["-", "-"], None));
        assert!(!refused(&["a.png", "a.ply", "-"], Some("m.jsonl")));
    }

    #[test]
    fn names_say_what_is_written() {
        let opened = |output: &str| opened(&[output], None);
        for wrong in [
            "a",
            "a.gif",
            "a{frame}.glb",
            "a{frame}.usdc",
            "a{frame}.mp4",
            "{frame}/a.png",
            "a{b}.png",
        ] {
            assert!(matches!(opened(wrong), Err(Error::Usage(_))), "{wrong}");
        }
        assert!(matches!(opened("missing/a.png"), Err(Error::Output { .. })));
        assert!(opened("A.PNG").is_ok());
    }

    #[test]
    fn frames_are_due_by_their_template() {
        let outputs = opened(&["a{frame:4}.png", "b.ply"], None).expect("a good plan");
        let frames = |index: usize| {
            let due = |frame: &u64| outputs.entries[index].due(*frame, outputs.schedule);
            (0..=9).filter(due).collect::<Vec<u64>>()
        };
        assert_eq!(frames(0), [0, 2, 4, 6, 8]);
        assert_eq!(frames(1), [9]);
        assert!(outputs.draw());
    }

    #[test]
    fn every_format_is_in_the_help() {
        let help = help();
        for format in FORMATS {
            let phrase = format!(".{} ({})", format.extension, format.help);
            assert!(help.contains(&phrase), "{help}");
        }
        assert_eq!(
            listed(|f| f.extension.to_owned()),
            "png, ply, glb, usdc, usda or mp4"
        );
    }
}
