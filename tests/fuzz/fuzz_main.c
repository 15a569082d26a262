/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a fuzz target without libFuzzer. The command line is fuzz_NAME CORPUS MUTATIONS.
   The target gets every file of the folder CORPUS, then MUTATIONS mutations of them.
   These are the same every time. */
#include "fuzz.h"

#include "sow/base/pcg.h"
#include "sow/base/text.h"

#include <dirent.h>

enum { SEEDS_MAX = 256, LENGTH_MAX = 8192, STEPS_MAX = 5 };

struct input {
    uint8_t data[LENGTH_MAX];
    size_t size;
};

struct corpus {
    struct input seed[SEEDS_MAX];
    uint32_t count;
};

static int is_seed(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void read_seed(const char *folder, const char *name, struct input *seed)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "rb");
    FUZZ_REQUIRE(in != NULL);
    seed->size = fread(seed->data, 1, sizeof seed->data, in);
    FUZZ_REQUIRE(!ferror(in));
    (void)fclose(in);
}

static void read_corpus(const char *folder, struct corpus *corpus)
{
    struct dirent **entries;
    int found = scandir(folder, &entries, is_seed, alphasort);
    FUZZ_REQUIRE(found > 0 && found <= SEEDS_MAX);
    for (int i = 0; i < found; i++) {
        read_seed(folder, entries[i]->d_name, &corpus->seed[i]);
        free(entries[i]);
    }
    free(entries);
    corpus->count = (uint32_t)found;
}

/* Replaces the @p taken bytes at position @p at by @p length other bytes. */
static void splice(struct input *input, size_t at, size_t taken, const void *bytes,
                   size_t length)
{
    if (input->size - taken + length > LENGTH_MAX)
        return;
    memmove(input->data + at + length, input->data + at + taken,
            input->size - at - taken);
    if (length > 0)
        memcpy(input->data + at, bytes, length);
    input->size = input->size - taken + length;
}

/* Texts that often reveal faults of parsers. */
static const char *const TOKENS[] = {
    "-1",    "0",  "256",  "2147483648", "9223372036854775808",
    "1e309", "-0", "nan",  "0x1p3",      ",",
    ":",     "=",  "/",    "\n",         "\r\n",
    "[",     "{",  "\"",   "'",          ";",
    "--",    "%s", "\xff", "\t"};

static void mutate(const struct corpus *corpus, struct sow_pcg *rng, struct input *input)
{
    size_t at = sow_pcg_below(rng, (uint32_t)input->size + 1);
    size_t length = sow_pcg_below(rng, (uint32_t)(input->size - at) + 1) % 16;
    const struct input *other = &corpus->seed[sow_pcg_below(rng, corpus->count)];
    uint8_t byte = (uint8_t)sow_pcg_next(rng);
    const char *token = TOKENS[byte % (sizeof TOKENS / sizeof TOKENS[0])];
    switch (sow_pcg_below(rng, 6)) {
    case 0:
        splice(input, at, length > 0, &byte, 1);
        break;
    case 1:
        splice(input, at, length, NULL, 0);
        break;
    case 2:
        splice(input, at, length, token, strlen(token));
        break;
    case 3:
        splice(input, at, input->size - at, other->data + other->size / 2,
               other->size - other->size / 2);
        break;
    case 4:
        splice(input, 0, 0, corpus->seed[0].data, length < 5 ? 0 : 5);
        break;
    default:
        for (size_t i = at; i < at + length; i++)
            input->data[i] ^= (uint8_t)(1U << (byte % 8));
        break;
    }
}

int main(int argc, char **argv)
{
    static struct corpus corpus;
    static struct input input;
    int64_t mutations;
    if (argc != 3 || !sow_text_to_int(argv[2], &mutations)) {
        (void)fprintf(stderr, "usage: %s CORPUS MUTATIONS\n", argv[0]);
        return 64;
    }
    read_corpus(argv[1], &corpus);
    for (uint32_t i = 0; i < corpus.count; i++)
        (void)LLVMFuzzerTestOneInput(corpus.seed[i].data, corpus.seed[i].size);
    for (int64_t i = 0; i < mutations; i++) {
        struct sow_pcg rng;
        sow_pcg_seed(&rng, (uint64_t)i, SOW_PURPOSE_TEST);
        input = corpus.seed[sow_pcg_below(&rng, corpus.count)];
        for (uint32_t steps = 1 + sow_pcg_below(&rng, STEPS_MAX); steps > 0; steps--)
            mutate(&corpus, &rng, &input);
        (void)LLVMFuzzerTestOneInput(input.data, input.size);
    }
    return 0;
}
