/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of players. An alias is used if the report has one. A spec that is a list of
   numbers is cut to its first numbers, as many as make it differ from other players. */
#include "report_private.h"

#include "sow/base/array.h"
#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/support/json.h"
#include "sow/support/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Beginnings of specs that are lists of numbers. */
static const char *const LISTS[] = {"weights:", "state:"};

/* Decimals shown, and decimals by which players differ. A spec as it was typed and the
   rounded weights that were played are equal to four decimals: they are one player. */
enum { SHOWN_DIGITS = 3, FINE_DIGITS = 4 };

/* Longest name that is shown whole, and the length to which longer names are cut. */
enum { WHOLE_COLUMNS = 24, CUT_COLUMNS = 14 };

static const char MORE[] = "\xe2\x80\xa6"; /* an ellipsis */

/* A player and its name. */
struct called {
    char *spec;    /* spec of the player */
    char *name;    /* name that is shown; NULL: not found yet */
    char *told;    /* the whole spec with SHOWN_DIGITS decimals; NULL for an alias */
    size_t items;  /* least number of items that tells it from others; 0: any */
    bool twin;     /* true if another player has the same SHOWN_DIGITS decimals */
    size_t number; /* number in the order of addition */
};

struct sow_report_names {
    struct called *called; /* players, sorted by spec when all are added */
    size_t count;          /* number of players */
    bool failed;           /* true if memory ran out */
};

/* Returns a text of @p length bytes, which the caller frees, or NULL without memory. */
static char *copy(const char *text, size_t length)
{
    char *made = malloc(length + 1);
    if (made == NULL)
        return NULL;
    memcpy(made, text, length);
    made[length] = '\0';
    return made;
}

/* ---- The numbers of a list ---- */

/* Writes an item of a list, @p length bytes such as `h1=0.25`, with its number rounded to
   @p digits decimals and without zeros at its end. The part up to the last ':' or '='
   stays. Writes anything but a number unchanged. */
static void write_item(const char *item, size_t length, int digits, FILE *out)
{
    char text[SOW_REAL_TEXT_MAX * 2];
    double value;
    char word[64];
    size_t name = 0;
    for (size_t i = 0; i < length; i++)
        name = item[i] == ':' || item[i] == '=' ? i + 1 : name;
    (void)snprintf(word, sizeof word, "%.*s", (int)(length - name), item + name);
    (void)fprintf(out, "%.*s", (int)name, item);
    if (length - name >= sizeof word || !sow_text_to_real(word, &value) || value > 1e15 ||
        value < -1e15) {
        (void)fprintf(out, "%.*s", (int)(length - name), item + name);
        return;
    }
    int written = snprintf(text, sizeof text, "%.*f", digits, value);
    while (text[written - 1] == '0')
        written--;
    written -= text[written - 1] == '.';
    bool zero = written == 2 && memcmp(text, "-0", 2) == 0;
    (void)fprintf(out, "%.*s", zero ? 1 : written, zero ? "0" : text);
}

/* Returns the first @p items items of the list @p spec, or all if it is 0, with @p digits
   decimals. An ellipsis stands for the rest. The caller frees the text. Returns NULL
   without memory. */
static char *shorten(const char *spec, size_t items, int digits)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return NULL;
    for (size_t item = 1;; item++) {
        size_t length = strcspn(spec, ",");
        write_item(spec, length, digits, out);
        spec += length;
        if (*spec == '\0' || item == items)
            break;
        (void)fputc(*spec++, out);
    }
    if (*spec != '\0')
        (void)fprintf(out, ",%s", MORE);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* Returns the number of items of a list, which commas separate: at least 1, also for
   "". */
static size_t count_items(const char *spec)
{
    size_t items = 1;
    for (; *spec != '\0'; spec++)
        items += *spec == ',';
    return items;
}

/* Returns the number of items at the beginning of two lists that are equal. The last item
   of a list does not count. */
static size_t alike(const char *a, const char *b)
{
    size_t items = 0;
    for (; *a != '\0' && *a == *b; a++, b++)
        items += *a == ',';
    return items;
}

/* ---- Players of a report ---- */

/* Returns true if a text begins like a list of numbers. */
static bool is_list(const char *text)
{
    for (size_t i = 0; i < sizeof LISTS / sizeof LISTS[0]; i++)
        if (strncmp(text, LISTS[i], strlen(LISTS[i])) == 0)
            return true;
    return false;
}

/* Adds a player with copies of its spec, @p length bytes, and its name. A NULL @p name is
   found later. Notes in @p names if memory runs out. */
static void add(struct sow_report_names *names, const char *spec, size_t length,
                const char *name)
{
    struct called *longer = sow_array_grow(names->called, names->count, sizeof *longer);
    names->failed |= longer == NULL;
    if (longer == NULL)
        return;
    names->called = longer;
    struct called *called = &longer[names->count];
    *called = (struct called){.spec = copy(spec, length), .number = names->count};
    if (called->spec != NULL && name != NULL)
        called->name = copy(name, strlen(name));
    names->failed |= called->spec == NULL || (name != NULL && called->name == NULL);
    names->count++;
}

/* Adds each word of a text that is a list of numbers as a player without a name. The text
   may be NULL. */
static void add_words(struct sow_report_names *names, const char *text)
{
    for (; text != NULL && *text != '\0'; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        if (is_list(text))
            add(names, text, length, NULL);
        text += length;
    }
}

/* Compares players for qsort by spec, and equal specs by their order of addition. So an
   alias comes before lists of numbers found in texts. */
static int by_spec(const void *a, const void *b)
{
    const struct called *first = a;
    const struct called *second = b;
    int order = strcmp(first->spec, second->spec);
    /* Among equal specs the alias comes first, and aliases keep their order. */
    return order != 0
               ? order
               : (first->number > second->number) - (first->number < second->number);
}

/* Compares players for qsort by their specs with SHOWN_DIGITS decimals (@c told). Lists
   of numbers come before players that have a name already. */
static int by_told(const void *a, const void *b)
{
    const struct called *first = a;
    const struct called *second = b;
    if (first->told == NULL || second->told == NULL)
        return (second->told != NULL) - (first->told != NULL);
    int order = strcmp(first->told, second->told);
    return order != 0 ? order : strcmp(first->spec, second->spec);
}

/* Frees the texts of an entry, but not the entry. */
static void release_called(struct called *called)
{
    free(called->spec);
    free(called->name);
    free(called->told);
}

/* Keeps the first of players with equal specs and frees the others. The players must be
   sorted by by_spec. */
static void drop_doubles(struct sow_report_names *names)
{
    size_t kept = 0;
    for (size_t i = 0; i < names->count; i++) {
        if (kept > 0 && strcmp(names->called[kept - 1].spec, names->called[i].spec) == 0)
            release_called(&names->called[i]);
        else
            names->called[kept++] = names->called[i];
    }
    names->count = kept;
}

/* Adds the aliases of a report as players, then all lists of numbers that are words of
   its titles and texts. */
static void collect(struct sow_report_names *names, const struct sow_report *report)
{
    for (size_t i = 0; i < report->alias_count; i++)
        add(names, report->aliases[i].spec, strlen(report->aliases[i].spec),
            report->aliases[i].name);
    for (size_t i = 0; i < report->count; i++) {
        const struct sow_report_section *section = &report->sections[i];
        for (int column = 0; column < section->column_count; column++)
            add_words(names, section->columns[column]);
        for (size_t c = 0; c < section->count; c++)
            add_words(names, section->cells[c].text);
    }
}

/* ---- Players without a name ---- */

/* Words in the texts of a report, which owns them. */
struct words {
    const char *word[SOW_REPORT_PLAYERS_MAX]; /* each within a text, not ended by NUL */
    size_t length[SOW_REPORT_PLAYERS_MAX];    /* bytes of each word */
    size_t count; /* number of words; one more than there is room for means "more" */
};

/* Returns true if a word has a list of numbers anywhere in it. */
static bool has_numbers(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof LISTS / sizeof LISTS[0]; i++)
        if (memmem(word, length, LISTS[i], strlen(LISTS[i])) != NULL)
            return true;
    return false;
}

/* Adds a word of @p length bytes, unless it is there. A word for which there is no room
   is counted once, as "more". */
static void keep_word(struct words *words, const char *word, size_t length)
{
    if (words->count > SOW_REPORT_PLAYERS_MAX)
        return;
    for (size_t i = 0; i < words->count; i++)
        if (words->length[i] == length && memcmp(words->word[i], word, length) == 0)
            return;
    if (words->count < SOW_REPORT_PLAYERS_MAX) {
        words->word[words->count] = word;
        words->length[words->count] = length;
    }
    words->count++;
}

/* Adds each word of a text that has a list of numbers in it (keep_word). The text may be
   NULL. */
static void keep_words(struct words *words, const char *text)
{
    for (; text != NULL && *text != '\0'; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        if (has_numbers(text, length))
            keep_word(words, text, length);
        text += length;
    }
}

/* Adds the words of all titles and texts of a section by keep_words. */
static void keep_section(struct words *words, const struct sow_report_section *section)
{
    for (int column = 0; column < section->column_count; column++)
        keep_words(words, section->columns[column]);
    for (size_t c = 0; c < section->count; c++)
        keep_words(words, section->cells[c].text);
}

char *sow_report_players(const struct sow_report *report, size_t *count)
{
    struct words words = {.count = 0};
    char *json = NULL;
    size_t size = 0;
    for (size_t i = 0; i < report->count; i++)
        keep_section(&words, &report->sections[i]);
    *count = words.count;
    FILE *out = sow_stream_open(&json, &size);
    bool good = out != NULL;
    (void)(good && fputc('[', out));
    for (size_t i = 0; i < words.count && i < SOW_REPORT_PLAYERS_MAX && good; i++) {
        char *word = copy(words.word[i], words.length[i]);
        good = word != NULL;
        (void)(good && i > 0 && fputc(',', out));
        if (good)
            sow_json_write_text(out, word);
        free(word);
    }
    (void)(out != NULL && fputc(']', out));
    good = (out == NULL || fclose(out) == 0) && good;
    if (good)
        return json;
    free(json);
    return NULL;
}

/* ---- Names ---- */

/* Returns the number of items of a spec, from its beginning, that a short name has room
   for: at least 1. A spec of at most WHOLE_COLUMNS columns has all of its items. */
static size_t usual_items(const char *spec)
{
    size_t count = count_items(spec);
    char *whole = shorten(spec, 0, SHOWN_DIGITS);
    size_t items = whole == NULL || sow_utf8_width(whole) <= WHOLE_COLUMNS ? count : 1;
    free(whole);
    for (bool more = items < count; more;) {
        char *text = shorten(spec, items + 1, SHOWN_DIGITS);
        more = text != NULL && sow_utf8_width(text) <= CUT_COLUMNS + 2;
        items += more;
        free(text);
    }
    return items;
}

/* Returns true if two specs differ when they are written with FINE_DIGITS decimals; true
   also without memory. */
static bool differ_finely(const char *a, const char *b)
{
    char *fine_a = shorten(a, 0, FINE_DIGITS);
    char *fine_b = shorten(b, 0, FINE_DIGITS);
    bool differ = fine_a == NULL || fine_b == NULL || strcmp(fine_a, fine_b) != 0;
    free(fine_a);
    free(fine_b);
    return differ;
}

/* Raises the numbers of items that are shown of two players, so that their names differ.
   The two are neighbours in the order of @c told. Players with equal @c told are marked
   as twins if they differ in further decimals. */
static void tell_apart(struct called *a, struct called *b)
{
    if (strcmp(a->told, b->told) == 0) {
        bool twins = differ_finely(a->spec, b->spec);
        a->twin |= twins;
        b->twin |= twins;
        a->items = b->items = a->items > b->items ? a->items : b->items;
        return;
    }
    size_t items = alike(a->told, b->told) + 1;
    a->items = items > a->items ? items : a->items;
    b->items = items > b->items ? items : b->items;
}

/* Gives a player its name: the beginning of its spec with SHOWN_DIGITS decimals, or the
   whole spec if it is a twin. Notes in @p names if memory runs out. */
static void call(struct sow_report_names *names, struct called *called)
{
    size_t usual = usual_items(called->spec);
    size_t items = called->items > usual ? called->items : usual;
    called->name = called->twin ? copy(called->spec, strlen(called->spec))
                                : shorten(called->spec, items, SHOWN_DIGITS);
    names->failed |= called->name == NULL;
}

/* Finds names for all players that have none: beginnings of their specs, long enough to
   differ from others. The players are sorted by spec before and after. Notes in @p names
   if memory runs out. */
static void name_lists(struct sow_report_names *names)
{
    size_t lists = 0;
    for (size_t i = 0; i < names->count; i++) {
        struct called *called = &names->called[i];
        if (called->name != NULL)
            continue;
        called->told = shorten(called->spec, 0, SHOWN_DIGITS);
        names->failed |= called->told == NULL;
        lists++;
    }
    if (names->failed)
        return;
    qsort(names->called, names->count, sizeof *names->called, by_told);
    for (size_t i = 1; i < lists; i++)
        tell_apart(&names->called[i - 1], &names->called[i]);
    /* The way back gives players with equal shortened specs the same number of items. */
    for (size_t i = lists; i > 1; i--)
        tell_apart(&names->called[i - 2], &names->called[i - 1]);
    for (size_t i = 0; i < lists; i++)
        call(names, &names->called[i]);
    qsort(names->called, names->count, sizeof *names->called, by_spec);
}

struct sow_report_names *sow_report_names_new(const struct sow_report *report)
{
    struct sow_report_names *names = calloc(1, sizeof *names);
    if (names == NULL || report->full)
        return names;
    collect(names, report);
    if (!names->failed && names->count > 0) {
        qsort(names->called, names->count, sizeof *names->called, by_spec);
        drop_doubles(names);
        name_lists(names);
    }
    if (!names->failed)
        return names;
    sow_report_names_free(names);
    return NULL;
}

void sow_report_names_free(struct sow_report_names *names)
{
    if (names == NULL)
        return;
    for (size_t i = 0; i < names->count; i++)
        release_called(&names->called[i]);
    free(names->called);
    free(names);
}

const char *sow_report_name_of(const struct sow_report_names *names, const char *spec,
                               size_t length)
{
    size_t low = 0;
    size_t high = names->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *found = names->called[middle].spec;
        int order = strncmp(found, spec, length);
        if (order == 0 && found[length] == '\0')
            return names->called[middle].name;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
