//! `.mp4`: a video of the run. ffmpeg reads raw pictures on its standard input and encodes them.

use super::file::Draft;
use super::format::{Destination, Format, FrameData, Output};
use crate::error::{Error, one_line};
use pliant_scene::Image;
use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempPath;

/// The entry of the table of formats.
pub(super) static FORMAT: Format = Format {
    extension: "mp4",
    help: "video, needs ffmpeg",
    whole_run: true,
    draws: true,
    bakes: false,
    open: |plan, to| {
        let rate = plan.schedule.fps / plan.schedule.every as f64;
        Ok(Box::new(Video::begin(to.name(), plan.size, rate)?))
    },
};

/// Whether ffmpeg, which encodes videos, is installed.
pub fn has_ffmpeg() -> bool {
    let silent = || Stdio::null();
    let mut ffmpeg = Command::new("ffmpeg");
    let started = ffmpeg.arg("-version").stdin(silent()).stdout(silent());
    let started = started.stderr(silent()).status();
    started.is_ok_and(|status| status.success())
}

/// A video that is being written, under its temporary name.
struct Video {
    target: PathBuf,
    draft: Option<TempPath>,
    ffmpeg: Child,
    log: File,
}

impl Video {
    /// Starts ffmpeg for pictures of `size` pixels at `rate` pictures a second.
    fn begin(target: &Path, size: (u32, u32), rate: f64) -> Result<Self, Error> {
        let wrong = |e: std::io::Error| Error::io(target, &e);
        let draft = Draft::begin(target)?.into_path();
        let log = tempfile::tempfile().map_err(wrong)?;
        let ffmpeg = Command::new("ffmpeg")
            .args(arguments(size, rate, &draft))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(log.try_clone().map_err(wrong)?)
            .spawn()
            .map_err(|e| match e.kind() {
                ErrorKind::NotFound => {
                    Error::output(target, "ffmpeg is not installed: install it, or write .png")
                }
                _ => Error::output(target, format!("ffmpeg does not start: {e}")),
            })?;
        Ok(Self {
            target: target.to_owned(),
            draft: Some(draft),
            ffmpeg,
            log,
        })
    }

    fn add(&mut self, picture: &Image) -> Result<(), Error> {
        let input = self.ffmpeg.stdin.as_mut();
        let input = input.expect("standard input is closed only at the end");
        if input.write_all(&picture.rgba).is_ok() {
            return Ok(());
        }
        Err(self.failure())
    }

    /// The last line of the log of ffmpeg, which has ended, as an error.
    fn failure(&mut self) -> Error {
        let mut log = Vec::new();
        let read = self
            .log
            .rewind()
            .and_then(|()| self.log.read_to_end(&mut log));
        let log = String::from_utf8_lossy(&log).into_owned();
        let last = log.lines().last().filter(|_| read.is_ok());
        let why = last.map_or(
            "it was killed, perhaps by a file-size limit".to_owned(),
            one_line,
        );
        Error::output(&self.target, format!("ffmpeg failed: {why}"))
    }
}

impl Output for Video {
    fn write(&mut self, frame: &mut dyn FrameData, _: &Destination) -> Result<(), Error> {
        self.add(frame.picture()?)
    }

    fn finish(mut self: Box<Self>) -> Result<(), Error> {
        drop(self.ffmpeg.stdin.take());
        let ended = self.ffmpeg.wait();
        if !ended.is_ok_and(|status| status.success()) {
            return Err(self.failure());
        }
        let draft = self.draft.take().expect("a video is finished once");
        draft
            .persist(&self.target)
            .map_err(|e| Error::io(&self.target, &e.error))
    }
}

impl Drop for Video {
    /// Kills ffmpeg where the video was not finished: it must not outlive its file.
    fn drop(&mut self) {
        if self.draft.is_some() {
            let _ = self.ffmpeg.kill();
            let _ = self.ffmpeg.wait();
        }
    }
}

fn arguments((width, height): (u32, u32), rate: f64, file: &Path) -> Vec<OsString> {
    let line = format!(
        "-hide_banner -loglevel error -y -f rawvideo -pix_fmt rgba -video_size {width}x{height} \
         -framerate {rate} -i - -an -pix_fmt yuv420p -movflags +faststart -f mp4"
    );
    let mut arguments: Vec<OsString> = line.split_whitespace().map(Into::into).collect();
    // yuv420p needs even sizes; BT.709 is the colour space of HD video.
    let filter = "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv";
    let at = arguments.len() - 2;
    arguments.splice(at..at, ["-vf".into(), filter.into()]);
    arguments.push(file.into());
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_the_last_argument() {
        let arguments = arguments((3, 5), 30.0, Path::new("a b.tmp"));
        assert_eq!(arguments.last(), Some(&"a b.tmp".into()));
        assert!(arguments.contains(&"3x5".into()));
    }
}
