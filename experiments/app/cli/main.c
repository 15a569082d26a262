/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program sowlab. */
#include "sow/cli/cli.h"

/* Runs the program in a single process. */
int main(int argc, char **argv)
{
    return sow_cli_main(argc, argv, NULL);
}
