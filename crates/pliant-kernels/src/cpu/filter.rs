//! CPU implementation of `shaders/include/filter.glsl`.

use pliant_passes::types::Filter;

/// Whether two surfaces may collide.
#[must_use]
pub fn meets(a: Filter, b: Filter) -> bool {
    let lets = |a: Filter, b: Filter| b.systems & !a.meets == 0 && b.systems & !a.avoids != 0;
    lets(a, b) && lets(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_SYSTEM: u32 = 1 << 31;

    fn filter(systems: u32, meets: u32, avoids: u32) -> Filter {
        Filter {
            systems,
            meets,
            avoids,
        }
    }

    #[test]
    fn both_must_let_the_other() {
        let plain = filter(NO_SYSTEM, !0, 0);
        let (figure, cloth) = (filter(1, !0, 0), filter(2, 4, 0));
        assert!(meets(plain, plain) && meets(plain, figure));
        assert!(!meets(figure, cloth) && !meets(cloth, figure));
        assert!(!meets(plain, cloth), "it is not in the list");
        assert!(meets(filter(4, !0, 0), cloth));
        assert!(!meets(filter(4, !0, 2), cloth) && meets(filter(4, !0, 1), cloth));
    }

    #[test]
    fn what_is_in_several_systems_is_judged_by_all_of_them() {
        let two = filter(1 | 2, !0, 0);
        assert!(!meets(two, filter(4, 1, 0)) && meets(two, filter(4, 1 | 2, 0)));
        assert!(meets(two, filter(4, !0, 1)) && !meets(two, filter(4, !0, 1 | 2)));
    }
}
