#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# An adapter: a program that speaks a protocol like UCI becomes a player for sowlab.
#
#     sowlab match 'exec:[./adapter.py ./engine]' h4 --variant awari
#
# The engine is told "position POSITION moves MOVE.." and "go movetime MS", and answers
# "bestmove MOVE". Change the words below for another engine.
import subprocess
import sys

engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True, bufsize=1)


def say(text):
    engine.stdin.write(text + "\n")
    engine.stdin.flush()


def hear(word):
    for line in engine.stdout:
        if line.split()[:1] == [word]:
            return line.split()[1:]
    sys.exit("the engine has ended")


say("uci")
hear("uciok")
for line in sys.stdin:  # the rules, up to a blank line
    if not line.strip():
        break
    name, _, value = line.strip().partition(" = ")
    if value:
        say(f"setoption name {name} value {value}")
say("isready")
hear("readyok")
print("ready", flush=True)

for line in sys.stdin:
    position, ms, legal, start, *moves = line.split()
    say(f"position {start} moves {' '.join(moves)}")
    say(f"go movetime {int(ms) * 9 // 10}")
    print(hear("bestmove")[0], flush=True)
