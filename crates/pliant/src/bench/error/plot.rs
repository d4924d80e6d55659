//! Error against time as an SVG: a panel for each scene, both axes logarithmic, a line for each solver and number of iterations.

use super::row::{ITERATIONS, Row};
use std::fmt::Write;

/// Size of a panel's axes and space around them, px.
const SIZE: [f64; 2] = [250.0, 250.0];
const MARGIN: [f64; 2] = [60.0, 34.0];
/// Width of the legend below the panels, and its height with the axis labels, px.
const LEGEND: [f64; 2] = [860.0, 110.0];
/// A colour for each number of iterations.
const COLOURS: [&str; 4] = ["#cf222e", "#9a6700", "#1a7f37", "#0969da"];

/// A panel's axes: powers of ten at both ends, and the upper left corner, px.
struct Axes {
    ms: [f64; 2],
    mm: [f64; 2],
    corner: [f64; 2],
}

/// The plot of all scenes, by name.
pub(super) fn svg(panels: &[(&str, Vec<Row>)]) -> String {
    let [width, height] = [
        LEGEND[0].max(panels.len() as f64 * (SIZE[0] + MARGIN[0]) + 20.0),
        MARGIN[1] + SIZE[1] + LEGEND[1],
    ];
    let mut out = String::new();
    out += &format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#1f2328\">\n  <title>Error against time of a frame</title>\n  <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#f6f8fa\"/>\n"
    );
    for (at, (name, rows)) in panels.iter().enumerate() {
        let left = MARGIN[0] + at as f64 * (SIZE[0] + MARGIN[0]);
        let axes = Axes::around(rows, [left, MARGIN[1]]);
        axes.draw(name, &mut out);
        for solver in ["gauss-seidel", "jacobi"] {
            for (iterations, colour) in ITERATIONS.into_iter().zip(COLOURS) {
                let own = |row: &&Row| row.solver == solver && row.iterations == iterations;
                let line: Vec<&Row> = rows.iter().filter(own).collect();
                axes.series(&line, colour, dash(solver), &mut out);
            }
        }
    }
    legend(MARGIN[1] + SIZE[1] + 66.0, &mut out);
    out + "</svg>\n"
}

/// Jacobi's lines are dashed.
fn dash(solver: &str) -> &'static str {
    match solver {
        "jacobi" => " stroke-dasharray=\"5 3\"",
        _ => "",
    }
}

/// The whole powers of ten around some numbers.
fn decades(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    let logs: Vec<f64> = numbers.map(f64::log10).filter(|n| n.is_finite()).collect();
    let low = logs.iter().copied().fold(f64::INFINITY, f64::min).floor();
    let high = logs
        .iter()
        .copied()
        .fold(f64::NEG_INFINITY, f64::max)
        .ceil();
    if low < high { [low, high] } else { [-1.0, 1.0] }
}

impl Axes {
    fn around(rows: &[Row], corner: [f64; 2]) -> Self {
        Self {
            ms: decades(rows.iter().map(|row| row.frame_ms)),
            mm: decades(rows.iter().filter_map(|row| row.error_mm)),
            corner,
        }
    }

    /// Where a time and an error are, px.
    fn at(&self, ms: f64, mm: f64) -> [f64; 2] {
        let along = |value: f64, [low, high]: [f64; 2]| (value.log10() - low) / (high - low);
        [
            self.corner[0] + SIZE[0] * along(ms, self.ms),
            self.corner[1] + SIZE[1] * (1.0 - along(mm, self.mm)),
        ]
    }

    fn draw(&self, name: &str, out: &mut String) {
        let [left, top] = self.corner;
        let (right, bottom) = (left + SIZE[0], top + SIZE[1]);
        let middle = left + 0.5 * SIZE[0];
        let mut add = |line: String| writeln!(out, "  {line}").expect("a string has room");
        add(format!(
            "<rect x=\"{left:.0}\" y=\"{top:.0}\" width=\"{:.0}\" height=\"{:.0}\" fill=\"#fff\" stroke=\"#57606a\"/>",
            SIZE[0], SIZE[1]
        ));
        add(format!(
            "<text x=\"{middle:.0}\" y=\"22\" text-anchor=\"middle\" font-weight=\"bold\">{name}</text>"
        ));
        add(format!(
            "<text x=\"{middle:.0}\" y=\"{:.0}\" text-anchor=\"middle\">ms a frame</text>",
            bottom + 36.0
        ));
        let (x, y) = (left - 44.0, top + 0.5 * SIZE[1]);
        add(format!(
            "<text transform=\"translate({x:.0} {y:.0}) rotate(-90)\" text-anchor=\"middle\">error, mm</text>"
        ));
        let powers = |[low, high]: [f64; 2]| (low as i32)..=(high as i32);
        let floor = 10_f64.powf(self.mm[0]);
        for power in powers(self.ms) {
            let [x, _] = self.at(10_f64.powi(power), floor);
            add(format!(
                "<path d=\"M{x:.1} {top:.0} V{bottom:.0}\" stroke=\"#d0d7de\"/>"
            ));
            add(format!(
                "<text x=\"{x:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
                bottom + 18.0,
                label(power)
            ));
        }
        let first = 10_f64.powf(self.ms[0]);
        for power in powers(self.mm) {
            let [_, y] = self.at(first, 10_f64.powi(power));
            add(format!(
                "<path d=\"M{left:.0} {y:.1} H{right:.0}\" stroke=\"#d0d7de\"/>"
            ));
            add(format!(
                "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 6.0,
                y + 4.0,
                label(power)
            ));
        }
    }

    /// A line through the runs of a solver with a number of iterations, by substeps. Runs that diverged are left out.
    fn series(&self, rows: &[&Row], colour: &str, dash: &str, out: &mut String) {
        let point = |row: &&Row| Some(self.at(row.frame_ms, row.error_mm?));
        let points: Vec<[f64; 2]> = rows.iter().filter_map(point).collect();
        let path: Vec<String> = points
            .iter()
            .map(|[x, y]| format!("{x:.1} {y:.1}"))
            .collect();
        if !path.is_empty() {
            let path = path.join(" L");
            *out += &format!(
                "  <path d=\"M{path}\" stroke=\"{colour}\" stroke-width=\"1.5\"{dash} fill=\"none\"/>\n"
            );
        }
        for [x, y] in points {
            *out +=
                &format!("  <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{colour}\"/>\n");
        }
    }
}

/// A power of ten.
fn label(power: i32) -> String {
    format!("{}", 10_f64.powi(power))
}

fn legend(y: f64, out: &mut String) {
    for (row, solver) in ["gauss-seidel", "jacobi"].into_iter().enumerate() {
        let y = y + 20.0 * row as f64;
        *out += &format!(
            "  <text x=\"{:.0}\" y=\"{y:.0}\">{solver}, iterations:</text>\n",
            MARGIN[0]
        );
        for (at, (iterations, colour)) in ITERATIONS.into_iter().zip(COLOURS).enumerate() {
            let x = MARGIN[0] + 150.0 + 80.0 * at as f64;
            let dash = dash(solver);
            *out += &format!(
                "  <path d=\"M{x:.0} {:.0} h30\" stroke=\"{colour}\" stroke-width=\"1.5\"{dash}/><text x=\"{:.0}\" y=\"{y:.0}\">{iterations}</text>\n",
                y - 4.0,
                x + 36.0
            );
        }
    }
    *out += &format!(
        "  <text x=\"{:.0}\" y=\"{y:.0}\">points along a line: 5, 10, 20, 40, 80 substeps</text>\n",
        MARGIN[0] + 500.0
    );
}
