//! Pins the vertex under the cursor, or removes its pin. Both change the key `pin` of its node, which *File ▸ Save scene as* writes.

use super::app::Viewer;
use super::cursor::{Which, locate};
use crate::exit::Error;
use pliant_scene::{Body, BodyKind, Scene};
use serde_json::Value;

impl Viewer<'_> {
    /// Pins the vertex under the cursor where it is.
    pub(super) fn pin(&mut self) -> Result<(), Error> {
        let Some((body, particle)) = self.vertex_under(Which::Free)? else {
            self.show_message("there is no vertex to pin under the cursor".to_owned());
            return Ok(());
        };
        let mut pinned = self.playback.scene.bodies[body].pinned.clone();
        pinned.push(particle);
        self.set_pins(body, &pinned)
    }

    /// Removes the pin under the cursor.
    pub(super) fn unpin(&mut self) -> Result<(), Error> {
        let Some((body, particle)) = self.vertex_under(Which::Pinned)? else {
            self.show_message("there is no pin under the cursor".to_owned());
            return Ok(());
        };
        let before = self.playback.scene.bodies[body].pinned.clone();
        let pinned: Vec<u32> = before.into_iter().filter(|p| *p != particle).collect();
        self.set_pins(body, &pinned)?;
        if self.playback.scene.bodies[body].pinned.contains(&particle) {
            let why =
                "the mesh pins this vertex by its attribute _PIN, which only the file can change";
            self.show_message(why.to_owned());
        }
        Ok(())
    }

    fn vertex_under(&mut self, which: Which) -> Result<Option<(usize, u32)>, Error> {
        let Some((cursor, radius)) = self.cursor_and_radius() else {
            return Ok(None);
        };
        let particles = self.playback.particles()?;
        let picked = self
            .playback
            .vertex_under(&particles, &cursor, radius, which);
        Ok(picked.map(|picked| locate(&particles, picked)))
    }

    /// Pins these particles of a body, and builds the simulation again.
    fn set_pins(&mut self, body: usize, pinned: &[u32]) -> Result<(), Error> {
        let scene = self.playback.scene.clone();
        let of = &scene.bodies[body];
        let name = scene.nodes[of.node].name.clone();
        let Some(vertices) = vertices(of, pinned) else {
            self.show_message(format!("{name} is pinned by its key \"pin\" only"));
            return Ok(());
        };
        let edits = &mut self.playback.edits;
        let value = Value::from(vertices);
        edits.nodes.insert((name.clone(), "pin".to_owned()), value);
        if !follow_animation(&scene, of) {
            edits.held.insert(name.clone());
        }
        self.document.edited = true;
        self.rebuild_if_edited()?;
        let count = self.playback.scene.bodies[body].pinned.len();
        let plural = if count == 1 { "" } else { "s" };
        let text = format!("{name} has {count} pin{plural}");
        tracing::debug!("{text}");
        self.show_message(text);
        Ok(())
    }
}

/// The numbers that the key `pin` gives these particles; `None` where particles are not vertices.
fn vertices(body: &Body, pinned: &[u32]) -> Option<Vec<u32>> {
    if body.lattice.is_some() || body.kind == BodyKind::Fluid {
        return None;
    }
    let number = |particle: &u32| {
        let vertex = body.vertex_of_particle[*particle as usize];
        match &body.vertex_of_index {
            Some(vertices) => vertices.iter().position(|v| *v == vertex).map(|i| i as u32),
            None => Some(vertex),
        }
    };
    let mut numbers: Vec<u32> = pinned.iter().map(number).collect::<Option<_>>()?;
    numbers.sort_unstable();
    Some(numbers)
}

/// Whether the pins of a body follow an animation: of its node, or of its own skin.
fn follow_animation(scene: &Scene, body: &Body) -> bool {
    let mut channels = scene.animations.iter().flat_map(|a| &a.channels);
    let above: Vec<usize> = scene.ancestors(body.node).collect();
    body.skinned || channels.any(|c| c.moves_node() && above.contains(&c.node))
}

/// Holds the pins of these nodes where they are, since the window has changed them.
pub(super) fn hold(scene: &mut Scene, held: &std::collections::BTreeSet<String>) {
    for body in 0..scene.bodies.len() {
        let of = &scene.bodies[body];
        if held.contains(&scene.nodes[of.node].name) {
            let pinned = of.pinned.clone();
            scene.hold_pins(body, pinned);
        }
    }
}
