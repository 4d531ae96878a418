#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names each figure in the tables of results of README.md and docs/benchmarks.md that is not what its source says.

    python3 cmake/check_figures.py

docs/performance/figures.txt says where each of them comes from, and explains how.
"""
import fnmatch
import functools
import json
import pathlib
import re

SOURCES = pathlib.Path("docs/performance/figures.txt")


@functools.lru_cache(maxsize=None)
def stored_rows(run):
    rows = json.loads(pathlib.Path(f"perf_tests/results/{run}.json").read_text(encoding="utf-8"))["rows"]
    return [row for row in rows if row.get("ratios")]


def ratios(run, patterns, peer):
    """{case: ratio to the fastest peer} of a stored run, the round of the median time; a case is problem/scalar/op/way."""
    found = {}
    for row in stored_rows(run):
        case = "/".join(row[key] for key in ("problem", "scalar", "op", "name"))
        if any(fnmatch.fnmatchcase(case, pattern) for pattern in patterns):
            found.setdefault(case, []).append(
                (row["seconds"], min(ratio for name, ratio in row["ratios"].items() if peer in name)))
    if not found:
        raise ValueError(f"{run} has no row like {' '.join(patterns)}")
    return {case: sorted(rounds)[len(rounds) // 2][1] for case, rounds in found.items()}


def extremes_of_runs(source, peer):
    cases = {}
    for alternative in source.split(" + "):
        newest = {}
        for part in alternative.split(" then "):
            run, patterns = part.split(": ")
            newest.update(ratios(run.strip(), patterns.split(), peer))
        cases.update({(alternative, case): ratio for case, ratio in newest.items()})
    return min(cases.values()), max(cases.values())


def figure_of_page(page, start, expression):
    """The value of `x` or `x / y`, whose numbers must stand in one line of the page that begins so."""
    numbers = expression.split(" / ")
    for line in pathlib.Path("docs/performance", page).read_text(encoding="utf-8").splitlines():
        words = re.findall(r"[0-9]+(?:\.[0-9]+)?", line)
        if line.lstrip("| ").startswith(start) and all(number in words for number in numbers):
            return float(numbers[0]) / float(numbers[1] if len(numbers) == 2 else 1)
    raise ValueError(f"{page} has no line that begins with '{start}' and has {expression}")


def extremes(source, peer):
    page, _, rest = source.partition(".md: ")
    if not rest:
        return extremes_of_runs(source, peer)
    return tuple(figure_of_page(page + ".md", *item.split(": ")) for item in rest.split("; "))


def read_sources():
    """{row of docs/benchmarks.md: its extremes}, {row of README.md: rows of docs/benchmarks.md}"""
    values, readme = {}, {}
    for line in SOURCES.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        if " = " in line:
            row, _, rows = line.partition(" = ")
            readme[row] = rows.split(" | ")
        else:
            row, source, peer = (line.split(" | ") + [""])[:3]
            values[row] = extremes(source, peer)
    return values, readme


def table(page, header):
    """{first cell: (weakest, strongest) as text} of the table that has this header."""
    cells, inside = {}, False
    for line in pathlib.Path(page).read_text(encoding="utf-8").splitlines():
        inside = line.startswith(header) or (inside and line.startswith("|"))
        if inside and not line.startswith((header, "| ---")):
            row = [cell.strip() for cell in line.strip("|").split(" | ")]
            cells[re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", row[0])] = tuple(cell.split()[0] for cell in row[-2:])
    return cells


def compare(page, stated, expected):
    for row in sorted(set(stated) | set(expected)):
        if row not in stated or row not in expected:
            print(f"{page if row in stated else SOURCES}: '{row}' stands in one of the two alone")
            continue
        for text, value in zip(stated[row], expected[row]):
            if abs(float(text) - value) > 0.51 * 10.0 ** -len(text.partition(".")[2]):
                print(f"{page}: '{row}' says {text}, its source {value:.4g}")


def main():
    values, readme = read_sources()
    compare("docs/benchmarks.md", table("docs/benchmarks.md", "| operation | machine, peer |"), values)
    of_readme = {row: (min(values[name][0] for name in rows), max(values[name][1] for name in rows))
                 for row, rows in readme.items()}
    compare("README.md", table("README.md", "| | peer | weakest |"), of_readme)


main()
