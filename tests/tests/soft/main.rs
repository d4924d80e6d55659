//! Cloth and soft bodies: solvers, stiffness and tearing.

mod jacobi;
mod soft;
mod tearing;
