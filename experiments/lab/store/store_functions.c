/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQL functions of the program's own queries. */
#include "store_private.h"

#include "sow/base/text.h"
#include "sow/support/db_option.h"

#include <float.h>

/* Answers as SQL function sowlab_fixed (value, digits): a number as text with @p digits
   decimals, rounded as in tables; NULL for NULL. Callback of SQLite. */
static void fixed_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    enum { MOST_DIGITS = 15, LONGEST = DBL_MAX_10_EXP + MOST_DIGITS + 4 };
    char text[LONGEST];
    int digits = sqlite3_value_int(values[1]);
    (void)count;
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    digits = digits < 0 ? 0 : digits > MOST_DIGITS ? MOST_DIGITS : digits;
    sow_text_from_fixed(sqlite3_value_double(values[0]), digits, text, sizeof text);
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

/* Answers as SQL function sowlab_command (words): the command line `sowlab WORDS`, with
   the option that it needs to find the store; NULL for NULL. Callback of SQLite. */
static void command_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct sow_store *store = sqlite3_user_data(context);
    const char *words = (const char *)sqlite3_value_text(values[0]);
    char option[SOW_DB_OPTION_MAX] = "";
    (void)count;
    if (words == NULL)
        return;
    if (store->mode != SOW_STORE_SCRATCH)
        (void)sow_db_option(store->path, option, sizeof option);
    char *command = sqlite3_mprintf("sowlab %s%s", words, option);
    if (command == NULL)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text(context, command, -1, sqlite3_free);
}

int sow_store_add_functions(struct sow_store *store)
{
    static const int TRAITS = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    int code = sow_store_add_status(store->db);
    if (code == SQLITE_OK)
        code = sow_store_add_tally(store);
    if (code == SQLITE_OK)
        code = sqlite3_create_function(store->db, "sowlab_fixed", 2,
                                       TRAITS | SQLITE_DETERMINISTIC, NULL,
                                       fixed_function, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_create_function(store->db, "sowlab_command", 1, TRAITS, store,
                                       command_function, NULL, NULL);
    return code;
}
