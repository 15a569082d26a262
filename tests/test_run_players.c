/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table run_players: what follows from a record, and that nothing else stays in it.
 */
#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/store/tables/run_players.def"
#include "store_private.h"
#include "store_support.h"

#include <sys/stat.h>

FIXTURE(ANY, enter_folder, leave_folder)

/* ---- From a record ---- */

/* A record's options, and its players, a line each: number, spec, kind, depth, evaluator,
   series, origin, name. */
static const struct {
    const char *parameters;
    const char *players;
} RECORDS[] = {
    {"{\"games\": 3}", ""},
    {"{\"player\": \"h2\", \"opponent\": \"random\"}",
     "0 h2 weights 0 - h2 player h2\n"
     "1 random random 0 - random opponent random\n"},
    {"{\"names\": \"run:1 x\", \"players\": \"divilly2013 order:h4,h1\","
     " \"opponents\": \"state:h4=1,h6=-1\", \"opponent_names\": \"run:2\"}",
     "0 divilly2013 weights 0 - divilly2013 players run:1\n"
     "1 order:h4,h1 order 0 - order:h4,h1 players x\n"
     "2 state:h4=1,h6=-1 state 0 - state:h4=1,h6=-1 opponents run:2\n"},
    {"{\"opponents\": \"h1\", \"references\": \"h2 h3\", \"initial\": \"pekar:1\","
     " \"player\": \"minimax:depth=2,eval=[weights]\"}",
     "0 minimax:depth=2,eval=[weights] minimax 2 weights minimax:eval=[weights]"
     " player minimax:depth=2,eval=[weights]\n"
     "1 h1 weights 0 - h1 opponents h1\n"
     "2 h2 weights 0 - h2 references h2\n"
     "3 h3 weights 0 - h3 references h3\n"
     "4 pekar:1 pekar 0 - pekar:1 initial pekar:1\n"},
    {"{\"players\": \"alphabeta:depth=12,hash=8,eval=[path:h4=1,extra_turns=2]"
     " mcts:iterations=40,eval=[h4] alphabeta:eval=[h4],depth=3 kgp:localhost:2671\"}",
     "0 alphabeta:depth=12,hash=8,eval=[path:h4=1,extra_turns=2] alphabeta 12"
     " path:h4=1,extra_turns=2 alphabeta:hash=8,eval=[path:h4=1,extra_turns=2] players"
     " alphabeta:depth=12,hash=8,eval=[path:h4=1,extra_turns=2]\n"
     "1 mcts:iterations=40,eval=[h4] mcts 0 h4 mcts:iterations=40,eval=[h4] players"
     " mcts:iterations=40,eval=[h4]\n"
     "2 alphabeta:eval=[h4],depth=3 alphabeta 3 h4 alphabeta:eval=[h4] players"
     " alphabeta:eval=[h4],depth=3\n"
     "3 kgp:localhost:2671 kgp 0 - kgp:localhost:2671 players kgp:localhost:2671\n"},
    /* A depth is an item of the player itself, not of its evaluator. */
    {"{\"player\": \"mcts:ms=5,eval=[minimax:depth=4]\"}",
     "0 mcts:ms=5,eval=[minimax:depth=4] mcts 0 minimax:depth=4"
     " mcts:ms=5,eval=[minimax:depth=4] player mcts:ms=5,eval=[minimax:depth=4]\n"},
    /* Records that somebody changed. */
    {"{\"players\": \"h1 h2\", \"names\": \"one\"}",
     "0 h1 weights 0 - h1 players h1\n1 h2 weights 0 - h2 players h2\n"},
    {"{\"players\": 7, \"names\": [], \"opponents\": null, \"opponent\": {}}", ""},
    {"{\"players\": \"  nobody   minimax h1:2 \", \"names\": \"a b c\"}",
     "0 nobody - 0 - nobody players a\n1 minimax - 0 - minimax players b\n"
     "2 h1:2 - 0 - h1:2 players c\n"},
    {"{\"players\": \"minimax:depth=99999999999999999999 minimax:depth= "
     "minimax:depth=-1,eval=[ alphabeta:eval=]] :depth=2\"}",
     "0 minimax:depth=99999999999999999999 minimax 0 - minimax players"
     " minimax:depth=99999999999999999999\n"
     "1 minimax:depth= minimax 0 - minimax players minimax:depth=\n"
     "2 minimax:depth=-1,eval=[ minimax 0 [ minimax:eval=[ players"
     " minimax:depth=-1,eval=[\n"
     "3 alphabeta:eval=]] alphabeta 0 ]] alphabeta:eval=]] players alphabeta:eval=]]\n"
     "4 :depth=2 - 2 -  players :depth=2\n"},
    {"no JSON", ""},
    {"[\"players\"]", ""},
    {"{\"players\": \"h1\\u0000h2\"}", ""},
};

static const char *or_dash(const char *text)
{
    return text != NULL ? text : "-";
}

static enum sow_status write_player(void *context, const struct sow_run_player_row *row,
                                    struct sow_err *err)
{
    (void)err;
    (void)fprintf(context, "%d %s %s %d %s %s %s %s\n", row->number, row->spec,
                  or_dash(row->kind), row->depth, or_dash(row->evaluator), row->series,
                  row->origin, row->name);
    return SOW_OK;
}

static char *players_of(const char *parameters)
{
    struct sow_err err;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    ck_ok(sow_run_players_read(parameters, write_player, out, &err));
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

TEST_EACH(record, players_follow_from_it, RECORDS)
{
    OWNED(text) char *players = players_of(RECORDS[_i].parameters);
    ck_assert_str_eq(players, RECORDS[_i].players);
}

/* The file is a pipe: a reader of it would wait for ever. */
TEST(record, no_file_of_it_is_opened)
{
    char parameters[PATH_ROOM + 80];
    ck_assert_int_eq(mkfifo(test_path("out.json"), 0600), 0);
    (void)snprintf(parameters, sizeof parameters,
                   "{\"player\": \"alphabeta:depth=2,endgame=%s,eval=[h4]\"}",
                   test_path("out.json"));
    OWNED(text) char *players = players_of(parameters);
    ck_assert_ptr_nonnull(strstr(players, " alphabeta 2 h4 "));
}

static bool lists_players(const struct sow_param *param)
{
    return param->type == &sow_param_players || param->type == &sow_param_added_players;
}

TEST(record, every_list_of_every_kind_is_read)
{
    int lists = 0;
    for (size_t k = 0; sow_run_kinds[k] != NULL; k++)
        for (const struct sow_param_group *group = sow_run_kinds[k]->groups;
             group->table != NULL; group++)
            for (size_t i = 0; i < group->table->count; i++) {
                const struct sow_param *param = &group->table->rows[i];
                char parameters[80];
                char wanted[80];
                if (!lists_players(param))
                    continue;
                lists++;
                (void)snprintf(parameters, sizeof parameters, "{\"%s\": \"h3\"}",
                               param->name);
                (void)snprintf(wanted, sizeof wanted, "0 h3 weights 0 - h3 %s h3\n",
                               param->name);
                OWNED(text) char *players = players_of(parameters);
                ck_assert_str_eq(players, wanted);
            }
    ck_assert_int_ge(lists, 10);
}

/* ---- In a database ---- */

static void alter(struct sow_store *store, const char *sql)
{
    struct sow_err err;
    ck_ok(sow_store_exec(store, sql, &err));
}

static int64_t count_of(struct sow_store *store, const char *sql)
{
    struct sow_err err;
    int64_t count;
    ck_ok(sow_store_integer(store, sql, 0, &count, &err));
    return count;
}

/* Run 1 with two players, and run 2 with another one; both ended. */
static struct sow_store *filled(const char *name)
{
    struct sow_err err;
    struct sow_store *store = open_store(test_path(name), SOW_STORE_WRITE);
    struct sow_run_row row = a_run("tournament");
    int64_t id;
    row.parameters =
        "{\"players\": \"h1 minimax:depth=3,eval=[h4]\", \"names\": \"h1 d\"}";
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    finish_run(store, id);
    row.parameters = "{\"opponents\": \"random\"}";
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    finish_run(store, id);
    return store;
}

TEST(stored, rows_come_and_go_with_their_run)
{
    OWNED(store) struct sow_store *store = filled("a.db");
    ck_assert_int_eq(count_of(store, "SELECT count(*) FROM run_players"), 3);
    ck_assert_int_eq(count_of(store, "SELECT depth FROM run_players WHERE name = 'd'"),
                     3);
    ck_ok(sow_store_check_players(store, 1, &err));
    ck_ok(sow_store_delete_run(store, 1, &err));
    ck_assert_int_eq(count_of(store, "SELECT count(*) FROM run_players"), 1);
    ck_ok(sow_store_check_players(store, 2, &err));
    ck_ok(sow_store_check_file(store, &err));
}

TEST(stored, refused_run_leaves_no_rows)
{
    OWNED(store) struct sow_store *store = filled("a.db");
    struct sow_run_row row = a_run("tournament");
    int64_t id;
    row.id = 1;
    row.parameters = "{\"players\": \"h5\"}";
    ck_assert_int_ne(sow_store_add_run(store, &row, &id, &err), SOW_OK);
    ck_assert_int_eq(count_of(store, "SELECT count(*) FROM run_players"), 3);
    row.id = 7;
    row.parameters = "{\"players\": \"h5\"";
    ck_assert_int_ne(sow_store_add_run(store, &row, &id, &err), SOW_OK);
    ck_assert_int_eq(count_of(store, "SELECT count(*) FROM runs"), 2);
}

/* Rows of run_players are not results: a run that starts anew keeps them, and no digest
   covers them. */
TEST(stored, rows_are_no_content)
{
    OWNED(store) struct sow_store *store = filled("a.db");
    struct sow_run_row row = a_run("evolve");
    int64_t id;
    row.parameters = "{\"opponents\": \"h1 h2\"}";
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    add_generation(store, id, 0, 3);
    struct sow_run_row before = read_run(store, id);
    struct sow_run_claim claim = {.id = id,
                                  .owner = "1 2 3 4 5",
                                  .digest = before.digest,
                                  .anew = true,
                                  .kernel = "plain",
                                  .threads = 1,
                                  .host = "there"};
    ck_ok(sow_store_claim_run(store, &claim, &err));
    ck_assert_int_eq(count_of(store, "SELECT count(*) FROM generations"), 0);
    ck_ok(sow_store_check_players(store, id, &err));
    alter(store, "DELETE FROM run_players");
    ck_ok(sow_store_check_run(store, id, NULL, &err));
    sow_run_row_release(&before);
}

static const char *const CHANGES[] = {
    "DELETE FROM run_players WHERE run_id = 1",
    "DELETE FROM run_players WHERE number = 1",
    ("INSERT INTO run_players SELECT run_id, 2, spec, kind, depth, evaluator, series,"
     " origin, name FROM run_players WHERE run_id = 1 AND number = 1"),
    "UPDATE run_players SET number = 5 WHERE run_id = 1 AND number = 0",
    "UPDATE run_players SET spec = 'h6' WHERE run_id = 1",
    "UPDATE run_players SET kind = NULL WHERE run_id = 1",
    "UPDATE run_players SET depth = 4 WHERE run_id = 1",
    "UPDATE run_players SET evaluator = 'h1' WHERE run_id = 1",
    "UPDATE run_players SET series = '' WHERE run_id = 1",
    "UPDATE run_players SET origin = 'opponents' WHERE run_id = 1",
    "UPDATE run_players SET name = 'the best' WHERE run_id = 1",
    "UPDATE run_players SET name = CAST(x'00' AS TEXT) WHERE run_id = 1",
    "UPDATE runs SET parameters = '{}' WHERE id = 1",
};

TEST_EACH(stored, changes_are_told_and_not_copied, CHANGES)
{
    struct sow_copied copied;
    OWNED(store) struct sow_store *store = filled("a.db");
    OWNED(store)
    struct sow_store *target = open_store(test_path("b.db"), SOW_STORE_WRITE);
    alter(store, CHANGES[_i]);
    ck_assert_int_gt(sqlite3_changes(store->db), 0);
    ck_assert_int_eq(sow_store_check_players(store, 1, &err), SOW_BAD_DATA);
    ck_ok(sow_store_check_players(store, 2, &err));
    bool record = strstr(CHANGES[_i], "UPDATE runs") != NULL;
    ck_assert_int_eq(sow_store_copy(target, store, 1, &copied, &err),
                     record ? SOW_BAD_DATA : SOW_OK);
    if (record)
        return;
    ck_ok(sow_store_check_players(target, copied.id, &err));
    ck_assert_int_eq(count_of(target, "SELECT count(*) FROM run_players"), 2);
}

/* A file from before the table, with records that no version would write. */
TEST_LOOP(stored, upgrade_derives_them, 0, 3)
{
    static const enum sow_store_mode MODES[] = {SOW_STORE_WRITE, SOW_STORE_READ,
                                                SOW_STORE_GUEST};
    struct sow_store *store = filled("a.db");
    alter(store, "UPDATE runs SET parameters = '{\"players\": \"h1 '"
                 " || replace(hex(zeroblob(5000)), '00', '[=,:') || '\"}' WHERE id = 2");
    alter(store, TO_FIRST_SCHEMA);
    sow_store_close(store);
    store = open_store(test_path("a.db"), MODES[_i]);
    ck_assert_int_eq(count_of(store, "SELECT count(*) FROM run_players"), 4);
    ck_ok(sow_store_check_players(store, 1, &err));
    ck_ok(sow_store_check_players(store, 2, &err));
    sow_store_close(store);
}
