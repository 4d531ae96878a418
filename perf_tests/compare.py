#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares two result files of a benchmark (--json=FILE) row by row.

    compare.py BEFORE.json AFTER.json [--all] [--threshold PERCENT]

Prints the rows of Filigree (--all: of its peers too) whose time changed by more than the threshold, and the
rows that only one of the files has. The peers that both runs share show how far the machine itself moved.
Exit status 1 where a row of Filigree became slower than the threshold allows.
"""
import argparse
import json
import statistics
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        results = json.load(file)
    return results, {key(row): row for row in results["rows"]}


def key(row):
    return (row["problem"], row["scalar"], row["op"], row["library"], row["name"])


def machine_drift(before, after):
    """The median change of the peers' times: 1 where the machine was as fast both times."""
    changes = [after[k]["seconds"] / before[k]["seconds"] for k in before if k in after and k[3] != "filigree"]
    return statistics.median(changes) if changes else 1.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--all", action="store_true", help="peers too")
    parser.add_argument("--threshold", type=float, default=3.0, metavar="PERCENT", help="default 3")
    arguments = parser.parse_args()
    limit = arguments.threshold / 100

    results_before, before = read(arguments.before)
    results_after, after = read(arguments.after)
    for what in ("cpu", "device", "threads", "kokkos"):
        if results_before[what] != results_after[what]:
            print(f"{what} differs: {results_before[what]} | {results_after[what]}")
    print(f"peers: times changed by {100 * (machine_drift(before, after) - 1):+.1f} % (median)\n")

    slower = 0
    print(f"{'':58} {'before, ms':>11} {'after, ms':>11} {'change':>8}   kernel")
    for k, new in after.items():
        if k not in before or (k[3] != "filigree" and not arguments.all):
            continue
        old = before[k]
        change = new["seconds"] / old["seconds"] - 1
        if abs(change) <= limit:
            continue
        slower += change > limit and k[3] == "filigree"
        kernel = new["kernel"] if new["kernel"] == old["kernel"] else f"{old['kernel']} -> {new['kernel']}"
        print(f"{'/'.join(k):58} {old['seconds'] * 1e3:11.4f} {new['seconds'] * 1e3:11.4f} {100 * change:+7.1f}%   {kernel}")
    for name, one, other in (("before", before, after), ("after", after, before)):
        for k in one:
            if k not in other and (k[3] == "filigree" or arguments.all):
                print(f"{'/'.join(k):58} only {name}")
    print(f"\n{slower} rows of Filigree became slower by more than {arguments.threshold:g} %")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
