//! Single and double precision under one name.

use std::ops::Mul;

/// `f32` or `f64`, with the functions of the `libm` crate. The functions of this crate are called instead of these methods.
pub trait Real: Copy + Mul<Output = Self> {
    /// The number 1.
    const ONE: Self;
    /// See [`crate::sin`].
    fn sin(self) -> Self;
    /// See [`crate::cos`].
    fn cos(self) -> Self;
    /// See [`crate::sin_cos`].
    fn sin_cos(self) -> (Self, Self);
    /// See [`crate::tan`].
    fn tan(self) -> Self;
    /// See [`crate::asin`].
    fn asin(self) -> Self;
    /// See [`crate::acos`].
    fn acos(self) -> Self;
    /// See [`crate::atan2`].
    fn atan2(self, x: Self) -> Self;
    /// See [`crate::exp`].
    fn exp(self) -> Self;
    /// See [`crate::exp2`].
    fn exp2(self) -> Self;
    /// See [`crate::ln`].
    fn ln(self) -> Self;
    /// See [`crate::log2`].
    fn log2(self) -> Self;
    /// See [`crate::log10`].
    fn log10(self) -> Self;
    /// See [`crate::powf`].
    fn powf(self, exponent: Self) -> Self;
    /// See [`crate::cbrt`].
    fn cbrt(self) -> Self;
    /// See [`crate::hypot`].
    fn hypot(self, y: Self) -> Self;
    /// See [`crate::cosh`].
    fn cosh(self) -> Self;
    /// See [`crate::tanh`].
    fn tanh(self) -> Self;
    /// See [`crate::acosh`].
    fn acosh(self) -> Self;
}

/// Implements [`Real`] for a type by one function of the `libm` crate for each method.
macro_rules! real {
    ($type:ty, $($method:ident($($argument:ident: $of:ty)?) -> $result:ty = $function:ident;)*) => {
        impl Real for $type {
            const ONE: Self = 1.0;
            $(fn $method(self $(, $argument: $of)?) -> $result {
                libm::$function(self $(, $argument)?)
            })*
        }
    };
}

real! { f32,
    sin() -> f32 = sinf;
    cos() -> f32 = cosf;
    sin_cos() -> (f32, f32) = sincosf;
    tan() -> f32 = tanf;
    asin() -> f32 = asinf;
    acos() -> f32 = acosf;
    atan2(x: f32) -> f32 = atan2f;
    exp() -> f32 = expf;
    exp2() -> f32 = exp2f;
    ln() -> f32 = logf;
    log2() -> f32 = log2f;
    log10() -> f32 = log10f;
    powf(exponent: f32) -> f32 = powf;
    cbrt() -> f32 = cbrtf;
    hypot(y: f32) -> f32 = hypotf;
    cosh() -> f32 = coshf;
    tanh() -> f32 = tanhf;
    acosh() -> f32 = acoshf;
}

real! { f64,
    sin() -> f64 = sin;
    cos() -> f64 = cos;
    sin_cos() -> (f64, f64) = sincos;
    tan() -> f64 = tan;
    asin() -> f64 = asin;
    acos() -> f64 = acos;
    atan2(x: f64) -> f64 = atan2;
    exp() -> f64 = exp;
    exp2() -> f64 = exp2;
    ln() -> f64 = log;
    log2() -> f64 = log2;
    log10() -> f64 = log10;
    powf(exponent: f64) -> f64 = pow;
    cbrt() -> f64 = cbrt;
    hypot(y: f64) -> f64 = hypot;
    cosh() -> f64 = cosh;
    tanh() -> f64 = tanh;
    acosh() -> f64 = acosh;
}
