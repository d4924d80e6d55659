//! Validation: answers from elsewhere, as closed forms, published numbers, or independent solvers (docs/method.md).

mod attachments;
mod balloon;
mod chains;
mod cloth;
mod contact;
mod damping;
mod drives;
mod elastic;
mod fem;
mod friction;
mod joints;
mod momentum;
mod oscillator;
mod residual;
mod rigid;
mod statics;
mod wind;
