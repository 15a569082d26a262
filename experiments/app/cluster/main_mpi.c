/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program sowlab-mpi: the commands of sowlab that play many games, carried out by all
   ranks of an MPI job. docs/developers/clusters.md says how to use it. */
#include "job_ranks.h"
#include "rank_file.h"
#include "shared_batch.h"
#include "shared_sweep.h"
#include "sow/base/text.h"
#include "sow/cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Commands that play the same batches in every rank. */
static const char *const SHARED[] = {
    "evolve",       "match",       "tournament", "robustness",  "reproduce",
    "transfer",     "sensitivity", "ablate",     "survey",      "regret",
    "dataset make", "fit",         "resume",     "runs verify", "sweep",
};

static struct sow_rank_file copy; /* copy of the database; not in rank 0 */
static FILE *said;                /* messages of this rank; not in rank 0 */

/* Returns SOW_USAGE if the command of the command line is not one of SHARED. */
static enum sow_status refuse_command(const struct sow_cli *cli, struct sow_err *err)
{
    for (size_t i = 0; i < sizeof SHARED / sizeof SHARED[0]; i++)
        if (sow_text_same(cli->command->name, SHARED[i]))
            return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "'%s' does not run on several processes: use 'sowlab %s'",
                       cli->command->name, cli->command->name);
}

/* ---- The database ---- */

/* Reads the whole database of rank 0 into @p bytes, which the caller frees. If the file
   does not exist, returns SOW_OK and leaves @p bytes and @p size unchanged. The file is
   opened for writing, except by `runs verify`. This turns an empty file (as made by
   mktemp) into a database, and waits for another job that is just creating it; opening
   for reading refuses such a file. */
static enum sow_status read_database(const struct sow_cli *cli, unsigned char **bytes,
                                     size_t *size, struct sow_err *err)
{
    struct sow_store *store = NULL;
    if (access(cli->common.db, F_OK) != 0 && errno == ENOENT)
        return SOW_OK;
    bool reads = sow_text_same(cli->command->name, "runs verify");
    enum sow_status status = sow_store_open(
        cli->common.db, reads ? SOW_STORE_READ : SOW_STORE_WRITE, &store, err);
    if (status == SOW_OK)
        status = sow_store_bytes(store, bytes, size, err);
    sow_store_close(store);
    return status;
}

/* Writes the bytes to a temporary file of this rank and makes it the database of the
   command. Without bytes there is only a path. Returns SOW_IO if the file cannot be
   written. */
static enum sow_status put_copy(struct sow_cli *cli, const unsigned char *bytes,
                                size_t size, struct sow_err *err)
{
    enum sow_status status = sow_rank_file_name(&copy, err);
    if (status == SOW_OK && size > 0)
        status = sow_rank_file_write(&copy, bytes, size, err);
    if (status == SOW_OK)
        (void)snprintf(cli->common.db, sizeof cli->common.db, "%s", copy.path);
    return status;
}

/* Gives all other ranks a copy of rank 0's database. All ranks call it. If rank 0 cannot
   read it, all ranks return rank 0's status. */
static enum sow_status share_database(struct sow_cli *cli, struct sow_err *err)
{
    unsigned char *bytes = NULL;
    int64_t told[2] = {0, SOW_OK}; /* size and status of the database */
    size_t size = 0;
    if (sow_rank_here() == 0) {
        told[1] = read_database(cli, &bytes, &size, err);
        told[0] = (int64_t)size;
    }
    sow_ranks_broadcast(told, sizeof told);
    enum sow_status status = (enum sow_status)told[1];
    if (status != SOW_OK)
        return sow_rank_here() == 0 ? status : sow_err_set(err, status, "see rank 0");
    size = (size_t)told[0];
    if (sow_rank_here() != 0)
        bytes = malloc(size + 1);
    if (bytes == NULL && size > 0)
        sow_ranks_abort(SOW_NO_MEMORY, "out of memory");
    sow_ranks_broadcast(bytes, size);
    if (sow_rank_here() != 0)
        status = put_copy(cli, bytes, size, err);
    free(bytes);
    return status;
}

/* ---- The command ---- */

/* Prepares a command (`begin` of HOST). Refuses commands that cannot be shared, copies
   the database to all ranks, and shares batches if there are several ranks. Without
   --threads a rank has one thread. Returns SOW_USAGE or a failure of the database. */
static enum sow_status begin(struct sow_cli *cli, struct sow_err *err)
{
    enum sow_status status = refuse_command(cli, err);
    if (status != SOW_OK)
        return status;
    /* MPI jobs usually have one rank for each processor. */
    if (cli->common.threads == 0)
        cli->common.threads = 1;
    status = share_database(cli, err);
    if (sow_rank_count() > 1)
        sow_batch_share(sow_shared_batch_play);
    return status;
}

static const struct sow_cli_host HOST = {begin, sow_shared_sweep_make};

/* Silences this rank, which would print the same as rank 0. Input and output become
   /dev/null, messages go to a temporary file. Ends the job if that fails. */
static void be_quiet(void)
{
    said = tmpfile();
    if (said == NULL || freopen("/dev/null", "w", stdout) == NULL ||
        freopen("/dev/null", "r", stdin) == NULL || fflush(stderr) != 0 ||
        dup2(fileno(said), STDERR_FILENO) < 0)
        sow_ranks_abort(SOW_IO, "no temporary file can be made");
}

/* Prints, in rank 0, the messages of rank @p whose, which failed although rank 0 did
   not. All ranks call it; the others do nothing. */
static void tell(int whose)
{
    struct sow_rank_message message = {.task = 0};
    void *bytes = NULL;
    if (sow_rank_here() == whose) {
        rewind(said);
        (void)!fread(message.text, 1, sizeof message.text - 1, said);
        sow_rank_send(0, &message, NULL);
    } else if (sow_rank_here() == 0) {
        sow_rank_receive_from(whose, &message, &bytes);
        (void)fprintf(stderr,
                      "sowlab-mpi: rank %d failed but rank 0 did not. Its message: %s",
                      whose, message.text);
        free(bytes);
    }
}

/* Prints the number of exchanges of this rank, their bytes and their seconds to stderr,
   if the environment variable SOWLAB_MPI_COSTS is set. */
static void tell_costs(void)
{
    struct sow_rank_costs costs = sow_rank_costs();
    if (getenv("SOWLAB_MPI_COSTS") != NULL)
        (void)fprintf(stderr, "sowlab-mpi: %llu exchanges, %llu bytes, %.6f s\n",
                      (unsigned long long)costs.exchanges,
                      (unsigned long long)costs.bytes, costs.seconds);
}

/* Carries out a command of sowlab in all ranks. Only rank 0 prints, and only its exit
   status counts; it is that of the first rank that failed. */
int main(int argc, char **argv)
{
    int found;
    sow_ranks_begin(&argc, &argv);
    if (sow_rank_here() != 0)
        be_quiet();
    int whose = sow_shared_end(sow_cli_main(argc, argv, &HOST), &found);
    if (whose != 0)
        tell(whose);
    sow_rank_file_remove(&copy);
    if (sow_rank_here() == 0)
        tell_costs();
    sow_ranks_end();
    return sow_rank_here() == 0 ? found : 0;
}
