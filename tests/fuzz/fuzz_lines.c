/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command `moves` and its reader of lines. The first byte selects the output format,
   and whether a player chooses moves. */
#include "fuzz.h"

#include "sow/cli/cli_options.h"
#include "sow/cli/commands.h"

#include <sys/mman.h>
#include <unistd.h>

static struct sow_cli cli = {.common = {.variant = "erherhe"}};

/* The command, and its options without and with a player. */
static const struct sow_command *moves;
static void *options[2];

static void *options_of(int argc, char **argv)
{
    struct sow_err err;
    static struct sow_option_list list;
    static struct sow_common common;
    char *operands[4];
    int count;
    void *asked = sow_options_new(moves);
    FUZZ_REQUIRE(asked != NULL);
    sow_options_list(moves, asked, &common, &list);
    sow_options_defaults(&list, &common);
    FUZZ_REQUIRE(sow_options_scan(&list, argc, argv, operands, &count, &err) == SOW_OK);
    return asked;
}

static void set_up(void)
{
    char command[] = "moves";
    char option[] = "--player";
    char player[] = "h1";
    char *words[] = {command, option, player, NULL};
    int used;
    moves = sow_command_find(1, words, &used);
    FUZZ_REQUIRE(moves != NULL);
    options[0] = options_of(1, words);
    options[1] = options_of(3, words);
    int input = memfd_create("input", 0);
    FUZZ_REQUIRE(input >= 0);
    cli.command = moves;
    cli.in = fdopen(input, "r");
    cli.out = fopen("/dev/null", "w");
    cli.messages = cli.out;
    FUZZ_REQUIRE(cli.in != NULL && cli.out != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum sow_format FORMATS[] = {SOW_FORMAT_TEXT, SOW_FORMAT_JSON,
                                              SOW_FORMAT_CSV};
    if (cli.in == NULL)
        set_up();
    struct sow_err err;
    char *none = NULL;
    int input = fileno(cli.in);
    unsigned choice = fuzz_take(&data, &size);
    cli.format = FORMATS[choice % 3];
    FUZZ_REQUIRE(ftruncate(input, 0) == 0 &&
                 pwrite(input, data, size, 0) == (ssize_t)size &&
                 lseek(input, 0, SEEK_SET) == 0);
    enum sow_status status = moves->run(&cli, options[choice / 3 % 2], 0, &none, &err);
    FUZZ_REQUIRE(status == SOW_OK || status == SOW_BAD_DATA);
    return 0;
}
