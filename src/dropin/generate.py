#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what the drop-in library of cuSPARSE has of src/cusparse/functions.txt.

    python3 src/dropin/generate.py            writes the files
    python3 src/dropin/generate.py --check    names each file that is not up to date, and fails where there is one

Builds do not run it: the files are committed.
"""
import importlib.util
import os
import sys

TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True


def load(path):
    spec = importlib.util.spec_from_file_location(path.replace("/", "_")[:-3], os.path.join(TREE, path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


table = load("src/cusparse/generate.py")
MADE = "Made by src/dropin/generate.py of src/cusparse/functions.txt."


def entry_points(functions):
    """The functions that the library shows; behind each one is Filigree's, under the name of renamed_cusparse.txt."""
    out = [f"// {table.HEAD}", f"// {MADE}", "", "// clang-format off", "", 'extern "C" {', ""]
    names, entries = [], []
    for f in functions:
        for name, letter in f.names():
            parameters = f.parameters(letter)
            out.append(f"{f.returns} filigree_{name}({parameters});")
            passed = ", ".join(a.name for a in f.arguments)
            if f.state == "plain":
                entries.append(f"{f.returns} {name}({parameters}) {{ return filigree_{name}({passed}); }}")
                continue
            ends = "Destroy" in name or "_destroy" in name
            route = "end_object" if ends else "route"
            entries.append(f"{f.returns} {name}({parameters}) {{ "
                           f"return {route}({len(names)}, filigree_{name}{', ' + passed if passed else ''}); }}")
            names.append(name)
    out += ["", *entries, "", '}  // extern "C"', "", "namespace filigree::dropin {", "",
            "const char* const function_names[num_functions] = {"]
    out += [f'    "{name}",' for name in names]
    return out + ["};", "", "}  // namespace filigree::dropin"], len(names)


def header(count):
    return [f"// {table.HEAD}", f"// {MADE}", "#pragma once", "", "namespace filigree::dropin {", "",
            f"enum {{ num_functions = {count} }};",
            "/// Those that return a status; their places are the numbers of the calls.",
            "extern const char* const function_names[num_functions];", "", "}  // namespace filigree::dropin"]


def main():
    _, _, sections = table.read_table(os.path.join(TREE, table.TABLE))
    functions = table.functions_of(sections)
    entries, count = entry_points(functions)
    renamed = [f"# {table.HEAD}", f"# {MADE}"] + [f"{name} filigree_{name}" for name in table.symbols(sections)]

    def lines(text):
        return "\n".join(text) + "\n"

    return table.write_files({
        "src/dropin/entry_points.inc": lines(entries),
        "src/dropin/function_names.hpp": lines(header(count)),
        "src/dropin/renamed_cusparse.txt": lines(renamed),
    })


if __name__ == "__main__":
    sys.exit(main())
