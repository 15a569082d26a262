/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exported evaluators: their values in C, Python and Java are those of the players. */
#include "sample.h"
#include "sow/export/export.h"
#include "sow/game/game.h"
#include "sow/heuristics/agent.h"
#include "sow/heuristics/state_features.h"
#include "sow/search/search.h"
#include "suite.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Kinds of evaluators under test, and rules: those of the built-in variants, then random
   ones. */
enum { OF_MOVES, OF_SEAT, OF_MOVER, KINDS, RANDOM_RULES = 9, RULES_MAX = 32 };

/* Evaluators of one test, in a folder of its own. */
struct bench {
    char folder[32];
    int count;
    struct sow_variant variant[RULES_MAX];
    struct sow_agent agent[RULES_MAX];
    int kind[RULES_MAX];
    FILE *positions;
};

static const struct sow_export_fact FACTS[] = {{"asked_for", "test \\u000a */ ?"},
                                               {NULL, NULL}};

/* --- players --- */

/* Makes a player of all heuristics, or of 64 random features, with random weights. */
static void make_agent(struct sow_pcg *rng, int kind, struct sow_agent *agent)
{
    double weights[SOW_AGENT_TERMS_MAX];
    int features[SOW_AGENT_TERMS_MAX];
    int first = sample_between(rng, 0, sow_state_features.count - SOW_AGENT_TERMS_MAX);
    for (int i = 0; i < SOW_AGENT_TERMS_MAX; i++) {
        features[i] = first + i;
        weights[i] = sample_between(rng, -1000, 1000) / 300.0;
    }
    if (kind == OF_MOVES)
        sow_agent_weighted(agent, weights);
    else
        sow_agent_state(agent, features, weights, SOW_AGENT_TERMS_MAX);
    agent->of_mover = kind == OF_MOVER;
}

/* Adds two evaluators for each built-in variant, and one for each of the random rules. */
static void add_evaluators(struct sow_pcg *rng, struct bench *bench)
{
    int built_in = 2 * (int)sow_variant_count();
    for (int i = 0; i < built_in + RANDOM_RULES; i++) {
        struct sow_variant *variant = &bench->variant[i];
        if (i < built_in) {
            const char *name = sow_variant_name((size_t)i / 2);
            ck_assert_int_eq(sow_variant_builtin(name, variant, NULL), SOW_OK);
        } else {
            *variant = (struct sow_variant){.name = "random"};
            sample_rules(rng, &variant->rules);
        }
        /* A built-in variant has one of moves and one of positions. */
        bench->kind[i] = i >= built_in ? i % KINDS
                         : i % 2 == 0  ? OF_MOVES
                                       : 1 + i / 2 % 2;
        make_agent(rng, bench->kind[i], &bench->agent[i]);
        bench->count++;
    }
}

/* --- values by the lab --- */

/* Returns the value of a legal move, or of the swap if @p pit is -1, by the lab's
   heuristics. */
static double lab_move(const struct sow_agent *agent, const struct sow_rules *rules,
                       const struct sow_board *board, int pit)
{
    struct sow_game game;
    int moves[SOW_MOVES_MAX];
    int value[SOW_HEURISTICS] = {0};
    int32_t f = 0;
    sow_game_init(&game, rules, board);
    int count = sow_game_moves(&game, moves);
    if (rules->pie_rule)
        moves[count++] = SOW_SWAP;
    sow_move_features(&game, moves, count, pit < 0 ? SOW_SWAP : pit, SOW_ALL_HEURISTICS,
                      value);
    for (int h = 0; h < SOW_HEURISTICS; h++)
        f += agent->weight[h] * sow_heuristic_rows[h].sign * value[h];
    return sow_fixed_to_weight(f, agent->exponent);
}

/* Returns the value of a position for a seat by the lab's evaluator. */
static double lab_position(const struct sow_agent *agent, const struct sow_rules *rules,
                           const struct sow_board *board, int seat, bool over)
{
    struct sow_agent_leaf leaf;
    ck_assert_ptr_null(sow_agent_leaf_of(agent, &leaf));
    struct sow_evaluator evaluator = sow_agent_evaluator(&leaf);
    struct sow_leaf at = {.rules = rules, .board = board, .seat = seat, .ended = over};
    return sow_fixed_to_weight(evaluator.value(evaluator.context, &at), agent->exponent);
}

/* Writes a position with its value by the lab: for a random legal pit or the swap, or for
   a random seat. Returns false, and writes nothing, if there is no legal pit. */
static bool write_value(const struct bench *bench, int number, struct sow_pcg *rng,
                        const struct sow_board *board)
{
    const struct sow_rules *rules = &bench->variant[number].rules;
    const struct sow_agent *agent = &bench->agent[number];
    unsigned legal = sow_legal(rules, board);
    bool of_moves = bench->kind[number] == OF_MOVES;
    int arg = sample_between(rng, 0, of_moves ? rules->pits - 1 : 1);
    bool over = bench->kind[number] == OF_MOVER && sample_between(rng, 0, 9) == 0;
    if (legal == 0)
        return false;
    while (of_moves && (legal >> arg & 1U) == 0)
        arg = (arg + 1) % rules->pits;
    if (of_moves && rules->pie_rule && sample_between(rng, 0, 4) == 0)
        arg = -1;
    double value = of_moves ? lab_move(agent, rules, board, arg)
                            : lab_position(agent, rules, board, arg, over);
    (void)fprintf(bench->positions, "%d %d", number, rules->pits);
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < rules->pits; i++)
            (void)fprintf(bench->positions, " %d", board->pit[seat][i]);
    (void)fprintf(bench->positions, " %d %d %d %d %d %.17g\n", board->store[0],
                  board->store[1], board->side, arg, over, value);
    return true;
}

/* Writes positions of one evaluator: half of them of random games, half of them of any
   seeds. */
static void write_positions(const struct bench *bench, int number, int positions,
                            struct sow_pcg *rng)
{
    const struct sow_rules *rules = &bench->variant[number].rules;
    struct sow_game game;
    sow_game_init(&game, rules, NULL);
    for (int made = 0; made < positions;) {
        struct sow_board board;
        int moves[SOW_MOVES_MAX];
        int count = sow_game_moves(&game, moves);
        if (count == 0) {
            sow_game_init(&game, rules, NULL);
            continue;
        }
        board = game.board;
        sow_game_play(&game, moves[sample_between(rng, 0, count - 1)]);
        if (made % 2 == 0)
            sample_board(rng, rules->pits, &board);
        made += write_value(bench, number, rng, &board);
    }
}

/* --- programs around the evaluators --- */

/* A language. Its files lie in the folder of the bench, where the command runs. */
static const struct language {
    int form;           /* enum sow_export_form */
    const char *prefix; /* name of an evaluator's file before its number */
    const char *suffix; /* and behind it */
    const char *driver; /* name of the driver */
    const char *run;    /* command that reads the positions */
} LANGUAGES[] = {
    {SOW_EXPORT_C, "e", ".c", "drive.c",
     "cc -Wall -Wextra -Wconversion -Werror -c e*.c && "
     "cc -Wall -Werror *.o drive.c -o drive && ./drive"},
    {SOW_EXPORT_PYTHON, "e", ".py", "drive.py", "/usr/bin/python3 drive.py"},
    {SOW_EXPORT_JAVA, "E", ".java", "Drive.java",
     "javac -J-XX:TieredStopAtLevel=1 *.java && java -XX:TieredStopAtLevel=1 Drive"},
};

/* Opens a file in the folder of the bench. */
static FILE *open_file(const struct bench *bench, const char *name, const char *mode)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", bench->folder, name);
    FILE *file = fopen(path, mode);
    ck_assert_ptr_nonnull(file);
    return file;
}

/* Returns the text of an evaluator, which the caller frees. In Java its class has a name
   with its number. */
static char *export_text(const struct bench *bench, int form, int number)
{
    char *text = NULL;
    size_t size;
    char class_name[16];
    struct sow_export export = {&bench->agent[number], &bench->variant[number], FACTS,
                                class_name};
    (void)snprintf(class_name, sizeof class_name, "E%d", number);
    FILE *memory = open_memstream(&text, &size);
    ck_assert_int_eq(sow_export_write(&export, form, memory, NULL), SOW_OK);
    ck_assert_int_eq(fclose(memory), 0);
    return text;
}

/* Writes an evaluator into its file. In C its function gets a name with its number. */
static void write_evaluator(const struct bench *bench, const struct language *language,
                            int number)
{
    char name[32];
    OWNED(text) char *text = export_text(bench, language->form, number);
    (void)snprintf(name, sizeof name, "%s%d%s", language->prefix, number,
                   language->suffix);
    FILE *file = open_file(bench, name, "w");
    if (language->form == SOW_EXPORT_C)
        (void)fprintf(file,
                      "#define value_of_move value_%d\n"
                      "#define value_of_position value_%d\n",
                      number, number);
    (void)fputs(text, file);
    (void)fclose(file);
}

/* Writes the line of a driver that declares an evaluator: for C its prototype, for Python
   its import. */
static void write_declaration(const struct bench *bench, int form, int number, FILE *file)
{
    if (form == SOW_EXPORT_C)
        (void)fprintf(file, "double value_%d(int [2][%d], const int *, int, int%s);\n",
                      number, bench->variant[number].rules.pits,
                      bench->kind[number] == OF_MOVER ? ", bool" : "");
    if (form == SOW_EXPORT_PYTHON)
        (void)fprintf(file, "import e%d\n", number);
}

/* Writes the lines of a driver that call an evaluator. */
static void write_call(const struct bench *bench, int form, int number, FILE *file)
{
    const char *function =
        bench->kind[number] == OF_MOVES ? "value_of_move" : "value_of_position";
    const char *over = bench->kind[number] == OF_MOVER ? ", over" : "";
    if (form == SOW_EXPORT_C)
        (void)fprintf(file,
                      "if (number == %d) { int pits[2][%d];\n"
                      "for (int i = 0; i < %d; i++) { pits[0][i] = row[0][i]; "
                      "pits[1][i] = row[1][i]; }\n"
                      "return value_%d(pits, stores, side, arg%s); }\n",
                      number, bench->variant[number].rules.pits,
                      bench->variant[number].rules.pits, number, over);
    else
        (void)fprintf(
            file,
            form == SOW_EXPORT_PYTHON
                ? "    if number == %d: return e%d.%s(row, stores, side, arg%s)\n"
                : "if (number == %d) return E%d.%s(row, stores, side, arg%s);\n",
            number, number, function, over);
}

/* Writes the driver of a language: its pattern with declarations and calls in place. */
static void write_driver(const struct bench *bench, const struct language *language)
{
    char line[256];
    char path[256];
    (void)snprintf(path, sizeof path, "%s/export/%s.in", SOW_TEST_DATA, language->driver);
    FILE *pattern = fopen(path, "r");
    FILE *file = open_file(bench, language->driver, "w");
    ck_assert_ptr_nonnull(pattern);
    while (fgets(line, sizeof line, pattern) != NULL) {
        bool declares = strstr(line, "DECLARATIONS") != NULL;
        bool calls = strstr(line, "CALLS") != NULL;
        for (int i = 0; i < bench->count && (declares || calls); i++)
            (declares ? write_declaration : write_call)(bench, language->form, i, file);
        if (!declares && !calls)
            (void)fputs(line, file);
    }
    (void)fclose(pattern);
    (void)fclose(file);
}

/* Compares the values of all evaluators in a language with the lab's: of moves in
   @p of_moves positions of each variant, of positions and by random rules in @p others.
 */
static void compare(const struct language *language, int of_moves, int others)
{
    static struct bench bench;
    struct sow_pcg rng;
    char command[256];
    char expected[64];
    char got[64] = "";
    int total = 0;
    sample_stream(&rng, 2601);
    (void)snprintf(bench.folder, sizeof bench.folder, "/tmp/sowlab-export-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(bench.folder));
    add_evaluators(&rng, &bench);
    bench.positions = open_file(&bench, "positions", "w");
    for (int i = 0; i < bench.count; i++) {
        int positions = bench.kind[i] == OF_MOVES ? of_moves : others;
        write_evaluator(&bench, language, i);
        write_positions(&bench, i, positions, &rng);
        total += positions;
    }
    (void)fclose(bench.positions);
    write_driver(&bench, language);
    (void)snprintf(command, sizeof command, "cd %s && (%s) <positions; rm -r %s",
                   bench.folder, language->run, bench.folder);
    FILE *output = popen(command, "r"); /* NOLINT(cert-env33-c) */
    ck_assert_ptr_nonnull(output);
    while (fgets(got, sizeof got, output) != NULL)
        ;
    (void)pclose(output);
    (void)snprintf(expected, sizeof expected, "%d values, 0 differ\n", total);
    ck_assert_str_eq(got, expected);
}

/* 10,000 positions in each of the nine variants. */
TEST(c, values_in_c_are_those_of_the_lab)
{
    compare(&LANGUAGES[0], 10000, 2000);
}

/* More than 10,000 positions in all: these languages are slow to start or to run. */
NEEDS_FILE(python, "/usr/bin/python3")
TEST(python, values_in_python_are_those_of_the_lab)
{
    compare(&LANGUAGES[1], 500, 300);
}

NEEDS_FILE(java, "/usr/bin/javac")
TEST(java, values_in_java_are_those_of_the_lab)
{
    compare(&LANGUAGES[2], 500, 300);
}

/* --- JSON, and what has no evaluator --- */

/* Returns the sum of the terms of an evaluator of positions, read from its JSON, with the
   lab's features. */
static double sum_of_json(const json_t *evaluator, const struct sow_rules *rules,
                          const struct sow_board *board, int seat)
{
    double sum = 0;
    size_t i;
    const json_t *term;
    json_array_foreach(json_object_get(evaluator, "terms"), i, term)
    {
        int feature =
            sow_state_feature_find(json_string_value(json_object_get(term, "feature")));
        ck_assert_int_ge(feature, 0);
        sum += json_number_value(json_object_get(term, "weight")) *
               sow_state_feature_value(feature, rules, board, seat);
    }
    return sum;
}

TEST(json, weights_and_features_give_the_values)
{
    static struct bench bench;
    struct sow_pcg rng;
    sample_stream(&rng, 2602);
    add_evaluators(&rng, &bench);
    for (int i = 0; i < bench.count; i++) {
        OWNED(text) char *text = export_text(&bench, SOW_EXPORT_JSON, i);
        json_error_t fault;
        json_t *evaluator = json_loads(text, JSON_REJECT_DUPLICATES, &fault);
        const struct sow_rules *rules = &bench.variant[i].rules;
        ck_assert_msg(evaluator != NULL, "%s", fault.text);
        ck_assert_str_eq(json_string_value(json_object_get(evaluator, "asked_for")),
                         FACTS[0].text);
        ck_assert_int_eq(json_integer_value(json_object_get(
                             json_object_get(evaluator, "rules"), "pits")),
                         rules->pits);
        for (int made = 0; made < 100 && bench.kind[i] == OF_SEAT; made++) {
            struct sow_board board;
            sample_board(&rng, rules->pits, &board);
            ck_assert(sum_of_json(evaluator, rules, &board, made % 2) ==
                      lab_position(&bench.agent[i], rules, &board, made % 2, false));
        }
        json_decref(evaluator);
    }
}

/* Each feature alone can be exported, so a new one needs its expression. */
TEST(json, every_feature_has_an_expression)
{
    static struct bench bench = {.count = 1};
    const double one = 1;
    sample_variant("kalah", &bench.variant[0].rules);
    for (int feature = 0; feature < sow_state_features.count; feature++) {
        const char *name = sow_state_features.rows[feature].name;
        sow_agent_state(&bench.agent[0], &feature, &one, 1);
        OWNED(text) char *text = export_text(&bench, SOW_EXPORT_C, 0);
        bool counts = sow_state_feature_refusal(feature, &bench.variant[0].rules) == NULL;
        ck_assert_msg((strstr(text, "value += 1.0 * ") != NULL) == counts, "%s", name);
    }
    for (int h = 0; h < SOW_HEURISTICS; h++) {
        double weights[SOW_HEURISTICS] = {0};
        weights[h] = 1;
        sow_agent_weighted(&bench.agent[0], weights);
        OWNED(text) char *text = export_text(&bench, SOW_EXPORT_C, 0);
        ck_assert_ptr_nonnull(strstr(text, "value += "));
    }
}

TEST(json, players_without_an_evaluator_are_refused)
{
    static const struct {
        const char *spec;
        const char *words;
    } REFUSED[] = {
        {"random", "it weighs neither"},
        {"order:h1,h2", "it weighs neither"},
        {"pekar:1", "it weighs neither"},
        {"mcts:iterations=10", "it weighs neither"},
        {"kgp:2671", "it weighs neither"},
        {"alphabeta:depth=2,eval=[path:h4=1,extra_turns=1]", "it also values the line"},
    };
    for (int i = 0; i < COUNT(REFUSED); i++) {
        struct sow_agent agent;
        ck_ok(sow_agent_parse(REFUSED[i].spec, NULL, &agent, &err));
        const char *refusal = sow_export_refusal(&agent);
        ck_assert_msg(refusal != NULL && strstr(refusal, REFUSED[i].words) != NULL, "%s",
                      REFUSED[i].spec);
    }
}
