/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of sweeps: their lists, and their tasks in the order of nested loops. */
#include "file_support.h"
#include "run_support.h"
#include "sow/base/pcg.h"
#include "sow/sweeps/sweep_plan.h"

#include <stdarg.h>

FIXTURE(ANY, enter_folder, leave_folder)

static enum sow_status read_plan(const char *text, struct sow_sweep_plan *plan,
                                 struct sow_err *err)
{
    write_text(test_path("out.json"), text);
    return sow_sweep_plan_read(test_path("out.json"), plan, err);
}

SOW_PRINTF(3, 4)
static void add_text(char *room, size_t size, const char *format, ...)
{
    va_list arguments;
    size_t length = strlen(room);
    va_start(arguments, format);
    (void)vsnprintf(room + length, size - length, format, arguments);
    va_end(arguments);
}

/* ---- Reading ---- */

TEST(reading, lists_of_words_quotes_and_ranges)
{
    static const char *const EXPECTED[] = {"a", "b c", "d'e",  "",    "-2", "0",
                                           "2", "1..", "x..y", "a;b", "1",  "4",
                                           "7", "10",  "5..6", "last"};
    struct sow_sweep_plan plan;
    ck_assert_int_eq(
        read_plan("; a remark\n[sweep]\ncommand = evolve\n\n[options]\n"
                  "x-y = a 'b c' \"d'e\" '' -2..2/2 1.. x..y a;b ; a remark\n"
                  "  1..10/3 '5..6'\n\tlast # a remark\n",
                  &plan, &err),
        SOW_OK);
    ck_assert_uint_eq(plan.list_count, 1);
    ck_assert_str_eq(plan.lists[0].name, "x_y");
    ck_assert_uint_eq(plan.lists[0].count, COUNT(EXPECTED));
    for (size_t i = 0; i < COUNT(EXPECTED); i++)
        ck_assert_str_eq(plan.lists[0].values[i], EXPECTED[i]);
    ck_assert_str_eq(plan.label, "out");
    ck_assert_str_eq(plan.command, "evolve");
    sow_sweep_plan_release(&plan);
}

TEST(reading, greatest_numbers)
{
    struct sow_sweep_plan plan;
    ck_assert_int_eq(read_plan("[sweep]\ncommand=x\n[options]\n"
                               "a = 9223372036854775807..9223372036854775807"
                               " -9223372036854775808..9223372036854775807/"
                               "9223372036854775807\n",
                               &plan, &err),
                     SOW_OK);
    ck_assert_uint_eq(plan.tasks, 4);
    ck_assert_str_eq(plan.lists[0].values[0], "9223372036854775807");
    ck_assert_str_eq(plan.lists[0].values[1], "-9223372036854775808");
    ck_assert_str_eq(plan.lists[0].values[3], "9223372036854775806");
    sow_sweep_plan_release(&plan);
}

/* The values of the tasks equal those of nested loops over the lists. */
TEST(tasks, come_in_the_order_of_nested_loops)
{
    static const char *const A[] = {"h4 h1", "h4 h2"};
    static const char *const B[] = {"5", "6", "7"};
    static const char *const C[] = {"yes", "no", "maybe", "never"};
    struct sow_sweep_plan plan;
    size_t task = 0;
    ck_assert_int_eq(read_plan("[sweep]\ncommand = dataset make\n"
                               "operands = 'h4 h1' 'h4 h2'\nlabel = two words\n"
                               "[options]\nb = 5..7\nc_d = yes no maybe never\n",
                               &plan, &err),
                     SOW_OK);
    ck_assert_uint_eq(plan.tasks, COUNT(A) * COUNT(B) * COUNT(C));
    for (size_t a = 0; a < COUNT(A); a++)
        for (size_t b = 0; b < COUNT(B); b++)
            for (size_t c = 0; c < COUNT(C); c++) {
                struct sow_sweep_words words;
                char line[128] = "";
                char expected[128];
                ck_assert_int_eq(sow_sweep_plan_operands(&plan, ++task, &words, &err),
                                 SOW_OK);
                for (int i = 0; i < words.count; i++)
                    add_text(line, sizeof line, "%s|", words.word[i]);
                ck_assert_ptr_null(words.word[words.count]);
                (void)snprintf(expected, sizeof expected, "h4|%s|", A[a] + 3);
                ck_assert_str_eq(line, expected);
                ck_assert_str_eq(sow_sweep_plan_value(&plan, task, 0), A[a]);
                ck_assert_str_eq(sow_sweep_plan_value(&plan, task, 1), B[b]);
                ck_assert_str_eq(sow_sweep_plan_value(&plan, task, 2), C[c]);
                sow_sweep_words_release(&words);
            }
    for (size_t list = 0; list < plan.list_count; list++)
        for (size_t value = 0; value < plan.lists[list].count; value++)
            ck_assert_str_eq(sow_sweep_plan_value(
                                 &plan, sow_sweep_plan_task(&plan, list, value), list),
                             plan.lists[list].values[value]);
    sow_sweep_plan_release(&plan);
}

TEST(tasks, a_plan_without_lists_is_one_task)
{
    struct sow_sweep_plan plan;
    ck_assert_int_eq(read_plan("[sweep]\ncommand = evolve\n", &plan, &err), SOW_OK);
    ck_assert_uint_eq(plan.tasks, 1);
    sow_sweep_plan_release(&plan);
}

/* ---- Ways ---- */

/* The ways are the values of the first list, in the order of the file, also one without
   entries and one behind the lists. */
TEST(ways, are_the_first_list)
{
    static const char *const NAMES[] = {"plain", "two words", "other"};
    struct sow_sweep_plan plan;
    ck_assert_int_eq(read_plan("[way plain]\n[sweep]\ncommand = evolve\n"
                               "[Way  two words ]\nmutation-rate = 0.5 ; why\n"
                               "label = 'a b'\n[options]\nseed = 1..3\n"
                               "[way other]\ncommand = match\noperands = 'h4 h1'\n",
                               &plan, &err),
                     SOW_OK);
    ck_assert_uint_eq(plan.list_count, 2);
    ck_assert_uint_eq(plan.tasks, 9);
    ck_assert_str_eq(plan.lists[0].name, "way");
    ck_assert_uint_eq(plan.lists[0].count, COUNT(NAMES));
    ck_assert(!sow_sweep_plan_is_option(&plan, 0) && sow_sweep_plan_is_option(&plan, 1));
    for (size_t task = 1; task <= plan.tasks; task++) {
        struct sow_sweep_words words;
        size_t way = (task - 1) / 3;
        ck_assert_uint_eq(sow_sweep_plan_way(&plan, task), way);
        ck_assert_str_eq(sow_sweep_plan_value(&plan, task, 0), NAMES[way]);
        ck_assert_str_eq(plan.ways[way].name, NAMES[way]);
        ck_assert_int_eq(sow_sweep_plan_operands(&plan, task, &words, &err), SOW_OK);
        ck_assert_int_eq(words.count, way == 2 ? 2 : 0);
        sow_sweep_words_release(&words);
    }
    ck_assert_ptr_null(plan.ways[0].command);
    ck_assert_uint_eq(plan.ways[0].set_count, 0);
    ck_assert_uint_eq(plan.ways[1].set_count, 2);
    ck_assert_str_eq(plan.ways[1].sets[0].name, "mutation_rate");
    ck_assert_str_eq(plan.ways[1].sets[0].values[0], "0.5");
    ck_assert_int_eq(plan.ways[1].sets[0].line, 5);
    ck_assert_str_eq(plan.ways[2].command, "match");
    ck_assert_int_eq(plan.ways[2].command_line, 10);
    sow_sweep_plan_release(&plan);
}

/* With a command in each way, [sweep] needs none. */
TEST(ways, with_all_commands)
{
    struct sow_sweep_plan plan;
    ck_assert_int_eq(
        read_plan("[way a]\ncommand = fit\n[way b]\ncommand = match\n", &plan, &err),
        SOW_OK);
    ck_assert_ptr_null(plan.command);
    ck_assert_uint_eq(plan.tasks, 2);
    sow_sweep_plan_release(&plan);
}

/* An option of a way may have a value for each value of a list, also of one that comes
   later. */
TEST(ways, with_values_by_list)
{
    static const char *const EXPECTED[] = {"40", "40", "60", "60", "5", "5", "5", "5"};
    struct sow_sweep_plan plan;
    ck_assert_int_eq(read_plan("[sweep]\ncommand = evolve\ndepths = 1 4\n"
                               "openings = 50\n[way a]\n"
                               "max-generations  by  Variant = 40\n  60\n"
                               "[way b]\nmax_generations = 5\n[options]\n"
                               "variant = awari kalah\nseed = 1..2\n",
                               &plan, &err),
                     SOW_OK);
    ck_assert_uint_eq(plan.tasks, COUNT(EXPECTED));
    for (size_t task = 1; task <= plan.tasks; task++) {
        const struct sow_sweep_way *way = &plan.ways[sow_sweep_plan_way(&plan, task)];
        ck_assert_uint_eq(way->set_count, 1);
        ck_assert_str_eq(way->sets[0].name, "max_generations");
        ck_assert_str_eq(sow_sweep_plan_set(&plan, task, &way->sets[0]),
                         EXPECTED[task - 1]);
    }
    ck_assert_str_eq(plan.depths.text, "1 4");
    ck_assert_str_eq(plan.openings.text, "50");
    sow_sweep_plan_release(&plan);
}

/* ---- Refusals ---- */

static const struct {
    const char *text;
    const char *message;
} WRONG[] = {
    {"", "names no command"},
    {"[options]\nx = 1\n", "names no command"},
    {"command = evolve\n", ":1: a line before the first section"},
    {"[sweep]\ncommand = evolve\n[option]\nx = 1\n", ":4: section 'option' is unknown"},
    {"[sweep]\ncommand = evolve\nseed = 1\n", ":3: 'seed' is not a key of [sweep]"},
    {"[sweep]\ncommand = evolve\ncommand = match\n", ":3: 'command' is given twice"},
    {"[sweep]\ncommand =\n", ":2: 'command' has no value"},
    {"[sweep]\ncommand = evolve\nword\n", ":3: expected a line of the form"},
    {"[sweep]\ncommand = evolve\n[options]\nx =\n", ":4: the list 'x' is empty"},
    {"[sweep]\ncommand = evolve\n[options]\nx = ; 1\n", ":4: the list 'x' is empty"},
    {"[sweep]\ncommand = evolve\n[options]\nx = 1\nx = 2\n", ":5: 'x' is given twice"},
    {"[sweep]\ncommand = evolve\n[options]\nx = 3 2 3\n",
     ":4: the list 'x' has the value '3' twice"},
    {"[sweep]\ncommand = evolve\n[options]\nx = 1..4 3\n", "the value '3' twice"},
    /* The duplicates are the first and the last of the sorted values. */
    {"[sweep]\ncommand = evolve\n[options]\nx = 2 3 2\n", "the value '2' twice"},
    {"[sweep]\ncommand = evolve\n[options]\nx = 4 3 4\n", "the value '4' twice"},
    {"[sweep]\ncommand = evolve\n[options]\nx = 4..1\n",
     ":4: the range '4..1' has no values"},
    {"[sweep]\ncommand = evolve\n[options]\nx = 1..4/0\n", "has no values"},
    {"[sweep]\ncommand = evolve\n[options]\nx = 1..10000000\n",
     "more than 100000 values"},
    {"[sweep]\ncommand = evolve\n[options]\nx = -9223372036854775808..9223372036854775807\n",
     "more than 100000 values"},
    {"[sweep]\ncommand = evolve\n[options]\nx = 1..1000\ny = 1..101\n",
     ":5: with the list 'y' there are more than 100000 tasks"},
    {"[sweep]\n[way a]\ncommand = x\n[way b]\n", ":4: the way 'b' has no command"},
    {"[sweep]\ncommand = x\n[way]\n", ":3: a way has no name"},
    {"[sweep]\ncommand = x\n[way a]\n[way a]\n", ":4: the way 'a' is given twice"},
    {"[sweep]\ncommand = x\n[ways a]\ny = 1\n", ":4: section 'ways a' is unknown"},
    {"[sweep]\ncommand = x\n[way a]\ny = 1 2\n", ":4: 'y' needs one value in a way"},
    {"[sweep]\ncommand = x\n[way a]\ny = 1\n 2\n", ":5: 'y' needs one value in a way"},
    {"[sweep]\ncommand = x\n[way a]\ny =\n", ":4: 'y' needs one value in a way"},
    {"[sweep]\ncommand = x\n[way a]\ny = 1\ny = 1\n", ":5: 'y' is given twice"},
    {"[sweep]\ncommand = x\n[way a]\ny = 1\n[options]\ny = 1\n",
     ":4: 'y' is a list of all ways, in line 6"},
    {"[sweep]\ncommand = x\n[way a]\n[options]\nway = 1\n",
     ":5: 'way' is the list of the sections [way NAME]"},
    {"[sweep]\ncommand = x\n[way aaaaaaaaaabbbbbbbbbbccccccccccddddddddddx]\n",
     ":3: the name of the way"},
    {"[sweep]\ncommand = x\n[way a]\ny by z = 1 2\n[options]\nz = 1\n",
     ":4: 'y' needs 1 values, as the list 'z' has, not 2"},
    {"[sweep]\ncommand = x\n[way a]\ny by z = 1 2\n",
     ":4: 'y' has a value for each value of the list 'z', which is not in [options]"},
    {"[sweep]\ncommand = x\n[way a]\ny by z = 1 2\ny = 3\n[options]\nz = 1 2\n",
     ":5: 'y' is given twice"},
    {"[sweep]\ncommand = x\ndepths = 1\ndepths = 2\n", ":4: 'depths' is given twice"},
    {"[sweep]\ncommand = evolve\n[options]\nx = 'a\n", ":4: a quote is left open"},
    {"[sweep]\ncommand = evolve\n[options]\nx = 'a'b\n", ":4: a blank is missing"},
    {"[sweep]\ncommand = evolve\n[options]\nx = "
     "0123456789012345678901234567890123456789012345678901234567890123456789"
     "0123456789012345678901234567890123456789012345678901234567890123456789"
     "0123456789012345678901234567890123456789012345678901234567890123456789\n",
     ":4: the line is too long"},
};

TEST_EACH(refused, what_is_no_plan, WRONG)
{
    struct sow_sweep_plan plan;
    ck_assert_int_eq(read_plan(WRONG[_i].text, &plan, &err), SOW_BAD_DATA);
    ck_assert_msg(strstr(err.text, WRONG[_i].message) != NULL, "%s", err.text);
    sow_sweep_plan_release(&plan);
}

/* Files without a line feed. An endless sequence of NULs must not be read for
   ever. */
TEST(refused, what_is_no_text)
{
    struct sow_sweep_plan plan;
    ck_fails(sow_sweep_plan_read("/dev/zero", &plan, &err), SOW_BAD_DATA,
             "/dev/zero:1: a NUL byte: this is not a text file");
    sow_sweep_plan_release(&plan);
    FILE *out = fopen(test_path("out.json"), "w");
    ck_assert_ptr_nonnull(out);
    (void)fwrite("[sweep]\nco\0mand = x\n", 1, 20, out);
    ck_assert_int_eq(fclose(out), 0);
    ck_fails(sow_sweep_plan_read(test_path("out.json"), &plan, &err), SOW_BAD_DATA,
             ":2: a NUL byte: this is not a text file");
    sow_sweep_plan_release(&plan);
}

/* A plan may come through a pipe that never ends. */
TEST(refused, a_stop_ends_reading)
{
    static struct sow_stop stop;
    struct sow_sweep_plan plan;
    stop.requested = true;
    sow_stop_heed(&stop);
    ck_assert_int_eq(read_plan("[sweep]\ncommand = x\n", &plan, &err), SOW_INTERRUPTED);
    sow_stop_heed(NULL);
    sow_sweep_plan_release(&plan);
}

TEST(refused, a_file_that_is_not_there)
{
    struct sow_sweep_plan plan;
    ck_assert_int_eq(sow_sweep_plan_read("none.ini", &plan, &err), SOW_IO);
    sow_sweep_plan_release(&plan);
    ck_assert_int_eq(sow_sweep_plan_read(".", &plan, &err), SOW_IO);
    sow_sweep_plan_release(&plan);
}

/* ---- Any file ---- */

/* Pieces of plans, in any order, are read or are refused with the line. */
TEST(any, pieces_of_plans)
{
    static const char *const PIECES[] = {"[sweep]\n",
                                         "[options]\n",
                                         "command = evolve\n",
                                         "operands = 'h4 h1' h2\n",
                                         "x = 1..3\n",
                                         " 4 5\n",
                                         "y = a b\n",
                                         "label = l\n",
                                         "'",
                                         "=",
                                         "1..",
                                         "\n",
                                         "\t'a b' \"c\n",
                                         "[",
                                         "; x\n",
                                         "[way a]\n",
                                         "[way b]\n",
                                         "z = 9..7\n"};
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 42, 54);
    int good = 0;
    for (int i = 0; i < 500; i++) {
        char text[600] = "[sweep]\ncommand = match\n[options]\n";
        struct sow_sweep_plan plan;
        for (uint32_t k = sow_pcg_below(&rng, 6); k-- > 0;)
            add_text(text, sizeof text, "%s", PIECES[sow_pcg_below(&rng, COUNT(PIECES))]);
        enum sow_status status = read_plan(text, &plan, &err);
        ck_assert_msg(status == SOW_OK || (status == SOW_BAD_DATA &&
                                           strncmp(err.text, test_path("out.json:"),
                                                   strlen(test_path("out.json:"))) == 0),
                      "%s: %s", text, err.text);
        good += status == SOW_OK;
        sow_sweep_plan_release(&plan);
    }
    ck_assert_int_gt(good, 25);
}
