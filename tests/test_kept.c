/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of stored games: their moves give the stored results again, and storing them
   changes nothing. */
#include "match_support.h"
#include "sample.h"
#include "scale.h"
#include "sow/game/replay.h"
#include "sow/store/tables/games.def"
#include "sow/store/tables/runs.def"
#include "sow/studies/tournament.h"

FIXTURE(ANY, enter_folder, leave_folder)

/* ---- Moves ---- */

TEST(moves, every_move_reads_back)
{
    struct sow_pcg rng;
    sample_stream(&rng, 1);
    for (int i = 0; i < 50; i++) {
        struct sow_rules rules;
        char text[SOW_MOVE_TEXT];
        sample_rules(&rng, &rules);
        for (int pit = 0; pit < rules.pits; pit++)
            ck_assert_int_eq(sow_move_parse(&rules, sow_move_format(&rules, pit, text)),
                             pit);
        ck_assert_int_eq(sow_move_parse(&rules, sow_move_format(&rules, SOW_SWAP, text)),
                         SOW_SWAP);
        (void)snprintf(text, sizeof text, "%d", rules.pits + 1);
        ck_assert_int_eq(sow_move_parse(&rules, text), -1);
    }
    struct sow_rules rules;
    sample_variant("vai-lung-thlan", &rules);
    /* In clockwise sowing the right-most pit is sown first. */
    ck_assert_int_eq(sow_move_parse(&rules, "6"), 0);
}

TEST(moves, words_are_no_moves)
{
    static const char *const WORDS[] = {"", "0", "-1", "1x", "swop", "1 2", "7"};
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    for (int i = 0; i < COUNT(WORDS); i++)
        ck_assert_int_eq(sow_move_parse(&rules, WORDS[i]), -1);
}

static const struct {
    const char *moves, *fault;
} FAULTS[] = {{"3 x", "move 2 is 'x', which is neither a pit nor a swap"},
              {"3  5", "move 2 is '', which is neither"},
              {"3 3", "move 2 is '3', which is not legal there"},
              {"3 swap", "move 2 is 'swap', which is not legal there"}};

TEST_EACH(moves, bad_moves_are_named, FAULTS)
{
    struct sow_rules rules;
    struct sow_game game;
    sample_variant("kalah", &rules);
    sow_game_init(&game, &rules, NULL);
    ck_fails(sow_game_replay(&game, FAULTS[_i].moves, NULL, NULL, &err), SOW_BAD_DATA,
             FAULTS[_i].fault);
}

/* ---- Any rules, any players ---- */

static const char *const PLAYERS[] = {"random", "h4", "order:h4,h6,h1", "divilly2013",
                                      "state:h4=1"};

static struct sow_pairing two_by_turns(const void *context, size_t index)
{
    (void)context;
    return (struct sow_pairing){
        index % 2, 1 - index % 2, {SOW_PURPOSE_MATCH, {0, 0, 1, index}}};
}

static void open_at_random(const struct sow_batch *batch,
                           const struct sow_pairing *pairing, struct sow_game *game)
{
    struct sow_pcg rng;
    (void)batch;
    sample_stream(&rng, pairing->stream.index[3]);
    for (int i = 0; i < 3 && !game->ended; i++) {
        int moves[SOW_MOVES_MAX];
        int count = sow_game_moves(game, moves);
        if (count > 0)
            sow_game_play(game, moves[sow_pcg_below(&rng, (uint32_t)count)]);
    }
}

/* Asserts that a transcript, when played again, gives the same game. */
static void replays(const struct sow_batch *batch,
                    const struct sow_transcript *transcript,
                    const struct sow_game_result *result)
{
    struct sow_err err;
    struct sow_game game;
    OWNED(text) char *moves = sow_transcript_text(transcript, batch->rules);
    ck_assert_ptr_nonnull(moves);
    sow_game_init(&game, batch->rules, &transcript->start);
    ck_ok(sow_game_replay(&game, moves, NULL, NULL, &err));
    ck_assert(game.ended && game.ending == transcript->ending);
    ck_assert_int_eq(game.board.store[game.first], result->first);
    ck_assert_int_eq(game.board.store[1 - game.first], result->second);
    ck_assert_int_eq(game.ply, result->plies);
    ck_assert_int_eq(transcript->count, result->plies);
}

/* Asserts that the counts of choices are those counted again from the transcript. */
static void is_shaped(const struct sow_batch *batch,
                      const struct sow_transcript *transcript,
                      const struct sow_game_shape *shape)
{
    struct sow_game game;
    struct sow_game_shape counted = {.plies = {0}};
    sow_game_init(&game, batch->rules, &transcript->start);
    for (int i = 0; i < transcript->count; i++) {
        int moves[SOW_MOVES_MAX];
        int count = sow_game_moves(&game, moves);
        double rows = sow_board_row(&game.board, 0) + sow_board_row(&game.board, 1);
        double share = rows / sow_board_seeds(&game.board);
        int phase = share > 2.0 / 3 + 1e-9 ? 0 : share > 1.0 / 3 + 1e-9 ? 1 : 2;
        bool chosen = i >= transcript->opening;
        counted.plies[phase] = (uint16_t)(counted.plies[phase] + chosen);
        counted.choices[phase] += chosen ? (uint32_t)count : 0;
        sow_game_play(&game, transcript->moves[i]);
    }
    ck_assert_mem_eq(&counted, shape, sizeof counted);
}

TEST_LOOP(batch, transcripts_replay_by_any_rules, 0, 8)
{
    enum { GAMES = 6 };
    struct sow_pcg rng;
    sample_stream(&rng, (uint64_t)_i);
    for (int i = 0; i < sow_scaled(8); i++) {
        struct sow_rules rules;
        struct sow_agent agents[2];
        struct sow_game_result told[GAMES];
        struct sow_game_result untold[GAMES];
        struct sow_transcript transcripts[GAMES] = {{.game = NULL}};
        struct sow_game_shape shapes[GAMES];
        sample_rules(&rng, &rules);
        for (int a = 0; a < 2; a++)
            ck_ok(sow_agent_parse(PLAYERS[sow_pcg_below(&rng, COUNT(PLAYERS))], NULL,
                                  &agents[a], &err));
        struct sow_batch batch = {.rules = &rules,
                                  .agents = agents,
                                  .agent_count = 2,
                                  .games = GAMES,
                                  .pairing = two_by_turns,
                                  .with.threads = 1,
                                  .with.kernel = "auto",
                                  .open = i % 2 == 1 ? open_at_random : NULL};
        ck_assert(sow_batch_play(&batch, untold));
        batch.transcripts = transcripts;
        batch.shapes = shapes;
        ck_assert(sow_batch_play(&batch, told));
        for (int g = 0; g < GAMES; g++) {
            ck_assert_int_eq(told[g].first, untold[g].first);
            ck_assert_int_eq(told[g].plies, untold[g].plies);
            replays(&batch, &transcripts[g], &told[g]);
            is_shaped(&batch, &transcripts[g], &shapes[g]);
            ck_assert_int_eq(transcripts[g].opening > 0, i % 2 == 1);
            sow_transcript_release(&transcripts[g]);
        }
    }
}

/* ---- Games that runs store ---- */

/* Sums over the stored games of a run, as the player sees them. */
struct sum {
    struct sow_rules rules;
    int count;
    int wins[2]; /* by seat of the player */
    int64_t plies, margin;
    int openings;
    int starts; /* games from other positions than the standard start */
    int timed;
};

static enum sow_status take_game(void *context, const struct sow_game_row *row,
                                 struct sow_err *unused)
{
    (void)unused;
    struct sow_err err;
    struct sum *sum = context;
    struct sow_game game;
    struct sow_board start = sum->rules.start;
    bool second = strcmp(row->first, "opponent") == 0;
    if (row->start[0] != '\0')
        ck_ok(sow_board_parse(row->start, sum->rules.pits,
                              (enum sow_direction)sum->rules.direction, &start, &err));
    sow_game_init(&game, &sum->rules, &start);
    ck_ok(sow_game_replay(&game, row->moves, NULL, NULL, &err));
    ck_assert_int_eq(game.ended, true);
    ck_assert_str_eq(row->ending, sow_ending_names[game.ending]);
    ck_assert_int_eq(game.board.store[game.first], row->first_store);
    ck_assert_int_eq(game.board.store[1 - game.first], row->second_store);
    ck_assert_int_eq(game.ply, row->plies);
    ck_assert_int_eq(row->game % 2, second);
    int margin = row->first_store - row->second_store;
    sum->margin += second ? -margin : margin;
    sum->wins[second] += second ? margin < 0 : margin > 0;
    sum->plies += row->plies;
    sum->openings += row->opening > 0;
    sum->starts += row->start[0] != '\0';
    sum->timed += row->first_seconds >= 0.0 || row->second_seconds >= 0.0;
    sum->count++;
    return SOW_OK;
}

static struct sum sum_of(struct sow_store *store, int64_t id, const char *variant)
{
    struct sow_err err;
    struct sum sum = {.count = 0};
    sample_variant(variant, &sum.rules);
    ck_ok(sow_store_each(store, game, id, take_game, &sum, &err));
    return sum;
}

static int64_t number_of(struct sow_store *store, int64_t id, const char *what)
{
    char sql[160];
    (void)snprintf(sql, sizeof sql, "SELECT %s FROM matches WHERE run_id = %lld", what,
                   (long long)id);
    return (int64_t)real_of(store, sql);
}

static const struct {
    const char *variant, *player, *opponent, *starts, *plies;
} MATCHES[] = {
    {"kalah", "h1", "divilly2013", "", "0"},
    {"awari", "random", "h4", "", "4"},
    {"vai-lung-thlan", "order:h4,h6", "random", "", "0"},
    {"oware-abapa", "state:h4=1", "h2", "", "0"},
    {"oware", "alphabeta:depth=1,eval=[h4]", "mcts:iterations=10", "", "2"},
    {"kalah", "h4", "random", "fairkalah", "0"},
};

static int64_t keep(struct sow_store *store, int match, const char *games,
                    const char *kernel)
{
    struct sow_match_options options =
        options_of(MATCHES[match].player, MATCHES[match].opponent, 25, "none");
    type_option(&sow_match_kind, &options, "starts", MATCHES[match].starts);
    type_option(&sow_match_kind, &options, "random_plies", MATCHES[match].plies);
    type_option(&sow_match_kind, &options, "keep_games", games);
    struct asked asked = {.kind = &sow_match_kind,
                          .rules = MATCHES[match].variant,
                          .options = &options,
                          .kernel = kernel};
    return make_run(store, &asked);
}

/* All stored games together give the stored match. */
TEST_EACH(match, all_games_are_the_match, MATCHES)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = keep(store, _i, "all", "auto");
    struct sum sum = sum_of(store, id, MATCHES[_i].variant);
    ck_assert_int_eq(sum.count, 50);
    ck_assert_int_eq(sum.plies, number_of(store, id, "plies"));
    ck_assert_int_eq(sum.margin, number_of(store, id, "margin"));
    ck_assert_int_eq(sum.wins[0], number_of(store, id, "first_wins"));
    ck_assert_int_eq(sum.wins[1], number_of(store, id, "second_wins"));
    ck_assert_int_eq(sum.openings, MATCHES[_i].plies[0] != '0' ? 50 : 0);
    ck_assert_int_eq(sum.starts, MATCHES[_i].starts[0] != '\0' ? 50 : 0);
    ck_assert_int_eq(sum.timed, 0);
}

/* The match is the same whichever games are stored, and with every kernel. */
TEST_EACH(match, keeping_changes_nothing, MATCHES)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t none = keep(store, _i, "", "auto");
    int64_t some = keep(store, _i, "3", "auto");
    int64_t same = keep(store, _i, "3", "plain");
    ck_assert_int_eq(sum_of(store, none, MATCHES[_i].variant).count, 0);
    ck_assert_int_eq(sum_of(store, some, MATCHES[_i].variant).count, 6);
    has_digest_of(store, some, same);
    is_close(store,
             "SELECT count(*) FROM (SELECT DISTINCT games, first_wins, second_wins, "
             "plies, margin, first_distinct, second_distinct FROM matches)",
             1);
    struct sow_run_replay replay = {
        .id = some, .with.threads = 2, .with.kernel = "plain"};
    struct sow_run_verdict verdict;
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same, "%s", verdict.difference);
    ck_assert_int_eq(verdict.rows, 6 + 2);
    struct sow_run_row row = read_run(store, none);
    ck_assert_ptr_null(strstr(row.parameters, "keep"));
    sow_run_row_release(&row);
}

/* A sequential test stores no games played after its end. */
TEST(match, games_after_the_end_are_not_kept)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_match_options options =
        options_of("divilly2013", "h1", 5000, "elo0=0,elo1=50");
    type_option(&sow_match_kind, &options, "keep_games", "all");
    struct asked asked = {
        .kind = &sow_match_kind, .rules = "erherhe", .options = &options};
    int64_t id = make_run(store, &asked);
    struct sum sum = sum_of(store, id, "erherhe");
    ck_assert_int_lt(sum.count, 10000);
    ck_assert_int_eq(sum.count, 2 * number_of(store, id, "games"));
    ck_assert_int_eq(sum.margin, number_of(store, id, "margin"));
}

TEST(match, who_is_timed_is_timed)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_match_options options =
        options_of("alphabeta:ms=1,eval=[h4]", "random", 2, "none");
    type_option(&sow_match_kind, &options, "keep_games", "all");
    struct asked asked = {.kind = &sow_match_kind, .rules = "kalah", .options = &options};
    int64_t id = make_run(store, &asked);
    ck_assert_int_eq(sum_of(store, id, "kalah").timed, 4);
    is_close(store,
             "SELECT count(*) FROM games WHERE iif(first = 'player', first_seconds > "
             "0.002 AND second_seconds IS NULL, second_seconds > 0.002 AND first_seconds "
             "IS NULL)",
             4);
}

TEST(match, too_many_are_refused)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_match_options options = options_of("h1", "h4", 1000001, "none");
    type_option(&sow_match_kind, &options, "keep_games", "all");
    struct asked asked = {.kind = &sow_match_kind, .rules = "kalah", .options = &options};
    int64_t id;
    ck_fails(try_run(store, &asked, &id, &err), SOW_USAGE, "are too many to keep");
}

static const char *const ALTERATIONS[] = {
    "UPDATE games SET moves = moves || ' 1' WHERE game = 0",
    "UPDATE games SET first_store = first_store + 1 WHERE game = 1",
    "DELETE FROM games WHERE game = 1",
};

TEST_EACH(match, alterations_are_found, ALTERATIONS)
{
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = keep(store, 0, "2", "auto");
    sow_store_close(store);
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(test_path("a.db"), &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, ALTERATIONS[_i], NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
    store = open_store(test_path("a.db"), SOW_STORE_READ);
    ck_fails(sow_store_check_run(store, id, NULL, &err), SOW_BAD_DATA, "");
    struct sow_run_replay replay = {.id = id, .with.threads = 1, .with.kernel = "auto"};
    struct sow_run_verdict verdict;
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert(!verdict.same);
    ck_assert_ptr_nonnull(strstr(verdict.difference, "games, match 0, game"));
    sow_store_close(store);
}

/* ---- Tournaments ---- */

/* Every match stores its first games, and the run has the same results however it is
   made. */
TEST(tournament, each_match_keeps_games)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_tournament_options options;
    memset(&options, 0, sizeof options);
    sow_run_kind_defaults(&sow_tournament_kind, &options);
    type_option(&sow_tournament_kind, &options, "players", "h1 state:h4=1 random");
    type_option(&sow_tournament_kind, &options, "variants", "kalah,awari");
    type_option(&sow_tournament_kind, &options, "keep_games", "2");
    type_option(&sow_tournament_kind, &options, "random_plies", "3");
    options.study.games = 20;
    struct asked asked = {
        .kind = &sow_tournament_kind, .rules = "kalah", .options = &options};
    int64_t id = make_run(store, &asked);
    asked.kernel = "plain";
    asked.threads = 2;
    has_digest_of(store, make_run(store, &asked), id);
    is_close(store, "SELECT count(*) FROM games WHERE run_id = 1", 2 * 6 * 4);
    is_close(store,
             "SELECT count(*) FROM (SELECT match FROM games WHERE run_id = 1 GROUP BY "
             "match HAVING count(*) = 4 AND max(game) = 3 AND min(opening) = 3)",
             12);
    /* The two games of a pair have the same opening. */
    is_close(store,
             "SELECT count(*) FROM games a JOIN games b USING (run_id, match) WHERE "
             "a.game % 2 = 0 AND b.game = a.game + 1 AND substr(a.moves, 1, 5) <> "
             "substr(b.moves, 1, 5)",
             0);
}
