/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads, resolves and fills templates of search players. */
#include "sow/players/player_template.h"

#include <stdlib.h>
#include <string.h>

/* The placeholder in a template, and the text that the reader of specs gets instead. */
static const char TYPED[] = "eval=[weights]";
static const char READ[] = "eval=[h1]";

/* Returns a copy of @p text on the heap, with @p now instead of @p old, which occurs
   once. Returns NULL without memory. */
static char *with(const char *text, const char *old, const char *now)
{
    char *made = NULL;
    const char *at = strstr(text, old);
    int before = (int)(at - text);
    return asprintf(&made, "%.*s%s%s", before, text, now, at + strlen(old)) < 0 ? NULL
                                                                                : made;
}

/* Copies the error of the reader of specs to @p err. Where its message has the text that
   was read instead of the placeholder, it gets the placeholder as the user typed it.
   Returns @p status. */
static enum sow_status tell_fault(const struct sow_err *fault, enum sow_status status,
                                  struct sow_err *err)
{
    static const char INNER[] = "[h1]";
    static const char TYPED_INNER[] = "[weights]";
    char *told = strdup(fault->text);
    while (told != NULL && strstr(told, INNER) != NULL) {
        char *next = with(told, INNER, TYPED_INNER);
        free(told);
        told = next;
    }
    status = sow_err_set(err, status, "%s", told != NULL ? told : fault->text);
    free(told);
    return status;
}

/* Returns SOW_USAGE if a template's player, typed as @p text, does not look ahead or is
   limited by time. */
static enum sow_status check(const char *text, const struct sow_agent *agent,
                             struct sow_err *err)
{
    if (agent->kind != SOW_AGENT_SEARCH)
        return sow_err_set(
            err, SOW_USAGE,
            "player '%.200s' does not look ahead: give one that does, such as "
            "alphabeta:depth=3,eval=[weights]",
            text);
    if (sow_agent_is_timed(agent))
        return sow_err_set(
            err, SOW_USAGE,
            "player '%.200s' plays by time, so the run cannot be repeated: "
            "limit it by depth=, nodes= or iterations=",
            text);
    return SOW_OK;
}

enum sow_status sow_template_read(const char *text, struct sow_agent *template_agent,
                                  struct sow_err *err)
{
    *template_agent = (struct sow_agent){.kind = SOW_AGENT_RANDOM};
    if (text == NULL || text[0] == '\0')
        return SOW_OK;
    if (strstr(text, "eval=") != NULL && strstr(text, TYPED) == NULL)
        return sow_err_set(
            err, SOW_USAGE,
            "player '%.200s' has an evaluator, which the weights of the run "
            "replace: write eval=[weights]",
            text);
    if (strstr(text, TYPED) == NULL &&
        sow_agent_parse(text, NULL, template_agent, NULL) == SOW_OK &&
        template_agent->kind != SOW_AGENT_SEARCH)
        return check(text, template_agent, err);
    char *spec = NULL;
    if (strstr(text, TYPED) != NULL)
        spec = with(text, TYPED, READ);
    else if (asprintf(&spec, "%s%s%s", text, strchr(text, ':') == NULL ? ":" : ",",
                      READ) < 0)
        spec = NULL;
    if (spec == NULL)
        return sow_err_no_memory(err);
    struct sow_err fault;
    enum sow_status status = sow_agent_parse(spec, NULL, template_agent, &fault);
    free(spec);
    if (status == SOW_OK)
        return check(text, template_agent, err);
    return tell_fault(&fault, status, err);
}

enum sow_status sow_template_resolve(char **text, const struct sow_rules *rules,
                                     struct sow_err *err)
{
    struct sow_agent agent;
    if (*text == NULL || (*text)[0] == '\0')
        return SOW_OK;
    enum sow_status status = sow_template_read(*text, &agent, err);
    if (status == SOW_OK)
        status = sow_agent_open(&agent, rules, false, err);
    if (status != SOW_OK)
        return status;
    char *spec = sow_agent_spec(&agent);
    char *canonical = spec != NULL ? with(spec, READ, TYPED) : NULL;
    free(spec);
    if (canonical == NULL)
        return sow_err_no_memory(err);
    free(*text);
    *text = canonical;
    return SOW_OK;
}

enum sow_status sow_template_fill(const struct sow_agent *template_agent,
                                  struct sow_agent *agent, struct sow_err *err)
{
    struct sow_agent filled = *template_agent;
    if (filled.kind != SOW_AGENT_SEARCH)
        return SOW_OK;
    const char *refusal = sow_agent_value_by(&filled, agent);
    if (refusal != NULL)
        return sow_err_set(err, SOW_USAGE,
                           "a search player cannot use the weights of this run: %s",
                           refusal);
    *agent = filled;
    return SOW_OK;
}
