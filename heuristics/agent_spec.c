/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The player-spec language: one table row and one reader for each form. A reader that
   refuses a spec fails with SOW_USAGE. */
#include "agent_spec.h"
#include "agent_reading.h"
#include "pekar.h"

#include "sow/base/text.h"
#include "sow/heuristics/state_features.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A function that reads one form of spec; @p argument comes from the form's row. */
typedef enum sow_status reader_fn(struct sow_reading *reading, int argument);

/* Makes the agent `random`. Cannot fail. */
static enum sow_status read_random(struct sow_reading *reading, int argument)
{
    (void)argument;
    *reading->agent = (struct sow_agent){.kind = SOW_AGENT_RANDOM};
    return SOW_OK;
}

/* Makes the agent of one heuristic alone, given by its enum sow_heuristic, with the
   weight 1. Cannot fail. */
static enum sow_status read_single(struct sow_reading *reading, int heuristic)
{
    double weights[SOW_HEURISTICS] = {0};
    weights[heuristic] = 1.0;
    sow_agent_weighted(reading->agent, weights);
    return SOW_OK;
}

/* Reads a finite weight of at most 2^1000 in magnitude. Refuses the spec (SOW_USAGE) if
   the text is anything else. */
static enum sow_status take_weight(const struct sow_reading *reading, const char *text,
                                   double *weight)
{
    if (sow_text_to_real(text, weight) && fabs(*weight) <= 0x1p1000)
        return SOW_OK;
    char fault[120];
    (void)snprintf(fault, sizeof fault,
                   "'%.40s' is not a weight; give a finite decimal number", text);
    return sow_reading_refuse(reading, fault);
}

/* A function that sets @p found to the index of a name. Returns SOW_USAGE for an unknown
   name. */
typedef enum sow_status find_fn(const char *name, int *found, struct sow_err *err);

/* Reads all items as terms `name=weight` and cuts them at the equals sign. Fills the
   indices
   @p found and the weights, one for each item. @p noun says in messages what a name is.
   Refuses a malformed term and a name that occurs twice; fails as @p find does for an
   unknown name. */
static enum sow_status read_terms(struct sow_reading *reading, const char *noun,
                                  find_fn *find, int *found, double *weights)
{
    char text[80];
    for (int i = 0; i < reading->items->count; i++) {
        char *name = reading->items->item[i];
        char *sign = strchr(name, '=');
        (void)snprintf(text, sizeof text,
                       "write every term as %s=weight, such as "
                       "h4=1.25",
                       noun);
        if (sign == NULL)
            return sow_reading_refuse(reading, text);
        *sign = '\0';
        enum sow_status status = take_weight(reading, sign + 1, &weights[i]);
        if (status == SOW_OK)
            status = find(name, &found[i], reading->err);
        if (status != SOW_OK)
            return status;
        (void)snprintf(text, sizeof text, "give every %s at most one term", noun);
        for (int k = 0; k < i; k++)
            if (found[k] == found[i])
                return sow_reading_refuse(reading, text);
    }
    return SOW_OK;
}

/* Reads items `heuristic=weight` into @p weights, by enum sow_heuristic. Heuristics that
   are not named keep their weights. Fails as read_terms does. */
static enum sow_status read_named_weights(struct sow_reading *reading,
                                          double weights[SOW_HEURISTICS])
{
    int found[SOW_ITEMS_MAX];
    double weight[SOW_ITEMS_MAX];
    enum sow_status status =
        read_terms(reading, "heuristic", sow_heuristic_named, found, weight);
    for (int i = 0; status == SOW_OK && i < reading->items->count; i++)
        weights[found[i]] = weight[i];
    return status;
}

/* Refuses a `weights:` spec with a wrong number of weights (always SOW_USAGE). The
   message lists the right numbers. */
static enum sow_status refuse_count(const struct sow_reading *reading)
{
    enum { ROOM = 200 };
    char text[ROOM];
    bool empty = reading->items->count == 1 && reading->items->item[0][0] == '\0';
    int count = empty ? 0 : reading->items->count;
    int used =
        snprintf(text, ROOM, "has %d weight%s; give ", count, count == 1 ? "" : "s");
    for (int i = SOW_PAPER_HEURISTICS; i <= SOW_HEURISTICS && used < ROOM; i++)
        used += snprintf(text + used, (size_t)(ROOM - used), "%d, of %s to %s, or ", i,
                         sow_heuristic_rows[0].name, sow_heuristic_rows[i - 1].name);
    if (used < ROOM)
        (void)snprintf(text + used, (size_t)(ROOM - used),
                       "name them, as in weights:h4=1,h6=0.5");
    return sow_reading_refuse(reading, text);
}

/* Reads a `weights:` spec: weights in the order of the table, at least those of the
   paper's heuristics, or by name. Missing weights are 0. Refuses a wrong number of
   weights and a wrong weight. */
static enum sow_status read_weights(struct sow_reading *reading, int argument)
{
    (void)argument;
    double weights[SOW_HEURISTICS] = {0};
    int count = reading->items->count;
    enum sow_status status = SOW_OK;
    if (strchr(reading->items->item[0], '=') != NULL)
        status = read_named_weights(reading, weights);
    else if (count < SOW_PAPER_HEURISTICS || count > SOW_HEURISTICS)
        status = refuse_count(reading);
    else
        for (int i = 0; i < count && status == SOW_OK; i++)
            status = take_weight(reading, reading->items->item[i], &weights[i]);
    if (status == SOW_OK)
        sow_agent_weighted(reading->agent, weights);
    return status;
}

/* Makes the agent of published vector number @p vector. Cannot fail. */
static enum sow_status read_named(struct sow_reading *reading, int vector)
{
    sow_agent_weighted(reading->agent, sow_named_vectors[vector].weights);
    return SOW_OK;
}

static enum sow_status parse(const char *spec, const struct sow_run_lookup *lookup,
                             struct sow_agent *agent, struct sow_err *err);

/* Makes the agent of published player number @p index, from the spec for which its name
 * stands. Cannot fail. */
static enum sow_status read_named_spec(struct sow_reading *reading, int index)
{
    return parse(sow_named_specs[index].spec, NULL, reading->agent, reading->err);
}

/* Reads a heuristic, which it appends to the order, or the reading of the order. Refuses
   unknown items and a heuristic that occurs twice. */
static enum sow_status read_order_item(struct sow_reading *reading, const char *item)
{
    struct sow_agent *agent = reading->agent;
    if (strcmp(item, "reading=filter") == 0) {
        agent->reading = SOW_ORDER_FILTER;
        return SOW_OK;
    }
    if (strcmp(item, "reading=first-improving") == 0) {
        agent->reading = SOW_ORDER_FIRST_IMPROVING;
        return SOW_OK;
    }
    int heuristic = sow_heuristic_find(item);
    if (heuristic < 0)
        return sow_reading_refuse(reading,
                                  "an order takes heuristics (see 'players') and "
                                  "reading=filter or reading=first-improving");
    for (int i = 0; i < agent->count; i++)
        if (agent->index[i] == heuristic)
            return sow_reading_refuse(reading, "an order names each heuristic once");
    agent->index[agent->count++] = (uint8_t)heuristic;
    return SOW_OK;
}

/* Reads an `order:` spec: heuristics, the most important first, and perhaps a reading.
 * Refuses an order without heuristics. */
static enum sow_status read_order(struct sow_reading *reading, int argument)
{
    (void)argument;
    *reading->agent = (struct sow_agent){.kind = SOW_AGENT_ORDER};
    enum sow_status status = SOW_OK;
    for (int i = 0; status == SOW_OK && i < reading->items->count; i++)
        status = read_order_item(reading, reading->items->item[i]);
    if (status == SOW_OK && reading->agent->count == 0)
        return sow_reading_refuse(reading,
                                  "name at least one heuristic, such as order:h4,h6,h1");
    return status;
}

/* Finds a feature of a line of play or of a position by its name. Returns SOW_USAGE, with
   a suggestion, if there is none. */
static enum sow_status find_of_path(const char *name, int *found, struct sow_err *err)
{
    for (int i = 0; i < SOW_PATH_FEATURES; i++)
        if (sow_text_same(sow_path_feature_names[i], name)) {
            *found = SOW_PATH_INDEX + i;
            return SOW_OK;
        }
    return sow_state_feature_named(name, found, err);
}

/* Reads the item `view=..`, if the spec begins with it, and removes it from the items.
   Sets @p of_mover to true for the view `to-move`. Refuses an unknown view, and a view of
   lines of play. */
static enum sow_status read_view(struct sow_reading *reading, int kind, bool *of_mover)
{
    static const char NAME[] = "view=";
    struct sow_items *items = reading->items;
    *of_mover = false;
    if (strncmp(items->item[0], NAME, sizeof NAME - 1) != 0)
        return SOW_OK;
    const char *view = items->item[0] + sizeof NAME - 1;
    *of_mover = strcmp(view, "to-move") == 0;
    if (kind == SOW_AGENT_PATH || (!*of_mover && strcmp(view, "own") != 0))
        return sow_reading_refuse(reading,
                                  kind == SOW_AGENT_PATH
                                      ? "a line of play is seen by the player itself: "
                                        "leave out view="
                                      : "the view is to-move (the player to move sees "
                                        "the position) or own (the player itself)");
    if (items->count == 1)
        return sow_reading_refuse(reading, "name a feature after the view, such as h4=1");
    memmove(items->item, items->item + 1, (size_t)--items->count * sizeof items->item[0]);
    return SOW_OK;
}

/* Reads a `state:` or `path:` spec: perhaps a view, then terms of features. Fails as
   read_view and read_terms do. */
static enum sow_status read_state(struct sow_reading *reading, int kind)
{
    int features[SOW_AGENT_TERMS_MAX];
    double weights[SOW_AGENT_TERMS_MAX];
    bool of_mover;
    enum sow_status status = read_view(reading, kind, &of_mover);
    if (status != SOW_OK)
        return status;
    status = read_terms(reading, "feature",
                        kind == SOW_AGENT_PATH ? find_of_path : sow_state_feature_named,
                        features, weights);
    if (status == SOW_OK)
        sow_agent_state(reading->agent, features, weights, reading->items->count);
    reading->agent->kind = (enum sow_agent_kind)kind;
    reading->agent->of_mover = of_mover;
    return status;
}

/* --- players that look ahead --- */

/* Reads a `pekar:` spec, which is Algorithm 1 or a name for a search. Refuses wrong
 * items, and fails as the search's spec does. */
static enum sow_status read_pekar(struct sow_reading *reading, int argument)
{
    char search[SOW_AGENT_SPEC_MAX + 1];
    (void)argument;
    *reading->agent = (struct sow_agent){.kind = SOW_AGENT_PEKAR};
    const char *refusal =
        sow_pekar_search(reading->items->item, reading->items->count, search);
    if (refusal != NULL)
        return sow_reading_refuse(reading, refusal);
    return search[0] == '\0' ? SOW_OK : parse(search, NULL, reading->agent, reading->err);
}

/* --- players of stored runs --- */

/* Reads `17` or `17@50` into @p run and @p generation, and cuts the text at the '@'.
   Without a generation, it is SOW_RUN_OUTCOME. Returns false if the text is neither. */
static bool take_run(char *text, int64_t *run, int64_t *generation)
{
    char *at = strchr(text, '@');
    *generation = SOW_RUN_OUTCOME;
    if (at != NULL) {
        *at = '\0';
        if (!sow_text_to_int(at + 1, generation) || *generation < 0 ||
            *generation > INT32_MAX)
            return false;
    }
    return sow_text_to_int(text, run) && *run >= 1;
}

/* Reads a `run:` spec: looks up the stored run and reads the spec of its player. Refuses
   the spec without a lookup; else fails as the lookup does. */
static enum sow_status read_run(struct sow_reading *reading, int argument)
{
    (void)argument;
    int64_t run;
    int64_t generation;
    if (reading->items->count != 1 ||
        !take_run(reading->items->item[0], &run, &generation))
        return sow_reading_refuse(
            reading, "give the number of a stored run, such as run:17 or run:17@50");
    if (reading->lookup == NULL)
        return sow_reading_refuse(reading,
                                  "a stored run cannot be used here; give its weights");
    char *spec = NULL;
    enum sow_status status = reading->lookup->spec(reading->lookup->context, run,
                                                   (int)generation, &spec, reading->err);
    /* No lookup is passed on, so that a stored spec cannot send the reader in a
       circle. */
    if (status == SOW_OK)
        status = sow_agent_parse(spec, NULL, reading->agent, reading->err);
    free(spec);
    return status;
}

/* A form of spec and its reader. */
struct form {
    struct sow_agent_form shown; /* name and texts for listings */
    reader_fn *read;             /* reads the specs of this form */
    int argument;                /* passed to `read` */
};

/* Forms other than heuristics and published players. */
static const struct form FORMS[] = {
    {{"random", "", "uniform over the legal moves"}, read_random, 0},
    {{"weights", "W1,W2,.. or H=W,..",
      "f = w1 H1 + .. + w5 H5 - w6 H6 ..; or "
      "weights by name"},
     read_weights,
     0},
    {{"order", "H,H,..[,reading=first-improving]", "a linear order of heuristics"},
     read_order,
     0},
    {{"state", "[view=to-move,]FEATURE=WEIGHT,..",
      "a linear function of the position after the move, as the player sees it, or the "
      "player to move there (view=to-move)"},
     read_state,
     SOW_AGENT_STATE},
    {{"path", "FEATURE=WEIGHT,..",
      "a linear function of the position and of the moves that lead to it: "
      "extra_turns, right_most and later_right_most; in eval=[..] only"},
     read_state,
     SOW_AGENT_PATH},
    {{"minimax", "depth=N,eval=[SPEC]",
      "looks N moves ahead; SPEC (weights or state) values the positions"},
     sow_reading_search,
     SOW_SEARCH_MINIMAX},
    {{"alphabeta", "depth=N|nodes=N|ms=N|clock=..,eval=[SPEC][,hash=MB]",
      "the moves of minimax, found faster: N moves ahead, or as deep as N nodes or N "
      "milliseconds a move or a clock (SECONDS[+INC] a game) allow"},
     sow_reading_search,
     SOW_SEARCH_ALPHABETA},
    {{"mcts", "iterations=N|ms=N|clock=..[,reward=margin][,eval=[SPEC]]",
      "Monte Carlo tree search; SPEC replaces playouts; keep=yes keeps the tree"},
     sow_reading_search,
     SOW_SEARCH_MCTS},
    {{"pekar", "1 | 2,depth=N | 3,depth=N[,a=W][,b=W][,c=W][,n1=FEATURE]",
      "Algorithms 1 to 3 of Pekar et al. 2020"},
     read_pekar,
     0},
    {{"kgp", "[HOST:]PORT[,ms=N][,join=SECONDS]",
      "an outside program that joins at this address (Kalah Game Protocol); Kalah "
      "only"},
     sow_reading_outside,
     SOW_OUTSIDE_KGP},
    {{"exec", "[COMMAND ARG..][,ms=N|clock=..][,threads=N][,memory=MB][,cpu=SECONDS]",
      "a program that sowlab starts and asks for moves, for any variant"},
     sow_reading_outside,
     SOW_OUTSIDE_EXEC},
    {{"run", "ID[@GENERATION]",
      "the champion or fitted player of stored run ID, or the best of a generation"},
     read_run,
     0},
    {{"learnt", "VARIANT",
      "the best weights that 'learn' found for a built-in variant, for eval=[..]"},
     sow_reading_learnt,
     0},
};

enum { FORM_COUNT = sizeof FORMS / sizeof FORMS[0] };
/* Finds the form with this index, counted from 0, and copies it. The order is:
   heuristics, published vectors, published players, then FORMS. Returns false if there
   are no more. */
static bool form_at(int index, struct form *form)
{
    if (index < SOW_HEURISTICS) {
        const struct sow_heuristic_row *row = &sow_heuristic_rows[index];
        *form = (struct form){{row->name, "", row->alone}, read_single, index};
        return true;
    }
    index -= SOW_HEURISTICS;
    if (index < SOW_NAMED_VECTORS) {
        const struct sow_named_vector *vector = &sow_named_vectors[index];
        *form = (struct form){{vector->name, "", vector->summary}, read_named, index};
        return true;
    }
    index -= SOW_NAMED_VECTORS;
    if (index < SOW_NAMED_SPECS) {
        const struct sow_named_spec *named = &sow_named_specs[index];
        *form = (struct form){{named->name, "", named->summary}, read_named_spec, index};
        return true;
    }
    index -= SOW_NAMED_SPECS;
    if (index < FORM_COUNT)
        *form = FORMS[index];
    return index < FORM_COUNT;
}

bool sow_agent_form_at(int index, struct sow_agent_form *shown)
{
    struct form form;
    bool found = form_at(index, &form);
    if (found)
        *shown = form.shown;
    return found;
}

/* Reports an unknown form of spec, and suggests the nearest name. Always returns
   SOW_USAGE. */
static enum sow_status unknown_form(const char *name, struct sow_err *err)
{
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, name);
    struct form form;
    for (int i = 0; form_at(i, &form); i++)
        sow_nearest_offer(&nearest, form.shown.name);
    char hint[96];
    return sow_err_set(err, SOW_USAGE, "unknown player '%.100s'%s (see 'players')", name,
                       sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* Reads a spec. Accepts also an evaluator that is not a player. On failure @p agent may
   be incomplete. */
static enum sow_status parse(const char *spec, const struct sow_run_lookup *lookup,
                             struct sow_agent *agent, struct sow_err *err)
{
    if (strlen(spec) > SOW_AGENT_SPEC_MAX)
        return sow_err_set(err, SOW_USAGE,
                           "player '%.40s...' is too long: at most %d characters", spec,
                           SOW_AGENT_SPEC_MAX);
    char name[SOW_AGENT_SPEC_MAX + 1];
    size_t length = strcspn(spec, ":");
    memcpy(name, spec, length);
    name[length] = '\0';
    struct form form;
    int index = 0;
    while (form_at(index, &form) && !sow_text_same(form.shown.name, name))
        index++;
    if (!form_at(index, &form))
        return unknown_form(name, err);
    struct sow_items items = {.count = 0};
    struct sow_reading reading = {.spec = spec,
                                  .items = &items,
                                  .lookup = lookup,
                                  .agent = agent,
                                  .parse = parse,
                                  .err = err};
    bool has_items = spec[length] == ':';
    if (has_items != (form.shown.arguments[0] != '\0'))
        return sow_reading_refuse(
            &reading, has_items ? "takes nothing after the name"
                                : "needs a colon and its values; see 'players'");
    if (has_items && !sow_items_cut(&items, spec, length + 1))
        return sow_err_set(err, SOW_USAGE,
                           "player '%.200s' has too many items; give at most %d", spec,
                           SOW_ITEMS_MAX);
    return form.read(&reading, form.argument);
}

enum sow_status sow_agent_parse(const char *spec, const struct sow_run_lookup *lookup,
                                struct sow_agent *agent, struct sow_err *err)
{
    struct sow_agent read = {.kind = SOW_AGENT_RANDOM};
    enum sow_status status = parse(spec, lookup, &read, err);
    if (status != SOW_OK)
        return status;
    if (read.kind == SOW_AGENT_PATH)
        return sow_err_set(err, SOW_USAGE,
                           "'%.200s' values lines of play: put it into a search, such as "
                           "alphabeta:depth=4,eval=[path:..]",
                           spec);
    *agent = read;
    return SOW_OK;
}
