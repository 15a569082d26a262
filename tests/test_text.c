/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/pcg.h"
#include "sow/base/text.h"

#include "file_support.h"
#include "suite.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *text;
    int64_t value;
} INTEGERS[] = {
    {"0", 0},
    {"-0", 0},
    {"7", 7},
    {"-12", -12},
    {"007", 7},
    {"9223372036854775807", INT64_MAX},
    {"-9223372036854775808", INT64_MIN},
};

static const char *const NOT_INTEGERS[] = {
    "",     " ",   "+1",  "-",   "--1",   " 1",
    "1 ",   "1.0", "1e3", "0x1", "one",   "9223372036854775808",
    "1\n2", "1,5", "- 1", "٣",   "1_000", "-9223372036854775809",
};

TEST_EACH(integers, integer_read, INTEGERS)
{
    int64_t value = 99;
    ck_assert(sow_text_to_int(INTEGERS[_i].text, &value));
    ck_assert_int_eq(value, INTEGERS[_i].value);
}

TEST_EACH(integers, integer_refused, NOT_INTEGERS)
{
    int64_t value = 99;
    ck_assert_msg(!sow_text_to_int(NOT_INTEGERS[_i], &value), "'%s' was read as %lld",
                  NOT_INTEGERS[_i], (long long)value);
    ck_assert_int_eq(value, 99);
}

static const struct {
    const char *text;
    int64_t first;
    int64_t last;
} RANGES[] = {
    {"5", 5, 5},
    {"-3", -3, -3},
    {"4..8", 4, 8},
    {"8..4", 8, 4},
    {"-2..-1", -2, -1},
    {"-9223372036854775808..9223372036854775807", INT64_MIN, INT64_MAX},
};

static const char *const NOT_RANGES[] = {
    "",
    "..",
    "1..",
    "..2",
    "1...2",
    "1..2..",
    "1-2",
    "1 ..2",
    "1.. 2",
    "a..b",
    "1..x",
    "1..2/3",
    "9223372036854775808..1",
    "000000000000000000000000000000001..2",
};

TEST_EACH(ranges, range_read, RANGES)
{
    int64_t first = 99;
    int64_t last = 99;
    ck_assert(sow_text_to_range(RANGES[_i].text, &first, &last));
    ck_assert_int_eq(first, RANGES[_i].first);
    ck_assert_int_eq(last, RANGES[_i].last);
}

TEST_EACH(ranges, range_refused, NOT_RANGES)
{
    int64_t first;
    int64_t last;
    ck_assert_msg(!sow_text_to_range(NOT_RANGES[_i], &first, &last), "'%s' was read",
                  NOT_RANGES[_i]);
}

static const struct {
    const char *text;
    double value;
} REALS[] = {
    {"0", 0.0},
    {"-0", -0.0},
    {"1", 1.0},
    {"0.5", 0.5},
    {".5", 0.5},
    {"5.", 5.0},
    {"+2.5", 2.5},
    {"-1e3", -1000.0},
    {"1E-2", 0.01},
    {"0.1", 0.1},
    {"1e308", 1e308},
    {"4.9406564584124654e-324", 0x1p-1074},
    {"1e-400", 0.0},
    {"1e23", 1e23},
    {"1.7976931348623157e308", DBL_MAX},
    {"0.418841", 0.418841},
};

static const char *const NOT_REALS[] = {
    "",    " ",    ".",        "-",        "e5",     "1e",      "1e+", "1.2.3",
    " 1",  "1 ",   "1,5",      "0x1p3",    "0x10",   "nan",     "NAN", "nan(1)",
    "inf", "-inf", "INFINITY", "1e309",    "-1e309", "1.8e308", "1f",  "1d0",
    "--1", "+-1",  "1-",       "infinity", "1e5.5",
};

static bool same_bits(double a, double b)
{
    uint64_t first;
    uint64_t second;
    memcpy(&first, &a, sizeof first);
    memcpy(&second, &b, sizeof second);
    return first == second;
}

static void check_real(const char *text, double expected)
{
    double value = 99.0;
    ck_assert_msg(sow_text_to_real(text, &value), "'%s' was refused", text);
    ck_assert_msg(same_bits(value, expected), "'%s' was read as %a", text, value);
}

static void check_not_real(const char *text)
{
    double value = 99.0;
    ck_assert_msg(!sow_text_to_real(text, &value), "'%s' was read as %a", text, value);
    ck_assert(same_bits(value, 99.0));
}

TEST_EACH(reals, real_read, REALS)
{
    check_real(REALS[_i].text, REALS[_i].value);
}

TEST_EACH(reals, real_refused, NOT_REALS)
{
    check_not_real(NOT_REALS[_i]);
}

/* Numbers whose shortest forms are well known. */
static const struct {
    double value;
    const char *text;
} SHORTEST[] = {
    {0.0, "0"},
    {-0.0, "-0"},
    {1.0, "1"},
    {0.1, "0.1"},
    {0.1 + 0.2, "0.30000000000000004"},
    {1.0 / 3.0, "0.3333333333333333"},
    {2.0 / 3.0, "0.6666666666666666"},
    {-2.5, "-2.5"},
    {50.0, "50"},
    {100000.0, "100000"},
    {123456.0, "123456"},
    {1e23, "1e+23"},
    {9007199254740991.0, "9007199254740991"},
    {DBL_MAX, "1.7976931348623157e+308"},
    {DBL_MIN, "2.2250738585072014e-308"},
    {0x1p-1074, "4.94065645841247e-324"},
    {0x1.fffffffffffffp-1, "0.9999999999999999"},
};

TEST_EACH(reals, real_written, SHORTEST)
{
    char text[SOW_REAL_TEXT_MAX];
    sow_text_from_real(SHORTEST[_i].value, text);
    ck_assert_str_eq(text, SHORTEST[_i].text);
}

static const struct {
    double value;
    int digits;
    const char *text;
} FIXED[] = {
    {0.2425, 3, "0.242"},   {0.3125, 3, "0.312"},      {0.4375, 3, "0.438"},
    {-0.0004, 3, "0.000"},  {-0.0, 1, "0.0"},          {-0.4, 0, "0"},
    {-0.0006, 3, "-0.001"}, {1234.5678, 2, "1234.57"},
};

TEST_EACH(reals, fixed_digits_written, FIXED)
{
    char text[SOW_REAL_TEXT_MAX];
    sow_text_from_fixed(FIXED[_i].value, FIXED[_i].digits, text, sizeof text);
    ck_assert_str_eq(text, FIXED[_i].text);
}

static int significant_digits(const char *text)
{
    int digits = 0;
    int zeros = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (*text == '0' && digits == 0))
            continue;
        zeros = *text == '0' ? zeros + 1 : 0;
        digits++;
    }
    return digits - zeros;
}

static double random_normal_number(struct sow_pcg *rng)
{
    for (;;) {
        uint64_t high = sow_pcg_next(rng);
        uint64_t bits = high << 32U | sow_pcg_next(rng);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isnormal(value))
            return value;
    }
}

TEST(reals, real_round_trip)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 1, SOW_PURPOSE_TEST);
    for (int i = 0; i < 20000; i++) {
        double value = random_normal_number(&rng);
        char text[SOW_REAL_TEXT_MAX];
        sow_text_from_real(value, text);
        check_real(text, value);
        int digits = significant_digits(text);
        char shorter[64];
        (void)snprintf(shorter, sizeof shorter, "%.*e", digits - 2, value);
        ck_assert_msg(digits == 1 || !same_bits(strtod(shorter, NULL), value),
                      "'%s' is longer than '%s'", text, shorter);
    }
}

/* Makes a locale with a decimal comma, because Debian's minimal installation has none.
   Only the files of localedef count: its exit status reports warnings about missing
   parts. */
static void make_comma_locale(void)
{
    char folder[] = "/tmp/sow-locale-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    write_text("charmap", "<code_set_name> ASCII\n<mb_cur_max> 1\n<comment_char> %\n"
                          "<escape_char> /\nCHARMAP\n<U0000>..<U007F> /x00\n"
                          "END CHARMAP\n");
    write_text("source", "comment_char %\nescape_char /\nLC_NUMERIC\n"
                         "decimal_point \",\"\nthousands_sep \".\"\ngrouping 3;3\n"
                         "END LC_NUMERIC\n");
    (void)!system("localedef -c -f ./charmap -i ./source ./comma >/dev/null 2>&1");
    ck_assert_int_eq(setenv("LOCPATH", folder, 1), 0);
    ck_assert_ptr_nonnull(setlocale(LC_NUMERIC, "comma"));
    ck_assert_int_eq(chdir("/"), 0);
    char command[64];
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

TEST(locale, comma_locale)
{
    make_comma_locale();
    char text[SOW_REAL_TEXT_MAX];
    (void)snprintf(text, sizeof text, "%.1f", 1.5);
    ck_assert_str_eq(text, "1,5");

    check_real("1.5", 1.5);
    check_not_real("1,5");
    sow_text_from_real(1234567.5, text);
    ck_assert_str_eq(text, "1234567.5");

    (void)snprintf(text, sizeof text, "%.1f", 1.5);
    ck_assert_str_eq(text, "1,5");
}

static const struct {
    const char *a, *b;
    int distance;
} PAIRS[] = {
    {"", "", 0},
    {"", "abc", 3},
    {"kalah", "kalah", 0},
    {"kitten", "sitting", 3},
    {"saturday", "sunday", 3},
    {"flaw", "lawn", 2},
    {"evolve", "evlove", 1},
    {"ab", "ba", 1},
    {"ca", "abc", 3},
    {"generations", "generation", 1},
};

TEST_EACH(suggestions, distances, PAIRS)
{
    ck_assert_int_eq(sow_text_distance(PAIRS[_i].a, PAIRS[_i].b), PAIRS[_i].distance);
    ck_assert_int_eq(sow_text_distance(PAIRS[_i].b, PAIRS[_i].a), PAIRS[_i].distance);
}

TEST(suggestions, long_words_are_far_apart)
{
    char word[65];
    memset(word, 'x', sizeof word);
    word[64] = '\0';
    ck_assert_int_gt(sow_text_distance(word, word), 64);
    word[63] = '\0';
    ck_assert_int_eq(sow_text_distance(word, word), 0);
    ck_assert_int_eq(sow_text_distance(word, ""), 63);
}

static const struct {
    const char *word, *hint;
} SUGGESTIONS[] = {
    {"evlove", "; did you mean 'evolve'?"},
    {"match", "; did you mean 'match'?"},
    {"run", "; did you mean 'runs'?"},
    {"mtach", "; did you mean 'match'?"},
    {"varian", "; did you mean 'variant'?"},
    {"variantss", "; did you mean 'variants'?"},
    {"xyzzy", ""},
    {"", ""},
};

TEST_EACH(suggestions, hints, SUGGESTIONS)
{
    static const char *const CANDIDATES[] = {"evolve", "match",   "moves",
                                             "runs",   "variant", "variants"};
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, SUGGESTIONS[_i].word);
    for (size_t i = 0; i < sizeof CANDIDATES / sizeof CANDIDATES[0]; i++)
        sow_nearest_offer(&nearest, CANDIDATES[i]);
    char room[64];
    const char *hint = sow_nearest_hint(&nearest, room, sizeof room);
    ck_assert_ptr_eq(hint, room);
    ck_assert_str_eq(hint, SUGGESTIONS[_i].hint);
}
