/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match.h"

#include "progress.h"

#include <stdlib.h>

#define AT(field) offsetof(struct sow_match_options, field)

static const struct sow_param ROWS[] = {
    {"games", &sow_param_integer, AT(games), 1, 100000000, NULL, "1000",
     "games in each seat, so twice as many in all"},
};

const struct sow_param_table sow_match_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

enum sow_status sow_match_store(const struct sow_run *run,
                                const struct sow_match_result *result,
                                struct sow_err *err)
{
    const struct sow_duel *duel = result->duel;
    char *player_spec = sow_agent_spec(result->player);
    char *opponent_spec = sow_agent_spec(result->opponent);
    enum sow_status status = SOW_NO_MEMORY;
    if (player_spec == NULL || opponent_spec == NULL) {
        (void)sow_err_no_memory(err);
        goto done;
    }
    struct sow_match_row row = {
        .run_id = run->id,
        .match = result->match,
        .purpose = result->purpose,
        .player = player_spec,
        .opponent = opponent_spec,
        .games = sow_tally_games(&duel->first),
        .first_wins = duel->first.wins,
        .first_draws = duel->first.draws,
        .first_losses = duel->first.losses,
        .second_wins = duel->second.wins,
        .second_draws = duel->second.draws,
        .second_losses = duel->second.losses,
        .plies = duel->plies,
        .margin = duel->margin,
    };
    status = sow_store_add_match(run->sink, &row, err);
done:
    free(player_spec);
    free(opponent_spec);
    return status;
}

static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)rules;
    struct sow_match_options *match = options;
    return sow_contestants_resolve(&match->contestants, source, err);
}

static enum sow_status execute(struct sow_run *run, const void *options,
                               struct sow_err *err)
{
    const struct sow_match_options *match = options;
    struct sow_agent agents[2];
    enum sow_status status = sow_contestants_parse(&match->contestants, agents, err);
    if (status != SOW_OK)
        return status;
    static const struct sow_duel_pair PAIR = {.player = 0, .opponent = 1};
    struct sow_duels duels = {.agents = agents,
                              .agent_count = 2,
                              .pairs = &PAIR,
                              .count = 1,
                              .games = match->games,
                              .purpose = SOW_PURPOSE_MATCH};
    struct sow_duel duel;
    sow_progress_begin(run->progress, 2 * (uint64_t)match->games, "games");
    status = sow_duels_play(run, &duels, &duel, err);
    sow_progress_end(run->progress);
    if (status == SOW_OK)
        status = sow_match_store(run,
                                 &(struct sow_match_result){.purpose = "match",
                                                            .player = &agents[0],
                                                            .opponent = &agents[1],
                                                            .duel = &duel},
                                 err);
    run->stop_reason = "all games played";
    return status;
}

static const char *const CONTENT[] = {"matches", NULL};

const struct sow_run_kind sow_match_kind = {
    .name = "match",
    .summary = "two players meet in both seats",
    .groups = {{&sow_contestant_params, offsetof(struct sow_match_options, contestants),
                NULL},
               {&sow_match_params, 0, NULL}},
    .options_size = sizeof(struct sow_match_options),
    .prepare = prepare,
    .execute = execute,
    .content = CONTENT,
};
