/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands of programs: their words, their executables, and which may be started. */
#include "exec_command.h"

#include <ctype.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- words --- */

/* Copies the next word of a command, with its backslashes, to @p to. Moves both behind
   it. */
static void copy_word(const char **at, char **to)
{
    while (**at != '\0' && **at != ' ') {
        if (**at == '\\' && (*at)[1] != '\0')
            *(*to)++ = *(*at)++;
        *(*to)++ = *(*at)++;
    }
}

const char *sow_exec_command(const char *text, struct sow_program *program)
{
    char command[SOW_EXEC_COMMAND_MAX + 1];
    char *to = command;
    int words = 0;
    int brackets = 0;
    if (strlen(text) > SOW_EXEC_COMMAND_MAX)
        return "is too long: give at most 399 characters";
    for (const char *at = text; *at != '\0'; at++) {
        brackets += brackets < 0 ? 0 : (*at == '[') - (*at == ']');
        if (iscntrl((unsigned char)*at))
            return "has a control character: leave it out";
    }
    if (brackets != 0)
        return "has a bracket without its other half: close each '[' by ']'";
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        if (words++ > 0)
            *to++ = ' ';
        copy_word(&text, &to);
    }
    *to = '\0';
    if (words == 0)
        return "is empty: write exec:[./program]";
    if (words > EXEC_WORDS_MAX)
        return "has more than 64 words: write a script that has them";
    memcpy(program->command, command, sizeof command);
    return NULL;
}

/* Cuts a command at its blanks and removes the backslashes. */
static void cut(const char *command, struct exec_words *words)
{
    char *to = words->room;
    words->count = 0;
    words->word[0] = to;
    for (const char *at = command; *at != '\0'; at++) {
        if (*at == ' ') {
            *to++ = '\0';
            words->word[++words->count] = to;
            continue;
        }
        at += *at == '\\' && at[1] != '\0';
        *to++ = *at;
    }
    *to = '\0';
    words->word[++words->count] = NULL;
}

/* --- files --- */

/* Returns true if a path names a regular file; then @p runs says if this process may
   execute it. */
static bool is_file(const char *path, bool *runs)
{
    struct stat found;
    bool regular = stat(path, &found) == 0 && S_ISREG(found.st_mode);
    *runs = regular && access(path, X_OK) == 0;
    return regular;
}

/* Finds the executable @p name in a folder of PATH. Returns false if there is none; then
   @p path has no meaning. */
static bool search_path(const char *name, char path[EXEC_PATH_MAX + 1])
{
    const char *folders = getenv("PATH");
    bool runs = false;
    for (const char *at = folders != NULL ? folders : "/usr/bin:/bin"; !runs;) {
        int length = (int)strcspn(at, ":");
        (void)snprintf(path, EXEC_PATH_MAX + 1, "%.*s%s%s", length, at,
                       length == 0 ? "." : "", "/");
        size_t used = strlen(path);
        (void)snprintf(path + used, EXEC_PATH_MAX + 1 - used, "%s", name);
        (void)is_file(path, &runs);
        if (at[length] == '\0')
            break;
        at += length + 1;
    }
    return runs;
}

enum sow_status sow_exec_cut(const struct sow_program *program, struct exec_words *words,
                             struct sow_err *err)
{
    cut(program->command, words);
    const char *name = words->word[0];
    bool runs = false;
    if (strchr(name, '/') == NULL) {
        if (search_path(name, words->path))
            return SOW_OK;
        return sow_err_set(err, SOW_USAGE,
                           "there is no program '%.80s' in the folders of PATH: write "
                           "its path, such as ./%.80s",
                           name, name);
    }
    (void)snprintf(words->path, sizeof words->path, "%s", name);
    if (!is_file(name, &runs))
        return sow_err_set(err, SOW_USAGE,
                           "there is no program '%.160s': write the path of a file",
                           name);
    return runs ? SOW_OK
                : sow_err_set(err, SOW_USAGE,
                              "'%.160s' is not a program: make it one with 'chmod +x', "
                              "or name what runs it, as in exec:[python3 %.80s]",
                              name, name);
}

/* Adds the content of a file to a checksum. Returns false if it cannot be read. */
static bool hash_file(const char *path, struct sha256_ctx *sha)
{
    enum { ROOM = 65536 };
    uint8_t *room = malloc(ROOM);
    FILE *file = room != NULL ? fopen(path, "rbe") : NULL;
    size_t got = 1;
    while (file != NULL && got > 0) {
        got = fread(room, 1, ROOM, file);
        sha256_update(sha, got, room);
    }
    bool whole = file != NULL && ferror(file) == 0;
    if (file != NULL)
        (void)fclose(file);
    free(room);
    return whole;
}

enum sow_status sow_exec_identify(struct sow_program *program, struct sow_err *err)
{
    struct exec_words words;
    struct sha256_ctx sha;
    uint8_t digest[SHA256_DIGEST_SIZE];
    enum sow_status status = sow_exec_cut(program, &words, err);
    if (status != SOW_OK)
        return status;
    sha256_init(&sha);
    for (int i = 0; i < words.count; i++) {
        bool runs;
        const char *path = i == 0 ? words.path : words.word[i];
        if (is_file(path, &runs) && !hash_file(path, &sha))
            return sow_err_set(err, SOW_IO,
                               "cannot read '%.160s' for its checksum: make it readable",
                               path);
    }
    sha256_digest(&sha, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        (void)snprintf(program->digest + 2 * i, 3, "%02x", digest[i]);
    return SOW_OK;
}

/* --- allowed commands --- */

/* The commands that this process may start. */
static struct {
    pthread_mutex_t lock;
    size_t count;
    char **command; /* owned until the end of the process */
} allowed = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool sow_exec_allowed(const struct sow_program *program)
{
    bool found = false;
    (void)pthread_mutex_lock(&allowed.lock);
    for (size_t i = 0; i < allowed.count && !found; i++)
        found = strcmp(allowed.command[i], program->command) == 0;
    (void)pthread_mutex_unlock(&allowed.lock);
    return found;
}

/* Adds a command to those that are allowed. Returns false without memory. */
static bool allow(const char *command)
{
    char *copy = strdup(command);
    (void)pthread_mutex_lock(&allowed.lock);
    char **grown = copy != NULL ? realloc(allowed.command,
                                          (allowed.count + 1) * sizeof *allowed.command)
                                : NULL;
    if (grown != NULL) {
        allowed.command = grown;
        allowed.command[allowed.count++] = copy;
    }
    (void)pthread_mutex_unlock(&allowed.lock);
    if (grown == NULL)
        free(copy);
    return grown != NULL;
}

/* Returns the length of a text up to the bracket that closes it. The opening bracket is
   before the text. Returns 0 if there is none. */
static size_t length_in_brackets(const char *text)
{
    int open = 1;
    for (const char *at = text; *at != '\0'; at++) {
        open += (*at == '[') - (*at == ']');
        if (open == 0)
            return (size_t)(at - text);
    }
    return 0;
}

/* Finds the next `exec:[` of a text, in any case of letters, as player specs are read.
   Returns the text behind it, or NULL. */
static const char *behind_form(const char *text)
{
    static const char FORM[] = "exec:[";
    for (; *text != '\0'; text++)
        if (strncasecmp(text, FORM, strlen(FORM)) == 0)
            return text + strlen(FORM);
    return NULL;
}

/* Reads the next command that a text names, and moves @p at behind its beginning. Returns
   false if there is none. */
static bool next_command(const char **at, struct sow_program *program)
{
    bool found = false;
    while (!found && (*at = behind_form(*at)) != NULL) {
        size_t length = length_in_brackets(*at);
        char *command = length > 0 ? strndup(*at, length) : NULL;
        found = command != NULL && sow_exec_command(command, program) == NULL;
        free(command);
    }
    return found;
}

bool sow_exec_allow(const char *text)
{
    struct sow_program program = {.ms = 0};
    bool done = true;
    while (next_command(&text, &program))
        done = (sow_exec_allowed(&program) || allow(program.command)) && done;
    return done;
}

int sow_exec_named(const char *text, int *refused)
{
    struct sow_program program = {.ms = 0};
    int count = 0;
    *refused = 0;
    for (; next_command(&text, &program); count++)
        *refused += !sow_exec_allowed(&program);
    return count;
}
