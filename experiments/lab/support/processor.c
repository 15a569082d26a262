/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/support/processor.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

void sow_processor_name(char *name, size_t size)
{
    struct utsname machine;
    (void)snprintf(name, size, "%s", uname(&machine) == 0 ? machine.machine : "unknown");
    FILE *in = fopen("/proc/cpuinfo", "r");
    if (in == NULL)
        return;
    char line[256];
    while (fgets(line, sizeof line, in) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", strlen("model name")) != 0 || colon == NULL)
            continue;
        (void)snprintf(name, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    (void)fclose(in);
}
