/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents for `runs import`. The first byte of the input chooses an exported run, or no
   document; the rest are splices into its text: where (two bytes), how many bytes go, how
   many come, and these. What is refused leaves nothing behind; what is taken is sound. */
#include "fuzz.h"

#include "store.h"

static struct sow_store *store;
static char *document[FUZZ_RUNS + 1]; /* of each run; the first is empty */

static void set_up(void)
{
    struct sow_err err;
    fuzz_lighten_sqlite();
    FUZZ_REQUIRE(sow_store_open(fuzz_database_path(), SOW_STORE_WRITE, &store, &err) ==
                 SOW_OK);
    fuzz_fill_store(store);
    document[0] = fuzz_text(NULL, 0);
    for (int id = 1; id <= FUZZ_RUNS; id++)
        document[id] = fuzz_export(store, id);
}

/* A document in the making; it may hold NUL bytes. */
struct text {
    char *byte;
    size_t length;
};

/* Makes one splice of the script; returns the script behind it. */
static const uint8_t *splice(struct text *text, const uint8_t *script, size_t *size)
{
    size_t at = (script[0] | (size_t)script[1] << 8U) % (text->length + 1);
    size_t gone = script[2] < text->length - at ? script[2] : text->length - at;
    size_t come = script[3] < *size - 4 ? script[3] : *size - 4;
    char *made = malloc(text->length - gone + come + 1);
    FUZZ_REQUIRE(made != NULL);
    memcpy(made, text->byte, at);
    memcpy(made + at, script + 4, come);
    memcpy(made + at + come, text->byte + at + gone, text->length - at - gone);
    free(text->byte);
    *text = (struct text){made, text->length - gone + come};
    *size -= 4 + come;
    return script + 4 + come;
}

static size_t count_runs(void)
{
    struct sow_err err;
    int64_t *ids;
    size_t count;
    FUZZ_REQUIRE(sow_store_find_runs(store, NULL, NULL, &ids, &count, &err) == SOW_OK);
    free(ids);
    return count;
}

static void import(const struct text *text)
{
    struct sow_err err;
    int64_t id;
    /* fmemopen takes no empty text. */
    FILE *in = text->length > 0 ? fmemopen(text->byte, text->length, "r")
                                : fopen("/dev/null", "r");
    FUZZ_REQUIRE(in != NULL);
    enum sow_status status = sow_store_import(store, in, &id, &err);
    (void)fclose(in);
    FUZZ_REQUIRE(status == SOW_OK || status == SOW_BAD_DATA);
    if (status == SOW_OK) {
        FUZZ_REQUIRE(sow_store_check_run(store, id, NULL, &err) == SOW_OK);
        free(fuzz_export(store, id));
        FUZZ_REQUIRE(sow_store_delete_run(store, id, &err) == SOW_OK);
    }
    FUZZ_REQUIRE(count_runs() == FUZZ_RUNS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (store == NULL)
        set_up();
    const char *sound = document[fuzz_take(&data, &size) % (FUZZ_RUNS + 1)];
    struct text text = {strdup(sound), strlen(sound)};
    FUZZ_REQUIRE(text.byte != NULL);
    while (size >= 4)
        data = splice(&text, data, &size);
    import(&text);
    free(text.byte);
    return 0;
}
