/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of kind "suite": their options, the measuring of all rule sets, and the rows. */
#include "sow/suite/suite_run.h"

#include "sow/statistics/statistics_samples.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/tables/suite_times.def"
#include "sow/store/tables/suites.def"
#include "sow/strength/strength.h"
#include "sow/support/doc_pages.h"
#include "sow/support/processor.h"
#include "sow/support/progress.h"
#include "suite_measure.h"
#include "suite_sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_suite_options, field)

static const struct sow_param ROWS[] = {
    {"quick", &sow_param_flag, AT(quick), 0, 0, NULL, "no",
     "small edition of the suite, for tests: seconds of time, figures that compare with "
     "nothing"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static const struct sow_param TYPED_ROWS[] = {
    {"file", &sow_param_text, AT(file), 0, SOW_SUITE_PATH_MAX, NULL, "",
     "file of the suite, made if there is none; by default sowlab/suite-1.txt in "
     "$XDG_CACHE_HOME or ~/.cache"},
};

static const struct sow_param_table TYPED = {TYPED_ROWS,
                                             sizeof TYPED_ROWS / sizeof TYPED_ROWS[0]};

static const struct sow_param RECORDED_ROWS[] = {
    {"players", &sow_param_players, AT(players), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "the player"},
    {"names", &sow_param_player_names, AT(players), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "the player as written on the command line"},
    {"edition", &sow_param_text, AT(edition), 0, 31, NULL, "", "edition of the suite"},
    {"suite_digest", &sow_param_text, AT(digest), 0, 64, NULL, "", "SHA-256 of its file"},
    {"variants", &sow_param_variants,
     AT(choice) + offsetof(struct sow_variant_choice, set), 0, SOW_VARIANT_SET_TEXT_MAX,
     NULL, "", "the rule sets"},
};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

/* ---- Before the run ---- */

/* Makes the file of the suite, unless a good one is there. Returns an error of
   sow_suite_load or sow_suite_make. */
static enum sow_status provide_file(const struct sow_suite_options *asked,
                                    const struct sow_words *words, struct sow_err *err)
{
    const struct sow_suite_edition *edition = sow_suite_edition(asked->quick);
    struct sow_suite suite;
    enum sow_status status = sow_suite_load(edition, asked->file, &suite, err);
    sow_suite_release(&suite);
    if (status != SOW_NOT_FOUND)
        return status;
    words->note(words->cli, "the file of suite %s is made first", edition->name);
    return sow_suite_make(edition, asked->file, words->with, err);
}

/* Takes the player from the operand, and provides the file of the suite. It is the kind's
   `take`. Returns an error of the player or of the file. */
static enum sow_status take_suite(void *options, const struct sow_words *words,
                                  struct sow_err *err)
{
    struct sow_suite_options *asked = options;
    const char *word = words->words[0];
    struct sow_agent agent;
    enum sow_status status = SOW_OK;
    /* A wrong spec is refused before the file is made. */
    if (strncmp(word, "run:", 4) != 0)
        status = sow_agent_parse(word, NULL, &agent, err);
    if (status == SOW_OK)
        status = sow_player_list_take(&asked->players, words->count, words->words, err);
    status = sow_err_blame(err, status, "operands");
    return status == SOW_OK ? sow_err_blame(err, provide_file(asked, words, err), "file")
                            : status;
}

/* Returns SOW_OK if the player can play by the rules of a variant. Waits for no outside
   program. */
static enum sow_status can_play(const struct sow_agent *player,
                                const struct sow_variant *variant, struct sow_err *err)
{
    return sow_agent_open(player, &variant->rules, false, err);
}

/* Sets edition and rule sets, unless the record has them. Returns SOW_BAD_DATA for an
   edition that this version does not know. */
static enum sow_status settle_edition(struct sow_suite_options *asked,
                                      struct sow_err *err)
{
    const struct sow_suite_edition *edition = sow_suite_edition(asked->quick);
    if (asked->digest[0] == '\0') {
        (void)snprintf(asked->edition, sizeof asked->edition, "%s", edition->name);
        (void)snprintf(asked->digest, sizeof asked->digest, "%s", edition->digest);
    }
    if (strcmp(asked->digest, edition->digest) != 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "the run was measured on edition '%s' of the suite, which "
                           "this version does not know: use the version that made it",
                           asked->edition);
    if (!sow_variant_set_is_empty(&asked->choice.set))
        return sow_variant_choice_resolve(&asked->choice, err);
    sow_variant_set_release(&asked->choice.set); /* an empty text may be in it */
    return sow_suite_rules(edition, &asked->choice.set, err);
}

/* Resolves the player and the rule sets, and checks that the player can play in one of
   them. It is the kind's `prepare`. Returns the first error; of a player that cannot play
   at all, that of the first rule set. */
static enum sow_status prepare_suite(void *options, struct sow_store *source,
                                     const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_suite_options *asked = options;
    (void)rules;
    enum sow_status status = sow_err_blame(
        err, sow_player_list_resolve(&asked->players, source, err), "operands");
    if (status == SOW_OK && asked->players.count != 1)
        return sow_err_blame(err,
                             sow_err_set(err, SOW_USAGE,
                                         "'%.200s' is several players: the suite "
                                         "measures one at a time",
                                         asked->players.name_text != NULL
                                             ? asked->players.name_text
                                             : "the operand"),
                             "operands");
    if (status == SOW_OK)
        status = settle_edition(asked, err);
    if (status != SOW_OK)
        return status;
    const struct sow_variant_set *set = &asked->choice.set;
    for (size_t i = set->count; i-- > 0;) {
        status = can_play(&asked->players.agents[0], &set->variants[i], err);
        if (status == SOW_OK)
            return SOW_OK;
    }
    return sow_err_blame(err, status, "operands");
}

/* ---- The run ---- */

/* State of a run. */
struct measuring {
    struct sow_run *run;
    const struct sow_agent *player;
    struct sow_suite suite; /* owned */
    char processor[160];    /* name of the processor */
};

/* Stores a row and its time in one transaction. */
static enum sow_status store_row(const struct measuring *measuring,
                                 const struct sow_suite_place_row *row, int64_t moves,
                                 double seconds, struct sow_err *err)
{
    struct sow_store *sink = measuring->run->sink;
    struct sow_suite_times_row times = {.run_id = row->run_id,
                                        .line = row->line,
                                        .moves = moves,
                                        .seconds = seconds,
                                        .processor = measuring->processor};
    enum sow_status status = sow_store_begin(sink, err);
    if (status == SOW_OK)
        status = sow_store_add(sink, suite_place, row, err);
    if (status == SOW_OK)
        status = sow_store_add(sink, suite_times, &times, err);
    return sow_store_end(sink, status, err);
}

/* Measures the player on rule set number @p line and stores the row. A player that cannot
   play by the rules gets a row that says so. Returns an error of sow_suite_measure or of
   the database. */
static enum sow_status measure_place(const struct measuring *measuring, size_t line,
                                     struct sow_err *err)
{
    const struct sow_suite_place *place = &measuring->suite.places[line];
    struct sow_run *run = measuring->run;
    struct suite_opponents opponents;
    struct suite_result result;
    struct suite_task task = {place, &opponents, measuring->player, &run->with};
    struct sow_err reason = {.text = ""};
    struct sow_suite_place_row row = {.run_id = run->id,
                                      .line = (int)line,
                                      .part = place->unseen ? "unseen" : "variant",
                                      .variant = place->variant.name,
                                      .note = ""};
    enum sow_status status = sow_suite_opponents_of(place, &opponents, err);
    if (status != SOW_OK)
        return status;
    bool able = can_play(measuring->player, &place->variant, &reason) == SOW_OK;
    if (reason.status == SOW_NO_MEMORY)
        return sow_err_no_memory(err);
    if (able)
        status = sow_suite_measure(&task, &result, err);
    else
        sow_suite_result_clear(&result);
    if (status != SOW_OK)
        return status;
    row.opponents = opponents.name;
    row.games = result.games;
    row.score = result.score;
    row.low = result.low;
    row.high = result.high;
    row.positions = result.positions;
    row.regret = result.regret;
    row.regret_low = result.regret_low;
    row.regret_high = result.regret_high;
    row.optimal = result.optimal;
    row.forfeits = result.forfeits;
    if (!able)
        row.note = reason.text;
    else if (result.forfeits > 0)
        row.note = sow_ending_names[result.reason];
    return store_row(measuring, &row, result.moves, result.seconds, err);
}

/* ---- Totals ---- */

/* Sums over the stored rows of one part. */
struct total {
    const char *part;
    struct sow_suite_place_row row; /* sums */
    /* Sums of squares of the distances from a value to the ends of its interval. */
    struct sow_interval spread, regret_spread;
    double scores[SOW_VARIANT_SET_MAX];
    size_t count, rows, regrets;
    int64_t moves;
    double seconds;
};

/* Adds the squares of the distances from a value to the ends of its interval. They differ
   where the interval ends at 0 or 1. */
static void add_reach(struct sow_interval *spread, double value, double low, double high)
{
    spread->low += (value - low) * (value - low);
    spread->high += (high - value) * (high - value);
}

/* Adds a row of table `suites` to the total @p context of its part
 * (`sow_suite_place_fn`). */
static enum sow_status add_row(void *context, const struct sow_suite_place_row *row,
                               struct sow_err *err)
{
    (void)err;
    struct total *total = context;
    if (strcmp(row->part, total->part) != 0)
        return SOW_OK;
    total->rows++;
    total->row.games += row->games;
    total->row.positions += row->positions;
    total->row.forfeits += row->forfeits;
    if (row->games > 0) {
        total->scores[total->count++] = row->score;
        add_reach(&total->spread, row->score, row->low, row->high);
    }
    if (row->positions > 0) {
        add_reach(&total->regret_spread, row->regret, row->regret_low, row->regret_high);
        total->regrets++;
        total->row.regret += row->regret;
        total->row.optimal += row->optimal;
    }
    return SOW_OK;
}

/* Adds the time of a rule set to a total (`sow_suite_times_fn`). @p context is a struct
   total whose `rows` are read before; the unseen rule sets follow the variants. */
static enum sow_status add_time(void *context, const struct sow_suite_times_row *row,
                                struct sow_err *err)
{
    (void)err;
    struct total *total = context;
    if (row->line < total->row.line || row->line >= total->row.line + (int)total->rows)
        return SOW_OK;
    total->moves += row->moves;
    total->seconds += row->seconds;
    return SOW_OK;
}

/* Turns sums into means. The variants are fixed, so the interval of their mean adds the
   variances. The unseen rule sets are a sample, so theirs is Student's over them. */
static void conclude_total(struct total *total, bool sampled)
{
    struct sow_suite_place_row *row = &total->row;
    struct sow_interval interval = {(double)NAN, (double)NAN};
    double count = (double)total->count;
    double regrets = (double)total->regrets;
    row->score = (double)NAN;
    if (total->count > 0 && sampled) {
        row->score = sow_strength_score(total->scores, total->count, &interval);
    } else if (total->count > 0) {
        struct sow_sample sample = {total->scores, total->count};
        row->score = sow_settled(sow_sample_mean(&sample, SOW_LEVEL, &interval));
        interval.low = fmax(row->score - sqrt(total->spread.low) / count, 0.0);
        interval.high = fmin(row->score + sqrt(total->spread.high) / count, 1.0);
    }
    row->low = sow_settled(interval.low);
    row->high = sow_settled(interval.high);
    row->regret = total->regrets > 0 ? sow_settled(row->regret / regrets) : (double)NAN;
    row->optimal = total->regrets > 0 ? sow_settled(row->optimal / regrets) : (double)NAN;
    row->regret_low =
        sow_settled(fmax(row->regret - sqrt(total->regret_spread.low) / regrets, 0.0));
    row->regret_high =
        sow_settled(row->regret + sqrt(total->regret_spread.high) / regrets);
    if (total->regrets == 0)
        row->regret_low = row->regret_high = (double)NAN;
}

/* Stores the total of the rule sets from @p first on. @p sampled is true if they are a
   sample of rule sets. Returns an error of the database. */
static enum sow_status store_total(const struct measuring *measuring, bool sampled,
                                   int first, struct sow_err *err)
{
    const struct sow_run *run = measuring->run;
    char note[80] = "";
    struct total total = {.part = sampled ? "unseen" : "variant",
                          .row = {.run_id = run->id, .line = first}};
    enum sow_status status =
        sow_store_each(run->sink, suite_place, run->id, add_row, &total, err);
    if (status == SOW_OK)
        status = sow_store_each(run->sink, suite_times, run->id, add_time, &total, err);
    if (status != SOW_OK)
        return status;
    conclude_total(&total, sampled);
    if (total.count < total.rows)
        (void)snprintf(note, sizeof note, "plays in %zu of %zu rule sets", total.count,
                       total.rows);
    total.row.part = "total";
    total.row.variant = sampled ? "unseen rule sets" : "all variants";
    total.row.opponents = "";
    total.row.note = note;
    total.row.line = (int)measuring->suite.count + sampled;
    return store_row(measuring, &total.row, total.moves, total.seconds, err);
}

/* ---- All of it ---- */

/* Reads the suite, or makes it in memory if there is no file. Returns an error of
   sow_suite_load or sow_suite_text. */
static enum sow_status open_suite(const struct sow_suite_options *asked,
                                  struct measuring *measuring, struct sow_err *err)
{
    const struct sow_suite_edition *edition = sow_suite_edition(asked->quick);
    char *text = NULL;
    enum sow_status status = sow_suite_load(edition, asked->file, &measuring->suite, err);
    if (status != SOW_NOT_FOUND && status != SOW_USAGE)
        return status;
    status = sow_suite_text(edition, &measuring->run->with, &text, err);
    if (status == SOW_OK)
        status = sow_suite_read(edition, text, &measuring->suite, err);
    free(text);
    return status;
}

/* Begins the progress, with the rule sets that are stored as done. Returns an error of
   the opponents. */
static enum sow_status begin_progress(const struct measuring *measuring, size_t stored,
                                      struct sow_err *err)
{
    uint64_t total = 0;
    uint64_t done = 0;
    for (size_t i = 0; i < measuring->suite.count; i++) {
        struct suite_opponents opponents;
        enum sow_status status =
            sow_suite_opponents_of(&measuring->suite.places[i], &opponents, err);
        if (status != SOW_OK)
            return status;
        uint64_t work = sow_suite_work(&measuring->suite.places[i], &opponents);
        total += work;
        done += i < stored ? work : 0;
    }
    sow_progress_begin(measuring->run->with.progress, total, "games and positions");
    sow_progress_advance(measuring->run->with.progress, done, NULL);
    return SOW_OK;
}

/* Measures the rule sets that are not stored yet, then the totals. Returns the first
   failure. */
static enum sow_status measure_all(const struct measuring *measuring, struct sow_err *err)
{
    struct sow_run *run = measuring->run;
    size_t count = measuring->suite.count;
    size_t known = count - measuring->suite.edition->unseen_count;
    int64_t stored = 0;
    enum sow_status status = sow_store_count(run->sink, "suites", run->id, &stored, err);
    if (status == SOW_OK)
        status = begin_progress(measuring, (size_t)stored, err);
    for (size_t i = (size_t)stored; i < count + 2 && status == SOW_OK; i++) {
        status = sow_run_look(run, err);
        if (status != SOW_OK)
            break;
        status = i < count
                     ? measure_place(measuring, i, err)
                     : store_total(measuring, i > count, i > count ? (int)known : 0, err);
    }
    sow_progress_end(run->with.progress);
    return status;
}

/* Measures the player on all rule sets. It is the kind's `execute`. Returns an error of
   the suite, the player or the database. */
static enum sow_status execute_suite(struct sow_run *run, const void *options,
                                     struct sow_err *err)
{
    const struct sow_suite_options *asked = options;
    struct measuring measuring = {.run = run, .player = &asked->players.agents[0]};
    sow_processor_name(measuring.processor, sizeof measuring.processor);
    enum sow_status status = open_suite(asked, &measuring, err);
    if (status == SOW_OK)
        status = measure_all(&measuring, err);
    sow_suite_release(&measuring.suite);
    run->kernel_used = "mixed";
    run->stop_reason = "all rule sets measured";
    return status;
}

static const char *const CONTENT[] = {"suites", NULL};

const struct sow_run_kind sow_suite_kind = {
    .name = "suite",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &TABLE},
               {.table = &TYPED, .use = SOW_TYPED}},
    .options_size = sizeof(struct sow_suite_options),
    .command =
        {
            .kind = &sow_suite_kind,
            .section = "Playing",
            .name = "suite",
            .operands = "PLAYER",
            .summary = "measure any player on a frozen suite of rule sets and positions",
            .examples =
                "sowlab suite run:17\n"
                "sowlab suite 'exec:[./player.py],ms=100' --json > player.json\n"
                "sowlab suite 'alphabeta:depth=4,eval=[state:store_difference=1]'",
            .details =
                "Table 'suite' has a row for each built-in variant: the score against "
                "its panel, the seeds that a move loses against perfect play, "
                "microseconds a move, and forfeits. Two more rows have the means of all "
                "variants and of 20 unseen rule sets. There the opponents are six "
                "baselines, from random to a search of depth 8.\n"
                "The suite is a file that 'sowlab suite make' makes. This command makes "
                "it too if there is none. A file with another digest is refused. So all "
                "players meet the same openings, opponents and positions.\n"
                "--json writes all of it, with the digest of the suite, for a "
                "leaderboard. " SOW_DOC_SUITE " has the protocol, and the rows of the "
                "baselines.\n",
            .takes =
                SOW_TAKES_RUN & ~SOW_TAKES_SEED & ~SOW_TAKES_KERNEL & ~SOW_TAKES_PLOT,
            .min_operands = 1,
            .max_operands = 1,
        },
    .take = take_suite,
    .again = "players",
    .prepare = prepare_suite,
    .execute = execute_suite,
    .goes_on = true,
    .sections = sow_suite_sections,
    .content = CONTENT,
};
