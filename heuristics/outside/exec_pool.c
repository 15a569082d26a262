/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs as players of games: the processes of each program, at work and idle. */
#include "exec_process.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* A program and its processes. Never freed. */
struct fleet {
    struct sow_program program;
    struct process *idle; /* processes without a game, owned */
    int busy;             /* processes that are starting or answer, without a game */
    bool known;           /* true if its checksum was compared */
    bool failed;   /* true if the latest start failed: games are lost without another */
    char log[200]; /* path of the messages; "": no file */
    struct fleet *next;
};

/* All programs, and every process, so that the end of this process ends them. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a process has become idle or has ended */
    struct fleet *fleets;
    pid_t owner; /* process that started them; a child of it has none */
} all = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* Ends all idle processes. It runs at the end of this process;
   processes that are at work end with their keepers. */
static void close_all(void)
{
    if (getpid() != all.owner)
        return;
    struct process *list = NULL;
    for (struct fleet *fleet = all.fleets; fleet != NULL; fleet = fleet->next)
        while (fleet->idle != NULL) {
            struct process *process = fleet->idle;
            fleet->idle = process->next;
            process->next = list;
            list = process;
        }
    sow_process_end_list(list);
}

/* --- programs --- */

/* Returns true if two programs have the same command and limits. Then a process of one
   may play for the other. */
static bool same_program(const struct sow_program *one, const struct sow_program *other)
{
    return strcmp(one->command, other->command) == 0 &&
           strcmp(one->digest, other->digest) == 0 &&
           strcmp(one->name, other->name) == 0 && one->ms == other->ms &&
           one->clock.ms == other->clock.ms &&
           one->clock.increment == other->clock.increment && one->cpu == other->cpu &&
           one->memory == other->memory && one->start == other->start &&
           one->threads == other->threads;
}

/* Chooses the file for the messages of a program, in a folder. Its name is random, so
   that nobody else can have made it. A keeper makes it with the first message. Returns
   false, and leaves the path empty, if there can be no such file. */
static bool choose_log(struct fleet *fleet, const char *folder)
{
    uint64_t number = 0;
    bool drawn = getrandom(&number, sizeof number, 0) == (ssize_t)sizeof number;
    int length = snprintf(fleet->log, sizeof fleet->log,
                          "%s/sowlab-exec-%016" PRIx64 ".log", folder, number);
    bool fits =
        drawn && length < (int)sizeof fleet->log && access(folder, W_OK | X_OK) == 0;
    if (!fits)
        fleet->log[0] = '\0';
    return fits;
}

/* Finds the fleet of a program, or makes one. Returns NULL without memory. The caller has
   the lock. A child of the process that made the fleets begins without processes, and
   leaves those of its parent alone. */
static struct fleet *find_fleet(const struct sow_program *program)
{
    if (all.owner != getpid()) {
        if (all.owner == 0)
            (void)atexit(close_all);
        all.owner = getpid();
        all.fleets = NULL;
    }
    struct fleet *fleet = all.fleets;
    while (fleet != NULL && !same_program(&fleet->program, program))
        fleet = fleet->next;
    if (fleet != NULL)
        return fleet;
    fleet = calloc(1, sizeof *fleet);
    if (fleet == NULL)
        return NULL;
    fleet->program = *program;
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || folder[0] == '\0' || !choose_log(fleet, folder))
        (void)choose_log(fleet, "/tmp");
    fleet->next = all.fleets;
    all.fleets = fleet;
    return fleet;
}

const char *sow_exec_log(const struct sow_program *program)
{
    (void)pthread_mutex_lock(&all.lock);
    const struct fleet *fleet = find_fleet(program);
    (void)pthread_mutex_unlock(&all.lock);
    return fleet != NULL ? fleet->log : "";
}

/* --- processes --- */

/* Removes an idle process that knows the rules from the list. Returns NULL if there is
   none; then @p stale receives an idle process for other rules, or NULL. The caller has
   the lock. */
static struct process *pick(struct fleet *fleet, const struct sow_rules *rules,
                            struct process **stale)
{
    struct process **at = &fleet->idle;
    while (*at != NULL && !sow_rules_equal(&(*at)->rules, rules))
        at = &(*at)->next;
    struct process *found = *at;
    if (found != NULL)
        *at = found->next;
    *stale = found == NULL ? fleet->idle : NULL;
    if (*stale != NULL)
        fleet->idle = (*stale)->next;
    return found;
}

/* Starts a process. One for other rules, if any, is ended first. Notes whether it could
   be started. Returns NULL, with the reason, if it could not. */
static struct process *start(struct fleet *fleet, const struct sow_rules *rules,
                             struct process *stale, struct sow_err *err)
{
    if (stale != NULL)
        (void)sow_process_end(stale);
    struct process *process = sow_process_start(&fleet->program, rules, fleet->log, err);
    (void)pthread_mutex_lock(&all.lock);
    fleet->failed = process == NULL && !sow_stopping();
    (void)pthread_mutex_unlock(&all.lock);
    return process;
}

/* Takes a process for a game or, with @p single, for one move: there are no more
   processes for single moves than the program has threads. Returns NULL, with the reason,
   if there is none. */
static struct process *take(const struct sow_program *program,
                            const struct sow_rules *rules, bool single,
                            struct sow_err *err)
{
    struct process *stale = NULL;
    struct process *process = NULL;
    (void)pthread_mutex_lock(&all.lock);
    struct fleet *fleet = find_fleet(program);
    while (fleet != NULL && single && fleet->busy >= program->threads)
        (void)pthread_cond_wait(&all.changed, &all.lock);
    bool failed = fleet == NULL || fleet->failed;
    if (!failed)
        process = pick(fleet, rules, &stale);
    if (fleet != NULL)
        fleet->busy += single;
    (void)pthread_mutex_unlock(&all.lock);
    if (failed)
        (void)sow_err_set(err, SOW_IO, "program '%.100s' could not be started before",
                          program->command);
    return failed || process != NULL ? process : start(fleet, rules, stale, err);
}

/* Gives a process back, to be idle; NULL if it was ended or never started. @p single is
   as it was for `take`. */
static void give_back(const struct sow_program *program, struct process *process,
                      bool single)
{
    (void)pthread_mutex_lock(&all.lock);
    struct fleet *fleet = find_fleet(program);
    if (fleet != NULL && process != NULL) {
        process->next = fleet->idle;
        fleet->idle = process;
    }
    if (fleet != NULL && single && fleet->busy > 0)
        fleet->busy--;
    (void)pthread_cond_broadcast(&all.changed);
    (void)pthread_mutex_unlock(&all.lock);
}

/* --- opening --- */

/* Starts a process and gives it back. Forgets that an earlier start failed. Fails as
   sow_exec_open. */
static enum sow_status try_out(const struct sow_program *program,
                               const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_err fault = {.status = SOW_OK};
    (void)pthread_mutex_lock(&all.lock);
    struct fleet *fleet = find_fleet(program);
    if (fleet != NULL)
        fleet->failed = false;
    (void)pthread_mutex_unlock(&all.lock);
    struct process *process = take(program, rules, false, &fault);
    give_back(program, process, false);
    if (process != NULL)
        return SOW_OK;
    return sow_err_set(err, fault.status == SOW_OK ? SOW_IO : fault.status, "%s",
                       fault.text);
}

/* Compares the checksum of a program with that of its files, once in this process. Fails
   as sow_exec_open. */
static enum sow_status compare(const struct sow_program *program, struct sow_err *err)
{
    struct sow_program found = *program;
    (void)pthread_mutex_lock(&all.lock);
    struct fleet *fleet = find_fleet(program);
    bool known = fleet != NULL && fleet->known;
    (void)pthread_mutex_unlock(&all.lock);
    if (known)
        return SOW_OK;
    enum sow_status status = sow_exec_identify(&found, err);
    if (status == SOW_OK && strcmp(found.digest, program->digest) != 0)
        status = sow_err_set(err, SOW_BAD_DATA,
                             "the program of player 'exec:[%.100s]' has changed: its "
                             "checksum is '%.12s..', not '%.12s..'; restore it, or name "
                             "the player anew without sha256=",
                             program->command, found.digest, program->digest);
    (void)pthread_mutex_lock(&all.lock);
    if (fleet != NULL)
        fleet->known = status == SOW_OK;
    (void)pthread_mutex_unlock(&all.lock);
    return status;
}

enum sow_status sow_exec_open(const struct sow_program *program,
                              const struct sow_rules *rules, bool now,
                              struct sow_err *err)
{
    if (!sow_exec_allowed(program))
        return sow_err_set(err, SOW_USAGE,
                           "the program of player 'exec:[%.100s]' is not started, "
                           "because this command line does not name it: if you trust "
                           "it, add --allow-exec 'exec:[%.100s]'",
                           program->command, program->command);
    enum sow_status status = compare(program, err);
    return status == SOW_OK && now ? try_out(program, rules, err) : status;
}

/* --- playing --- */

/* The memory of a game. */
struct exec_game {
    const struct sow_program *program;
    struct process *process; /* NULL: none yet, or ended */
    int64_t left;            /* milliseconds left on the clock, if there is one */
    bool single;             /* true if this memory lasts for one move only */
    bool taken;              /* true if `take` was called for it */
};

/* Returns the memory of a game that begins. */
static struct exec_game begun(const struct sow_program *program, bool single)
{
    return (struct exec_game){
        .program = program, .left = program->clock.ms, .single = single};
}

void *sow_exec_begin(const struct sow_program *program)
{
    struct exec_game *memory = malloc(sizeof *memory);
    if (memory != NULL)
        *memory = begun(program, false);
    return memory;
}

/* Gives the process of a game back, if it has one. */
static void end_game(struct exec_game *memory)
{
    if (memory->taken)
        give_back(memory->program, memory->process, memory->single);
    memory->taken = false;
    memory->process = NULL;
}

void sow_exec_end(void *memory)
{
    end_game(memory);
    free(memory);
}

/* Returns the milliseconds for the next answer. */
static int64_t time_for(const struct exec_game *memory)
{
    const struct sow_program *program = memory->program;
    int64_t ms = program->ms > 0 ? program->ms : SOW_EXEC_MS;
    if (program->clock.ms > 0 && (program->ms == 0 || memory->left < ms))
        ms = memory->left;
    return ms;
}

/* Asks the process of a game, and keeps the clock. After a forfeit ends the process: a
   late answer can then not be taken for the next one. Returns as sow_exec_choose. */
static int ask(struct exec_game *memory, const struct sow_game *game, const int *moves,
               int count)
{
    bool clocked = memory->program->clock.ms > 0;
    uint64_t began = sow_link_now();
    int64_t ms = time_for(memory);
    bool last = clocked && ms == memory->left;
    int answer = sow_process_ask(memory->process, game, moves, count, ms);
    memory->left -= (int64_t)(sow_link_now() - began);
    if (clocked && (memory->left < 0 || (last && answer == -SOW_FORFEIT_SILENT)))
        answer = -SOW_FORFEIT_CLOCK;
    memory->left += memory->program->clock.increment;
    if (answer < 0) {
        int reason = sow_process_end(memory->process);
        memory->process = NULL;
        answer = reason != 0 ? -reason : answer;
    }
    return answer;
}

int sow_exec_choose(const struct sow_program *program, const struct sow_game *game,
                    const int *moves, int count)
{
    struct exec_game once = begun(program, true);
    struct exec_game *memory = game->memory[game->board.side];
    if (memory == NULL)
        memory = &once;
    if (!sow_exec_allowed(program))
        return -SOW_FORFEIT_ABSENT;
    if (memory->process == NULL) {
        memory->taken = true;
        memory->process = take(program, game->rules, memory->single, NULL);
        if (memory->process != NULL)
            sow_process_begin_game(memory->process);
    }
    int answer =
        memory->process != NULL ? ask(memory, game, moves, count) : -SOW_FORFEIT_ABSENT;
    if (memory == &once)
        end_game(&once);
    return answer;
}
