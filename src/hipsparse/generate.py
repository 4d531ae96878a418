#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what follows from functions.txt, beside this file, and from cuSPARSE's table; that file says what its lines mean.

    python3 src/hipsparse/generate.py            writes the files
    python3 src/hipsparse/generate.py --check    names each file that is not up to date, and fails where there is one

Builds do not run it: the files are committed.
"""
import importlib.util
import os
import re
import sys
import textwrap

TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_file_location("cusparse_generate", os.path.join(TREE, "src/cusparse/generate.py"))
cusparse = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(cusparse)
HEAD, c_signature, wrapped, write_files = cusparse.HEAD, cusparse.c_signature, cusparse.wrapped, cusparse.write_files

TABLE = "src/hipsparse/functions.txt"
PAGE = "docs/hipsparse_interface.md"


def made(begin, end=""):
    return [f"{begin} Made by src/hipsparse/generate.py of src/hipsparse/functions.txt and{end}",
            f"{begin} src/cusparse/functions.txt.{end}"]


def hip_type(kind):
    """The type that hipSPARSE has where cuSPARSE has this one."""
    kind = re.sub(r"\bcusparse(\w+_t)\b", r"hipsparse\1", kind)
    kind = re.sub(r"\bcu(DoubleComplex|Complex)\b", r"hip\1", kind)
    return kind.replace("cudaDataType", "hipDataType").replace("cudaStream_t", "hipStream_t")


class Twin:
    """A function that calls cuSPARSE's of `other`."""

    def __init__(self, family, other, letters):
        self.family, self.other, self.letters = family, other, letters
        self.types, self.absent, self.unused, self.wanted, self.separated = {}, [], [], [], None

    def bind(self, functions):
        self.twin = functions[self.other]
        self.returns = self.twin.returns
        self.letters = (self.letters or self.twin.letters) if self.twin.letters else ""

    def state(self):
        return self.twin.state

    def names(self):
        """Pairs of name and letter, the letter None where there is one function."""
        if not self.letters:
            return [("hipsparse" + self.family, None)]
        return [("hipsparse" + self.family.replace("<t>", letter), letter) for letter in self.letters]

    def type_of(self, argument, letter):
        if argument.name in self.types:
            return re.sub(r"\bR\b", cusparse.SCALARS[letter][1] if letter else "R", self.types[argument.name])
        return hip_type(argument.of(letter))

    def parameters(self, letter):
        shown = [f"{self.type_of(a, letter)} {a.name}" for a in self.twin.arguments if a.name not in self.absent]
        return ", ".join(shown + self.unused)


class Own(cusparse.Function):
    """A function that cuSPARSE has not; its arguments are of cuSPARSE's types."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.wanted = []

    def names(self):
        return [(name.replace("cusparse", "hipsparse", 1), letter) for name, letter in super().names()]

    def parameters(self, letter):
        return ", ".join(f"{hip_type(a.of(letter))} {a.name}" for a in self.arguments)


def read_table(path, functions):
    """Returns the enumerations, which of them have a function that converts them, and a list of (title, functions)."""
    enumerations, converted, sections, current = [], {}, [], None
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if not line or line.startswith("#"):
            continue
        words = line.split()
        if words[0] == "enum":
            current = cusparse.Enumeration(words[1])
            enumerations.append(current)
            if len(words) > 2:
                converted[words[1]] = words[3]
        elif words[0] == "section":
            sections.append((line[len("section "):], []))
        elif words[0] == "twin":
            names = words[1:]
            letters = names.pop() if re.fullmatch("[SDCZ]+", names[-1]) else ""
            pairs = [(names[0], names[2])] if "of" in names else [(name, name) for name in names]
            twins = [Twin(family, other, letters) for family, other in pairs]
            sections[-1][1].extend(twins)
            current = twins[-1]
        elif words[0] in ("function", "plain"):
            returns = line.split("-> ")[1] if words[0] == "plain" else "cusparseStatus_t"
            current = Own(words[0], words[1], words[2] if "<t>" in words[1] else "", returns, False)
            sections[-1][1].append(current)
        elif isinstance(current, cusparse.Enumeration):
            current.values.append((words[0], int(words[1]), False))
        elif words[0] == "as" and isinstance(current, Twin):
            current.types[words[1]] = " ".join(words[2:])
        elif words[0] == "without":
            current.absent.append(words[1])
        elif words[0] == "unused":
            current.unused.append(" ".join(words[1:]))
        elif words[0] == "separates":
            for function in twins:
                function.separated = words[1]
        elif words[0] == "wants":
            wanted = (words[1:-2], words[-1]) if words[-2] == "for" else (words[1:], None)
            for function in twins if isinstance(current, Twin) else [current]:
                function.wanted.append(wanted)
        else:
            current.text = (current.text + " " + line.strip()).strip()
    for function in cusparse.functions_of(sections):
        if isinstance(function, Twin):
            function.bind(functions)
        else:
            function.finish()
        check_names(function)
    return enumerations, converted, sections


def check_names(function):
    """Ends with a message where a line names an argument that the function has not."""
    known = {a.name for a in (function.twin if isinstance(function, Twin) else function).arguments}
    named = {name for names, size in function.wanted for name in names + ([size] if size else [])}
    if isinstance(function, Twin):
        named |= set(function.types) | set(function.absent) | ({function.separated} - {None})
    if named - known:
        raise SystemExit(f"{TABLE}: {function.family} has no argument {', '.join(sorted(named - known))}")


def state_of(function):
    return function.state() if isinstance(function, Twin) else function.state


def header(enumerations, sections):
    out = [f"/* {HEAD} */"] + made("/*", " */") + ["#ifndef FILIGREE_HIPSPARSE_FUNCTIONS_H",
                                                             "#define FILIGREE_HIPSPARSE_FUNCTIONS_H", ""]
    for e in enumerations:
        out.append("typedef enum FILIGREE_HIPSPARSE_INT {")
        for number, (enumerator, value, _) in enumerate(e.values):
            out.append(f"  {enumerator} = {value}{',' if number + 1 < len(e.values) else ''}")
        out += [f"}} {e.name};", ""]
    for title, functions in sections:
        out += [f"/* --- {title} " + "-" * max(4, 86 - len(title)) + " */", ""]
        for f in functions:
            for name, letter in f.names():
                out += c_signature("HIPSPARSE_EXPORT " + hip_type(f.returns), name, f.parameters(letter) or "void")
                out[-1] += ";"
        out.append("")
    return out + ["#endif"]


# cuSPARSE had the last two, but its products here do not know of such matrices.
NEVER_CUSPARSES = ("GetGitRevision", "CreateCooAoS", "CooAoSGet")


def is_legacy(f, twins):
    """Whether cuSPARSE had the function once, by the same name and of the same types."""
    if f.family in twins or f.family in NEVER_CUSPARSES or f.family.startswith("<t>prune"):
        return False
    if isinstance(f, Twin):
        return not f.types and not f.unused
    return f.state == "function" and not any("Hyb" in a.kind for a in f.arguments)


def legacy_arguments(f, letter):
    """Pairs of cuSPARSE's type and the name."""
    arguments = f.twin.arguments if isinstance(f, Twin) else f.arguments
    return [(a.of(letter).replace("hipsparse", "cusparse"), a.name) for a in arguments
            if not (isinstance(f, Twin) and a.name in f.absent)]


def legacy_argument(kind, name):
    """The expression of hipSPARSE's type for an argument of cuSPARSE's."""
    theirs = hip_type(kind)
    if theirs.replace("hipComplex", "cuComplex").replace("hipDoubleComplex", "cuDoubleComplex") == kind:
        return name
    return f"({theirs if theirs.endswith('*') else theirs.replace('const ', '')}){name}"


def legacy_header(sections, twins):
    """cuSPARSE's functions that are gone since CUDA 11 or 12, on those that hipSPARSE has still."""
    out = [f"/* {HEAD} */"] + made("/*", " */") + [
        "#ifndef FILIGREE_CUSPARSE_LEGACY_H", "#define FILIGREE_CUSPARSE_LEGACY_H", "", "/** \\file",
        " * Functions that cuSPARSE had until CUDA 10 or 11, for programs that still call them: cusparse.h",
        " * includes this where FILIGREE_CUSPARSE_LEGACY is defined. They are those of Filigree's hipSPARSE, with",
        " * which the program is linked too. */", "", "#include <hipsparse.h>", ""]
    for title, functions in sections:
        functions = [f for f in functions if is_legacy(f, twins)]
        if not functions:
            continue
        out += [f"/* --- {title} " + "-" * max(4, 86 - len(title)) + " */", ""]
        for f in functions:
            for name, letter in f.names():
                arguments = legacy_arguments(f, letter)
                parameters = ", ".join(f"{kind} {argument}" for kind, argument in arguments)
                out += c_signature("static inline cusparseStatus_t", name.replace("hipsparse", "cusparse", 1), parameters)
                out[-1] += " {"
                if arguments[0] == ("cusparseHandle_t", "handle"):
                    out.append("  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;")
                passed = ", ".join(legacy_argument(kind, argument) for kind, argument in arguments)
                out += wrapped(f"return (cusparseStatus_t){name}({passed});", "  ") + ["}"]
        out.append("")
    return out + ["#endif"]


def converted_argument(kind, name, given, converted):
    """The expression of cuSPARSE's type `kind` for the argument `name` of hipSPARSE's type `given`."""
    if given in converted:
        return f"{converted[given]}({name})"
    if kind == given or given.replace("hipComplex", "cuComplex").replace("hipDoubleComplex", "cuDoubleComplex") == kind:
        return name
    # an enumeration, a description, a pointer to one of these or a number
    return f"({kind if kind.endswith('*') else kind.replace('const ', '')}){name}"


def twin_entry(f, name, letter, converted):
    """The entry point that calls cuSPARSE's function."""
    out = c_signature(hip_type(f.returns), name, f.parameters(letter) or "void")
    out[-1] += " {"
    passed, widened = [], []
    for a in f.twin.arguments:
        given = f.type_of(a, letter)
        if a.name in f.absent:
            passed.append("nullptr")
        elif given == "size_t*" and a.of(letter) == "int*":
            widened.append(a.name)
            passed.append(f"{a.name} == nullptr ? nullptr : &narrow")
        elif a.name == f.separated:
            passed.append(a.name)
            separated = f"(cusparseConstSpMatDescr_t){a.name}"
        else:
            passed.append(converted_argument(a.of(letter), a.name, given, converted))
    out += [f"  (void){parameter.split()[-1]};" for parameter in f.unused]
    for names, size in f.wanted:
        null = " || ".join(f"{argument} == nullptr" for argument in names)
        if size:
            null = f"{size} > 0 && ({null})" if len(names) > 1 else f"{size} > 0 && {null}"
        out += wrapped(f"if ({null}) return HIPSPARSE_STATUS_INVALID_VALUE;", "  ")
    twin_name = "cusparse" + f.other.replace("<t>", letter or "")
    call = f"{twin_name}({', '.join(passed)})"
    if f.separated:
        arrays = "unread" if f.family.endswith("_bufferSize") else "read"
        call = (f'filigree::hipsparse::with_separate("{name}", (cusparseHandle_t)handle, {separated}, '
                f"filigree::hipsparse::ArrayUse::{arrays}, "
                f"[&](cusparseSpMatDescr_t {f.separated}) {{ return {call}; }})")
    returns = hip_type(f.returns)
    cast = "status_of" if returns == "hipsparseStatus_t" else returns
    if widened:
        out += ["  int narrow = 0;"] + wrapped(f"const auto status = {cast}({call});", "  ")
        out += [f"  if (status == HIPSPARSE_STATUS_SUCCESS) *{argument} = size_t(narrow);" for argument in widened]
        out.append("  return status;")
    else:
        out += wrapped(f"return {call if returns == f.returns else f'{cast}({call})'};", "  ")
    return out + ["}", ""]


def checks(argument, letter, enumerations):
    name, cast = argument.name, converted_argument(argument.of(letter), argument.name, hip_type(argument.of(letter)), {})
    if argument.is_handle():
        return [f"    check_handle(call, {cast});"]
    if argument.kind in enumerations:
        return [f'    check_enumeration(call, "{name}", int({name}), is_value({cast}));']
    if argument.kind == "hipsparseHybPartition_t":
        return [f'    check_enumeration(call, "{name}", int({name}), {name} >= 0 && {name} <= HIPSPARSE_HYB_PARTITION_MAX);']
    if argument.not_negative:
        return [f'    check_size(call, "{name}", {name});']
    may_be_null = argument.kind == "const hipsparseMatDescr_t"
    if (argument.is_object() and not may_be_null) or argument.not_null or argument.kind.endswith("hipsparseHybMat_t"):
        return [f'    check_pointer(call, "{name}", {name});']
    return []


def own_entry(f, name, letter, enumerations):
    out = c_signature(hip_type(f.returns), name, f.parameters(letter))
    out[-1] += " {"
    out += ["  using namespace filigree::cusparse;", f'  constexpr const char* call = "{name}";',
            "  return status_of(guarded(call, [&] {", "    if (logs_calls())"]
    names = set(enumerations) | {"hipsparseHybPartition_t"}
    shown = [cusparse.logged(a, names) for a in f.arguments]
    out += wrapped(f"log_call(call, {{{', '.join(text for text in shown if text)}}});", "      ")
    for a in f.arguments:
        out += checks(a, letter, enumerations)
    for names_of_arrays, size in f.wanted:
        for name_of_array in names_of_arrays:
            out.append(f'    if ({size} > 0) check_pointer(call, "{name_of_array}", {name_of_array});')
    passed = [f"filigree::runtime::ScalarType::{cusparse.SCALARS[letter][2]}"] if letter else []
    passed += [converted_argument(a.of(letter), a.name, hip_type(a.of(letter)), {}) for a in f.arguments]
    out += wrapped(f"filigree::hipsparse::{f.body()}({', '.join(passed)});", "    ")
    return out + ["  }));", "}", ""]


def entry_points(enumerations, converted, sections, cusparse_enumerations):
    functions = cusparse.functions_of(sections)
    own = [f for f in functions if not isinstance(f, Twin)]
    by_name = {e.name: e for e in cusparse_enumerations}
    used = {a.kind for f in own if f.state == "function" for a in f.arguments}
    out = [f"// {HEAD}"] + made("//") + ["", "namespace {"]
    for e in cusparse_enumerations:
        if e.name in used:
            out += [""] + cusparse.is_value(e)
    out += ["", "// cuSPARSE's enumerators have the same values."]
    values = {enumerator: e for e in cusparse_enumerations for enumerator, _, _ in e.values}
    for e in enumerations:
        for enumerator, _, _ in e.values:
            twin = enumerator.replace("HIPSPARSE", "CUSPARSE", 1)
            if twin in values and e.name not in converted:
                out.append(f"static_assert(int({enumerator}) == int({twin}));")
    out += ["", "}  // namespace", "", "namespace filigree::hipsparse {", "", "// Defined beside what they work on."]
    for f in own:
        if f.state == "function":
            first = ["runtime::ScalarType type"] if f.letters else []
            kinds = [f"{a.erased() if f.letters else a.kind} {a.name}" for a in f.arguments]
            out += c_signature("void", f.body(), ", ".join(first + kinds))
            out[-1] += ";"
    out += ["", "}  // namespace filigree::hipsparse", ""]
    for f in functions:
        for name, letter in f.names():
            if isinstance(f, Twin):
                out += twin_entry(f, name, letter, converted)
            elif f.state != "plain":
                out += own_entry(f, name, letter, by_name)
    return out[:-1]


def zero_of(kind):
    if kind in ("hipComplex", "hipDoubleComplex"):
        return f"zero_{kind}"
    return f"({kind})0" if re.match(r"hip\w+_t$|hipDataType$", kind) and not kind.endswith("Descr_t") else "0"


def first_calls(enumerations, sections):
    """Each function with nothing but zeros, which are refused: a null handle, a null object, a null pointer."""
    out = [f"/* {HEAD} */"] + made("/*", " */") + ["/* Calls with nothing but zeros; first_calls.c includes this. */", ""]
    count, at = 0, len(out)
    for f in cusparse.functions_of(sections):
        if state_of(f) == "plain" or f.returns != "cusparseStatus_t":
            continue
        arguments = f.twin.arguments if isinstance(f, Twin) else f.arguments
        has_handle = any(a.is_handle() for a in arguments)
        may_be_null = isinstance(f, Own) and f.state == "function" and not has_handle and not any(
            a.is_object() or a.not_null or "Hyb" in a.kind for a in arguments)
        if may_be_null:
            continue
        for name, letter in f.names():
            kinds = [re.sub(r"\s*\w+$", "", p).strip() for p in f.parameters(letter).split(",")]
            zeros = ", ".join(zero_of(kind) for kind in kinds)
            out += wrapped(f'expect("{name}", HIPSPARSE_STATUS_INVALID_VALUE, {name}({zeros}));', "")
            count += 1
    return out[:at] + [f"enum {{ num_calls = {count} }};", ""] + out[at:]


def interface(enumerations, sections):
    """Names, values and signatures, to be compiled with any hipsparse.h."""
    out = [f"// {HEAD}"] + made("//") + ["// The enumerations' values; interface.cpp includes this.", ""]
    for e in enumerations:
        out += [f"static_assert({enumerator} == {value});" for enumerator, value, _ in e.values]
    return out


def symbols(sections):
    return sorted(name for f in cusparse.functions_of(sections) for name, _ in f.names())


def documentation(sections, page):
    """The page with its list of functions renewed."""
    begin, end = "<!-- functions: made by src/hipsparse/generate.py -->", "<!-- end of functions -->"
    before, after = page.split(begin)[0], page.split(end)[1]
    functions = cusparse.functions_of(sections)
    number = sum(len(f.names()) for f in functions)
    twins = sum(len(f.names()) for f in functions if isinstance(f, Twin))
    out = [begin, "", f"All {number} functions are there; {twins} are cuSPARSE's by another name.", "",
           "| section | functions |", "| --- | --- |"]
    for title, listed in sections:
        names = [f"`{f.family}`" + (f" ({f.letters})" if f.letters else "") for f in listed]
        out.append(f"| {title} | {', '.join(names)} |")
    return before + "\n".join(out + [""]) + end + after


def main():
    cusparse_enumerations, _, cusparse_sections = cusparse.read_table(os.path.join(TREE, cusparse.TABLE))
    twins = {f.family: f for f in cusparse.functions_of(cusparse_sections)}
    enumerations, converted, sections = read_table(os.path.join(TREE, TABLE), twins)
    page = open(os.path.join(TREE, PAGE), encoding="utf-8").read()

    def lines(text):
        return "\n".join(text) + "\n"

    calls = first_calls(enumerations, sections)
    files = {
        "include/filigree/hipsparse/hipsparse_functions.h": lines(header(enumerations, sections)),
        "include/filigree/hipsparse/cusparse_legacy.h": lines(legacy_header(sections, twins)),
        "src/hipsparse/entry_points.inc": lines(entry_points(enumerations, converted, sections, cusparse_enumerations)),
        "unit_tests/hipsparse_interface/first_calls.inc": lines(calls),
        "unit_tests/hipsparse_interface/interface.inc": lines(interface(enumerations, sections)),
        "unit_tests/hipsparse_interface/symbols.txt": lines(symbols(sections)),
        PAGE: documentation(sections, page),
    }
    return write_files(files)


if __name__ == "__main__":
    sys.exit(main())
