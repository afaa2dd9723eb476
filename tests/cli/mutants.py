#!/usr/bin/env python3
"""The places at which scripts/mutate changes a file, and those that it leaves alone."""

import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import mutants

SOURCE = """
#define LIMIT 7
enum { ROOMS = 3 };
static const int table[2] = {4, 5}; /* 6 < 7 */
int f(int a, int b)
{
    char text[16] = "1 < 2";
    lan_assert(a < 9);
    for (int i = 0; i < b; i++)
        a += i;
    if (a > 1 && !b)
        return a - b;
    return -a;
}
"""


def changes():
    return {(source_line(mutant), mutant.old, mutant.new) for mutant in mutants.of_file("x.c", SOURCE)}


def source_line(mutant):
    return SOURCE.splitlines()[mutant.line - 1].strip()


def has(line, old, new):
    return any(line in at and (old, new) == (was, now) for at, was, now in changes())


def test_operators_constants_and_conditions_are_changed():
    for line, old, new in (("for (", "<", "<="), ("for (", "0", "1"), ("a += i", "+=", "-="), ("if (", "&&", "||"), ("if (", ">", ">="),
                           ("if (", "!", ""), ("if (", "1", "2"), ("if (", "1", "0"), ("if (", "a > 1 && !b", "!(a > 1 && !b)"),
                           ("return a", "-", "+"), ("static const", "4", "5")):
        assert has(line, old, new), (line, old, new)


def test_what_says_nothing_about_behaviour_is_left_alone():
    for line in ("#define", "enum", "lan_assert", "return -a"):
        assert not any(line in at for at, _, _ in changes()), line
    for line, old in (("static const", "2"), ("static const", "6"), ("char text", "16"), ("char text", "1"), ("for (", "++")):
        assert not any(line in at and was == old for at, was, _ in changes()), (line, old)


def test_equal_seeds_draw_equal_mutants_over_all_files():
    files = {name: mutants.of_file(name, SOURCE) for name in ("a.c", "b.c", "c.c")}
    first = mutants.draw(files, 6, 1)
    assert first == mutants.draw(files, 6, 1) != mutants.draw(files, 6, 2)
    assert {mutant.file for mutant in first} == set(files)


def test_a_mutant_changes_its_place_alone():
    for mutant in mutants.of_file("x.c", SOURCE):
        changed = mutants.apply(SOURCE, mutant)
        assert changed != SOURCE and len(changed) - len(SOURCE) == len(mutant.new) - len(mutant.old)


def test_switched_mutants_run_one_at_a_time():
    source = "#include <stdio.h>\nstatic int f(int a)\n{\n    return a + 2;\n}\nint main(void)\n{\n    printf(\"%d\", f(3));\n}\n"
    places = [mutant for mutant in mutants.of_file("x.c", source) if mutant.line == 4]
    text, ranges, marks = mutants.switched(source, list(enumerate(places, 1)))
    assert marks == {1: 1, 2: 1} and [number for _, _, number in ranges] == [1, 2] and all(first <= last for first, last, _ in ranges)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "x.c")
        path.write_text(text, encoding="utf-8")
        subprocess.run(["gcc", "-o", f"{folder}/x", str(path)], check=True)
        said = lambda number: subprocess.run([f"{folder}/x"], env={"LAN_MUTANT": str(number)}, capture_output=True, text=True).stdout
        assert [said(number) for number in range(3)] == ["5", "1", "6"]
        trace = pathlib.Path(folder, "trace")
        trace.write_bytes(bytes(mutants.TRACE_SIZE))
        subprocess.run([f"{folder}/x"], env={"LAN_MUTANT_TRACE": str(trace)}, stdout=subprocess.DEVNULL, check=True)
        assert [at for at, byte in enumerate(trace.read_bytes()) if byte] == [1]
    for first, last, number in ranges:
        assert f"case {number}:" in "\n".join(text.splitlines()[first - 1:last])


if __name__ == "__main__":
    tests = [(name, call) for name, call in sorted(globals().items()) if name.startswith("test_")]
    print(f"1..{len(tests)}")
    for number, (name, call) in enumerate(tests, 1):
        call()
        print(f"ok {number} - {name.removeprefix('test_').replace('_', ' ')}")
