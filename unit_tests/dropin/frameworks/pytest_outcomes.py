# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plugin of pytest: a line for each test, as it ends, in the file that OUTCOMES names; and a share of the tests.

    OUTCOMES=FILE [SHARE=K/N] python3 -m pytest -p pytest_outcomes ...

SHARE: the tests whose name falls into part K of N, the same ones in every run. A line is the test's name, a tab and
passed, failed, skipped, xfailed, xpassed or error; a test that ended its process is failed.
"""
import os
import zlib

import pytest


def pytest_collection_modifyitems(config, items):
    share = os.environ.get("SHARE")
    if share:
        part, parts = map(int, share.split("/"))
        items[:] = [item for item in items if zlib.crc32(item.nodeid.encode()) % parts == part]


class Recorder:
    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8")

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            outcome = report.outcome
            if hasattr(report, "wasxfail"):
                outcome = "xfailed" if report.skipped else "xpassed"
            elif report.failed and report.when in ("setup", "teardown"):
                outcome = "error"
            reason = ""
            if report.failed:
                lines = str(report.longrepr).strip().splitlines()
                errors = [line for line in lines if line.startswith("E ")]
                reason = (errors or lines or [""])[0 if errors else -1][:200].replace("\t", " ")
            self.file.write(f"{report.nodeid}\t{outcome}\t{reason}\n")
            self.file.flush()


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    # under xdist the reports of all workers come to the first process
    if not hasattr(config, "workerinput") and os.environ.get("OUTCOMES"):
        config.pluginmanager.register(Recorder(os.environ["OUTCOMES"]), "outcomes")
