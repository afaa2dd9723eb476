#!/usr/bin/env python3
"""Tests of scripts/test: what counts as failed, and that a hanging program is distinguished from a starved
one."""

import contextlib
import importlib.machinery
import importlib.util
import io
import os
import pathlib
import subprocess
import sys
import threading
import time
import types

os.environ["LAN_PATIENCE"] = "1"  # seconds, so that hanging programs are detected soon
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import patience  # noqa: E402  the path and the patience must be set first
import runner  # noqa: E402
from buildlib import Tap  # noqa: E402

tap = Tap()
runner.LOOK_SECONDS = 0.2
GOOD = "print('1..1\\nok 1 - one', flush=True)\n"


def outcome_of(script, timeout=1000):
    return runner.run_program(runner.Program("one", [sys.executable, "-c", script], timeout), False)


def fails(name, script, *words, timeout=1000):
    outcome = outcome_of(script, timeout)
    said = "; ".join(outcome.problems)
    tap.result(outcome.failed and all(word in said for word in words), name, f"{outcome.failed} failed: {said}")


def counts(name, script, processors):
    """The processor time that is reported for the program and for its one test; no test of hanging."""
    idle, runner.IDLE_SECONDS = runner.IDLE_SECONDS, 1000
    # More than a pipe holds: the program waits to be read, and does not end while its time is looked up.
    outcome = outcome_of(script + "print('#' * 200000, flush=True)\n")
    runner.IDLE_SECONDS = idle
    counted = [outcome.processor, *(one.processor for one in outcome.timings)]
    tap.result(outcome.failed == 0 and len(counted) == 2 and all(processors <= one for one in counted), name,
               f"{outcome.failed} failed: {outcome.problems}, {counted} s")


def passes(name, script, timeout=1000):
    outcome = outcome_of(script, timeout)
    tap.result((outcome.passed, outcome.failed) == (1, 0), name, f"{outcome.failed} failed: {outcome.problems}")


passes("one good test", GOOD)
outcome = outcome_of("print('# measured: 5 ms')\n" + GOOD)
tap.result(outcome.measured == ["5 ms"], "what a program has measured is kept", str(outcome.measured))
fails("a test that fails", "print('1..1\\nnot ok 1 - one')")
fails("no plan", "pass", "no plan")
fails("no test", "print('1..0')", "tested nothing")
fails("too few tests", "print('1..2\\nok 1 - one')", "executed 1 of 2")
fails("a bad end", GOOD + "raise SystemExit(3)", "exit status 3")
fails("a crash", GOOD + "import os; os.abort()", "signal 6")
fails("waiting in vain", GOOD + "import time\nwhile True: time.sleep(60)", "does not come")
fails("waiting in vain for a child", GOOD + "import subprocess; subprocess.run(['sleep', '1000'])", "does not come")
fails("an endless loop", GOOD + "while True: pass", "still running", timeout=1)

# More than is asked for: the kernel tells four durations of each process, each rounded down to 10 ms.
USE = "import os, time\nwhile time.process_time() < 0.7: pass\n"
counts("processor time", USE + GOOD, 0.6)
counts("processor time of a child", f"import os\nif not os.fork():\n    exec({USE!r}); os._exit(0)\nos.wait()\n" + GOOD, 0.6)
counts("processor time of an orphan that is killed", f"""import os, time
read, write = os.pipe()
if not os.fork():
    if not os.fork():
        exec({USE!r})
        os.write(write, str(os.getpid()).encode())
        time.sleep(1000)
    os._exit(0)
os.wait()
orphan = int(os.read(read, 20))
os.kill(orphan, 9)
while os.path.exists(f"/proc/{{orphan}}"): time.sleep(0.01)
""" + GOOD, 0.6)

# One thread that is kept busy while others are handed in.
pool, begun, gate = runner.Pool(1), [], threading.Event()
first = pool.submit(0, gate.wait)
futures = [pool.submit(weight, begun.append, weight) for weight in (2, 9, 5, 9)]
gate.set()
for future in futures:
    future.result()
tap.result(begun == [9, 9, 5, 2], "of the programs that wait the longest begins", str(begun))
failing = pool.submit(0, lambda: 1 / 0)
tap.result(isinstance(failing.exception(), ZeroDivisionError), "a call that fails says so to who waits for it", str(failing))
gate.clear()
first = pool.submit(0, gate.wait)
while not first.running():
    time.sleep(0.01)
late = pool.submit(0, begun.append, "late")
pool.cancel()
gate.set()
tap.result(first.result() and late.cancelled() and "late" not in begun, "an interrupted run begins nothing more", str(begun))

# The report at the end of scripts/test, over programs and tests that took longer one after the other.
loader = importlib.machinery.SourceFileLoader("script", str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "test"))
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("script", loader))
loader.exec_module(script)
timings = [runner.Timing(seconds, 50 - seconds, f"one-{seconds}") for seconds in range(50)]
with contextlib.redirect_stdout(io.StringIO()) as told:
    script.slowest_print(types.SimpleNamespace(programs=timings, tests=timings[::-1]))
shown = [line.split()[-1] for line in told.getvalue().splitlines() if "one-" in line]
busiest, longest = [f"one-{at}" for at in range(script.SLOWEST_SHOWN)], [f"one-{49 - at}" for at in range(script.SLOWEST_SHOWN)]
tap.result(shown == [*busiest, *busiest, *longest, *longest], "the slowest programs and tests are reported, the slowest first", told.getvalue())

# Competing processes make the program exceed the limit that holds on an idle machine.
busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4 * patience.CORES)]
# The load is kept for the second it was measured in, which may have been before they began.
patience.stretch_at.cache_clear()
try:
    passes("a program that is starved", GOOD + "import time\nwhile time.process_time() < 0.8: pass", timeout=2)
finally:
    for one in busy:
        one.kill()
        one.wait()
tap.finish()
