"""Seeds of the Python tests: the same in every run, others with LAN_SEED, which scripts/test sets and prints
for long runs."""

import os
import random


def seeded(fixed):
    """A generator for what a test does at random: of `fixed`, or with LAN_SEED=N in the environment of
    both."""
    asked = os.environ.get("LAN_SEED")
    return random.Random(f"{asked} {fixed}" if asked else fixed)
