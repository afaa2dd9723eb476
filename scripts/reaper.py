"""Runs a command and ends as it ended: python3 scripts/reaper.py COMMAND...

Processes whose parent has ended become children of this one, which waits for them. So wait4() on it tells the
processor time of everything that the command started, also of daemons and of processes that were killed
together, and runner.py finds all of them below it.
"""

import ctypes
import os
import resource
import signal
import sys

PR_SET_CHILD_SUBREAPER = 36


def main():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # elsewhere than on Linux it is not there
    try:
        command = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ,
                                  setsigdef=[signal.SIGPIPE, signal.SIGXFSZ])  # which Python ignores
    except OSError as error:
        sys.exit(f"{sys.argv[1]}: {error.strerror}")
    ended = None
    while ended is None:
        pid, status = os.wait()
        if pid == command:
            ended = status
    # What it killed or left behind and has ended by now.
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass
    if os.WIFSIGNALED(ended):
        number = os.WTERMSIG(ended)
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the command has left its own
        os.kill(os.getpid(), number)
    sys.exit(os.waitstatus_to_exitcode(ended))


main()
