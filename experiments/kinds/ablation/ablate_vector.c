/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights of a player, and how much their features differ between moves. */
#include "ablation.h"

#include "sow/base/pcg.h"
#include "sow/game/game.h"
#include "sow/heuristics/state_features.h"
#include "sow/players/evolve_genome.h"

#include <math.h>
#include <string.h>

/* Games of the player with itself in each variant, from which spreads come. */
enum { SPREAD_GAMES = 20 };

/* ---- Weights ---- */

bool sow_ablation_vector_read(const struct sow_agent *agent,
                              struct ablation_vector *vector)
{
    enum sow_agent_kind kind =
        agent->kind == SOW_AGENT_SEARCH ? agent->value_kind : agent->kind;
    *vector = (struct ablation_vector){.of_moves = kind == SOW_AGENT_WEIGHTED,
                                       .count = agent->count};
    if (kind != SOW_AGENT_WEIGHTED && kind != SOW_AGENT_STATE && kind != SOW_AGENT_PATH)
        return false;
    for (int i = 0; i < agent->count; i++) {
        vector->feature[i] = agent->index[i];
        vector->weight[i] = sow_fixed_to_weight(agent->weight[i], agent->exponent);
    }
    return true;
}

void sow_ablation_vector_apply(const struct sow_agent *original, const double *weights,
                               struct sow_agent *changed)
{
    *changed = *original;
    changed->exponent = sow_fixed_from_weights(weights, original->count, changed->weight);
}

const char *sow_ablation_term_name(const struct ablation_vector *vector, int term)
{
    int feature = vector->feature[term];
    return vector->of_moves ? sow_heuristic_rows[feature].name
                            : sow_evolve_feature_name(feature);
}

/* Returns the term with a name of @p length characters, or ABLATION_NO_TERM. */
static int find_term(const struct ablation_vector *vector, const char *name,
                     size_t length)
{
    for (int i = 0; i < vector->count; i++) {
        const char *term = sow_ablation_term_name(vector, i);
        if (strncmp(term, name, length) == 0 && term[length] == '\0')
            return i;
    }
    return ABLATION_NO_TERM;
}

/* Sets the error for a name that is no term, and returns SOW_USAGE. */
static enum sow_status refuse_name(const struct ablation_vector *vector, const char *name,
                                   size_t length, struct sow_err *err)
{
    char names[240] = "";
    size_t used = 0;
    for (int i = 0; i < vector->count && used < sizeof names - 48; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 i > 0 ? ", " : "", sow_ablation_term_name(vector, i));
    return sow_err_set(err, SOW_USAGE,
                       "the player has no weight of '%.*s': name some of %s%s",
                       (int)(length < 64 ? length : 64), name, names,
                       used < sizeof names - 48 ? "" : ", ..");
}

/* Adds the term of the next name to a list. Fails with SOW_USAGE if there is no such
   term, or if the list has it already. */
static enum sow_status add_term(const struct ablation_vector *vector, const char *name,
                                size_t length, int *terms, int *count,
                                struct sow_err *err)
{
    int term = find_term(vector, name, length);
    if (term == ABLATION_NO_TERM)
        return refuse_name(vector, name, length, err);
    for (int i = 0; i < *count; i++)
        if (terms[i] == term)
            return sow_err_set(err, SOW_USAGE, "'%s' is there twice: name it once",
                               sow_ablation_term_name(vector, term));
    terms[(*count)++] = term;
    return SOW_OK;
}

enum sow_status sow_ablation_terms_read(const struct ablation_vector *vector,
                                        const char *list, int terms[SOW_AGENT_TERMS_MAX],
                                        int *count, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    *count = 0;
    if (list[0] == '\0') {
        for (int i = 0; i < vector->count; i++)
            if (vector->weight[i] != 0.0)
                terms[(*count)++] = i;
        return SOW_OK;
    }
    while (status == SOW_OK) {
        size_t length = strcspn(list, ",");
        status = add_term(vector, list, length, terms, count, err);
        if (list[length] == '\0')
            break;
        list += length + 1;
    }
    return status;
}

/* ---- Spreads ---- */

/* Sums over the positions of some games. */
struct spreading {
    const struct ablation_vector *vector;
    const struct sow_rules *rules;
    bool of_mover;   /* true if features are those of the player to move */
    unsigned mask;   /* heuristics of moves that make sense in the game, by bit */
    int64_t freedom; /* moves less positions */
    double squares[SOW_AGENT_TERMS_MAX]; /* squared distances from the mean of the
                                            position */
};

/* Returns true if a term is a feature of the position that a move leads to, or a
   heuristic of the move. A feature of the line that led there is neither. */
static bool is_measured(const struct ablation_vector *vector, int term)
{
    return vector->of_moves || vector->feature[term] < SOW_PATH_INDEX;
}

/* Computes the terms of a move. */
static void read_move(const struct spreading *spreading, const struct sow_game *game,
                      const int *moves, int count, int move, int *values)
{
    const struct ablation_vector *vector = spreading->vector;
    struct sow_sowing sowing;
    struct sow_outcome outcome;
    if (vector->of_moves) {
        sow_move_features(game, moves, count, move, spreading->mask, values);
        return;
    }
    sow_game_preview(game, move, &sowing);
    sow_finish(spreading->rules, &sowing, &outcome);
    bool turned =
        spreading->of_mover && !outcome.ended && outcome.board.side != game->board.side;
    int seat = turned ? outcome.board.side : game->board.side;
    for (int i = 0; i < vector->count; i++)
        if (is_measured(vector, i))
            values[i] = (turned ? -1 : 1) * sow_state_feature_value(vector->feature[i],
                                                                    spreading->rules,
                                                                    &outcome.board, seat);
}

/* Adds the moves of a position. */
static void add_position(struct spreading *spreading, const struct sow_game *game)
{
    int moves[SOW_MOVES_MAX];
    int values[SOW_MOVES_MAX][SOW_AGENT_TERMS_MAX] = {{0}};
    int count = sow_game_moves(game, moves);
    if (count < 2 || moves[count - 1] == SOW_SWAP)
        return;
    for (int i = 0; i < count; i++)
        read_move(spreading, game, moves, count, moves[i], values[i]);
    spreading->freedom += count - 1;
    for (int t = 0; t < spreading->vector->count; t++) {
        int64_t sum = 0;
        int64_t squares = 0;
        for (int i = 0; i < count; i++) {
            sum += values[i][t];
            squares += (int64_t)values[i][t] * values[i][t];
        }
        spreading->squares[t] +=
            (double)squares - (double)sum * (double)sum / (double)count;
    }
}

/* Plays a game of the player with itself and adds all its positions. Its first moves are
   random. */
static void add_game(struct spreading *spreading, const struct sow_agent *agent,
                     uint64_t number)
{
    static const struct sow_agent AT_RANDOM = {.kind = SOW_AGENT_RANDOM};
    struct sow_stream stream = {SOW_PURPOSE_STRENGTH, {2, 0, number, 0}};
    struct sow_player player = sow_agent_player(agent);
    struct sow_player random = sow_agent_player(&AT_RANDOM);
    const struct sow_player *seats[2] = {&player, &player};
    struct sow_game game;
    struct sow_pcg rng;
    sow_pcg_derive(&rng, 1, &stream);
    sow_game_init(&game, spreading->rules, NULL);
    sow_game_seat(&game, seats);
    while (!game.ended && !sow_stopping()) {
        bool opens = game.ply < SOW_STRENGTH_PLIES;
        if (!opens)
            add_position(spreading, &game);
        (void)sow_game_turn(&game, opens ? &random : &player, &rng);
    }
    sow_game_unseat(&game, seats);
}

void sow_ablation_spreads(const struct ablation_vector *vector,
                          const struct sow_agent *agent,
                          const struct ablation_variant *list, size_t variants,
                          double spread[SOW_AGENT_TERMS_MAX])
{
    double variance[SOW_AGENT_TERMS_MAX] = {0};
    for (size_t v = 0; v < variants; v++) {
        struct spreading spreading = {
            .vector = vector, .rules = list[v].rules, .of_mover = agent->of_mover};
        for (int h = 0; h < SOW_HEURISTICS; h++)
            spreading.mask |= (unsigned)(sow_heuristic_refusal(h, list[v].rules) == NULL)
                              << h;
        for (uint64_t game = 0; game < SPREAD_GAMES; game++)
            add_game(&spreading, agent, game);
        for (int i = 0; i < vector->count && spreading.freedom > 0; i++)
            variance[i] +=
                spreading.squares[i] / (double)spreading.freedom / (double)variants;
    }
    for (int i = 0; i < vector->count; i++)
        spread[i] = sqrt(variance[i]);
}
