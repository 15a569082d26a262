#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# A player for sowlab in Python: it sows the pit with the most seeds.
import sys

for line in sys.stdin:  # the rules, up to a blank line
    if not line.strip():
        break
print("ready", flush=True)

for line in sys.stdin:  # a line for each position
    position, ms, legal, start, *moves = line.split()
    rows, side = position.split(":")
    row = rows.split("/")["sn".index(side)].split(",")
    pits = [move for move in legal.split(",") if move != "swap"]
    print(max(pits, key=lambda pit: int(row[int(pit) - 1])), flush=True)
