/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/heuristics/endgame_choice.h"

#include "sow/endgame/database.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* --- the parameter type --- */

/* Reads the mark of a file: the number of seeds, `-` and a checksum of 16 hexadecimal
   digits, such as "14-0123456789abcdef". Returns false if the text is not a mark; the
   choice may then be changed. */
static bool take_mark(const char *text, struct sow_endgame_choice *choice)
{
    char *end;
    long seeds = strtol(text, &end, 10);
    if (end == text || *end != '-' || strlen(end + 1) != 16 || seeds < 0 ||
        seeds > SOW_ENDGAME_SEEDS_MAX)
        return false;
    choice->seeds = (int)seeds;
    choice->digest = strtoull(end + 1, &end, 16);
    return *end == '\0';
}

/* Reads `FILE@SEEDS-CHECKSUM`, or `FILE`, whose mark is then read from the file. An empty
   text is no file. A marked file is not looked at. Leaves the field on failure: the path
   is too long, or a status of sow_endgame_look. */
static enum sow_status parse_choice(const struct sow_param *param, const char *text,
                                    void *field, struct sow_err *err)
{
    struct sow_endgame_choice choice = {.digest = 0};
    const char *mark = strrchr(text, '@');
    bool marked = mark != NULL && take_mark(mark + 1, &choice);
    size_t length = marked ? (size_t)(mark - text) : strlen(text);
    if (length > SOW_ENDGAME_PATH_MAX)
        return sow_param_refuse(param, text, err);
    memcpy(choice.file, text, length);
    enum sow_status status = SOW_OK;
    if (!marked && length > 0)
        status = sow_endgame_look(choice.file, &choice.seeds, &choice.digest, err);
    if (status == SOW_OK)
        *(struct sow_endgame_choice *)field = choice;
    return status;
}

/* Writes `FILE@SEEDS-CHECKSUM`; nothing for a choice of no file. */
static void format_choice(const struct sow_param *param, const void *field, FILE *out)
{
    const struct sow_endgame_choice *choice = field;
    (void)param;
    if (choice->file[0] != '\0')
        (void)fprintf(out, "%s@%d-%016" PRIx64, choice->file, choice->seeds,
                      choice->digest);
}

/* Writes which texts name an endgame file. */
static void describe_choice(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fprintf(out, "a file of 'sowlab solve', its name of at most %d characters",
                  SOW_ENDGAME_PATH_MAX);
}

const struct sow_param_type sow_param_endgame = {"FILE",
                                                 false,
                                                 parse_choice,
                                                 format_choice,
                                                 describe_choice,
                                                 sizeof(struct sow_endgame_choice),
                                                 NULL,
                                                 true};

/* --- open files --- */

/* An open file, in a list that grows only at its head. Entries are never freed. */
struct opened {
    const struct opened *next;        /* opened before; NULL at the end */
    struct sow_endgame_choice choice; /* choice by which it was opened */
    struct sow_rules rules;           /* rules it was opened for */
    struct sow_endgame *endgame;      /* the open file */
};

/* Head of the list, which any thread may read; NULL: no file is open. The lock `opening`
   guards additions. */
static _Atomic(const struct opened *) all;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

/* Returns true if two choices are of the same path, seeds and checksum. */
static bool is_same(const struct sow_endgame_choice *a,
                    const struct sow_endgame_choice *b)
{
    return a->digest == b->digest && a->seeds == b->seeds &&
           strcmp(a->file, b->file) == 0;
}

/* Returns true if the open file has values for these rules. Equal rules are recognised at
   once. */
static bool is_of(const struct opened *opened, const struct sow_rules *rules)
{
    return sow_rules_equal(&opened->rules, rules) ||
           sow_endgame_covers(opened->endgame, rules);
}

/* Returns SOW_BAD_DATA if an open file no longer has the values that were chosen, or
   fewer seeds. */
static enum sow_status check_digest(const struct sow_endgame_choice *choice,
                                    const struct sow_endgame *endgame,
                                    struct sow_err *err)
{
    if (sow_endgame_seeds(endgame) >= choice->seeds &&
        sow_endgame_mark(endgame, choice->seeds) == choice->digest)
        return SOW_OK;
    return sow_err_set(err, SOW_BAD_DATA,
                       "endgame file '%s' has changed since it was chosen: its values "
                       "up to %d seeds no longer have the checksum %016" PRIx64
                       "; restore the earlier file, or choose this one again",
                       choice->file, choice->seeds, choice->digest);
}

/* Opens a file, checks it and adds it to the list. The caller has the lock. On failure
   the file is closed and the list unchanged. */
static enum sow_status open_file(const struct sow_endgame_choice *choice,
                                 const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_endgame *endgame = NULL;
    enum sow_status status = sow_endgame_open(choice->file, rules, &endgame, err);
    if (status == SOW_OK)
        status = check_digest(choice, endgame, err);
    struct opened *fresh = status == SOW_OK ? malloc(sizeof *fresh) : NULL;
    if (fresh == NULL) {
        sow_endgame_close(endgame);
        return status == SOW_OK ? sow_err_no_memory(err) : status;
    }
    *fresh = (struct opened){atomic_load(&all), *choice, *rules, endgame};
    atomic_store(&all, fresh);
    return SOW_OK;
}

enum sow_status sow_endgame_choice_open(const struct sow_endgame_choice *choice,
                                        const struct sow_rules *rules,
                                        struct sow_err *err)
{
    if (choice->file[0] == '\0')
        return SOW_OK;
    (void)pthread_mutex_lock(&opening);
    const struct opened *at = atomic_load(&all);
    while (at != NULL &&
           !(is_same(&at->choice, choice) && sow_rules_equal(&at->rules, rules)))
        at = at->next;
    enum sow_status status = at != NULL ? SOW_OK : open_file(choice, rules, err);
    (void)pthread_mutex_unlock(&opening);
    return status;
}

const struct sow_endgame *
sow_endgame_choice_opened(const struct sow_endgame_choice *choice,
                          const struct sow_rules *rules)
{
    const struct opened *at = atomic_load(&all);
    while (at != NULL && !(is_same(&at->choice, choice) && is_of(at, rules)))
        at = at->next;
    return at != NULL ? at->endgame : NULL;
}
