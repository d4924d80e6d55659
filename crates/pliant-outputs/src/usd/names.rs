//! Names of prims: identifiers that are unique among siblings.

use std::collections::HashSet;

/// Names that are taken below a prim.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// A free identifier like the name: what is no letter, digit or underscore becomes an underscore.
    pub(super) fn take(&mut self, name: &str) -> String {
        let valid = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut base: String = name.chars().map(valid).collect();
        if !base.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            base.insert(0, '_');
        }
        let numbered = (1..).map(|number| format!("{base}_{number}"));
        let mut candidates = std::iter::once(base.clone()).chain(numbered);
        let free = candidates.find(|name| !self.taken.contains(name));
        let free = free.expect("there are more numbers than names");
        self.taken.insert(free.clone());
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers_and_unique() {
        let mut names = Names::default();
        let taken = [
            "Cloth",
            "Cloth",
            "2nd sheet",
            "Größe",
            "",
            "Cloth_1",
            "日本",
        ];
        let taken = taken.map(|name| names.take(name));
        assert_eq!(
            taken,
            [
                "Cloth",
                "Cloth_1",
                "_2nd_sheet",
                "Gr__e",
                "_",
                "Cloth_1_1",
                "__"
            ]
        );
    }
}
