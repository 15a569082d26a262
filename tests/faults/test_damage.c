/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random damage to a database file. No command may crash or hang. If `runs check` accepts
   a file, its runs must replay, and all that is stored must read as before the damage. */
#include "faults.h"

#include "scale.h"
#include "sow/base/pcg.h"
#include "store_support.h"

enum {
    MUTATIONS = 25,
    PAGE = 4096,
    FILE_MAX = 1 << 20,
};

static const struct fault_plan NO_FAULT = {FAULT_NONE, 0, false};

static const char *const *const MAKERS[] = {EVOLVE, DATASET, MATCH, FIT};

static const char *const CHECK[] = {"runs", "check", NULL};
static const char *const VERIFY[] = {"runs", "verify",    "1", "2",       "3",
                                     "4",    "--threads", "1", "--quiet", NULL};
static const char *const LIST[] = {"runs", "list", "--json", NULL};
static const char *const SHOW[] = {"runs", "show", "1", "--json", NULL};
static const char *const EXPORT[] = {"runs", "export", "1", NULL};
static const char *const SQL[] = {"sql", "SELECT * FROM convergence, runs_overview",
                                  NULL};
static const char *const *const READERS[] = {LIST, SHOW, EXPORT, SQL};

/* The bytes of a file, sound or damaged. */
struct bytes {
    uint8_t data[FILE_MAX];
    size_t size;
};

static struct bytes sound;
static struct bytes damaged;

static void set_up(void)
{
    enter_folder();
    ck_assert_int_eq(chdir(test_folder), 0);
    ck_assert_int_eq(setenv("SOWLAB_DB", "a.db", 1), 0);
    for (size_t i = 0; i < sizeof MAKERS / sizeof MAKERS[0]; i++)
        ck_assert_int_eq(fault_run(MAKERS[i], NO_FAULT).status, SOW_OK);
    ck_assert_int_eq(fault_run(CHECK, NO_FAULT).status, SOW_OK);
    FILE *in = fopen("a.db", "rb");
    ck_assert_ptr_nonnull(in);
    sound.size = fread(sound.data, 1, FILE_MAX, in);
    (void)fclose(in);
    ck_assert_uint_gt(sound.size, PAGE);
    ck_assert_uint_lt(sound.size, FILE_MAX);
}

static void tear_down(void)
{
    (void)remove("out");
    (void)remove("err");
    leave_folder();
}

static void flip_bytes(struct sow_pcg *rng)
{
    for (uint32_t count = 1 + sow_pcg_below(rng, 4); count > 0; count--)
        damaged.data[sow_pcg_below(rng, (uint32_t)damaged.size)] ^=
            (uint8_t)(1 + sow_pcg_below(rng, 255));
}

static void cut_off(struct sow_pcg *rng)
{
    damaged.size = sow_pcg_below(rng, (uint32_t)damaged.size);
}

static uint8_t *some_page(struct sow_pcg *rng)
{
    return damaged.data +
           (size_t)PAGE * sow_pcg_below(rng, (uint32_t)(damaged.size / PAGE));
}

static void swap_pages(struct sow_pcg *rng)
{
    static uint8_t kept[PAGE];
    uint8_t *one = some_page(rng);
    uint8_t *two = some_page(rng);
    memcpy(kept, one, PAGE);
    memmove(one, two, PAGE);
    memcpy(two, kept, PAGE);
}

static void blank_sector(struct sow_pcg *rng)
{
    enum { SECTOR = 512 };
    memset(some_page(rng) + (size_t)SECTOR * sow_pcg_below(rng, PAGE / SECTOR), 0,
           SECTOR);
}

static void write_damaged(void)
{
    (void)remove("a.db-wal");
    (void)remove("a.db-shm");
    FILE *out = fopen("a.db", "wb");
    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(damaged.data, 1, damaged.size, out), damaged.size);
    ck_assert_int_eq(fclose(out), 0);
}

static void do_damage(int mutation)
{
    static void (*const KINDS[])(struct sow_pcg *) = {flip_bytes, cut_off, swap_pages,
                                                      blank_sector};
    struct sow_pcg rng;
    sow_pcg_seed(&rng, (uint64_t)mutation, SOW_PURPOSE_TEST);
    damaged = sound;
    do
        KINDS[mutation % 4](&rng);
    while (damaged.size == sound.size &&
           memcmp(damaged.data, sound.data, sound.size) == 0);
    write_damaged();
}

/* Runs a command that may fail, but not crash. Returns its status. */
static int answer_of(const char *const *words, int mutation)
{
    int status = fault_run(words, NO_FAULT).status;
    ck_assert_msg(status == SOW_OK || status == SOW_USAGE || status == SOW_BAD_DATA ||
                      status == SOW_NOT_FOUND || status == SOW_IO,
                  "mutation %d, %s %s: status %d", mutation, words[0], words[1], status);
    return status;
}

/* Counts of damaged files. */
struct tally {
    int tried;
    int changed,
        missed; /* stored values changed; of these, `runs check` found no fault */
    int unused, noticed; /* no stored value changed; of these, it found a fault */
};

/* Returns the "table.column" of the first value that differs. */
static const char *first_difference(const char *before, const char *after)
{
    static char name[64];
    const char *line = before;
    for (; *before != '\0' && *before == *after; before++, after++)
        if (*before == '\n')
            line = before + 1;
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " \n"), line);
    return name;
}

static void judge(int mutation, bool refused, const char *before, struct tally *tally)
{
    /* The commands may have changed the file, so the damaged one is written again. */
    write_damaged();
    OWNED(text) char *after = fault_contents("a.db");
    bool changed = after == NULL || strcmp(before, after) != 0;
    tally->tried++;
    tally->changed += changed;
    tally->missed += changed && !refused;
    tally->unused += !changed;
    tally->noticed += !changed && refused;
    if (changed && !refused)
        (void)fprintf(stderr, "mutation %d: not noticed in %s\n", mutation,
                      after == NULL ? "what cannot be read"
                                    : first_difference(before, after));
}

TEST(file, damage_is_refused)
{
    struct tally tally = {0};
    int count = sow_scaled(MUTATIONS);
    set_up();
    char *before = fault_contents("a.db");
    ck_assert_ptr_nonnull(before);
    for (int mutation = 0; mutation < count; mutation++) {
        do_damage(mutation);
        bool refused = answer_of(CHECK, mutation) != SOW_OK;
        for (size_t i = 0; i < sizeof READERS / sizeof READERS[0]; i++)
            (void)answer_of(READERS[i], mutation);
        int replay = answer_of(VERIFY, mutation);
        ck_assert_msg(refused || replay == SOW_OK,
                      "mutation %d: 'runs check' believes content that no replay gives",
                      mutation);
        judge(mutation, refused, before, &tally);
    }
    (void)fprintf(
        stderr,
        "damage: %d tried; %d change what is stored, of which %d are noticed; %d "
        "change unused bytes, of which %d are noticed\n",
        tally.tried, tally.changed, tally.changed - tally.missed, tally.unused,
        tally.noticed);
    /* At least 99 of 100 changes must be noticed, and all of the few of a short run. */
    ck_assert_int_le(tally.missed, tally.changed / 100);
    free(before);
    tear_down();
}
