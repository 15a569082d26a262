/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the specs of search agents. A function that refuses one fails with SOW_USAGE. */
#include "agent_reading.h"
#include "agent_spec.h"

#include <string.h>

/* Cuts the brackets off a spec in place, and returns the address of the rest. A spec may
   have no brackets. Returns NULL if it has only one, or brackets elsewhere. */
static char *without_brackets(char *text)
{
    size_t length = strlen(text);
    if (text[0] != '[')
        return strpbrk(text, "[]") == NULL ? text : NULL;
    if (text[length - 1] != ']')
        return NULL;
    text[length - 1] = '\0';
    return text + 1;
}

/* Refuses a spec that cannot evaluate positions, for the reason given. Always returns
   SOW_USAGE. */
static enum sow_status refuse_evaluator(const struct sow_reading *reading,
                                        const char *spec, const char *reason)
{
    char text[300];
    (void)snprintf(text, sizeof text,
                   "'%.100s' cannot value positions: %s; give weights of h1 to h6 or a "
                   "state, such as eval=[state:store_difference=1]",
                   spec, reason);
    return sow_reading_refuse(reading, text);
}

/* Reads the evaluator of a search, a spec in brackets, into reading->agent. Refuses a
   player that cannot evaluate positions and, unless it is a stored run, one that searches
   itself. Cuts @p text in place. */
static enum sow_status read_evaluator(struct sow_reading *reading, char *text)
{
    struct sow_agent value;
    char *spec = without_brackets(text);
    if (spec == NULL || strpbrk(spec, "[]") != NULL)
        return sow_reading_refuse(
            reading, "an evaluator is one player in brackets, such as eval=[h4]");
    enum sow_status status = reading->parse(spec, reading->lookup, &value, reading->err);
    if (status != SOW_OK)
        return status;
    /* A stored run may have evolved weights inside a search, so `run:ID` may be one. */
    bool written = strncmp(spec, "run:", 4) != 0;
    const char *refusal = written && value.kind == SOW_AGENT_SEARCH
                              ? "it looks ahead itself"
                              : sow_agent_value_by(reading->agent, &value);
    return refusal == NULL ? SOW_OK : refuse_evaluator(reading, spec, refusal);
}

/* Refuses an unknown name of an item. The message lists those that the method accepts:
   "depth=.., nodes=.., and eval=[..]". Always returns SOW_USAGE. */
static enum sow_status refuse_name(const struct sow_reading *reading,
                                   const struct sow_method_row *method, const char *name)
{
    enum { ROOM = 240 };
    char text[ROOM];
    int used =
        snprintf(text, ROOM, "'%.40s' is not an item of %s: give ", name, method->name);
    for (int i = 0; i < SOW_LIMIT_ROWS && used < ROOM; i++)
        if ((method->takes >> i & 1U) != 0)
            used += snprintf(text + used, (size_t)(ROOM - used), "%s=.., ",
                             sow_limit_rows[i].name);
    if (used < ROOM)
        (void)snprintf(text + used, (size_t)(ROOM - used), "and eval=[..]");
    return sow_reading_refuse(reading, text);
}

/* Reads a limit that the method accepts into reading->agent. Refuses an unknown name, an
   empty value and a value out of range. */
static enum sow_status read_limit(struct sow_reading *reading,
                                  const struct sow_method_row *method, const char *name,
                                  const char *value)
{
    struct sow_err fault;
    for (int i = 0; i < SOW_LIMIT_ROWS; i++) {
        const struct sow_param *row = &sow_limit_rows[i];
        if ((method->takes >> i & 1U) == 0 || strcmp(row->name, name) != 0)
            continue;
        enum sow_status status = value[0] != '\0'
                                     ? sow_param_set(row, reading->agent, value, &fault)
                                     : sow_param_refuse(row, value, &fault);
        return status == SOW_OK ? SOW_OK : sow_reading_refuse(reading, fault.text);
    }
    return refuse_name(reading, method, name);
}

/* Reads item number @p item, `name=value`, and cuts it at the sign. Each name may occur
   once. Refuses an item without a sign or with a name that occurs twice; fails as
   read_evaluator and read_limit do. */
static enum sow_status read_item(struct sow_reading *reading,
                                 const struct sow_method_row *method, int item)
{
    char *name = reading->items->item[item];
    char *sign = strchr(name, '=');
    if (sign == NULL)
        return refuse_name(reading, method, name);
    *sign = '\0';
    for (int i = 0; i < item; i++)
        if (strcmp(reading->items->item[i], name) == 0)
            return sow_reading_refuse(reading, "give every item only once");
    return strcmp(name, "eval") == 0 ? read_evaluator(reading, sign + 1)
                                     : read_limit(reading, method, name, sign + 1);
}

/* Returns true if depth, nodes or time are limited. */
static bool is_limited(const struct sow_search_limits *limits)
{
    return limits->depth > 0 || limits->nodes > 0 || limits->ms > 0 ||
           limits->clock.ms > 0;
}

enum sow_status sow_reading_search(struct sow_reading *reading, int method)
{
    struct sow_agent *agent = reading->agent;
    const struct sow_param_table table = {sow_limit_rows, SOW_LIMIT_ROWS};
    *agent = (struct sow_agent){.kind = SOW_AGENT_SEARCH};
    sow_param_defaults(&table, agent);
    agent->limits.method = method;
    enum sow_status status = SOW_OK;
    for (int i = 0; status == SOW_OK && i < reading->items->count; i++)
        status = read_item(reading, &sow_method_rows[method], i);
    if (status != SOW_OK)
        return status;
    if (!is_limited(&agent->limits))
        return sow_reading_refuse(reading, sow_method_rows[method].limit);
    if (agent->limits.time != SOW_TIME_SETTLED && agent->limits.clock.ms == 0)
        return sow_reading_refuse(reading, "'time' needs a clock to divide: give "
                                           "clock=SECONDS too");
    if (agent->limits.ponder && agent->limits.ms == 0 && agent->limits.clock.ms == 0)
        return sow_reading_refuse(reading, "'ponder' needs a time limit: give "
                                           "ms=500 or clock=60 too");
    if (agent->limits.ponder && method == SOW_SEARCH_MCTS && !agent->limits.keep)
        return sow_reading_refuse(reading, "'ponder' needs a tree that is kept: give "
                                           "keep=yes too");
    /* Each iteration adds a node to a tree in memory. */
    if (method == SOW_SEARCH_MCTS && agent->limits.nodes > 100000000)
        return sow_reading_refuse(reading, "'iterations' may be at most 100000000");
    if (method == SOW_SEARCH_MCTS && agent->value_kind == SOW_AGENT_PATH)
        return sow_reading_refuse(reading,
                                  "has no lines of play to value: give it a state:..");
    if (agent->value_kind == SOW_AGENT_RANDOM && sow_method_rows[method].needs_value)
        return sow_reading_refuse(reading, "needs an evaluator of positions, such "
                                           "as eval=[state:store_difference=1]");
    return SOW_OK;
}
