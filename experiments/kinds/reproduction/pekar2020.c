/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pekar_games.h"
#include "pekar_people.h"
#include "sow/reproduction/works.h"

#define GAME "kalah-no-empty-capture"

static const struct sow_reproduction TABLES[] = {
    {"2", GAME, sow_compare_round_robin},  {"2 sums", GAME, sow_compare_sums},
    {"3", GAME, sow_compare_signed_ranks}, {"tests", GAME, sow_compare_analysis},
    {"points", GAME, sow_compare_points},  {"first move", GAME, sow_compare_first},
    {"counts", GAME, sow_compare_counts},  {"chains", GAME, sow_compare_chains},
    {"Rovaris", GAME, sow_compare_quoted}, {NULL, NULL, NULL},
};

#define SEARCH(algorithm, depth) " pekar:" algorithm ",depth=" depth

const struct sow_work sow_work_pekar2020 = {
    .name = "pekar2020",
    .players = "pekar:1" SEARCH("2", "1") SEARCH("2", "2") SEARCH("2", "4") SEARCH(
        "2", "6") SEARCH("3", "1") SEARCH("3", "2") SEARCH("3", "4") SEARCH("3", "6"),
    .variants = GAME,
    .games = 100,
    .quick_games = 10,
    .random_plies = 2, /* without, two of its algorithms have but one game */
    .begin = sow_pekar_list_games,
    .enter = sow_pekar_add_players,
    .own_size = sizeof(struct sow_pekar_cells),
    .tables = TABLES,
};
