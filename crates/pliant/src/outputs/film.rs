//! Films: ffmpeg takes raw pictures on its standard input and makes an MP4 of them.

use super::draft::{Draft, reason};
use crate::exit::{Error, one_line};
use pliant_scene::Image;
use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempPath;

/// What a film is made of.
pub(super) struct FilmFormat {
    /// Pixels a row, and rows.
    pub(super) size: (u32, u32),
    /// Pictures a second.
    pub(super) rate: f64,
}

/// A film that is being written, under its temporary name.
pub(super) struct Film {
    target: PathBuf,
    draft: Option<TempPath>,
    ffmpeg: Child,
    log: File,
}

impl Film {
    /// Starts ffmpeg.
    pub(super) fn begin(target: &Path, format: &FilmFormat) -> Result<Self, Error> {
        let wrong = |e: std::io::Error| Error::output(target, reason(&e));
        let draft = Draft::begin(target)?.into_path();
        let log = tempfile::tempfile().map_err(wrong)?;
        let ffmpeg = Command::new("ffmpeg")
            .args(arguments(format, &draft))
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

    /// Adds a picture.
    pub(super) fn add(&mut self, picture: &Image) -> Result<(), Error> {
        let input = self.ffmpeg.stdin.as_mut();
        let input = input.expect("standard input is closed only at the end");
        if input.write_all(&picture.rgba).is_ok() {
            return Ok(());
        }
        // It has ended, and its log says why.
        Err(self.failure())
    }

    /// Ends the film and gives it its name.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        drop(self.ffmpeg.stdin.take());
        let ended = self.ffmpeg.wait();
        if !ended.is_ok_and(|status| status.success()) {
            return Err(self.failure());
        }
        let draft = self.draft.take().expect("a film is finished once");
        draft
            .persist(&self.target)
            .map_err(|e| Error::output(&self.target, reason(&e.error)))
    }

    fn failure(&mut self) -> Error {
        let mut said = Vec::new();
        let read = self
            .log
            .rewind()
            .and_then(|()| self.log.read_to_end(&mut said));
        let said = String::from_utf8_lossy(&said).into_owned();
        let last = said.lines().last().filter(|_| read.is_ok());
        let why = last.map_or(
            "it was ended, by a file-size limit perhaps".to_owned(),
            one_line,
        );
        Error::output(&self.target, format!("ffmpeg failed: {why}"))
    }
}

impl Drop for Film {
    /// A film that was not finished: ffmpeg must not outlive its file.
    fn drop(&mut self) {
        if self.draft.is_some() {
            let _ = self.ffmpeg.kill();
            let _ = self.ffmpeg.wait();
        }
    }
}

fn arguments(format: &FilmFormat, file: &Path) -> Vec<OsString> {
    let (width, height) = format.size;
    let line = format!(
        "-hide_banner -loglevel error -y -f rawvideo -pix_fmt rgba -video_size {width}x{height} \
         -framerate {} -i - -an -pix_fmt yuv420p -movflags +faststart -f mp4",
        format.rate
    );
    let mut arguments: Vec<OsString> = line.split_whitespace().map(Into::into).collect();
    // Players want even sizes; the colours are those of HD pictures.
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
        let format = FilmFormat {
            size: (3, 5),
            rate: 30.0,
        };
        let arguments = arguments(&format, Path::new("a b.tmp"));
        assert_eq!(arguments.last(), Some(&"a b.tmp".into()));
        assert!(arguments.contains(&"3x5".into()));
    }
}
