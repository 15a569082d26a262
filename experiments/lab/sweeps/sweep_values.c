/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds values and operands of the tasks of a plan. */
#include "sow/heuristics/agent.h"
#include "sow/sweeps/sweep_plan.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char OPERANDS[] = "operands";

size_t sow_sweep_plan_find(const struct sow_sweep_plan *plan, const char *name)
{
    size_t list = 0;
    while (list < plan->list_count && strcmp(plan->lists[list].name, name) != 0)
        list++;
    return list;
}

/* Returns the number of tasks in a row that have the same value of list @p list, an
   index: the product of the counts of the lists after it. */
static size_t stride(const struct sow_sweep_plan *plan, size_t list)
{
    size_t tasks = 1;
    while (++list < plan->list_count)
        tasks *= plan->lists[list].count;
    return tasks;
}

const char *sow_sweep_plan_value(const struct sow_sweep_plan *plan, size_t task,
                                 size_t list)
{
    const struct sow_sweep_list *chosen = &plan->lists[list];
    return chosen->values[(task - 1) / stride(plan, list) % chosen->count];
}

size_t sow_sweep_plan_way(const struct sow_sweep_plan *plan, size_t task)
{
    return plan->way_count > 0 ? (task - 1) / stride(plan, 0) : 0;
}

const char *sow_sweep_plan_set(const struct sow_sweep_plan *plan, size_t task,
                               const struct sow_sweep_list *set)
{
    size_t list = set->by != NULL ? sow_sweep_plan_find(plan, set->by) : 0;
    return set->by != NULL
               ? set->values[(task - 1) / stride(plan, list) % plan->lists[list].count]
               : set->values[0];
}

bool sow_sweep_plan_is_option(const struct sow_sweep_plan *plan, size_t list)
{
    bool is_way = plan->way_count > 0 && list == 0;
    return !is_way && strcmp(plan->lists[list].name, OPERANDS) != 0;
}

size_t sow_sweep_plan_task(const struct sow_sweep_plan *plan, size_t list, size_t value)
{
    return 1 + value * stride(plan, list);
}

size_t sow_sweep_plan_next(const struct sow_sweep_plan *plan, size_t task, size_t list)
{
    size_t step = stride(plan, list);
    return 1 + ((task - 1) / step + 1) * step;
}

/* Adds @p word, a text on the heap, which the words then own. Fails with SOW_NO_MEMORY if
   it is NULL; with SOW_BAD_DATA, and the word freed, if there are too many. */
static enum sow_status add_word(struct sow_sweep_words *words, char *word,
                                struct sow_err *err)
{
    if (word == NULL)
        return sow_err_no_memory(err);
    if (words->count == SOW_SWEEP_WORDS_MAX) {
        free(word);
        return sow_err_set(err, SOW_BAD_DATA, "a task has more than %d operands",
                           SOW_SWEEP_WORDS_MAX);
    }
    words->word[words->count++] = word;
    return SOW_OK;
}

/* Adds the words of a text, which blanks separate. Fails with SOW_BAD_DATA for one that
   begins with '-', and for too many. */
static enum sow_status add_words(struct sow_sweep_words *words, const char *text,
                                 struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    text += strspn(text, " \t");
    while (*text != '\0' && status == SOW_OK) {
        size_t length = sow_agent_spec_length(text, " \t");
        if (text[0] == '-')
            return sow_err_set(err, SOW_BAD_DATA,
                               "'%.*s' looks like an option: options are lists in "
                               "[options]",
                               (int)length, text);
        status = add_word(words, strndup(text, length), err);
        text += length;
        text += strspn(text, " \t");
    }
    return status;
}

enum sow_status sow_sweep_plan_operands(const struct sow_sweep_plan *plan, size_t task,
                                        struct sow_sweep_words *words,
                                        struct sow_err *err)
{
    *words = (struct sow_sweep_words){.count = 0};
    enum sow_status status = SOW_OK;
    size_t list = sow_sweep_plan_find(plan, OPERANDS);
    if (list < plan->list_count)
        status = add_words(words, sow_sweep_plan_value(plan, task, list), err);
    const struct sow_sweep_way *way =
        plan->way_count > 0 ? &plan->ways[sow_sweep_plan_way(plan, task)] : NULL;
    for (size_t i = 0; way != NULL && i < way->set_count && status == SOW_OK; i++)
        if (strcmp(way->sets[i].name, OPERANDS) == 0)
            status = add_words(words, sow_sweep_plan_set(plan, task, &way->sets[i]), err);
    return status;
}

void sow_sweep_words_release(struct sow_sweep_words *words)
{
    for (int i = 0; i < words->count; i++)
        free(words->word[i]);
    words->count = 0;
}
