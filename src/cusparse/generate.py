#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what follows from functions.txt, beside this file; that file says what its lines mean.

    python3 src/cusparse/generate.py            writes the files
    python3 src/cusparse/generate.py --check    names each file that is not up to date, and fails where there is one

Builds do not run it: the files are committed.
"""
import os
import re
import sys
import textwrap

TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(TREE, "src/c"))
from generate import HEAD, Count, c_signature, expected, where_refused, wrapped, write_files  # noqa: E402

TABLE = "src/cusparse/functions.txt"
PAGE = "docs/cusparse_interface.md"
MADE = "Made by src/cusparse/generate.py of src/cusparse/functions.txt."

SCALARS = {"H": ("__half", "__half", "float16"), "S": ("float", "float", "float32"),
           "D": ("double", "double", "float64"), "C": ("cuComplex", "float", "complex_float32"),
           "Z": ("cuDoubleComplex", "double", "complex_float64")}
OBJECT = re.compile(r"(Descr|Info|Plan)_t$")


class Argument:
    def __init__(self, text):
        kind, self.name = re.match(r"(.*\S)\s+(\w+)$", text).groups()
        self.not_null, self.not_negative = kind.endswith("!"), kind.endswith("+")
        self.kind = kind.rstrip("!+")

    def of(self, letter):
        """The type in the function of this letter."""
        if letter is None:
            return self.kind
        scalar, real, _ = SCALARS[letter]
        return re.sub(r"\bR\b", real, re.sub(r"\bT\b", scalar, self.kind))

    def erased(self):
        """The type in the body of a function of several letters, which takes pointers to scalars of any type."""
        if self.kind in ("T", "R"):
            return "const void*"
        return re.sub(r"\b[TR]\*", "void*", self.kind)

    def is_handle(self):
        return self.kind == "cusparseHandle_t" and self.name == "handle"

    def is_object(self):
        return OBJECT.search(self.kind) is not None

    def is_result(self):
        return self.not_null and self.kind.endswith("*" if not self.kind.startswith("const ") else "**")


class Function:
    def __init__(self, state, name, letters, returns, is_new):
        self.state, self.family, self.letters, self.returns, self.is_new = state, name, letters, returns, is_new
        self.arguments, self.base, self.refusals, self.is_called = [], {}, [], True
        self.text = ""

    def names(self):
        """Pairs of name and letter, the letter None where there is one function."""
        if not self.letters:
            return [("cusparse" + self.family, None)]
        return [("cusparse" + self.family.replace("<t>", letter), letter) for letter in self.letters]

    def body(self):
        return self.family.replace("<t>", "")

    def parameters(self, letter):
        return ", ".join(f"{a.of(letter)} {a.name}" for a in self.arguments)

    def finish(self):
        if self.text:
            self.arguments = [Argument(part.strip()) for part in self.text.split(",")]


class Enumeration:
    def __init__(self, name):
        self.name, self.values = name, []  # triples of enumerator, value, whether it is new


def read_table(path):
    """Returns the enumerations, the defaults and a list of (title, functions)."""
    enumerations, defaults, sections, current = [], {}, [], None
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if not line or line.startswith("#"):
            continue
        words = line.split()
        if words[0] == "enum":
            current = Enumeration(words[1])
            enumerations.append(current)
        elif words[0] == "default":
            name, _, value = line[len("default "):].partition("=")
            defaults[name] = value
        elif words[0] == "section":
            sections.append((line[len("section "):], []))
        elif words[0] in ("function", "plain"):
            returns = line.split("-> ")[1] if words[0] == "plain" else "cusparseStatus_t"
            letters = words[2] if "<t>" in words[1] else ""
            current = Function(words[0], words[1], letters, returns, words[-1] == "new")
            sections[-1][1].append(current)
        elif isinstance(current, Enumeration):
            current.values.append((words[0], int(words[1]), words[-1] == "new"))
        elif words[0] == "base":
            name, _, value = line.strip()[len("base "):].partition("=")
            current.base[name] = value
        elif words[0] == "refuse":
            wrong, status = line.strip()[len("refuse "):].rsplit(" ", 1)
            name, _, value = wrong.partition("=")
            current.refusals.append((name, value, status))
        elif words[0] == "uncalled":
            current.is_called = False
        else:
            current.text = (current.text + " " + line.strip()).strip()
    for function in functions_of(sections):
        function.finish()
    return enumerations, defaults, sections


def functions_of(sections):
    return [function for _, functions in sections for function in functions]


def header(enumerations, sections):
    out = [f"/* {HEAD} */", f"/* {MADE} */", "#ifndef FILIGREE_CUSPARSE_FUNCTIONS_H",
           "#define FILIGREE_CUSPARSE_FUNCTIONS_H", ""]
    for e in enumerations:
        out.append("typedef enum FILIGREE_CUSPARSE_INT {")
        for number, (enumerator, value, _) in enumerate(e.values):
            out.append(f"  {enumerator} = {value}{',' if number + 1 < len(e.values) else ''}")
        out += [f"}} {e.name};", ""]
    for title, functions in sections:
        out += [f"/* --- {title} " + "-" * max(4, 86 - len(title)) + " */", ""]
        for f in functions:
            for name, letter in f.names():
                declaration = c_signature("FILIGREE_CUSPARSE_EXPORT " + f.returns, name, f.parameters(letter) or "void")
                declaration[-1] += ";"
                if letter == "H":  # the toolkit's header has no half in C
                    declaration = ["#ifdef FILIGREE_CUSPARSE_HAS_HALF"] + declaration + ["#endif"]
                out += declaration
        out.append("")
    return out + ["#endif"]


def checks(argument, enumerations):
    if argument.is_handle():
        return [f"    check_handle(call, {argument.name});"]
    if argument.kind in enumerations:
        return [f'    check_enumeration(call, "{argument.name}", int({argument.name}), is_value({argument.name}));']
    if argument.not_negative:
        return [f'    check_size(call, "{argument.name}", {argument.name});']
    if argument.is_object() or argument.not_null:
        return [f'    check_pointer(call, "{argument.name}", {argument.name});']
    return []


def logged(argument, enumerations):
    kind = argument.kind
    if kind in enumerations or kind in ("cudaDataType", "libraryPropertyType", "int", "const int", "int64_t", "size_t"):
        return f'{{"{argument.name}", std::int64_t({argument.name})}}'
    if kind in ("float", "double"):
        return f'{{"{argument.name}", double({argument.name})}}'
    if kind == "const char*":
        return f'{{"{argument.name}", {argument.name}}}'
    if kind == "cusparseLoggerCallback_t":
        return f'{{"{argument.name}", reinterpret_cast<const void*>({argument.name})}}'
    if kind.endswith("*") or argument.is_object() or kind in ("cusparseHandle_t", "cudaStream_t"):
        return f'{{"{argument.name}", static_cast<const void*>({argument.name})}}'
    return None  # a scalar by value


def is_value(enumeration):
    """The function that tells whether a number is one of the enumeration's."""
    out = [f"bool is_value({enumeration.name} value) {{", "  switch (value) {"]
    seen = set()
    for enumerator, value, _ in enumeration.values:
        if value not in seen:
            out.append(f"    case {enumerator}:")
        seen.add(value)
    return out + ["      return true;", "  }", "  return false;", "}"]


def entry_points(enumerations, sections):
    names = {e.name for e in enumerations}
    out = [f"// {HEAD}", f"// {MADE}",
           "// What each function logs and checks before it does what it is for.", "",
           "namespace filigree::cusparse {", "namespace {"]
    used = {a.kind for f in functions_of(sections) if f.state == "function" for a in f.arguments}
    for e in enumerations:
        if e.name not in used:
            continue
        out += [""] + is_value(e)
    out += ["", "}  // namespace", "", "// Defined beside the objects that they work on."]
    for f in functions_of(sections):
        if f.state == "function":
            first = ["runtime::ScalarType type"] if f.letters else []
            kinds = [f"{a.erased() if f.letters else a.kind} {a.name}" for a in f.arguments]
            out += c_signature("void", f.body(), ", ".join(first + kinds))
            out[-1] += ";"
    out += ["", "}  // namespace filigree::cusparse", ""]
    for f in functions_of(sections):
        if f.state == "plain":
            continue
        for name, letter in f.names():
            out += c_signature(f.returns, name, f.parameters(letter))
            out[-1] += " {"
            out += ["  using namespace filigree::cusparse;", f'  constexpr const char* call = "{name}";',
                    "  return guarded(call, [&] {", "    if (logs_calls())"]
            shown = [text for text in (logged(a, names) for a in f.arguments) if text]
            out += wrapped(f"log_call(call, {{{', '.join(shown)}}});", "      ")
            for a in f.arguments:
                out += checks(a, names)
            passed = [f"filigree::runtime::ScalarType::{SCALARS[letter][2]}"] if letter else []
            passed += [("&" if a.kind in ("T", "R") else "") + a.name for a in f.arguments]
            out += wrapped(f"filigree::cusparse::{f.body()}({', '.join(passed)});", "    ")
            out += ["  });", "}", ""]
    return out[:-1]


def call_of(function, name, letter, defaults, enumerations, replaced=None, value=None):
    passed, results = [], 0
    for a in function.arguments:
        if a.is_result():
            slot, results = results, results + 1
        if a.name == replaced:
            passed.append(value)
        elif a.name in function.base:
            passed.append(function.base[a.name])
        elif a.is_result():
            passed.append(f"({a.of(letter)})f->out[{slot}]")
        elif a.name in defaults:
            passed.append(defaults[a.name])
        elif a.kind in defaults:
            passed.append(defaults[a.kind])
        elif a.kind in enumerations:
            passed.append(enumerations[a.kind].values[0][0])
        else:
            passed.append(f"f->{a.name}")
    call = f"{name}({', '.join(passed)})"
    # a scalar by value: the constant of the function's type
    return re.sub(r"\b(\w+)_T\b", lambda m: f"{m[1]}_{SCALARS[letter][0]}", call) if letter else call


DESTROY = {"cusparseHandle_t*": "Destroy", "cusparseMatDescr_t*": "DestroyMatDescr"}
for what in ("Csrilu02", "Csric02", "Bsrilu02", "Bsric02", "Bsrsv2", "Bsrsm2", "Csru2csr"):
    DESTROY[f"{what.lower()}Info_t*"] = f"Destroy{what}Info"
DESTROY["pruneInfo_t*"] = "DestroyPruneInfo"
DESTROY["cusparseColorInfo_t*"] = "DestroyColorInfo"
for what in ("SpMV", "SpMVOp", "SpSV", "SpSM", "SpGEMM", "SpGEAM"):
    DESTROY[f"cusparse{what}Descr_t*"] = what + "_destroyDescr"
DESTROY["cusparseSpMVOpPlan_t*"] = "SpMVOp_destroyPlan"
DESTROY["cusparseSpMatConvertDescr_t*"] = "SpMatConvertDescrDestroy"
for what in ("SpVec", "DnVec", "SpMat", "DnMat"):
    for const in ("", "Const"):
        DESTROY[f"cusparse{const}{what}Descr_t*"] = "Destroy" + what


def wrong_values(function, enumerations):
    """(argument, what, value, status) of each wrong argument."""
    for a in function.arguments:
        if a.is_handle():
            yield a, "null", "NULL", "NOT_INITIALIZED"
        elif a.kind in enumerations:
            for wrong in (-1, 99):
                yield a, str(wrong), f"({a.kind})({wrong})", "INVALID_VALUE"
        elif a.not_negative:
            yield a, "-1", "-1", "INVALID_VALUE"
        elif a.is_object() or a.not_null:
            yield a, "null", "NULL", "INVALID_VALUE"
    for name, value, status in function.refusals:
        (argument,) = [a for a in function.arguments if a.name == name]
        yield argument, value.replace('"', "'"), value, status


def test_cases(enumerations, defaults, sections):
    """The lines of the tests' functions, how many refusals they have, and how many without those of half."""
    by_name = {e.name: e for e in enumerations}
    cases, count, without_half = [], Count(), Count()
    for f in functions_of(sections):
        if f.state == "plain":
            continue
        lines = [f"static void refuse_{f.body()}(fixture* f) {{"]
        for name, letter in f.names():
            if letter == "H":
                lines.append("#ifdef FILIGREE_CUSPARSE_HAS_HALF")
            for a, what, value, status in wrong_values(f, by_name):
                count.add(status)
                if letter != "H":
                    without_half.add(status)
                call = [f'  refused(f, "{name}", "{a.name}", "{what}", {expected("CUSPARSE_STATUS_", status)},']
                call += wrapped(f"{call_of(f, name, letter, defaults, by_name, a.name, value)});", "          ")
                lines += where_refused(status, call)
            # and with all of them right, so that each refusal is for its argument's sake
            if f.is_called:
                lines += wrapped(f'accepted(f, "{name}", {call_of(f, name, letter, defaults, by_name)});', "  ")
                made = [a.kind for a in f.arguments if a.is_result() and a.kind in DESTROY]
                if made and re.search("^Create|create(Descr|Plan)$|DescrCreate$", f.body()):
                    lines += ["  {", f"    {made[0][:-1]} made;", "    memcpy(&made, f->out[0], sizeof made);",
                              f'    accepted(f, "destroy", cusparse{DESTROY[made[0]]}(made));', "  }"]
                if letter:
                    lines.append("  poison_results(f);")
            if letter == "H":
                lines.append("#endif")
        if len(lines) == 1:
            lines.append("  (void)f;")
        lines += ["}", ""]
        cases += lines
    return cases, count, without_half


def refusals(enumerations, defaults, sections):
    cases, count, without_half = test_cases(enumerations, defaults, sections)
    out = [f"/* {HEAD} */", f"/* {MADE} */", "/* Calls with one bad argument each; bad_arguments.c includes this. */", ""]
    out += cases + ["#ifdef FILIGREE_CUSPARSE_HAS_HALF"] + count.lines() + ["#else"] + without_half.lines()
    out += ["#endif", "", "static const named_test tests[] = {"]
    out += [f'    {{"{f.body()}", refuse_{f.body()}}},' for f in functions_of(sections) if f.state != "plain"]
    return out + ["};"]


def interface(enumerations, sections):
    """Names, values and signatures, to be compiled with any cusparse.h."""
    out = [f"// {HEAD}", f"// {MADE}", "// The enumerations' values and the functions' types; interface.cpp includes this.",
           ""]

    def guarded_by_version(lines, is_new):
        return ["#ifdef FILIGREE_HAS_NEW_FUNCTIONS"] + lines + ["#endif"] if is_new else lines

    for e in enumerations:
        for enumerator, value, is_new in e.values:
            out += guarded_by_version([f"static_assert({enumerator} == {value});"], is_new)
    for f in functions_of(sections):
        for name, letter in f.names():
            kinds = ", ".join(a.of(letter) for a in f.arguments)
            lines = wrapped(f"static_assert(std::is_same_v<decltype(&{name}), {f.returns} (*)({kinds})>);", "")
            out += guarded_by_version(lines, f.is_new)
    return out


def symbols(sections):
    return sorted(name for f in functions_of(sections) for name, _ in f.names())


def documentation(enumerations, defaults, sections, page):
    """The page with its list of functions renewed."""
    begin, end = "<!-- functions: made by src/cusparse/generate.py -->", "<!-- end of functions -->"
    before, after = page.split(begin)[0], page.split(end)[1]
    number = sum(len(f.names()) for f in functions_of(sections))
    out = [begin, "", f"All {number} functions are there.", "", "| section | functions |", "| --- | --- |"]
    for title, functions in sections:
        names = [f"`{f.family}`" + (f" ({f.letters})" if f.letters else "") for f in functions]
        out.append(f"| {title} | {', '.join(names)} |")
    _, count, _ = test_cases(enumerations, defaults, sections)
    out += [""] + textwrap.wrap(
        f"{count.on_host} calls with one bad argument each are tested (a null pointer, a value out of range, an object that does not "
        "fit): the status, that nothing was written, and that the handle works afterwards.", 130) + [""]
    return before + "\n".join(out) + end + after


def main():
    enumerations, defaults, sections = read_table(os.path.join(TREE, TABLE))
    page = open(os.path.join(TREE, PAGE), encoding="utf-8").read()

    def lines(text):
        return "\n".join(text) + "\n"

    files = {
        "include/filigree/cusparse/cusparse_functions.h": lines(header(enumerations, sections)),
        "src/cusparse/entry_points.inc": lines(entry_points(enumerations, sections)),
        "unit_tests/cusparse_interface/refusals.inc": lines(refusals(enumerations, defaults, sections)),
        "unit_tests/cusparse_interface/interface.inc": lines(interface(enumerations, sections)),
        "unit_tests/cusparse_interface/symbols.txt": lines(symbols(sections)),
        PAGE: documentation(enumerations, defaults, sections, page),
    }
    return write_files(files)


if __name__ == "__main__":
    sys.exit(main())
