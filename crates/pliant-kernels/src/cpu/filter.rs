//! CPU implementation of `shaders/include/filter.glsl`.

use pliant_passes::types::Filter;

fn lets(a: Filter, b: Filter) -> bool {
    b.systems & !a.collides_with == 0 && b.systems & !a.ignores != 0
}

/// Whether two surfaces may collide.
#[must_use]
pub fn filters_allow(a: Filter, b: Filter) -> bool {
    lets(a, b) && lets(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_SYSTEM: u32 = 1 << 31;

    fn filter(systems: u32, collides_with: u32, ignores: u32) -> Filter {
        Filter {
            systems,
            collides_with,
            ignores,
        }
    }

    #[test]
    fn both_must_let_the_other() {
        let plain = filter(NO_SYSTEM, !0, 0);
        let (figure, cloth) = (filter(1, !0, 0), filter(2, 4, 0));
        assert!(filters_allow(plain, plain) && filters_allow(plain, figure));
        assert!(!filters_allow(figure, cloth) && !filters_allow(cloth, figure));
        assert!(!filters_allow(plain, cloth), "it is not in the list");
        assert!(filters_allow(filter(4, !0, 0), cloth));
        assert!(!filters_allow(filter(4, !0, 2), cloth) && filters_allow(filter(4, !0, 1), cloth));
    }

    #[test]
    fn what_is_in_several_systems_is_judged_by_all_of_them() {
        let two = filter(1 | 2, !0, 0);
        assert!(!filters_allow(two, filter(4, 1, 0)) && filters_allow(two, filter(4, 1 | 2, 0)));
        assert!(filters_allow(two, filter(4, !0, 1)) && !filters_allow(two, filter(4, !0, 1 | 2)));
    }
}
