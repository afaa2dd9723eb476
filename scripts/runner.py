"""Runs one program that prints TAP, counts its results, and stops it when it hangs."""

import concurrent.futures
import dataclasses
import heapq
import itertools
import os
import re
import subprocess
import sys
import threading
import time

from buildlib import ROOT
from patience import SECONDS, Deadline

# Long runs multiply the rounds of a test, so its time limit is multiplied, too.
LONG_FACTOR = 30
# A program whose processes use no processor time for so long is hanging. Twice the limit of a test's own
# waits, so that the test can report its reason first.
IDLE_SECONDS = 2 * SECONDS
IDLE_USED = 0.5  # seconds of processor time that timers of idle servers may use meanwhile
LOOK_SECONDS = 2
# The processor time of a test that took less than this is not looked up; its duration counts instead.
SHORT_SECONDS = 0.2
# Runs a program so that the processor time of all its processes is counted; -I -S: quickly.
REAPER = [sys.executable, "-I", "-S", str(ROOT / "scripts" / "reaper.py")]

PLAN = re.compile(r"1\.\.(\d+)\s*(?:#\s*skip\b\s*(.*))?", re.IGNORECASE)
RESULT = re.compile(r"(not )?ok\b\s*(\d*)\s*(?:-\s*)?(.*)")
# cmocka prints a skipped test as `not ok`, others as `ok`; it counts as neither.
SKIPPED = re.compile(r"#\s*skip\b", re.IGNORECASE)
MEASURED = "# measured: "


@dataclasses.dataclass
class Program:
    """One command that prints TAP. The timeout is in seconds of an idle machine, see patience.py."""
    name: str
    command: list
    timeout: float
    env: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Timing:
    """How long a test took, and how much time of processors its processes used meanwhile."""
    seconds: float
    processor: float
    test: str


@dataclasses.dataclass
class Outcome:
    program: str
    passed: int = 0
    failed: int = 0
    seconds: float = 0
    processor: float = 0
    skipped: str = ""
    timings: list = dataclasses.field(default_factory=list)
    problems: list = dataclasses.field(default_factory=list)
    measured: list = dataclasses.field(default_factory=list)  # from lines with MEASURED
    output: str = ""


def read_tap(lines, outcome, meter):
    """Counts results as they arrive. The duration of a test is the time since the previous result."""
    planned = None
    executed = 0
    before = time.monotonic()
    for line in lines:
        outcome.output += line
        if line.startswith(MEASURED):
            outcome.measured.append(line.removeprefix(MEASURED).strip())
        elif match := PLAN.match(line):
            # One program may run several cmocka groups, each with a plan of its own.
            planned = (planned or 0) + int(match[1])
            if match[2] is not None:
                outcome.skipped = match[2].strip() or "no reason given"
        elif match := RESULT.match(line):
            now = time.monotonic()
            executed += 1
            if not SKIPPED.search(line):
                outcome.timings.append(Timing(now - before, meter.since(now - before), match[3].strip() or match[2]))
                if match[1]:
                    outcome.failed += 1
                else:
                    outcome.passed += 1
            before = now
    return planned, executed


def processes():
    """Every process of the machine: {pid: (parent, ticks of processor time including waited-for
    children)}."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            # Plainly: all processes are looked at every two seconds, and with pathlib it takes twice as long.
            with open(f"/proc/{pid}/stat", "rb") as file:
                fields = file.read().rsplit(b")", 1)[1].split()
        except OSError:  # the process has ended meanwhile
            continue
        found[int(pid)] = int(fields[1]), sum(map(int, fields[11:15]))
    return found


def family(root):
    """The processor time in seconds of a process and all that descend from it, and their pids."""
    found = processes()
    members = {root} & found.keys()
    while grown := {pid for pid, (parent, _) in found.items() if parent in members} - members:
        members |= grown
    return sum(found[pid][1] for pid in members) / os.sysconf("SC_CLK_TCK"), members


class Meter:
    """The processor time that a process and its descendants have used since the last test."""

    def __init__(self, root):
        self.root, self.used = root, 0.0

    def since(self, seconds):
        """For a test that took so many seconds. Those of short ones are taken as used without a look."""
        used = self.used + seconds if seconds < SHORT_SECONDS else family(self.root)[0]
        since, self.used = max(0.0, used - self.used), used
        return since


class Watch(threading.Thread):
    """
    Stops a program that hangs: one that has run for its time limit, or whose processes use no processor
    though they could. Both are counted in seconds of an idle machine, so that a program which is starved by
    others is left alone.
    """

    # The programs that are running; stop_all() ends them when this script is interrupted.
    running = set()

    def __init__(self, process, limit):
        super().__init__(daemon=True)
        self.process, self.limit, self.reason = process, limit, ""
        self.ended = threading.Event()
        self.running.add(self)
        self.start()

    def run(self):
        deadline, idle, used = Deadline(self.limit), Deadline(IDLE_SECONDS), 0.0
        while not self.ended.wait(LOOK_SECONDS):
            now, _ = family(self.process.pid)
            if abs(now - used) > IDLE_USED:
                idle, used = Deadline(IDLE_SECONDS), now
            if idle.passed():
                self.stop(f"waits for something that does not come: no processor used for {IDLE_SECONDS:g} s")
            elif self.limit > 0 and deadline.passed():
                self.stop(f"still running after {self.limit:g} s of an idle machine's time")

    def stop(self, reason):
        self.reason = self.reason or reason + ", stopped"
        # All descendants: a child that holds the pipe open would block the reader.
        for pid in family(self.process.pid)[1]:
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                pass

    def end(self):
        self.ended.set()
        self.running.discard(self)

    @classmethod
    def stop_all(cls):
        for watch in list(cls.running):
            watch.stop("interrupted")


def run_program(program, long_run):
    outcome = Outcome(program.name)
    env = {
        **os.environ,
        "ASAN_OPTIONS": "detect_stack_use_after_return=1:strict_string_checks=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        **program.env,
    }
    begun = time.monotonic()
    with subprocess.Popen([*REAPER, *map(str, program.command)], cwd=ROOT, env=env, text=True, errors="replace", stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as process:
        watch = Watch(process, program.timeout * (LONG_FACTOR if long_run else 1))
        planned, executed = read_tap(process.stdout, outcome, Meter(process.pid))
        _, ended, usage = os.wait4(process.pid, 0)
        status = process.returncode = os.waitstatus_to_exitcode(ended)
        watch.end()
    outcome.seconds, outcome.processor = time.monotonic() - begun, usage.ru_utime + usage.ru_stime

    if watch.reason:
        outcome.problems.append(watch.reason)
    elif status < 0:
        outcome.problems.append(f"killed by signal {-status}")
    elif status != 0 and not outcome.failed:
        outcome.problems.append(f"exit status {status} without a failed test")
    if planned is None:
        outcome.problems.append("printed no plan")
    elif executed != planned:
        outcome.problems.append(f"executed {executed} of {planned} tests")
    elif outcome.passed + outcome.failed == 0 and not outcome.skipped:
        outcome.problems.append("tested nothing")
    # Problems outside the tests count as one failure of the program.
    outcome.failed += bool(outcome.problems)
    return outcome


class Pool:
    """Runs calls in threads; of those that wait the one of the greatest weight begins."""

    def __init__(self, threads):
        self.waiting, self.numbers, self.closed = [], itertools.count(), False
        self.changed = threading.Condition()
        for _ in range(threads):
            threading.Thread(target=self.work, daemon=True).start()

    def submit(self, weight, call, *args):
        future = concurrent.futures.Future()
        with self.changed:
            # The number keeps the order among equals.
            heapq.heappush(self.waiting, (-weight, next(self.numbers), future, call, args))
            self.changed.notify()
        return future

    def work(self):
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.waiting or self.closed)
                if self.closed:
                    return
                _, _, future, call, args = heapq.heappop(self.waiting)
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(call(*args))
                except BaseException as problem:  # shown by who waits for the result
                    future.set_exception(problem)

    def cancel(self):
        """Begins nothing more."""
        with self.changed:
            self.closed = True
            for _, _, future, _, _ in self.waiting:
                future.cancel()
            self.changed.notify_all()
