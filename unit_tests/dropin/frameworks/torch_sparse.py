#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's sparse operations that call cuSPARSE, on a GPU, each against the same one of dense matrices.

    torch_sparse.py FILE      a line for each: its name, a tab and passed, or failed with the reason
"""
import sys
import warnings

import torch

warnings.filterwarnings("ignore")
TYPES = [torch.float32, torch.float64, torch.complex64, torch.complex128]
HALF_TYPES = [torch.float16, torch.bfloat16]
INDICES = [torch.int32, torch.int64]
TOLERANCE = {torch.float32: 1e-4, torch.complex64: 1e-4, torch.float64: 1e-10, torch.complex128: 1e-10,
             torch.float16: 1e-2, torch.bfloat16: 8e-2}
generator = torch.Generator(device="cuda").manual_seed(1)


def dense(rows, cols, dtype):
    real = dtype.to_real() if dtype.is_complex else dtype
    entries = torch.rand(rows, cols, generator=generator, device="cuda", dtype=torch.float64) - 0.5
    if dtype.is_complex:
        entries = entries + 1j * (torch.rand(rows, cols, generator=generator, device="cuda", dtype=torch.float64) - 0.5)
        return entries.to(dtype)
    return entries.to(real)


def some(rows, cols, dtype, density=0.2):
    mask = torch.rand(rows, cols, generator=generator, device="cuda") < density
    return dense(rows, cols, dtype) * mask


def csr(matrix, index=torch.int32):
    made = matrix.to_sparse_csr()
    return torch.sparse_csr_tensor(made.crow_indices().to(index), made.col_indices().to(index), made.values(),
                                   made.shape)


def close(found, expected):
    if found.layout != torch.strided:
        found = found.to_dense()
    dtype = expected.dtype
    wide = torch.complex128 if dtype.is_complex else torch.float64
    error = (found.to(wide) - expected.to(wide)).abs().max().item() if expected.numel() else 0.0
    scale = max(1.0, expected.abs().max().item() if expected.numel() else 1.0)
    assert error <= TOLERANCE[dtype] * scale, f"error {error}"


def structured_cases():
    """2:4, through cuSPARSELt; sizes of which the second one's compressed form is compact here."""
    from torch.sparse import SparseSemiStructuredTensorCUSPARSELT as Structured

    for dtype in (torch.float16, torch.bfloat16, torch.int8):
        for rows, cols in ((128, 256), (160, 96)):
            def pruned(rows=rows, cols=cols, dtype=dtype):
                mask = torch.tensor([1, 0, 0, 1], device="cuda").tile((rows, cols // 4))
                numbers = torch.randint(-3, 4, (rows, cols), generator=generator, device="cuda")
                return (numbers * mask).to(dtype)

            def product(rows=rows, cols=cols, dtype=dtype, pruned=pruned):
                A = pruned()
                # int8 takes a right operand that lies along k
                B = torch.randint(-3, 4, (64, cols), generator=generator, device="cuda").to(dtype).t()
                found = torch.mm(Structured.from_dense(A), B)
                wide = (A.double() @ B.double())
                assert (found.double() - wide.clamp(-128, 127) if dtype == torch.int8 else
                        found.double() - wide).abs().max().item() <= (0 if dtype == torch.int8 else 2)
            tag = f"{str(dtype)[6:]}-{rows}x{cols}"
            yield f"structured-mm-{tag}", product

            def linear(cols=cols, dtype=dtype, pruned=pruned):
                A = pruned()
                x = torch.randint(-3, 4, (64, cols), generator=generator, device="cuda").to(dtype)
                bias = torch.randint(-3, 4, (A.shape[0],), generator=generator, device="cuda").to(dtype)
                found = torch.nn.functional.linear(x, Structured.from_dense(A), bias)
                assert (found.double() - (x.double() @ A.double().t() + bias.double())).abs().max().item() <= 2
            if dtype != torch.int8:
                yield f"structured-linear-{tag}", linear


def cases():
    for dtype in TYPES + HALF_TYPES:
        for index in INDICES:
            A, x, B = some(60, 45, dtype), dense(45, 1, dtype)[:, 0], dense(45, 17, dtype)
            tag = f"{str(dtype)[6:]}-{str(index)[6:]}"
            yield f"mv-csr-{tag}", lambda A=A, x=x, i=index: close(csr(A, i) @ x, A @ x)
            yield f"mm-csr-{tag}", lambda A=A, B=B, i=index: close(csr(A, i) @ B, A @ B)
            yield f"mm-csr-row-{tag}", lambda A=A, B=B, i=index: close(csr(A, i) @ B.t().contiguous().t(), A @ B)
            C = dense(60, 17, dtype)
            yield f"addmm-csr-{tag}", lambda A=A, B=B, C=C, i=index: close(
                torch.addmm(C, csr(A, i), B, alpha=2, beta=3), 2 * (A @ B) + 3 * C)
    for dtype in TYPES:
        tag = str(dtype)[6:]
        A, B, x = some(60, 45, dtype), dense(45, 17, dtype), dense(45, 1, dtype)[:, 0]
        yield f"mm-coo-{tag}", lambda A=A, B=B: close(torch.sparse.mm(A.to_sparse(), B), A @ B)
        yield f"mm-csc-{tag}", lambda A=A, B=B: close(A.to_sparse_csc() @ B, A @ B)
        S = some(45, 30, dtype)
        yield f"spgemm-csr-{tag}", lambda A=A, S=S: close(torch.sparse.mm(csr(A), csr(S)), A @ S)
        yield f"spgemm-coo-{tag}", lambda A=A, S=S: close(torch.sparse.mm(A.to_sparse(), S.to_sparse()), A @ S)
        T = some(60, 45, dtype)
        yield f"add-csr-{tag}", lambda A=A, T=T: close(torch.add(csr(A), csr(T), alpha=2), A + 2 * T)
        L, R = dense(60, 20, dtype), dense(20, 45, dtype)
        yield f"sddmm-{tag}", lambda A=A, L=L, R=R: close(
            torch.sparse.sampled_addmm(csr(A), L, R, beta=0.5, alpha=2), (0.5 * A + 2 * (L @ R)) * (A != 0))
        D = some(50, 50, dtype) + 50 * torch.eye(50, device="cuda", dtype=dtype)
        for upper in (True, False):
            triangle = torch.triu(D) if upper else torch.tril(D)
            b = dense(50, 6, dtype)
            for transpose in (False, True):
                yield f"trisolve-{'u' if upper else 'l'}{'t' if transpose else 'n'}-{tag}", (
                    lambda M=triangle, b=b, u=upper, t=transpose: close(
                        torch.triangular_solve(b, csr(M), upper=u, transpose=t).solution,
                        torch.linalg.solve_triangular(M.t() if t else M, b, upper=u != t)))
                yield f"trisolve-vector-{'u' if upper else 'l'}{'t' if transpose else 'n'}-{tag}", (
                    lambda M=triangle, b=b[:, :1], u=upper, t=transpose: close(
                        torch.triangular_solve(b, csr(M), upper=u, transpose=t).solution,
                        torch.linalg.solve_triangular(M.t() if t else M, b, upper=u != t)))
        G = some(60, 44, dtype, 0.1)
        y = dense(44, 5, dtype)
        yield f"mm-bsr-{tag}", lambda G=G, y=y: close(G.to_sparse_bsr((4, 4)) @ y, G @ y)
        yield f"mv-bsr-{tag}", lambda G=G, y=y: close(G.to_sparse_bsr((4, 4)) @ y[:, 0], G @ y[:, 0])
        P = torch.triu(some(48, 48, dtype)) + 50 * torch.eye(48, device="cuda", dtype=dtype)
        yield f"trisolve-bsr-{tag}", lambda P=P, b=dense(48, 3, dtype): close(
            torch.triangular_solve(b, P.to_sparse_bsr((4, 4)), upper=True).solution,
            torch.linalg.solve_triangular(P, b, upper=True))
        batch_A, batch_B = torch.stack([some(20, 15, dtype) for _ in range(3)]), torch.stack(
            [dense(15, 7, dtype) for _ in range(3)])
        yield f"bmm-coo-{tag}", lambda A=batch_A, B=batch_B: close(torch.bmm(A.to_sparse(), B), torch.bmm(A, B))
        yield f"coalesce-{tag}", lambda A=A: close(
            torch.sparse_coo_tensor(A.to_sparse().indices().repeat(1, 2), A.to_sparse().values().repeat(2),
                                    A.shape).coalesce(), 2 * A)
        yield f"to-csr-{tag}", lambda A=A: close(A.to_sparse().to_sparse_csr(), A)
    yield from structured_cases()
    for dtype in (torch.float32, torch.float64):
        A, B = some(30, 25, dtype), dense(25, 9, dtype)

        def gradients(A=A, B=B):
            left = A.to_sparse_csr().requires_grad_()
            right = B.clone().requires_grad_()
            (left @ right).sum().backward()
            close(right.grad, A.t() @ torch.ones(30, 9, device="cuda", dtype=A.dtype))
        yield f"gradient-mm-{str(dtype)[6:]}", gradients


def main():
    failed = 0
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        for name, check in cases():
            try:
                check()
                torch.cuda.synchronize()
                out.write(f"{name}\tpassed\n")
            except Exception as error:  # whatever a call makes of a status
                failed += 1
                out.write(f"{name}\tfailed\t{type(error).__name__}: {str(error).splitlines()[0][:200]}\n")
            out.flush()
    print(f"torch_sparse: {failed} failed")


if __name__ == "__main__":
    main()
