/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/heuristics/batch.h"

#include "bitslice_plan.h"
#include "kernel_plain.h"
#include "sow/base/text.h"
#include "sow/game/fast_board.h"

#include <assert.h>

/* --- the plain kernel --- */

/* Returns true: the plain kernel plays every batch. Leaves @p reason unset. */
static bool plain_covers(const struct sow_batch *batch, const char **reason)
{
    (void)batch;
    (void)reason;
    return true;
}

/* Returns true: a kernel in plain C runs on every machine. */
static bool always_available(void)
{
    return true;
}

/* --- the bit-sliced kernels --- */

/* Returns true if the bit-sliced kernels can play the batch; else @p reason says why
   not. */
static bool bitslice_covers(const struct sow_batch *batch, const char **reason)
{
    *reason = batch->transcripts != NULL ? "the moves of the games have to be stored"
                                         : sow_plan_refusal(batch->rules);
    for (size_t i = 0; *reason == NULL && i < batch->agent_count; i++)
        *reason = sow_plan_agent_refusal(&batch->agents[i]);
    return *reason == NULL;
}

/* Returns true if the machine stores the lowest byte of a word first. */
static bool is_little_endian(void)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}

#ifdef SOW_AVX2_KERNEL
/* Returns true if the processor has AVX2 and the bit instructions BMI 1 and 2. */
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
}
#endif

#ifdef SOW_AVX512_KERNEL
/* Returns true if the processor has AVX2 and the parts F, BW, DQ and VL of AVX-512. */
static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

const struct sow_kernel sow_kernels[] = {
    {"plain", "the rules engine, one game at a time: any rules, any agents", 1, NULL,
     always_available, plain_covers, sow_kernel_plain},
    {"portable", "bit-sliced, 128 games at a time: any processor", 128,
     "little-endian memory", is_little_endian, bitslice_covers, sow_bitslice_portable},
#ifdef SOW_AVX2_KERNEL
    {"avx2", "bit-sliced, 256 games at a time: x86 with AVX2", 256, "AVX2 and BMI2",
     has_avx2, bitslice_covers, sow_bitslice_avx2},
#endif
#ifdef SOW_AVX512_KERNEL
    {"avx512", "bit-sliced, 512 games at a time: x86 with AVX-512", 512,
     "AVX-512 F, BW, DQ and VL", has_avx512, bitslice_covers, sow_bitslice_avx512},
#endif
    {.name = NULL},
};

/* --- choosing one --- */

/* Returns the last kernel of sow_kernels that this machine can run; never NULL. */
static const struct sow_kernel *fastest_available(void)
{
    const struct sow_kernel *fastest = &sow_kernels[0];
    for (const struct sow_kernel *kernel = sow_kernels; kernel->name != NULL; kernel++)
        if (kernel->available())
            fastest = kernel;
    return fastest;
}

/* Writes ", NAME" for each kernel into @p room, with a note if it does not run on this
   machine. Cuts the text if there is no room. */
static void list_kernels(char *room, size_t size)
{
    size_t length = 0;
    for (const struct sow_kernel *kernel = sow_kernels;
         kernel->name != NULL && length < size; kernel++) {
        bool here = kernel->available();
        length +=
            (size_t)snprintf(room + length, size - length, ", %s%s%s%s", kernel->name,
                             here ? "" : " (not on this machine: it needs ",
                             here ? "" : kernel->needs, here ? "" : ")");
    }
}

enum sow_status sow_kernel_find(const char *name, const struct sow_kernel **kernel,
                                struct sow_err *err)
{
    *kernel = fastest_available();
    if (name == NULL || sow_text_same(name, "auto"))
        return SOW_OK;
    for (*kernel = sow_kernels; (*kernel)->name != NULL; (*kernel)++) {
        if (!sow_text_same((*kernel)->name, name))
            continue;
        if ((*kernel)->available())
            return SOW_OK;
        return sow_err_set(err, SOW_USAGE,
                           "kernel '%s' cannot run here: it needs %s; use 'auto'", name,
                           (*kernel)->needs);
    }
    char names[256];
    list_kernels(names, sizeof names);
    return sow_err_set(err, SOW_USAGE, "unknown kernel '%.100s': choose one of auto%s",
                       name, names);
}

struct sow_kernel_choice sow_kernel_choose(const struct sow_batch *batch)
{
    struct sow_kernel_choice choice = {.kernel = NULL};
    enum sow_status status = sow_kernel_find(batch->with.kernel, &choice.kernel, NULL);
    assert(status == SOW_OK);
    (void)status;
    if (!choice.kernel->covers(batch, &choice.reason)) {
        choice.passed_over = choice.kernel;
        choice.kernel = &sow_kernels[0];
    }
    return choice;
}

/* --- playing --- */

/* Returns true if an agent may use the fast engine to look ahead, or if the agents are
   not known. Also returns true if the fastest kernel was passed over, as it cannot play
   this batch. */
static bool may_use_engine(const struct sow_batch *batch,
                           const struct sow_kernel_choice *choice)
{
    if (choice->passed_over != NULL)
        return true;
    for (size_t i = 0; i < batch->agent_count; i++)
        if (batch->agents[i].kind == SOW_AGENT_STATE ||
            batch->agents[i].kind == SOW_AGENT_SEARCH)
            return true;
    return batch->agent_count == 0;
}

/* A part of a batch, for the parallel loop. */
struct work {
    const struct sow_batch *batch;
    const struct sow_kernel *kernel; /* kernel that plays it */
    size_t begin;                    /* index of the first game of the part */
    size_t games;                    /* number of games */
    struct sow_game_result *results; /* by index of the game in the batch */
};

/* Plays games of the part, as a job of the parallel loop. @p begin and @p end count from
   the part's first game. @p context is a struct work. */
static void play_range(void *context, size_t begin, size_t end)
{
    const struct work *work = context;
    work->kernel->play(work->batch, work->begin + begin, work->begin + end,
                       work->results);
}

/* Returns true if an agent is slow (sow_agent_is_slow): then a few games are work for all
   threads. */
static bool is_slow(const struct sow_batch *batch)
{
    for (size_t i = 0; i < batch->agent_count; i++)
        if (sow_agent_is_slow(&batch->agents[i]))
            return true;
    return false;
}

/* Chooses the number of games in a job of the parallel loop, at least 1. The lanes of a
   kernel idle while the last games of a job end. So each thread gets one job, up to a
   size that still answers stop requests promptly. The plain kernel gets small jobs. */
static size_t games_a_job(const struct work *work)
{
    enum { PLAIN_JOB = 64, ROUNDS_MAX = 128, SLOW_SHARES = 8 };
    size_t threads = (size_t)sow_parallel_threads(work->batch->with.threads);
    size_t share = (work->games + threads - 1) / threads;
    if (work->kernel->lanes == 1) {
        size_t job = is_slow(work->batch) ? share / SLOW_SHARES / 2 * 2 + 2 : PLAIN_JOB;
        return job < PLAIN_JOB ? job : PLAIN_JOB;
    }
    size_t most = work->kernel->lanes * ROUNDS_MAX;
    return share == 0 ? 1 : share < most ? share : most;
}

bool sow_batch_is_outside(const struct sow_batch *batch)
{
    for (size_t i = 0; i < batch->agent_count; i++)
        if (batch->agents[i].kind == SOW_AGENT_OUTSIDE)
            return true;
    return false;
}

int sow_agents_threads(const struct sow_agent *agents, size_t count, int threads)
{
    for (size_t i = 0; i < count; i++) {
        const struct sow_agent *agent = &agents[i];
        if (agent->kind == SOW_AGENT_OUTSIDE &&
            sow_outside_games(&agent->outside) < sow_parallel_threads(threads))
            threads = sow_outside_games(&agent->outside);
    }
    return threads;
}

bool sow_batch_play_part(const struct sow_batch *batch, size_t begin, size_t end,
                         struct sow_game_result *results)
{
    struct sow_batch ready = *batch;
    ready.with.threads =
        sow_agents_threads(batch->agents, batch->agent_count, batch->with.threads);
    struct sow_fast fast;
    struct sow_kernel_choice choice = sow_kernel_choose(batch);
    if (may_use_engine(batch, &choice) && sow_fast_covers(batch->rules)) {
        sow_fast_prepare(&fast, batch->rules);
        ready.fast = &fast;
    }
    struct work work = {.batch = &ready,
                        .kernel = choice.kernel,
                        .begin = begin,
                        .games = end - begin,
                        .results = results};
    bool whole =
        sow_parallel_for(&ready.with, games_a_job(&work), work.games, play_range, &work);
    /* On a stop request the rules engine leaves games unfinished. */
    return whole && !sow_stopping();
}

/* Function that plays batches instead of this process. Set before there are threads. */
static sow_batch_share_fn *share_batch;

void sow_batch_share(sow_batch_share_fn *share)
{
    share_batch = share;
}

bool sow_batch_play(const struct sow_batch *batch, struct sow_game_result *results)
{
    if (share_batch != NULL && !sow_parallel_inside())
        return share_batch(batch, results);
    return sow_batch_play_part(batch, 0, batch->games, results);
}
