//! Lists of bounded length, which need no allocation.

use std::ops::{Deref, DerefMut};

/// A list of at most N elements.
#[derive(Debug, Clone, Copy)]
pub(crate) struct List<T, const N: usize> {
    elements: [T; N],
    count: usize,
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self {
            elements: [T::default(); N],
            count: 0,
        }
    }
}

impl<T, const N: usize> List<T, N> {
    /// Appends an element.
    ///
    /// # Panics
    /// When the list is full.
    #[inline]
    pub(crate) fn push(&mut self, element: T) {
        self.elements[self.count] = element;
        self.count += 1;
    }

    /// Keeps the first `count` elements.
    #[inline]
    pub(crate) fn truncate(&mut self, count: usize) {
        self.count = self.count.min(count);
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.elements[..self.count]
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.elements[..self.count]
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut list = Self::default();
        elements.into_iter().for_each(|element| list.push(element));
        list
    }
}
