//! Gauss-Seidel: constraints of one colour share no particle and are solved in parallel, colour after colour.

use super::recorder::{Iteration, Step};
use crate::constraints::color::{Coloring, small_colors};
use pliant_passes::passes::solve;
use pliant_passes::types::{FEATURE_BUNDLED, FEATURE_FUSED, SolveParams};
use pliant_passes::{Recording, Variant, bind};

impl Step<'_> {
    pub(super) fn gauss_seidel(&mut self, substep: u32) {
        for index in 0..self.settings.iterations {
            let iteration = Iteration {
                substep,
                index,
                last: index + 1 == self.settings.iterations,
                params: SolveParams {
                    keep_lambda: if index > 0 { 1.0 } else { 0.0 },
                    relaxation: 1.0,
                    omega: 1.0,
                    ..SolveParams::default()
                },
                iterate: self.b.particles.iterate(),
                features: 0,
            };
            self.solve_links(iteration.params);
            for list in 0..self.model.constraints.lists.len() {
                self.solve_list(list, iteration.params);
            }
            self.solve_subsystems(iteration);
        }
    }

    fn solve_links(&mut self, params: SolveParams) {
        let b = self.b;
        let buffers = bind!(solve::SolveLinks {
            links, lambda, ranges from b.links;
            materials, position, displacement from b.particles;
        });
        let pass = |record: &mut Recording, params, invocations, variant| {
            record.pass_variant(buffers, params, invocations, variant);
        };
        let model = self.model;
        self.solve_colors(
            pass,
            params,
            model.constraints.link_features,
            (&model.constraints.colors, 0),
        );
    }

    fn solve_list(&mut self, index: usize, params: SolveParams) {
        let (list, own) = (&self.model.constraints.lists[index], &self.b.lists[index]);
        let params = SolveParams {
            first_correction: list.first_correction,
            ..params
        };
        let lambdas = [own.lambda, own.lambda_before];
        let buffers = self.list_buffers(index, self.b.particles.displacement, lambdas);
        let pass = |record: &mut Recording, params, invocations, variant| {
            (list.kind.record)(record, buffers, params, invocations, variant);
        };
        let colors = (&list.coloring, list.first_range);
        self.solve_colors(
            pass,
            params,
            self.model.constraints.list_features[index],
            colors,
        );
    }

    /// Records one dispatch for each large colour, then one dispatch for all small colours.
    fn solve_colors(
        &mut self,
        pass: impl Fn(&mut Recording, SolveParams, u32, Variant),
        params: SolveParams,
        features: u32,
        (colors, first_range): (&Coloring, u32),
    ) {
        let mut dispatch = |first, count, invocations, feature| {
            let params = SolveParams {
                first,
                count,
                ..params
            };
            let features = features | feature;
            let variant = Variant { lanes: 1, features };
            pass(&mut self.record, params, invocations, variant);
        };
        let small = small_colors(colors);
        let mut range = first_range;
        for layers in &colors.colors[..colors.colors.len() - small] {
            let [first, count] = layers[0];
            match layers.len() {
                1 => dispatch(first, count, count, 0),
                _ => dispatch(range, count, count, FEATURE_BUNDLED),
            }
            range += layers.len() as u32;
        }
        if small > 0 {
            dispatch(range, small as u32, 1, FEATURE_FUSED);
        }
    }
}
