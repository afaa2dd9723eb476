"""The tests of the findings against the program in which they were found:

    python3 tests/server/old.py OLD [WORD...]

OLD is `lanterne` as built from commit 58f9b4c. Every test over the wire that names a finding is run with it
alone (test_finding_N_..., in the files of this folder), and must fail: a test that passes shows nothing. Its
reason is printed, to be read. WORD: only tests with one of these words in their names. Those of several nodes
need PostgreSQL. Not part of a suite, since it needs that program.
"""

import ast
import os
import pathlib
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "scripts"))
from patience import patience  # noqa: E402  the path must be set first

# A test that waits for what the old program never does ends after this many seconds of an idle machine.
PATIENCE = os.environ.get("LAN_PATIENCE", "30")
# What a test says that cannot ask the old program: it lacks a setting, an operation or a field by which the
# test looks. That it fails says nothing then; it is marked.
LACKS = ("FileNotFoundError", "unknown option", "unknown-operation", "schema.Wrong")
# Names of findings that were given to tests of something new: the old program has no fault there, or lacks
# the means that the test needs.
NEW = {
    "finding_5_a_failed_signup_keeps_the_token": "a guard of the remedy: a token must not end when nothing rose",
    "finding_12_the_list_is_in_order_whatever_it_holds": "a guard of the remedy: the index must list as the old one did",
    "finding_9_an_offer_ends_with_its_seat": "the fault was lost memory, which only the sanitizers see: shown by a planted fault",
}


def tests():
    for path in sorted(HERE.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_finding"):
                yield path, node.name.removeprefix("test_")


def reason(output):
    """The last line of the traceback, which says what the old program did."""
    lines = [line.removeprefix("# ") for line in output.splitlines() if line.startswith("# ")]
    found = [line for line in lines if line and not line.startswith((" ", "{"))]
    return found[-1][:200] if found else "no output"


def run(old, path, name):
    """Exit status and output. A test that waits on an open connection is interrupted after a while."""
    # Python can be interrupted where the signal is not ignored, as it is for what a shell starts in the
    # background.
    process = subprocess.Popen([sys.executable, str(path), old, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
                               errors="replace", env={**os.environ, "LAN_PATIENCE": PATIENCE})
    try:
        output, errors = process.communicate(timeout=patience(3 * float(PATIENCE)))
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        process.communicate()
        return 1, "# waited in vain, and was interrupted\n"
    return process.returncode, output + "".join(f"# {line}\n" for line in errors.splitlines())


def main():
    old, words = sys.argv[1], sys.argv[2:]
    wanted = [(path, name) for path, name in tests() if not words or any(word in f"{path.name} {name}" for word in words)]
    failures = 0
    print(f"1..{len(wanted)}", flush=True)
    for number, (path, name) in enumerate(wanted, 1):
        code, output = run(old, path, name)
        expected = (code == 0) == (name in NEW)
        failures += not expected
        why = NEW.get(name) or (reason(output) if code else "it passes")
        skip = " # SKIP cannot be asked" if code and any(word in why for word in LACKS) else ""
        print(f"{'' if expected else 'not '}ok {number} - {path.stem}: {name.replace('_', ' ')}{skip}\n#     {why}", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
