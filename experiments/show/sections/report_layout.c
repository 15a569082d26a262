/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layout of tables. A table that is too wide is changed in steps until it fits. Its
   titles are broken after '_', its texts are broken into lines, less important columns
   are left out, and the table is cut into blocks of columns. */
#include "report_private.h"

#include "sow/support/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Least width of a column whose texts are broken, and the longest word that is not
   broken. */
enum { TEXT_LEAST = 14, WORD_MOST = 24 };

/* Less important columns of sections. The first of each list is left out first. */
static const struct lesser {
    const char *section; /* name of the section */
    const char *columns; /* names of columns, with blanks between them */
} LESSER[] = {
    {"runs", "seconds seed generations started r2 trend best validation"},
    {"datasets", "started outcome duplicates status kind"},
    {"features", "source low high"},
    {"champions", "label variant seed"},
    {"ratings", "prior draws losses wins"},
    {"transfers", "regret_low regret_high duel_low duel_high origin best home"},
    {"cells", "draws losses wins"},
    {"robustness", "floor_low cells replayed_low replayed_high"},
    {"spread", "variants"},
    {"mantel", "pairs variants"},
    {"worst", "worst_low worst_high cells floor_low floor_high"},
    {"replays", "draws losses wins"},
    {"validation", "losses draws wins first_score second_score"},
    {"comparisons", "p detectable a_wins"},
    {"comparison", "losses draws wins first_score second_score"},
    {"coefficients", "note vif t"},
    {"selection", "losses draws wins"},
    {"exceptions", "published_games ours_games low high"},
    {"reproduced", "published_games ours_games low high"},
    {"tables", "mean_deviation greatest_deviation"},
    {"advantage", "difference_low difference_high low high"},
    {"gain", "difference_low difference_high low high"},
    {"replay", "difference_low difference_high low high"},
    {"refit_score", "difference_low difference_high low high"},
    {"changed_weights", "difference_low difference_high"},
    {"weight_intervals", "difference_low difference_high low high"},
};

/* Returns the names of the less important columns of a table, with blanks between them,
   the least important first; "" if none are listed. */
static const char *lesser_of(const struct sow_report_section *table)
{
    for (size_t i = 0; i < sizeof LESSER / sizeof LESSER[0]; i++)
        if (strcmp(LESSER[i].section, table->name) == 0)
            return LESSER[i].columns;
    return "";
}

/* Returns the index of the least important column (LESSER) that is still shown, or -1 if
   there is none. @p hidden has a flag for each column of the table. */
static int find_lesser(const struct sow_report_section *table, const bool *hidden)
{
    const char *names = lesser_of(table);
    for (; *names != '\0'; names += strspn(names, " ")) {
        size_t length = strcspn(names, " ");
        for (int i = 0; i < table->column_count; i++)
            if (!hidden[i] && strncmp(table->columns[i], names, length) == 0 &&
                table->columns[i][length] == '\0')
                return i;
        names += length;
    }
    return -1;
}

/* ---- Widths of columns ---- */

/* Characters after which a text may be broken. */
static const char BREAKS[] = " ,_";

/* Returns true if @p c is one of BREAKS. */
static bool is_break(char c)
{
    return c != '\0' && strchr(BREAKS, c) != NULL;
}

size_t sow_report_break(const char *text, int width, const char **next)
{
    int taken;
    size_t fits = sow_utf8_fit(text, width, &taken);
    if (fits == 0 && *text != '\0')
        fits = sow_utf8_fit(text, 2, &taken);
    *next = text + fits;
    if (text[fits] == '\0')
        return fits;
    size_t at = fits;
    /* A line may also end at a blank that follows it. Blanks at the end of a line are
       not shown. */
    while (at > 0 && text[at] != ' ' && !is_break(text[at - 1]))
        at--;
    if (at == 0)
        return fits;
    *next = text + at + strspn(text + at, " ");
    while (at > 1 && text[at - 1] == ' ')
        at--;
    return at;
}

/* Returns the width of the widest piece of a text that is broken after each of the
   characters @p breaks. */
static int longest_piece(const char *title, const char *breaks)
{
    int longest = 0;
    while (*title != '\0') {
        size_t length = strcspn(title, breaks);
        length += title[length] != '\0';
        int width = sow_utf8_columns(title, length);
        longest = width > longest ? width : longest;
        title += length;
    }
    return longest;
}

/* Finds all widths of the lane whose @c column is set, and whether it is aligned right.
   Its width is then that of its title or its widest value. */
static void measure(const struct sow_report_section *table,
                    const struct sow_report_shown *shown, struct sow_report_lane *lane)
{
    const char *title = shown->titles[lane->column];
    lane->title = sow_utf8_width(title);
    lane->piece = longest_piece(title, "_ ");
    lane->content = 0;
    lane->word = 0;
    lane->right = true;
    for (size_t i = (size_t)lane->column; i < table->count;
         i += (size_t)table->column_count) {
        const struct sow_report_cell *cell = &table->cells[i];
        int width = sow_utf8_width(shown->cells[i]);
        int word = width > lane->word ? longest_piece(shown->cells[i], BREAKS) : 0;
        lane->content = width > lane->content ? width : lane->content;
        lane->word = word > lane->word ? word : lane->word;
        lane->right &= sow_report_is_number(cell) || cell->kind == SOW_CELL_NULL;
    }
    lane->width = lane->title > lane->content ? lane->title : lane->content;
}

/* Returns the least width of a lane whose title is broken, but not its values. */
static int narrow(const struct sow_report_lane *lane)
{
    return lane->piece > lane->content ? lane->piece : lane->content;
}

/* Returns the least width of a lane whose title and texts are broken. Numbers are not
   broken, words only if they are longer than WORD_MOST, and texts get TEXT_LEAST
   columns. */
static int narrowest(const struct sow_report_lane *lane)
{
    int least = lane->word < WORD_MOST ? lane->word : WORD_MOST;
    least = least > TEXT_LEAST ? least : TEXT_LEAST;
    least = lane->piece > least ? lane->piece : least;
    int broken = narrow(lane);
    return lane->right || broken < least ? broken : least;
}

/* ---- Sharing the width ---- */

/* Returns the width of all lanes with the gaps between them. The width of a lane is given
   by @p of or, if this is NULL, the one that it has now. */
static int total_width(const struct sow_report_layout *layout,
                       int (*of)(const struct sow_report_lane *))
{
    int total = (layout->count - 1) * SOW_REPORT_GAP;
    for (int i = 0; i < layout->count; i++)
        total += of == NULL ? layout->lanes[i].width : of(&layout->lanes[i]);
    return total;
}

/* Narrows lanes, always the widest by one column, until the table fits @p width. A lane
   keeps the width that @p least returns for it. So the table may stay too wide. */
static void squeeze(struct sow_report_layout *layout, int width,
                    int (*least)(const struct sow_report_lane *))
{
    int over = total_width(layout, NULL) - width;
    while (over > 0) {
        struct sow_report_lane *widest = NULL;
        for (int i = 0; i < layout->count; i++) {
            struct sow_report_lane *lane = &layout->lanes[i];
            if (lane->width > least(lane) &&
                (widest == NULL || lane->width > widest->width))
                widest = lane;
        }
        if (widest == NULL)
            return;
        widest->width--;
        over--;
    }
}

/* Returns true for a column that is optional (such as "label") and in which every value
   is empty. False if the table has no rows. */
static bool is_idle(const struct sow_report_section *table, int column)
{
    static const char *const OPTIONAL[] = {"label", "note", "vif", "effect"};
    bool optional = false;
    for (size_t i = 0; i < sizeof OPTIONAL / sizeof OPTIONAL[0]; i++)
        optional |= strcmp(OPTIONAL[i], table->columns[column]) == 0;
    if (!optional)
        return false;
    for (size_t i = (size_t)column; i < table->count; i += (size_t)table->column_count)
        if (!sow_report_is_empty(&table->cells[i]))
            return false;
    return table->count > 0;
}

/* Fills the layout with a lane for each column that is not hidden, at full width. The
   layout has room for all columns; @p hidden has a flag for each. */
static void add_lanes(const struct sow_report_section *table,
                      const struct sow_report_shown *shown, const bool *hidden,
                      struct sow_report_layout *layout)
{
    layout->count = 0;
    for (int i = 0; i < table->column_count; i++) {
        if (hidden[i])
            continue;
        struct sow_report_lane *lane = &layout->lanes[layout->count++];
        lane->column = i;
        measure(table, shown, lane);
    }
}

/* Takes the lane of a column, which must be in the layout, out of it. Notes the column in
   @c left_out and in @p hidden, which has a flag for each column. */
static void leave_out(struct sow_report_layout *layout, int column, bool *hidden)
{
    int i = 0;
    hidden[column] = true;
    layout->left_out[layout->left_out_count++] = column;
    while (layout->lanes[i].column != column)
        i++;
    layout->count--;
    memmove(&layout->lanes[i], &layout->lanes[i + 1],
            (size_t)(layout->count - i) * sizeof layout->lanes[0]);
}

/* ---- Blocks ---- */

/* Returns true if any two of the first 200 rows differ in one of the first @p lanes
   lanes, as shown. */
static bool is_key(const struct sow_report_section *table,
                   const struct sow_report_shown *shown,
                   const struct sow_report_layout *layout, int lanes)
{
    enum { ROWS_LOOKED_AT = 200 };
    size_t rows = sow_report_rows(table);
    rows = rows < ROWS_LOOKED_AT ? rows : ROWS_LOOKED_AT;
    size_t step = (size_t)table->column_count;
    for (size_t a = 0; a < rows; a++)
        for (size_t b = 0; b < a; b++) {
            bool same = true;
            for (int i = 0; i < lanes && same; i++) {
                size_t column = (size_t)layout->lanes[i].column;
                same = strcmp(shown->cells[a * step + column],
                              shown->cells[b * step + column]) == 0;
            }
            if (same)
                return false;
        }
    return true;
}

/* Returns the number of lanes that every block repeats: the first ones, up to a lane of
   text with which all rows differ. They take at most three quarters of @p width, but
   there is at least one. */
static int find_keys(const struct sow_report_section *table,
                     const struct sow_report_shown *shown,
                     const struct sow_report_layout *layout, int width)
{
    int taken = 0;
    int keys = 0;
    for (int i = 0; i < layout->count - 1; i++) {
        taken += layout->lanes[i].width + SOW_REPORT_GAP;
        if (taken > width * 3 / 4)
            break;
        keys = i + 1;
        if (!layout->lanes[i].right && is_key(table, shown, layout, keys))
            return keys;
    }
    return keys > 0 ? keys : 1;
}

int sow_report_block(const struct sow_report_layout *layout, int first, int width)
{
    int taken = 0;
    for (int i = 0; i < layout->keys; i++)
        taken += layout->lanes[i].width + SOW_REPORT_GAP;
    int lanes = 0;
    while (first + lanes < layout->count) {
        taken += layout->lanes[first + lanes].width;
        if (taken > width && lanes > 0)
            break;
        taken += SOW_REPORT_GAP;
        lanes++;
    }
    return lanes;
}

/* ---- The layout ---- */

/* Leaves less important columns out of the layout, one by one, until the narrowest table
   fits @p width without blocks. If it never does, leaves out none. Sets the flags of the
   left columns in @p hidden. */
static void leave_lesser_out(const struct sow_report_section *table,
                             const struct sow_report_shown *shown, int width,
                             bool *hidden, struct sow_report_layout *layout)
{
    int lesser;
    while (total_width(layout, narrowest) > width &&
           (lesser = find_lesser(table, hidden)) >= 0)
        leave_out(layout, lesser, hidden);
    if (total_width(layout, narrowest) <= width)
        return;
    for (int i = 0; i < layout->left_out_count; i++)
        hidden[layout->left_out[i]] = false;
    layout->left_out_count = 0;
    add_lanes(table, shown, hidden, layout);
}

/* Narrows the lanes until the table fits @p width: first by breaking titles, then texts.
   If it does not fit, finds the lanes that blocks repeat. */
static void fit(const struct sow_report_section *table,
                const struct sow_report_shown *shown, int width,
                struct sow_report_layout *layout)
{
    squeeze(layout, width, narrow);
    squeeze(layout, width, narrowest);
    if (total_width(layout, NULL) > width)
        layout->keys = find_keys(table, shown, layout, width);
}

bool sow_report_lay_out(const struct sow_report_section *table,
                        const struct sow_report_shown *shown, int width, bool full,
                        struct sow_report_layout *layout)
{
    size_t count = (size_t)table->column_count;
    bool *hidden = calloc(count, sizeof *hidden);
    *layout =
        (struct sow_report_layout){.lanes = calloc(count, sizeof *layout->lanes),
                                   .left_out = calloc(count, sizeof *layout->left_out)};
    bool enough = hidden != NULL && layout->lanes != NULL && layout->left_out != NULL;
    if (enough) {
        for (size_t i = 0; i < count; i++)
            hidden[i] = !full && is_idle(table, (int)i);
        add_lanes(table, shown, hidden, layout);
        if (!full)
            leave_lesser_out(table, shown, width, hidden, layout);
        fit(table, shown, width, layout);
    }
    free(hidden);
    return enough;
}

void sow_report_layout_release(struct sow_report_layout *layout)
{
    free(layout->lanes);
    free(layout->left_out);
}
