#!/usr/bin/env python3
"""A bot for `lanterne arena`: prefers the kinds of action given on its command line, else plays anything.

    lanterne arena manor --bots "cmd:python3 examples/bot.py place,random"

It answers every question from the list of actions alone; docs/bots.md describes all messages that it is sent.
"""

import json
import random
import sys

FAVOURITES = sys.argv[1:]


def send(**message):
    print(json.dumps(message), flush=True)


def choose(question, dice):
    actions = [action["do"] for action in question["actions"]]
    if question["optional"]:
        return None
    for kind in FAVOURITES:
        some = [action for action in actions if action.split()[0] == kind]
        if some:
            return dice.choice(some)
    return dice.choice(actions)


def main():
    dice = random.Random(0)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            send(type="hello", protocol=1, name="example in Python", wants=["actions"])
        elif message["type"] == "new":
            dice = random.Random(message["seed"] + str(message["seat"]))
        elif message["type"] == "ask":
            send(type="answer", id=message["id"], do=choose(message, dice))
        elif message["type"] == "quit":
            return


main()
