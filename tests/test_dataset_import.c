/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of imports: the meaning of the columns, refused files, and imports as runs. */
#include "dataset_support.h"
#include "sample.h"
#include "scale.h"
#include "sow/game/moves.h"
#include "sow/store/tables/runs.def"

FIXTURE(ANY, enter_folder, leave_folder)

/* The first row was converted by hand. The mover has one seed six steps from its store,
   one seed at five steps, five seeds at three, and one seed at two. */
TEST(columns, maia_is_turned_right)
{
    static const char TEXT[] =
        "pit_6,pit_5,pit_4,pit_3,pit_2,pit_1,score,pit_6o,pit_5o,pit_4o,pit_3o,pit_2o,"
        "pit_1o,score_o,optimal_6,optimal_5,optimal_4,optimal_3,optimal_2,optimal_1,"
        "game_val\n"
        "1,1,0,5,1,0,15,0,0,4,0,0,0,21,1,0,0,0,1,0,-2\n"
        "0,0,8,0,0,0,16,1,0,0,0,0,2,21,0,0,1,0,0,0,-8\n";
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    import_defaults(&options, file_path());
    options.format = SOW_IMPORT_MAIA;
    int64_t id = import_text(store, &options, "kalah", TEXT);
    struct test_rows positions = read_positions(store, id);
    struct test_rows choices = read_choices(store, id);
    ck_assert_uint_eq(positions.count, 2);
    ck_assert_str_eq(positions.row[0].position, "1,1,0,5,1,0,15/0,0,4,0,0,0,21:s");
    ck_assert_str_eq(positions.row[0].viewpoint, "s");
    ck_assert_int_eq(positions.row[0].margin, -2);
    ck_assert_int_eq(positions.row[1].game, 1);
    /* The other record has only one legal move, so it is not a choice. */
    ck_assert_uint_eq(choices.count, 1);
    ck_assert_str_eq(choices.row[0].position, positions.row[0].position);
    ck_assert_str_eq(choices.row[0].moves, "1,5");
    free(positions.row);
    free(choices.row);
}

/* pit_k holds k seeds. So each pit, and no pit with another count, ends in the mover's
   store. */
TEST(columns, maia_pits_are_counted_from_the_store)
{
    static const char TEXT[] =
        "pit_6,pit_5,pit_4,pit_3,pit_2,pit_1,score,pit_6o,pit_5o,pit_4o,pit_3o,pit_2o,"
        "pit_1o,score_o,game_val\n"
        "6,5,4,3,2,1,0,0,0,0,0,0,1,26,-4\n";
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    import_defaults(&options, file_path());
    options.format = SOW_IMPORT_MAIA;
    struct test_rows rows =
        read_positions(store, import_text(store, &options, "kalah", TEXT));
    struct sow_board board = sample_position(&rules, rows.row[0].position);
    for (int pit = 0; pit < 6; pit++) {
        struct sow_sowing sowing;
        sow_sow(&rules, &board, pit, &sowing);
        ck_assert(sowing.again);
    }
    free(rows.row);
}

/* Returns South's final margin if both play perfectly. */
static int solve(const struct sow_rules *rules, const struct sow_board *board)
{
    unsigned legal = sow_legal(rules, board);
    bool south = board->side == SOW_SOUTH;
    int best = south ? -100 : 100;
    for (int pit = 0; pit < rules->pits; pit++) {
        struct sow_outcome outcome;
        if ((legal & 1U << pit) == 0)
            continue;
        sow_move(rules, board, pit, &outcome);
        const struct sow_board *next = &outcome.board;
        int value = outcome.ended ? next->store[SOW_SOUTH] - next->store[SOW_NORTH]
                                  : solve(rules, next);
        best = south == (value > best) ? value : best;
    }
    return best;
}

/* Values and best moves found by another program agree with a search here. So pits, sides
   and signs are converted correctly. */
TEST(columns, maia_values_are_those_of_the_positions)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    import_defaults(&options, SOW_DATA_FILE("maia_endgames.csv"));
    options.format = SOW_IMPORT_MAIA;
    int64_t id;
    ck_ok(import(store, &options, "kalah", &id, &err));
    struct test_rows positions = read_positions(store, id);
    struct test_rows choices = read_choices(store, id);
    ck_assert_uint_eq(positions.count, 60);
    size_t decided = 0;
    for (size_t i = 0; i < positions.count; i++) {
        struct sow_board board = sample_position(&rules, positions.row[i].position);
        int best = solve(&rules, &board);
        char moves[32] = "";
        ck_assert_int_eq(best, positions.row[i].margin);
        sow_pits legal = sow_legal(&rules, &board);
        for (int pit = 0; pit < 6; pit++) {
            struct sow_outcome outcome;
            if ((legal & 1U << pit) == 0)
                continue;
            sow_move(&rules, &board, pit, &outcome);
            int value = outcome.ended ? outcome.board.store[0] - outcome.board.store[1]
                                      : solve(&rules, &outcome.board);
            size_t length = strlen(moves);
            if (value == best)
                (void)snprintf(moves + length, sizeof moves - length, "%s%d",
                               length == 0 ? "" : ",", pit + 1);
        }
        if ((legal & (legal - 1U)) == 0)
            continue;
        ck_assert_uint_lt(decided, choices.count);
        ck_assert_str_eq(choices.row[decided].position, positions.row[i].position);
        ck_assert_str_eq(choices.row[decided].moves, moves);
        decided++;
    }
    ck_assert_uint_eq(decided, choices.count);
    ck_assert_uint_gt(decided, 40);
    free(positions.row);
    free(choices.row);
}

/* A position is read in both directions of sowing, as a word and as columns. Pits are
   numbered from their owner's left in both. */
TEST_LOOP(columns, pits_as_columns, 0, 2)
{
    static const char *const VARIANTS[] = {"erherhe", "vai-lung-thlan"};
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    import_defaults(&options, file_path());
    options.any_total = true;
    struct test_rows rows = read_positions(
        store, import_text(store, &options, VARIANTS[_i],
                           "n6,n5,n4,n3,n2,n1,s1,s2,s3,s4,s5,s6,south_store,north_store,"
                           "margin,side\n7,8,9,10,11,12,1,2,3,4,5,6,20,0,-6,n\n"));
    ck_assert_uint_eq(rows.count, 1);
    ck_assert_str_eq(rows.row[0].position, "1,2,3,4,5,6,20/12,11,10,9,8,7,0:n");
    ck_assert_str_eq(rows.row[0].viewpoint, "n");
    ck_assert_int_eq(rows.row[0].margin, -6);
    free(rows.row);
}

#define START "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s"
#define OTHER "4,4,4,4,4,3,1/4,4,4,4,4,4,0:n"

TEST(columns, columns_can_have_other_names)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    import_defaults(&options, file_path());
    (void)snprintf(options.columns, sizeof options.columns,
                   "position=board,margin=the value,viewpoint=who");
    struct test_rows rows = read_positions(
        store, import_text(store, &options, "kalah",
                           "weight,the value,board,who\n0.5,4.0,\"" START "\",n\n"));
    ck_assert_uint_eq(rows.count, 1);
    ck_assert_str_eq(rows.row[0].viewpoint, "n");
    ck_assert_int_eq(rows.row[0].margin, 4);
    free(rows.row);
}

/* Records may come in any order. Plies are counted if there are none, and labels may be
   signs. */
TEST(columns, games_and_plies)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    import_defaults(&options, file_path());
    options.duplicates = SOW_DUPLICATES_DROP;
    struct test_rows rows = read_positions(
        store, import_text(store, &options, "kalah",
                           "game,ply,position,margin\n7,9,\"" OTHER "\",0\n7,2,\"" START
                           "\",2\n3,5,\"" OTHER "\",4\n"));
    ck_assert_uint_eq(rows.count, 2);
    ck_assert(rows.row[0].game == 3 && rows.row[0].ply == 5 && rows.row[0].margin == 4);
    ck_assert(rows.row[1].game == 7 && rows.row[1].ply == 2 && rows.row[1].margin == 2);
    free(rows.row);
    options.label = SOW_LABEL_RESULT;
    options.duplicates = SOW_DUPLICATES_KEEP;
    rows = read_positions(store, import_text(store, &options, "kalah",
                                             "game,position,margin\n7,\"" OTHER
                                             "\",-8\n2,\"" START "\",0\n7,\"" START
                                             "\",2\n7,\"" OTHER "\",20\n"));
    ck_assert_uint_eq(rows.count, 4);
    static const int EXPECTED[][3] = {{2, 0, 0}, {7, 0, -1}, {7, 1, 1}, {7, 2, 1}};
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(rows.row[i].game, EXPECTED[i][0]);
        ck_assert_int_eq(rows.row[i].ply, EXPECTED[i][1]);
        ck_assert_int_eq(rows.row[i].margin, EXPECTED[i][2]);
    }
    free(rows.row);
}

/* Preferred moves may come alone, without a label. */
TEST(columns, choices_alone)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    import_defaults(&options, file_path());
    options.record = SOW_RECORD_CHOICES;
    struct test_rows rows = read_choices(
        store, import_text(store, &options, "kalah",
                           "position,moves\n\"" START "\",\"5, 2\"\n\"" OTHER "\",3;3\n\""
                           "0,0,0,0,0,1,20/0,0,0,0,0,1,26:s\",6\n\"" OTHER "\",\n"));
    ck_assert_uint_eq(rows.count, 2);
    ck_assert_str_eq(rows.row[0].moves, "2,5");
    ck_assert_str_eq(rows.row[1].moves, "3");
    free(rows.row);
    rows = read_positions(store, 1);
    ck_assert_uint_eq(rows.count, 0);
}

/* ---- Refused files ---- */

#define M "pit_6,pit_5,pit_4,pit_3,pit_2,pit_1,score,pit_6o,pit_5o,pit_4o,pit_3o,pit_2o,"
#define AIA "pit_1o,score_o,"
#define OPTIMAL "optimal_6,optimal_5,optimal_4,optimal_3,optimal_2,optimal_1,"
#define FOURS "4,4,4,4,4,4,0,4,4,4,4,4,4,0,"
#define P "position,margin\n\"" START "\","

static const struct {
    int format;
    int record;
    const char *map;
    const char *text;
    const char *words;
} REFUSED[] = {
    {0, 2, "", "position,value\n",
     ":1: the file has no column margin; it has: position, "
     "value"},
    {0, 2, "", "board,margin\n", "no column position; it has: board, margin"},
    {0, 2, "position=b", "position,margin\n", "no column b; it has: position, margin"},
    {0, 2, "", "s1,s2,s3,margin\n", "no column s4, s5, s6, south_store, n1,"},
    {0, 1, "", "position,margin\n", "no column moves; it has: position, margin"},
    {0, 2, "moves=best", "position,margin\n", "no column best;"},
    {1, 2, "", M AIA "\n", "no column game_val;"},
    {1, 2, "", "score,game_val\n", "no column pit_6, pit_5,"},
    {1, 2, "", M AIA "optimal_3,game_val\n",
     "no column optimal_6, optimal_5, optimal_4,"},
    {1, 1, "", M AIA "game_val\n", "no column optimal_6"},
    {0, 2, "", "position,margin\n",
     "the file has no line after the names of the "
     "columns"},
    {0, 2, "", P "NaN\n", ":2: column 'margin' holds 'NaN': expected a whole number"},
    {0, 2, "", P "NA\n", "holds 'NA'"},
    {0, 2, "", P "\n", "column 'margin' holds nothing: expected a whole number"},
    {0, 2, "", P "4.5\n", "holds '4.5'"},
    {0, 2, "", P "\"4,5\"\n", "holds '4,5'"},
    {0, 2, "", P "1e400\n", "holds '1e400'"},
    {0, 2, "", P "0x10\n", "holds '0x10'"},
    {0, 2, "", P "1\x01\n", "holds '1?'"},
    {0, 2, "", P "99999999999999999999\n", "expected a whole number from -255 to 255"},
    {0, 2, "", P "2\n\n\"" START "\",2\n\"" START "\",49\n",
     ":5: column 'margin' holds '49': expected a final margin that the position can lead "
     "to for 's', from -48 to 48"},
    {0, 2, "", "position,margin\n\"" OTHER "\",48\n", "for 'n', from -48 to 46"},
    {0, 2, "", P "2\n\"" START "\",3\n",
     ":3: column 'margin' holds '3': expected a final margin that the position can lead "
     "to for 's', from -48 to 48 and even, as all seeds end in the stores"},
    {0, 2, "", "position,margin,result\n\"" START "\",2,7\n",
     ":2: column 'result' holds '7': expected 1, 0 or -1 (won, drawn or lost); for "
     "the sign of a margin"},
    {0, 2, "", "position,margin,result\n\"" START "\",2,0.5\n", "holds '0.5'"},
    {0, 2, "", "position,margin,result\n\"" START "\",2,\n", "'result' holds nothing"},
    {0, 2, "", "position,margin,result\n\"" START "\",2,won\n",
     "or rename a column that is not a label"},
    {0, 2, "", "position,margin,result\n\"" START "\",2,1\n\"" START "\",2,-1\n",
     ":3: column 'result' holds '-1': expected the sign of the margin, which is the "
     "other "
     "label in this file"},
    {0, 2, "result=w", "position,margin\n", "no column w; it has: position, margin"},
    {0, 2, "", "position,margin,result\n\"0,0,0,0,0,1,30/1,0,0,0,0,0,16:s\",12,-1\n",
     "expected a result that the position can lead to for 's', whose final margin is "
     "from "
     "12 to 16"},
    {0, 2, "", "position,margin\n\"4,4,4,4,4,4,0/4,4,4,4,4,4,1:s\",0\n",
     ":2: the position has 49 seeds and the variant 48: check the columns"},
    {0, 2, "", "position,margin\n\"4,4,4,4,4,4,0/4,4,4,4,4,0:s\",0\n",
     ":2: ':' at character"},
    {0, 2, "", "position,margin\n\"4,4,4,4,4,400,0/4,4,4,4,4,4,0:s\",0\n",
     "more than 255 seeds"},
    {0, 2, "", "position,viewpoint,margin\n\"" START "\",x,0\n",
     "column 'viewpoint' holds 'x': expected s or n"},
    {0, 2, "", "position,moves,margin\n\"" START "\",7,0\n", "expected numbers of pits"},
    {0, 2, "", "position,moves,margin\n\"" START "\",0,0\n", "expected numbers of pits"},
    {0, 2, "", "position,moves,margin\n\"" START "\",2x,0\n", "expected numbers of pits"},
    {0, 2, "", "position,moves,margin\n\"" START "\",\"1 99999999999\",0\n",
     "expected numbers of pits"},
    {0, 2, "", "position,moves,margin\n\"0,4,4,4,4,4,4/4,4,4,4,4,4,0:s\",1,0\n",
     ":2: column 'moves' holds '1': expected legal moves only"},
    {0, 2, "", "game,position,margin\n-1,\"" START "\",0\n", "column 'game' holds '-1'"},
    {0, 2, "", "ply,position,margin\n3000000000,\"" START "\",0\n", "column 'ply' holds"},
    {0, 2, "",
     "game,ply,position,margin\n1,1,\"" START "\",0\n1,2,\"" START "\",0\n1,1,\"" START
     "\",0\n",
     ":4: game 1 has a record for ply 1 in line 2 already"},
    {1, 2, "", M AIA "game_val\n4,4,4,4,4,-4,0,4,4,4,4,4,4,0,0\n",
     ":2: column 'pit_1' holds '-4': expected a whole number from 0 to 255"},
    {1, 2, "", M AIA "game_val\n4,4,4,4,4,256,0,4,4,4,4,4,4,0,0\n", "holds '256'"},
    {1, 2, "", M AIA "game_val\n200,200,4,4,4,4,0,4,4,4,4,4,4,0,0\n", "has 440 seeds"},
    {1, 2, "", M AIA OPTIMAL "game_val\n" FOURS "0,0,0,0,0,2,0\n",
     "column 'optimal_1' holds '2': expected a whole number from 0 to 1"},
    {1, 2, "", M AIA OPTIMAL "game_val\n0,4,4,4,4,4,4,4,4,4,4,4,4,0,1,0,0,0,0,0,0\n",
     "column 'optimal_6' holds '1': expected legal moves only"},
    {1, 1, "", M AIA OPTIMAL "game_val\n" FOURS "0,0,0,0,0,0,0\n",
     "none of the 1 records has a choice among moves"},
};

TEST_EACH(refused, bad_data_are_refused, REFUSED)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    int64_t id;
    import_defaults(&options, file_path());
    options.format = REFUSED[_i].format;
    options.record = REFUSED[_i].record;
    (void)snprintf(options.columns, sizeof options.columns, "%s", REFUSED[_i].map);
    write_text(file_path(), REFUSED[_i].text);
    ck_fails(import(store, &options, "kalah", &id, &err), SOW_BAD_DATA,
             REFUSED[_i].words);
    ck_assert_ptr_nonnull(strstr(err.text, file_path()));
    ck_assert_int_eq(id, 0);
    ck_assert_uint_eq(count_runs(store), 0);
}

static const struct {
    const char *map;
    const char *words;
} MAPS[] = {
    {"postion=a", "did you mean 'position'?"},
    {"game_val=a", "--format positions with --outcome margin"},
    {"margin=a,margin=b", "'margin' is in the column map twice"},
    {"margin", "'margin' in the column map is not of the form ROLE=COLUMN"},
    {"=a", "not of the form"},
    {"margin=", "not of the form"},
    {"margin=a,,ply=b", "not of the form"},
};

TEST_EACH(refused, bad_maps_are_refused, MAPS)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    int64_t id;
    import_defaults(&options, file_path());
    (void)snprintf(options.columns, sizeof options.columns, "%s", MAPS[_i].map);
    write_text(file_path(), P "0\n");
    ck_fails(import(store, &options, "kalah", &id, &err), SOW_USAGE, MAPS[_i].words);
    ck_assert_uint_eq(count_runs(store), 0);
    memset(options.columns, 'x', 600);
    ck_fails(import(store, &options, "kalah", &id, &err), SOW_USAGE, "is too long");
}

TEST(refused, maia_is_sown_counter_clockwise)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    int64_t id;
    import_defaults(&options, SOW_DATA_FILE("maia_endgames.csv"));
    options.format = SOW_IMPORT_MAIA;
    ck_fails(import(store, &options, "vai-lung-thlan", &id, &err), SOW_USAGE,
             "counter-clockwise");
    (void)snprintf(options.file, sizeof options.file, "%s", test_path("none.csv"));
    ck_fails(import(store, &options, "kalah", &id, &err), SOW_IO, "none.csv");
    ck_assert_uint_eq(count_runs(store), 0);
}

/* ---- A large file ---- */

TEST(large, many_duplicates)
{
    struct sow_import_options options;
    struct sow_import_data data;
    struct sow_rules rules;
    int times = sow_scaled(1000000);
    sample_variant("kalah", &rules);
    import_defaults(&options, file_path());
    options.duplicates = SOW_DUPLICATES_DROP;
    write_repeated("position,margin\n", "\"" START "\",0\n", times, "\"" OTHER "\",2\n");
    ck_ok(sow_import_survey(&options, &rules, NULL, &data, &err));
    ck_assert_uint_eq(data.count, (size_t)times + 1);
    ck_assert_uint_eq(data.positions, 2);
    ck_assert_uint_eq(data.repeated_positions, (size_t)times - 1);
    ck_assert_int_eq(options.records, times + 1);
    sow_import_data_release(&data);
}

/* ---- Replays ---- */

static enum sow_status verify(struct sow_store *store, int64_t id,
                              struct sow_run_verdict *verdict, struct sow_err *err)
{
    struct sow_run_replay replay = {.id = id, .with.threads = 1, .with.kernel = "auto"};
    return sow_run_verify(store, &replay, verdict, err);
}

TEST(replays, a_replay_reads_the_file_again)
{
    struct sow_run_verdict verdict;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_import_options options;
    import_defaults(&options, file_path());
    int64_t id = import_text(store, &options, "kalah", P "2\n");
    ck_ok(verify(store, id, &verdict, &err));
    ck_assert_msg(verdict.same && verdict.complete, "%s", verdict.difference);
    ck_assert_int_eq(verdict.rows, 1);
    /* The file has the same rows in other bytes. */
    write_text(file_path(), P "2 \n");
    ck_fails(verify(store, id, &verdict, &err), SOW_BAD_DATA, "has changed, its SHA-256");
    write_text(file_path(), "position\n");
    ck_fails(verify(store, id, &verdict, &err), SOW_BAD_DATA, "has changed, its SHA-256");
    ck_assert_int_eq(remove(file_path()), 0);
    ck_fails(verify(store, id, &verdict, &err), SOW_BAD_DATA, "cannot read");
    ck_assert_ptr_nonnull(strstr(err.text, "'runs check' checks the stored rows "
                                           "without the file"));
    ck_ok(sow_store_check_run(store, id, NULL, &err));
    write_text(file_path(), P "2\n");
    ck_ok(verify(store, id, &verdict, &err));
    ck_assert(verdict.same);
}

TEST(replays, the_record_has_the_file)
{
    struct sow_run_row row;
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_import_options options;
    import_defaults(&options, file_path());
    int64_t id = import_text(store, &options, "kalah", P "2\n");
    ck_ok(sow_store_read_run(store, id, &row, &err));
    ck_assert_str_eq(row.kind, "import");
    ck_assert_ptr_nonnull(strstr(row.parameters, file_path()));
    ck_assert_ptr_nonnull(strstr(row.parameters, "\"records\":1"));
    const char *sha = strstr(row.parameters, "\"sha256\":\"");
    ck_assert_ptr_nonnull(sha);
    ck_assert_uint_eq(strspn(sha + 10, "0123456789abcdef"), 64);
    sow_run_row_release(&row);
    struct sow_dataset_facts facts;
    ck_ok(sow_dataset_require(store, id, &facts, &err));
    ck_assert_int_eq(facts.positions, 1);
}
