/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells network file systems from others. */
#include "sow/support/file_system.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>

/* Numbers and names of network file systems, from linux/magic.h and their own sources. */
static const struct {
    uint32_t magic;   /* `f_type` of statfs */
    const char *name; /* name for messages */
} SHARED[] = {
    {0x00006969, "NFS"},    {0x0000517b, "SMB"},    {0xff534d42, "CIFS"},
    {0xfe534d42, "SMB 2"},  {0x0bd00bd0, "Lustre"}, {0x47504653, "GPFS"},
    {0x19830326, "BeeGFS"}, {0x00c36400, "CephFS"}, {0x5346414f, "AFS"},
    {0x6b414653, "AFS"},    {0x7461636f, "OCFS2"},  {0x01161970, "GFS2"},
    {0xaad7aaea, "PanFS"},  {0x73757245, "Coda"},   {0x20030528, "OrangeFS"},
};

const char *sow_file_system_shared(const char *path)
{
    struct statfs found;
    char folder[4096];
    if (statfs(path, &found) != 0) {
        const char *slash = strrchr(path, '/');
        if (slash == NULL)
            (void)snprintf(folder, sizeof folder, ".");
        else
            (void)snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
        if (statfs(folder, &found) != 0)
            return NULL;
    }
    for (size_t i = 0; i < sizeof SHARED / sizeof SHARED[0]; i++)
        if ((uint32_t)found.f_type == SHARED[i].magic)
            return SHARED[i].name;
    return NULL;
}
