/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gnuplot as a process. Script and output are unnamed temporary files, so there is no
   shell and no pipe that could fill. Many gnuplot commands run programs or write
   files, and charts show names from databases of other people. So a name is always
   quoted, and the process could not carry out such a command. */
#include "sow/charts/gnuplot.h"

#include "gnuplot_filter.h"
#include "sow/support/utf8.h"
#include "sow/support/visible.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/* ---- Texts ---- */

/* Writes quotes and percent signs with care. gnuplot 5.4 reads a doubled quote as a quote
   only after another character. It reads a percent sign in an axis label as the beginning
   of a format. */
void sow_gnuplot_put(FILE *script, const char *text, size_t size, bool first)
{
    static const char QUOTE[] = "’";
    static const char PERCENT[] = "％";
    static const char NO_CHARACTER[] = "\xef\xbf\xbd";
    const char *end = text + size;
    bool behind = !first;
    while (text < end) {
        const char *start = text;
        uint32_t point = sow_utf8_next(&text);
        if (point == '\'')
            (void)fputs(behind ? "''" : QUOTE, script);
        else if (point == '%')
            (void)fputs(PERCENT, script);
        else if ((point & 0xfffeU) == 0xfffeU) /* XML forbids these characters */
            (void)fputs(NO_CHARACTER, script);
        else
            sow_visible_write(script, start, (size_t)(text - start));
        behind = point != '\'' || !behind;
    }
}

void sow_gnuplot_quote(FILE *script, const char *text)
{
    (void)fputc('\'', script);
    sow_gnuplot_put(script, text, strlen(text), true);
    (void)fputc('\'', script);
}

/* ---- The process ---- */

/* Sets the error "@p what: reason", with the system's reason for error number @p code,
   and returns SOW_IO. */
static enum sow_status fail(struct sow_err *err, const char *what, int code)
{
    return sow_err_set(err, SOW_IO, "%s: %s", what, strerror(code));
}

/* Files of the process, its descriptors 0, 1 and 2: the script, the picture, and
   messages. */
enum { SCRIPT, PICTURE, SAID, FILES };

/* Processor time that gnuplot may take. A large chart takes a second. */
enum { PROCESSOR_SECONDS = 60 };

/* Environment of gnuplot: PATH from the caller, and fixed values. The rest is withheld
   because gnuplot has variables for start-up files, script folders, a shell and fonts. */
struct environment {
    char *path;         /* "PATH=.." on the heap; NULL if the caller has none */
    char *variables[4]; /* NAME=VALUE, ended by NULL; borrowed */
};

/* Makes the environment of gnuplot: PATH of the caller if there is one, a fixed language
   and no home. The caller frees its path. Returns false without memory. */
static bool make_environment(struct environment *environment)
{
    static char language[] = "LC_ALL=C.UTF-8";
    static char home[] = "HOME=/nonexistent";
    const char *path = getenv("PATH");
    *environment = (struct environment){.path = NULL};
    if (path != NULL && asprintf(&environment->path, "PATH=%s", path) < 0)
        return false;
    char **variable = environment->variables;
    *variable++ = language;
    *variable++ = home;
    *variable = environment->path;
    return true;
}

/* Makes the child end with its parent, which alone waits for the picture. Ends the child
   at once if the parent is gone. */
static void end_with(pid_t parent)
{
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(SOW_IO);
#else
    (void)parent;
#endif
}

/* Makes all descriptors from FILES on close when the child executes gnuplot. The
   program's own close anyway, but libraries may have opened others. Does nothing on
   systems without such a call. */
static void close_others(void)
{
#ifdef SYS_close_range
    enum { WHEN_EXECUTED = 4 }; /* CLOSE_RANGE_CLOEXEC */
    (void)syscall(SYS_close_range, (unsigned)FILES, ~0U, WHEN_EXECUTED);
#endif
}

/* Becomes gnuplot in the child, with @p files as its three descriptors, limits on time
   and memory dumps, and the filter of system calls. Only system calls are safe between
   fork and exec. Never returns: if gnuplot does not start, writes an error number to the
   pipe @p failed and ends the child. */
static void become_gnuplot(FILE *const files[FILES],
                           const struct environment *environment, pid_t parent,
                           int failed)
{
    static char program[] = "gnuplot";
    static char settings[] = "--default-settings";
    static char *const ARGV[] = {program, settings, NULL};
    const struct rlimit time = {PROCESSOR_SECONDS, PROCESSOR_SECONDS};
    const struct rlimit core = {0, 0};
    end_with(parent);
    bool moved = true;
    for (int i = 0; i < FILES; i++)
        moved &= dup2(fileno(files[i]), i) == i;
    (void)setrlimit(RLIMIT_CPU, &time);
    (void)setrlimit(RLIMIT_CORE, &core);
    close_others();
    sow_gnuplot_filter();
    if (moved)
        (void)execvpe(program, ARGV, environment->variables);
    int code = errno;
    (void)!write(failed, &code, sizeof code);
    _exit(SOW_IO);
}

/* Waits until gnuplot has ended. Returns SOW_IO if it failed, with the first line of its
   messages, the file @p said. */
static enum sow_status wait_for(pid_t child, FILE *said, struct sow_err *err)
{
    char line[256] = "";
    int state;
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return fail(err, "gnuplot", errno);
    if (WIFEXITED(state) && WEXITSTATUS(state) == 0)
        return SOW_OK;
    rewind(said);
    while (fgets(line, sizeof line, said) != NULL && line[strspn(line, " \n")] == '\0')
        ;
    line[strcspn(line, "\n")] = '\0';
    return sow_err_set(
        err, SOW_IO, "gnuplot did not draw the chart ('%s'); '--format text' needs none",
        line);
}

/* Returns the error number that the child wrote to the pipe @p fd; 0 if the pipe was
   closed without one because gnuplot has started. Waits for this. */
static int read_failure(int fd)
{
    int code = 0;
    while (read(fd, &code, sizeof code) < 0 && errno == EINTR)
        ;
    return code;
}

/* Starts gnuplot as a child with the descriptors @p files, and sets @p child to its
   number. Returns SOW_IO if it is not installed or does not start; no child is then
   left. */
static enum sow_status start(FILE *files[FILES], const struct environment *environment,
                             pid_t *child, struct sow_err *err)
{
    int failed[2];
    pid_t parent = getpid();
    if (pipe2(failed, O_CLOEXEC) != 0)
        return fail(err, "gnuplot", errno);
    *child = fork();
    if (*child == 0)
        become_gnuplot(files, environment, parent, failed[1]);
    int code = *child < 0 ? errno : 0;
    (void)close(failed[1]);
    if (*child >= 0 && (code = read_failure(failed[0])) != 0)
        (void)waitpid(*child, NULL, 0);
    (void)close(failed[0]);
    if (code == ENOENT)
        return sow_err_set(err, SOW_IO,
                           "gnuplot is not installed: 'apt install gnuplot-nox' installs "
                           "it; '--format text' needs none");
    return code != 0 ? fail(err, "gnuplot", code) : SOW_OK;
}

/* Runs gnuplot to its end on the script in @p files, whose other two files receive
   picture and messages. Returns SOW_IO if it does not start or fails, or
   SOW_NO_MEMORY. */
static enum sow_status run(FILE *files[FILES], struct sow_err *err)
{
    struct environment environment;
    pid_t child = -1;
    if (!make_environment(&environment))
        return sow_err_no_memory(err);
    enum sow_status status = start(files, &environment, &child, err);
    free(environment.path);
    return status == SOW_OK ? wait_for(child, files[SAID], err) : status;
}

/* Copies the whole file @p from to @p out. Returns SOW_IO if it cannot be read or @p out
   not written. */
static enum sow_status copy_all(FILE *from, FILE *out, struct sow_err *err)
{
    char block[4096];
    size_t size;
    rewind(from);
    while ((size = fread(block, 1, sizeof block, from)) > 0)
        if (fwrite(block, 1, size, out) != size)
            return fail(err, "the chart cannot be written", errno);
    return ferror(from) ? fail(err, "the chart cannot be read again", errno) : SOW_OK;
}

enum sow_status sow_gnuplot_draw(sow_gnuplot_fn *write, void *context, FILE *out,
                                 struct sow_err *err)
{
    FILE *files[FILES] = {NULL};
    enum sow_status status = SOW_OK;
    for (int i = 0; i < FILES && status == SOW_OK; i++)
        if ((files[i] = tmpfile()) == NULL)
            status = fail(err, "no temporary file for a chart", errno);
    if (status == SOW_OK) {
        write(context, files[SCRIPT]);
        /* gnuplot reads the file from the beginning */
        if (fflush(files[SCRIPT]) != 0 || fseek(files[SCRIPT], 0, SEEK_SET) != 0)
            status = fail(err, "no temporary file for a chart", errno);
    }
    if (status == SOW_OK)
        status = run(files, err);
    if (status == SOW_OK)
        status = copy_all(files[PICTURE], out, err);
    for (int i = 0; i < FILES; i++)
        if (files[i] != NULL)
            (void)fclose(files[i]);
    return status;
}
