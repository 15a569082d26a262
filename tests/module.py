# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the Python module sowlab (cli/python.sh runs them). Expected values come from the
program, and from evaluators that it exported."""
import copy
import importlib
import json
import os
import random
import subprocess
import unittest

import sowlab

KALAH = "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s"


def program(*words):
    """Returns the output of a command with --json."""
    output = subprocess.run([os.environ["SOWLAB"], *words, "--json"], check=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(output.stdout)


def leaves(rules, position, depth):
    """Counts the leaves of the tree of moves, as 'sowlab perft' does."""
    if depth == 0:
        return 1
    count = 0
    for move in rules.moves(position):
        played = rules.play(position, move)
        if not played.ended:
            count += leaves(rules, played.position, depth - 1)
        elif depth == 1:
            count += 1
    return count


def random_positions(rules, count, seed):
    """Yields positions of random games, with a legal move each."""
    rng = random.Random(seed)
    position = rules.start
    for _ in range(count):
        yield position
        played = rules.play(position, rng.choice(rules.moves(position)))
        ended = played.ended or not rules.moves(played.position)
        position = rules.start if ended else played.position


def board(position):
    """Returns pits, stores and side as exported evaluators take them, in a variant that sows
    counter-clockwise."""
    halves, side = position.split(":")
    rows = [[int(word) for word in half.split(",")] for half in halves.split("/")]
    return [row[:-1] for row in rows], [row[-1] for row in rows], "sn".index(side)


class RulesTest(unittest.TestCase):
    def test_moves_are_those_of_the_program(self):
        for variant in sowlab.variants():
            rules = sowlab.Rules(variant)
            for row in program("perft", "--variant", variant, "--depth", "3"):
                self.assertEqual(leaves(rules, rules.start, row["depth"]), row["leaves"], variant)

    def test_a_variant_file(self):
        with open("small.ini", "w", encoding="ascii") as file:
            file.write("base = kalah\npits = 3\nseeds_per_pit = 2\n")
        rules = sowlab.Rules("small.ini")
        self.assertEqual((rules.pits, rules.start), (3, "2,2,2,0/2,2,2,0:s"))

    def test_clockwise_numbers(self):
        rules = sowlab.Rules("vai-lung-thlan")
        # Pit 1 is sown into north's pits 6, 5 and 4. The last two then have single seeds.
        position = "3,0,0,0,0,1,0/0,1,0,0,0,1,0:s"
        self.assertEqual(rules.moves(position), [1, 6])
        self.assertEqual(rules.play(position, 1).position, "0,0,0,0,0,1,2/0,1,0,0,0,2,0:n")

    def test_bad_input(self):
        kalah = sowlab.Rules("kalah")
        for fault, kind, words in (
                (lambda: sowlab.Rules("kahla"), sowlab.Error, "did you mean 'kalah'"),
                (lambda: sowlab.Rules("none.ini"), sowlab.Error, "none.ini"),
                (lambda: sowlab.Rules(7), TypeError, "a variant has to be a text"),
                (lambda: kalah.moves("1,2"), sowlab.Error, "position '1,2': "),
                (lambda: kalah.moves("a\0b"), sowlab.Error, "NUL"),
                (lambda: kalah.play(KALAH, 7), sowlab.IllegalMove, "choose one of 1, 2, 3, 4, 5, 6"),
                (lambda: kalah.play(KALAH, 0), sowlab.IllegalMove, "move 0 is not legal"),
                (lambda: kalah.play(KALAH, 2**32 + 3), sowlab.Error, "out of range"),
                (lambda: kalah.play(KALAH, "3"), TypeError, "integer"),
                (lambda: kalah.play("0,0,0,0,0,0,9/1,0,0,0,0,0,9:s", 1), sowlab.IllegalMove,
                 "there is no legal move"),
                (lambda: kalah.features(KALAH, ["hx"]), sowlab.Error, "did you mean 'h1'"),
                (lambda: kalah.features(KALAH, ["pit7"]), sowlab.Error, "its rows are shorter"),
                (lambda: kalah.features(KALAH, "h1"), TypeError, "a list of features"),
                (lambda: kalah.features(KALAH, ["h1"], "x"), sowlab.Error, "'x' is not a seat"),
                (lambda: kalah.player("run:17"), sowlab.Error, "a stored run cannot be used"),
                (lambda: kalah.player("kgp:2671"), sowlab.Error, "outside program"),
                (lambda: kalah.player("exec:[true]"), sowlab.Error, "outside program"),
                (lambda: kalah.player("magic"), sowlab.Error, "unknown player 'magic'"),
                (lambda: sowlab.Rules("awari").player("pekar:1"), sowlab.Error, "kalah"),
                (lambda: kalah.player("state:h4=1").value_of_move(KALAH, 1), sowlab.Error,
                 "ask for the value of a position"),
                (lambda: kalah.player("h1").value_of_move(KALAH, 9), sowlab.IllegalMove, "move 9"),
                (lambda: kalah.player("random").value_of_position(KALAH), sowlab.Error,
                 "values no positions"),
                (lambda: kalah.player("h1").best("0,0,0,0,0,0,9/1,0,0,0,0,0,9:s"), sowlab.Error,
                 "no legal move"),
                (lambda: copy.copy(kalah), TypeError, "neither be copied nor pickled"),
                (lambda: copy.deepcopy(kalah.player("h4")), TypeError, "neither be copied"),
                (lambda: sowlab.Player("kalah", "h4"), TypeError, "rules have to be Rules"),
                (lambda: kalah.features("", ["h1"]), sowlab.Error, "does not end with the side"),
                (lambda: kalah.moves("\ud800"), sowlab.Error, "not UTF-8"),
                (lambda: kalah.exact("none.endgame"), sowlab.Error, "none.endgame"),
                (lambda: kalah.exact(megabytes=0), sowlab.Error, "megabytes from 1"),
                (lambda: kalah.exact().value(KALAH, seconds="1"), TypeError,
                 "seconds have to be a number, not '1'"),
                (lambda: kalah.exact("awari.endgame"), sowlab.Error, "rules"),
                (lambda: kalah.exact().value(KALAH, seconds=0.01), sowlab.Error, "allow more"),
                (lambda: sowlab.Rules("awari").exact().value(KALAH), sowlab.Error,
                 "positions can repeat")):
            with self.assertRaises(kind) as raised:
                fault()
            self.assertIn(words, str(raised.exception))


class ValuesTest(unittest.TestCase):
    def test_values_of_moves_are_those_of_exported_evaluators(self):
        for variant in ("kalah", "awari", "oware-abapa"):
            rules = sowlab.Rules(variant)
            evaluator = importlib.import_module("evaluator_" + variant.replace("-", "_"))
            player = rules.player("divilly2013")
            for position in random_positions(rules, 200, 7):
                values = {move: player.value_of_move(position, move)
                          for move in rules.moves(position)}
                for move, value in values.items():
                    pits, stores, side = board(position)
                    self.assertEqual(value, evaluator.value_of_move(pits, stores, side, move - 1))
                best = [move for move, value in values.items() if value == max(values.values())]
                self.assertEqual(player.best(position), best)

    def test_values_of_positions_and_features(self):
        rules = sowlab.Rules("awari")
        names = ["h4", "best_gain", "to_move"]
        player = rules.player("state:h4=3,best_gain=-0.5,to_move=1.25")
        mover = rules.player("alphabeta:depth=1,eval=[state:view=to-move,h4=3,best_gain=-0.5]")
        for position in random_positions(rules, 200, 8):
            for seat in "sn":
                count = rules.features(position, names, seat)
                self.assertEqual(player.value_of_position(position, seat),
                                 3 * count["h4"] - 0.5 * count["best_gain"] + 1.25 * count["to_move"])
            self.assertEqual(mover.value_of_position(position, "s"),
                             -mover.value_of_position(position, "n"))

    def test_searches_choose_as_the_program(self):
        rules = sowlab.Rules("kalah")
        spec = "alphabeta:depth=5,ties=lowest,eval=[learnt:kalah]"
        player = rules.player(spec)
        for position in random_positions(rules, 10, 9):
            answer = program("analyse", "--variant", "kalah", "--player", spec, "--position", position)
            best = [int(row["move"]) for row in answer["moves"] if row["best"] == "yes"]
            self.assertIn(player.best(position)[0], best)

    def test_players_outlive_their_rules(self):
        player = sowlab.Rules("kalah").player("h4")
        self.assertEqual(player.best(KALAH), [3, 4, 5, 6])

    def test_exact_values(self):
        position = "0,0,1,0,0,2,20/1,0,0,2,0,0,22:s"
        solved = program("value", "--variant", "kalah", "--position", position)
        self.assertEqual(sowlab.Rules("kalah").exact().value(position), solved["solution"]["value"])
        rules = sowlab.Rules("awari")
        exact = rules.exact("awari.endgame")
        position = "0,1,0,0,2,0,20/0,0,1,0,0,0,24:n"
        known = program("probe", "--variant", "awari", "--endgame", "awari.endgame", "--position", position)
        self.assertEqual(exact.value(position), known["value"]["final_margin"])


if __name__ == "__main__":
    unittest.main()
