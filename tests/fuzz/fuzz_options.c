/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines, one word per line: the command, and the values of its options. */
#include "fuzz.h"

#include "sow/cli/cli_options.h"
#include "sow/cli/commands.h"

enum { WORDS_MAX = 64 };

/* Splits @p text into words. Returns their number; words[count] is NULL. */
static int cut_words(char *text, char *words[WORDS_MAX + 1])
{
    int count = 0;
    for (char *word; count < WORDS_MAX && (word = strsep(&text, "\n")) != NULL;)
        words[count++] = word;
    words[count] = NULL;
    return count;
}

static void scan(const struct sow_command *command, int argc, char **argv)
{
    struct sow_err err;
    struct sow_common common;
    struct sow_option_list list;
    char *operands[WORDS_MAX + 1];
    int count;
    void *options = sow_options_new(command);
    FUZZ_REQUIRE(options != NULL);
    sow_options_list(command, options, &common, &list);
    sow_options_defaults(&list, &common);
    enum sow_status status = sow_options_scan(&list, argc, argv, operands, &count, &err);
    FUZZ_REQUIRE(status == SOW_OK || status == SOW_USAGE);
    FUZZ_REQUIRE(count < argc && operands[count] == NULL);
    sow_options_free(command, options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *words[WORDS_MAX + 1];
    char *text = fuzz_text(data, size);
    int count = cut_words(text, words);
    int used;
    const struct sow_command *command = sow_command_find(count, words, &used);
    struct sow_err err;
    if (command != NULL)
        scan(command, count - used + 1, words + used - 1);
    else if (count > 0)
        FUZZ_REQUIRE(sow_command_unknown(count, words, &err) == SOW_USAGE);
    free(text);
    return 0;
}
