/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A player for sowlab in C: it makes the first move that is legal. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    static char line[65536]; /* room for a long game */
    while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "\n") != 0)
        continue; /* the rules, up to a blank line */
    puts("ready");
    while (fflush(stdout) == 0 && fgets(line, sizeof line, stdin) != NULL) {
        char *ms = strchr(line, ' ') + 1; /* the position is before it */
        char *legal = strchr(ms, ' ') + 1;
        legal[strcspn(legal, ", ")] = '\0';
        puts(legal);
    }
    return 0;
}
