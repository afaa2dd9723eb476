"""Mutants of C sources: one operator, constant or condition changed at a time.

The text is cut into tokens; comments, strings, characters, preprocessor lines and the arguments of assertions
are no places for mutants. An assertion states what correct code cannot break, so that a weaker one is
equivalent by intention. Every mutant is one replacement at one place of one file.
"""

import collections
import hashlib
import re

# `name`: a hash of the file's name, the text of the function or, outside of functions, of the paragraph, and
# the place and replacement in it. It stays as it is when other parts of the file change.
Mutant = collections.namedtuple("Mutant", "file line offset old new name")
NAME_LENGTH = 10

TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<directive>^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
  | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<number>\b(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?)[uUlLfF]*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<operator><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^!~<>=?:;,.(){}\[\]])
""", re.VERBOSE | re.MULTILINE | re.DOTALL)

# What replaces an operator. Those with several meanings in C (`*`, `&`, `-`, `+`, `!`) are handled by where
# they stand.
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+=": "-=", "-=": "+=",
    "|=": "&=", "&=": "|=", "<<": ">>", ">>": "<<", "/": "*", "%": "*", "|": "&",
}
AFTER_OPERAND = {"+": "-", "-": "+", "&": "|"}
ASSERTIONS = {"lan_assert", "static_assert", "_Static_assert", "assert"}
# Declarations have constants that only say how much room there is; a larger array changes nothing.
ROOM = re.compile(r"\b(?:char|int|uint\w+|int\w+|bool|struct \w+|const char \*)\s*\**\w+(?:\[[^\]]*\])*\[[\w +*]*$")


def tokens(source):
    """(kind, text, offset) of everything but comments, in order."""
    return [(match.lastgroup, match.group(), match.start()) for match in TOKEN.finditer(source) if match.lastgroup != "comment"]


def closing(found, at):
    """The index of the bracket that closes the one at `at`."""
    depth = 0
    for index in range(at, len(found)):
        if found[index][0] != "operator":
            continue
        depth += (found[index][1] in "([{") - (found[index][1] in ")]}")
        if depth == 0:
            return index
    return len(found) - 1


def skipped(found):
    """Indices of tokens that are no places for mutants: arguments of assertions, and the last part of a
    loop's head, where a change of `++` only makes a loop that does not end."""
    out = set()
    for at, (kind, text, _) in enumerate(found):
        if kind != "word" or at + 1 >= len(found) or found[at + 1][1] != "(":
            continue
        end = closing(found, at + 1)
        if text in ASSERTIONS:
            out.update(range(at, end + 1))
        elif text == "for":
            last = [index for index in range(at, end) if found[index][1] == ";"]
            out.update(range(last[-1], end + 1) if last else ())
    return out


def operand(token):
    return token[0] in ("word", "number") and token[1] not in ("return", "case", "sizeof", "else") or token[1] in (")", "]")


def replacements(found, at, source):
    """The texts that may stand in place of token `at`."""
    kind, text, offset = found[at]
    before = found[at - 1] if at else ("operator", ";", 0)
    if ROOM.search(source[max(0, offset - 80):offset]):
        return []
    if kind == "number" and "." not in text:
        digits, suffix = re.match(r"(0[xX][0-9a-fA-F]+|\d+)(.*)", text).groups()
        value = int(digits, 0)
        return [str(value + 1) + suffix] + (["0" + suffix] if value == 1 else [])
    if kind == "word" and text in ("true", "false"):
        return ["false" if text == "true" else "true"]
    if kind != "operator":
        return []
    if text in SWAPS:
        return [SWAPS[text]]
    # `&` and `*` after a type name belong to a declaration; a type name is followed by a space, an operand of
    # a binary operator as well, so that only calls and brackets are sure for `&`.
    if text in AFTER_OPERAND and operand(before) and source[offset - 1] == " " and source[offset + 1] == " ":
        return [AFTER_OPERAND[text]]
    if text == "!":
        return [""]
    return []


def conditions(found, source):
    """`if (X)` becomes `if (!(X))`."""
    for at, (kind, text, _) in enumerate(found[:-1]):
        if kind == "word" and text == "if" and found[at + 1][1] == "(":
            start, end = found[at + 1][2], found[closing(found, at + 1)][2]
            inner = source[start + 1:end]
            yield start + 1, inner, f"!({inner})"


def of_file(name, source):
    """All mutants of a file, in the order of their places."""
    found = tokens(source)
    if name.endswith(".c"):
        depth, skip = 0, skipped(found)
        out = []
        enum = None  # the depth of the enumeration that is open
        for at, (kind, text, offset) in enumerate(found):
            if text == "enum" and kind == "word":
                enum = depth
            if kind == "operator" and text in "{}":
                depth += 1 if text == "{" else -1
                if text == "}" and depth == enum:
                    enum = None
            if depth == 0 or at in skip or enum is not None and depth > enum:
                continue
            out += [(offset, text, new) for new in replacements(found, at, source)]
        out += conditions(found, source)
        scopes = bodies(source)
        return [Mutant(name, source.count("\n", 0, offset) + 1, offset, old, new, name_of(name, source, scopes, offset, old, new))
                for offset, old, new in sorted(set(out))]
    return []


def name_of(file, source, scopes, offset, old, new):
    body = next((body for body in scopes if body[0] <= offset < body[1]), None)
    start = source.rfind("\n\n", 0, offset) + 1
    end = source.find("\n\n", offset)
    if body:
        # With the line before the bracket, the function's head.
        start, end = source.rfind("\n", 0, max(0, body[0] - 3)) + 1, body[1]
    text = source[start:end if end >= 0 else len(source)]
    return hashlib.sha256(f"{file}\0{text}\0{offset - start}\0{old}\0{new}".encode()).hexdigest()[:NAME_LENGTH]


def draw(by_file, count, seed):
    """`count` mutants: two of each file first, then the rest by the number of places in the files. Equal
    seeds and sources give equal mutants in an equal order. The order is that of a hash of the seed and the
    mutant's name, so that a change of one function leaves the order of all others as it was."""
    order = lambda mutant: (hashlib.sha256(f"{seed}\0{mutant.name}".encode()).digest(), mutant)
    first, rest = [], []
    for name in sorted(by_file):
        ordered = sorted(by_file[name], key=order)
        first += ordered[:2]
        rest += ordered[2:]
    return (sorted(first, key=order) + sorted(rest, key=order))[:count]


def apply(source, mutant):
    end = mutant.offset + len(mutant.old)
    assert source[mutant.offset:end] == mutant.old
    return source[:mutant.offset] + mutant.new + source[end:]


def bodies(source):
    """(start, end) of the text between the brackets of every function, which stand alone on their lines."""
    out, start, at = [], None, 0
    for line in source.split("\n"):
        if line == "{":
            start = at + 1
        elif line == "}" and start is not None:
            out.append((start, at))
            start = None
        at += len(line) + 1
    return out


def body_of(found, mutant):
    return next((body for body in found if body[0] <= mutant.offset < body[1]), None)


# In every file that has mutants; the linker makes one of the variables. With LAN_MUTANT_TRACE, a file of
# zeros, the original notes there which functions it reaches.
SWITCH = """
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
__attribute__((weak)) int lan_mutant;
__attribute__((weak)) char *lan_mutant_trace;
__attribute__((constructor)) static void lan_mutant_read(void)
{
    const char *text = getenv("LAN_MUTANT"), *trace = getenv("LAN_MUTANT_TRACE");
    lan_mutant = text ? atoi(text) : 0;
    if (trace && !lan_mutant_trace)
        lan_mutant_trace = mmap(0, TRACE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, open(trace, O_RDWR), 0);
}
"""
TRACE_SIZE = 1 << 16
SWITCH = SWITCH.replace("TRACE_SIZE", str(TRACE_SIZE))


def switched(source, numbered):
    """The source with all these mutants [(number, mutant)] in it, which must be inside functions: a function
    has a copy of its body for each of its mutants, and runs the one whose number LAN_MUTANT says. The
    original body notes that it was reached, under the lowest number of the function's mutants. Returns the
    text, [(first line, last line, number)] of the copies, and {number: the one of its function's note}."""
    found = bodies(source)
    of_body = collections.defaultdict(list)
    for number, mutant in numbered:
        of_body[body_of(found, mutant)].append((number, mutant))
    text, ranges, marks, at = "", [], {}, 0
    for body in sorted(of_body):
        text += source[at:body[0]] + "\nswitch (lan_mutant) {\n"
        for number, mutant in of_body[body]:
            first = text.count("\n") + 1
            changed = apply(source, mutant)
            text += f"case {number}: {{{changed[body[0]:body[1] + len(changed) - len(source)]}}} break;\n"
            ranges.append((first, text.count("\n"), number))
        mark = min(number for number, _ in of_body[body])
        marks.update((number, mark) for number, _ in of_body[body])
        text += f"default: if (lan_mutant_trace) lan_mutant_trace[{mark}] = 1; {{{source[body[0]:body[1]]}}}\n}}\n"
        at = body[1]
    text += source[at:]
    # After the first include: macros for features stand before it.
    place = source.index("\n", source.index("#include")) + 1
    head = SWITCH.count("\n")
    return text[:place] + SWITCH + text[place:], [(a + head, b + head, number) for a, b, number in ranges], marks
