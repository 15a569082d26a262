/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes all pages into a folder, in the folders in which they are installed. Usage:
   sow_pages FOLDER */
#include "page.h"
#include "sow/cli/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *folder; /* the argument FOLDER */

/* Opens the file @p path in the folder for writing and makes the folders in its path.
   Prints the reason and ends the program if it cannot. */
static FILE *open_page(const char *path)
{
    char whole[4096];
    (void)snprintf(whole, sizeof whole, "%s/%s", folder, path);
    for (char *at = strchr(whole + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        (void)mkdir(whole, 0777);
        *at = '/';
    }
    FILE *out = fopen(whole, "w");
    if (out == NULL) {
        (void)fprintf(stderr, "sow_pages: cannot write '%s': %s\n", whole,
                      strerror(errno));
        exit(EXIT_FAILURE);
    }
    return out;
}

/* Closes a file. Prints a message and ends the program if not all of it was written. */
static void close_page(FILE *out)
{
    bool failed = ferror(out) != 0;
    if (fclose(out) == 0 && !failed)
        return;
    (void)fprintf(stderr, "sow_pages: cannot write to '%s'\n", folder);
    exit(EXIT_FAILURE);
}

/* Writes the manual page of the program, the page of all commands, the three completion
   scripts and a manual page of each command into the folder of the first argument. */
int main(int argc, char **argv)
{
    static const struct {
        const char *path;
        void (*write)(FILE *out);
    } PAGES[] = {{"man/man1/sowlab.1", sow_page_program},
                 {"reference/commands.md", sow_page_commands},
                 {"bash-completion/completions/sowlab", sow_page_bash},
                 {"zsh/site-functions/_sowlab", sow_page_zsh},
                 {"fish/vendor_completions.d/sowlab.fish", sow_page_fish}};
    if (argc != 2) {
        (void)fputs("usage: sow_pages FOLDER\n", stderr);
        return EXIT_FAILURE;
    }
    folder = argv[1];
    for (size_t i = 0; i < sizeof PAGES / sizeof PAGES[0]; i++) {
        FILE *out = open_page(PAGES[i].path);
        PAGES[i].write(out);
        close_page(out);
    }
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        char name[64];
        char path[128];
        sow_page_name(sow_commands[i], name, sizeof name);
        (void)snprintf(path, sizeof path, "man/man1/%s.1", name);
        FILE *out = open_page(path);
        sow_page_command(sow_commands[i], out);
        close_page(out);
    }
    return EXIT_SUCCESS;
}
