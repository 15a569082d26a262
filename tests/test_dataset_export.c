/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of exported data sets, read again by the project's own reader. */
#include "dataset_support.h"
#include "sample.h"
#include "sow/fitting/csv_reader.h"
#include "sow/fitting/dataset_export.h"
#include "sow/heuristics/state_features.h"
#include "sow/players/fit_columns.h"

FIXTURE(ANY, enter_folder, leave_folder)

/* Makes a data set with positions and choices by the rules of @p variant. */
static int64_t make_both(struct sow_store *store, const char *variant, int label)
{
    struct sow_dataset_options options;
    dataset_defaults(&options);
    options.games = 10;
    options.record = SOW_RECORD_BOTH;
    options.label = label;
    return make_dataset(store, variant, &options);
}

static void export_file(struct sow_store *store, int64_t id, const char *features,
                        bool choices)
{
    struct sow_err err;
    struct sow_dataset_export wanted = {
        .id = id, .features = features, .folds = 7, .choices = choices};
    FILE *out = fopen(file_path(), "w");
    ck_assert_ptr_nonnull(out);
    ck_ok(sow_dataset_export(store, &wanted, out, &err));
    ck_assert_int_eq(fclose(out), 0);
}

static struct sow_csv *open_export(void)
{
    struct sow_err err;
    struct sow_csv *csv;
    ck_ok(sow_csv_open(&csv, file_path(), &err));
    return csv;
}

static bool next_record(struct sow_csv *csv)
{
    struct sow_err err;
    bool more;
    ck_ok(sow_csv_next(csv, &more, &err));
    return more;
}

static const char *text_of(const struct sow_csv *csv, const char *name)
{
    int column = sow_csv_find(csv, name);
    ck_assert_msg(column >= 0, "no column '%s'", name);
    return sow_csv_field(csv, column);
}

static int number_of(const struct sow_csv *csv, const char *name)
{
    return (int)strtol(text_of(csv, name), NULL, 10);
}

static void ck_columns(const struct sow_csv *csv, const char *expected)
{
    char names[512] = "";
    for (int i = 0; i < sow_csv_columns(csv); i++) {
        size_t length = strlen(names);
        (void)snprintf(names + length, sizeof names - length, "%s%s", i == 0 ? "" : ",",
                       sow_csv_name(csv, i));
    }
    ck_assert_str_eq(names, expected);
}

/* ---- Positions ---- */

static const char *const VARIANTS[] = {"kalah", "erherhe", "vai-lung-thlan"};

TEST_LOOP(positions, positions_have_their_features, 0, 3)
{
    struct sow_rules rules;
    OWNED(store) struct sow_store *store = open_scratch();
    sample_variant(VARIANTS[_i], &rules);
    int64_t id = make_both(store, VARIANTS[_i], SOW_LABEL_MARGIN);
    struct test_rows rows = read_positions(store, id);
    export_file(store, id, "h2,store_difference,to_move", false);
    struct sow_csv *csv = open_export();
    ck_columns(csv, "game,ply,fold,position,viewpoint,h2,store_difference,to_move,margin,"
                    "result");
    for (size_t i = 0; i < rows.count; i++) {
        const struct test_row *row = &rows.row[i];
        ck_assert(next_record(csv));
        ck_assert_int_eq(number_of(csv, "game"), row->game);
        ck_assert_int_eq(number_of(csv, "ply"), row->ply);
        ck_assert_int_eq(number_of(csv, "fold"), row->game / 2 % 7);
        ck_assert_str_eq(text_of(csv, "position"), row->position);
        ck_assert_str_eq(text_of(csv, "viewpoint"), row->viewpoint);
        ck_assert_int_eq(number_of(csv, "margin"), row->margin);
        ck_assert_int_eq(number_of(csv, "result"), (row->margin > 0) - (row->margin < 0));
        struct sow_board board = sample_position(&rules, row->position);
        int seat = row->viewpoint[0] == 's' ? SOW_SOUTH : SOW_NORTH;
        ck_assert_int_eq(number_of(csv, "h2"), sow_board_row(&board, seat));
        ck_assert_int_eq(number_of(csv, "store_difference"),
                         board.store[seat] - board.store[1 - seat]);
        ck_assert_int_eq(number_of(csv, "to_move"), board.side == seat);
    }
    ck_assert(!next_record(csv));
    ck_ok(sow_store_check_run(store, id, NULL, &err));
    sow_csv_close(csv);
    free(rows.row);
}

/* The export of all features has the values that the function for one feature gives. */
TEST(positions, every_feature_is_exact)
{
    struct sow_rules rules;
    OWNED(store) struct sow_store *store = open_scratch();
    sample_variant("kalah", &rules);
    int64_t id = make_both(store, "kalah", SOW_LABEL_MARGIN);
    struct test_rows rows = read_positions(store, id);
    export_file(store, id, "all", false);
    struct sow_csv *csv = open_export();
    int checked = 0;
    for (size_t i = 0; i < rows.count; i++) {
        ck_assert(next_record(csv));
        struct sow_board board = sample_position(&rules, rows.row[i].position);
        int seat = rows.row[i].viewpoint[0] == 's' ? SOW_SOUTH : SOW_NORTH;
        for (int column = 5; column < sow_csv_columns(csv) - 2; column++) {
            const char *name = sow_csv_name(csv, column);
            int value = sow_state_feature_value(sow_state_feature_find(name), &rules,
                                                &board, seat);
            ck_assert_msg(number_of(csv, name) == value, "%s of %s", name,
                          rows.row[i].position);
            checked++;
        }
    }
    ck_assert_int_gt(checked, 20 * (int)rows.count);
    sow_csv_close(csv);
    free(rows.row);
}

TEST(positions, results_have_no_margin)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = make_both(store, "kalah", SOW_LABEL_RESULT);
    struct test_rows rows = read_positions(store, id);
    export_file(store, id, "h4", false);
    struct sow_csv *csv = open_export();
    ck_columns(csv, "game,ply,fold,position,viewpoint,h4,result");
    for (size_t i = 0; i < rows.count; i++) {
        ck_assert(next_record(csv));
        ck_assert_int_eq(number_of(csv, "result"), rows.row[i].margin);
    }
    ck_assert(!next_record(csv));
    sow_csv_close(csv);
    free(rows.row);
}

/* An export is imported as the same rows, with either label. */
TEST_LOOP(positions, exports_can_be_imported, 0, 2)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = make_both(store, "vai-lung-thlan", _i);
    export_file(store, id, "default", false);
    struct sow_import_options options;
    import_defaults(&options, file_path());
    options.label = _i;
    int64_t imported;
    ck_ok(execute_run(store, &sow_import_kind, "vai-lung-thlan", &options, &imported,
                      &err));
    struct test_rows rows = read_positions(store, id);
    struct test_rows back = read_positions(store, imported);
    ck_same_rows(&rows, &back);
    free(rows.row);
    free(back.row);
}

/* ---- Choices ---- */

/* Checks all records of a choice: its legal moves, one of which is chosen. */
static void check_choice(struct sow_csv *csv, const struct sow_rules *rules,
                         const struct test_row *row, int set, bool of_moves)
{
    struct sow_game game;
    struct sow_board board = sample_position(rules, row->position);
    int moves[SOW_MOVES_MAX];
    sow_game_init(&game, rules, &board);
    int count = sow_game_moves(&game, moves);
    int chosen = 0;
    for (int i = 0; i < count; i++) {
        ck_assert(next_record(csv));
        ck_assert_int_eq(number_of(csv, "set"), set);
        ck_assert_int_eq(number_of(csv, "game"), row->game);
        ck_assert_int_eq(number_of(csv, "fold"), row->game / 2 % 7);
        ck_assert_str_eq(text_of(csv, "position"), row->position);
        int number =
            sow_pit_number(rules->pits, (enum sow_direction)rules->direction, moves[i]);
        ck_assert_int_eq(number_of(csv, "move"), number);
        ck_assert_int_eq(number_of(csv, "chosen"),
                         strtol(row->moves, NULL, 10) == number);
        chosen += number_of(csv, "chosen");
        struct sow_outcome outcome;
        int value[SOW_HEURISTICS];
        sow_move(rules, &board, moves[i], &outcome);
        sow_move_features(&game, moves, count, moves[i], SOW_ALL_HEURISTICS, value);
        if (of_moves) {
            ck_assert_int_eq(number_of(csv, "move_h2"), value[SOW_H2]);
            ck_assert_int_eq(number_of(csv, "move_h4"), value[SOW_H4]);
            ck_assert_int_eq(number_of(csv, "move_h6"), -value[SOW_H6]);
        } else {
            ck_assert_int_eq(number_of(csv, "h4"), outcome.board.store[board.side]);
            ck_assert_int_eq(number_of(csv, "to_move"), outcome.board.side == board.side);
        }
    }
    ck_assert_int_eq(chosen, 1);
}

TEST_LOOP(choices, choices_have_their_alternatives, 0, 3)
{
    static const struct {
        const char *features;
        const char *columns;
    } LISTS[] = {
        {"auto", "move_h1,move_h2,move_h3,move_h4,move_h5,move_h6"},
        {"h4,to_move", "h4,to_move"},
    };
    struct sow_rules rules;
    OWNED(store) struct sow_store *store = open_scratch();
    sample_variant(VARIANTS[_i], &rules);
    int64_t id = make_both(store, VARIANTS[_i], SOW_LABEL_MARGIN);
    struct test_rows rows = read_choices(store, id);
    ck_assert_uint_gt(rows.count, 0);
    for (int list = 0; list < 2; list++) {
        char expected[128];
        export_file(store, id, LISTS[list].features, true);
        struct sow_csv *csv = open_export();
        (void)snprintf(expected, sizeof expected,
                       "set,game,ply,fold,position,move,%s,chosen", LISTS[list].columns);
        ck_columns(csv, expected);
        for (size_t i = 0; i < rows.count; i++)
            check_choice(csv, &rules, &rows.row[i], (int)i, list == 0);
        ck_assert(!next_record(csv));
        sow_csv_close(csv);
    }
    free(rows.row);
}

/* Several moves may be preferred. */
TEST(choices, all_preferred_moves_are_chosen)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    import_defaults(&options, SOW_DATA_FILE("maia_endgames.csv"));
    options.format = SOW_IMPORT_MAIA;
    int64_t id;
    ck_ok(execute_run(store, &sow_import_kind, "kalah", &options, &id, &err));
    struct test_rows rows = read_choices(store, id);
    int preferred = 0;
    for (size_t i = 0; i < rows.count; i++)
        preferred += (int)(strlen(rows.row[i].moves) + 1) / 2;
    ck_assert_int_gt(preferred, (int)rows.count);
    export_file(store, id, "auto", true);
    struct sow_csv *csv = open_export();
    int chosen = 0;
    while (next_record(csv))
        chosen += number_of(csv, "chosen");
    ck_assert_int_eq(chosen, preferred);
    sow_csv_close(csv);
    free(rows.row);
}

/* ---- The lines above, and refused exports ---- */

static char *export_text(struct sow_store *store, const struct sow_dataset_export *wanted)
{
    struct sow_err err;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    ck_ok(sow_dataset_export(store, wanted, out, &err));
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

TEST(files, the_file_explains_itself)
{
    static const char *const WORDS[] = {
        "# sowlab     positions of run 1, kind dataset\n",
        "# parameters {player:",
        "number_capture = 2,4\n",
        "# digest     ",
        "# folds      7\n",
        "# h2         seeds in the own row\n",
        "# margin     label: final store minus the other player's final store\n",
        "# d <- read.csv(FILE, comment.char = '#')\n",
        "# m <- lm(margin ~ h1 + h2, data = d)\n",
    };
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_export wanted = {.id =
                                            make_both(store, "erherhe", SOW_LABEL_MARGIN),
                                        .features = "h1,h2",
                                        .folds = 7};
    OWNED(text) char *text = export_text(store, &wanted);
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        ck_assert_msg(strstr(text, WORDS[i]) != NULL, "no '%s' in\n%.3000s", WORDS[i],
                      text);
    /* No comment line has a quotation mark that a reader could take for the start of a
       field. */
    const char *rows = strstr(text, "\ngame,");
    ck_assert_ptr_nonnull(rows);
    ck_assert_ptr_nonnull(strchr(rows, '"'));
    ck_assert_ptr_eq(strchr(text, '"'), strchr(rows, '"'));
}

static void ck_refused(struct sow_store *store, const struct sow_dataset_export *wanted,
                       enum sow_status status, const char *words)
{
    struct sow_err err;
    OWNED(text) char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    ck_fails(sow_dataset_export(store, wanted, out, &err), status, words);
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_uint_eq(size, 0);
}

TEST(files, what_cannot_be_exported)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_options options;
    dataset_defaults(&options);
    options.games = 2;
    struct sow_dataset_export wanted = {
        .id = make_dataset(store, "erherhe", &options), .features = "auto", .folds = 10};
    int64_t positions = wanted.id;
    wanted.choices = true;
    ck_refused(store, &wanted, SOW_USAGE, "has no choices; 'dataset make --record");
    options.record = SOW_RECORD_CHOICES;
    wanted.id = make_dataset(store, "erherhe", &options);
    wanted.choices = false;
    ck_refused(store, &wanted, SOW_USAGE, "has no positions; its choices are exported");
    wanted.id = positions;
    wanted.features = "h4,h44";
    ck_refused(store, &wanted, SOW_USAGE, "'h44'");
    wanted.features = "heuristics";
    ck_refused(store, &wanted, SOW_USAGE, "heuristic of a move");
    wanted.features = "auto";
    wanted.id = add_evolution(store);
    ck_refused(store, &wanted, SOW_USAGE, "not a data set");
    wanted.id = 99;
    ck_refused(store, &wanted, SOW_NOT_FOUND, "no run 99");
}
