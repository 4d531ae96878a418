#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Works out facts about matrix files by other means than the library's readers.

    python3 make_matrix_facts.py FOLDER > ../data/matrix_facts.csv

Matrix Market files are read by scipy.io.mmread (scipy >= 1.8). Harwell-Boeing and Rutherford-Boeing
files are read by the few lines below and, where scipy.io.hb_read takes them, compared with it. Every
fact is about the expanded matrix (both triangles), except `stored`, the entries that the file holds.
Sums leave out entries that are not finite. The diagonal of a Hermitian matrix counts as real.
"""
import io
import pathlib
import re
import sys
import warnings

import numpy
import scipy.io
import scipy.sparse

COLUMNS = ("name,rows,cols,stored,type,entries,nonfinite,sum_re,sum_im,frobenius,"
           "row_sum_re,row_sum_im,col_sum_re,col_sum_im,samples")


def read_matrix_market(path):
    lines = path.read_text(errors="replace").splitlines()
    symmetry = lines[0].split()[4].lower()
    data = [line for line in lines[1:] if line.strip() and not line.startswith("%")]
    stored = len(data) - 1
    # scipy takes no comments or blank lines among the entries
    matrix = scipy.io.mmread(io.BytesIO("\n".join(lines[:1] + data).encode()))
    if not scipy.sparse.issparse(matrix):
        rows, cols = numpy.indices(matrix.shape).reshape(2, -1)
        values = matrix.reshape(-1)
        if symmetry == "skew-symmetric":
            off = rows != cols
            rows, cols, values = rows[off], cols[off], values[off]
        return matrix.shape, stored, symmetry, rows, cols, values.astype(complex)
    coo = matrix.tocoo()
    return coo.shape, stored, symmetry, coo.row, coo.col, coo.data.astype(complex)


def read_fixed(lines, count, fmt, convert):
    repeat, width = re.fullmatch(r"\((?:1P,?)?(\d+)[IEDF](\d+)(?:\.\d+)?\)", fmt).groups()
    repeat, width = int(repeat), int(width)
    numbers = []
    while len(numbers) < count:
        line = lines.pop(0)
        take = min(repeat, count - len(numbers))
        numbers += [convert(line[k * width:(k + 1) * width].strip().upper().replace("D", "E")) for k in range(take)]
    return numpy.array(numbers)


def read_harwell_boeing(path):
    lines = path.read_text().splitlines()
    kind = lines[2][:3].lower()
    assert kind[0] in "rp" and kind[1] in "us"
    num_rows, num_cols, stored = (int(word) for word in lines[2][3:].split()[:3])
    formats = lines[3].split()
    lines = lines[4:]
    pointers = read_fixed(lines, num_cols + 1, formats[0], int) - 1
    rows = read_fixed(lines, stored, formats[1], int) - 1
    if kind[2] == "e":
        # An unassembled pattern: each element couples all of its variables.
        pairs = {(a, b) for e in range(num_cols) for a in rows[pointers[e]:pointers[e + 1]]
                 for b in rows[pointers[e]:pointers[e + 1]]}
        rows, cols = numpy.array(sorted(pairs)).T
        return (num_rows, num_rows), stored, "symmetric", rows, cols, numpy.ones(len(rows), complex)
    values = read_fixed(lines, stored, formats[2], float) if kind[0] == "r" else numpy.ones(stored)
    matrix = scipy.sparse.csc_matrix((values, rows, pointers), shape=(num_rows, num_cols)).tocoo()
    rows, cols, values = matrix.row, matrix.col, matrix.data
    if kind[1] == "s":
        off = rows != cols
        rows, cols, values = (numpy.concatenate(pair) for pair in
                              ((rows, cols[off]), (cols, rows[off]), (values, values[off])))
    compare_with_scipy(path, scipy.sparse.coo_matrix((values, (rows, cols)), shape=(num_rows, num_cols)))
    return (num_rows, num_cols), stored, {"u": "general", "s": "symmetric"}[kind[1]], rows, cols, values.astype(complex)


def compare_with_scipy(path, matrix):
    try:
        other = scipy.io.hb_read(path)
    except Exception as reason:  # it takes a part of the formats only
        print(f"{path.name}: scipy.io.hb_read does not take it: {reason}", file=sys.stderr)
        return
    assert abs(matrix - other).max() == 0, path
    print(f"{path.name}: as scipy.io.hb_read", file=sys.stderr)


def facts(path):
    reader = read_matrix_market if path.suffix == ".mtx" else read_harwell_boeing
    shape, stored, symmetry, rows, cols, values = reader(path)
    if symmetry == "hermitian":
        values = numpy.where(rows == cols, values.real, values)
    finite = numpy.isfinite(values)
    kept = numpy.where(finite, values, 0)
    total, by_row, by_col = kept.sum(), (kept * (rows + 1)).sum(), (kept * (cols + 1)).sum()
    samples = []
    for k in sorted({0, len(rows) // 3, 2 * len(rows) // 3, len(rows) - 1}) if len(rows) else []:
        samples.append(f"{rows[k] + 1} {cols[k] + 1} {values[k].real:.17g} {values[k].imag:.17g}")
    numbers = [total.real, total.imag, numpy.sqrt((abs(kept)**2).sum()), by_row.real, by_row.imag, by_col.real,
               by_col.imag]
    return ",".join([path.name, str(shape[0]), str(shape[1]), str(stored), symmetry, str(len(rows)),
                     str(int((~finite).sum()))] + [f"{float(x):.17g}" for x in numbers] + [";".join(samples)])


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(COLUMNS)
    for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        print(facts(file))
