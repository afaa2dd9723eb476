"""Limits that catch what hangs, for scripts/test and for every Python test. No measure of speed.

A test waits for what it needs and never for a time; a limit is only there so that a test which waits in vain
ends with a reason. It is counted in seconds of an idle machine: with twelve programs that want to run on two
cores each gets a sixth of a core, so a second counts as a sixth of one. What is starved is not taken for
something that hangs.
"""

import functools
import os
import pathlib
import time

# Many times what anything takes that is waited for, on an idle machine. LAN_PATIENCE sets other seconds.
SECONDS = float(os.environ.get("LAN_PATIENCE", "300"))
CORES = os.cpu_count() or 1


@functools.lru_cache(1)
def stretch_at(_second):
    try:
        minute, _, _, running, *_ = pathlib.Path("/proc/loadavg").read_text(encoding="ascii").split()
        wanting = max(float(minute), int(running.split("/")[0]))
    except OSError:  # not Linux
        wanting = os.getloadavg()[0]
    return max(1.0, wanting / CORES)


def stretch():
    """How many times longer everything takes than on an idle machine: programs that want to run for each
    core, at least 1."""
    return stretch_at(int(time.monotonic()))  # looked up once a second


def patience(seconds=SECONDS):
    """The limit for a wait that begins now, for functions which take a timeout in seconds."""
    return seconds * stretch()


class Deadline:
    """A limit for a wait in steps; it follows a load that changes meanwhile, since each step is weighed by
    its own load."""

    def __init__(self, seconds=SECONDS):
        self.left, self.at = seconds, time.monotonic()

    def passed(self):
        now = time.monotonic()
        self.left -= (now - self.at) / stretch()
        self.at = now
        return self.left < 0


def until(holds, what, pause=0.02, seconds=SECONDS):
    """Returns the first answer of `holds()` that is true; `what` says what did not come."""
    deadline = Deadline(seconds)
    while not (answer := holds()):
        assert not deadline.passed(), f"waited in vain: {what}"
        time.sleep(pause)
    return answer
