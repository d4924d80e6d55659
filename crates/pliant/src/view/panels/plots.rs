//! Plots of metrics over time.

use super::files::{FileWindow, Purpose};
use crate::view::playback::Playback;
use crate::view::series::{COUNTS, Curve, METRICS};
use egui::Ui;
use egui_plot::{Legend, Line, Plot, PlotPoints, VLine};

/// Most points of a curve: more than a window has columns.
const POINTS: usize = 2000;

/// The curves that are plotted.
pub(crate) struct Plots {
    pub(crate) curves: Vec<Curve>,
}

impl Default for Plots {
    /// The kinetic energy of the first body.
    fn default() -> Self {
        Self {
            curves: vec![Curve {
                body: Some(0),
                metric: 0,
            }],
        }
    }
}

impl Plots {
    /// Shows the plot; returns a window to choose a file if the curves are to be exported.
    pub(super) fn show(&mut self, ui: &mut Ui, playback: &Playback) -> Option<FileWindow> {
        let summary = playback.simulation().summary();
        let names: Vec<String> = summary.bodies.iter().map(|b| b.name.clone()).collect();
        self.curves
            .retain(|curve| curve.body.is_none_or(|body| body < names.len()));
        let mut file = None;
        ui.add_space(3.0);
        ui.horizontal(|ui| {
            ui.menu_button("Add curve", |ui| self.add(ui, &names));
            if ui.button("Clear").clicked() {
                self.curves.clear();
            }
            let export = egui::Button::new("Export CSV…");
            if ui.add_enabled(!self.curves.is_empty(), export).clicked() {
                file = Some(FileWindow::new(Purpose::SaveCurves, "curves.csv"));
            }
            if self.curves.is_empty() {
                ui.weak("no curves");
            }
        });
        let now = playback.simulation().time();
        let lines: Vec<_> = self
            .curves
            .iter()
            .map(|curve| {
                let points = playback.timeline.series.points(curve, POINTS);
                (curve.label(&names), points)
            })
            .collect();
        Plot::new("plot")
            .legend(Legend::default())
            .x_axis_label("s")
            .allow_scroll(false)
            .set_margin_fraction(egui::vec2(0.02, 0.08))
            .show(ui, move |plot| {
                for (label, points) in lines {
                    plot.line(Line::new(label, PlotPoints::from(points)).width(1.8));
                }
                plot.vline(VLine::new("", now).color(super::style::ACCENT).width(1.0));
            });
        file
    }

    fn add(&mut self, ui: &mut Ui, names: &[String]) {
        let toggle = |curves: &mut Vec<Curve>, ui: &mut Ui, curve: Curve, label: &str| {
            let mut on = curves.contains(&curve);
            if ui.checkbox(&mut on, label).changed() {
                curves.retain(|other| *other != curve);
                if on {
                    curves.push(curve);
                }
            }
        };
        ui.menu_button("Scene", |ui| {
            for (metric, (name, _)) in COUNTS.iter().enumerate() {
                toggle(&mut self.curves, ui, Curve { body: None, metric }, name);
            }
        });
        for (body, name) in names.iter().enumerate() {
            ui.menu_button(name, |ui| {
                for (metric, of) in METRICS.iter().enumerate() {
                    let curve = Curve {
                        body: Some(body),
                        metric,
                    };
                    toggle(&mut self.curves, ui, curve, of.name);
                }
            });
        }
    }
}
