//! `--output`: what is written, when, and where to. Read [`Outputs`] first.

mod draft;
mod film;
mod picture;
mod ply;
mod surface;
mod template;

pub(crate) use draft::reason;

use crate::exit::Error;
use crate::report::{self, STANDARD_OUTPUT};
use draft::{Draft, write_file};
use film::{Film, FilmFormat};
use pliant_scene::{Body, BodyKind, Image, Scene};
use pliant_sim::Particles;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use template::Template;

/// So many names of a template are compared with those of other outputs.
const MOST_COMPARED: usize = 10_000;

/// Which frames a run has, and which of them are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Schedule {
    /// The last frame.
    pub(crate) last: u64,
    /// Pictures and PLY are written every so many frames.
    pub(crate) every: u64,
    /// Frames a second.
    pub(crate) fps: f64,
}

/// One `--output`, understood.
#[derive(Debug)]
struct Output {
    kind: Kind,
    target: Target,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Png,
    Ply,
    Film,
}

#[derive(Debug)]
enum Target {
    /// The last frame, to standard output.
    StandardOutput,
    /// The last frame, or the whole film.
    One(PathBuf),
    /// A file for each written frame.
    Each(Template),
}

/// All that a run writes but its metrics.
pub(crate) struct Outputs {
    list: Vec<Output>,
    films: Vec<Film>,
    schedule: Schedule,
    /// Where PLY gets surfaces: how far apart the particles of each body rest if it is a fluid, m.
    surfaces: Option<Vec<Option<f32>>>,
}

impl Outputs {
    /// Understands the templates; nothing is touched yet.
    pub(crate) fn new(templates: &[String], metrics: Option<&Path>) -> Result<Self, Error> {
        let list: Result<Vec<Output>, Error> = templates.iter().map(|t| Output::new(t)).collect();
        let list = list?;
        let standard = list
            .iter()
            .filter(|o| matches!(o.target, Target::StandardOutput));
        let writers = standard.count() + usize::from(metrics == Some(Path::new("-")));
        if writers > 1 {
            let why = "standard output can take only one of --output - and --metrics -";
            return Err(Error::Usage(why.to_owned()));
        }
        Ok(Self {
            list,
            films: Vec::new(),
            schedule: Schedule {
                last: 0,
                every: 1,
                fps: 60.0,
            },
            surfaces: None,
        })
    }

    /// PLY gets the surface of fluids for particles.
    pub(crate) fn with_surfaces(mut self, scene: &Scene) -> Result<Self, Error> {
        let fluid = |body: &Body| (body.kind == BodyKind::Fluid).then_some(body.keys.spacing);
        let spacings: Vec<Option<f32>> = scene.bodies.iter().map(fluid).collect();
        if spacings.iter().all(Option::is_none) {
            let why = format!("--ply surface: {} has no fluid that has one", scene.name);
            return Err(Error::Usage(why));
        }
        self.surfaces = Some(spacings);
        Ok(self)
    }

    /// Makes sure, before anything is simulated, that all of it can be written, and begins the films.
    pub(crate) fn open(
        &mut self,
        schedule: Schedule,
        metrics: Option<&Path>,
        size: (u32, u32),
    ) -> Result<(), Error> {
        self.schedule = schedule;
        self.refuse_collisions(metrics)?;
        for output in &self.list {
            match &output.target {
                Target::StandardOutput => {}
                Target::One(file) => Draft::probe(file)?,
                Target::Each(template) => Draft::probe(&template.path(0))?,
            }
        }
        let format = FilmFormat {
            size,
            rate: schedule.fps / schedule.every as f64,
        };
        for output in self.list.iter().filter(|o| o.kind == Kind::Film) {
            if let Target::One(file) = &output.target {
                self.films.push(Film::begin(file, &format)?);
            }
        }
        Ok(())
    }

    /// Two outputs must not become one file.
    fn refuse_collisions(&self, metrics: Option<&Path>) -> Result<(), Error> {
        let mut taken: HashSet<PathBuf> = HashSet::new();
        taken.extend(metrics.filter(|m| *m != Path::new("-")).map(in_folder));
        for output in &self.list {
            for file in self.files(output) {
                if !taken.insert(in_folder(&file)) {
                    let file = file.display();
                    let why = format!("two outputs would write {file}: give them different names");
                    return Err(Error::Usage(why));
                }
            }
        }
        Ok(())
    }

    /// The files that an output writes, the first ones where they are very many.
    fn files(&self, output: &Output) -> Vec<PathBuf> {
        let Schedule { last, every, .. } = self.schedule;
        match &output.target {
            Target::StandardOutput => Vec::new(),
            Target::One(file) => vec![file.clone()],
            Target::Each(template) => (0..=last / every)
                .take(MOST_COMPARED)
                .map(|n| template.path(n * every))
                .collect(),
        }
    }

    /// Whether some output ever needs a picture.
    pub(crate) fn draw(&self) -> bool {
        self.list.iter().any(|o| o.kind != Kind::Ply)
    }

    /// Whether this frame has to be drawn.
    pub(crate) fn wants_picture(&self, frame: u64) -> bool {
        self.due(frame).any(|o| o.kind != Kind::Ply)
    }

    /// Whether this frame's particles are written.
    pub(crate) fn wants_particles(&self, frame: u64) -> bool {
        self.due(frame).any(|o| o.kind == Kind::Ply)
    }

    fn due(&self, frame: u64) -> impl Iterator<Item = &Output> {
        let Schedule { last, every, .. } = self.schedule;
        self.list.iter().filter(move |output| match output.target {
            Target::One(_) if output.kind == Kind::Film => frame.is_multiple_of(every),
            Target::Each(_) => frame.is_multiple_of(every),
            Target::One(_) | Target::StandardOutput => frame == last,
        })
    }

    /// Writes a frame's picture to the PNGs and films that are due.
    pub(crate) fn write_picture(&mut self, frame: u64, picture: &Image) -> Result<(), Error> {
        for output in self.due(frame).filter(|o| o.kind == Kind::Png) {
            match output.file(frame) {
                None => report::print(&png(picture)?)?,
                Some(file) => write_png(&file, picture)?,
            }
        }
        if frame.is_multiple_of(self.schedule.every) {
            for film in &mut self.films {
                film.add(picture)?;
            }
        }
        Ok(())
    }

    /// Writes a frame's particles, or the surface of its fluids, to the PLY files that are due.
    pub(crate) fn write_particles(&self, frame: u64, particles: &Particles) -> Result<(), Error> {
        for output in self.due(frame).filter(|o| o.kind == Kind::Ply) {
            if let Some(file) = output.file(frame) {
                write_file(&file, |out| match &self.surfaces {
                    Some(spacings) => surface::write(out, particles, spacings),
                    None => ply::write(out, particles),
                })?;
            }
        }
        Ok(())
    }

    /// Ends the films.
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.films.into_iter().try_for_each(Film::finish)
    }

    /// What the run has written, for the log.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |output: &Output| match &output.target {
            Target::StandardOutput => STANDARD_OUTPUT.to_owned(),
            Target::One(file) => file.display().to_string(),
            Target::Each(template) => template.to_string(),
        };
        self.list.iter().map(name).collect()
    }
}

impl Output {
    fn new(text: &str) -> Result<Self, Error> {
        if text == "-" {
            return Ok(Self {
                kind: Kind::Png,
                target: Target::StandardOutput,
            });
        }
        let kind = kind(text)?;
        let template = Template::parse(text)?;
        let target = match (kind, template.varies()) {
            (Kind::Film, true) => {
                return Err(Error::Usage(format!(
                    "--output {text}: a film holds the whole run, leave out {{frame}}"
                )));
            }
            (_, true) => Target::Each(template),
            (_, false) => Target::One(template.path(0)),
        };
        Ok(Self { kind, target })
    }

    fn file(&self, frame: u64) -> Option<PathBuf> {
        match &self.target {
            Target::StandardOutput => None,
            Target::One(file) => Some(file.clone()),
            Target::Each(template) => Some(template.path(frame)),
        }
    }
}

/// Writes a picture, whole or not at all.
pub(crate) fn write_png(file: &Path, picture: &Image) -> Result<(), Error> {
    let png = png(picture)?;
    write_file(file, |out| out.write_all(&png))
}

/// The first name in the working directory, of `stem-001.EXTENSION` and so on, that is not taken.
pub(crate) fn free_name(stem: &OsStr, extension: &str) -> PathBuf {
    let name = |number: u32| {
        let mut name = stem.to_owned();
        name.push(format!("-{number:03}.{extension}"));
        PathBuf::from(name)
    };
    let free = (1..)
        .map(name)
        .find(|file| file.symlink_metadata().is_err());
    free.expect("no folder holds so many files")
}

fn png(picture: &Image) -> Result<Vec<u8>, Error> {
    picture::encode(picture).map_err(|e| Error::Internal(format!("cannot encode a picture: {e}")))
}

fn kind(text: &str) -> Result<Kind, Error> {
    let extension = Path::new(text).extension().unwrap_or_default();
    match extension.to_ascii_lowercase().to_str() {
        Some("png") => Ok(Kind::Png),
        Some("ply") => Ok(Kind::Ply),
        Some("mp4") => Ok(Kind::Film),
        Some("glb") => Err(Error::Usage(format!(
            "--output {text}: baked animation (.glb) comes later, use .png, .ply or .mp4 until then"
        ))),
        _ => Err(Error::Usage(format!(
            "--output {text}: the name must end in .png, .ply or .mp4"
        ))),
    }
}

/// The same file has the same path, however its folder was written.
fn in_folder(path: &Path) -> PathBuf {
    let folder = draft::folder(path);
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
        let schedule = Schedule {
            last: 9,
            every: 2,
            fps: 60.0,
        };
        opened.open(schedule, metrics.as_deref(), (4, 4))?;
        Ok(opened)
    }

    #[test]
    fn collisions_are_wrong_usage() {
        let code = |outputs: &[&str], metrics| opened(outputs, metrics).err().map(|e| e.code());
        assert_eq!(code(&["a.png", "a.png"], None), Some(2));
        assert_eq!(code(&["a.png", "./a.png"], None), Some(2));
        assert_eq!(code(&["a{frame}.png", "a4.png"], None), Some(2));
        assert_eq!(code(&["a{frame}.png", "a5.png"], None), None);
        assert_eq!(code(&["a.png"], Some("a.png")), Some(2));
        assert_eq!(code(&["-"], Some("-")), Some(2));
        assert_eq!(code(&["-", "-"], None), Some(2));
        assert_eq!(code(&["a.png", "a.ply", "-"], Some("m.jsonl")), None);
    }

    #[test]
    fn names_say_what_is_written() {
        let code = |output: &str| opened(&[output], None).err().map(|e| e.code());
        for wrong in [
            "a",
            "a.gif",
            "a.glb",
            "a{frame}.mp4",
            "{frame}/a.png",
            "a{b}.png",
        ] {
            assert_eq!(code(wrong), Some(2), "{wrong}");
        }
        assert_eq!(code("missing/a.png"), Some(7));
        assert_eq!(code("A.PNG"), None);
    }

    #[test]
    fn frames_are_due_by_their_template() {
        let outputs = opened(&["a{frame:4}.png", "b.ply"], None).expect("a good plan");
        let frames =
            |wants: &dyn Fn(u64) -> bool| (0..=9).filter(|f| wants(*f)).collect::<Vec<u64>>();
        assert_eq!(frames(&|f| outputs.wants_picture(f)), [0, 2, 4, 6, 8]);
        assert_eq!(frames(&|f| outputs.wants_particles(f)), [9]);
        assert!(outputs.draw());
    }
}
