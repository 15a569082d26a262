/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/studies/transfer.h"

#include "regret.h"
#include "sow/base/stream.h"
#include "sow/matches/openings.h"
#include "sow/runs/run_games.h"
#include "sow/store/store.h"
#include "sow/store/tables/runs.def"
#include "sow/studies/study_sections.h"
#include "sow/support/doc_pages.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_transfer_options, field)

/* Words of --distances, by enum sow_transfer_distances. */
static const char *const DISTANCES[] = {"no", "yes", NULL};

static const struct sow_param ROWS[] = {
    SOW_STUDY_OPPONENTS_ROW("opponents of each vector"),
    SOW_STUDY_GAMES_ROW("1000"),
    SOW_OPENINGS_ROW(SOW_STUDY_AT(random_plies)),
    SOW_STARTS_ROW(SOW_STUDY_AT(starts)),
    {"distances", &sow_param_added_choice, AT(distances), 0, 0, DISTANCES, "no",
     "'yes' = matches also between the opponents, four or more, which show how alike the "
     "variants are, and whether that predicts what a vector loses"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Rows as in sow_variant_choice_params, but without a default: if no variants are
   typed, they are the variants of the runs. */

static const struct sow_param GAMES_ROWS[] = {
    SOW_VARIANTS_ROW(
        AT(study.choice), "",
        "variants to test in: names, variant files and groups (paper, five, all), "
        "random ones (random:[20,seed=7]), "
        "separated by commas; by default the variants of the runs"),
    SOW_VARIANT_SIZE_ROWS(AT(study.choice)),
};

static const struct sow_param_table GAMES = {GAMES_ROWS,
                                             sizeof GAMES_ROWS / sizeof GAMES_ROWS[0]};

static const struct sow_param RECORDED_ROWS[] = {
    SOW_STUDY_PLAYERS_ROWS,
    {"origins", &sow_param_string, AT(origins), 0, SOW_ORIGINS_MAX, NULL, "",
     "variants in which the vectors were evolved, a line for each vector, with tabs "
     "between several"},
    SOW_STUDY_OPPONENT_NAMES_ROW,
};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

/* Returns true if --variants is given. Condition of `pits` and `seeds_per_pit` in NEEDS.
   @p options is a struct sow_transfer_options. */
static bool names_games(const void *options)
{
    const struct sow_transfer_options *transfer = options;
    return !sow_variant_set_is_empty(&transfer->study.choice.set);
}

static const struct sow_param_need NEEDS[] = {
    {"pits", names_games, "--variants"},
    {"seeds_per_pit", names_games, "--variants"},
    {NULL, NULL, NULL},
};

/* --- vectors of runs --- */

/* Sets the error that too many runs are named, and returns SOW_USAGE. */
static enum sow_status too_many(struct sow_err *err)
{
    return sow_err_set(err, SOW_USAGE, "too many runs; name fewer");
}

/* Adds variant number @p index of @p games to @p set, unless the set has one of its
   name. Then sets @p other to true if that one has other rules, else to false. Returns
   an error of sow_variant_set_add, without a message. */
static enum sow_status add_game(struct sow_variant_set *set,
                                const struct sow_variant_set *games, size_t index,
                                bool *other)
{
    const char *name = games->variants[index].name;
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->variants[i].name, name) == 0) {
            *other = strcmp(set->rules[i], games->rules[index]) != 0;
            return SOW_OK;
        }
    return sow_variant_set_add(set, &games->variants[index], games->rules[index], NULL);
}

/* Adds the variants of stored run @p id to @p set. If @p alike is true, a variant whose
   name is in the set with other rules fails with SOW_USAGE; else it is ignored. Also
   fails for an unknown run and for too many variants. */
static enum sow_status add_games(struct sow_variant_set *set, struct sow_store *store,
                                 int64_t id, bool alike, struct sow_err *err)
{
    struct sow_run_row run;
    struct sow_variant_set games = {.count = 0};
    enum sow_status status = sow_store_read_run(store, id, &run, err);
    if (status != SOW_OK)
        return status;
    status = sow_run_games_read(&run, &games, err);
    for (size_t i = 0; i < games.count && status == SOW_OK; i++) {
        bool other = false;
        status = add_game(set, &games, i, &other);
        if (status != SOW_OK)
            status = sow_err_blame(err, too_many(err), "operands");
        else if (alike && other)
            status = sow_err_set(
                err, SOW_USAGE,
                "run %lld has other rules for '%s' than a run before it; name the "
                "variants with --variants",
                (long long)id, games.variants[i].name);
    }
    sow_variant_set_release(&games);
    sow_run_row_release(&run);
    return status;
}

/* Adds the variants of all runs in @p runs to @p set. The text has "run:ID" for each
   run, separated by @p between: a blank in a list of players, `=` in the name of a
   player that several runs made. With a blank, variants of one name must have the same
   rules. Fails as add_games. */
static enum sow_status add_games_of(struct sow_variant_set *set, struct sow_store *store,
                                    const char *runs, char between, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    bool alike = between == ' ';
    for (const char *at = runs; at != NULL && status == SOW_OK;) {
        at += strcspn(at, ":");
        status = add_games(set, store, strtoll(at + (*at == ':'), NULL, 10), alike, err);
        at = strchr(at, between);
    }
    return status;
}

/* Writes a line for each vector to @p out: the variants in which it was evolved, with
   tabs between them. Runs that made the same player are one vector, which belongs to the
   variants of all these runs. Fails as add_games. */
static enum sow_status write_origins(const struct sow_player_list *players,
                                     struct sow_store *store, FILE *out,
                                     struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < players->count && status == SOW_OK; i++) {
        struct sow_variant_set homes = {.count = 0};
        status = add_games_of(&homes, store, players->names[i], '=', err);
        for (size_t k = 0; k < homes.count; k++)
            (void)fprintf(out, "%s%s", k > 0 ? "\t" : "", homes.variants[k].name);
        (void)fputc('\n', out);
        sow_variant_set_release(&homes);
    }
    return status;
}

/* Sets `origins` of the options from the stored runs of the vectors, which are resolved.
   Returns SOW_USAGE if the text is too long, SOW_NO_MEMORY, or an error of add_games. */
static enum sow_status find_origins(struct sow_transfer_options *options,
                                    struct sow_store *store, struct sow_err *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = write_origins(&options->study.players, store, out, err);
    if (fclose(out) != 0 && status == SOW_OK)
        status = sow_err_no_memory(err);
    if (status == SOW_OK && size > SOW_ORIGINS_MAX)
        status = sow_err_blame(err, too_many(err), "operands");
    free(options->origins);
    options->origins = text;
    return status;
}

/* Resolves the vectors of the typed runs and sets `origins`. If no variants are typed,
   the variants of the study are all those of the runs. Returns SOW_USAGE for too many of
   them, or an error of add_games or sow_player_list_resolve. */
static enum sow_status take_runs(struct sow_transfer_options *options,
                                 struct sow_store *store, struct sow_err *err)
{
    struct sow_study_options *study = &options->study;
    enum sow_status status = SOW_OK;
    if (sow_variant_set_is_empty(&study->choice.set)) {
        status = add_games_of(&study->choice.set, store, study->players.text, ' ', err);
        if (status == SOW_OK && sow_variant_set_check(&study->choice.set, NULL) != SOW_OK)
            status = sow_err_blame(err, too_many(err), "operands");
    }
    if (status == SOW_OK)
        status = sow_player_list_resolve(&study->players, store, err);
    return status == SOW_OK ? find_origins(options, store, err) : status;
}

/* Takes the words of a command line, numbers of runs, as players "run:ID" with blanks
   between. It is the kind's `take`. Returns SOW_USAGE for another word or too many runs,
   or SOW_NO_MEMORY. */
static enum sow_status take_transfer(void *options, const struct sow_words *words,
                                     struct sow_err *err)
{
    struct sow_transfer_options *transfer = options;
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    int64_t id;
    enum sow_status status = SOW_OK;
    for (int i = 0; i < words->count && status == SOW_OK; i++) {
        const char *word = words->words[i];
        if (strncmp(word, "run:", 4) == 0)
            word += 4; /* as players are named elsewhere, and on the page of a run */
        status =
            sow_err_blame(err, sow_word_integer(word, "ID", 1, &id, err), "operands");
        (void)fprintf(out, "%srun:%lld", i > 0 ? " " : "", (long long)id);
    }
    if (fclose(out) != 0 && status == SOW_OK)
        status = sow_err_no_memory(err);
    if (status == SOW_OK && size > SOW_PLAYER_LIST_MAX)
        status = sow_err_blame(err, too_many(err), "operands");
    if (status == SOW_OK)
        status = sow_err_blame(
            err, sow_player_list_type(&transfer->study.players, text, err), "operands");
    free(text);
    return status;
}

/* --- the run --- */

/* Cuts the recorded origins in `origin_room`, in place, into a line for each vector, and
   sets `origins` to the lines. Returns false if there are fewer or more lines than @p
   vectors. */
static bool cut_origins(struct sow_transfer *transfer, size_t vectors)
{
    char *rest = transfer->origin_room;
    for (size_t i = 0; i < vectors; i++) {
        transfer->origins[i] = strsep(&rest, "\n");
        if (rest == NULL)
            return false;
    }
    return *rest == '\0';
}

/* Copies the recorded origins into the state and cuts them into lines. Returns
   SOW_BAD_DATA unless there is one line for every vector, or SOW_NO_MEMORY. */
static enum sow_status read_origins(struct sow_study *study, struct sow_err *err)
{
    const struct sow_transfer_options *options = study->options;
    struct sow_transfer *transfer = study->state;
    transfer->origin_room = strdup(options->origins != NULL ? options->origins : "");
    transfer->origins = calloc(study->players.count, sizeof *transfer->origins);
    if (transfer->origin_room == NULL || transfer->origins == NULL)
        return sow_err_no_memory(err);
    return cut_origins(transfer, study->players.count)
               ? SOW_OK
               : sow_err_set(err, SOW_BAD_DATA,
                             "the stored vectors do not have one origin each; "
                             "the record is damaged");
}

/* Returns SOW_USAGE if distances are asked for with too few opponents. */
static enum sow_status check_distances(const struct sow_study *study, struct sow_err *err)
{
    const struct sow_transfer_options *options = study->options;
    size_t opponents = study->opponents.count;
    if (options->distances == SOW_DISTANCES_NO || opponents >= SOW_DISTANCES_OPPONENTS)
        return SOW_OK;
    return sow_err_blame(err,
                         sow_err_set(err, SOW_USAGE,
                                     "%zu opponents cannot tell how alike variants are: "
                                     "name four or more with --opponents",
                                     opponents),
                         "distances");
}

/* Lists the matches between the opponents in a variant, if distances are asked for. */
static void list_opponents(struct sow_study *study, size_t variant)
{
    const struct sow_transfer_options *options = study->options;
    size_t first = study->players.count;
    size_t end =
        options->distances == SOW_DISTANCES_YES ? first + study->opponents.count : first;
    for (size_t i = first; i < end; i++)
        for (size_t j = i + 1; j < end; j++)
            sow_study_add_cell(study, variant, i, j);
}

/* Reads the origins and lists the cells, variant by variant. First are all vectors
   against all opponents. Then come the pairs of vectors of which at least one was
   evolved in the variant, and then the pairs of opponents. It is the `begin` of the
   design; fails as read_origins and check_distances. */
static enum sow_status begin_transfer(struct sow_study *study, struct sow_err *err)
{
    size_t vectors = study->players.count;
    enum sow_status status = check_distances(study, err);
    if (status == SOW_OK)
        status = read_origins(study, err);
    for (size_t v = 0; v < study->set.count && status == SOW_OK; v++) {
        for (size_t i = 0; i < vectors; i++)
            for (size_t o = 0; o < study->opponents.count; o++)
                sow_study_add_cell(study, v, i, vectors + o);
        for (size_t i = 0; i < vectors; i++)
            for (size_t j = i + 1; j < vectors; j++)
                if (sow_transfer_is_home(study, v, i) ||
                    sow_transfer_is_home(study, v, j))
                    sow_study_add_cell(study, v, i, j);
        list_opponents(study, v);
    }
    return status;
}

/* Frees the members of a struct sow_transfer. Callback `release` of struct
   sow_study_design; @p state is the struct. */
static void release_transfer(void *state)
{
    struct sow_transfer *transfer = state;
    free(transfer->origin_room);
    free(transfer->origins);
}

static const struct sow_study_design DESIGN = {
    .least_players = 2,
    .miscount = "one vector cannot be compared: name two runs or more",
    .has_opponents = true,
    .state_size = sizeof(struct sow_transfer),
    .begin = begin_transfer,
    .conclude = sow_transfer_conclude,
    .table = "transfers",
    .release = release_transfer,
    .ended = "all games played",
};

/* Resolves the runs, unless `origins` is recorded, and prepares the study. It is the
   kind's `prepare`. Fails as take_runs and sow_study_prepare. */
static enum sow_status prepare_transfer(void *options, struct sow_store *source,
                                        const struct sow_rules *rules,
                                        struct sow_err *err)
{
    (void)rules;
    struct sow_transfer_options *transfer = options;
    bool recorded = transfer->origins != NULL && transfer->origins[0] != '\0';
    enum sow_status status =
        recorded ? SOW_OK
                 : sow_err_blame(err, take_runs(transfer, source, err), "operands");
    return status == SOW_OK ? sow_study_prepare(&DESIGN, options, source, err) : status;
}

/* Finds the first variant of the recorded origins that is not tested. Returns its name in
   the text, with its @p length, or NULL. */
static const char *find_untested(const struct sow_transfer_options *options, int *length)
{
    static const char ENDS[] = "\t\n";
    const struct sow_variant_set *set = &options->study.choice.set;
    for (const char *at = options->origins; *at != '\0';
         at += *length + (at[*length] != '\0')) {
        bool tested = false;
        *length = (int)strcspn(at, ENDS);
        for (size_t i = 0; i < set->count; i++)
            tested = tested || (strlen(set->variants[i].name) == (size_t)*length &&
                                strncmp(set->variants[i].name, at, (size_t)*length) == 0);
        if (!tested)
            return at;
    }
    return NULL;
}

/* Notes that vectors of variants that are not tested have no distances. It is the
   `remark` of the kind. */
static void remark_distances(const void *options, const struct sow_words *words)
{
    const struct sow_transfer_options *transfer = options;
    int length = 0;
    const char *name = transfer->distances == SOW_DISTANCES_YES
                           ? find_untested(transfer, &length)
                           : NULL;
    if (name != NULL)
        words->note(words->cli,
                    "a vector that was evolved in '%.*s' has no distance from there, "
                    "because it is not among the tested variants: add it to --variants",
                    length > 200 ? 200 : length, name);
}

static const char *const CONTENT[] = {"match_variants", "matches", "match_pairs",
                                      "transfers", NULL};

const struct sow_run_kind sow_transfer_kind = {
    .name = "transfer",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &TABLE},
               {.table = &GAMES, .title = "Variants"}},
    .needs = NEEDS,
    .options_size = sizeof(struct sow_transfer_options),
    .design = &DESIGN,
    .command =
        {
            .kind = &sow_transfer_kind,
            .section = "Playing",
            .name = "transfer",
            .operands = "ID ID...",
            .summary = "test vectors evolved in one variant in other variants",
            .examples = "sowlab transfer 1 2 3 4\n"
                        "sowlab transfer 1 2 --variants five --games 5000\n"
                        "sowlab transfer 1 2 --variants kalah --pits 4..8 --json",
            .details =
                "Each ID is a run that made a player: an evolution or a fit. A vector "
                "that was evolved in several variants belongs to each of them. 'matrix' "
                "has every vector's score against the opponents in every variant.\n"
                "In 'transfers', regret is the shortfall: the score of the variant's "
                "best vector less the score of this vector. Its interval and p allow "
                "for the choice of the best. The interval is corrected by Bonferroni "
                "over all pairs of vectors of the variant, p by Holm over all rows. An "
                "interval that reaches below 0 leaves open that this vector is the better "
                "one.\n"
                "The column duel_score has the score against the best of the vectors "
                "that were evolved in that variant, with p after Holm.\n"
                "With --distances yes, the column distance has how unlike the variant is "
                "to the nearest one in which the vector was evolved. With four variants "
                "that have vectors of their own, table 'mantel' has the correlation of "
                "distance and loss, and the scores of the nearest variants' vectors: " SOW_DOC_SURVEY
                ".\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 2,
            .max_operands = SOW_ANY_OPERANDS,
        },
    .take = take_transfer,
    .again = "names",
    .refers = true,
    .prepare = prepare_transfer,
    .remark = remark_distances,
    .question = &sow_study_question,
    .execute = sow_study_execute,
    .goes_on = true,
    .sections = sow_transfer_sections,
    .charts = sow_transfer_charts,
    .content = CONTENT,
};
