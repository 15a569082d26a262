/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out wrong uses of the program, all in this process, and checks what each says:
   wrong_uses TABLE. The file TABLE has texts that end with a zero byte. For each use they
   are its exit status, a part of what stderr says, the number of words, and the words.
   tests/cli/wrong_uses.sh makes the table.

   One process is faster than one for each use, above all with sanitizers. It has a price:
   what a call leaves behind may change the next one. A program that one use allows
   (exec:[...]) is allowed in all later ones. */
#include "sow/cli/cli.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_WORDS = 40, SAID_BYTES = 65536 };

/* One wrong use. The words follow the name of the program and precede a null pointer. */
struct use {
    int status;
    char *fragment; /* part of what stderr has to say */
    int count;      /* words and the name of the program */
    char *words[MOST_WORDS + 2];
};

static FILE *report; /* the stderr that this process began with */
static FILE *now;    /* file with the present use */

/* Ends the process, because the test itself is at fault. */
static _Noreturn void give_up(const char *why)
{
    (void)fprintf(report != NULL ? report : stderr, "wrong_uses: %s\n", why);
    exit(EXIT_FAILURE);
}

/* Returns the next text of the table, which the caller frees, or NULL at its end. */
static char *next_text(FILE *table)
{
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, '\0', table) >= 0)
        return text;
    free(text);
    return NULL;
}

/* Returns the next text of the table as a number. */
static int next_number(FILE *table)
{
    char *text = next_text(table);
    if (text == NULL)
        give_up("the table ends in the middle of a use");
    int number = (int)strtol(text, NULL, 10);
    free(text);
    return number;
}

/* Reads the next use. Returns false at the end of the table. */
static bool read_use(FILE *table, struct use *use)
{
    int next = getc(table);
    if (next == EOF)
        return false;
    (void)ungetc(next, table);
    use->status = next_number(table);
    use->fragment = next_text(table);
    use->count = next_number(table) + 1;
    if (use->count > MOST_WORDS + 1)
        give_up("a use has too many words");
    for (int i = 1; i < use->count; i++)
        use->words[i] = next_text(table);
    use->words[use->count] = NULL;
    if (use->fragment == NULL || (use->count > 1 && use->words[use->count - 1] == NULL))
        give_up("the table ends in the middle of a use");
    return true;
}

/* Opens an empty file under the number of a standard descriptor. Everything written there
   is appended, so that the file can be emptied before each use. */
static void redirect(const char *path, int descriptor)
{
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || dup2(file, descriptor) < 0 || close(file) != 0)
        give_up("the output cannot go to a file");
}

/* Returns true if `variants check` is used, whose table of files is on stdout. */
static bool prints_table(const struct use *use)
{
    return use->count > 2 && strcmp(use->words[1], "variants") == 0 &&
           strcmp(use->words[2], "check") == 0;
}

/* Prints the words of a use to a file. */
static void print_words(FILE *file, const struct use *use)
{
    for (int i = 1; i < use->count; i++)
        (void)fprintf(file, " %s", use->words[i]);
}

/* Empties the file `now`. */
static void empty_now(void)
{
    rewind(now);
    if (ftruncate(fileno(now), 0) != 0)
        give_up("the present use cannot be noted");
}

/* Carries out a use. Returns true if its status and its output are those of the table,
   and else reports them. Leaves the words as they are, although the program may change
   them. */
static bool is_refused(const struct use *use)
{
    static char said[SAID_BYTES];
    char name[] = "sowlab";
    char *argv[MOST_WORDS + 2];
    struct stat out;
    if (ftruncate(STDOUT_FILENO, 0) != 0 || ftruncate(STDERR_FILENO, 0) != 0)
        give_up("the files of output cannot be emptied");
    clearerr(stdin);
    clearerr(stdout);
    empty_now();
    print_words(now, use);
    (void)fprintf(now, "\n");
    (void)fflush(now);
    memcpy(argv, use->words, sizeof argv);
    argv[0] = name;
    int status = sow_cli_main(use->count, argv, NULL);
    (void)fflush(stdout);
    ssize_t length = pread(STDERR_FILENO, said, sizeof said - 1, 0);
    if (length < 0 || fstat(STDOUT_FILENO, &out) != 0)
        give_up("the output cannot be read");
    said[length] = '\0';
    if (status == use->status && strstr(said, use->fragment) != NULL &&
        (out.st_size == 0 || prints_table(use)))
        return true;
    (void)fprintf(report, "%d instead of %d |", status, use->status);
    print_words(report, use);
    (void)fprintf(report, " | %s\n%s", use->fragment, said);
    if (out.st_size != 0 && !prints_table(use))
        (void)fprintf(report, "%lld bytes on stdout\n", (long long)out.st_size);
    return false;
}

static void release_use(struct use *use)
{
    free(use->fragment);
    for (int i = 1; i < use->count; i++)
        free(use->words[i]);
}

int main(int argc, char **argv)
{
    struct use use = {.count = 0};
    int faults = 0;
    int uses = 0;
    FILE *table = argc == 2 ? fopen(argv[1], "re") : NULL;
    int descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    report = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    now = fopen("use.now", "we");
    if (table == NULL || report == NULL || now == NULL)
        give_up("usage: wrong_uses TABLE");
    redirect("use.out", STDOUT_FILENO);
    redirect("use.err", STDERR_FILENO);
    for (; read_use(table, &use); uses++) {
        faults += !is_refused(&use);
        release_use(&use);
    }
    /* The report of a sanitizer at the end belongs to no use. */
    (void)dup2(fileno(report), STDERR_FILENO);
    empty_now();
    (void)fprintf(now, "%d uses\n", uses);
    if (faults > 0)
        (void)fprintf(report, "%d of %d wrong uses are not refused as they should be\n",
                      faults, uses);
    (void)fclose(now);
    (void)fclose(table);
    (void)fclose(report);
    return faults == 0 && uses > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
