//! Colours that show a quantity of bodies instead of their materials: their range, and the colour maps.

use crate::engine::AnyEngine;
use crate::exit::Error;
use pliant_render::{Colors, Show};
use pliant_scene::Scene;
use pliant_sim::{Quantity, Simulation};

/// Colour of what has no such quantity.
const NEUTRAL: [u8; 3] = [150, 150, 152];

/// What colours show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// A quantity of particles and rigid bodies.
    Quantity(Quantity),
    /// Which body it is.
    Body,
}

/// A row of the table of what colours can show.
pub(crate) struct Choice {
    pub(crate) by: By,
    pub(crate) label: &'static str,
    pub(crate) unit: &'static str,
    /// Shown units in an SI unit.
    pub(crate) scale: f32,
    /// Whether values of both signs are shown around 0.
    pub(crate) signed: bool,
    /// Whether the range begins at 0.
    pub(crate) from_zero: bool,
}

/// Everything that colours can show, in the order of the menu.
pub(crate) const CHOICES: [Choice; 7] = [
    choice(Quantity::Strain, "Strain", "%", 100.0, [true, false]),
    choice(Quantity::Speed, "Speed", "m/s", 1.0, [false, true]),
    choice(Quantity::Pressure, "Pressure", "Pa", 1.0, [false, false]),
    choice(Quantity::Density, "Density", "kg/m³", 1.0, [false, false]),
    choice(Quantity::Thickness, "Thickness", "mm", 1e3, [false, true]),
    choice(
        Quantity::ContactForce,
        "Contact force",
        "N",
        1.0,
        [false, true],
    ),
    Choice {
        by: By::Body,
        label: "Body",
        unit: "",
        scale: 1.0,
        signed: false,
        from_zero: false,
    },
];

const fn choice(
    quantity: Quantity,
    label: &'static str,
    unit: &'static str,
    scale: f32,
    [signed, from_zero]: [bool; 2],
) -> Choice {
    Choice {
        by: By::Quantity(quantity),
        label,
        unit,
        scale,
        signed,
        from_zero,
    }
}

/// What colours show now.
#[derive(Debug, Clone, Default)]
pub(crate) struct Coloring {
    /// Index in [`CHOICES`]; `None` shows materials.
    pub(crate) choice: Option<usize>,
    /// Whether the range stays as it is.
    pub(crate) held: bool,
    /// Values of the lowest and the highest colour, in the shown unit.
    pub(crate) range: [f32; 2],
    /// Whether something has such a quantity.
    pub(crate) any: bool,
    vertices: Vec<u32>,
    nodes: Vec<u32>,
}

impl Coloring {
    /// Goes on to the next choice, and after the last one back to materials.
    pub(crate) fn next(&mut self) {
        let next = self.choice.map_or(0, |choice| choice + 1);
        self.set((next < CHOICES.len()).then_some(next));
    }

    /// Shows this choice. A range that was held belongs to the choice before.
    pub(crate) fn set(&mut self, choice: Option<usize>) {
        self.held &= choice == self.choice;
        self.choice = choice;
    }

    /// What is shown; `None` for materials.
    pub(crate) fn shown(&self) -> Option<&'static Choice> {
        CHOICES.get(self.choice?)
    }

    /// The colours of the last update; `None` where materials are shown.
    pub(crate) fn colors(&self) -> Option<Colors<'_>> {
        self.choice.map(|_| Colors {
            vertices: &self.vertices,
            nodes: &self.nodes,
        })
    }

    /// What is shown together with the colours: fluids as balls, since their surface has no particles to colour.
    pub(crate) fn shown_with(&self, show: Show) -> Show {
        Show {
            balls: show.balls || self.choice.is_some(),
            ..show
        }
    }

    /// Computes the colours of the current state.
    pub(crate) fn update(
        &mut self,
        scene: &Scene,
        simulation: &mut Simulation<AnyEngine>,
    ) -> Result<(), Error> {
        match self.shown().map(|choice| choice.by) {
            None => Ok(()),
            Some(By::Body) => {
                self.color_bodies(scene, simulation);
                Ok(())
            }
            Some(By::Quantity(quantity)) => self.color_values(scene, simulation, quantity),
        }
    }

    fn color_values(
        &mut self,
        scene: &Scene,
        simulation: &mut Simulation<AnyEngine>,
        quantity: Quantity,
    ) -> Result<(), Error> {
        let Some(choice) = self.shown() else {
            return Ok(());
        };
        let of_particles = simulation.quantity(quantity)?;
        let of_vertices = simulation.on_vertices(&of_particles);
        let of_rigids = simulation.rigid_quantity(quantity)?;
        let shown = |value: &f32| choice.scale * value;
        let values = of_vertices.iter().chain(&of_rigids).map(shown);
        let bounds = bounds(values.filter(|value| value.is_finite()));
        self.any = bounds.is_some();
        if !self.held {
            self.range = range(bounds.unwrap_or_default(), choice);
        }
        let (range, signed) = (self.range, choice.signed);
        let color = |value: &f32| packed(map(position(shown(value), range), signed));
        self.vertices = of_vertices.iter().map(color).collect();
        let rigid = |node| scene.rigid_of(node).map(|rigid| color(&of_rigids[rigid]));
        let nodes = (0..scene.nodes.len()).map(rigid);
        self.nodes = nodes.map(Option::unwrap_or_default).collect();
        Ok(())
    }

    fn color_bodies(&mut self, scene: &Scene, simulation: &Simulation<AnyEngine>) {
        self.any = true;
        self.vertices.clear();
        let first = &simulation.draw_buffers().first_vertex;
        for (body, from) in scene.bodies.iter().enumerate().zip(first) {
            let until = from + body.1.vertices() as u32;
            self.vertices
                .resize(until as usize, packed(palette(body.0)));
        }
        let deformables = scene.bodies.len();
        let rigid = |node| {
            scene
                .rigid_of(node)
                .map(|rigid| packed(palette(deformables + rigid)))
        };
        let nodes = (0..scene.nodes.len()).map(rigid);
        self.nodes = nodes.map(Option::unwrap_or_default).collect();
    }
}

/// Smallest and largest value.
fn bounds(values: impl Iterator<Item = f32>) -> Option<[f32; 2]> {
    let mut values = values.peekable();
    values.peek()?;
    let start = [f32::INFINITY, f32::NEG_INFINITY];
    Some(values.fold(start, |[low, high], value| {
        [low.min(value), high.max(value)]
    }))
}

/// The range that shows all values.
fn range([low, high]: [f32; 2], choice: &Choice) -> [f32; 2] {
    /// Smallest range, in the shown unit.
    const LEAST: f32 = 1e-6;
    if choice.signed {
        let most = low.abs().max(high.abs()).max(LEAST);
        [-most, most]
    } else if choice.from_zero {
        [0.0, high.max(LEAST)]
    } else {
        [low, high.max(low + LEAST.max(1e-6 * low.abs()))]
    }
}

/// Position of a value in a range, 0 to 1; NaN for a value that is no number.
fn position(value: f32, [low, high]: [f32; 2]) -> f32 {
    ((value - low) / (high - low).max(f32::MIN_POSITIVE)).clamp(0.0, 1.0)
}

/// The colour of a position in the range, sRGB. Values of both signs run from blue over light grey to red; others from violet over green to
/// yellow, and become ever brighter.
pub(crate) fn map(position: f32, signed: bool) -> [u8; 3] {
    const BOTH: [[u8; 3]; 5] = [
        [42, 72, 200],
        [126, 158, 235],
        [222, 222, 222],
        [240, 140, 112],
        [190, 12, 40],
    ];
    const RISING: [[u8; 3]; 6] = [
        [64, 10, 86],
        [62, 70, 138],
        [38, 124, 142],
        [40, 172, 126],
        [132, 212, 72],
        [250, 230, 40],
    ];
    if position.is_nan() {
        return NEUTRAL;
    }
    let anchors: &[[u8; 3]] = if signed { &BOTH } else { &RISING };
    let at = position * (anchors.len() - 1) as f32;
    let lower = (at as usize).min(anchors.len() - 2);
    let (a, b, t) = (anchors[lower], anchors[lower + 1], at - lower as f32);
    std::array::from_fn(|k| (f32::from(a[k]) * (1.0 - t) + f32::from(b[k]) * t).round() as u8)
}

/// Colours of bodies, one after another; colour-blind people can tell them apart [Okabe and Ito 2008].
pub(crate) fn palette(body: usize) -> [u8; 3] {
    const COLORS: [[u8; 3]; 7] = [
        [230, 159, 0],
        [86, 180, 233],
        [0, 158, 115],
        [240, 228, 66],
        [0, 114, 178],
        [213, 94, 0],
        [204, 121, 167],
    ];
    COLORS[body % COLORS.len()]
}

fn packed([red, green, blue]: [u8; 3]) -> u32 {
    u32::from_le_bytes([red, green, blue, 255])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_show_all_values() {
        let strain = &CHOICES[0];
        assert_eq!(range([-2.0, 1.0], strain), [-2.0, 2.0]);
        let speed = &CHOICES[1];
        assert_eq!(range([0.5, 3.0], speed), [0.0, 3.0]);
        let pressure = &CHOICES[2];
        assert_eq!(range([-5.0, 7.0], pressure), [-5.0, 7.0]);
        let [low, high] = range([7.0, 7.0], pressure);
        assert!(low < high);
        assert_eq!(bounds([].into_iter()), None);
    }

    #[test]
    fn maps_have_their_ends_and_a_middle() {
        assert_eq!(map(0.0, false), [64, 10, 86]);
        assert_eq!(map(1.0, false), [250, 230, 40]);
        assert_eq!(map(0.5, true), [222, 222, 222]);
        assert_eq!(map(f32::NAN, true), NEUTRAL);
        let brightness = |i: i32| {
            let [r, g, b] = map(i as f32 / 50.0, false).map(f32::from);
            0.3 * r + 0.6 * g + 0.1 * b
        };
        assert!((0..50).all(|i| brightness(i) < brightness(i + 1)));
    }

    #[test]
    fn a_held_range_belongs_to_its_quantity() {
        let mut coloring = Coloring::default();
        coloring.next();
        coloring.held = true;
        coloring.set(Some(0));
        assert!(coloring.held);
        coloring.next();
        assert!(!coloring.held);
        (0..CHOICES.len() - 1).for_each(|_| coloring.next());
        assert_eq!(coloring.choice, None);
    }
}
