#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws a result file of a benchmark (--json=FILE) as an SVG bar plot.

    plot.py RESULTS.json OUT.svg [--op N|T] [--scalar f64|f32] [--problems a,b,...] [--title TEXT]

One group of bars a matrix and scalar type: Filigree's plan, its one-shot product, and the best way of each
peer. A bar is as long as the product's speed: bytes of plain CSR over time, so that bars of one group
compare. The line is the memory bandwidth that the machine sustains; a product that reads fewer bytes than
plain CSR can pass it.
"""
import argparse
import json
import sys
from xml.sax.saxutils import escape

BAR, GAP, GROUP_GAP = 16, 3, 18
LEFT, PLOT_WIDTH, RIGHT, TOP, BOTTOM = 190, 520, 90, 64, 44
OURS = {"plan": "#1b6ca8", "one_shot": "#7fb2d6"}
PEERS = ["#8d99a6", "#a9b3bd", "#bfc7ce", "#d2d8dd", "#e2e6e9"]


def bars_of(rows):
    """(label, row, colour) for one group: our ways, then each peer's fastest."""
    bars = [(f"Filigree, {'plan' if name == 'plan' else 'one call'}", row, colour)
            for name, colour in OURS.items() for row in rows
            if row["library"] == "filigree" and row["name"] == name]
    best = {}
    for row in rows:
        if row["library"] != "filigree":
            former = best.get(row["library"])
            if former is None or row["seconds"] < former["seconds"]:
                best[row["library"]] = row
    for index, row in enumerate(sorted(best.values(), key=lambda r: r["seconds"])):
        bars.append((f"{row['library']}, {row['name']}", row, PEERS[min(index, len(PEERS) - 1)]))
    return bars


def speed(row):
    return row["csr_bytes"] / row["seconds"] * 1e-9


def nice_step(limit):
    step = 1.0
    while limit / step > 8:
        for factor in (2, 5, 10):
            if limit / (step * factor) <= 8:
                return step * factor
        step *= 10
    return step


def text(x, y, content, anchor="start", size=12, weight="normal", fill="#222", halo=False):
    outline = ' stroke="#ffffff" stroke-width="3" paint-order="stroke"' if halo else ""
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" '
            f'fill="{fill}"{outline}>{escape(content)}</text>')


def group_title(row):
    op = "Aᵀx" if row["op"] == "T" else "Ax"
    return f"{row['problem']}  {row['scalar']}  {op}"


def draw(results, groups, title):
    bandwidth = max(results["copy_bandwidth"], results["triad_bandwidth"]) * 1e-9
    limit = 1.05 * max([bandwidth] + [speed(row) for group in groups for _, row, _ in group])
    scale = PLOT_WIDTH / limit
    body, labels, y = [], [], TOP
    for group in groups:
        body.append(text(LEFT, y + 10, group_title(group[0][1]), weight="bold"))
        y += 16
        for label, row, colour in group:
            width = speed(row) * scale
            body.append(f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR}" fill="{colour}"/>')
            body.append(text(LEFT - 6, y + BAR - 4, label, "end", 11))
            labels.append(text(LEFT + width + 5, y + BAR - 4, f"{row['seconds'] * 1e3:.3g} ms", size=11, fill="#555",
                               halo=True))
            y += BAR + GAP
        y += GROUP_GAP - GAP
    height = y + BOTTOM
    width = LEFT + PLOT_WIDTH + RIGHT
    machine = results["device"] or f"{results['cpu']}, {results['threads']} threads"
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
           'font-family="Helvetica, Arial, sans-serif">',
           f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
           text(16, 24, title, size=16, weight="bold"),
           text(16, 44, f"{machine}; {results['date'][:10]}", size=11, fill="#555")]
    step = nice_step(limit)
    for tick in range(int(limit / step) + 1):
        x = LEFT + tick * step * scale
        out.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{y}" stroke="#eeeeee"/>')
        out.append(text(x, y + 14, f"{tick * step:g}", "middle", 10, fill="#555"))
    out.append(text(LEFT + PLOT_WIDTH / 2, y + 32, "bytes of plain CSR over time, GB/s", "middle", 11, fill="#555"))
    out += body
    x = LEFT + bandwidth * scale
    out.append(f'<line x1="{x:.1f}" y1="{TOP - 4}" x2="{x:.1f}" y2="{y}" stroke="#c0392b" stroke-dasharray="4 3"/>')
    out.append(text(x, TOP - 8, f"memory bandwidth {bandwidth:.0f}", "middle", 10, fill="#c0392b"))
    return "\n".join(out + labels + ["</svg>\n"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results")
    parser.add_argument("svg")
    parser.add_argument("--op", choices=["N", "T"], default="N")
    parser.add_argument("--scalar", choices=["f64", "f32"], help="default: both")
    parser.add_argument("--problems", default="stencil27,stencil5,powerlaw", help="default %(default)s")
    parser.add_argument("--title", default="Sparse matrix-vector product")
    arguments = parser.parse_args()
    with open(arguments.results, encoding="utf-8") as file:
        results = json.load(file)
    groups = []
    for problem in arguments.problems.split(","):
        for scalar in [arguments.scalar] if arguments.scalar else ["f64", "f32"]:
            rows = [row for row in results["rows"]
                    if (row["problem"], row["scalar"], row["op"]) == (problem, scalar, arguments.op)]
            if rows:
                groups.append(bars_of(rows))
    if not groups:
        sys.exit(f"{arguments.results} has no row for this choice")
    with open(arguments.svg, "w", encoding="utf-8") as file:
        file.write(draw(results, groups, arguments.title))


if __name__ == "__main__":
    main()
