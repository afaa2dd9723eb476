#!/usr/bin/env python3
"""Runs the test program of the store over a PostgreSQL of its own: stores.py PROGRAM"""

import os
import subprocess
import sys

from database import Database

if __name__ == "__main__":
    with Database() as database:
        sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, "CMOCKA_MESSAGE_OUTPUT": "TAP",
                                                   "LAN_STORE_URL": database.url}).returncode)
