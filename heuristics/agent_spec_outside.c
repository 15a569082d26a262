/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Player specs of outside programs: clocks, parameters, reader and writer. */
#include "agent_reading.h"
#include "agent_spec.h"

#include "sow/base/text.h"
#include "sow/outside/exec.h"
#include "sow/outside/kgp.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* --- clocks: `SECONDS` or `SECONDS+INCREMENT`, with millisecond precision --- */

/* Reads seconds, at least @p least, and sets @p ms to their milliseconds. Returns false
   if they are not a number in the range. */
static bool take_seconds(const char *text, double least, int *ms)
{
    double seconds;
    if (!sow_text_to_real(text, &seconds) || seconds < least || seconds > 86400)
        return false;
    *ms = (int)lrint(seconds * 1000);
    return true;
}

/* Reads a clock: "none", SECONDS or SECONDS+INCREMENT. Refuses any other text as
   sow_param_refuse does, and leaves the field. */
static enum sow_status parse_clock(const struct sow_param *param, const char *text,
                                   void *field, struct sow_err *err)
{
    struct sow_clock clock = {.ms = 0};
    char seconds[64];
    const char *plus = strchr(text, '+');
    int length = plus != NULL ? (int)(plus - text) : (int)strlen(text);
    (void)snprintf(seconds, sizeof seconds, "%.*s", length, text);
    if (strcmp(text, "none") != 0 &&
        (!take_seconds(seconds, 0.01, &clock.ms) ||
         (plus != NULL && !take_seconds(plus + 1, 0, &clock.increment))))
        return sow_param_refuse(param, text, err);
    *(struct sow_clock *)field = clock;
    return SOW_OK;
}

/* Writes a clock as parse_clock reads it. */
static void format_clock(const struct sow_param *param, const void *field, FILE *out)
{
    const struct sow_clock *clock = field;
    char text[SOW_REAL_TEXT_MAX] = "none";
    (void)param;
    if (clock->ms > 0)
        sow_text_from_real(clock->ms / 1000.0, text);
    (void)fputs(text, out);
    if (clock->increment == 0)
        return;
    sow_text_from_real(clock->increment / 1000.0, text);
    (void)fprintf(out, "+%s", text);
}

/* Writes which texts name a clock. */
static void describe_clock(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fputs("none, SECONDS or SECONDS+INCREMENT, from 0.01 to 86400 seconds", out);
}

const struct sow_param_type sow_param_clock = {
    "SECONDS[+INC]",          false, parse_clock, format_clock, describe_clock,
    sizeof(struct sow_clock), NULL,  false};

/* --- parameters --- */

#define PLACE(field) offsetof(struct sow_agent, outside.place.field)
#define PROGRAM(field) offsetof(struct sow_agent, outside.program.field)

/* Parameters of a program that joins, after its address. */
static const struct sow_param PLACE_ROWS[] = {
    {"ms", &sow_param_integer, PLACE(ms), 1, 86400000, NULL, "2000",
     "milliseconds a move"},
    {"join", &sow_param_integer, PLACE(join), 0, 86400, NULL, "60",
     "seconds within which a program has to join"},
    {"silent", &sow_param_choice, PLACE(silent), 0, 0, sow_kgp_silent_words, "forfeit",
     "consequence of no move in time: the game is lost, or a random move is made"},
};

/* Parameters of a program that sowlab starts, after its command. */
static const struct sow_param PROGRAM_ROWS[] = {
    {"name", &sow_param_text, PROGRAM(name), 0, SOW_EXEC_NAME_MAX, NULL, "",
     "name for tables"},
    {"ms", &sow_param_integer, PROGRAM(ms), 0, 86400000, NULL, "0",
     "milliseconds a move; 0 = 2000, or the rest of the clock"},
    {"clock", &sow_param_clock, PROGRAM(clock), 0, 0, NULL, "none",
     "seconds for all moves of a game, and seconds added with each move"},
    {"start", &sow_param_integer, PROGRAM(start), 1, 3600, NULL, "20",
     "seconds from the start to the line 'ready'"},
    {"threads", &sow_param_integer, PROGRAM(threads), 1, 256, NULL, "1",
     "games at a time, each in a process of its own"},
    {"cpu", &sow_param_integer, PROGRAM(cpu), 0, 86400, NULL, "0",
     "seconds of processor time for a game; 0 = no limit"},
    {"memory", &sow_param_integer, PROGRAM(memory), 0, 1048576, NULL, "0",
     "megabytes of resident memory; 0 = no limit"},
    {"sha256", &sow_param_text, PROGRAM(digest), 0, SOW_EXEC_DIGEST, NULL, "",
     "checksum of the program"},
};

/* Reads the text before the parameters: an address, or a command in brackets. Returns
   NULL, or a phrase that says what is wrong with it. */
typedef const char *head_fn(const char *text, struct sow_agent *agent,
                            struct sow_err *fault);

/* Reads an address. It is a head_fn. */
static const char *read_address(const char *text, struct sow_agent *agent,
                                struct sow_err *fault)
{
    if (sow_kgp_address_check(text, true, fault) != SOW_OK)
        return fault->text;
    (void)snprintf(agent->outside.place.address, sizeof agent->outside.place.address,
                   "%s", text);
    return NULL;
}

/* Reads a command in brackets. It is a head_fn. */
static const char *read_command(const char *text, struct sow_agent *agent,
                                struct sow_err *fault)
{
    char command[SOW_AGENT_SPEC_MAX + 1];
    size_t length = strlen(text);
    if (length < 2 || text[0] != '[' || text[length - 1] != ']')
        return "write the command in brackets, such as exec:[./program],ms=100";
    (void)snprintf(command, sizeof command, "%.*s", (int)length - 2, text + 1);
    const char *refusal = sow_exec_command(command, &agent->outside.program);
    if (refusal != NULL)
        (void)sow_err_set(fault, SOW_USAGE, "the command %s", refusal);
    return refusal != NULL ? fault->text : NULL;
}

/* The spec of a way to reach programs. */
static const struct way {
    const char *form; /* text before the head, with the colon */
    head_fn *head;    /* reads the head */
    const char *ask;  /* message that asks for a parameter */
    struct sow_param_table table;
} WAYS[] = {
    [SOW_OUTSIDE_KGP] = {"kgp:",
                         read_address,
                         "after the address give ms=.., join=.. or silent=..",
                         {PLACE_ROWS, sizeof PLACE_ROWS / sizeof PLACE_ROWS[0]}},
    [SOW_OUTSIDE_EXEC] = {"exec:",
                          read_command,
                          "after the command give name=, ms=, clock=, start=, threads=, "
                          "cpu= or memory=",
                          {PROGRAM_ROWS, sizeof PROGRAM_ROWS / sizeof PROGRAM_ROWS[0]}},
};

/* Reads a parameter `name=value`. Refuses any other text, an unknown name and a wrong
   value. */
static enum sow_status read_item(struct sow_reading *reading, const struct way *way,
                                 char *name)
{
    struct sow_err fault;
    char *sign = strchr(name, '=');
    if (sign != NULL)
        *sign = '\0';
    for (size_t i = 0; sign != NULL && i < way->table.count; i++)
        if (strcmp(way->table.rows[i].name, name) == 0)
            return sow_param_set(&way->table.rows[i], reading->agent, sign + 1, &fault) ==
                           SOW_OK
                       ? SOW_OK
                       : sow_reading_refuse(reading, fault.text);
    return sow_reading_refuse(reading, way->ask);
}

/* Checks the texts of a program: its name has no characters that lists or files could
   mistake, and its checksum is one. Finds the checksum if there is none. */
static enum sow_status settle(struct sow_reading *reading, struct sow_program *program)
{
    for (const char *at = program->name; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) && strchr("-_.+", *at) == NULL)
            return sow_reading_refuse(
                reading, "name= takes letters, digits and any of - _ . + only");
    size_t digits = strspn(program->digest, "0123456789abcdef");
    if (program->digest[digits] != '\0' || (digits != 0 && digits != SOW_EXEC_DIGEST))
        return sow_reading_refuse(
            reading, "sha256= takes 64 hexadecimal digits: leave it out, and sowlab "
                     "computes them");
    return digits > 0 ? SOW_OK : sow_exec_identify(program, reading->err);
}

enum sow_status sow_reading_outside(struct sow_reading *reading, int way)
{
    struct sow_agent *agent = reading->agent;
    const struct way *row = &WAYS[way];
    struct sow_err fault = {.status = SOW_OK};
    *agent = (struct sow_agent){.kind = SOW_AGENT_OUTSIDE};
    agent->outside.way = (enum sow_outside_way)way;
    sow_param_defaults(&row->table, agent);
    const char *refusal = row->head(reading->items->item[0], agent, &fault);
    if (refusal != NULL)
        return sow_reading_refuse(reading, refusal);
    enum sow_status status = SOW_OK;
    for (int i = 1; status == SOW_OK && i < reading->items->count; i++)
        status = read_item(reading, row, reading->items->item[i]);
    return status == SOW_OK && way == SOW_OUTSIDE_EXEC
               ? settle(reading, &agent->outside.program)
               : status;
}

void sow_outside_write(const struct sow_agent *agent, FILE *out)
{
    const struct sow_outside *outside = &agent->outside;
    const struct way *way = &WAYS[outside->way];
    struct sow_agent fallback = {.kind = SOW_AGENT_OUTSIDE};
    sow_param_defaults(&way->table, &fallback);
    (void)fputs(way->form, out);
    if (outside->way == SOW_OUTSIDE_EXEC)
        (void)fprintf(out, "[%s]", outside->program.command);
    else
        (void)fputs(outside->place.address, out);
    for (size_t i = 0; i < way->table.count; i++) {
        const struct sow_param *row = &way->table.rows[i];
        if (sow_param_equal(row, agent, &fallback))
            continue;
        (void)fprintf(out, ",%s=", row->name);
        row->type->format(row, (const char *)agent + row->offset, out);
    }
}
