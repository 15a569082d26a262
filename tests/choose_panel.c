/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chooses the panel of a variant from a pool of players, and writes the panel file.
 *
 * Usage: `choose_panel VARIANT POOL SEED VERSION`.
 *
 * POOL is a file with lines `LABEL SPEC`. All players of the pool meet at equal depth 1
 * and 2, and the best quarter of them meets all players also at depth 4. The program
 * chooses the player whose score against the best quarter is nearest to 0.5. Then it
 * chooses one after another the player with the least sum of two terms. The first is this
 * distance. The second is the greatest correlation of its scores against the best quarter
 * with those of a chosen player. A distance above 0.2 excludes a player. Ratings follow
 * from the games of the members with each other. docs/developers/panels.md has the
 * results.
 */
#include "sow/base/text.h"
#include "sow/statistics/statistics_ratings.h"
#include "sow/strength/strength.h"
#include "sow/variants/variant.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    POOL_MAX = 100,
    LABEL_MAX = 40,
    POOL_OPENINGS = 12,   /* openings of a pair in the pool */
    MEMBER_OPENINGS = 120 /* openings of a pair of members */
};

/* Greatest distance from 0.5 of a member. A player that loses or wins nearly always tells
   little about others, however little it correlates with them. */
static const double DISTANCE_MOST = 0.2;

struct candidate {
    char label[LABEL_MAX];
    char *spec;
    struct sow_agent agent;
    double strength; /* mean score against all others at depths 1 and 2 */
    double distance; /* mean distance from 0.5 of the scores against the best quarter */
    double correlation; /* greatest one with a member chosen before */
    bool chosen;
};

struct pool {
    struct sow_rules rules;
    uint64_t seed;
    size_t count;
    struct candidate player[POOL_MAX];
    size_t order[POOL_MAX]; /* indices, the best player first */
    size_t quarter;         /* size of the best quarter, the first of the order */
    /* Scores of the first against the second player, by depth; NaN if they did not
       meet. */
    double score[SOW_PANEL_DEPTHS][POOL_MAX][POOL_MAX];
};

/* Ends the program with a message. */
static void fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "choose_panel: %s: %s\n", what, why);
    exit(1);
}

/* Reads a line LABEL SPEC of the pool. */
static void read_candidate(struct pool *pool, char *line)
{
    struct sow_err err;
    struct sow_agent deep;
    struct candidate *player = &pool->player[pool->count];
    char *spec = strchr(line, ' ');
    if (spec == NULL || pool->count == POOL_MAX)
        fail(line, "not a line LABEL SPEC, or one too many");
    (void)snprintf(player->label, sizeof player->label, "%.*s", (int)(spec - line), line);
    if (sow_agent_parse(spec + 1, NULL, &player->agent, &err) != SOW_OK)
        fail(line, err.text);
    if (sow_strength_deepen(&player->agent, 2, &deep) != NULL)
        fail(line, "it cannot look ahead");
    for (size_t i = 0; i < pool->count; i++)
        if (sow_agent_alike(&pool->player[i].agent, &player->agent))
            return;
    player->spec = sow_agent_spec(&player->agent);
    pool->count++;
}

/* Reads the pool, of which players that play alike are kept once. */
static void read_pool(struct pool *pool, const char *path)
{
    char *line = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail(path, "cannot be read");
    while (getline(&line, &room, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#')
            read_candidate(pool, line);
    }
    free(line);
    (void)fclose(file);
}

/* Plays two players at a depth. Returns the score of the first one. */
static double meet(const struct pool *pool, int depth, int openings, size_t a, size_t b)
{
    double points[MEMBER_OPENINGS];
    double sum = 0.0;
    struct sow_err err;
    struct sow_agent agents[2];
    struct sow_strength_request request = {.rules = &pool->rules,
                                           .openings = openings,
                                           .seed = pool->seed,
                                           .with = {.threads = 1}};
    (void)sow_strength_deepen(&pool->player[a].agent, depth, &agents[0]);
    (void)sow_strength_deepen(&pool->player[b].agent, depth, &agents[1]);
    if (sow_strength_play(&request, agents, a * POOL_MAX + b, points, &err) != SOW_OK)
        fail(pool->player[a].spec, err.text);
    for (int k = 0; k < openings; k++)
        sum += points[k];
    return sum / (2.0 * openings);
}

/* Plays two players at the depth of an index, unless they have met. */
static void fill(struct pool *pool, int d, size_t a, size_t b)
{
    if (a == b || !isnan(pool->score[d][a][b]))
        return;
    double score = meet(pool, sow_panel_depths[d], POOL_OPENINGS, a, b);
    pool->score[d][a][b] = score;
    pool->score[d][b][a] = 1.0 - score;
}

/* Plays all games of the pool, and ranks the players. */
static void play_pool(struct pool *pool)
{
    for (int d = 0; d < SOW_PANEL_DEPTHS; d++)
        for (size_t i = 0; i < pool->count; i++)
            for (size_t j = 0; j < pool->count; j++)
                pool->score[d][i][j] = i == j ? 0.5 : (double)NAN;
    for (int d = 0; d < SOW_PANEL_DEPTHS - 1; d++)
        for (size_t i = 0; i < pool->count; i++)
            for (size_t j = i + 1; j < pool->count; j++)
                fill(pool, d, i, j);
    for (size_t i = 0; i < pool->count; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < pool->count; j++)
            sum += pool->score[0][i][j] + pool->score[1][i][j];
        pool->player[i].strength = (sum - 1.0) / (2.0 * (double)(pool->count - 1));
        size_t at = i;
        for (; at > 0 &&
               pool->player[pool->order[at - 1]].strength < pool->player[i].strength;
             at--)
            pool->order[at] = pool->order[at - 1];
        pool->order[at] = i;
    }
    pool->quarter = (pool->count + 3) / 4;
    for (size_t q = 0; q < pool->quarter; q++)
        for (size_t i = 0; i < pool->count; i++)
            fill(pool, SOW_PANEL_DEPTHS - 1, i, pool->order[q]);
}

/* Returns the correlation of the scores of two players against the best quarter, over all
   depths. Games of one of them with the other or with itself are left out. */
static double correlate(const struct pool *pool, size_t a, size_t b)
{
    double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    for (int d = 0; d < SOW_PANEL_DEPTHS; d++)
        for (size_t q = 0; q < pool->quarter; q++) {
            size_t other = pool->order[q];
            if (other == a || other == b)
                continue;
            double u = pool->score[d][a][other];
            double v = pool->score[d][b][other];
            n++;
            x += u;
            y += v;
            xx += u * u;
            yy += v * v;
            xy += u * v;
        }
    double variance = (xx - x * x / n) * (yy - y * y / n);
    return variance > 0 ? (xy - x * y / n) / sqrt(variance) : 1.0;
}

/* Computes how far the scores of each player against the best quarter are from 0.5. */
static void measure_distances(struct pool *pool)
{
    for (size_t i = 0; i < pool->count; i++) {
        pool->player[i].distance = 0.0;
        for (int d = 0; d < SOW_PANEL_DEPTHS; d++) {
            double sum = 0.0;
            double met = 0.0;
            for (size_t q = 0; q < pool->quarter; q++) {
                if (pool->order[q] == i)
                    continue;
                sum += pool->score[d][i][pool->order[q]];
                met++;
            }
            pool->player[i].distance += fabs(sum / met - 0.5) / SOW_PANEL_DEPTHS;
        }
    }
}

/* Chooses the members one after another. */
static void choose(struct pool *pool, size_t members[SOW_PANEL_MEMBERS])
{
    for (int m = 0; m < SOW_PANEL_MEMBERS; m++) {
        size_t best = POOL_MAX;
        double least = INFINITY;
        for (size_t i = 0; i < pool->count; i++) {
            struct candidate *player = &pool->player[i];
            if (player->chosen || player->distance > DISTANCE_MOST)
                continue;
            player->correlation = 0.0;
            for (int k = 0; k < m; k++)
                player->correlation =
                    fmax(player->correlation, fabs(correlate(pool, i, members[k])));
            if (player->distance + player->correlation < least) {
                least = player->distance + player->correlation;
                best = i;
            }
        }
        if (best == POOL_MAX)
            fail("pool", "too few players are as good as the best quarter");
        members[m] = best;
        pool->player[best].chosen = true;
    }
}

/* Rates the members by games with each other at the depth of an index. */
static void rate(const struct pool *pool, const size_t members[SOW_PANEL_MEMBERS], int d,
                 double ratings[SOW_PANEL_MEMBERS][SOW_PANEL_DEPTHS])
{
    enum { PAIRS = SOW_PANEL_MEMBERS * (SOW_PANEL_MEMBERS - 1) / 2 };
    struct sow_rated_games games[PAIRS];
    struct sow_ratings fitted;
    struct sow_err err;
    size_t count = 0;
    for (size_t i = 0; i < SOW_PANEL_MEMBERS; i++)
        for (size_t j = i + 1; j < SOW_PANEL_MEMBERS; j++) {
            double score =
                meet(pool, sow_panel_depths[d], MEMBER_OPENINGS, members[i], members[j]);
            /* Draws count as half a win each, so four times the openings are whole. */
            int64_t wins = llrint(score * 4 * MEMBER_OPENINGS);
            games[count++] = (struct sow_rated_games){
                i, j, {.wins = wins, .losses = 4 * MEMBER_OPENINGS - wins}};
        }
    struct sow_rating_request request = {
        .games = games, .count = count, .players = SOW_PANEL_MEMBERS, .level = 0.95};
    if (sow_ratings_fit(&request, &fitted, &err) != SOW_OK)
        fail("ratings", err.text);
    for (size_t i = 0; i < SOW_PANEL_MEMBERS; i++)
        ratings[i][d] = fitted.rating[i].elo;
    sow_ratings_release(&fitted);
}

/* Writes the panel file. */
static void write_panel(const struct pool *pool, const char *variant, const char *path,
                        int version, const size_t members[SOW_PANEL_MEMBERS])
{
    double ratings[SOW_PANEL_MEMBERS][SOW_PANEL_DEPTHS];
    for (int d = 0; d < SOW_PANEL_DEPTHS; d++)
        rate(pool, members, d, ratings);
    const char *name = strrchr(path, '/');
    (void)printf("; SPDX-License-Identifier: GPL-3.0-or-later\n"
                 "; Chosen by 'choose_panel %s %s %llu %d' from %zu players;\n"
                 "; docs/findings/panels.sh makes them. This file never changes.\n"
                 "variant = %s\nversion = %d\n",
                 variant, name != NULL ? name + 1 : path, (unsigned long long)pool->seed,
                 version, pool->count, variant, version);
    for (int m = 0; m < SOW_PANEL_MEMBERS; m++) {
        const struct candidate *player = &pool->player[members[m]];
        (void)printf("\n; %s: distance %.3f, correlation %.2f\nmember = %s\n"
                     "ratings = %.0f %.0f %.0f\n",
                     player->label, player->distance, player->correlation, player->spec,
                     ratings[m][0], ratings[m][1], ratings[m][2]);
    }
}

int main(int argc, char **argv)
{
    struct sow_err err;
    struct sow_variant variant;
    int64_t seed = 0;
    int64_t version = 0;
    size_t members[SOW_PANEL_MEMBERS];
    struct pool *pool = calloc(1, sizeof *pool);
    if (argc != 5 || pool == NULL || !sow_text_to_int(argv[3], &seed) || seed < 1 ||
        !sow_text_to_int(argv[4], &version) || version < 1 || version > 1000)
        fail("usage", "choose_panel VARIANT POOL SEED VERSION");
    if (sow_variant_builtin(argv[1], &variant, &err) != SOW_OK)
        fail(argv[1], err.text);
    pool->rules = variant.rules;
    pool->seed = (uint64_t)seed;
    read_pool(pool, argv[2]);
    if (pool->count < SOW_PANEL_MEMBERS)
        fail(argv[2], "too few players");
    play_pool(pool);
    measure_distances(pool);
    choose(pool, members);
    write_panel(pool, argv[1], argv[2], (int)version, members);
    for (size_t i = 0; i < pool->count; i++)
        free(pool->player[i].spec);
    free(pool);
    return 0;
}
