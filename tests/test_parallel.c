/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/parallel.h"

#include "suite.h"

#include <sched.h>

/* Visits, in one plain slot per index. Two jobs that share a slot would be a race; the
   thread sanitizer sees it if there are many. */
struct visits {
    unsigned char *slot;
    struct sow_stop *stop; /* for visit_and_stop */
    size_t stop_at;
};

static void visit(void *context, size_t begin, size_t end)
{
    struct visits *visits = context;
    for (size_t i = begin; i < end; i++)
        visits->slot[i]++;
}

/* Visits a chunk. The chunk with stop_at requests the stop. Later chunks wait for it, so
   that the loop cannot end before. */
static void visit_and_stop(void *context, size_t begin, size_t end)
{
    struct visits *visits = context;
    visit(context, begin, end);
    if (begin <= visits->stop_at && visits->stop_at < end)
        sow_stop_request(visits->stop);
    while (begin > visits->stop_at && !sow_stop_requested(visits->stop))
        (void)sched_yield();
}

static struct visits visits_new(size_t count)
{
    struct visits visits = {.slot = calloc(count + 1, 1)};
    ck_assert_ptr_nonnull(visits.slot);
    return visits;
}

/* Returns the first slot that does not hold @p value. One assertion per slot would take
   longer than the loops. */
static size_t first_other(const struct visits *visits, size_t count, unsigned char value)
{
    size_t i = 0;
    while (i < count && visits->slot[i] == value)
        i++;
    return i;
}

static void check_cover(int threads, size_t chunk, size_t count)
{
    struct visits visits = visits_new(count);
    struct sow_context with = {.threads = threads};
    ck_assert(sow_parallel_for(&with, chunk, count, visit, &visits));
    size_t other = first_other(&visits, count, 1);
    ck_assert_msg(other == count,
                  "threads %d, chunk %zu: index %zu of %zu visited %d times", threads,
                  chunk, other, count, visits.slot[other]);
    ck_assert_int_eq(visits.slot[count], 0);
    free(visits.slot);
}

static const int THREAD_COUNTS[] = {0, 1, 2, 3, 8, 16};

TEST_EACH(cover, cover, THREAD_COUNTS)
{
    static const size_t CHUNKS[] = {1, 3, 64, 1000000};
    static const size_t COUNTS[] = {0, 1, 2, 63, 64, 65, 1000, 10007};
    for (size_t i = 0; i < sizeof CHUNKS / sizeof CHUNKS[0]; i++)
        for (size_t j = 0; j < sizeof COUNTS / sizeof COUNTS[0]; j++)
            check_cover(THREAD_COUNTS[_i], CHUNKS[i], COUNTS[j]);
}

TEST_EACH(cover, cover_many, THREAD_COUNTS)
{
    check_cover(THREAD_COUNTS[_i], 100, 1000000);
}

TEST(cover, some_thread_is_available)
{
    ck_assert_int_ge(sow_parallel_threads_available(), 1);
}

TEST_EACH(stop, stop_before_the_start, THREAD_COUNTS)
{
    struct sow_stop stop = {.requested = true};
    struct visits visits = visits_new(1000);
    struct sow_context with = {.threads = THREAD_COUNTS[_i], .stop = &stop};
    ck_assert(!sow_parallel_for(&with, 10, 1000, visit, &visits));
    ck_assert_uint_eq(first_other(&visits, 1000, 0), 1000);
    free(visits.slot);
}

/* A chunk is done completely or not at all. A chunk that has begun is finished. */
TEST_EACH(stop, stop_on_the_way, THREAD_COUNTS)
{
    enum { COUNT = 1000000, CHUNK = 10, STOP_AT = 500 };
    struct sow_stop stop = {.requested = false};
    struct visits visits = visits_new(COUNT);
    visits.stop = &stop;
    visits.stop_at = STOP_AT;
    struct sow_context with = {.threads = THREAD_COUNTS[_i], .stop = &stop};
    ck_assert(!sow_parallel_for(&with, CHUNK, COUNT, visit_and_stop, &visits));
    size_t done = 0;
    size_t torn = 0;
    for (size_t i = 0; i < COUNT; i++) {
        done += visits.slot[i];
        torn += visits.slot[i] != visits.slot[i / CHUNK * CHUNK];
    }
    ck_assert_uint_eq(torn, 0);
    ck_assert_int_eq(visits.slot[STOP_AT], 1);
    ck_assert_uint_lt(done, COUNT);
    free(visits.slot);
}

TEST(stop, stop_never_without_a_request)
{
    struct sow_stop stop = {.requested = false};
    ck_assert(!sow_stop_requested(NULL));
    ck_assert(!sow_stop_requested(&stop));
    sow_stop_request(&stop);
    ck_assert(sow_stop_requested(&stop));
}

TEST(stop, stop_of_the_process_sets_the_chosen_request)
{
    static struct sow_stop stop;
    sow_stop_process();
    ck_assert(!sow_stopping());
    sow_stop_heed(&stop);
    ck_assert(!sow_stopping());
    sow_stop_process();
    ck_assert(sow_stopping());
    ck_assert(sow_stop_requested(&stop));
    sow_stop_heed(NULL);
    ck_assert(!sow_stopping());
}
