/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions of a person: the effect of a typed line. Every game ends as its moves say. */
#include "sample.h"
#include "sow/game/replay.h"
#include "sow/play/analysis.h"
#include "sow/play/session.h"
#include "suite.h"

static double no_time(void)
{
    return 0.0;
}

static struct sow_session session;
static struct sow_rules rules;

/* Begins a game of a person against a player, or against another person if @p spec is
   NULL. */
static void begin(const char *variant, const char *spec, int first)
{
    struct sow_err err;
    sample_variant(variant, &rules);
    memset(&session, 0, sizeof session);
    session.rules = &rules;
    session.now = no_time;
    session.players[0].person = true;
    session.players[1].person = spec == NULL;
    if (spec != NULL)
        ck_ok(sow_agent_parse(spec, NULL, &session.players[1].agent, &err));
    sow_session_begin(&session, first, 7, 0);
}

static enum sow_session_answer type(const char *line)
{
    struct sow_err err;
    enum sow_session_answer answer;
    ck_ok(sow_session_type(&session, line, 0.0, &answer, &err));
    return answer;
}

/* Checks that the recorded moves lead to the position of the game. */
static void is_consistent(void)
{
    struct sow_err err;
    struct sow_game game;
    OWNED(text) char *moves = sow_transcript_text(&session.transcript, &rules);
    ck_assert_ptr_nonnull(moves);
    sow_game_init(&game, &rules, &session.transcript.start);
    ck_ok(sow_game_replay(&game, moves, NULL, NULL, &err));
    ck_assert_mem_eq(&game.board, &session.game.board, sizeof game.board);
    ck_assert_int_eq(game.ply, session.game.ply);
    ck_assert_int_eq(game.ended, session.game.ended);
}

static const struct {
    const char *variant, *opponent;
} GAMES[] = {{"kalah", "h4"},
             {"oware", "alphabeta:depth=2,eval=[state:store_difference=1]"},
             {"vai-lung-thlan", "random"},
             {"oware-abapa", NULL},
             {"kalah", "mcts:iterations=20"}};

/* Plays whole games, and takes back moves in between. */
TEST_LOOP(lines, games_go_to_their_ends, 0, 2 * COUNT(GAMES))
{
    struct sow_pcg rng;
    sample_stream(&rng, (uint64_t)_i);
    begin(GAMES[_i / 2].variant, GAMES[_i / 2].opponent, _i % 2);
    for (int i = 0; !session.game.ended; i++) {
        ck_assert_int_lt(i, 5000);
        int role = sow_session_role(&session);
        if (!session.players[role].person) {
            ck_assert(sow_session_turn(&session));
            continue;
        }
        char word[16];
        enum sow_session_answer answer;
        (void)snprintf(word, sizeof word, " %d\r", sample_between(&rng, 1, 6));
        if (sow_session_type(&session, word, 0.0, &answer, &err) != SOW_OK)
            ck_assert_ptr_nonnull(
                strstr(err.text, "is not a legal move: choose one of "));
        if (i % 11 == 10 && !session.game.ended &&
            session.players[sow_session_role(&session)].person &&
            sow_session_type(&session, "undo", 0.0, &answer, &err) == SOW_OK)
            ck_assert_int_eq(answer, SOW_SESSION_UNDONE);
        is_consistent();
    }
    is_consistent();
    sow_session_release(&session);
}

TEST(lines, words_do_what_they_say)
{
    begin("kalah", NULL, 0);
    char moves[80];
    sow_session_moves(&session, moves, sizeof moves);
    ck_assert_str_eq(moves, "1 2 3 4 5 6");
    ck_assert_int_eq(type("hint"), SOW_SESSION_HINT);
    ck_assert_int_eq(type("W"), SOW_SESSION_WHY);
    ck_assert_int_eq(type("?"), SOW_SESSION_HELP);
    ck_assert_int_eq(type("  "), SOW_SESSION_NOTHING);
    ck_assert_int_eq(type("q"), SOW_SESSION_LEFT);
    ck_assert_int_eq(session.game.ply, 0);
    ck_assert_int_eq(type("6"), SOW_SESSION_MOVED);
    ck_assert_int_eq(type("2 "), SOW_SESSION_MOVED);
    ck_assert_int_eq(session.game.ply, 2);
    sow_session_release(&session);
}

TEST(lines, undo_needs_a_move)
{
    begin("kalah", NULL, 0);
    enum sow_session_answer answer;
    ck_fails(sow_session_type(&session, "undo", 0, &answer, &err), SOW_USAGE,
             "no move of yours to take back");
    /* The third pit earns a second turn. */
    ck_assert_int_eq(type("3"), SOW_SESSION_MOVED);
    ck_assert_int_eq(sow_session_role(&session), 0);
    ck_assert_int_eq(type("undo"), SOW_SESSION_UNDONE);
    ck_assert_int_eq(session.game.ply, 0);
    ck_assert_mem_eq(&session.game.board, &rules.start, sizeof rules.start);
    /* The other person has not moved yet: nothing changes. */
    ck_assert_int_eq(type("1"), SOW_SESSION_MOVED);
    ck_fails(sow_session_type(&session, "undo", 0, &answer, &err), SOW_USAGE,
             "no move of yours");
    ck_assert_int_eq(session.game.ply, 1);
    is_consistent();
    sow_session_release(&session);
}

static const char *const BAD[] = {
    "7", "0", "x", "1 2", "swap", "hinted", "a word that is far too long for anything"};

TEST_EACH(lines, bad_lines_are_told_and_change_nothing, BAD)
{
    begin("kalah", NULL, 0);
    enum sow_session_answer answer;
    ck_fails(sow_session_type(&session, BAD[_i], 0, &answer, &err), SOW_USAGE,
             "choose one of 1 2 3 4 5 6");
    ck_assert_int_eq(session.game.ply, 0);
    sow_session_release(&session);
}

TEST(lines, swap_is_a_move_where_it_is_offered)
{
    begin("kalah", NULL, 0);
    rules.pie_rule = true;
    sow_session_release(&session);
    memset(&session.game, 0, sizeof session.game);
    sow_session_begin(&session, 0, 7, 0);
    ck_assert_int_eq(type("1"), SOW_SESSION_MOVED);
    char moves[80];
    sow_session_moves(&session, moves, sizeof moves);
    ck_assert_str_eq(moves, "1 2 3 4 5 6 swap");
    ck_assert_int_eq(type("swap"), SOW_SESSION_MOVED);
    ck_assert_int_eq(sow_session_role(&session), 0);
    is_consistent();
    sow_session_release(&session);
}

TEST(clock, who_thinks_too_long_has_lost)
{
    begin("kalah", "random", 0);
    session.limit = 10.0;
    enum sow_session_answer answer;
    ck_ok(sow_session_type(&session, "hint", 9.0, &answer, &err));
    ck_assert_int_eq(answer, SOW_SESSION_HINT);
    ck_ok(sow_session_type(&session, "1", 1.5, &answer, &err));
    ck_assert_int_eq(session.game.ending, SOW_FORFEIT_CLOCK);
    ck_assert_int_eq(session.game.board.store[SOW_NORTH], 48);
    ck_assert(session.transcript.timed[0] && !session.transcript.timed[1]);
    ck_assert_double_eq_tol(session.transcript.seconds[0], 10.5, 1e-9);
    sow_session_release(&session);
}

/* Memory that was in use must not look like exact values. */
/* Plays up to @p most random moves, which leave the game in progress. */
static void play_at_random(struct sow_game *game, int most, struct sow_pcg *rng)
{
    for (int i = 0; i < most; i++) {
        int moves[SOW_MOVES_MAX];
        struct sow_game next = *game;
        int count = sow_game_moves(game, moves);
        sow_game_play(&next, moves[sow_pcg_below(rng, (uint32_t)count)]);
        if (next.ended || sow_game_moves(&next, moves) == 0)
            return;
        *game = next;
    }
}

static const struct {
    const char *variant, *spec;
} ADVISERS[] = {
    {"kalah", "alphabeta:depth=5,eval=[divilly2013]"},
    {"kalah", "minimax:depth=3,eval=[state:view=to-move,h4=1,h6=-0.5]"},
    {"kalah", "alphabeta:depth=6,eval=[state:store_difference=1]"},
    {"awari", "alphabeta:depth=5,eval=[learnt:awari]"},
    {"oware", "alphabeta:depth=4,eval=[state:h1=0.3,h5=1]"},
    {"erherhe", "alphabeta:depth=4,eval=[state:view=to-move,store_difference=1]"},
    {"vai-lung-thlan", "alphabeta:depth=4,eval=[divilly2013]"},
};

/* The terms of a search are those of the end of the expected line, so that they add up to
   the value that the search gives the move. */
TEST_LOOP(analysis, terms_of_a_search_add_up, 0, sizeof ADVISERS / sizeof ADVISERS[0])
{
    static struct sow_analysis analysis;
    struct sow_agent agent;
    struct sow_pcg rng;
    sample_variant(ADVISERS[_i].variant, &rules);
    ck_ok(sow_agent_parse(ADVISERS[_i].spec, NULL, &agent, &err));
    ck_ok(sow_analysis_init(&analysis, &rules, &agent, ADVISERS[_i].spec, &err));
    sow_pcg_seed(&rng, 5, (uint64_t)_i);
    for (int trial = 0; trial < 40; trial++) {
        sow_game_init(&analysis.game, &rules, NULL);
        play_at_random(&analysis.game, trial, &rng);
        sow_analysis_run(&analysis, NULL, NULL, NULL);
        for (int i = 0; i < analysis.found.count; i++) {
            struct sow_terms terms;
            int32_t sum = 0;
            sow_analysis_terms(&analysis, analysis.found.move[i], &terms);
            ck_assert_int_gt(terms.count, 0);
            for (int k = 0; k < terms.count; k++)
                sum += terms.value[k] * terms.weight[k];
            ck_assert_int_eq(sum, analysis.found.value[i]);
        }
    }
}

TEST(analysis, it_begins_without_exact_values)
{
    struct sow_agent agent;
    struct sow_analysis analysis;
    sample_variant("kalah", &rules);
    ck_ok(sow_agent_parse("alphabeta:depth=2,eval=[h4]", NULL, &agent, &err));
    memset(&analysis, 0xff, sizeof analysis);
    ck_ok(sow_analysis_init(&analysis, &rules, &agent, "", &err));
    ck_assert_int_eq(analysis.oracle.on_board, 0);
    ck_assert(analysis.oracle.margin == NULL);
}
