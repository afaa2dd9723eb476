"""Wraps comments that are too wide by moving words to the next line of the paragraph; other comments are
unchanged."""

import ast
import io
import re
import tokenize

GLUE = "\0"  # keeps the end of a comment with its last word while lines are wrapped
ITEM = re.compile(r"\s*(?:[-*] |\d+\. )")
COLUMN = re.compile(r"\s*\S.*?\S?\s{2,}(?=\S)")


def indent(line):
    return len(line) - len(line.lstrip())


def hang(line):
    """The indentation of a continuation line: behind the mark of a list item, or under the last column of
    a table."""
    if match := ITEM.match(line):
        return match.end()
    if match := COLUMN.match(line):
        return match.end()
    return indent(line)


def wrapped(lines, width):
    """Wraps lines of comment text, given without comment marks."""
    out, rest = [], list(lines)
    while rest:
        line = rest.pop(0)
        cut = line.rfind(" ", 0, width + 1)
        if len(line) <= width or cut <= hang(line):
            out.append(line)
            continue
        out.append(line[:cut].rstrip())
        begin, over = hang(line), line[cut:].strip()
        follows = rest[0] if rest else ""
        if follows.strip() not in ("", '"""') and indent(follows) == begin and not ITEM.match(follows) and not COLUMN.match(follows):
            rest[0] = " " * begin + over + " " + follows.strip()
        else:
            rest.insert(0, " " * begin + over)
    return out


def c_block(text, margin, columns):
    """Wraps one C comment that shares its lines with no code."""
    space = " " * margin
    lines = text.split("\n")
    if len(lines) == 1:
        if re.search(r"-{4,} \*/$", text):  # a ruler
            return text[:-3].rstrip("-") + "-" * (columns - margin - 3 - len(text[:-3].rstrip("-"))) + " */"
        body = wrapped([text[2:-2].strip()], columns - margin - 3)
        return "/*\n" + "".join(f"{space} * {line}\n" for line in body) + f"{space} */"
    if any(not re.match(r"\s*\*( |/|$)", line) for line in lines[1:]):
        return text
    inner = [lines[0][3:]] + [re.sub(r"^\s*\*(?!/) ?", "", line) for line in lines[1:]]
    alone = inner[-1].strip() == "*/"
    inner[-1] = "" if alone else re.sub(r"\s*\*/$", GLUE + "*/", inner[-1])
    begins = bool(inner[0])
    body = wrapped(inner[0 if begins else 1:-1 if alone else None], columns - margin - 3)
    marked = [f"{space} * {line}".rstrip().replace(GLUE, " ") for line in body]
    if begins:
        marked[0] = f"/* {body[0]}".replace(GLUE, " ")
    return "\n".join(([] if begins else ["/*"]) + marked + ([f"{space} */"] if alone else []))


def c_fix(text, columns):
    token = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)

    def fix(match):
        found = match[0]
        begin = text.rfind("\n", 0, match.start()) + 1
        margin = match.start() - begin
        widths = [len(line) + (margin if at == 0 else 0) for at, line in enumerate(found.split("\n"))]
        if not found.startswith("/*") or max(widths) <= columns or text[begin:match.start()].strip():
            return found
        return c_block(found, margin, columns)

    return token.sub(fix, text)


def marked_fix(lines, numbers, mark, columns):
    """Wraps comments that begin with a mark such as #; comments behind code are moved above it."""
    out, at = [], 0
    while at < len(lines):
        line = lines[at]
        whole = re.match(rf"(\s*){re.escape(mark)}( |$)", line)
        if not whole:
            if at + 1 in numbers and (match := re.match(rf"(\s*)(.*?\S)\s+({re.escape(mark)} .*)$", line)):
                out += [match[1] + words for words in wrapped_marked([match[3]], mark, columns - len(match[1]))]
                out.append(match[1] + match[2])
            else:
                out.append(line)
            at += 1
            continue
        end = at
        while end < len(lines) and re.match(rf"{whole[1]}{re.escape(mark)}( |$)", lines[end]):
            end += 1
        part = [line[len(whole[1]):] for line in lines[at:end]]
        if any(number in numbers for number in range(at + 1, end + 1)):
            part = wrapped_marked(part, mark, columns - len(whole[1]))
        out += [whole[1] + line for line in part]
        at = end
    return out


def wrapped_marked(lines, mark, columns):
    width = columns - len(mark) - 1
    inner = [re.sub(rf"^{re.escape(mark)} ?", "", line) for line in lines]
    # rulers are cut
    inner = wrapped([line[:width] if re.search("-{4,}$", line) else line for line in inner], width)
    return [f"{mark} {line}".rstrip() for line in inner]


def docstrings_fix(text, columns):
    lines = text.split("\n")
    nodes = [node.body[0] for node in ast.walk(ast.parse(text))
             if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False) is not None]
    for words in sorted(nodes, key=lambda node: -node.lineno):
        begin, end = words.lineno - 1, words.end_lineno
        part = lines[begin:end]
        if max(map(len, part)) <= columns:
            continue
        margin = words.col_offset
        # The quotes belong to the first and to the last word.
        lines[begin:end] = [(" " * margin + line).rstrip() for line in wrapped([line[margin:] for line in part], columns - margin)]
    return "\n".join(lines)


def python_fix(text, columns):
    text = docstrings_fix(text, columns)
    numbers = {token.start[0] for token in tokenize.generate_tokens(io.StringIO(text).readline)
               if token.type == tokenize.COMMENT and token.end[1] > columns}
    return "\n".join(marked_fix(text.split("\n"), numbers, "#", columns))
