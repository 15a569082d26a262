/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keeper of a program. It is a child of sowlab without exec(), so it may call only
   functions that are safe in signal handlers. */
#include "exec_keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LOOK_EVERY = 50,     /* milliseconds between two looks at the limits */
    END_PATIENCE = 100,  /* milliseconds to end after the end of the input */
    TERM_PATIENCE = 200, /* milliseconds to end after SIGTERM */
    KILL_PATIENCE = 5000,
    LOG_MAX = 1 << 20 /* bytes of messages that are kept */
};

/* A keeper at work. */
struct keeper {
    const struct keeper_task *task;
    pid_t program;  /* process number; its process group too */
    bool ended;     /* true if the program has ended */
    int messages;   /* pipe of its standard error; -1: closed */
    int log;        /* file of the messages; -1: not open */
    uint64_t ticks; /* processor time at the beginning of the game */
    uint64_t ticks_a_second;
    uint64_t page; /* bytes of a page of memory */
};

/* --- messages --- */

/* Opens the file of messages, if it is not open. So a program without messages leaves no
   file, whatever ends sowlab. */
static void open_log(struct keeper *keeper)
{
    enum { PRIVATE = 0600 };
    static const int FLAGS = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC;
    if (keeper->log < 0 && keeper->task->log[0] != '\0')
        keeper->log = open(keeper->task->log, FLAGS, PRIVATE);
}

/* Returns how many bytes there is room for in the file of messages. All processes of a
   program write to the same file. */
static long room_of(const struct keeper *keeper)
{
    struct stat found;
    return keeper->log >= 0 && fstat(keeper->log, &found) == 0 && found.st_size < LOG_MAX
               ? LOG_MAX - (long)found.st_size
               : 0;
}

/* Copies waiting messages of the program to the file, up to LOG_MAX bytes in all. */
static void copy_messages(struct keeper *keeper)
{
    char room[4096];
    ssize_t got = keeper->messages >= 0 ? read(keeper->messages, room, sizeof room) : -1;
    while (got > 0) {
        open_log(keeper);
        long rest = room_of(keeper);
        if (rest > 0)
            (void)!write(keeper->log, room, (size_t)(got < rest ? got : rest));
        got = read(keeper->messages, room, sizeof room);
    }
    if (got == 0) {
        (void)close(keeper->messages);
        keeper->messages = -1;
    }
}

/* --- processes --- */

/* Reads up to @p size - 1 bytes of a file below /proc as text; "" on failure. */
static void read_text(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd >= 0 ? read(fd, text, size - 1) : -1;
    text[got > 0 ? got : 0] = '\0';
    if (fd >= 0)
        (void)close(fd);
}

/* Writes a number in decimal and returns its end. snprintf is not allowed here. */
static char *put_number(char *at, long number)
{
    char digits[24];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0)
        *at++ = digits[--count];
    *at = '\0';
    return at;
}

/* Copies a text and returns its end. */
static char *put_text(char *at, const char *text)
{
    while (*text != '\0')
        *at++ = *text++;
    *at = '\0';
    return at;
}

/* Reads the next number of a text and moves @p at behind it. Returns 0 at the end. */
static uint64_t take_number(const char **at)
{
    uint64_t number = 0;
    while (**at == ' ' || **at == '\n')
        (*at)++;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        number = 10 * number + (uint64_t)(**at - '0');
    return number;
}

/* Processor time and memory of a process and its descendants. */
struct use {
    uint64_t ticks; /* processor time, with that of children that ended */
    uint64_t bytes; /* resident memory */
};

/* A list of processes. */
struct pids {
    pid_t pid[256];
    int count;
};

/* Adds the children of one thread of a process to the list, as far as there is room. */
static void add_children(pid_t pid, long thread, struct pids *pids)
{
    char path[80];
    char text[2048];
    char *end = put_number(put_text(path, "/proc/"), pid);
    (void)put_text(put_number(put_text(end, "/task/"), thread), "/children");
    read_text(path, text, sizeof text);
    const char *at = text;
    for (uint64_t child = take_number(&at); child > 0; child = take_number(&at))
        if (pids->count < (int)(sizeof pids->pid / sizeof pids->pid[0]))
            pids->pid[pids->count++] = (pid_t)child;
}

/* Adds the children of all threads of a process to the list. Reads the folder of threads
   by a system call, because opendir() takes memory of the heap. */
static void add_all_children(pid_t pid, struct pids *pids)
{
    char path[80];
    char room[4096] __attribute__((aligned(8)));
    (void)put_text(put_number(put_text(path, "/proc/"), pid), "/task");
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long got = fd >= 0 ? syscall(SYS_getdents64, fd, room, sizeof room) : 0;
    while (got > 0) {
        for (long at = 0; at < got;) {
            /* An entry has an inode and an offset of 8 bytes each, a length of 2, a type
               of 1, and a name. */
            uint16_t length;
            memcpy(&length, room + at + 16, sizeof length);
            const char *name = room + at + 19;
            if (*name != '.')
                add_children(pid, (long)take_number(&name), pids);
            at += length;
        }
        got = syscall(SYS_getdents64, fd, room, sizeof room);
    }
    if (fd >= 0)
        (void)close(fd);
}

/* Adds what a process uses. Its name, in brackets, may have blanks. */
static void add_use(const struct keeper *keeper, pid_t pid, struct use *use)
{
    enum { UTIME = 11, RESIDENT = 21 }; /* fields behind the state, from 0 */
    char path[80];
    char text[1024];
    (void)put_text(put_number(put_text(path, "/proc/"), pid), "/stat");
    read_text(path, text, sizeof text);
    const char *at = strrchr(text, ')');
    if (at == NULL || strlen(at) < 4)
        return;
    at += 3; /* bracket, blank, state */
    for (int field = 1; *at != '\0' && field <= RESIDENT; field++) {
        at += *at == ' ' && at[1] == '-' ? 2 : 0; /* a negative number */
        uint64_t number = take_number(&at);
        if (field >= UTIME && field < UTIME + 4)
            use->ticks += number;
        if (field == RESIDENT)
            use->bytes += number * keeper->page;
    }
}

/* Returns the processor time of all descendants that have ended, in ticks. */
static uint64_t ticks_of_ended(const struct keeper *keeper)
{
    struct rusage ended;
    if (getrusage(RUSAGE_CHILDREN, &ended) != 0)
        return 0;
    uint64_t micros = (uint64_t)(ended.ru_utime.tv_usec + ended.ru_stime.tv_usec);
    uint64_t seconds = (uint64_t)(ended.ru_utime.tv_sec + ended.ru_stime.tv_sec);
    return seconds * keeper->ticks_a_second +
           micros * keeper->ticks_a_second / UINT64_C(1000000);
}

/* Returns what the program and all its descendants use now. */
static struct use use_of(const struct keeper *keeper)
{
    struct use use = {ticks_of_ended(keeper), 0};
    struct pids pids = {.count = 0};
    add_all_children(getpid(), &pids);
    for (int i = 0; i < pids.count; i++) {
        add_use(keeper, pids.pid[i], &use);
        add_all_children(pids.pid[i], &pids);
    }
    return use;
}

/* Notes which children have ended. */
static void note_ends(struct keeper *keeper)
{
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
        keeper->ended = keeper->ended || ended == keeper->program;
}

/* Waits until the program has ended, at most @p milliseconds. */
static void await_end(struct keeper *keeper, int milliseconds)
{
    enum { STEP = 5 };
    for (int i = 0; i <= milliseconds / STEP && !keeper->ended; i++) {
        copy_messages(keeper);
        note_ends(keeper);
        if (!keeper->ended)
            (void)poll(NULL, 0, STEP);
    }
}

/* Ends the program: it has some time after the end of its input and after SIGTERM. Then
   kills all descendants. Orphans become children of the keeper, so nobody is missed. */
static void end_all(struct keeper *keeper)
{
    await_end(keeper, END_PATIENCE);
    if (!keeper->ended) {
        (void)kill(-keeper->program, SIGTERM);
        await_end(keeper, TERM_PATIENCE);
    }
    (void)kill(-keeper->program, SIGKILL);
    for (int i = 0; i < KILL_PATIENCE; i++) {
        struct pids pids = {.count = 0};
        add_all_children(getpid(), &pids);
        for (int k = 0; k < pids.count; k++)
            (void)kill(pids.pid[k], SIGKILL);
        copy_messages(keeper);
        note_ends(keeper);
        if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
            break;
        (void)poll(NULL, 0, 1);
    }
    copy_messages(keeper);
}

/* --- the program --- */

/* Moves a descriptor to @p wanted. */
static void place(int fd, int wanted)
{
    if (fd == wanted)
        (void)fcntl(fd, F_SETFD, 0);
    else
        (void)dup2(fd, wanted);
}

/* Reports the error number: the program cannot be started. Always returns false. */
static bool report_fault(const struct keeper_task *task)
{
    int fault = errno;
    (void)!write(task->report, &fault, sizeof fault);
    return false;
}

/* Becomes the program: input and output are the socket, standard error is the pipe. If
   it cannot, reports the error number. */
static _Noreturn void become(const struct keeper_task *task, int messages)
{
    static const int RESET[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD, SIGQUIT};
    sigset_t none;
    (void)setpgid(0, 0);
    /* The program ends with its keeper, whatever ends that. */
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    for (size_t i = 0; i < sizeof RESET / sizeof RESET[0]; i++)
        (void)signal(RESET[i], SIG_DFL);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    place(task->talk, STDIN_FILENO);
    place(task->talk, STDOUT_FILENO);
    place(messages, STDERR_FILENO);
    (void)execv(task->path, task->argv);
    (void)report_fault(task);
    _exit(127);
}

/* Returns a descriptor for the same file above all that `keep_only` closes. */
static int lift(int fd)
{
    enum { LOWEST = 64 };
    return fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, LOWEST) : -1;
}

/* Closes the descriptors from @p first to @p last. Old kernels cannot close a range. */
static void close_all(unsigned first, unsigned last)
{
    enum { OLD_MAX = 65536 };
    if (first > last || syscall(SYS_close_range, first, last, 0U) == 0)
        return;
    for (unsigned fd = first; fd <= last && fd < OLD_MAX; fd++)
        (void)close((int)fd);
}

/* Closes all descriptors but those of the task, which are moved to others, and @p task
   is changed. Standard input, output and error become the null device: nobody waits for
   the end of a pipe that the keeper has inherited. */
static void keep_only(struct keeper_task *task)
{
    enum { LOWEST = 64, KEPT = 3 };
    int *const kept[KEPT] = {&task->talk, &task->control, &task->report};
    for (int i = 0; i < KEPT; i++)
        *kept[i] = lift(*kept[i]);
    close_all(0, LOWEST - 1U);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC); /* becomes 0 */
    (void)dup2(null, STDOUT_FILENO);
    (void)dup2(null, STDERR_FILENO);
    unsigned next = LOWEST;
    for (;;) {
        unsigned lowest = UINT32_MAX;
        for (int i = 0; i < KEPT; i++)
            if (*kept[i] >= (int)next && (unsigned)*kept[i] < lowest)
                lowest = (unsigned)*kept[i];
        close_all(next, lowest - 1U);
        if (lowest == UINT32_MAX)
            return;
        next = lowest + 1U;
    }
}

/* Starts the program as a child of the keeper. Returns false if there can be no
   process. */
static bool start(struct keeper *keeper)
{
    const struct keeper_task *task = keeper->task;
    int messages[2];
    if (pipe2(messages, O_CLOEXEC | O_NONBLOCK) != 0)
        return report_fault(task);
    /* The program's end blocks, as programs expect. */
    (void)fcntl(messages[1], F_SETFL, 0);
    keeper->program = fork();
    if (keeper->program == 0)
        become(task, messages[1]);
    if (keeper->program < 0)
        return report_fault(task);
    (void)close(messages[1]);
    (void)close(task->talk);
    (void)close(task->report);
    keeper->messages = messages[0];
    (void)setpgid(keeper->program, keeper->program);
    return true;
}

/* --- keeping --- */

/* Sleeps until a message, a word of the other process or the end of a child comes; with
   limits, only for a short time. Returns false if the program has to end. */
static bool listen_on(struct keeper *keeper, const sigset_t *open_mask)
{
    const struct keeper_task *task = keeper->task;
    bool limited = task->cpu > 0 || task->memory > 0;
    struct timespec step = {0, LOOK_EVERY * 1000000L};
    struct pollfd sources[2] = {{.fd = task->control, .events = POLLIN},
                                {.fd = keeper->messages, .events = POLLIN}};
    (void)ppoll(sources, 2, limited ? &step : NULL, open_mask);
    copy_messages(keeper);
    note_ends(keeper);
    if ((sources[0].revents & (POLLIN | POLLHUP | POLLERR)) == 0)
        return !keeper->ended;
    char word = 0;
    ssize_t got = read(task->control, &word, 1);
    if (got == 1 && word == KEEPER_GAME)
        keeper->ticks = use_of(keeper).ticks;
    return got == 1 && !keeper->ended;
}

/* Compares with the limits. Returns KEEPER_FINE if they are kept. */
static enum keeper_verdict judge(const struct keeper *keeper)
{
    const struct keeper_task *task = keeper->task;
    if (task->cpu == 0 && task->memory == 0)
        return KEEPER_FINE;
    struct use use = use_of(keeper);
    if (task->memory > 0 && use.bytes >> 20U >= (uint64_t)task->memory)
        return KEEPER_MEMORY;
    if (task->cpu > 0 &&
        use.ticks >= keeper->ticks + (uint64_t)task->cpu * keeper->ticks_a_second)
        return KEEPER_CPU;
    return KEEPER_FINE;
}

/* Does nothing: the signal only interrupts ppoll(). */
static void wake(int signal_number)
{
    (void)signal_number;
}

/* Makes the keeper deaf to stop signals, which go to the whole process group of a
   terminal, and lets the end of a child interrupt ppoll() only. Sets @p open_mask to the
   mask for ppoll(). */
static void set_signals(sigset_t *open_mask)
{
    static const int IGNORED[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT};
    struct sigaction action = {.sa_handler = wake};
    sigset_t child;
    for (size_t i = 0; i < sizeof IGNORED / sizeof IGNORED[0]; i++)
        (void)signal(IGNORED[i], SIG_IGN);
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGCHLD, &action, NULL);
    (void)sigemptyset(open_mask);
    (void)sigemptyset(&child);
    (void)sigaddset(&child, SIGCHLD);
    (void)sigprocmask(SIG_SETMASK, &child, NULL);
}

_Noreturn void sow_keeper_run(const struct keeper_task *given)
{
    struct keeper_task task = *given;
    struct keeper keeper = {.task = &task,
                            .log = -1,
                            .ticks_a_second = (uint64_t)sysconf(_SC_CLK_TCK),
                            .page = (uint64_t)sysconf(_SC_PAGESIZE)};
    enum keeper_verdict verdict = KEEPER_FINE;
    sigset_t open_mask;
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    set_signals(&open_mask);
    keep_only(&task);
    if (start(&keeper)) {
        while (verdict == KEEPER_FINE && listen_on(&keeper, &open_mask))
            verdict = judge(&keeper);
        end_all(&keeper);
    }
    _exit((int)verdict);
}
