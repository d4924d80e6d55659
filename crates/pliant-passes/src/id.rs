//! The ids of passes, from the pass table.

macro_rules! ids {
    ($($folder:ident { $($(#[doc = $doc:literal])* $name:ident: $id:ident ($($row:tt)*) { $($slots:tt)* })* })*) => {
        /// Names a row of [`crate::PASSES`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(usize)]
        pub enum PassId { $($($(#[doc = $doc])* $id,)*)* }
    };
}
pass_table!(ids);
