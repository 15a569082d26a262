/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/matches/match.h"
#include "sow/matches/match_sections.h"

#include "sow/base/text.h"
#include "sow/matches/openings.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/tables/match_pairs.def"
#include "sow/store/tables/match_tests.def"
#include "sow/store/tables/matches.def"
#include "sow/support/doc_pages.h"
#include "sow/support/progress.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_match_options, field)

/* ---- The option --sprt ----

   Its value is `none`, or `elo0=E,elo1=E[,alpha=P][,beta=P]` in any order. elo0 and elo1
   are required; alpha and beta are 0.05 by default. */

/* Form of a value of --sprt, for help and errors. */
static const char SPRT_FORM[] = "none, or elo0=E,elo1=E[,alpha=P][,beta=P]";

/* Settings of a sequential test, by name. */
static const struct setting {
    const char *name;
    size_t offset; /* offset of its double in struct sow_sprt, in bytes */
    bool required;
} SETTINGS[] = {
    {"elo0", offsetof(struct sow_sprt, elo0), true},
    {"elo1", offsetof(struct sow_sprt, elo1), true},
    {"alpha", offsetof(struct sow_sprt, alpha), false},
    {"beta", offsetof(struct sow_sprt, beta), false},
};
enum { SETTINGS_COUNT = sizeof SETTINGS / sizeof SETTINGS[0] };

bool sow_sprt_wanted(const struct sow_sprt *sprt)
{
    return sprt->alpha > 0.0;
}

/* Sets the error for a bad value of --sprt and returns SOW_BAD_DATA. @p fault says what
   is wrong with it. */
static enum sow_status refuse_sprt(const struct sow_param *param, const char *text,
                                   const char *fault, struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA,
                       "'%.80s' is not a value of '%s': %s; allowed is %s", text,
                       param->name, fault, SPRT_FORM);
}

/* Reads "NAME=NUMBER", the first @p length characters of @p text, and writes the number
   to @p value. Returns the index of the setting in SETTINGS, or SETTINGS_COUNT if the
   name is unknown or the number cannot be read. */
static size_t parse_setting(const char *text, size_t length, double *value)
{
    char number[SOW_REAL_TEXT_MAX];
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        size_t name = strlen(SETTINGS[i].name);
        if (length <= name || strncmp(text, SETTINGS[i].name, name) != 0 ||
            text[name] != '=' || length - name - 1 >= sizeof number)
            continue;
        memcpy(number, text + name + 1, length - name - 1);
        number[length - name - 1] = '\0';
        return sow_text_to_real(number, value) ? i : SETTINGS_COUNT;
    }
    return SETTINGS_COUNT;
}

/* Reads settings, separated by commas, into @p sprt. Settings that the text does not name
   keep their values. Returns SOW_BAD_DATA for a bad or repeated setting, or if elo0 or
   elo1 is missing; @p sprt may then be changed in part. */
static enum sow_status parse_settings(const struct sow_param *param, const char *text,
                                      struct sow_sprt *sprt, struct sow_err *err)
{
    bool given[SETTINGS_COUNT] = {false};
    size_t length = 0;
    for (const char *at = text;; at += length + 1) {
        length = strcspn(at, ",");
        double value = 0.0;
        size_t place = parse_setting(at, length, &value);
        if (place == SETTINGS_COUNT || given[place])
            return refuse_sprt(param, text,
                               "every part has to be NAME=NUMBER, each name once", err);
        given[place] = true;
        *(double *)((char *)sprt + SETTINGS[place].offset) = value;
        if (at[length] == '\0')
            break;
    }
    for (size_t i = 0; i < SETTINGS_COUNT; i++)
        if (SETTINGS[i].required && !given[i])
            return refuse_sprt(param, text, "elo0 and elo1 have to be named", err);
    return SOW_OK;
}

/* Parses a value of --sprt into the struct sow_sprt at @p field (`parse` of struct
   sow_param_type). `none` gives all zeros, and alpha and beta are 0.05 if they are not
   named. The field is unchanged on failure; the errors are those of parse_settings and
   sow_sprt_check. */
static enum sow_status parse_sprt(const struct sow_param *param, const char *text,
                                  void *field, struct sow_err *err)
{
    struct sow_sprt *sprt = field;
    struct sow_sprt asked = {.alpha = 0.05, .beta = 0.05};
    if (strcmp(text, "none") == 0) {
        *sprt = (struct sow_sprt){.alpha = 0.0};
        return SOW_OK;
    }
    enum sow_status status = parse_settings(param, text, &asked, err);
    if (status == SOW_OK)
        status = sow_sprt_check(&asked, err);
    if (status == SOW_OK)
        *sprt = asked;
    return status;
}

/* Writes the value as parse_sprt reads it: `none`, or all four settings separated by
   commas. */
static void format_sprt(const struct sow_param *param, const void *field, FILE *out)
{
    (void)param;
    const struct sow_sprt *sprt = field;
    if (!sow_sprt_wanted(sprt)) {
        (void)fputs("none", out);
        return;
    }
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        char number[SOW_REAL_TEXT_MAX];
        sow_text_from_real(*(const double *)((const char *)field + SETTINGS[i].offset),
                           number);
        (void)fprintf(out, "%s%s=%s", i == 0 ? "" : ",", SETTINGS[i].name, number);
    }
}

/* Writes the form of a value of --sprt for --help and errors. */
static void describe_sprt(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fputs(SPRT_FORM, out);
}

/* Type of an option whose field is a struct sow_sprt, all zeros for `none`. */
static const struct sow_param_type SPRT = {
    "TEST", false, parse_sprt, format_sprt, describe_sprt, sizeof(struct sow_sprt),
    NULL,   false};

/* ---- Options ---- */

static const struct sow_param ROWS[] = {
    {"games", &sow_param_integer, AT(games), 0, 100000000, NULL, "0",
     "games in each seat (twice this number in all), at most this number with --sprt; "
     "0 = 1000, one for each of --starts, or 1000000 with --sprt"},
    {"sprt", &SPRT, AT(sprt), 0, 0, NULL, "none",
     "sequential test: stops once the results decide whether the player is elo0 or "
     "elo1 stronger. Error rates (default 0.05): alpha if it is elo0, beta if it "
     "is elo1"},
    SOW_OPENINGS_ROW(AT(random_plies)),
    SOW_STARTS_ROW(AT(starts)),
    SOW_KEEP_ROW(AT(keep_games)),
};

const struct sow_param_table sow_match_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

struct sow_match_row sow_match_row_of(const struct sow_run *run,
                                      const struct sow_duel *duel)
{
    return (struct sow_match_row){
        .run_id = run->id,
        .games = sow_tally_games(&duel->first),
        .first_wins = duel->first.wins,
        .first_draws = duel->first.draws,
        .first_losses = duel->first.losses,
        .second_wins = duel->second.wins,
        .second_draws = duel->second.draws,
        .second_losses = duel->second.losses,
        .plies = duel->plies,
        .margin = duel->margin,
        .first_distinct = duel->variety[0].distinct,
        .second_distinct = duel->variety[1].distinct,
        .first_effective = duel->variety[0].effective,
        .second_effective = duel->variety[1].effective,
        .shape_games = duel->shape.games,
        .opening_plies = duel->shape.plies[SOW_PHASE_OPENING],
        .opening_choices = duel->shape.choices[SOW_PHASE_OPENING],
        .middle_plies = duel->shape.plies[SOW_PHASE_MIDDLE],
        .middle_choices = duel->shape.choices[SOW_PHASE_MIDDLE],
        .end_plies = duel->shape.plies[SOW_PHASE_END],
        .end_choices = duel->shape.choices[SOW_PHASE_END],
    };
}

enum sow_status sow_match_store(const struct sow_run *run,
                                const struct sow_match_result *result,
                                struct sow_err *err)
{
    char *player_spec = sow_agent_spec(result->player);
    char *opponent_spec = sow_agent_spec(result->opponent);
    struct sow_match_row row = sow_match_row_of(run, result->duel);
    enum sow_status status = SOW_NO_MEMORY;
    if (player_spec == NULL || opponent_spec == NULL) {
        (void)sow_err_no_memory(err);
        goto done;
    }
    row.match = result->match;
    row.purpose = result->purpose;
    row.player = player_spec;
    row.opponent = opponent_spec;
    status = sow_store_add(run->sink, match, &row, err);
done:
    free(player_spec);
    free(opponent_spec);
    return status;
}

/* Checks, before the run is recorded, that both players can play by the rules. Does not
   wait for outside programs. With an outside program, keeps all games, at most
   SOW_KEEP_MAX, unless `keep_games` is above 0. Replaces `auto` random moves by
   SOW_RANDOM_PLIES_AUTO if the players would repeat games without them, else by 0. If
   only games can tell (sow_openings_known), they stay `auto`. Returns the error of a
   player. */
static enum sow_status resolve_openings(struct sow_match_options *match,
                                        const struct sow_rules *rules,
                                        struct sow_err *err)
{
    struct sow_agent agents[2];
    enum sow_status status = sow_contestants_parse(&match->contestants, agents, err);
    for (int i = 0; i < 2 && status == SOW_OK; i++)
        status = sow_agent_open(&agents[i], rules, false, err);
    if (status != SOW_OK)
        return status;
    sow_keep_outside(&match->keep_games, match->games, agents, 2);
    struct sow_openings_trial trial = {rules, &agents[0], &agents[1], match->games};
    bool needed;
    if (match->random_plies == SOW_RANDOM_PLIES_ASKED &&
        sow_openings_known(&trial, &needed))
        match->random_plies = needed ? SOW_RANDOM_PLIES_AUTO : 0;
    return SOW_OK;
}

/* Answers the question about random moves (`answer` of struct sow_run_question): plays
   test games and sets the option `random_plies` to 0 or SOW_RANDOM_PLIES_AUTO. Returns
   SOW_INTERRUPTED after a stop request or the error of a player; the option is then
   unchanged. */
static enum sow_status ask_openings(const struct sow_run_kind *kind, void *options,
                                    const struct sow_rules *rules, struct sow_err *err)
{
    (void)kind;
    struct sow_match_options *match = options;
    struct sow_agent agents[2];
    bool needed = false;
    enum sow_status status = sow_contestants_parse(&match->contestants, agents, err);
    struct sow_openings_trial trial = {rules, &agents[0], &agents[1], match->games};
    if (status == SOW_OK)
        status = sow_openings_are_needed(&trial, &needed, err);
    if (status == SOW_OK)
        match->random_plies = needed ? SOW_RANDOM_PLIES_AUTO : 0;
    return status;
}

/* Question of a match: do its players repeat games without random moves? */
static const struct sow_run_question OPENINGS_QUESTION =
    SOW_OPENINGS_QUESTION(ask_openings);

/* Sets the number of games in each seat if it was not given (0). It becomes
   SOW_MATCH_SPRT_GAMES with a sequential test, else the number of starts, or
   SOW_MATCH_GAMES without starts. Reads the starts only to count them. Returns an error
   of sow_openings_load. */
static enum sow_status resolve_games(struct sow_match_options *match,
                                     const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_openings openings = {.random_plies = 0};
    enum sow_status status = sow_openings_load(match->starts, rules, &openings, err);
    int starts = (int)openings.starts.count;
    sow_starts_release(&openings.starts);
    if (match->games == 0 && sow_sprt_wanted(&match->sprt))
        match->games = SOW_MATCH_SPRT_GAMES;
    else if (match->games == 0)
        match->games = starts > 0 ? starts : SOW_MATCH_GAMES;
    return status;
}

/* Resolves starts, games, kept games, players and random moves, in this order (`prepare`
   of run.h). Blames each error on its option, and errors of players on the operands.
   Returns the first error. */
static enum sow_status prepare_match(void *options, struct sow_store *source,
                                     const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_match_options *match = options;
    enum sow_status status = sow_err_blame(
        err, sow_openings_resolve(&match->starts, &match->random_plies, rules, err),
        "starts");
    if (status == SOW_OK)
        status = sow_err_blame(err, resolve_games(match, rules, err), "starts");
    if (status == SOW_OK)
        status = sow_keep_resolve(&match->keep_games, match->games, err);
    if (status == SOW_OK)
        status = sow_err_blame(
            err, sow_contestants_resolve(&match->contestants, source, err), "operands");
    return status == SOW_OK
               ? sow_err_blame(err, resolve_openings(match, rules, err), "operands")
               : status;
}

/* ---- The games ---- */

/* A match that has been played. */
struct played {
    struct sow_agent agents[2];  /* player and opponent */
    struct sow_duel duel;        /* result of all games */
    struct sow_kept kept;        /* kept games; owned */
    struct sow_sprt_state state; /* state of the sequential test, if there is one */
};

/* Context of is_decided. */
struct look {
    const struct sow_sprt *sprt;
    struct sow_progress *progress;
};

/* Returns true if the sequential test has accepted one of its hypotheses after these
   pairs of games (`decided` of struct sow_duel_ending). Also shows the number of games,
   the log likelihood ratio and its bounds in the progress. @p context is a struct look.
   */
static bool is_decided(const void *context, const struct sow_pairs *pairs)
{
    const struct look *look = context;
    struct sow_sprt_state state = sow_sprt_of_pairs(look->sprt, pairs);
    char note[80];
    (void)snprintf(note, sizeof note, "%lld games, llr %.2f (%.2f to %.2f)",
                   2 * (long long)sow_pairs_total(pairs), state.llr, state.lower,
                   state.upper);
    sow_progress_advance(look->progress, 0, note);
    return state.verdict != SOW_SPRT_UNDECIDED;
}

/* Plays all games between the agents of @p played, or until the sequential test ends.
   Writes result, kept games and the state of the test to @p played, and shows the
   progress. Stores nothing. Returns an error of sow_openings_load or sow_duels_play. */
static enum sow_status play_match(struct sow_run *run,
                                  const struct sow_match_options *match,
                                  struct played *played, struct sow_err *err)
{
    static const struct sow_duel_pair PAIR = {.player = 0, .opponent = 1};
    bool tested = sow_sprt_wanted(&match->sprt);
    struct look look = {&match->sprt, run->with.progress};
    struct sow_duel_ending ending = {SOW_MATCH_SPRT_INTERVAL, is_decided, &look};
    struct sow_duels duels = {
        .agents = played->agents,
        .agent_count = 2,
        .pairs = &PAIR,
        .count = 1,
        .games = match->games,
        .purpose = SOW_PURPOSE_MATCH,
        .ending = tested ? &ending : NULL,
        .openings = {.random_plies = match->random_plies},
        .keep = match->keep_games,
        .kept = &played->kept,
        .look = true,
    };
    enum sow_status status =
        sow_openings_load(match->starts, run->rules, &duels.openings, err);
    if (status != SOW_OK)
        return status;
    /* The number of games of a sequential test is not known in advance. */
    sow_progress_begin(run->with.progress, tested ? 0 : 2 * (uint64_t)match->games,
                       "games");
    status = sow_duels_play(run, &duels, &played->duel, err);
    sow_starts_release(&duels.openings.starts);
    sow_progress_end(run->with.progress);
    if (status == SOW_OK && tested)
        played->state = sow_sprt_of_pairs(&match->sprt, &played->duel.pairs);
    return status;
}

/* ---- Storing ---- */

enum sow_status sow_match_store_pairs(const struct sow_run *run, int match,
                                      const struct sow_pairs *pairs, struct sow_err *err)
{
    struct sow_match_pairs_row row = {
        .run_id = run->id,
        .match = match,
        .pairs_0 = pairs->count[0],
        .pairs_1 = pairs->count[1],
        .pairs_2 = pairs->count[2],
        .pairs_3 = pairs->count[3],
        .pairs_4 = pairs->count[4],
    };
    return sow_store_add(run->sink, match_pairs, &row, err);
}

/* Adds the row of table `match_tests`: settings, bounds, log likelihood ratio and verdict
   of the sequential test. The ratio and its bounds are rounded (sow_settled), because
   compilers differ in their last bits. Returns an error of the database. */
static enum sow_status store_test(const struct sow_run *run, const struct sow_sprt *sprt,
                                  const struct sow_sprt_state *state, struct sow_err *err)
{
    struct sow_match_test_row row = {
        .run_id = run->id,
        .elo0 = sprt->elo0,
        .elo1 = sprt->elo1,
        .alpha = sprt->alpha,
        .beta = sprt->beta,
        .llr = sow_settled(state->llr),
        .lower = sow_settled(state->lower),
        .upper = sow_settled(state->upper),
        .verdict = sow_sprt_verdict_names[state->verdict],
    };
    return sow_store_add(run->sink, match_test, &row, err);
}

/* Stores kept games, match, pairs and, with --sprt, the sequential test in one
   transaction; the match has the number 0. On failure nothing is stored. */
static enum sow_status store_match(const struct sow_run *run,
                                   const struct sow_match_options *match,
                                   const struct played *played, struct sow_err *err)
{
    struct sow_match_result result = {.purpose = "match",
                                      .player = &played->agents[0],
                                      .opponent = &played->agents[1],
                                      .duel = &played->duel};
    enum sow_status status = sow_store_begin(run->sink, err);
    if (status != SOW_OK)
        return status;
    status = sow_kept_store(&played->kept, 0, run->rules, run, 0, err);
    if (status == SOW_OK)
        status = sow_match_store(run, &result, err);
    if (status == SOW_OK)
        status = sow_match_store_pairs(run, 0, &played->duel.pairs, err);
    if (status == SOW_OK && sow_sprt_wanted(&match->sprt))
        status = store_test(run, &match->sprt, &played->state, err);
    return sow_store_end(run->sink, status, err);
}

/* Plays and stores the match (`execute` of run.h), and sets the reason why the run
   ended. Nothing is stored if the games fail or are stopped. */
static enum sow_status execute_match(struct sow_run *run, const void *options,
                                     struct sow_err *err)
{
    static const char *const REASONS[] = {
        [SOW_SPRT_UNDECIDED] = "all games played",
        [SOW_SPRT_H0] = "sequential test: h0 accepted",
        [SOW_SPRT_H1] = "sequential test: h1 accepted",
    };
    const struct sow_match_options *match = options;
    struct played played = {.state = {.verdict = SOW_SPRT_UNDECIDED}};
    enum sow_status status =
        sow_contestants_parse(&match->contestants, played.agents, err);
    if (status == SOW_OK)
        status = play_match(run, match, &played, err);
    if (status == SOW_OK)
        status = store_match(run, match, &played, err);
    sow_kept_release(&played.kept);
    run->stop_reason = REASONS[played.state.verdict];
    return status;
}

/* Takes two words of a command line as the players (`take` of run.h). Returns SOW_USAGE
   if a word is too long. */
static enum sow_status take_match(void *options, const struct sow_words *words,
                                  struct sow_err *err)
{
    struct sow_match_options *match = options;
    return sow_err_blame(
        err,
        sow_contestants_take(&match->contestants, words->words[0], words->words[1], err),
        "operands");
}

static const char *const CONTENT[] = {"games", "matches", "match_pairs", "match_tests",
                                      NULL};

static const char *const MEASURES[] = {"score", NULL};

const struct sow_run_kind sow_match_kind = {
    .name = "match",
    .groups = {{.table = &sow_contestant_params,
                .offset = offsetof(struct sow_match_options, contestants),
                .use = SOW_RECORDED},
               {.table = &sow_match_params}},
    .options_size = sizeof(struct sow_match_options),
    .again = "player opponent",
    .command =
        {
            .kind = &sow_match_kind,
            .section = "Playing",
            .name = "match",
            .operands = "PLAYER OPPONENT",
            .summary =
                "play a match between two players in both seats; gives score and Elo",
            .examples =
                "sowlab match divilly2013 h4 --variant erherhe --games 2000\n"
                "sowlab match run:17 divilly2013 --sprt elo0=0,elo1=10\n"
                "sowlab match run:17 divilly2013 --variant awari --random-plies 4\n"
                "sowlab match weights:0.2,0.19,0.37,1,0.42,0.57 order:h4,h6,h1",
            .details =
                "'sowlab players' lists the forms of players. Elo and its 95 % interval "
                "are computed from pairs of games with the seats exchanged. The column "
                "superiority is near 1 if the first player is surely the stronger one, and 0.5 "
                "if both score the same.\n"
                "With --sprt the match ends when its log likelihood ratio (llr) reaches "
                "a bound: the upper one accepts h1, the lower one h0. " SOW_DOC_STATISTICS
                " explains how each figure is computed.\n",
            .takes = SOW_TAKES_RUN | SOW_TAKES_RULES,
            .min_operands = 2,
            .max_operands = 2,
        },
    .take = take_match,
    .prepare = prepare_match,
    .question = &OPENINGS_QUESTION,
    .execute = execute_match,
    .sections = sow_match_sections,
    .charts = sow_match_charts,
    .content = CONTENT,
    .measures = MEASURES,
};
