//! Pictures of textures: PNG files in a folder next to the layer.

use crate::error::Error;
use crate::{file, png};
use pliant_scene::Scene;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Pictures that materials name.
pub(super) struct Pictures {
    folder: PathBuf,
    /// The folder's name.
    name: String,
    used: BTreeSet<usize>,
}

impl Pictures {
    /// No pictures yet, for a layer. Its folder's name is that of the layer without extension, with `_textures`.
    pub(super) fn new(target: &Path) -> Result<Self, Error> {
        let mut name = OsString::from(target.file_stem().unwrap_or_default());
        name.push("_textures");
        let folder = file::folder(target).join(&name);
        if folder.symlink_metadata().is_ok() && !folder.is_dir() {
            let why = "the folder of textures has this name: move the file away";
            return Err(Error::output(&folder, why));
        }
        // The text of a layer is UTF-8, and a path ends at an @.
        let name = name.into_string().unwrap_or_default();
        if name.contains('@') || name.is_empty() {
            return Err(Error::output(
                target,
                "the name of a USD file must be UTF-8 without @",
            ));
        }
        Ok(Self {
            folder,
            name,
            used: BTreeSet::new(),
        })
    }

    /// The file of a picture, relative to the layer.
    pub(super) fn file(&mut self, image: usize) -> String {
        self.used.insert(image);
        format!("./{}/{}", self.name, file_name(image))
    }

    /// Writes all pictures.
    pub(super) fn write(self, scene: &Scene) -> Result<Written, Error> {
        let mut written = Written::default();
        if self.used.is_empty() {
            return Ok(written);
        }
        if !self.folder.is_dir() {
            std::fs::create_dir(&self.folder).map_err(|e| Error::io(&self.folder, &e))?;
            written.folder = Some(self.folder.clone());
        }
        for image in self.used {
            let path = self.folder.join(file_name(image));
            if path.symlink_metadata().is_err() {
                written.files.push(path.clone());
            }
            png::write_file(&path, &scene.images[image])?;
        }
        Ok(written)
    }
}

fn file_name(image: usize) -> String {
    format!("texture{image}.png")
}

/// What was not there before. Dropping it deletes the files, and the folder if it was new.
#[derive(Default)]
pub(super) struct Written {
    files: Vec<PathBuf>,
    folder: Option<PathBuf>,
}

impl Written {
    /// Leaves the files where they are.
    pub(super) fn keep(mut self) {
        self.files.clear();
        self.folder = None;
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        // The run fails already, with the message of what went wrong first.
        for file in &self.files {
            std::fs::remove_file(file).ok();
        }
        if let Some(folder) = &self.folder {
            std::fs::remove_dir(folder).ok();
        }
    }
}
