/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes and reads tokens of processes, by the files of /proc. */
#include "sow/support/owner.h"

#include "sow/base/text.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Room for the parts of a token: a place, and a start time. */
enum { PLACE_MAX = 100, START_MAX = 24 };

/* Reads the first word of a file, up to a blank or slash; "?" if the file cannot be
   read. Cuts a word that is too long. */
static void read_word(const char *path, char *word, size_t size)
{
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(word, (int)size, file) == NULL)
        (void)snprintf(word, size, "?");
    word[strcspn(word, " \n/")] = '\0';
    if (file != NULL)
        (void)fclose(file);
}

/* Reads the identifiers of the boot and of the namespace of process numbers; "?" for one
   that is unknown. A process number is unique within both. */
static void read_place(char place[PLACE_MAX])
{
    char boot[40];
    char space[40] = "?";
    read_word("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    ssize_t length = readlink("/proc/self/ns/pid", space, sizeof space - 1);
    if (length > 0)
        space[length] = '\0';
    (void)snprintf(place, PLACE_MAX, "%s %s", boot, space);
}

/* Reads the start time of a process, in ticks since the boot. It is "?" if it is unknown,
   or if the process is a zombie. The name in the second field may have spaces and
   brackets, so reading begins after the last bracket. */
static void read_start(long process, char start[START_MAX])
{
    enum { FIELDS_BEFORE = 20 };
    char path[64];
    char line[1024];
    (void)snprintf(start, START_MAX, "?");
    (void)snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return;
    size_t length = fread(line, 1, sizeof line - 1, file);
    (void)fclose(file);
    line[length] = '\0';
    char *at = strrchr(line, ')');
    if (at != NULL && (at[1] != ' ' || strchr("ZXx", at[2]) != NULL))
        return;
    for (int i = 0; at != NULL && i < FIELDS_BEFORE; i++)
        at = strchr(at + 1, ' ');
    if (at != NULL)
        (void)snprintf(start, START_MAX, "%.*s", (int)strcspn(at + 1, " \n"), at + 1);
}

const char *sow_owner_token(char token[SOW_OWNER_MAX])
{
    static atomic_uint serial;
    char place[PLACE_MAX];
    char start[START_MAX];
    long process = (long)getpid();
    read_place(place);
    read_start(process, start);
    (void)snprintf(token, SOW_OWNER_MAX, "%s/%ld/%s/%u", place, process, start,
                   atomic_fetch_add(&serial, 1));
    return token;
}

/* The parts of a token "place/process/start/serial". */
struct token {
    char part[4][PLACE_MAX]; /* the parts, in this order */
};

/* Splits a token at its slashes. Returns false if it does not have four parts, or one is
   too long; @p token is then undefined. */
static bool take_apart(const char *text, struct token *token)
{
    for (int i = 0; i < 4; i++) {
        size_t length = strcspn(text, "/");
        bool last = i == 3;
        if (length >= PLACE_MAX || (text[length] == '\0') != last)
            return false;
        memcpy(token->part[i], text, length);
        token->part[i][length] = '\0';
        text += length + 1;
    }
    return true;
}

long sow_owner_process(const char *text)
{
    struct token token;
    int64_t process;
    bool right = take_apart(text, &token) && sow_text_to_int(token.part[1], &process);
    return right && process > 0 && process <= INT32_MAX ? (long)process : 0;
}

enum sow_owner_state sow_owner_state(const char *text)
{
    struct token token;
    char place[PLACE_MAX];
    char start[START_MAX];
    long process = sow_owner_process(text);
    read_place(place);
    if (process == 0 || !take_apart(text, &token) || strcmp(token.part[0], place) != 0 ||
        strchr(place, '?') != NULL)
        return SOW_OWNER_ELSEWHERE;
    if (kill((pid_t)process, 0) != 0 && errno == ESRCH)
        return SOW_OWNER_DEAD;
    read_start(process, start);
    return strcmp(start, token.part[2]) == 0 ? SOW_OWNER_ALIVE : SOW_OWNER_DEAD;
}
