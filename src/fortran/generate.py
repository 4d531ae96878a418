#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the Fortran modules: filigree_c.f90 of the C API's table, src/c/functions.txt, and each other NAME.f90 of its
template NAME.f90.in, which says what is to be repeated over kinds.

    python3 src/fortran/generate.py            writes the files
    python3 src/fortran/generate.py --check    names each file that is not up to date, and fails where there is one

Builds do not run it: the files are committed.
"""
import importlib.util
import itertools
import os
import re
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.dirname(os.path.dirname(HERE))
HEAD = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"

# What a template repeats over: names of values of the letter, each with what its placeholders become.
KINDS = {
    "v": {
        "sp": {"value": "real(c_float)", "scalar": "FILIGREE_SCALAR_FLOAT", "kind": "c_float"},
        "dp": {"value": "real(c_double)", "scalar": "FILIGREE_SCALAR_DOUBLE", "kind": "c_double"},
        "csp": {"value": "complex(c_float_complex)", "scalar": "FILIGREE_SCALAR_COMPLEX_FLOAT", "kind": "c_float_complex"},
        "cdp": {"value": "complex(c_double_complex)", "scalar": "FILIGREE_SCALAR_COMPLEX_DOUBLE",
                "kind": "c_double_complex"},
    },
    "i": {
        "i32": {"index": "integer(c_int32_t)", "index_type": "FILIGREE_INDEX_INT32"},
        "i64": {"index": "integer(c_int64_t)", "index_type": "FILIGREE_INDEX_INT64"},
    },
    # offsets are not narrower than indices
    "p": {
        "i32": {"offset": "integer(c_int32_t)", "index": "integer(c_int32_t)",
                "offset_type": "FILIGREE_INDEX_INT32", "index_type": "FILIGREE_INDEX_INT32"},
        "i64": {"offset": "integer(c_int64_t)", "index": "integer(c_int64_t)",
                "offset_type": "FILIGREE_INDEX_INT64", "index_type": "FILIGREE_INDEX_INT64"},
        "i64_i32": {"offset": "integer(c_int64_t)", "index": "integer(c_int32_t)",
                    "offset_type": "FILIGREE_INDEX_INT64", "index_type": "FILIGREE_INDEX_INT32"},
    },
    "f": {name: {"FORMAT": "FILIGREE_FORMAT_" + name.upper()} for name in
          ("csr", "csc", "coo", "bsr", "ell", "sell", "blocked_ell", "dia", "hdia")},
    "product": {"spmv": {}, "spmm": {}},  # C functions of one shape
    "move": {
        "gather": {"this_is": "inout", "y_is": "in", "objects": "object, this%held%object",
                   "meaning": "The entries of y at x's indices become x's values; `this` is x."},
        "scatter": {"this_is": "in", "y_is": "inout", "objects": "this%held%object, object",
                    "meaning": "x's values become the entries of y at its indices; `this` is x."},
    },
    "result": {"spgemm": {}, "geam": {}},
    "compressed": {
        "csr": {"lines": "rows", "lines_in_words": "rows", "offsets": "row_offsets", "indices": "col_indices", "FORMAT": "FILIGREE_FORMAT_CSR"},
        "csc": {"lines": "cols", "lines_in_words": "columns", "offsets": "col_offsets", "indices": "row_indices", "FORMAT": "FILIGREE_FORMAT_CSC"},
    },
}


def table_reader():
    """The module src/c/generate.py, which reads the table."""
    spec = importlib.util.spec_from_file_location("filigree_c_table", os.path.join(TREE, "src/c/generate.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def wrapped_comment(text, indent):
    return textwrap.wrap(text, 98, initial_indent=indent + "!> ", subsequent_indent=indent + "!> ",
                         break_long_words=False, break_on_hyphens=False)


def continued(text, indent):
    """A statement in lines of at most 100 characters."""
    lines = textwrap.wrap(text, 98, initial_indent=indent, subsequent_indent=indent + "    ", break_long_words=False,
                          break_on_hyphens=False)
    return [line + " &" for line in lines[:-1]] + lines[-1:]


KINDS["n"] = {name: {"number": kind.get("value") or kind["index"]}
              for letter in "vi" for name, kind in KINDS[letter].items()}

# What the types of C are in Fortran, by value or, of results, by reference.
BY_VALUE = {
    "double": "real(c_double)",
    "float": "real(c_float)",
    "int": "integer(c_int)",
    "int32_t": "integer(c_int32_t)",
    "int64_t": "integer(c_int64_t)",
    "size_t": "integer(c_size_t)",
}


def fortran_type(kind, enumerations):
    kind = kind.removeprefix("const ")
    name = kind.removeprefix("filigree_").removesuffix("_t")
    if kind in BY_VALUE:
        return BY_VALUE[kind]
    if name in enumerations:
        return "integer(c_int)"
    if kind.endswith("callback_t"):
        return "type(c_funptr)"
    if kind.endswith("*") or (kind.startswith("filigree_") and kind.endswith("_t")):  # pointers all
        return "type(c_ptr)"
    sys.exit(f"src/fortran/generate.py: the type {kind} has no equivalent in Fortran yet")


def dummy(argument, enumerations):
    """The declaration of an argument, without its name."""
    if argument.role == "out":
        # not intent(out): a call that fails has written nothing
        return fortran_type(argument.kind, enumerations) + ", intent(inout) ::"
    if argument.role == "string":
        return "character(kind=c_char), intent(in) ::"
    return fortran_type(argument.c_type(), enumerations) + ", value ::"


def declared_name(argument):
    return argument.name + ("(*)" if argument.role == "string" else "")


def interface(name, returns, arguments, enumerations, meaning):
    """`arguments`: pairs of declaration and name, or table's arguments."""
    names = ", ".join(a.name for a in arguments)
    out = wrapped_comment(meaning, "    ")
    out += continued(f'function {name}({names}) bind(c, name="{name}")', "    ")
    declarations = [(dummy(a, enumerations), declared_name(a)) for a in arguments]
    kinds = {returns.split("(")[1].rstrip(")")}
    kinds |= {d.split("(")[1].split(")")[0].removeprefix("kind=") for d, _ in declarations}
    out.append(f"      import :: {', '.join(sorted(kinds))}")
    out += [f"      {declaration} {shown}" for declaration, shown in declarations]
    return out + [f"      {returns} :: {name}", f"    end function {name}", ""]


def check_names(enumerations, sections, table):
    """Fortran does not tell upper from lower case."""
    seen = {}
    constants = [c for e in enumerations for c in e.enumerators()]
    for name in constants + table.symbols(sections):
        if seen.setdefault(name.lower(), name) != name or len(name) > 63:
            sys.exit(f"src/fortran/generate.py: {name} and {seen[name.lower()]} are one name, or too long")
    for f in table.functions_of(sections):
        if len({a.name.lower() for a in f.arguments}) < len(f.arguments):
            sys.exit(f"src/fortran/generate.py: two arguments of {f.name} differ in case alone")


def c_module(enumerations, sections, table):
    check_names(enumerations, sections, table)
    names = {e.name for e in enumerations}
    out = [f"! {HEAD}", "! Made by src/fortran/generate.py of src/c/functions.txt.", ""]
    out += wrapped_comment("The C API of Filigree, function by function: docs/c_api.md says what each is for. "
                           "Functions return a status. Objects, arrays and alpha and beta are type(c_ptr); a string ends with "
                           "c_null_char. Module filigree is made of these.", "")
    out += ["module filigree_c", "  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_float, c_funptr, &",
            "      c_int, c_int32_t, c_int64_t, c_ptr, c_size_t", "  implicit none",
            "  private :: c_char, c_double, c_float, c_funptr, c_int, c_int32_t, c_int64_t, c_ptr, c_size_t", ""]
    for e in enumerations:
        out += wrapped_comment(e.meaning, "  ")
        for number, enumerator in enumerate(e.enumerators()):
            out.append(f"  integer(c_int), parameter :: {enumerator} = {number}")
        out.append("")
    out += ["  interface"]
    for title, items in sections:
        out += [f"    ! --- {title}", ""]
        for item in items:
            if isinstance(item, table.Function):
                out += interface(item.name, "integer(c_int)", item.arguments, names, item.meaning)
            else:
                name, argument, meaning = item
                arguments = [table.Argument("enum", argument, argument, "")] if argument else []
                out += interface(name, "type(c_ptr)", arguments, names, meaning)
    return out + ["  end interface", "", "end module filigree_c"]


def body_of(lines, start):
    """The lines between the `!@each` before `start` and its `!@end`, and where that is."""
    depth = 1
    for end in range(start, len(lines)):
        word = lines[end].split()[:1]
        depth += (word == ["!@each"]) - (word == ["!@end"])
        if depth == 0:
            return lines[start:end], end
    sys.exit("src/fortran/generate.py: an !@each has no !@end")


def expanded(lines, enumerations):
    """A template's text: what lies between `!@each LETTER...` and `!@end` is there once for each choice of values of the
    letters, with {LETTER} and the letter's placeholders replaced; `!@constants` becomes the C API's enumerators, and
    `!@include FILE` what the file says below its first line."""
    out, at = [], 0
    while at < len(lines):
        word = lines[at].split()
        if word[:1] == ["!@each"]:
            body, at = body_of(lines, at + 1)
            for choice in itertools.product(*(KINDS[letter].items() for letter in word[1:])):
                text = "\n".join(body)
                for letter, (name, placeholders) in zip(word[1:], choice):
                    text = text.replace(f"{{{letter}}}", name)
                    for key, value in placeholders.items():
                        text = text.replace(f"{{{key}}}", value)
                out += expanded(text.split("\n"), enumerations)
        elif word[:1] == ["!@constants"]:
            for e in enumerations:
                out += continued("public :: " + ", ".join(e.enumerators()), "  ")
        elif word[:1] == ["!@include"]:
            out += expanded(read_lines(word[1])[1:], enumerations)
        else:
            out.append(lines[at])
        at += 1
    return out


def fitted(lines):
    """The lines, those that placeholders made too long continued after their last blank that fits."""
    out = []
    for line in lines:
        if len(line) > 100:
            indent = re.match(" *(!> )?", line).group()
            is_comment = indent.endswith("!> ")
            at = line.rfind(" ", 0, 100 if is_comment else 98)
            out.append(line[:at] if is_comment else line[:at] + " &")
            line = indent + ("" if is_comment else "    ") + line[at + 1:]
        out.append(line)
    return out


def read_lines(name):
    return open(os.path.join(HERE, name), encoding="utf-8").read().splitlines()


def main():
    table = table_reader()
    enumerations, sections = table.read_table(os.path.join(TREE, table.TABLE))
    files = {"src/fortran/filigree_c.f90": c_module(enumerations, sections, table)}
    for name in sorted(os.listdir(HERE)):
        if name.endswith(".f90.in"):
            files["src/fortran/" + name.removesuffix(".in")] = fitted(expanded(read_lines(name), enumerations))
    return table.write_files({name: "\n".join(lines) + "\n" for name, lines in files.items()})


if __name__ == "__main__":
    sys.exit(main())
