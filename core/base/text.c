/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/text.h"

#include <assert.h>
#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sow_text_to_int(const char *text, int64_t *value)
{
    if (!(text[0] >= '0' && text[0] <= '9') &&
        !(text[0] == '-' && text[1] >= '0' && text[1] <= '9'))
        return false;
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno != 0 || *end != '\0')
        return false;
    *value = number;
    return true;
}

bool sow_text_to_range(const char *text, int64_t *first, int64_t *last)
{
    char room[24];
    const char *points = strstr(text, "..");
    size_t length = points != NULL ? (size_t)(points - text) : strlen(text);
    if (length >= sizeof room)
        return false;
    (void)snprintf(room, sizeof room, "%.*s", (int)length, text);
    return sow_text_to_int(room, first) &&
           sow_text_to_int(points != NULL ? points + 2 : text, last);
}

/* Switches the calling thread to the C locale for one call of the C library, which would
   else use the decimal sign of the process locale. So the locale of an embedding program
   and the environment do not change the value of a number. Returns the locale to pass to
   leave_c_locale, or 0 if it could not switch. Makes the C locale once in each thread. */
static locale_t enter_c_locale(void)
{
    static _Thread_local locale_t c_locale;
    if (c_locale == (locale_t)0)
        c_locale = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    return c_locale == (locale_t)0 ? (locale_t)0 : uselocale(c_locale);
}

/* Switches the calling thread back to the locale that enter_c_locale returned; does
   nothing for 0. */
static void leave_c_locale(locale_t previous)
{
    if (previous != (locale_t)0)
        (void)uselocale(previous);
}

bool sow_text_to_real(const char *text, double *value)
{
    if (text[0] == '\0' || text[strspn(text, "0123456789+-.eE")] != '\0')
        return false;
    locale_t previous = enter_c_locale();
    char *end;
    double number = strtod(text, &end);
    leave_c_locale(previous);
    if (end == text || *end != '\0' || !isfinite(number))
        return false;
    *value = number;
    return true;
}

/* Returns the 64 bits of a number. They distinguish -0 from 0, which compare as equal. */
static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void sow_text_from_real(double value, char text[SOW_REAL_TEXT_MAX])
{
    locale_t previous = enter_c_locale();
    for (int digits = DBL_DIG; digits <= DBL_DECIMAL_DIG; digits++) {
        (void)snprintf(text, SOW_REAL_TEXT_MAX, "%.*g", digits, value);
        if (bits_of(strtod(text, NULL)) == bits_of(value))
            break;
    }
    leave_c_locale(previous);
}

void sow_text_from_fixed(double value, int digits, char *text, size_t size)
{
    locale_t previous = enter_c_locale();
    (void)snprintf(text, size, "%.*f", digits, value);
    leave_c_locale(previous);
    if (text[0] == '-' && text[strspn(text, "-0.")] == '\0')
        memmove(text, text + 1, strlen(text));
}

/* Returns the small letter of an ASCII capital, and any other character itself. tolower
   depends on the locale, which must not decide whether two names are equal. */
static char small(char letter)
{
    return (char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
}

bool sow_text_same(const char *a, const char *b)
{
    for (; *a != '\0' && small(*a) == small(*b); a++)
        b++;
    return *a == *b;
}

void sow_text_lower(char *text)
{
    for (; *text != '\0'; text++)
        *text = small(*text);
}

/* Longest word that sow_text_distance() compares, in bytes, and its result for longer
   words. */
enum { WORD_MAX = 63, FAR_APART = 1000 };

/* Returns the least of three numbers. */
static int least(int a, int b, int c)
{
    int smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

int sow_text_distance(const char *a, const char *b)
{
    size_t rows = strlen(a);
    size_t columns = strlen(b);
    if (rows > WORD_MAX || columns > WORD_MAX)
        return FAR_APART;
    int cost[WORD_MAX + 1][WORD_MAX + 1];
    for (size_t i = 0; i <= rows; i++)
        cost[i][0] = (int)i;
    for (size_t j = 0; j <= columns; j++)
        cost[0][j] = (int)j;
    for (size_t i = 1; i <= rows; i++) {
        for (size_t j = 1; j <= columns; j++) {
            int replace = cost[i - 1][j - 1] + (small(a[i - 1]) != small(b[j - 1]));
            cost[i][j] = least(cost[i - 1][j] + 1, cost[i][j - 1] + 1, replace);
            bool swapped = i > 1 && j > 1 && small(a[i - 1]) == small(b[j - 2]) &&
                           small(a[i - 2]) == small(b[j - 1]);
            if (swapped && cost[i - 2][j - 2] + 1 < cost[i][j])
                cost[i][j] = cost[i - 2][j - 2] + 1;
        }
    }
    return cost[rows][columns];
}

void sow_nearest_init(struct sow_nearest *nearest, const char *word)
{
    *nearest = (struct sow_nearest){.word = word, .best = NULL, .distance = FAR_APART};
}

void sow_nearest_offer(struct sow_nearest *nearest, const char *candidate)
{
    int distance = sow_text_distance(nearest->word, candidate);
    int close = 1 + (int)strlen(candidate) / 3;
    if (distance <= close && distance < nearest->distance) {
        nearest->best = candidate;
        nearest->distance = distance;
    }
}

const char *sow_nearest_hint(const struct sow_nearest *nearest, char *room, size_t size)
{
    assert(size > 0);
    room[0] = '\0';
    if (nearest->best != NULL)
        (void)snprintf(room, size, "; did you mean '%s'?", nearest->best);
    return room;
}

/* fgets leaves all bytes after its NUL unchanged, and these are line feeds. So the last
   NUL in the room is the one that fgets wrote, and any other belongs to the line. */
bool sow_text_line(char *room, int size, FILE *in, bool *nul)
{
    memset(room, '\n', (size_t)size);
    bool read = fgets(room, size, in) != NULL;
    *nul = read && memchr(room, '\0', (size_t)size) != memrchr(room, '\0', (size_t)size);
    return read;
}
