#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the outcomes of two runs of the same tests, as pytest_outcomes.py or the drivers beside it write them.

    compare_outcomes.py BASELINE OTHER

Names each test whose outcome differs, with the reason, and each that only one run has; fails where there is one.
"""
import collections
import sys


def read(path):
    outcomes = {}
    for line in open(path, encoding="utf-8"):
        name, outcome, *reason = line.rstrip("\n").split("\t")
        # a test that fails and then fails to be torn down has two lines
        if outcomes.get(name, ("passed",))[0] in ("passed", "skipped"):
            outcomes[name] = (outcome, reason[0] if reason else "")
    return outcomes


def main():
    baseline, other = read(sys.argv[1]), read(sys.argv[2])
    for title, outcomes in (("baseline", baseline), ("other", other)):
        counts = collections.Counter(outcome for outcome, _ in outcomes.values())
        print(f"{title}: {len(outcomes)} tests: " + ", ".join(f"{n} {o}" for o, n in sorted(counts.items())))
    differences = 0
    for name in sorted(set(baseline) & set(other)):
        (before, _), (after, reason) = baseline[name], other[name]
        if before != after:
            differences += 1
            print(f"{name}: {before} -> {after}: {reason or baseline[name][1]}")
    alone = sorted(set(baseline) ^ set(other))
    for name in alone[:20]:
        print(f"{name}: only in {'the baseline' if name in baseline else 'the other'}")
    print(f"{differences} outcomes differ; {len(alone)} tests are in one run only")
    return 1 if differences or alone else 0


if __name__ == "__main__":
    sys.exit(main())
