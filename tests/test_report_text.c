/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as text and Markdown, at several widths. */
#include "report_support.h"

#include "sow/support/utf8.h"

#include <string.h>

static void set_columns(int columns)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%d", columns);
    ck_assert_int_eq(setenv("COLUMNS", text, 1), 0);
}

TEST(text, text_table_is_aligned)
{
    struct sow_report *report = sow_report_new();
    fill_table(report, "matches");
    expect(report, SOW_FORMAT_TEXT,
           "name     games  score\n"
           "h1        2000  0.100\n"
           "\xc3\x89rh\xc3\xa9rh\xc3\xa9     -7  0.667\n"
           "-            -      -\n");
}

TEST(text, text_width_is_what_a_terminal_shows)
{
    static const char *const NAMES[] = {"v", "w"};
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "t", NAMES, 2);
    sow_report_text(report, NULL, "\xe6\xa3\x8b"); /* the character is two columns wide */
    sow_report_text(report, NULL, "x");
    sow_report_text(report, NULL, "e\xcc\x81\xcc\x82"); /* combining marks: one column */
    sow_report_text(report, NULL, "x");
    expect(report, SOW_FORMAT_TEXT, "v   w\n\xe6\xa3\x8b  x\ne\xcc\x81\xcc\x82   x\n");
}

TEST(text, text_record_keeps_lines)
{
    struct sow_report *report = sow_report_new();
    fill_record(report, "run");
    expect(report, SOW_FORMAT_TEXT,
           "id       -9223372036854775808\n"
           "rules    pits = 6\n"
           "         seeds = 4\n"
           "seconds  1.50\n"
           "weights  [0.1,1]\n");
}

TEST(text, text_sections_have_titles)
{
    struct sow_report *report = sow_report_new();
    fill_record(report, "run");
    sow_report_record(report, "end");
    sow_report_int(report, "n", 1);
    OWNED(text) char *text = print_and_free(report, SOW_FORMAT_TEXT);
    ck_assert_ptr_eq(strstr(text, "run\nid "), text);
    ck_assert_ptr_nonnull(strstr(text, "[0.1,1]\n\nend\nn  1\n"));
}

TEST(text, text_does_not_command_the_terminal)
{
    static const char *const NAMES[] = {"label"};
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "t", NAMES, 1);
    sow_report_text(report, NULL, "a\x1b[31m\tb\nc\x7f\xc2\x9b\xff");
    expect(report, SOW_FORMAT_TEXT, "label\na\\x1b[31m\\tb\\nc\\x7f\\x9b\xef\xbf\xbd\n");
}

/* ---- Width ---- */

static const char *const WIDE[] = {"variant",    "opponent_name", "meaning",
                                   "worst_rate", "draw_rate",     "games_played"};

/* Makes a table that is 100 columns wide or more. */
static struct sow_report *wide_report(const char *name)
{
    struct sow_report *report = sow_report_new();
    sow_report_table(report, name, WIDE, 6);
    for (int i = 0; i < 3; i++) {
        sow_report_text(report, NULL, i == 1 ? "\xc3\x89rh\xc3\xa9rh\xc3\xa9" : "kalah");
        sow_report_text(report, NULL, i == 2 ? "h4" : "divilly2013");
        sow_report_text(report, NULL,
                        "the pit nearest the opponent, \xe6\xa3\x8b, and more "
                        "words than fit");
        sow_report_real(report, NULL, 0.97, SOW_REPORT_SHORT);
        sow_report_real(report, NULL, 0.5, SOW_REPORT_SHORT);
        sow_report_int(report, NULL, 2000 + i);
    }
    return report;
}

static int widest_line(const char *text)
{
    int widest = 0;
    while (*text != '\0') {
        char line[4096];
        size_t length = strcspn(text, "\n");
        ck_assert_uint_lt(length, sizeof line);
        (void)snprintf(line, sizeof line, "%.*s", (int)length, text);
        ck_assert_msg(length == 0 || line[length - 1] != ' ', "'%s'", line);
        int width = sow_utf8_width(line);
        widest = width > widest ? width : widest;
        text += length + (text[length] == '\n');
    }
    return widest;
}

TEST(width, text_fits_any_width)
{
    for (int columns = 40; columns <= 200; columns++) {
        set_columns(columns);
        for (int full = 0; full < 2; full++) {
            struct sow_report *report = wide_report(full ? "cells" : "other");
            fill_record(report, "record");
            sow_report_text(report, "label",
                            "words and w\xc3\xb6rds, \xe6\xa3\x8b\xe6\xa3"
                            "\x8b and so on, for longer than any line of "
                            "a terminal that is not very wide has room");
            if (full)
                sow_report_full(report);
            OWNED(text) char *text = print_and_free(report, SOW_FORMAT_TEXT);
            ck_assert_msg(widest_line(text) <= columns, "%d columns:\n%s", columns, text);
            /* No value is lost. */
            static const char *const WORDS[] = {"kalah", "divilly2013", "h4",
                                                "words", "0.970",       "0.500",
                                                "2002",  "nearest"};
            for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
                ck_assert_msg(strstr(text, WORDS[i]) != NULL, "%d: no %s in\n%s", columns,
                              WORDS[i], text);
        }
    }
}

TEST(width, text_breaks_titles_then_words_then_the_table)
{
    static const char HEAD_200[] = "variant  opponent_name  meaning  ";
    static const char AT_80[] = "variant  opponent_    meaning                           "
                                "   worst_  draw_  games_\n"
                                "         name                                           "
                                "     rate   rate  played\n"
                                "kalah    divilly2013  the pit nearest the opponent, "
                                "\xe6\xa3\x8b,     0.970  0.500    2000\n"
                                "                      and more words than fit\n";
    static const char AT_40[] = "variant  opponent_    meaning\n"
                                "         name\n"
                                "kalah    divilly2013  the pit\n"
                                "                      nearest the\n"
                                "                      opponent, \xe6\xa3\x8b,\n"
                                "                      and more words\n"
                                "                      than fit\n"
                                "\xc3\x89rh\xc3\xa9rh\xc3\xa9  divilly2013  the pit\n";
    static const char LAST_40[] = "\nvariant  opponent_    games_\n"
                                  "         name         played\n"
                                  "kalah    divilly2013    2000\n";
    set_columns(200);
    char *text = print_and_free(wide_report("t"), SOW_FORMAT_TEXT);
    ck_assert_msg(strncmp(text, HEAD_200, sizeof HEAD_200 - 4) == 0, "%s", text);
    free(text);
    set_columns(80);
    text = print_and_free(wide_report("t"), SOW_FORMAT_TEXT);
    ck_assert_msg(strncmp(text, AT_80, sizeof AT_80 - 1) == 0, "%s", text);
    free(text);
    set_columns(40);
    text = print_and_free(wide_report("t"), SOW_FORMAT_TEXT);
    ck_assert_msg(strncmp(text, AT_40, sizeof AT_40 - 1) == 0, "%s", text);
    ck_assert_msg(strstr(text, LAST_40) != NULL, "%s", text);
    free(text);
}

TEST(width, text_says_what_it_leaves_out)
{
    static const char *const NAMES[] = {"name",  "label",  "wins",
                                        "draws", "losses", "score"};
    for (int full = 0; full < 2; full++) {
        struct sow_report *report = sow_report_new();
        sow_report_table(report, "ratings", NAMES, 6);
        sow_report_text(report, NULL, "a_player_of_a_long_name");
        sow_report_text(report, NULL, "");
        sow_report_int(report, NULL, 1234);
        sow_report_int(report, NULL, 12345);
        sow_report_int(report, NULL, 123456);
        sow_report_real(report, NULL, 0.25, 3);
        if (full)
            sow_report_full(report);
        set_columns(40);
        static const char *const WANTED[] = {"name                 wins  losses  score\n"
                                             "a_player_of_a_long_  1234  123456  0.250\n"
                                             "name\n"
                                             "(no room for draws; --full shows all)\n",
                                             "name            label  wins  draws\n"
                                             "a_player_of_a_  -      1234  12345\n"
                                             "long_name\n"
                                             "\n"
                                             "name            losses  score\n"
                                             "a_player_of_a_  123456  0.250\n"
                                             "long_name\n"};
        expect(report, SOW_FORMAT_TEXT, WANTED[full]);
    }
}

/* ---- Numbers and names ---- */

TEST(text, text_columns_have_one_number_of_decimals)
{
    static const char *const NAMES[] = {"score", "mean_margin", "regret_p", "rating",
                                        "h3"};
    static const double VALUES[][5] = {{0.9575, -20.56, 1.3e-15, 463.1503, 1},
                                       {1, 0.0051, 0.0348799, -0.04, 0.000366},
                                       {0, 3, 0, 0, 0.370793}};
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "t", NAMES, 5);
    for (size_t row = 0; row < 3; row++)
        for (size_t i = 0; i < 5; i++)
            sow_report_real(report, NULL, VALUES[row][i], SOW_REPORT_SHORT);
    sow_report_record(report, "r");
    sow_report_real(report, "bias", -3.5e-17, SOW_REPORT_SHORT);
    sow_report_real(report, "f", 812.467, SOW_REPORT_SHORT);
    sow_report_real(report, "small", 0.00048349, SOW_REPORT_SHORT);
    set_columns(80);
    expect(report, SOW_FORMAT_TEXT,
           "t\n"
           "score  mean_margin  regret_p  rating     h3\n"
           "0.958       -20.56   <0.0001   463.2  1.000\n"
           "1.000         0.01    0.0349     0.0  0.000\n"
           "0.000         3.00    0.0000     0.0  0.371\n"
           "\n"
           "r\n"
           "bias   0.000\n"
           "f      812.5\n"
           "small  0.000483\n");
}

static const char RUN_1[] = "weights:0.88037109375,0,0.731201171875,1,0.68334,0.39367";

/* Makes a report with these players, one per row. */
static struct sow_report *player_report(const char *const *players, int count)
{
    static const char *const NAMES[] = {"player"};
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "t", NAMES, 1);
    for (int i = 0; i < count; i++)
        sow_report_text(report, NULL, players[i]);
    return report;
}

TEST(names, text_calls_players_by_short_names)
{
    static const char *const PLAYERS[] = {
        RUN_1,
        "weights:0.20001220703125,0.19000244140625,0.3699951171875,1,0.41998,0.57",
        "weights:0.20001220703125,0.19000244140625,0.3599951171875,1,0.41998,0.57",
        "weights:0.2,0.19,0.37,1,0.42,0.57",
        "state:h4=1,h6=-1",
        "state:h1=-0.944641,h2=0.879028,h3=0.465393",
        "divilly2013",
        "it is stronger than weights:0.5,0.5,0.5,0.5,0.123456,0.5 (0.641)"};
    enum { COUNT = sizeof PLAYERS / sizeof PLAYERS[0] };
    set_columns(80);
    struct sow_report *report = player_report(PLAYERS, COUNT);
    sow_report_alias(report, RUN_1, "run:1");
    expect(report, SOW_FORMAT_TEXT,
           "player\n"
           "run:1\n"
           "weights:0.2,0.19,0.37,\xe2\x80\xa6\n"
           "weights:0.2,0.19,0.36,\xe2\x80\xa6\n"
           "weights:0.2,0.19,0.37,\xe2\x80\xa6\n"
           "state:h4=1,h6=-1\n"
           "state:h1=-0.945,\xe2\x80\xa6\n"
           "divilly2013\n"
           "it is stronger than weights:0.5,\xe2\x80\xa6 (0.641)\n");
    set_columns(200);
    report = player_report(PLAYERS, COUNT);
    sow_report_alias(report, RUN_1, "run:1");
    sow_report_full(report);
    char *text = print_and_free(report, SOW_FORMAT_TEXT);
    for (int i = 0; i < COUNT; i++)
        ck_assert_msg(strstr(text, PLAYERS[i]) != NULL, "no %s in\n%s", PLAYERS[i], text);
    free(text);
    report = player_report(PLAYERS, COUNT);
    sow_report_alias(report, RUN_1, "run:1");
    text = print_and_free(report, SOW_FORMAT_JSON);
    for (int i = 0; i < COUNT; i++)
        ck_assert_ptr_nonnull(strstr(text, PLAYERS[i]));
    free(text);
}

/* Short names are looked up only for players that are lists of numbers, each once. */
TEST(names, players_to_find_names_for)
{
    static const char *const PLAYERS[] = {"h1 weights:1,2", "weights:1,2 divilly2013",
                                          "minimax:depth=2,eval=[state:h1=1]", "weights"};
    struct sow_report *report = player_report(PLAYERS, 4);
    size_t count;
    char *players = sow_report_players(report, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(players, "[\"weights:1,2\",\"minimax:depth=2,eval=[state:h1=1]\"]");
    free(players);
    sow_report_free(report);
    report = player_report(PLAYERS + 3, 1);
    players = sow_report_players(report, &count);
    ck_assert_uint_eq(count, 0);
    ck_assert_str_eq(players, "[]");
    free(players);
    sow_report_free(report);
}

/* Short names differ if the players do, however little. */
TEST(names, short_names_are_unique)
{
    enum { COUNT = 300 };
    static char specs[COUNT][96];
    const char *players[COUNT];
    for (int i = 0; i < COUNT; i++) {
        (void)snprintf(specs[i], sizeof specs[i], "weights:0.5,%.2f,%.1f,1,%.4f,0.25",
                       (i % 7) / 10.0, (i % 3) / 2.0, i * 0.0002);
        players[i] = specs[i];
    }
    set_columns(200);
    OWNED(text)
    char *text = print_and_free(player_report(players, COUNT), SOW_FORMAT_TEXT);
    const char *lines[COUNT];
    char *at = strchr(text, '\n') + 1;
    for (int i = 0; i < COUNT; i++) {
        lines[i] = at;
        at = strchr(at, '\n');
        *at++ = '\0';
        for (int other = 0; other < i; other++)
            ck_assert_msg(strcmp(lines[other], lines[i]) != 0, "'%s' for %s and %s",
                          lines[i], players[other], players[i]);
    }
}

TEST(markdown, markdown_is_a_table)
{
    static const char *const NAMES[] = {"name", "worst_rate"};
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "a_b", NAMES, 2);
    sow_report_text(report, NULL, "a|b*\\ <c>");
    sow_report_real(report, NULL, 1.0 / 3.0, SOW_REPORT_SHORT);
    sow_report_null(report, NULL);
    sow_report_real(report, NULL, 1, SOW_REPORT_SHORT);
    sow_report_record(report, "r");
    sow_report_text(report, "rules", "pits = 6\nseeds = 4\n");
    set_columns(40);
    expect(report, SOW_FORMAT_MARKDOWN,
           "## a\\_b\n\n"
           "| name | worst\\_rate |\n"
           "| --- | ---: |\n"
           "| a\\|b\\*\\\\ \\<c\\> | 0.333 |\n"
           "| - | 1.000 |\n"
           "\n## r\n\n"
           "| name | value |\n"
           "| --- | --- |\n"
           "| rules | pits = 6<br>seeds = 4 |\n");
}

TEST(latex, latex_is_a_table_whatever_the_text)
{
    static const char *const NAMES[] = {"name", "worst_rate"};
    struct sow_report *report = sow_report_new();
    sow_report_table(report, "a_b\n\\end", NAMES, 2);
    sow_report_text(report, NULL, "[*]\\input{/etc/passwd}&$^~#%_");
    sow_report_real(report, NULL, -1.0 / 3.0, SOW_REPORT_SHORT);
    sow_report_text(report, NULL,
                    "-1 <\"--pits\">|`'\n,,\xe2\x89\xa5\xe2\x88\x92\xc3\x89\xe2\x96\x88");
    sow_report_real(report, NULL, 1, SOW_REPORT_SHORT);
    sow_report_record(report, "r");
    sow_report_text(report, "rules", "pits = 6\nseeds = 4\n");
    set_columns(40);
    expect(report, SOW_FORMAT_LATEX,
           "% a\\_b\\textbackslash{}n\\textbackslash{}end\n"
           "\\begin{tabular}{lr}\n"
           "\\toprule\n"
           "name & worst\\_rate \\\\\n"
           "\\midrule\n"
           "{[}{*}{]}\\textbackslash{}input\\{/etc/passwd\\}\\&\\$\\textasciicircum{}"
           "\\textasciitilde{}\\#\\%\\_ & $-$0.333 \\\\\n"
           "-1 \\textless{}\\char34{}-{}-pits\\char34{}\\textgreater{}\\textbar{}{`}{'}"
           "\\textbackslash{}n,{},$\\geq$$-$\xc3\x89\\rule{.5em}{1.6ex} & 1.000 \\\\\n"
           "\\bottomrule\n\\end{tabular}\n"
           "\n% r\n"
           "\\begin{tabular}{lp{0.6\\linewidth}}\n"
           "\\toprule\n"
           "name & value \\\\\n"
           "\\midrule\n"
           "rules & pits = 6\\newline seeds = 4 \\\\\n"
           "\\bottomrule\n\\end{tabular}\n");
}
