//! Eigenvalues and eigenvectors of a symmetric matrix by Jacobi's rotations.
//!
//! Additions, multiplications, divisions and square roots only, in a fixed order: the same bits on every machine.
//! Source: Golub and Van Loan, Matrix Computations, 8.5 (cyclic Jacobi).

/// The most sweeps of rotations over the matrix, however far it is from diagonal then. The error squares with each of
/// the last sweeps, so that ten suffice.
const SWEEPS: usize = 40;

/// The eigenvalues of a symmetric `n` x `n` matrix, in no order, and its eigenvectors as the columns of an `n` x `n`
/// matrix. Both matrices are stored row by row.
pub fn eigen_decomposition(matrix: &[f64], n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut a = matrix.to_vec();
    let mut vectors: Vec<f64> = (0..n * n).map(|at| if at / n == at % n { 1.0 } else { 0.0 }).collect();
    for _ in 0..SWEEPS {
        let off: f64 = (0..n * n).filter(|at| at / n != at % n).map(|at| a[at] * a[at]).sum();
        let diagonal: f64 = (0..n).map(|i| a[i * n + i] * a[i * n + i]).sum();
        if off <= 1e-30 * diagonal {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut vectors, n, p, q);
            }
        }
    }
    ((0..n).map(|i| a[i * n + i]).collect(), vectors)
}

/// Turns the plane of axes `p` and `q` so that the element between them becomes 0.
fn rotate(a: &mut [f64], vectors: &mut [f64], n: usize, p: usize, q: usize) {
    let between = a[p * n + q];
    if between == 0.0 {
        return;
    }
    let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * between);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for columns in [&mut *a, vectors] {
        for k in 0..n {
            let (kp, kq) = (columns[k * n + p], columns[k * n + q]);
            columns[k * n + p] = cosine * kp - sine * kq;
            columns[k * n + q] = sine * kp + cosine * kq;
        }
    }
    for k in 0..n {
        let (pk, qk) = (a[p * n + k], a[q * n + k]);
        a[p * n + k] = cosine * pk - sine * qk;
        a[q * n + k] = sine * pk + cosine * qk;
    }
}
