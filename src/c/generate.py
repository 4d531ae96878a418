#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what follows from functions.txt, beside this file; that file says what its lines mean.

    python3 src/c/generate.py            writes the files
    python3 src/c/generate.py --check    names each file that is not up to date, and fails where there is one

Builds do not run it: the files are committed.
"""
import os
import sys
import textwrap

TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = "src/c/functions.txt"
HEAD = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
MADE = "Made by src/c/generate.py of src/c/functions.txt."


class Argument:
    def __init__(self, role, kind, name, meaning):
        self.role, self.kind, self.name, self.meaning = role, kind, name, meaning

    def c_type(self):
        return {
            "handle": "filigree_handle_t",
            "object": self.kind,
            "in": self.kind,
            "out": f"{self.kind}*",
            "enum": f"filigree_{self.kind}_t",
            "size": "int64_t",
            "bytes": "size_t",
            "int": "int",
            "number": "double",
            "scalar": "const void*",
            "value": "const void*",
            "string": "const char*",
            "array": "void*",
            "const_array": "const void*",
            "other": self.kind,
        }[self.role]

    def must_not_be_null(self):
        return self.role in ("handle", "object", "in", "out", "scalar", "value", "string")

    def declared(self):
        return f"{self.c_type()} {self.name}"


class Function:
    def __init__(self, name, meaning):
        self.name, self.meaning = "filigree_" + name, meaning
        self.arguments, self.base, self.refusals = [], {}, []

    def parameters(self):
        return ", ".join(a.declared() for a in self.arguments) or "void"


class Enumeration:
    def __init__(self, name, prefix, cxx, meaning):
        self.name, self.prefix, self.cxx, self.meaning = name, prefix, cxx, meaning
        self.values = []  # pairs of name and meaning

    def enumerators(self):
        return [f"{self.prefix}_{value.upper()}" for value, _ in self.values]


def read_table(path):
    """Returns the enumerations, and a list of (title, items), each item a Function or a pair (text, meaning)."""
    roles_with_type = ("object", "in", "out", "enum", "other")
    enumerations, sections, current = [], [], None
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if not line or line.startswith("#"):
            continue
        head, _, meaning = (part.strip() for part in line.partition(" | "))
        words = head.split()
        if line.startswith("enum "):
            current = Enumeration(*words[1:], meaning)
            enumerations.append(current)
        elif line.startswith("section "):
            sections.append((line[len("section "):], []))
        elif line.startswith("text "):
            argument = None if words[2] == "-" else words[2]
            sections[-1][1].append(("filigree_" + words[1], argument, meaning))
        elif line.startswith("function "):
            current = Function(words[1], meaning)
            sections[-1][1].append(current)
        elif isinstance(current, Enumeration):
            current.values.append((words[0], meaning))
        elif words[0] == "base":
            name, _, value = head[len("base "):].partition("=")
            current.base[name] = value
        elif words[0] == "refuse":
            wrong, status = head[len("refuse "):].rsplit(" ", 1)
            name, _, value = wrong.partition("=")
            current.refusals.append((name, value, status))
        else:
            kind = " ".join(words[1:-1]) if words[0] in roles_with_type else None
            current.arguments.append(Argument(words[0], kind, words[-1], meaning))
    return enumerations, sections


def functions_of(sections):
    return [item for _, items in sections for item in items if isinstance(item, Function)]


def wrapped(text, indent, width=96):
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False)


def comment(lines):
    """A Doxygen comment of these paragraphs."""
    out = []
    for line in lines:
        out += wrapped(line, " * ")
    return ["/**"] + out + [" */"]


def c_signature(returns, name, parameters, width=96):
    """A declaration in lines of at most `width`, without the semicolon."""
    start = f"{returns} {name}("
    if len(start) + len(parameters) + 2 <= width:
        return [start + parameters + ")"]
    return [start] + [line for line in wrapped(parameters + ")", "    ", width)]


def header(enumerations, sections):
    out = [f"/* {HEAD} */", f"/* {MADE} */", "#ifndef FILIGREE_C_FUNCTIONS_H", "#define FILIGREE_C_FUNCTIONS_H", ""]
    for e in enumerations:
        out += comment([e.meaning])
        out.append(f"typedef enum filigree_{e.name}_t FILIGREE_C_INT {{")
        for number, (enumerator, (_, meaning)) in enumerate(zip(e.enumerators(), e.values)):
            comma = "," if number + 1 < len(e.values) else ""
            out += wrapped(f"/** {meaning} */", "  ")
            out.append(f"  {enumerator} = {number}{comma}")
        out += [f"}} filigree_{e.name}_t;", ""]
    for title, items in sections:
        out += [f"/* --- {title} " + "-" * (86 - len(title)) + " */", ""]
        for item in items:
            if isinstance(item, Function):
                out += comment([item.meaning] + [f"\\param {a.name} {a.meaning}" for a in item.arguments])
                out += c_signature("FILIGREE_C_EXPORT filigree_status_t", item.name, item.parameters())
            else:
                name, argument, meaning = item
                out += comment([meaning] + ([f"\\param {argument} the value"] if argument else []))
                out += c_signature("FILIGREE_C_EXPORT const char*", name,
                                   f"filigree_{argument}_t {argument}" if argument else "void")
            out[-1] += ";"
            out.append("")
    return out + ["#endif"]


def check_of(argument):
    if argument.role == "handle":
        return [f"    check_handle(call, {argument.name});"]
    if argument.role == "enum":
        return [f'    check_enumeration(call, "{argument.name}", int({argument.name}), '
                f"num_{argument.kind}_values);"]
    if argument.role == "size":
        return [f'    check_size(call, "{argument.name}", {argument.name});']
    if argument.must_not_be_null():
        return [f'    check_pointer(call, "{argument.name}", {argument.name});']
    return []


def logged(argument):
    if argument.role == "enum":
        return f'{{"{argument.name}", text({argument.name})}}'
    if argument.role in ("size", "bytes", "int", "number", "string"):
        return f'{{"{argument.name}", {argument.name}}}'
    if argument.role == "other" and "*" not in argument.kind:  # a pointer to a function
        return f'{{"{argument.name}", reinterpret_cast<const void*>({argument.name})}}'
    return f'{{"{argument.name}", static_cast<const void*>({argument.name})}}'


def entry_points(enumerations, sections):
    out = [f"// {HEAD}", f"// {MADE}",
           "// The functions of the C API: what each logs and checks before it does what it is for.", ""]
    out += ["namespace filigree::c {", "namespace {", ""]
    for e in enumerations:
        out.append(f"constexpr int num_{e.name}_values = {len(e.values)};")
    for e in enumerations:
        out += ["", f"[[maybe_unused]] const char* text(filigree_{e.name}_t value) {{", "  switch (value) {"]
        for enumerator, (value, _) in zip(e.enumerators(), e.values):
            shown = enumerator if e.name == "status" else value  # filigree_status_name returns this one
            out += [f"    case {enumerator}:", f'      return "{shown}";']
        out += ["  }", f'  return "unknown {e.name}";', "}"]
    out += ["", "}  // namespace"]
    out += ["", "// Defined beside the objects that they work on."]
    for f in functions_of(sections):
        out += c_signature("void", f.name[len("filigree_"):], "" if not f.arguments else f.parameters())
        out[-1] += ";"
    out += ["", "}  // namespace filigree::c", ""]
    for f in functions_of(sections):
        out += c_signature("filigree_status_t", f.name, f.parameters() if f.arguments else "")
        out[-1] += " {"
        out += ["  using namespace filigree::c;", f'  constexpr const char* call = "{f.name}";',
                "  return guarded(call, [&] {"]
        if f.arguments:
            out.append("    if (logs_calls())")
            out += wrapped(f"log_call(call, {{{', '.join(logged(a) for a in f.arguments)}}});", "      ")
        else:
            out.append("    if (logs_calls()) log_call(call, {});")
        for a in f.arguments:
            out += check_of(a)
        out += wrapped(f"filigree::c::{f.name[len('filigree_'):]}({', '.join(a.name for a in f.arguments)});", "    ")
        out += ["  });", "}", ""]
    return out[:-1]


def value_checks(enumerations):
    """That enumerations have the values of the library's."""
    out = [f"// {HEAD}", f"// {MADE}", "// The enumerations have the values of those that they stand for.", ""]
    for e in enumerations:
        if e.cxx == "-":
            continue
        for (value, _), enumerator in zip(e.values, e.enumerators()):
            cxx = {"ScalarType": SCALARS.get(value)}.get(e.cxx.split("::")[-1]) or value
            out += wrapped(f"static_assert(int({enumerator}) == int(filigree::{e.cxx}::{cxx}));", "")
    return out


SCALARS = {"float": "float32", "double": "float64", "complex_float": "complex_float32",
           "complex_double": "complex_float64", "half": "float16", "complex_half": "complex_float16"}


def call_of(function, replaced=None, value=None):
    passed = []
    for a in function.arguments:
        if a.name == replaced:
            passed.append(value)
        elif a.role == "out":
            passed.append(f"&f->out.{a.name}_{out_kind(a)}")
        else:
            passed.append(function.base.get(a.name, f"f->{a.name}"))
    return f"{function.name}({', '.join(passed)})"


def out_kind(argument):
    """A name for the type of an out argument: the member of the fixture's results is called after both."""
    kind = argument.kind.replace("const ", "const_").replace("void*", "array").replace("char*", "text")
    return kind.removeprefix("filigree_").removesuffix("_t")


# Statuses of tables: one, or HOST/DEVICE where a handle of a device answers another; "-": no call is made there.


def both(status):
    on_host, _, on_device = status.partition("/")
    return on_host, on_device or on_host


def expected(prefix, status):
    """The status that a test expects, in C."""
    names = [prefix + part for part in dict.fromkeys(both(status)) if part != "-"]
    return names[0] if len(names) == 1 else f"HOST_OR_DEVICE({', '.join(names)})"


def where_refused(status, lines):
    """The lines of a call, for the compiler only where it is made."""
    on_host, on_device = both(status)
    if "-" not in (on_host, on_device):
        return lines
    return ["#ifdef FILIGREE_TEST_ON_DEVICE" if on_host == "-" else "#ifndef FILIGREE_TEST_ON_DEVICE"] + lines + ["#endif"]


class Count:
    """How many refusals there are."""

    def __init__(self):
        self.on_host = self.on_device = 0

    def add(self, status):
        on_host, on_device = both(status)
        self.on_host += on_host != "-"
        self.on_device += on_device != "-"

    def lines(self):
        if self.on_host == self.on_device:
            return [f"enum {{ num_refusals = {self.on_host} }};"]
        return [f"enum {{ num_refusals = HOST_OR_DEVICE({self.on_host}, {self.on_device}) }};"]


def test_cases(enumerations, sections):
    counts = {e.name: len(e.values) for e in enumerations}
    destroyed = {f.name.removeprefix("filigree_").removesuffix("_destroy") for f in functions_of(sections)
                 if f.name.endswith("_destroy")}
    fields, cases, count = {}, [], Count()
    for f in functions_of(sections):
        body = []
        for a in f.arguments:
            if a.role == "out":
                fields[f"{a.name}_{out_kind(a)}"] = a.kind
            if a.must_not_be_null():
                status = "NOT_INITIALIZED" if a.role == "handle" else "INVALID_VALUE"
                body.append((a, "null", "NULL", status))
            if a.role == "size":
                body.append((a, "negative", "-1", "INVALID_VALUE"))
            if a.role == "enum":
                for wrong in (-1, counts[a.kind]):
                    body.append((a, str(wrong), f"(filigree_{a.kind}_t)({wrong})", "INVALID_VALUE"))
        for name, value, status in f.refusals:
            (argument,) = [a for a in f.arguments if a.name == name]
            body.append((argument, value.replace('"', "'"), value, status))
        lines = [f"static void refuse_{f.name}(fixture* f) {{"]
        if not body:
            lines.append("  (void)f;")
        for argument, what, value, status in body:
            count.add(status)
            call = [f'  refused(f, "{f.name}", "{argument.name}", "{what}",']
            call += wrapped(f"{expected('FILIGREE_STATUS_', status)}, {call_of(f, argument.name, value)});", "          ")
            lines += where_refused(status, call)
        # and with all of them right, so that each refusal is for its argument's sake
        if f.name not in NOT_CALLED:
            lines += wrapped(f'accepted(f, "{f.name}", {call_of(f)});', "  ")
            for a in f.arguments:
                if a.role == "out" and out_kind(a).removeprefix("const_") in destroyed:
                    kind = out_kind(a).removeprefix("const_")
                    made = f"f->out.{a.name}_{out_kind(a)}"
                    lines += wrapped(f'accepted(f, "destroy", filigree_{kind}_destroy({made}));', "  ")
                if f.name.endswith("_destroy"):
                    lines.append(f"  {f.base[a.name]} = NULL;")
        lines.append("}")
        cases.append(lines)
    out = [f"/* {HEAD} */", f"/* {MADE} */", "/* Calls with one bad argument each; bad_arguments.c includes this. */", ""]
    out += ["typedef struct {"] + [f"  {kind} {name};" for name, kind in sorted(fields.items())] + ["} results;", ""]
    return out, cases, count


# After this one a program has no log.
NOT_CALLED = {"filigree_log_force_disable"}


def results_struct(enumerations, sections):
    return test_cases(enumerations, sections)[0]


def refusals(enumerations, sections):
    _, cases, count = test_cases(enumerations, sections)
    out = [f"/* {HEAD} */", f"/* {MADE} */", "/* Calls with one bad argument each; bad_arguments.c includes this. */", ""]
    for lines in cases:
        out += lines + [""]
    out += count.lines() + ["", "static const named_test tests[] = {"]
    out += [f'    {{"{f.name}", refuse_{f.name}}},' for f in functions_of(sections)]
    return out + ["};"]


def documentation(enumerations, sections, page):
    """docs/c_api.md with its list of functions renewed."""
    begin, end = "<!-- functions: made by src/c/generate.py -->", "<!-- end of functions -->"
    before, after = page.split(begin)[0], page.split(end)[1]
    out = [begin]
    for title, items in sections:
        out += ["", f"**{title}**", ""]
        for item in items:
            if isinstance(item, Function):
                arguments = ", ".join(a.name for a in item.arguments)
                out += textwrap.wrap(f"- `{item.name}({arguments})`: {item.meaning}", 130, subsequent_indent="  ",
                                     break_long_words=False, break_on_hyphens=False)
            else:
                out += textwrap.wrap(f"- `{item[0]}({item[1] or ''})`: {item[2]}", 130, subsequent_indent="  ",
                                     break_long_words=False, break_on_hyphens=False)
    out += ["", f"{test_cases(enumerations, sections)[2].on_host} calls with one bad argument each are tested: a null pointer, "
            "a value out of range, or an object that does not fit."]
    return before + "\n".join(out) + "\n" + end + after


def symbols(sections):
    names = [item.name if isinstance(item, Function) else item[0] for _, items in sections for item in items]
    return sorted(names)


def write_files(files):
    """Writes the texts that have changed, or with --check none, and names them; returns the exit status."""
    stale = []
    for name, text in files.items():
        path = os.path.join(TREE, name)
        old = open(path, encoding="utf-8").read() if os.path.exists(path) else None
        if old != text:
            stale.append(name)
            if "--check" not in sys.argv:
                open(path, "w", encoding="utf-8").write(text)
    for name in stale:
        print(name)
    return 1 if stale and "--check" in sys.argv else 0


def main():
    enumerations, sections = read_table(os.path.join(TREE, TABLE))
    page = open(os.path.join(TREE, "docs/c_api.md"), encoding="utf-8").read()

    def lines(text):
        return "\n".join(text) + "\n"

    files = {
        "include/filigree/c/functions.h": lines(header(enumerations, sections)),
        "src/c/entry_points.inc": lines(entry_points(enumerations, sections)),
        "src/c/same_values.inc": lines(value_checks(enumerations)),
        "unit_tests/c/results.inc": lines(results_struct(enumerations, sections)),
        "unit_tests/c/refusals.inc": lines(refusals(enumerations, sections)),
        "unit_tests/c/symbols.txt": lines(symbols(sections)),
        "docs/c_api.md": documentation(enumerations, sections, page),
    }
    return write_files(files)


if __name__ == "__main__":
    sys.exit(main())
