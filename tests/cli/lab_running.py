"""The program with a terminal as its stderr, where `sim` and `arena` show how far they are."""

import os
import pty
import signal
import subprocess
import threading

from program import ENVIRONMENT, PROGRAM, patience


def signals_reset():
    """Shells start programs in the background with SIGINT ignored, and the program keeps that."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Running:
    """A run that a test waits for and stops."""

    def __init__(self, *arguments):
        ours, theirs = pty.openpty()
        self.child = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs,
                                      text=True, env=ENVIRONMENT, preexec_fn=signals_reset)
        os.close(theirs)
        self.shown, self.changed, self.over = "", threading.Condition(), False
        self.reader = threading.Thread(target=self.read, args=(ours,), daemon=True)
        self.reader.start()

    def read(self, terminal):
        while True:
            try:
                data = os.read(terminal, 4096)
            except OSError:  # the program has ended
                data = b""
            with self.changed:
                self.shown += data.decode(errors="replace")
                self.over |= not data
                self.changed.notify_all()
            if not data:
                os.close(terminal)
                return

    def wait(self, holds, what):
        """Waits until `holds` of what it has shown."""
        with self.changed:
            came = self.changed.wait_for(lambda: holds(self.shown) or self.over, timeout=patience())
            assert came and holds(self.shown), f"{what} did not come: {self.shown[-1000:]!r}"

    def stop(self, how=signal.SIGINT):
        """Sends the signal; returns the exit status and what was printed."""
        self.child.send_signal(how)
        out, _ = self.child.communicate(timeout=patience())
        self.reader.join()
        return self.child.returncode, out
