/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQL function sowlab_tally: sums over the positions of a run in one pass. */
#include "store_private.h"

/* Adds a position of a game. The last position before it was of game @p last. */
static void add_position(struct sow_position_sums *tally, int64_t last, int64_t game,
                         int64_t margin)
{
    bool first = tally->positions++ == 0;
    tally->games += first || game != last;
    tally->sum += margin;
    tally->least = first || margin < tally->least ? margin : tally->least;
    tally->greatest = first || margin > tally->greatest ? margin : tally->greatest;
}

/* Computes the sums over the positions of the run that @p tally->state names. Returns a
   result code of SQLite. */
static int read_positions(sqlite3 *db, struct sow_position_sums *tally)
{
    sqlite3_stmt *statement = NULL;
    int64_t game = 0;
    int code = sqlite3_prepare_v2(
        db, "SELECT game, margin FROM positions WHERE run_id = ?1 ORDER BY game", -1,
        &statement, NULL);
    (void)sqlite3_bind_int64(statement, 1, tally->state.run);
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        int64_t last = game;
        game = sqlite3_column_int64(statement, 0);
        add_position(tally, last, game, sqlite3_column_int64(statement, 1));
        code = SQLITE_OK;
    }
    (void)sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Brings the sums of the store up to date for a run: computes them unless they are of the
   same run and the database is the same. Returns a result code of SQLite. */
static int renew_tally(struct sow_store *store, int64_t run_id)
{
    struct sow_position_sums tally = {.positions = 0};
    if (sow_state_note(store, run_id, &tally.state, NULL) != SOW_OK)
        return SQLITE_ERROR;
    if (sow_state_same(&tally.state, &store->tally.state))
        return SQLITE_OK;
    int code = read_positions(store->db, &tally);
    if (code == SQLITE_OK)
        store->tally = tally;
    return code;
}

/* Answers as SQL function sowlab_tally (run): the sums as a JSON object, or NULL for a
   run without positions. Callback of SQLite. */
static void tally_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct sow_store *store = sqlite3_user_data(context);
    const struct sow_position_sums *tally = &store->tally;
    int code = renew_tally(store, sqlite3_value_int64(values[0]));
    (void)count;
    if (code != SQLITE_OK) {
        sqlite3_result_error_code(context, code);
        return;
    }
    if (tally->positions == 0)
        return;
    char *text = sqlite3_mprintf("{\"positions\":%lld,\"games\":%lld,\"sum\":%lld,"
                                 "\"least\":%lld,\"greatest\":%lld}",
                                 tally->positions, tally->games, tally->sum, tally->least,
                                 tally->greatest);
    if (text == NULL)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text(context, text, -1, sqlite3_free);
}

int sow_store_add_tally(struct sow_store *store)
{
    return sqlite3_create_function(store->db, "sowlab_tally", 1,
                                   SQLITE_UTF8 | SQLITE_DIRECTONLY, store, tally_function,
                                   NULL, NULL);
}
