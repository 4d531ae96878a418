#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX's sparse operations that call cuSPARSE, on a GPU, each against the same one of dense matrices.

    jax_sparse.py FILE      a line for each: its name, a tab and passed, or failed with the reason
"""
import os
import sys

os.environ.setdefault("JAX_BCOO_CUSPARSE_LOWERING", "1")
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import jax  # noqa: E402

jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.experimental import sparse  # noqa: E402

random = np.random.default_rng(1)
TYPES = [np.float32, np.float64, np.complex64, np.complex128]


def dense(rows, cols, dtype):
    entries = random.random((rows, cols)) - 0.5
    if np.issubdtype(dtype, np.complexfloating):
        entries = entries + 1j * (random.random((rows, cols)) - 0.5)
    return entries.astype(dtype)


def some(rows, cols, dtype):
    return dense(rows, cols, dtype) * (random.random((rows, cols)) < 0.2)


def close(found, expected):
    single = np.dtype(np.asarray(expected).dtype).itemsize <= (8 if np.iscomplexobj(expected) else 4)
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-4 if single else 1e-10, atol=1e-4 if single else 1e-10)


def banded(size, dtype):
    lower, middle, upper = (dense(size, 1, dtype)[:, 0] for _ in range(3))
    middle = (middle + 4).astype(dtype)
    lower[0] = upper[-1] = 0
    matrix = np.diag(middle) + np.diag(lower[1:], -1) + np.diag(upper[:-1], 1)
    return lower, middle, upper, matrix


def cases():
    for dtype in TYPES:
        tag = np.dtype(dtype).name
        A, x, B = some(40, 30, dtype), dense(30, 1, dtype)[:, 0], dense(30, 7, dtype)
        y, C = dense(40, 1, dtype)[:, 0], dense(40, 7, dtype)
        for kind in (sparse.CSR, sparse.COO):
            name = kind.__name__.lower()
            yield f"matvec-{name}-{tag}", lambda k=kind, A=A, x=x: close(jax.jit(lambda m, v: m @ v)(k.fromdense(A), x), A @ x)
            yield f"matmat-{name}-{tag}", lambda k=kind, A=A, B=B: close(jax.jit(lambda m, v: m @ v)(k.fromdense(A), B), A @ B)
            yield f"matvec-transpose-{name}-{tag}", lambda k=kind, A=A, y=y: close(k.fromdense(A).T @ y, A.T @ y)
            yield f"matmat-transpose-{name}-{tag}", lambda k=kind, A=A, C=C: close(k.fromdense(A).T @ C, A.T @ C)
            yield f"todense-{name}-{tag}", lambda k=kind, A=A: close(k.fromdense(A).todense(), A)
        for kind in (sparse.BCOO, sparse.BCSR):
            name = kind.__name__.lower()
            yield f"dot-vector-{name}-{tag}", lambda k=kind, A=A, x=x: close(jax.jit(lambda m, v: m @ v)(k.fromdense(A), x), A @ x)
            yield f"dot-matrix-{name}-{tag}", lambda k=kind, A=A, B=B: close(jax.jit(lambda m, v: m @ v)(k.fromdense(A), B), A @ B)
        batch, many = np.stack([A, some(40, 30, dtype)]), np.stack([B, dense(30, 7, dtype)])

        def batched(batch=batch, many=many):
            matrices = sparse.BCOO.fromdense(batch, n_batch=1)
            found = sparse.bcoo_dot_general(matrices, jnp.asarray(many), dimension_numbers=(((2,), (1,)), ((0,), (0,))))
            close(found, batch @ many)
        yield f"dot-batch-bcoo-{tag}", batched
        lower, middle, upper, matrix = banded(50, dtype)
        b = dense(50, 3, dtype)
        yield f"tridiagonal-{tag}", lambda l=lower, m=middle, u=upper, M=matrix, b=b: close(
            jax.lax.linalg.tridiagonal_solve(l, m, u, b), np.linalg.solve(M, b))
    A = some(40, 30, np.float32)
    yield "gradient", lambda: close(
        jax.grad(lambda v: jnp.sum((sparse.CSR.fromdense(A) @ v) ** 2))(jnp.ones(30, jnp.float32)),
        2 * A.T @ (A @ np.ones(30, np.float32)))


def main():
    failed = 0
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        for name, check in cases():
            try:
                check()
                out.write(f"{name}\tpassed\n")
            except Exception as error:  # whatever a call makes of a status
                failed += 1
                text = [line for line in str(error).splitlines() if line.strip()]
                out.write(f"{name}\tfailed\t{type(error).__name__}: {(text or [''])[0][:200]}\n")
            out.flush()
    print(f"jax_sparse: {failed} failed")


if __name__ == "__main__":
    main()
