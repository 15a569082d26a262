/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command `moves` and its reader of lines; the first byte chooses the format. */
#include "fuzz.h"

#include "commands.h"

#include <sys/mman.h>
#include <unistd.h>

static struct sow_cli cli = {.common = {.variant = "erherhe"}};

static void set_up(void)
{
    int input = memfd_create("input", 0);
    FUZZ_REQUIRE(input >= 0);
    cli.command = &sow_command_moves;
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
    cli.format = FORMATS[fuzz_take(&data, &size) % 3];
    FUZZ_REQUIRE(ftruncate(input, 0) == 0 &&
                 pwrite(input, data, size, 0) == (ssize_t)size &&
                 lseek(input, 0, SEEK_SET) == 0);
    enum sow_status status = sow_command_moves.run(&cli, NULL, 0, &none, &err);
    FUZZ_REQUIRE(status == SOW_OK || status == SOW_BAD_DATA);
    return 0;
}
