/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play_questions.h"

#include "cli_query.h"
#include "sow/base/text.h"

#include <stdlib.h>
#include <string.h>

/* Answers given so far. The pointers are borrowed. */
struct answers {
    struct sow_cli *cli;
    struct sow_lines *lines;
    struct sow_rules rules; /* rules of the chosen variant */
    /* Player spec of the opponent; "person" for a person. */
    char opponent[SOW_SPEC_MAX + 1];
    char word[SOW_SPEC_MAX + 1]; /* answer to be checked */
    bool computer; /* true if the opponent is a search, whose depth is asked for next */
    int begins;    /* SOW_PLAYER_BEGINS or SOW_OPPONENT_BEGINS */
};

/* A question. Its check refuses an answer with a reason, or stores it. */
struct question {
    const char *text;
    const char *usual; /* answer if only Enter is typed */
    const char *help;  /* answer to '?'; NULL: lists the built-in variants */
    enum sow_status (*check)(struct answers *answers, struct sow_err *err);
};

/* Stores the answer as the program's --variant, and the rules. Fails with SOW_USAGE for
   a word that is too long, else as sow_cli_variant. */
static enum sow_status check_variant(struct answers *answers, struct sow_err *err)
{
    struct sow_common *common = &answers->cli->common;
    struct sow_variant variant;
    size_t length = strlen(answers->word);
    if (length >= sizeof common->variant)
        return sow_err_set(err, SOW_USAGE, "'%.40s...' is too long for a name",
                           answers->word);
    memcpy(common->variant, answers->word, length + 1);
    enum sow_status status = sow_cli_variant(answers->cli, &variant, err);
    if (status == SOW_OK)
        answers->rules = variant.rules;
    return status;
}

/* Stores the answer as the opponent, and whether it is the computer. Fails if the player
   does not exist or cannot play the variant. */
static enum sow_status check_opponent(struct answers *answers, struct sow_err *err)
{
    const char *word = answers->word;
    struct sow_agent agent;
    answers->computer = strcmp(word, "computer") == 0;
    (void)snprintf(answers->opponent, sizeof answers->opponent, "%s", word);
    if (answers->computer || strcmp(word, sow_play_person) == 0)
        return SOW_OK;
    enum sow_status status = sow_cli_player(answers->cli, word, &agent, err);
    return status == SOW_OK ? sow_agent_open(&agent, &answers->rules, false, err)
                            : status;
}

/* Stores a search to the depth of the answer as the opponent. Fails with SOW_USAGE
   unless it is a number from 1 to 12. */
static enum sow_status check_depth(struct answers *answers, struct sow_err *err)
{
    int64_t plies;
    if (!sow_text_to_int(answers->word, &plies) || plies < 1 || plies > 12)
        return sow_err_set(err, SOW_USAGE, "'%.40s' is not a number from 1 to 12",
                           answers->word);
    (void)snprintf(answers->opponent, sizeof answers->opponent,
                   "alphabeta:depth=%d,eval=[state:store_difference=1]", (int)plies);
    return SOW_OK;
}

/* Stores the player who begins. The answer is "you" or "other", or the beginning of one
   of them; everything behind a blank is ignored. Fails with SOW_USAGE for another
   answer. */
static enum sow_status check_first(struct answers *answers, struct sow_err *err)
{
    static const struct {
        const char *word;
        int begins; /* SOW_PLAYER_BEGINS or SOW_OPPONENT_BEGINS */
    } WORDS[] = {{"you", SOW_PLAYER_BEGINS}, {"other", SOW_OPPONENT_BEGINS}};
    size_t length = strcspn(answers->word, " \t");
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        if (strncmp(WORDS[i].word, answers->word, length) == 0) {
            answers->begins = WORDS[i].begins;
            return SOW_OK;
        }
    return sow_err_set(err, SOW_USAGE, "'%.40s' is not an answer: type you or other",
                       answers->word);
}

static const struct question VARIANT = {
    "Which game (kalah, awari, oware, vai-lung-thlan, ...)?", "kalah", NULL,
    check_variant};
static const struct question OPPONENT = {
    "Against whom (computer, person, or a player's name)?", "computer",
    "computer (a search; its depth is the next question), person (somebody beside "
    "you), or a player of 'sowlab players' such as h4, random or run:2",
    check_opponent};
static const struct question DEPTH = {
    "How many moves does it look ahead (1 to 12)?", "4",
    "a number from 1 (a beginner) to 12 (slow and strong)", check_depth};
static const struct question FIRST = {"Who begins (you, other)?", "you",
                                      "player who makes the first move: you or other",
                                      check_first};

/* Writes the built-in variants with their summaries, a line each. */
static void show_variants(FILE *out)
{
    for (size_t i = 0; i < sow_variant_count(); i++) {
        struct sow_variant variant;
        struct sow_err none;
        if (sow_variant_builtin(sow_variant_name(i), &variant, &none) == SOW_OK)
            (void)fprintf(out, "  %-24s%s\n", variant.name, variant.summary);
    }
    (void)fputs("  or the name of a file with rules of your own\n", out);
}

/* Writes the help of a question, or the variants if it has none. */
static void show_help(const struct question *question, FILE *out)
{
    if (question->help != NULL)
        (void)fprintf(out, "  %s\n", question->help);
    else
        show_variants(out);
}

/* Stores a typed line as the answer, without blanks around it. For a blank line stores @p
   usual. */
static void take_word(struct answers *answers, const char *line, const char *usual)
{
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t", line[length - 1]) != NULL)
        length--;
    (void)snprintf(answers->word, sizeof answers->word, "%.*s", (int)length, line);
    if (length == 0)
        (void)snprintf(answers->word, sizeof answers->word, "%s", usual);
}

/* Asks a question until the answer is accepted, which its check then stores. For "?"
   writes the help, for a wrong answer the reason. Returns SOW_INTERRUPTED at the end of
   input, or the failure of reading. */
static enum sow_status ask(struct answers *answers, const struct question *question,
                           struct sow_err *err)
{
    FILE *out = answers->cli->out;
    char prompt[128];
    (void)snprintf(prompt, sizeof prompt, "%s [%s] ", question->text, question->usual);
    for (;;) {
        const char *line;
        bool more;
        enum sow_status status = sow_lines_ask(answers->lines, prompt, &line, &more, err);
        if (status == SOW_OK && !more)
            status = sow_err_set(err, SOW_INTERRUPTED, "no game was begun");
        if (status != SOW_OK)
            return status;
        take_word(answers, line, question->usual);
        if (strcmp(answers->word, "?") == 0)
            show_help(question, out);
        else if (question->check(answers, err) == SOW_OK)
            return SOW_OK;
        else
            (void)fprintf(out, "%s\n", err->text);
    }
}

enum sow_status sow_play_questions(struct sow_cli *cli, struct sow_lines *lines,
                                   struct sow_play_options *options, struct sow_err *err)
{
    struct answers *answers = calloc(1, sizeof *answers);
    if (answers == NULL)
        return sow_err_no_memory(err);
    answers->cli = cli;
    answers->lines = lines;
    enum sow_status status = ask(answers, &VARIANT, err);
    if (status == SOW_OK)
        status = ask(answers, &OPPONENT, err);
    if (status == SOW_OK && answers->computer)
        status = ask(answers, &DEPTH, err);
    if (status == SOW_OK)
        status = ask(answers, &FIRST, err);
    options->begins = answers->begins;
    if (status == SOW_OK)
        status = sow_contestants_take(&options->contestants, sow_play_person,
                                      answers->opponent, err);
    free(answers);
    return status;
}
