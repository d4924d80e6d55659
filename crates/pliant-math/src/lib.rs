//! Elementary functions that give the same bits on every machine, in every build.
//!
//! The standard library takes sine, power and the like from the system's C library, whose last digits differ between systems and
//! versions. The functions here are those of the `libm` crate, which is compiled with Pliant. Rust compiles its sums and products
//! as they are written: it fuses a multiplication with an addition only where `mul_add` asks for it, and never reorders terms.
//!
//! IEEE 754 defines the results of `sqrt`, `abs`, `floor`, `ceil`, `round`, `trunc`, `min` and `max` of numbers, and of `%`, so these stay
//! with the standard library. `clippy.toml` lists what to replace, and the crates that simulate deny it.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod quat;
mod real;

pub use quat::{slerp, slerp_f64};
pub use real::Real;

/// Sine of an angle in rad.
pub fn sin<T: Real>(x: T) -> T {
    T::sin(x)
}

/// Cosine of an angle in rad.
pub fn cos<T: Real>(x: T) -> T {
    T::cos(x)
}

/// Sine and cosine of an angle in rad.
pub fn sin_cos<T: Real>(x: T) -> (T, T) {
    T::sin_cos(x)
}

/// Tangent of an angle in rad.
pub fn tan<T: Real>(x: T) -> T {
    T::tan(x)
}

/// Angle in [-π/2, π/2] rad whose sine is `x`; not a number outside of [-1, 1].
pub fn asin<T: Real>(x: T) -> T {
    T::asin(x)
}

/// Angle in [0, π] rad whose cosine is `x`; not a number outside of [-1, 1].
pub fn acos<T: Real>(x: T) -> T {
    T::acos(x)
}

/// Angle in [-π, π] rad of the point (`x`, `y`) from the x axis.
pub fn atan2<T: Real>(y: T, x: T) -> T {
    T::atan2(y, x)
}

/// eˣ.
pub fn exp<T: Real>(x: T) -> T {
    T::exp(x)
}

/// 2ˣ.
pub fn exp2<T: Real>(x: T) -> T {
    T::exp2(x)
}

/// Natural logarithm.
pub fn ln<T: Real>(x: T) -> T {
    T::ln(x)
}

/// Logarithm to base 2; exact for powers of two.
pub fn log2<T: Real>(x: T) -> T {
    T::log2(x)
}

/// Logarithm to base 10.
pub fn log10<T: Real>(x: T) -> T {
    T::log10(x)
}

/// `x` to the power of `exponent`; not a number where `x` is negative and `exponent` is fractional.
pub fn powf<T: Real>(x: T, exponent: T) -> T {
    T::powf(x, exponent)
}

/// Cube root.
pub fn cbrt<T: Real>(x: T) -> T {
    T::cbrt(x)
}

/// √(x² + y²), without overflow of the squares.
pub fn hypot<T: Real>(x: T, y: T) -> T {
    T::hypot(x, y)
}

/// Hyperbolic cosine.
pub fn cosh<T: Real>(x: T) -> T {
    T::cosh(x)
}

/// Hyperbolic tangent.
pub fn tanh<T: Real>(x: T) -> T {
    T::tanh(x)
}

/// Inverse hyperbolic cosine; not a number below 1.
pub fn acosh<T: Real>(x: T) -> T {
    T::acosh(x)
}

/// `x` to the power of a whole number, by squaring: x⁵ is x·(x²)². The standard library leaves the order of the products to the
/// compiler, which may choose another one at another level of optimization.
#[inline(always)]
pub fn powi<T: Real>(x: T, mut exponent: u32) -> T {
    let (mut result, mut square) = (T::ONE, x);
    loop {
        if exponent & 1 == 1 {
            result = result * square;
        }
        exponent >>= 1;
        if exponent == 0 {
            return result;
        }
        square = square * square;
    }
}
