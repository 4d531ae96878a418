#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names each link of a Markdown page to a file that is not there, or to a heading that its page lacks.

    python3 cmake/check_links.py PAGE...
"""
import functools
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*$")


def lines_without_code(page):
    """The lines of a page that are no code, with inline code taken out."""
    in_code = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code:
            yield line


@functools.lru_cache(maxsize=None)
def anchors(page):
    """The anchors that GitHub gives the headings of a page."""
    found = set()
    for line in lines_without_code(page):
        heading = HEADING.match(line)
        if not heading:
            continue
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1))  # a link counts by its words
        base = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        anchor, repeated = base, 0
        while anchor in found:
            repeated += 1
            anchor = f"{base}-{repeated}"
        found.add(anchor)
    return found


def offences(page):
    for line in lines_without_code(page):
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                continue  # another site
            name, _, anchor = target.partition("#")
            file = page.parent / name if name else page
            if not file.exists():
                yield f"{page}: {target}"
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                yield f"{page}: {target}"


for argument in sys.argv[1:]:
    for offence in offences(pathlib.Path(argument)):
        print(offence)
