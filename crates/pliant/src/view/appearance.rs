//! What is shown of the scene, and how: colours, marks, hidden nodes, and the selected one.

use super::marks::Marks;
use crate::colors::Coloring;
use pliant_render::Show;
use pliant_scene::Scene;

/// What is shown of the scene, and how.
pub(crate) struct Appearance {
    pub(crate) show: Show,
    /// Colours that show a quantity.
    pub(crate) coloring: Coloring,
    /// Marks over the scene.
    pub(crate) marks: Marks,
    /// Whether each node is hidden.
    pub(crate) hidden: Vec<bool>,
    /// The selected node.
    pub(crate) selected: Option<usize>,
}

impl Appearance {
    /// All nodes of a scene, in the colours of their materials.
    pub(crate) fn new(scene: &Scene, show: Show) -> Self {
        Self {
            show,
            coloring: Coloring::default(),
            marks: Marks::default(),
            hidden: vec![false; scene.nodes.len()],
            selected: None,
        }
    }

    /// Goes on with another version of the scene.
    pub(crate) fn set_scene(&mut self, before: &Scene, scene: &Scene) {
        let name = |node: usize| before.nodes.get(node).map(|n| &n.name);
        let selected = self.selected.and_then(name);
        self.selected = scene.nodes.iter().position(|n| Some(&n.name) == selected);
        self.hidden.resize(scene.nodes.len(), false);
    }

    /// Hides a node with everything below it, or shows it.
    pub(crate) fn hide(&mut self, scene: &Scene, node: usize, hidden: bool) {
        for (other, state) in self.hidden.iter_mut().enumerate() {
            if scene.ancestors(other).any(|above| above == node) {
                *state = hidden;
            }
        }
    }
}
