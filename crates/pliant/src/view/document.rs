//! Where the scene comes from: its file, which is followed while it changes, and the keys that override those of the file.

use super::edits::Edits;
use super::watch::Watch;
use crate::checkpoint;
use crate::options::SceneOptions;
use pliant_scene::{Overrides, Scene, Source};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Where the scene comes from.
pub(crate) struct Document {
    pub(crate) source: Source,
    /// The keys that the command line gives the scene.
    pub(crate) base: Overrides,
    /// The changes with which the simulation was built.
    pub(crate) built: Edits,
    /// Whether keys were changed since, so that the simulation has to be built again.
    pub(crate) edited: bool,
    /// The checkpoint that keys save and load.
    pub(crate) checkpoint: PathBuf,
    watch: Option<Watch>,
    /// The changed scene, which a thread loads.
    loading: Option<Receiver<Result<Scene, pliant_scene::Error>>>,
}

impl Document {
    /// The scene of the command line.
    pub(crate) fn new(options: &SceneOptions, source: Source, scene: &Scene) -> Self {
        let file = options.file();
        Self {
            source,
            base: options.overrides(),
            built: Edits::default(),
            edited: false,
            checkpoint: checkpoint::next_to(&options.path),
            watch: file.map(|file| Watch::new(file, &scene.files)),
            loading: None,
        }
    }

    /// The scene of another file.
    pub(crate) fn open(file: &Path, scene: &Scene) -> Self {
        Self {
            source: Source::File(file.to_owned()),
            base: Overrides::default(),
            built: Edits::default(),
            edited: false,
            checkpoint: checkpoint::next_to(file),
            watch: Some(Watch::new(file, &scene.files)),
            loading: None,
        }
    }

    /// Loads the scene with changed keys.
    pub(crate) fn load(&self, edits: &Edits) -> Result<Scene, pliant_scene::Error> {
        pliant_scene::load(&self.source, &edits.overrides(self.base.clone()))
    }

    /// The scene of a file that has changed, once a thread has loaded it with changed keys.
    pub(crate) fn reloaded(&mut self, edits: &Edits) -> Option<Result<Scene, pliant_scene::Error>> {
        if self.watch.as_mut().is_some_and(Watch::changed) {
            let (sender, receiver) = channel();
            let (source, overrides) = (self.source.clone(), edits.overrides(self.base.clone()));
            // The receiver is gone only when the viewer has ended.
            std::thread::spawn(move || drop(sender.send(pliant_scene::load(&source, &overrides))));
            self.loading = Some(receiver);
        }
        let loaded = match self.loading.as_ref()?.try_recv() {
            Ok(loaded) => Some(loaded),
            Err(TryRecvError::Disconnected) => None,
            Err(TryRecvError::Empty) => return None,
        };
        self.loading = None;
        loaded
    }
}
