/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads lists of values, with their quotes and ranges. */
#include "value_list.h"

#include "sow/base/array.h"
#include "sow/base/text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Characters that separate values. */
static const char BLANKS[] = " \t\r\n";

/* Adds @p value, a text on the heap, to a list, which then owns it. After a failure
   @p value is freed: SOW_BAD_DATA if the list is full, SOW_NO_MEMORY also if @p value is
   NULL. */
static enum sow_status add_value(struct sow_sweep_list *list, char *value,
                                 struct sow_err *err)
{
    if (list->count >= SOW_SWEEP_TASKS_MAX) {
        free(value);
        return sow_err_set(err, SOW_BAD_DATA, "the list '%s' has more than %d values",
                           list->name, SOW_SWEEP_TASKS_MAX);
    }
    char **values = sow_array_grow(list->values, list->count, sizeof *values);
    list->values = values != NULL ? values : list->values;
    if (value == NULL || values == NULL) {
        free(value);
        return sow_err_no_memory(err);
    }
    values[list->count++] = value;
    return SOW_OK;
}

/* ---- Ranges ---- */

/* Range "A..B" or "A..B/STEP": A, A + STEP, .. up to B at most. The step is 1 without
   STEP. */
struct range {
    int64_t first; /* A */
    int64_t last;  /* B */
    int64_t step;  /* STEP; must be at least 1 */
};

/* Reads a word such as 1..20 or 10..50/10 into @p range, without a check of its numbers.
   Returns false if @p word is not a range. */
static bool read_range(const char *word, struct range *range)
{
    char numbers[96];
    size_t length = strcspn(word, "/");
    if (strstr(word, "..") == NULL || length >= sizeof numbers)
        return false;
    (void)snprintf(numbers, sizeof numbers, "%.*s", (int)length, word);
    range->step = 1;
    return sow_text_to_range(numbers, &range->first, &range->last) &&
           (word[length] == '\0' || sow_text_to_int(word + length + 1, &range->step));
}

/* Adds the numbers of a range as texts. Fails with SOW_BAD_DATA, before any is added, if
   there are none or too many; @p word names the range in the message. */
static enum sow_status add_range(struct sow_sweep_list *list, const char *word,
                                 const struct range *range, struct sow_err *err)
{
    if (range->step < 1 || range->last < range->first)
        return sow_err_set(err, SOW_BAD_DATA,
                           "the range '%s' has no values: write the smaller number "
                           "first, and a step of at least 1",
                           word);
    /* As unsigned numbers, which no difference overflows. */
    uint64_t steps =
        ((uint64_t)range->last - (uint64_t)range->first) / (uint64_t)range->step;
    if (steps >= SOW_SWEEP_TASKS_MAX)
        return sow_err_set(err, SOW_BAD_DATA,
                           "the range '%s' has more than %d values: shorten it", word,
                           SOW_SWEEP_TASKS_MAX);
    enum sow_status status = SOW_OK;
    for (uint64_t i = 0; i <= steps && status == SOW_OK; i++) {
        char text[24];
        (void)snprintf(text, sizeof text, "%" PRId64,
                       (int64_t)((uint64_t)range->first + i * (uint64_t)range->step));
        status = add_value(list, strdup(text), err);
    }
    return status;
}

/* ---- Words ---- */

/* Reads the word at @p *text, in quotes or not, onto the heap. Moves @p *text behind it.
   Fails with SOW_BAD_DATA for an open quote, or if no blank follows a quoted word; @p
   word is then unchanged. */
static enum sow_status take_word(const char **text, char **word, bool *quoted,
                                 struct sow_err *err)
{
    const char *at = *text;
    char quote = *at;
    *quoted = quote == '\'' || quote == '"';
    if (!*quoted) {
        size_t length = strcspn(at, BLANKS);
        *word = strndup(at, length);
        *text = at + length;
        return *word != NULL ? SOW_OK : sow_err_no_memory(err);
    }
    const char *end = strchr(at + 1, quote);
    if (end == NULL || strchr(" \t\r\n", end[1]) == NULL)
        return sow_err_set(err, SOW_BAD_DATA,
                           end == NULL ? "a quote is left open: %s"
                                       : "a blank is missing behind a quote: %s",
                           at);
    *word = strndup(at + 1, (size_t)(end - at - 1));
    *text = end + 1;
    return *word != NULL ? SOW_OK : sow_err_no_memory(err);
}

enum sow_status sow_values_add(struct sow_sweep_list *list, const char *text,
                               struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    text += strspn(text, BLANKS);
    while (*text != '\0' && *text != ';' && *text != '#' && status == SOW_OK) {
        char *word = NULL;
        bool quoted;
        struct range range;
        status = take_word(&text, &word, &quoted, err);
        if (status == SOW_OK && !quoted && read_range(word, &range)) {
            status = add_range(list, word, &range, err);
            free(word);
        } else if (status == SOW_OK) {
            status = add_value(list, word, err);
        }
        text += strspn(text, BLANKS);
    }
    return status;
}

/* Compares two texts by their bytes, for qsort; the arguments point to the pointers. */
static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enum sow_status sow_values_check(const struct sow_sweep_list *list, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (list->count == 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "the list '%s' is empty: write at least one value, or leave "
                           "the list out",
                           list->name);
    char **sorted = malloc(list->count * sizeof *sorted);
    if (sorted == NULL)
        return sow_err_no_memory(err);
    memcpy(sorted, list->values, list->count * sizeof *sorted);
    qsort(sorted, list->count, sizeof *sorted, compare_texts);
    for (size_t i = 1; i < list->count && status == SOW_OK; i++)
        if (strcmp(sorted[i - 1], sorted[i]) == 0)
            status = sow_err_set(err, SOW_BAD_DATA,
                                 "the list '%s' has the value '%s' twice: leave one out",
                                 list->name, sorted[i]);
    free(sorted);
    return status;
}
