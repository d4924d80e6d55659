//! Buffers as the invocations of a dispatch see them. This is the only module outside of `pliant-gpu` with `unsafe` code.
//!
//! Threads run a recording together, and all of them see the same buffers (`Buffers`). [`Read`] is a buffer that no invocation of a
//! dispatch writes, so it is a plain slice. [`Shared`] is a buffer that they write, so its elements are read and written through a
//! pointer. Why that is sound:
//!
//! 1. A `Buffers` borrows all buffers mutably for its whole life, so nothing but the commands of the recording accesses them.
//! 2. Every access is checked against the number of elements, so it lies in the buffer. Elements are [`Pod`]: each content is a
//!    value, and none needs to be dropped.
//! 3. No invocation accesses an element that another one of its dispatch writes, except through [`Shared::atomic`]. Passes must have
//!    this property on a GPU, too, where their results would otherwise depend on the order of threads. The checked mode records every
//!    access and reports the first one that breaks this rule ([`AccessLog`]); a test runs all scenes in it.
//! 4. Commands that access one buffer, at least one of them writing, do not run at the same time. `engine/plan.rs` cuts a recording into
//!    stretches by its barriers (`pliant_passes::Recording::barriers`). Commands of one stretch do not conflict, except for those that
//!    the first thread alone runs, in order. The first thread opens the `Gate` for one stretch at a time. Others run commands of that
//!    stretch inside the gate only, and their views end before they leave it.
//!
//! The `Gate` lends what the first thread has on its stack, a `Buffers` among others, to threads that may come too late. Why that is
//! sound, whatever its callers do:
//!
//! 5. `Gate::open` writes the pointer to its job while the gate is closed and empty, then opens it. A thread reads the pointer after it
//!    has entered, which one atomic operation does only if the gate is open. So it finds the job of this opening.
//! 6. `Gate::open` does not end, by a return or by a panic, before the gate is closed and everyone inside has left. So the job outlives
//!    all uses of the pointer. A thread that comes later finds the gate closed, or a later opening, and reads nothing of this one.
//! 7. The operations on the word of the gate form one chain. Who enters sees what the first thread wrote before it opened; the first
//!    thread sees what all threads wrote inside when the gate is empty.

use bytemuck::Pod;
use glam::Vec3;
use pliant_passes::BufferId;
pub use pliant_passes::pass::Words;
use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::mem::transmute;
use std::ops::{Index, Range};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// How an invocation accesses words of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// It reads them.
    Read,
    /// It writes them.
    Write,
    /// It changes them atomically.
    Atomic,
}

/// What records the accesses of invocations in the checked mode.
pub trait AccessLog: Sync {
    /// The current invocation uses words of the buffer in a slot; `all` is the number of words of that buffer.
    ///
    /// # Panics
    /// When it must not use them; the message says why.
    fn record(&self, slot: usize, words: Range<usize>, all: usize, kind: Use);
}

/// A slot of a dispatch in the checked mode.
#[derive(Clone, Copy)]
pub(crate) struct Logged<'a> {
    log: &'a dyn AccessLog,
    slot: usize,
}

impl<'a> Logged<'a> {
    pub(crate) fn new(log: &'a dyn AccessLog, slot: usize) -> Self {
        Self { log, slot }
    }

    fn record<T>(self, first: usize, range: &Range<usize>, all: usize, kind: Use) {
        let words = size_of::<T>() / 4;
        let [start, end] = [range.start, range.end].map(|at| at.saturating_add(first) * words);
        self.log.record(self.slot, start..end, all * words, kind);
    }
}

/// Ends an access outside of a buffer.
#[cold]
#[inline(never)]
#[track_caller]
fn outside(range: &Range<usize>, count: usize) -> ! {
    panic!("elements {range:?} of a buffer of {count}");
}

/// All buffers of an engine, as the threads that run a recording see them.
pub(crate) struct Buffers<'a> {
    all: Vec<RawBuffer>,
    borrow: PhantomData<&'a mut [Words]>,
}

/// A buffer in memory.
#[derive(Clone, Copy)]
struct RawBuffer {
    first: *mut u32,
    words: usize,
}

// SAFETY: Threads access the words, which are plain data, as the documentation of the module says.
unsafe impl Sync for Buffers<'_> {}

impl<'a> Buffers<'a> {
    pub(crate) fn of(buffers: &'a mut [Words]) -> Self {
        let raw = |buffer: &mut Words| RawBuffer {
            first: buffer.0.as_mut_ptr(),
            words: buffer.0.len(),
        };
        Self {
            all: buffers.iter_mut().map(raw).collect(),
            borrow: PhantomData,
        }
    }

    /// The first word of a buffer as an element, and the number of complete elements.
    fn raw<T: Pod>(&self, buffer: BufferId) -> (*mut T, usize) {
        const { assert!(align_of::<T>() <= align_of::<u32>() && size_of::<T>().is_multiple_of(4)) }
        let RawBuffer { first, words } = self.all[buffer.0 as usize];
        (first.cast(), words / (size_of::<T>() / 4))
    }

    /// A buffer that no command writes at the same time.
    pub(crate) fn read<'b, T: Pod>(
        &'b self,
        buffer: BufferId,
        logged: Option<Logged<'b>>,
    ) -> Read<'b, T> {
        let (first, count) = self.raw(buffer);
        // SAFETY: The words are initialized, and nothing writes them while this view lives (rules 1 and 4).
        Read::new(unsafe { std::slice::from_raw_parts(first, count) }, logged)
    }

    /// A buffer whose elements the invocations of one command write.
    pub(crate) fn shared<'b, T: Pod>(
        &'b self,
        buffer: BufferId,
        logged: Option<Logged<'b>>,
    ) -> Shared<'b, T> {
        let (first, count) = self.raw(buffer);
        Shared::new(first, count, logged)
    }
}

/// What threads do inside a [`Gate`], by their index.
pub(crate) type Job<'a> = dyn Fn(usize) + Sync + 'a;

/// Where other threads may join a job of the gate's owner, from when it opens until it closes. Nobody waits for those that do not come.
#[derive(Default)]
pub(crate) struct Gate(Arc<GateState>);

/// The other threads' side of a [`Gate`].
pub(crate) struct Entrance(Arc<GateState>);

/// Threads poll it, so it has cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
struct GateState {
    /// The number of threads inside, [`OPEN`], and above it the number of times that the gate was opened.
    word: AtomicU64,
    /// The job, from the first opening on.
    job: UnsafeCell<Option<*const Job<'static>>>,
}

/// Whether a gate is open. The bits below count the threads inside: no system has so many.
const OPEN: u64 = 1 << 31;

// SAFETY: The owner of the gate writes the pointer while nobody else reads it, and it points to what threads may share (rules 5 and 6).
unsafe impl Sync for GateState {}
// SAFETY: As above.
unsafe impl Send for GateState {}

impl GateState {
    fn close(&self) {
        self.word.fetch_and(!OPEN, SeqCst);
    }

    /// Whether threads are inside.
    fn is_occupied(&self) -> bool {
        self.word.load(SeqCst) & (OPEN - 1) > 0
    }
}

/// Closes a gate, and lets nobody go on before it is empty.
struct Closing<'a>(&'a GateState);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if self.0.word.load(SeqCst) & OPEN > 0 {
            self.0.close();
        }
        while self.0.is_occupied() {
            std::thread::yield_now();
        }
    }
}

/// Leaves a gate.
struct Leaving<'a>(&'a GateState);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.word.fetch_sub(1, SeqCst);
    }
}

impl Gate {
    pub(crate) fn entrance(&self) -> Entrance {
        Entrance(Arc::clone(&self.0))
    }

    /// Calls `own` while other threads may join `job`, then closes the gate and calls `wait`, which should wait while threads are inside,
    /// as its argument tells. Returns when nobody is inside.
    pub(crate) fn open<R>(
        &mut self,
        job: &Job<'_>,
        own: impl FnOnce() -> R,
        wait: impl FnOnce(&dyn Fn() -> bool),
    ) -> R {
        let state = &*self.0;
        // SAFETY: It changes the lifetime only, and nobody uses the pointer after the job's own lifetime (rule 6).
        let job: *const Job<'static> =
            unsafe { transmute::<*const Job<'_>, *const Job<'static>>(job) };
        // SAFETY: The gate is closed and empty, since every opening ends so, and `self` is its only owner.
        unsafe { *state.job.get() = Some(job) };
        let closing = Closing(state);
        state.word.fetch_add(3 * OPEN, SeqCst);
        let result = own();
        state.close();
        wait(&|| state.is_occupied());
        drop(closing);
        result
    }
}

impl Entrance {
    /// Whether the gate is open, for another time than the opening `last`; none has the number 0.
    pub(crate) fn is_open(&self, last: u64) -> bool {
        is_new(self.0.word.load(SeqCst), last)
    }

    /// Enters the gate if it is open for another time than the opening `last`, and calls `inside` with the job. Returns the number of the
    /// opening and the result.
    pub(crate) fn join<R>(
        &self,
        last: u64,
        inside: impl FnOnce(&Job<'_>) -> R,
    ) -> Option<(u64, R)> {
        let enter = |word| is_new(word, last).then_some(word + 1);
        let word = self.0.word.fetch_update(SeqCst, SeqCst, enter).ok()?;
        let leaving = Leaving(&self.0);
        // SAFETY: This thread is inside, so nobody writes the pointer (rule 5), and its target lives until this thread leaves (rule 6).
        let job = unsafe { (*self.0.job.get()).map(|job| &*job) };
        let result = job.map(inside);
        drop(leaving);
        result.map(|result| (word / (2 * OPEN), result))
    }
}

fn is_new(word: u64, last: u64) -> bool {
    word & OPEN > 0 && word / (2 * OPEN) != last
}

/// A buffer that the invocations of a dispatch only read.
pub struct Read<'a, T> {
    elements: &'a [T],
    /// The number of elements that may be read without a record: all, or none in the checked mode.
    open: usize,
    /// The slot, and the index in its buffer of the first element.
    logged: Option<(Logged<'a>, usize)>,
}

impl<T> Clone for Read<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Read<'_, T> {}

impl<T> std::fmt::Debug for Read<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} elements", self.elements.len())
    }
}

impl<T> Default for Read<'_, T> {
    fn default() -> Self {
        Self::from(&[][..])
    }
}

impl<'a, T> From<&'a [T]> for Read<'a, T> {
    fn from(elements: &'a [T]) -> Self {
        Self {
            elements,
            open: elements.len(),
            logged: None,
        }
    }
}

impl<'a, T> From<&'a Vec<T>> for Read<'a, T> {
    fn from(elements: &'a Vec<T>) -> Self {
        Self::from(elements.as_slice())
    }
}

impl<'a, T: Pod> Read<'a, T> {
    fn new(elements: &'a [T], logged: Option<Logged<'a>>) -> Self {
        Self {
            elements,
            open: if logged.is_none() { elements.len() } else { 0 },
            logged: logged.map(|logged| (logged, 0)),
        }
    }
}

impl<'a, T> Read<'a, T> {
    /// The number of elements.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether it has no elements.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Some consecutive elements.
    ///
    /// # Panics
    /// When they are outside of the buffer.
    #[inline]
    #[must_use]
    pub fn range(&self, range: Range<usize>) -> &'a [T] {
        if range.end > self.open {
            self.log(range.clone());
        }
        &self.elements[range]
    }

    /// Some consecutive elements, as values.
    ///
    /// # Panics
    /// When they are outside of the buffer.
    #[inline(always)]
    #[must_use]
    pub fn array<const N: usize>(&self, first: usize) -> [T; N]
    where
        T: Copy,
    {
        let elements = self.range(first..first + N);
        // SAFETY: The range has N elements.
        std::array::from_fn(|k| unsafe { *elements.get_unchecked(k) })
    }

    /// Some consecutive elements, of which later reads are checked one by one.
    ///
    /// # Panics
    /// When they are outside of the buffer.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let (open, start) = (range.len(), range.start);
        Self {
            elements: &self.elements[range],
            open: if self.logged.is_none() { open } else { 0 },
            logged: self.logged.map(|(logged, first)| (logged, first + start)),
        }
    }

    /// All elements from one on.
    ///
    /// # Panics
    /// When it is outside of the buffer.
    #[must_use]
    pub fn tail(&self, first: usize) -> Self {
        self.slice(first..self.len())
    }

    /// The elements at some indices. It is faster than reading them one by one.
    ///
    /// # Panics
    /// When one is outside of the buffer.
    #[inline(always)]
    #[must_use]
    pub fn gather<const N: usize>(&self, indices: Indices<N>) -> [T; N]
    where
        T: Copy,
    {
        if indices.below > self.open {
            self.log_each(indices.all);
        }
        // SAFETY: All indices are less than the number of elements: less than `below`, which is at most `open`, or tested by `log_each`.
        let element = |at: u32| unsafe { *self.elements.get_unchecked(at as usize) };
        indices.all.map(element)
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn log_each<const N: usize>(&self, indices: [u32; N]) {
        for at in indices {
            self.log(at as usize..at as usize + 1);
        }
    }

    /// Records that elements are read.
    ///
    /// # Panics
    /// When they are outside of the buffer.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn log(&self, range: Range<usize>) {
        if let Some((logged, first)) = self.logged {
            let all = first + self.elements.len();
            logged.record::<T>(first, &range, all, Use::Read);
        }
        if range.end > self.elements.len() {
            outside(&range, self.elements.len());
        }
    }
}

impl<T> Index<usize> for Read<'_, T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        if at >= self.open {
            self.log(at..at.saturating_add(1));
        }
        // SAFETY: The index is less than the number of elements: `open` is at most that, and `log` tests it, too. It tests
        // usize::MAX, too, since no buffer is that long.
        unsafe { self.elements.get_unchecked(at) }
    }
}

/// Indices that are less than a bound, which [`Read::gather`] then need not test one by one. They are passed by value, so that they stay
/// in registers.
#[derive(Clone, Copy)]
pub struct Indices<const N: usize> {
    all: [u32; N],
    below: usize,
}

impl<const N: usize> Indices<N> {
    /// Indices of elements among the first `below` ones of a buffer.
    ///
    /// # Panics
    /// When one is not less than `below`.
    #[inline(always)]
    #[must_use]
    pub fn new(all: [u32; N], below: u32) -> Self {
        if !all.iter().fold(true, |inside, at| inside & (*at < below)) {
            outside_of(all, below);
        }
        Self {
            all,
            below: below as usize,
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn outside_of<const N: usize>(indices: [u32; N], below: u32) -> ! {
    panic!("one of the indices {indices:?} is not less than {below}");
}

/// A buffer that the invocations of a dispatch write.
pub struct Shared<'a, T> {
    first: *mut T,
    /// The number of elements that may be accessed without a record: all, or none in the checked mode.
    open: usize,
    count: usize,
    logged: Option<Logged<'a>>,
    borrow: PhantomData<&'a mut [T]>,
}

// A copy accesses what a reference to the original does: all methods take `&self`.
impl<T> Clone for Shared<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Shared<'_, T> {}

// SAFETY: Threads read and write the elements, which are plain data, as the documentation of the module says.
unsafe impl<T: Pod + Send> Sync for Shared<'_, T> {}

impl<'a, T: Pod> From<&'a mut [T]> for Shared<'a, T> {
    fn from(elements: &'a mut [T]) -> Self {
        Self::new(elements.as_mut_ptr(), elements.len(), None)
    }
}

impl<'a, T: Pod> Shared<'a, T> {
    fn new(first: *mut T, count: usize, logged: Option<Logged<'a>>) -> Self {
        Self {
            first,
            open: if logged.is_none() { count } else { 0 },
            count,
            logged,
            borrow: PhantomData,
        }
    }

    /// The number of elements.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether it has no elements.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// An element.
    ///
    /// # Panics
    /// When it is outside of the buffer.
    #[inline]
    #[must_use]
    pub fn get(&self, at: usize) -> T {
        if at >= self.open {
            self.log(at..at + 1, Use::Read);
        }
        // SAFETY: `at` is less than the number of elements, and no other invocation writes this one (module documentation).
        unsafe { self.first.add(at).read() }
    }

    /// Some consecutive elements.
    ///
    /// # Panics
    /// When they are outside of the buffer.
    #[inline]
    #[must_use]
    pub fn array<const N: usize>(&self, at: usize) -> [T; N] {
        if at >= self.open || self.open - at < N {
            self.log(at..at + N, Use::Read);
        }
        // SAFETY: As in `get`, for all of them.
        unsafe { self.first.add(at).cast::<[T; N]>().read() }
    }

    /// Replaces an element.
    ///
    /// # Panics
    /// When it is outside of the buffer.
    #[inline]
    pub fn set(&self, at: usize, value: T) {
        if at >= self.open {
            self.log(at..at + 1, Use::Write);
        }
        // SAFETY: `at` is less than the number of elements, and no other invocation uses this one (module documentation).
        unsafe { self.first.add(at).write(value) }
    }

    /// Changes an element that no other invocation uses.
    ///
    /// # Panics
    /// When it is outside of the buffer.
    #[inline]
    pub fn update(&self, at: usize, change: impl FnOnce(&mut T)) {
        let mut value = self.get(at);
        change(&mut value);
        self.set(at, value);
    }

    /// Changes consecutive elements that no other invocation uses.
    ///
    /// # Panics
    /// When they are outside of the buffer.
    #[inline]
    pub fn update_range<R>(&self, range: Range<usize>, change: impl FnOnce(&mut [T]) -> R) -> R {
        if range.start > range.end || range.end > self.open {
            self.log(range.clone(), Use::Read);
            self.log(range.clone(), Use::Write);
        }
        // SAFETY: The range lies in the buffer, and no other invocation uses its elements (module documentation). This
        // invocation has no reference to them either, since `get` and `set` copy.
        let elements =
            unsafe { std::slice::from_raw_parts_mut(self.first.add(range.start), range.len()) };
        change(elements)
    }

    /// The field of an element at a byte offset, where other invocations may use its other fields.
    ///
    /// # Panics
    /// When it is outside of the buffer or of the element.
    #[inline]
    #[must_use]
    pub fn field<F: Pod>(&self, at: usize, offset: usize) -> F {
        let end = offset + size_of::<F>();
        assert!(
            end <= size_of::<T>() && offset.is_multiple_of(4) && size_of::<F>().is_multiple_of(4)
        );
        if at >= self.open {
            self.log_words(at, offset / 4..end / 4, Use::Read);
        }
        // SAFETY: The field lies in the buffer, and no other invocation writes it (module documentation). `F` may need another
        // alignment than `T`, so the read does not assume one.
        unsafe {
            self.first
                .add(at)
                .byte_add(offset)
                .cast::<F>()
                .read_unaligned()
        }
    }

    /// Sets consecutive elements that no other invocation uses.
    ///
    /// # Panics
    /// When they are outside of the buffer.
    #[inline]
    pub fn fill(&self, range: Range<usize>, value: T) {
        range.for_each(|at| self.set(at, value));
    }

    /// The word of an element at a byte offset, which invocations may change at the same time.
    ///
    /// # Panics
    /// When it is outside of the buffer or of the element.
    #[inline]
    #[must_use]
    pub fn atomic(&self, at: usize, offset: usize) -> Atomic<'_> {
        assert!(offset < size_of::<T>() && offset.is_multiple_of(4));
        if at >= self.open {
            self.log_words(at, offset / 4..offset / 4 + 1, Use::Atomic);
        }
        // SAFETY: The word lies in the buffer and is aligned. While it is used here, invocations access it by atomic
        // operations only (module documentation).
        Atomic(unsafe { AtomicU32::from_ptr(self.first.add(at).cast::<u32>().add(offset / 4)) })
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn log(&self, range: Range<usize>, kind: Use) {
        if let Some(logged) = self.logged {
            logged.record::<T>(0, &range, self.count, kind);
        }
        if range.start > range.end || range.end > self.count {
            outside(&range, self.count);
        }
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn log_words(&self, at: usize, words: Range<usize>, kind: Use) {
        if let Some(logged) = self.logged {
            let of_element = size_of::<T>() / 4;
            let first = at * of_element;
            let words = first + words.start..first + words.end;
            logged.record::<u32>(0, &words, self.count * of_element, kind);
        }
        if at >= self.count {
            outside(&(at..at + 1), self.count);
        }
    }
}

/// Vectors whose fourth component is a property of its own, such as a mass.
impl Shared<'_, [f32; 4]> {
    /// The first three components of an element.
    ///
    /// # Panics
    /// When it is outside of the buffer.
    #[inline]
    #[must_use]
    pub fn xyz(&self, at: usize) -> Vec3 {
        self.use_components(at, 0..3, Use::Read);
        // SAFETY: As in `get`.
        Vec3::from(unsafe { self.first.add(at).cast::<[f32; 3]>().read() })
    }

    /// Replaces the first three components of an element.
    ///
    /// # Panics
    /// When it is outside of the buffer.
    #[inline]
    pub fn set_xyz(&self, at: usize, value: Vec3) {
        self.use_components(at, 0..3, Use::Write);
        // SAFETY: As in `set`.
        unsafe {
            self.first
                .add(at)
                .cast::<[f32; 3]>()
                .write(value.to_array());
        }
    }

    /// The fourth component of an element.
    ///
    /// # Panics
    /// When it is outside of the buffer.
    #[inline]
    #[must_use]
    pub fn w(&self, at: usize) -> f32 {
        self.use_components(at, 3..4, Use::Read);
        // SAFETY: As in `get`.
        unsafe { self.first.add(at).cast::<f32>().add(3).read() }
    }

    /// Replaces the fourth component of an element.
    ///
    /// # Panics
    /// When it is outside of the buffer.
    #[inline]
    pub fn set_w(&self, at: usize, value: f32) {
        self.use_components(at, 3..4, Use::Write);
        // SAFETY: As in `set`.
        unsafe { self.first.add(at).cast::<f32>().add(3).write(value) }
    }

    #[inline]
    fn use_components(&self, at: usize, components: Range<usize>, kind: Use) {
        if at >= self.open {
            self.log_words(at, components, kind);
        }
    }
}

impl Shared<'_, u32> {
    /// Adds to a counter that other invocations add to, too; returns its value before.
    ///
    /// # Panics
    /// When it is outside of the buffer.
    #[inline]
    pub fn add(&self, at: usize, value: u32) -> u32 {
        self.atomic(at, 0).add(value)
    }

    /// Raises a maximum that other invocations raise, too.
    ///
    /// # Panics
    /// When it is outside of the buffer.
    #[inline]
    pub fn max(&self, at: usize, value: u32) {
        self.atomic(at, 0).max(value);
    }
}

/// A word that invocations may change at the same time. Operations wrap around, as on a GPU.
pub struct Atomic<'a>(&'a AtomicU32);

impl Atomic<'_> {
    /// Adds, and returns the value before.
    #[inline]
    pub fn add(&self, value: u32) -> u32 {
        self.0.fetch_add(value, Relaxed)
    }

    /// Subtracts, and returns the value before.
    #[inline]
    pub fn subtract(&self, value: u32) -> u32 {
        self.0.fetch_sub(value, Relaxed)
    }

    /// Takes the maximum of both, and returns the value before.
    #[inline]
    pub fn max(&self, value: u32) -> u32 {
        self.0.fetch_max(value, Relaxed)
    }

    /// Takes the minimum of both, and returns the value before.
    #[inline]
    pub fn min(&self, value: u32) -> u32 {
        self.0.fetch_min(value, Relaxed)
    }

    /// Sets the bits of `value`, and returns the value before.
    #[inline]
    pub fn or(&self, value: u32) -> u32 {
        self.0.fetch_or(value, Relaxed)
    }
}
