/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command version: versions of the program and its libraries, and its citation. */
#include "sow/cli/commands.h"
#include "sow/heuristics/batch.h"
#include "sow/sections/section.h"
#include "sow/store/store.h"
#include "sow/support/build_info.h"

/* Options of the command. */
struct version_options {
    bool cite;
};

static const struct sow_param ROWS[] = {
    {"cite", &sow_param_flag, offsetof(struct version_options, cite), 0, 0, NULL, "no",
     "the citation of this version as BibTeX, with its revision"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Writes the citation as BibTeX. The year is that of the commit. It is a sow_write_fn
   without context. Author and title are those of CITATION.cff. */
static enum sow_status write_citation(void *context, FILE *out, struct sow_err *err)
{
    (void)context;
    (void)err;
    (void)fprintf(out,
                  "@misc{sowlab,\n"
                  "  author = {{The sowlab developers}},\n"
                  "  title = {sowlab: evolve, fit and test evaluation weights for sowing "
                  "games},\n"
                  "  version = {%s},\n"
                  "  note = {Computer program, version %s, revision %s},\n",
                  sow_build_full_version, sow_build_full_version, sow_build_revision);
    if (sow_build_date[0] != '\0')
        (void)fprintf(out, "  year = {%.4s},\n", sow_build_date);
    (void)fputs("}\n", out);
    return SOW_OK;
}

/* Reports `kernels`: the names of all kernels in this program, also of those that the
   processor cannot run, with blanks between. */
static void report_kernels(struct sow_report *report)
{
    char names[256] = "";
    size_t length = 0;
    for (const struct sow_kernel *kernel = sow_kernels;
         kernel->name != NULL && length < sizeof names; kernel++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                   length == 0 ? "" : " ", kernel->name);
    sow_report_text(report, "kernels", names);
}

/* Reports the record `sowlab`: version and build of the program, kernels and
   processors. */
static void report_program(struct sow_report *report)
{
    sow_report_record(report, "sowlab");
    sow_report_text(report, "version", sow_build_full_version);
    sow_report_text(report, "revision", sow_build_revision);
    sow_report_text(report, "compiler", sow_build_compiler);
    sow_report_text(report, "build_type", sow_build_type);
    report_kernels(report);
    sow_report_int(report, "processors", sow_parallel_threads_available());
}

/* Reports the record `libraries`: the versions that CMake found when the program was
   built. */
static void report_libraries(struct sow_report *report)
{
    static const struct {
        const char *name;
        const char *version;
    } LIBRARIES[] = {
        {"gsl", SOW_GSL_VERSION},
        {"jansson", SOW_JANSSON_VERSION},
        {"inih", SOW_INIH_VERSION},
        {"rmath", SOW_RMATH_VERSION},
        {"nettle", SOW_NETTLE_VERSION},
        {"libcsv", SOW_CSV_VERSION},
        {"libunistring", SOW_UNISTRING_VERSION},
        {"libmicrohttpd", SOW_MICROHTTPD_VERSION},
    };
    sow_report_record(report, "libraries");
    for (size_t i = 0; i < sizeof LIBRARIES / sizeof LIBRARIES[0]; i++)
        sow_report_text(report, LIBRARIES[i].name, LIBRARIES[i].version);
}

/* Report section on SQLite, which reports its own version: it is the one library that a
   system may replace without building the program again. */
static const struct sow_section SQLITE = {
    "sqlite", true,
    "SELECT sqlite_version() AS version, sqlite_source_id() AS source,"
    " (SELECT CAST(substr(compile_options, 12) AS INTEGER) FROM pragma_compile_options"
    "  WHERE compile_options LIKE 'THREADSAFE=%') AS threadsafe"};

/* Carries out `version`: prints versions of the program, the libraries and SQLite. If
   SQLite fails, prints the rest and returns the failure. With --cite prints the citation
   alone; returns SOW_USAGE if a format or --full is given too. */
static enum sow_status run_version(struct sow_cli *cli, void *options, int argc,
                                   char **argv, struct sow_err *err)
{
    const struct version_options *asked = options;
    (void)argc;
    (void)argv;
    if (asked->cite && (cli->format != SOW_FORMAT_TEXT || cli->common.full))
        return sow_err_set(err, SOW_USAGE,
                           "--cite prints BibTeX: leave out --json, --csv or --full");
    if (asked->cite)
        return sow_cli_write(cli, write_citation, NULL, err);
    struct sow_store *store = NULL;
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    report_program(report);
    report_libraries(report);
    enum sow_status status = sow_store_open("", SOW_STORE_SCRATCH, &store, err);
    if (status == SOW_OK)
        status = sow_section_add(store, &SQLITE, 0, report, err);
    /* The rest is printed even if SQLite fails. */
    status = sow_cli_conclude(cli, report, status, err);
    sow_store_close(store);
    sow_report_free(report);
    return status;
}

const struct sow_command sow_command_version = {
    .section = "About the program",
    .name = "version",
    .operands = "",
    .summary = "show the program's version, revision, compiler, kernels and libraries",
    .examples = "sowlab --version\n"
                "sowlab version --json\n"
                "sowlab version --cite >sowlab.bib",
    .details = "A version such as 0.2.0+17.g2a05d0c1e8b4 is 17 commits after the last "
               "release. Runs store the release and the revision.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct version_options),
    .takes = SOW_TAKES_FORMAT,
    .run = run_version,
};
