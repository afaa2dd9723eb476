"""Seeds of the Python tests: fixed, or varied by LAN_SEED, which scripts/test sets and prints for long
runs."""

import os
import random


def seeded(fixed):
    """A random generator seeded with `fixed`, and also with N when LAN_SEED=N is in the environment."""
    asked = os.environ.get("LAN_SEED")
    return random.Random(f"{asked} {fixed}" if asked else fixed)
