/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The allocator in front of the real one. It is the program's own, so the libraries'
   calls come here too. */
#include "faults.h"

#include <errno.h>
#include <stdlib.h>

#ifdef __SANITIZE_ADDRESS__
#define REAL(name) __interceptor_##name
#else
#define REAL(name) __libc_##name
#endif

void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t count, size_t size);
void *REAL(realloc)(void *old, size_t size);

static struct fault_plan current;
static int64_t *counter; /* NULL: not armed */

void fault_arm_allocations(struct fault_plan plan, int64_t *count)
{
    current = plan;
    counter = count;
}

void fault_disarm_allocations(void)
{
    counter = NULL;
}

static bool refused(void)
{
    if (counter == NULL || !fault_due(&current, counter))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return refused() ? NULL : REAL(malloc)(size);
}

void *calloc(size_t count, size_t size)
{
    return refused() ? NULL : REAL(calloc)(count, size);
}

void *realloc(void *old, size_t size)
{
    return refused() ? NULL : REAL(realloc)(old, size);
}
