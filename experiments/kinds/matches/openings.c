/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/matches/openings.h"

#include "sow/base/text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Opens a game of a batch (`open` of struct sow_batch), with random numbers from the
   stream that openings.h names. If there are starts, the game begins again at one of
   them, and the start's index is added to the hash of its moves. Then plays random moves
   until the game has `random_plies` plies. It may end before, or have no legal move. */
static void open_game(const struct sow_batch *batch, const struct sow_pairing *pairing,
                      struct sow_game *game)
{
    const struct sow_openings *openings = batch->opening;
    const struct sow_starts *starts = &openings->starts;
    uint64_t round = pairing->stream.index[0];
    uint64_t number = pairing->stream.index[3] / 2;
    struct sow_stream stream = {openings->purpose, {round, 0, 0, number}};
    if (openings->apart)
        stream = (struct sow_stream){SOW_PURPOSE_OPENING,
                                     {round, (uint64_t)openings->purpose, 0, number}};
    struct sow_pcg rng;
    sow_pcg_derive(&rng, batch->seed, &stream);
    if (starts->count > 0) {
        size_t start = openings->drawn ? sow_pcg_below(&rng, (uint32_t)starts->count)
                                       : (size_t)(number % starts->count);
        struct sow_transcript *transcript = game->transcript;
        sow_game_init(game, batch->rules, &starts->boards[start]);
        sow_game_record(game, transcript);
        /* Equal moves from another start make another game. */
        game->line += start;
    }
    while (!game->ended && game->ply < openings->random_plies) {
        int moves[SOW_MOVES_MAX];
        int count = sow_game_moves(game, moves);
        if (count == 0)
            return;
        sow_game_play(game, moves[sow_pcg_below(&rng, (uint32_t)count)]);
    }
}

bool sow_openings_are_any(const struct sow_openings *openings)
{
    return openings->random_plies > 0 || openings->starts.count > 0;
}

void sow_openings_set(struct sow_batch *batch, const struct sow_openings *openings)
{
    batch->open = sow_openings_are_any(openings) ? open_game : NULL;
    batch->opening = openings;
    if (openings->starts.resized)
        batch->with.kernel = sow_kernels[0].name;
}

/* ---- Starts ---- */

static const char RANDOM[] = "random:";

/* Returns the number of plies in "random:PLIES". Returns -1 if PLIES is not a number from
   1 to SOW_RANDOM_PLIES_MAX. Returns 0 if @p text is NULL or something else, for example
   a record of positions. */
static int plies_of(const char *text)
{
    int64_t plies;
    size_t length = sizeof RANDOM - 1;
    if (text == NULL || strncmp(text, RANDOM, length) != 0 || strchr(text, '\n') != NULL)
        return 0;
    bool read = sow_text_to_int(text + length, &plies);
    return read && plies >= 1 && plies <= SOW_RANDOM_PLIES_MAX ? (int)plies : -1;
}

enum sow_status sow_openings_resolve(char **starts, int *random_plies,
                                     const struct sow_rules *rules, struct sow_err *err)
{
    if (*starts == NULL || (*starts)[0] == '\0')
        return SOW_OK;
    int plies = plies_of(*starts);
    if (plies < 0)
        return sow_err_set(err, SOW_USAGE,
                           "'%.60s' does not name openings: write random:4, or another "
                           "number of moves from 1 to %d",
                           *starts, SOW_RANDOM_PLIES_MAX);
    if (random_plies == NULL)
        return plies > 0 ? SOW_OK : sow_starts_resolve(starts, rules, err);
    if (plies > 0 && *random_plies > 0)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "random moves are given twice: give either --starts random:%d "
                        "or --random-plies %d",
                        plies, *random_plies),
            "random_plies");
    if (*random_plies == SOW_RANDOM_PLIES_ASKED)
        *random_plies = 0;
    if (plies == 0)
        return sow_starts_resolve(starts, rules, err);
    *random_plies = plies;
    free(*starts);
    *starts = NULL;
    return SOW_OK;
}

/* Checks that a typed text, or its record, gives start positions by these rules. Sets @p
   resized to true if some start has another number of seeds than the standard start, and
   to false on failure. Leaves @p starts as it is, and keeps nothing that it reads.
   Returns an error of sow_openings_resolve or sow_openings_load. */
static enum sow_status check_starts(const char *starts, const struct sow_rules *rules,
                                    bool *resized, struct sow_err *err)
{
    struct sow_openings openings = {.random_plies = 0};
    char *copy = strdup(starts);
    enum sow_status status = copy != NULL ? sow_openings_resolve(&copy, NULL, rules, err)
                                          : sow_err_no_memory(err);
    if (status == SOW_OK)
        status = sow_openings_load(copy, rules, &openings, err);
    *resized = openings.starts.resized;
    sow_starts_release(&openings.starts);
    free(copy);
    return status;
}

bool sow_openings_fit(const char *starts, const struct sow_rules *rules)
{
    bool resized;
    return check_starts(starts, rules, &resized, NULL) != SOW_OK || !resized;
}

enum sow_status sow_openings_resolve_all(char **starts, int *random_plies,
                                         const struct sow_variant_set *set,
                                         struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 1; *starts != NULL && i < set->count && status == SOW_OK; i++) {
        struct sow_err fault;
        bool resized;
        status = check_starts(*starts, &set->variants[i].rules, &resized, &fault);
        if (status != SOW_OK)
            (void)sow_err_set(err, status, "these starts are not starts of %s: %s",
                              set->variants[i].name, fault.text);
    }
    return status == SOW_OK
               ? sow_openings_resolve(starts, random_plies, &set->variants[0].rules, err)
               : status;
}

enum sow_status sow_openings_replace(char **starts, int *random_plies,
                                     const struct sow_rules *rules, struct sow_err *err)
{
    int plies = 0;
    enum sow_status status = sow_openings_resolve(starts, &plies, rules, err);
    if (plies > 0)
        *random_plies = plies;
    return status;
}

enum sow_status sow_openings_load(const char *starts, const struct sow_rules *rules,
                                  struct sow_openings *openings, struct sow_err *err)
{
    int plies = plies_of(starts);
    if (plies <= 0)
        return sow_starts_load(starts, rules, &openings->starts, err);
    openings->random_plies = plies;
    return SOW_OK;
}

/* ---- The option ---- */

/* Parses an option of type sow_param_random_plies: "auto" gives SOW_RANDOM_PLIES_ASKED,
   and any other text is parsed as a number in the range of @p param. */
static enum sow_status parse_plies(const struct sow_param *param, const char *text,
                                   void *field, struct sow_err *err)
{
    if (strcmp(text, "auto") == 0) {
        *(int *)field = SOW_RANDOM_PLIES_ASKED;
        return SOW_OK;
    }
    return sow_param_integer.parse(param, text, field, err);
}

/* Writes the int in @p field as parse_plies reads it: "auto", or a number. */
static void format_plies(const struct sow_param *param, const void *field, FILE *out)
{
    if (*(const int *)field == SOW_RANDOM_PLIES_ASKED)
        (void)fputs("auto", out);
    else
        sow_param_integer.format(param, field, out);
}

/* Writes which values the option takes for --help and errors: "auto, or " and the range
   of numbers. */
static void describe_plies(const struct sow_param *param, FILE *out)
{
    (void)fputs("auto, or ", out);
    sow_param_integer.describe(param, out);
}

const int sow_openings_answers[2] = {0, SOW_RANDOM_PLIES_AUTO};

const struct sow_param_type sow_param_random_plies = {
    "COUNT", true, parse_plies, format_plies, describe_plies, sizeof(int), NULL, false};

/* ---- Test games ---- */

/* Limits of a test: the least and the most test games in each seat, and their share of a
   match's games (an eighth). Games repeat if more than a hundredth of their pairs are
   equal. */
enum { TRIAL_LEAST = 4, TRIAL_MOST = 32, TRIAL_SHARE = 8, ALIKE_SHARE = 100 };

/* Returns the players and the stream of a test game (`pairing` of struct sow_batch).
   Agent 1 moves first if @p context, a bool, is true. No games of a match have the index
   1 as the first of their stream. */
static struct sow_pairing trial_game(const void *context, size_t index)
{
    bool second = *(const bool *)context;
    return (struct sow_pairing){
        .first = second,
        .second = !second,
        .stream = {SOW_PURPOSE_MATCH, {1, 0, 1, 2 * index + second}}};
}

/* Plays @p games test games in one seat and returns true if they repeat each other: if
   more than one in a hundred pairs have equal moves. The opponent moves first if @p
   second is true. @p games is at most TRIAL_MOST. Returns false if the games were stopped
   or memory ran out. Plays in one thread: other threads would only wait, and waiting uses
   processor time. */
static bool repeats(const struct sow_openings_trial *trial, bool second, size_t games)
{
    const struct sow_agent agents[2] = {*trial->player, *trial->opponent};
    struct sow_game_result results[TRIAL_MOST];
    uint64_t lines[TRIAL_MOST];
    struct sow_batch batch = {.rules = trial->rules,
                              .agents = agents,
                              .agent_count = 2,
                              .games = games,
                              .pairing = trial_game,
                              .context = &second,
                              .with = {.threads = 1, .kernel = sow_kernels[0].name},
                              .lines = lines};
    size_t alike = 0;
    if (!sow_batch_play(&batch, results))
        return false;
    for (size_t i = 0; i < games; i++)
        for (size_t k = 0; k < i; k++)
            alike += lines[i] == lines[k];
    return ALIKE_SHARE * alike > games * (games - 1) / 2;
}

/* Returns the number of test games in each seat: an eighth of the games of the match, at
   least TRIAL_LEAST and at most TRIAL_MOST. */
static int trial_games(const struct sow_openings_trial *trial)
{
    int share = trial->games / TRIAL_SHARE;
    if (share < TRIAL_LEAST)
        return TRIAL_LEAST;
    return share > TRIAL_MOST ? TRIAL_MOST : share;
}

/* Plays the test games and returns true if games of some seat repeat each other. First
   plays TRIAL_LEAST games in each seat: they are enough for players that never break a
   tie by chance, and save time if players are slow. If none repeat, plays trial_games
   games in each seat. */
static bool play_trial(const struct sow_openings_trial *trial)
{
    int most = trial_games(trial);
    for (int second = 0; second < 2; second++)
        if (repeats(trial, second != 0, TRIAL_LEAST))
            return true;
    for (int second = 0; second < 2 && most > TRIAL_LEAST; second++)
        if (repeats(trial, second != 0, (size_t)most))
            return true;
    return false;
}

/* ---- Answers in memory ---- */

/* An answer that was found by playing. No other part of a match's record takes games,
   and the tasks of a sweep ask about the same players again and again. */
struct answer {
    bool needed; /* true if the match needs random openings */
    int games;   /* test games in each seat */
    struct sow_rules rules;
    struct sow_agent player;
    struct sow_agent opponent;
};

/* Answers by hash, NULL for none. Two questions with the same hash share an entry, which
   holds the later answer. So memory is bounded, and a lost answer costs only another
   test. */
enum { ANSWERS = 8192 };
static struct answer *answers[ANSWERS];
/* Lock of the answers. */
static pthread_mutex_t keeping = PTHREAD_MUTEX_INITIALIZER;

/* Returns @p hash changed by kind, indices and weights of an agent. Agents that differ
   elsewhere only give the same hash. */
static uint64_t mix_agent(uint64_t hash, const struct sow_agent *agent)
{
    hash = sow_game_line_after(hash, (int)agent->kind);
    for (int i = 0; i < agent->count; i++) {
        hash = sow_game_line_after(hash, agent->index[i]);
        hash = sow_game_line_after(hash, agent->weight[i]);
    }
    return hash;
}

/* Returns @p hash changed by the rules in which variants differ most. Rules that differ
   elsewhere only give the same hash. */
static uint64_t mix_rules(uint64_t hash, const struct sow_rules *rules)
{
    const int64_t told[] = {rules->pits,
                            rules->seeds,
                            rules->laps,
                            rules->ply_cap,
                            rules->own_store_sown,
                            rules->extra_turn,
                            rules->grand_slam,
                            rules->end,
                            rules->leftovers,
                            (int64_t)rules->number_capture.word[0],
                            (int64_t)rules->place_capture.word[0]};
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        hash = hash * 0x9e3779b97f4a7c15U + (uint64_t)told[i];
    return hash;
}

/* Returns the entry of a question. It may hold the answer to another question with the
   same hash. */
static struct answer **answer_of(const struct sow_openings_trial *trial)
{
    uint64_t hash = mix_agent(mix_agent(0, trial->player), trial->opponent);
    hash = mix_rules(hash, trial->rules) + (uint64_t)trial_games(trial);
    hash *= 0x9e3779b97f4a7c15U;
    return &answers[(hash ^ hash >> 32) % ANSWERS];
}

/* Finds the answer that the process has kept for the same rules, players and number of
   test games, and writes it to @p needed. Returns false without one; @p needed is then
   unchanged. Locks the answers meanwhile. */
static bool look_up(const struct sow_openings_trial *trial, bool *needed)
{
    (void)pthread_mutex_lock(&keeping);
    const struct answer *answer = *answer_of(trial);
    bool found = answer && answer->games == trial_games(trial) &&
                 sow_rules_equal(&answer->rules, trial->rules) &&
                 sow_agent_alike(&answer->player, trial->player) &&
                 sow_agent_alike(&answer->opponent, trial->opponent);
    if (found)
        *needed = answer->needed;
    (void)pthread_mutex_unlock(&keeping);
    return found;
}

/* Keeps an answer in the process, where it replaces the answer that its entry holds.
   Keeps nothing without memory. Locks the answers meanwhile. */
static void keep_answer(const struct sow_openings_trial *trial, bool needed)
{
    (void)pthread_mutex_lock(&keeping);
    struct answer **entry = answer_of(trial);
    if (!*entry)
        *entry = malloc(sizeof **entry);
    if (*entry)
        **entry = (struct answer){needed, trial_games(trial), *trial->rules,
                                  *trial->player, *trial->opponent};
    (void)pthread_mutex_unlock(&keeping);
}

bool sow_openings_known(const struct sow_openings_trial *trial, bool *needed)
{
    /* Test games of slow players take long, and most of these players never break a
       tie by chance. */
    bool slow = sow_agent_is_slow(trial->player) || sow_agent_is_slow(trial->opponent);
    if (slow)
        *needed = true;
    return slow || look_up(trial, needed);
}

enum sow_status sow_openings_are_needed(const struct sow_openings_trial *trial,
                                        bool *needed, struct sow_err *err)
{
    if (!sow_openings_known(trial, needed)) {
        *needed = play_trial(trial);
        /* A test that was stopped has no answer. */
        if (!sow_stopping())
            keep_answer(trial, *needed);
    }
    return sow_stopping() ? sow_err_set(err, SOW_INTERRUPTED, "stopped on request")
                          : SOW_OK;
}
