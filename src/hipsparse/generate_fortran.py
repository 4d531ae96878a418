#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes src/fortran/hipsparse.f90, the modules hipsparse_enums and hipsparse, of the tables that generate.py beside this
file reads. Names, arguments and how they are passed are those of hipSPARSE's own modules, so that programs which use these
compile unchanged.

    python3 src/hipsparse/generate_fortran.py            writes the file
    python3 src/hipsparse/generate_fortran.py --check    names it where it is not up to date, and fails
"""
import importlib.util
import os
import re
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_file_location("hipsparse_generate", os.path.join(HERE, "generate.py"))
hipsparse = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(hipsparse)
cusparse = hipsparse.cusparse

FILE = "src/fortran/hipsparse.f90"

BY_VALUE = {
    "int": "integer(c_int)",
    "int64_t": "integer(c_int64_t)",
    "size_t": "integer(c_size_t)",
    "float": "real(c_float)",
    "double": "real(c_double)",
    "hipComplex": "complex(c_float_complex)",
    "hipDoubleComplex": "complex(c_double_complex)",
    "hipDataType": "integer(c_int)",
}
# What a call answers in numbers and enumerations lies in the caller's memory and is passed by reference; elsewhere a
# pointer to numbers is an address, of the host's memory or of the device's.
ANSWERS = re.compile("hipsparse(Get|.*Get$|SpMatGetSize|.*GetIndexBase|.*GetFormat|.*GetStridedBatch)")


def continued(text, indent):
    lines = textwrap.wrap(text, 96, initial_indent=indent, subsequent_indent=indent + "    ", break_long_words=False,
                          break_on_hyphens=False)
    return [line + " &" for line in lines[:-1]] + lines[-1:]


def declaration(function, kind, enumerations):
    """How an argument of C's type `kind` is declared."""
    is_const = kind.startswith("const ")
    kind = kind.removeprefix("const ").strip()
    pointee = kind.removesuffix("*").strip()
    if kind in BY_VALUE:
        return BY_VALUE[kind] + ", value"
    if kind in enumerations:
        return "integer(c_int), value"
    if not kind.endswith("*"):  # a handle, a description or a stream
        return "type(c_ptr), " + ("intent(in), " if is_const else "") + "value"
    if pointee.endswith("*") or (pointee not in enumerations and re.match(r"hip\w+_t$|\w+Info_t$", pointee)):
        return "type(c_ptr)"  # where a pointer goes
    answers = ANSWERS.match(function) and not is_const
    if answers and (pointee in enumerations or pointee in BY_VALUE):
        return BY_VALUE.get(pointee, "integer(c_int)")
    return "type(c_ptr), " + ("intent(in), " if is_const else "") + "value"


def returned(kind, enumerations):
    return "integer(c_int)" if kind in enumerations or kind in BY_VALUE else "type(c_ptr)"


def interface(name, parameters, returns, enumerations):
    pairs = [re.fullmatch(r"(.*?)(\w+)", p.strip()).groups() for p in parameters.split(",") if p.strip()]
    arguments = [(kind.strip(), argument) for kind, argument in pairs]
    out = continued(f"function {name}({', '.join(argument for _, argument in arguments)})", "    ")
    out[-1] += " &"
    out += [f'        bind(c, name="{name}")']
    shown = [(declaration(name, kind, enumerations), argument) for kind, argument in arguments]
    answer = returned(returns, enumerations)
    kinds = sorted({re.search(r"\((\w+)\)", text).group(1) for text in [answer] + [text for text, _ in shown]})
    out.append(f"      import :: {', '.join(kinds)}")
    out += [f"      {text} :: {argument}" for text, argument in shown]
    return out + [f"      {answer} :: {name}", f"    end function {name}", ""]


def module(enumerations, sections):
    out = [f"! {hipsparse.HEAD}", "! Made by src/hipsparse/generate_fortran.py of src/hipsparse/functions.txt and",
           "! src/cusparse/functions.txt.", "", "!> The enumerations of hipSPARSE.", "module hipsparse_enums",
           "  use, intrinsic :: iso_c_binding, only: c_int", "  implicit none", "  private :: c_int", ""]
    for e in enumerations:
        out.append("  enum, bind(c)")
        out += [f"    enumerator :: {name} = {value}" for name, value, _ in e.values]
        out += ["  end enum", ""]
    # HIP's own, which calls of the generic interface take
    out += ["  enum, bind(c)"] + [f"    enumerator :: {name} = {value}" for name, value in data_types()]
    out += ["  end enum", "end module hipsparse_enums", "",
            "!> The functions of hipSPARSE: docs/hipsparse_interface.md. Handles, descriptions and arrays are",
            "!> type(c_ptr); numbers that calls read or write by addresses are passed by c_loc.",
            "module hipsparse", "  use, intrinsic :: iso_c_binding", "  use hipsparse_enums", "  implicit none", "",
            "  interface"]
    names = {e.name for e in enumerations} | {"hipsparseStatus_t"}
    for title, functions in sections:
        out += [f"    ! --- {title}", ""]
        for f in functions:
            returns = hipsparse.hip_type(f.returns)
            for name, letter in f.names():
                out += interface(name, f.parameters(letter), returns, names)
    return out + ["  end interface", "end module hipsparse"]


def data_types():
    """HIP's types of values, from the header that stands for its own."""
    header = open(os.path.join(hipsparse.TREE, "include/filigree/hipsparse/hip/library_types.h"), encoding="utf-8").read()
    return re.findall(r"^\s*(HIP_[RC]_\w+) = (\d+)", header, re.M)


def main():
    _, _, cusparse_sections = cusparse.read_table(os.path.join(hipsparse.TREE, cusparse.TABLE))
    twins = {f.family: f for f in cusparse.functions_of(cusparse_sections)}
    enumerations, _, sections = hipsparse.read_table(os.path.join(hipsparse.TREE, hipsparse.TABLE), twins)
    return hipsparse.write_files({FILE: "\n".join(module(enumerations, sections)) + "\n"})


if __name__ == "__main__":
    sys.exit(main())
