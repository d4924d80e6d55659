//! Changes of the scene while the viewer runs: other files, changed files, changed keys, and what the panels ask for.

use super::app::Viewer;
use super::document::Document;
use super::panels::Request;
use super::pins;
use super::playback::Playback;
use super::record::{Recording, Written};
use super::save;
use crate::device::{CPU, Simulator};
use crate::exit::{Error, one_line};
use crate::load;
use pliant_outputs::write_durable;
use pliant_scene::{Overrides, Scene, Source};
use pliant_sim::Settings;
use std::path::{Path, PathBuf};
use std::time::Instant;
use winit::event_loop::ActiveEventLoop;

impl Viewer<'_> {
    /// Does what a panel asks for.
    pub(super) fn perform(
        &mut self,
        events: &ActiveEventLoop,
        request: Request,
    ) -> Result<(), Error> {
        match request {
            Request::Do(action) => return self.act(events, action),
            Request::Select(node) => self.playback.appearance.selected = node,
            Request::Hide(node, hidden) => {
                let Playback {
                    appearance, scene, ..
                } = &mut self.playback;
                appearance.hide(scene, node, hidden);
            }
            Request::Edit(node, key, value) => {
                if key == "pin" {
                    self.playback.edits.held.remove(&node);
                }
                let nodes = &mut self.playback.edits.nodes;
                match value {
                    Some(value) => nodes.insert((node, key), value),
                    None => nodes.remove(&(node, key)),
                };
                self.document.edited = true;
            }
            Request::Set(key, value) => {
                let settings = &mut self.playback.edits.settings;
                match value {
                    Some(value) => settings.insert(key, value),
                    None => settings.remove(key),
                };
                self.document.edited = true;
            }
            Request::Revert => {
                self.playback.edits = super::edits::Edits::default();
                self.document.edited = true;
            }
            Request::Show(frame) => return self.show_frame(frame),
            Request::Pause => self.pause(true),
            Request::Play(motion) => {
                self.playback.transport.motion = motion;
                self.pause(false);
            }
            Request::Bookmark => return self.bookmark(),
            Request::Adapt(adapts) => self.playback.viewport.resolution.adapts = adapts,
            Request::Simulate(device) => return self.simulate_on(&device),
            Request::Record(written) => return self.record(written),
            Request::StopRecording => self.stop_recording(),
            Request::Color(choice) => self.playback.appearance.coloring.set(choice),
            Request::Mark(mark) => self.playback.appearance.marks.toggle(mark),
            Request::GoBack => {
                let second = self.playback.simulation().settings().fps.ceil() as u64;
                self.notices.banner = None;
                return self.playback.go_back(second);
            }
            Request::Open(file) => self.load(&file),
            Request::SaveScene(_) | Request::SaveConfig(_) | Request::SaveCurves(_) => {
                self.save(request);
            }
        }
        Ok(())
    }

    /// Writes a file that a panel asks for, and says so.
    fn save(&mut self, request: Request) {
        let playback = &self.playback;
        let mut note = String::new();
        let (file, saved) = match request {
            Request::SaveScene(file) => {
                let saved = save::scene(
                    &file,
                    &self.document.source,
                    &playback.scene,
                    &playback.edits,
                );
                (file, saved)
            }
            Request::SaveConfig(file) => {
                let settings = playback.simulation().settings();
                let saved = save::config(&file, &self.document.base, &playback.edits, settings);
                let saved = saved.map(|left_out| {
                    if !left_out.is_empty() {
                        note = format!(
                            "; {} has no option, save the scene for it",
                            left_out.join(", ")
                        );
                    }
                });
                (file, saved)
            }
            Request::SaveCurves(file) => {
                let bodies = &playback.simulation().summary().bodies;
                let names: Vec<String> = bodies.iter().map(|b| b.name.clone()).collect();
                let text = playback.timeline.series.csv(self.panels.curves(), &names);
                let saved = text.and_then(|text| Ok(write_durable(&file, text.as_bytes())?));
                (file, saved)
            }
            _ => return,
        };
        match saved {
            Ok(()) => {
                let text = format!("wrote {}{note}", file.display());
                tracing::info!("{text}");
                self.show_message(text);
            }
            Err(error) => self.report_error(&error),
        }
    }

    /// Simulates on another device from the shown frame on: the CPU engine, or the device that draws.
    fn simulate_on(&mut self, device: &str) -> Result<(), Error> {
        let simulator = match device {
            CPU => Simulator::cpu(&self.options.common),
            _ => Simulator::for_window(self.devices.drawing()?, self.options.common.validate)?,
        };
        let before = std::mem::replace(&mut self.devices.simulator, simulator);
        let scene = Scene::clone(&self.playback.scene);
        let settings = self.playback.simulation().settings().clone();
        self.input.pointer.release();
        match self.playback.rebuild(&self.devices, scene, settings) {
            Ok(_) => {
                let text = format!("simulating on {device}");
                tracing::info!("{text}, frame {}", self.playback.simulation().frame());
                self.show_message(text);
            }
            Err(error) => {
                self.devices.simulator = before;
                self.report_error(&error);
            }
        }
        self.pace.restart();
        Ok(())
    }

    /// Begins to record the kept frames, or saves the state of the shown one.
    fn record(&mut self, written: Written) -> Result<(), Error> {
        if written.file.extension() == Some("pliant-state".as_ref()) {
            return self.save_state_as(&written.file);
        }
        if let Some((recording, _)) = &self.recording {
            let text = format!("{} is still being recorded", recording.file.display());
            self.show_message(text);
            return Ok(());
        }
        let size = self.screen.as_ref().map_or([1280, 720], |s| s.size);
        let order =
            self.playback
                .order(written, self.document.source.clone(), size, &self.devices)?;
        self.recording = Some((Recording::begin(order), 0));
        Ok(())
    }

    fn stop_recording(&mut self) {
        if let Some((recording, _)) = &self.recording {
            recording.cancel();
        }
    }

    /// Shows the progress of a recording, and its end.
    pub(super) fn follow_recording(&mut self) {
        let Some((recording, shown)) = &mut self.recording else {
            return;
        };
        let written = recording.written();
        self.pace.dirty |= std::mem::replace(shown, written) != written;
        let Some(result) = recording.result() else {
            return;
        };
        let file = recording.file.display().to_string();
        self.recording = None;
        match result {
            Ok(name) if name.is_empty() => self.show_message(format!("{file} is not recorded")),
            Ok(name) => {
                tracing::info!("wrote {name}");
                self.show_message(format!("wrote {name}"));
            }
            Err(error) => self.report_error(&error),
        }
    }

    /// Builds the simulation again if keys were changed. Changes that cannot be loaded are undone.
    pub(super) fn rebuild_if_edited(&mut self) -> Result<(), Error> {
        if !std::mem::take(&mut self.document.edited) {
            return Ok(());
        }
        let scene = self.document.load(&self.playback.edits);
        let scene = scene.map_err(Error::from);
        match scene.and_then(|scene| self.swap(scene)) {
            Ok(()) => self.document.built.clone_from(&self.playback.edits),
            Err(error @ (Error::Device(_) | Error::Internal(_))) => return Err(error),
            Err(error) => {
                self.playback.edits = self.document.built.clone();
                self.report_error(&error);
            }
        }
        Ok(())
    }

    /// Simulates another version of the scene.
    fn swap(&mut self, mut scene: Scene) -> Result<(), Error> {
        let began = Instant::now();
        pins::hold(&mut scene, &self.playback.edits.held);
        self.input.pointer.release();
        let mut settings = self.settings(&scene)?;
        self.playback.edits.apply(&mut settings);
        let continued = self.playback.rebuild(&self.devices, scene, settings)?;
        let frame = self.playback.simulation().frame();
        tracing::debug!(
            "built the scene again at frame {frame}, in {:.0?}",
            began.elapsed()
        );
        if !continued {
            self.show_message(
                "the bodies are others now, so the simulation starts again".to_owned(),
            );
        }
        self.pace.restart();
        self.pace.dirty = true;
        Ok(())
    }

    /// The settings of a simulation of a scene. Options that do not fit another scene are those of the scene itself.
    fn settings(&self, scene: &Scene) -> Result<Settings, Error> {
        load::settings(&self.options.scene, scene)
    }

    /// Loads the scene again when its file has changed: a thread reads it while the old one runs on.
    pub(super) fn reload_if_changed(&mut self) -> Result<(), Error> {
        let Some(loaded) = self.document.reloaded(&self.playback.edits) else {
            return Ok(());
        };
        self.pace.dirty = true;
        let swapped = loaded.map_err(Error::from).and_then(|scene| {
            load::warn(&scene);
            self.swap(scene)
        });
        match swapped {
            Ok(()) => {
                self.notices.banner = None;
                let name = &self.playback.scene.name;
                let text = format!("loaded {name} again");
                tracing::info!("{text}, frame {}", self.playback.simulation().frame());
                self.show_message(text);
            }
            Err(error @ (Error::Device(_) | Error::Internal(_))) => return Err(error),
            Err(error) => {
                let text = one_line(&error.to_string());
                tracing::error!("{text}");
                self.notices.banner = Some((
                    format!("{text}. The scene before the change runs on."),
                    false,
                ));
            }
        }
        Ok(())
    }

    /// Replaces the scene; where the file cannot be loaded, the old scene remains.
    pub(super) fn load(&mut self, file: &Path) {
        match self.open(file.to_owned()) {
            Ok(playback) => {
                self.input.pointer.release();
                self.playback = playback;
                self.playback.prefer(&self.panels.prefs);
                self.document = Document::open(file, &self.playback.scene);
                self.notices.banner = None;
                self.notices.slow_reported = false;
                self.panels.prefs.opened(file);
                self.panels.prefs.save();
                if let Some(screen) = &self.screen {
                    screen.update_title(&self.playback);
                    self.panels.restart(&screen.window);
                }
                tracing::info!("loaded {}", file.display());
                self.show_message(format!("loaded {}", file.display()));
            }
            Err(error) => self.report_error(&error),
        }
        self.pace.restart();
    }

    /// Loads a scene without the overrides of nodes, which are for the scene of the command line.
    fn open(&self, file: PathBuf) -> Result<Playback, Error> {
        let scene = pliant_scene::load(&Source::File(file), &Overrides::default())?;
        load::warn(&scene);
        let settings = self.settings(&scene)?;
        Playback::new(&self.devices, scene, settings, self.playback.view_settings)
    }
}
