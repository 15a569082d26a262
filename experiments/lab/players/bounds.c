/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes bounds of weights as text. */
#include "sow/players/bounds.h"

#include "sow/base/stream.h"
#include "sow/base/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Longest name and longest text of bounds, in bytes. A text with all existing weights is
   shorter. */
enum { NAME_MAX_SIZE = 64, TEXT_MAX = 8191 };

/* One word of a text of bounds: `NUMBER` or `NAME=NUMBER`. */
struct bound {
    char
        name[NAME_MAX_SIZE]; /* name of the weight; "": the next weight, or all weights */
    double value;            /* the bound */
};

/* Reads the word at @p at into @p bound. Moves @p at behind the word and its comma, or
   sets @p at to NULL after the last word. Returns false, with @p bound undefined, if the
   word is not a bound. */
static bool next_bound(const char **at, struct bound *bound)
{
    char word[2 * NAME_MAX_SIZE];
    size_t length = strcspn(*at, ",");
    (void)snprintf(word, sizeof word, "%.*s", (int)length, *at);
    const char *sign = strchr(word, '=');
    size_t name = sign != NULL ? (size_t)(sign - word) : 0;
    *at = (*at)[length] == ',' ? *at + length + 1 : NULL;
    if (length >= sizeof word || name >= NAME_MAX_SIZE || (sign != NULL && name == 0))
        return false;
    memcpy(bound->name, word, name);
    bound->name[name] = '\0';
    return sow_text_to_real(sign != NULL ? sign + 1 : word, &bound->value);
}

/* Returns true if @p text is valid. A valid text has at most TEXT_MAX bytes, and all
   bounds lie within the limits of @p param. Bounds with names follow the others, of which
   there is at least one. */
static bool are_bounds(const struct sow_param *param, const char *text)
{
    struct bound bound;
    bool fits = strlen(text) <= TEXT_MAX;
    bool named = false;
    for (const char *at = text; fits && at != NULL;) {
        bool first = at == text;
        fits = next_bound(&at, &bound) && bound.value >= param->min &&
               bound.value <= param->max;
        /* Bounds with names are exceptions from the bounds before them. */
        fits = fits && (bound.name[0] != '\0' ? !first : !named);
        named = bound.name[0] != '\0';
    }
    return fits;
}

/* Writes what a text of bounds may be to @p out, for messages and help. */
static void describe_bounds(const struct sow_param *param, FILE *out)
{
    (void)fprintf(
        out,
        "a number from %g to %g, or a number for each weight separated by commas, "
        "then exceptions by name",
        param->min, param->max);
}

/* A row of options for the parser of texts: a text of at most TEXT_MAX bytes. */
static const struct sow_param WHOLE = {.name = "", .max = TEXT_MAX};

/* Sets a field, a char *, to a copy of valid bounds on the heap; the old text is freed.
   For other texts, returns the error of sow_param_refuse and leaves the field. */
static enum sow_status parse(const struct sow_param *param, const char *text, void *field,
                             struct sow_err *err)
{
    if (!are_bounds(param, text))
        return sow_param_refuse(param, text, err);
    return sow_param_string.parse(&WHOLE, text, field, err);
}

/* Writes the text that the char * at @p field points to. */
static void format(const struct sow_param *param, const void *field, FILE *out)
{
    sow_param_string.format(param, field, out);
}

/* Frees the text that the char * at @p field points to. */
static void release_bounds(void *field)
{
    sow_param_string.release(field);
}

const struct sow_param_type sow_param_bounds = {
    "bounds",        true,           parse,          format,
    describe_bounds, sizeof(char *), release_bounds, false};

double sow_bounds_least(const char *text)
{
    struct bound bound;
    double least = (double)INFINITY;
    for (const char *at = text; at != NULL;)
        if (next_bound(&at, &bound))
            least = fmin(least, bound.value);
    return least;
}

/* Returns the index of @p name, in any case, among the names of weights; -1 if it is not
   there. */
static int place_of(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (sow_text_same(names[i], name))
            return i;
    return -1;
}

/* Sets the error that there is no weight called @p name, and suggests the nearest of the
   @p count names. Returns SOW_USAGE. */
static enum sow_status unknown_name(const char *name, const char *const *names, int count,
                                    struct sow_err *err)
{
    char hint[128];
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, name);
    for (int i = 0; i < count; i++)
        sow_nearest_offer(&nearest, names[i]);
    return sow_err_set(err, SOW_USAGE,
                       "there is a bound for '%s', which has no weight here%s", name,
                       sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* Returns true if @p text has a bound for @p name that begins before the address @p end
   in the text. */
static bool is_named_before(const char *text, const char *end, const char *name)
{
    struct bound bound;
    for (const char *at = text; at != NULL && at < end;)
        if (next_bound(&at, &bound) && at != NULL && at < end &&
            sow_text_same(bound.name, name))
            return true;
    return false;
}

enum sow_status sow_bounds_find(const char *text, const char *const *names, int count,
                                double *bounds, struct sow_err *err)
{
    struct bound bound;
    int plain = 0;
    for (const char *at = text; at != NULL;) {
        bool read = next_bound(&at, &bound);
        assert(read);
        (void)read;
        bool named = bound.name[0] != '\0';
        int place = named ? place_of(bound.name, names, count) : plain++;
        if (place < 0)
            return unknown_name(bound.name, names, count, err);
        if (named &&
            is_named_before(text, at != NULL ? at : text + strlen(text), bound.name))
            return sow_err_set(err, SOW_USAGE, "'%.80s' has two bounds for '%s'", text,
                               bound.name);
        for (int i = 0; !named && place == 0 && i < count; i++)
            bounds[i] = bound.value;
        if (place < count)
            bounds[place] = bound.value;
    }
    if (plain == 1 || plain == count)
        return SOW_OK;
    return sow_err_set(
        err, SOW_USAGE,
        "'%.80s' has %d bounds for %d weights: give one for all, or one for "
        "each of %s to %s",
        text, plain, count, names[0], names[count - 1]);
}

char *sow_bounds_write(const double *bounds, int count)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return NULL;
    int different = 1;
    for (int i = 1; i < count; i++)
        if (fabs(bounds[i] - bounds[0]) > 0.0)
            different = count;
    for (int i = 0; i < different; i++) {
        char number[SOW_REAL_TEXT_MAX];
        sow_text_from_real(bounds[i], number);
        (void)fprintf(out, "%s%s", i == 0 ? "" : ",", number);
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
