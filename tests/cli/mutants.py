#!/usr/bin/env python3
"""The places at which scripts/mutate changes a file, and those that it leaves alone; when a committed result
counts."""

import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import judged
import mutants

SOURCE = """
#define LIMIT 7
enum { ROOMS = 3 };
static const int table[2] = {4, 5}; /* 6 < 7 */
int f(int a, int b)
{
    char text[16] = "1 < 2", row[2 * LIMIT + 3];
    char column[LIMIT + 4];
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
    for line, old in (("static const", "2"), ("static const", "6"), ("char text", "16"), ("char text", "1"), ("char column", "4"), ("char column", "+"), ("for (", "++")):
        assert not any(line in at and was == old for at, was, _ in changes()), (line, old)


def test_equal_seeds_draw_equal_mutants_over_all_files():
    files = {name: mutants.of_file(name, SOURCE) for name in ("a.c", "b.c", "c.c")}
    first = mutants.draw(files, 6, 1)
    assert first == mutants.draw(files, 6, 1) != mutants.draw(files, 6, 2)
    assert {mutant.file for mutant in first} == set(files)


def test_a_change_of_one_function_leaves_the_draw_of_others_as_it_was():
    files = {name: SOURCE + SOURCE.replace("int f", "int g") for name in ("a.c", "b.c", "c.c")}
    drawn = lambda: mutants.draw({name: mutants.of_file(name, source) for name, source in files.items()}, 1000, 1)
    before = drawn()
    files["b.c"] = files["b.c"].replace("a += i", "a += i + 1", 1)
    after, others = drawn(), lambda found: [mutant for mutant in found if mutant.file != "b.c"]
    assert others(before) == others(after)
    kept = {mutant.name for mutant in before} & {mutant.name for mutant in after}
    # Of b.c, the mutants of the other function and of its table.
    assert {mutant.file for mutant in before if mutant.name in kept} == {"a.c", "b.c", "c.c"}
    assert len(before) * 2 / 3 < len(kept) < len(before) == len({mutant.name for mutant in before})


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


SCENARIO = "scenario manor: tests/scenarios/manor/call-back.scn MA-H5: a hunter just sent away may be called back"


def kept(*rows):
    """What is read of committed results (outcome, basis, by) of core/a.c, {number: row}, while all mutants
    are there, and what when there is only the first."""
    rows = {f"{number:010}": {"file": "core/a.c", "line": 3, "outcome": outcome, "basis": basis, "by": by}
            for number, (outcome, basis, by) in enumerate(rows)}
    with tempfile.TemporaryDirectory() as folder:
        judged.FILE, place = pathlib.Path(folder, "judged"), judged.FILE
        judged.write(rows, {name: 3 for name in rows})
        same, other = judged.read(rows), judged.read(list(rows)[:1])
        judged.FILE = place
    return {int(number): row for number, row in same.items()}, {int(number) for number in other}


def test_committed_results_count_for_mutants_that_there_are():
    rows = [("killed", judged.basis(SCENARIO), SCENARIO), ("alive", "12", "reached"), ("refused", "0", "")]
    same, other = kept(*rows)
    assert [(row["outcome"], row["basis"], row["by"]) for row in same.values()] == rows and all(row["sure"] for row in same.values()), same
    assert other == {0}


def test_a_committed_kill_counts_while_its_test_is_as_it_was():
    same, _ = kept(("killed", "000000", SCENARIO), ("alive", "12", "reached"))
    assert [row["sure"] for row in same.values()] == [False, True]
    assert len({judged.basis(by) for by in (SCENARIO, "scenario manor: others", "golden: others", "rights: others")}) == 4


def test_what_differs_from_run_to_run_is_left_out_of_a_result():
    assert judged.shortened("rights: not ok 12 - the model agrees") == "rights: the model agrees"
    assert judged.shortened("wire: ../core/text.c:912:7: runtime error: load of 0x7f12ab") == "wire: text.c: runtime error: load of 0x"


if __name__ == "__main__":
    tests = [(name, call) for name, call in sorted(globals().items()) if name.startswith("test_")]
    print(f"1..{len(tests)}")
    for number, (name, call) in enumerate(tests, 1):
        call()
        print(f"ok {number} - {name.removeprefix('test_').replace('_', ' ')}")
