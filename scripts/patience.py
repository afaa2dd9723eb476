"""Time limits that detect hanging programs, for scripts/test and for every Python test; they do not
measure speed.

A test waits for an event, never for a time; the limit only ends a wait for an event that does not come,
with a reason. Limits are in seconds of an idle machine: with twelve runnable programs on two cores each
gets a sixth of a core, so a second counts as a sixth. This way a starved program is not mistaken for a
hanging one.
"""

import functools
import os
import pathlib
import time

# Many times the longest wait on an idle machine. LAN_PATIENCE overrides it.
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
    """The slowdown compared with an idle machine: runnable programs for each core, at least 1."""
    return stretch_at(int(time.monotonic()))  # measured once a second


def patience(seconds=SECONDS):
    """The limit of a wait that begins now, for functions with a timeout in seconds."""
    return seconds * stretch()


class Deadline:
    """A limit for a wait in steps; each step is weighted with the load at its time."""

    def __init__(self, seconds=SECONDS):
        self.left, self.at = seconds, time.monotonic()

    def passed(self):
        now = time.monotonic()
        self.left -= (now - self.at) / stretch()
        self.at = now
        return self.left < 0


def until(holds, what, pause=0.02, seconds=SECONDS):
    """Returns the first true result of `holds()`; fails with `what` at the limit."""
    deadline = Deadline(seconds)
    while not (answer := holds()):
        assert not deadline.passed(), f"waited in vain: {what}"
        time.sleep(pause)
    return answer
