/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites of runs: runs by the rules of a built-in variant.
 */
#ifndef SOW_TESTS_RUN_SUPPORT_H
#define SOW_TESTS_RUN_SUPPORT_H

#include "sow/runs/run.h"
#include "sow/store/tables/runs.def"
#include "sow/variants/variant.h"
#include "store_support.h"

#include <stdlib.h>
#include <string.h>

/** Short form of a request for a run. */
struct asked {
    const struct sow_run_kind *kind;
    const char *rules; /**< name of the built-in variant */
    const char *name;  /**< stored name of the variant; NULL = that of the rules */
    const void *options;
    const char *label; /**< label; NULL = none */
    uint64_t seed;
    int threads;        /**< number of threads; 0 = one */
    const char *kernel; /**< kernel; NULL = "auto" */
    const struct sow_stop *stop;
};

/**
 * Keeps a copy of the options of a run until the test's process ends. Tests copy options
 * freely, so nothing may free what they own.
 */
static inline void keep_options(const struct sow_run_kind *kind, const void *options)
{
    static struct kept {
        struct kept *next;
    } * all;
    struct kept *kept = malloc(sizeof *kept + kind->options_size);
    ck_assert_ptr_nonnull(kept);
    kept->next = all;
    all = kept;
    memcpy(kept + 1, options, kind->options_size);
}

static inline enum sow_status try_run(struct sow_store *store, const struct asked *asked,
                                      int64_t *id, struct sow_err *err)
{
    struct sow_variant variant;
    ck_assert_int_eq(sow_variant_builtin(asked->rules, &variant, err), SOW_OK);
    keep_options(asked->kind, asked->options);
    struct sow_run_request request = {
        .kind = asked->kind,
        .variant = asked->name == NULL ? asked->rules : asked->name,
        .rules = &variant.rules,
        .options = asked->options,
        .label = asked->label == NULL ? "" : asked->label,
        .seed = asked->seed,
        .with.threads = asked->threads == 0 ? 1 : asked->threads,
        .with.kernel = asked->kernel == NULL ? "auto" : asked->kernel,
        .with.stop = asked->stop,
    };
    return sow_run_execute(store, &request, id, err);
}

/** Executes a run that must succeed, and returns its number. */
static inline int64_t make_run(struct sow_store *store, const struct asked *asked)
{
    struct sow_err err;
    int64_t id = 0;
    ck_ok(try_run(store, asked, &id, &err));
    return id;
}

/**
 * Asserts that run @p id is done and undamaged, and has the same digest as run @p
 * wanted_id.
 */
static inline void has_digest_of(struct sow_store *store, int64_t id, int64_t wanted_id)
{
    struct sow_err err;
    struct sow_run_row row = read_run(store, id);
    struct sow_run_row wanted = read_run(store, wanted_id);
    ck_assert_str_eq(row.status, "done");
    ck_assert_str_eq(row.digest, wanted.digest);
    sow_run_row_release(&row);
    sow_run_row_release(&wanted);
    ck_ok(sow_store_check_run(store, id, NULL, &err));
}

/** Returns the group with an option of this name. */
static inline const struct sow_param_group *group_with(const struct sow_run_kind *kind,
                                                       const char *name)
{
    const struct sow_param_group *group = kind->groups;
    while (group->table != NULL && sow_param_find(group->table, name) == NULL)
        group++;
    ck_assert_msg(group->table != NULL, "no option '%s'", name);
    return group;
}

/** Sets an option from its text as typed. */
static inline void type_option(const struct sow_run_kind *kind, void *options,
                               const char *name, const char *value)
{
    struct sow_err err;
    const struct sow_param_group *group = group_with(kind, name);
    ck_ok(sow_param_set_named(group->table, (char *)options + group->offset, name, value,
                              &err));
}

/** Asserts that an option has the value @p wanted in stored form. */
static inline void option_is(const struct sow_run_kind *kind, const void *options,
                             const char *name, const char *wanted)
{
    const struct sow_param_group *group = group_with(kind, name);
    OWNED(text)
    char *value = sow_param_get(sow_param_find(group->table, name),
                                (const char *)options + group->offset);
    ck_assert_str_eq(value, wanted);
}

/** Reads the words of a command and prepares a run, as the command line does. */
static inline enum sow_status take_words(const struct sow_run_kind *kind, void *options,
                                         struct sow_store *store, const char *words,
                                         struct sow_err *err)
{
    char *word[16] = {NULL};
    char text[256];
    char *rest = text;
    int count = 0;
    (void)snprintf(text, sizeof text, "%s", words);
    while (rest != NULL && count < 16)
        word[count++] = strsep(&rest, " ");
    enum sow_status status =
        kind->take(options, &(struct sow_words){.count = count, .words = word}, err);
    return status == SOW_OK ? kind->prepare(options, store, NULL, err) : status;
}

/** Sets an option that is an array of characters. */
#define TYPE(option, text) (void)snprintf(option, sizeof(option), "%s", text)

#endif
