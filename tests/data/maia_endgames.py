#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes maia_endgames.csv: late positions of random Kalah games in the columns of
FairKalah's MAIA data, with exact values and all best moves.

Shares nothing with the engine: written from the rules, in the coordinates of that data. A
player's pits are counted clockwise from its store, so pit 1 is sown last before the
store. A row here is a list indexed by these numbers, the store at index 0.

    maia_endgames.py fairkalah_boards.csv > maia_endgames.csv
"""
import csv
import functools
import random
import sys

PITS = 6
ROWS = 60
MOST_IN_PLAY = 12


def sow(own, other, pit):
    """The rows after sowing own pit, and whether the mover moves again."""
    own, other = list(own), list(other)
    seeds, own[pit] = own[pit], 0
    row, at = own, pit
    while seeds > 0:
        at -= 1
        if at < 0 or (at == 0 and row is other):
            row, at = (other if row is own else own), PITS
        row[at] += 1
        seeds -= 1
    again = row is own and at == 0
    if row is own and at > 0 and own[at] == 1:
        own[0] += 1 + other[PITS + 1 - at]
        own[at] = other[PITS + 1 - at] = 0
    return tuple(own), tuple(other), again


def is_over(own, other):
    return not any(own[1:]) or not any(other[1:])


@functools.lru_cache(maxsize=None)
def value(own, other):
    """The mover's final margin when both play perfectly."""
    if is_over(own, other):
        return sum(own) - sum(other)
    return max(value_of(own, other, pit) for pit in legal(own))


def value_of(own, other, pit):
    own, other, again = sow(own, other, pit)
    return value(own, other) if again or is_over(own, other) else -value(other, own)


def legal(own):
    return [pit for pit in range(1, PITS + 1) if own[pit] > 0]


def late_position(board, draw):
    """The first position of a random game with few seeds in play, or None."""
    south, north = (list(map(int, board[i : i + PITS + 1])) for i in (1, PITS + 2))
    own, other = ((row[-1], *row[-2::-1]) for row in (south, north))
    while not is_over(own, other):
        if sum(own[1:]) + sum(other[1:]) <= MOST_IN_PLAY:
            return own, other
        own, other, again = sow(own, other, draw.choice(legal(own)))
        if not again:
            own, other = other, own
    return None


def main():
    draw = random.Random(1)
    with open(sys.argv[1], newline="") as lines:
        boards = list(csv.reader(lines))[1:]
    pits = range(PITS, 0, -1)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(
        [f"pit_{k}" for k in pits] + ["score"] + [f"pit_{k}o" for k in pits]
        + ["score_o"] + [f"optimal_{k}" for k in pits] + ["game_val"]
    )
    written = 0
    while written < ROWS:
        position = late_position(draw.choice(boards), draw)
        if position is None:
            continue
        own, other = position
        best = value(own, other)
        flags = [int(own[k] > 0 and value_of(own, other, k) == best) for k in pits]
        out.writerow([*own[:0:-1], own[0], *other[:0:-1], other[0], *flags, best])
        written += 1


main()
