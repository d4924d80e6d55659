//! What panels read, and what they ask for.

use crate::device::Devices;
use crate::view::keys::Action;
use crate::view::marks::Mark;
use crate::view::overlay::OverlayText;
use crate::view::playback::Playback;
use crate::view::record::{Recording, Written};
use crate::view::transport::Motion;
use serde_json::Value;
use std::path::PathBuf;

/// What a panel asks the viewer to do.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Request {
    /// What a key does.
    Do(Action),
    /// Selects a node, or none.
    Select(Option<usize>),
    /// Hides a node with everything below it, or shows it.
    Hide(usize, bool),
    /// Changes a key of a node; without a value it is again what file and command line say.
    Edit(String, String, Option<Value>),
    /// Changes a key of the scene, likewise.
    Set(&'static str, Option<Value>),
    /// Shows a kept frame.
    Show(u64),
    /// Plays: simulates, or replays kept frames.
    Play(Motion),
    /// Pauses.
    Pause,
    /// Sets or removes a bookmark at the shown frame.
    Bookmark,
    /// Loads a scene.
    Open(PathBuf),
    /// Writes the scene with its changed keys.
    SaveScene(PathBuf),
    /// Writes the changed keys as a configuration.
    SaveConfig(PathBuf),
    /// Writes the plotted curves.
    SaveCurves(PathBuf),
    /// Colours by an entry of the table of quantities, or shows materials.
    Color(Option<usize>),
    /// Shows or hides a kind of marks.
    Mark(Mark),
    /// Draws moving pictures in fewer pixels where the device is slow, or not.
    Adapt(bool),
    /// Simulates on the CPU engine, or on the device that draws, by its name.
    Simulate(String),
    /// Writes all kept frames, or the state of the shown one.
    Record(Written),
    /// Ends the recording without a file.
    StopRecording,
    /// Removes all changes.
    Revert,
    /// Goes back to the last kept frame, after a divergence.
    GoBack,
}

/// What the panels show besides the scene in playback.
pub(crate) struct Shown<'a> {
    pub(crate) playback: &'a mut Playback,
    pub(crate) devices: &'a Devices,
    /// Text over the scene while the panels are hidden; its message is shown in any case.
    pub(crate) text: OverlayText,
    /// An error that stays until something is done about it, and whether the simulation diverged.
    pub(crate) banner: Option<(&'a str, bool)>,
    /// A recording in progress.
    pub(crate) recording: Option<&'a Recording>,
}
