/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of outside programs, with scripted clients. */
#include "kgp_support.h"
#include "sow/endgame/database.h"
#include "sow/outside/kgp.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* --- games --- */

static struct sow_agent agent_at(int port, const char *more)
{
    struct sow_err err;
    struct sow_agent agent;
    char spec[80];
    (void)snprintf(spec, sizeof spec, "kgp:%d%s", port, more);
    ck_ok(sow_agent_parse(spec, NULL, &agent, &err));
    return agent;
}

/* A program that misbehaves loses that game only, and another program plays on. */
TEST_EACH(clients, lose_one_game, SCRIPTS)
{
    const struct script *script = &SCRIPTS[_i];
    struct sow_rules rules = rules_of("kalah");
    int port = free_port();
    struct sow_agent agent = agent_at(port, ",ms=400,join=20");
    struct sow_game game;
    pid_t client = begin_client(port, script);
    ck_ok(sow_agent_open(&agent, &rules, true, &err));
    struct sow_score score = play(&agent, &rules, &game);
    ck_assert_msg((int)game.ending == script->ending, "%s: %s", script->name,
                  sow_ending_names[game.ending]);
    ck_assert_int_eq(score.store[0] + score.store[1], 48);
    if (script->ending != SOW_ENDED_NORMALLY)
        ck_assert_int_eq(score.store[0], 0);
    pid_t good = begin_client(port, &SCRIPTS[0]);
    if (script->leaves)
        (void)waitpid(client, NULL, 0);
    else
        end_client(client);
    (void)play(&agent, &rules, &game);
    ck_assert_msg(game.ending == SOW_ENDED_NORMALLY, "after %s: %s", script->name,
                  sow_ending_names[game.ending]);
    end_client(good);
}

/* Returns the milliseconds of a clock that never goes back. */
static long now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Answers a position with moves until long after the time of 100 ms. Returns false if the
   host says stop meanwhile, without a pause in which nothing was sent. */
static bool chatter(int fd, FILE *out, int id, int pit)
{
    enum { TALK = 200, PAUSE = 25 };
    long begun = now_ms();
    long sent = begun;
    for (long now = begun; now < begun + TALK; now = now_ms()) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        if (poll(&ready, 1, 2) > 0 && now_ms() < sent + PAUSE)
            return false;
        (void)fprintf(out, "@%d move %d\n", id, pit);
        (void)fflush(out);
        sent = now_ms();
    }
    return true;
}

/* How a client of others behaves. It leaves if the host is less patient. */
static const struct habit {
    const char *name;
    int empty;   /* how many times each position is yielded without a move */
    bool locked; /* true if it dies of a stop before its next answer */
    bool chats;  /* true if it sends moves until long after its time */
} HABITS[] = {{"yields without a move", 5, false, false},
              {"is ended while it yields", 0, true, false},
              {"is ended while it moves", 0, false, true}};

/* Plays with a habit until the host is gone. */
static void live(int port, const struct habit *habit)
{
    int fd = connected(port);
    FILE *in = fdopen(fd, "r");
    FILE *out = fdopen(dup(fd), "w");
    char line[400];
    int empty = 0;
    int yielded = 0; /* ID of the last position, if it was yielded */
    for (; fgets(line, sizeof line, in) != NULL; (void)fflush(out)) {
        char *rest;
        int id = (int)strtol(line, &rest, 10);
        if (strncmp(line, "kgp", 3) == 0)
            greet(out);
        if (habit->locked && *rest == '@' && strtol(rest + 1, NULL, 10) == yielded)
            break;
        if (strncmp(rest, " state <", 8) != 0)
            continue;
        if (habit->chats && !chatter(fd, out, id, first_pit(line)))
            break;
        if (!habit->chats && empty++ % (habit->empty + 1) < habit->empty)
            (void)fprintf(out, "@%d yield\n", id);
        else if (!habit->chats)
            move(out, id, first_pit(line));
        yielded = id;
    }
    _exit(0);
}

/* Libraries of others have such habits: jkgp the first, pykgp the others. */
TEST_EACH(clients, lose_nothing_by_a_habit, HABITS)
{
    struct sow_rules rules = rules_of("kalah");
    int port = free_port();
    struct sow_agent agent =
        agent_at(port, HABITS[_i].chats ? ",ms=100,join=20" : ",ms=5000,join=20");
    struct sow_game game;
    rules.pits = HABITS[_i].chats ? 2 : rules.pits;
    ck_ok(sow_rules_check(&rules, NULL, &err));
    pid_t client = fork();
    if (client == 0)
        live(port, &HABITS[_i]);
    ck_ok(sow_agent_open(&agent, &rules, true, &err));
    (void)play(&agent, &rules, &game);
    ck_assert_msg(game.ending == SOW_ENDED_NORMALLY, "%s: %s", HABITS[_i].name,
                  sow_ending_names[game.ending]);
    end_client(client);
}

/* The specification has the host move for a silent program. Other faults stay forfeits.
 */
TEST(clients, silent_ones_may_get_random_moves)
{
    static const struct script ILLEGAL = {"illegal", "@# move 99\n@# yield\n",
                                          SOW_FORFEIT_ILLEGAL, false, 0};
    static const struct script SILENT = {"silent", "", SOW_FORFEIT_SILENT, false, 0};
    struct sow_rules rules = rules_of("kalah");
    int port = free_port();
    struct sow_agent agent = agent_at(port, ",ms=50,join=20,silent=random");
    struct sow_transcript transcript = {.game = NULL};
    struct sow_game game;
    pid_t client = begin_client(port, &SILENT);
    ck_ok(sow_agent_open(&agent, &rules, true, &err));
    (void)play_recorded(&agent, &rules, &game, &transcript);
    ck_assert_int_eq(game.ending, SOW_ENDED_NORMALLY);
    ck_assert_int_ge(transcript.drawn[0], 2);
    ck_assert_int_lt(transcript.drawn[0], transcript.count);
    ck_assert_int_eq(transcript.drawn[1], 0);
    sow_transcript_release(&transcript);
    end_client(client);
    client = begin_client(port, &ILLEGAL);
    (void)play(&agent, &rules, &game);
    ck_assert_int_eq(game.ending, SOW_FORFEIT_ILLEGAL);
    end_client(client);
}

/* There are more connections than places, and most of them send nothing. */
TEST(clients, half_open_ones_keep_nobody_out)
{
    enum { MUTE = 40 };
    struct sow_rules rules = rules_of("kalah-no-empty-capture");
    int port = free_port();
    struct sow_agent agent = agent_at(port, ",ms=5000,join=20");
    struct sow_game game;
    pid_t good = fork();
    if (good == 0) {
        for (int i = 0; i < MUTE; i++)
            if (connected(port) < 0)
                _exit(1);
        act(port, &SCRIPTS[0]);
    }
    ck_ok(sow_agent_open(&agent, &rules, true, &err));
    (void)play(&agent, &rules, &game);
    ck_assert_int_eq(game.ending, SOW_ENDED_NORMALLY);
    end_client(good);
}

/* The clients of an address are one player: another one goes on if one is mute. */
TEST(clients, go_on_for_a_mute_one)
{
    static const struct script MUTE = {"mute", "", SOW_FORFEIT_SILENT, false, 0};
    struct sow_rules rules = rules_of("kalah");
    int port = free_port();
    struct sow_agent agent = agent_at(port, ",ms=200,join=20");
    struct sow_game game;
    pid_t mute = begin_client(port, &MUTE);
    ck_ok(sow_agent_open(&agent, &rules, true, &err));
    pid_t good = begin_client(port, &SCRIPTS[0]);
    (void)poll(NULL, 0, 100);
    (void)play(&agent, &rules, &game);
    ck_assert_int_eq(game.ending, SOW_ENDED_NORMALLY);
    (void)play(&agent, &rules, &game);
    ck_assert_int_eq(game.ending, SOW_ENDED_NORMALLY);
    end_client(mute);
    end_client(good);
}

TEST(clients, nobody_is_waited_for_twice)
{
    struct sow_rules rules = rules_of("kalah");
    struct sow_agent agent = agent_at(free_port(), ",join=1");
    struct sow_game game;
    ck_fails(sow_agent_open(&agent, &rules, true, &err), SOW_IO,
             "within 1 s: start the program, or wait longer");
    for (int i = 0; i < 20; i++) {
        (void)play(&agent, &rules, &game);
        ck_assert_int_eq(game.ending, SOW_FORFEIT_ABSENT);
    }
}

TEST(clients, play_kalah_only)
{
    struct sow_rules rules = rules_of("awari");
    struct sow_agent agent = agent_at(free_port(), "");
    struct sow_game game;
    ck_fails(sow_agent_open(&agent, &rules, true, &err), SOW_USAGE, "play only Kalah");
    (void)play(&agent, &rules, &game);
    ck_assert_int_eq(game.ending, SOW_FORFEIT_RULES);
    rules = rules_of("kalah");
    rules.pie_rule = true;
    ck_fails(sow_agent_open(&agent, &rules, true, &err), SOW_USAGE, "pie rule");
}

TEST(clients, port_taken)
{
    struct sow_rules rules = rules_of("kalah");
    struct sockaddr_in name = {.sin_family = AF_INET,
                               .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof name;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(fd, (struct sockaddr *)&name, size), 0);
    ck_assert_int_eq(listen(fd, 1), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&name, &size), 0);
    struct sow_agent agent = agent_at(ntohs(name.sin_port), "");
    ck_fails(sow_agent_open(&agent, &rules, true, &err), SOW_IO, "cannot listen at");
}

/* --- a host, and this program as its client --- */

static int told; /* write end of a pipe */

static void tell_port(void *context, const char *host, int port)
{
    (void)context;
    (void)host;
    (void)!write(told, &port, sizeof port);
}

/* Numbers added to the word of a game with a client of that name, and of a game with
   moves that were drawn. */
enum { QUOTED = 1000, DRAWN = 2000 };

static void tell_played(void *context, const struct sow_kgp_played *played)
{
    int word = (int)played->ending * 2 + played->client_first;
    (void)context;
    if (strcmp(played->client, "quoted") == 0)
        word += QUOTED;
    if (played->drawn > 0)
        word += DRAWN;
    (void)!write(told, &word, sizeof word);
}

static int next_word(int fd)
{
    int word = -1;
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    if (poll(&ready, 1, 20000) != 1 || read(fd, &word, sizeof word) != sizeof word)
        return -1;
    return word;
}

/* How the next hosts treat silent clients. */
static struct {
    int ms;
    enum sow_kgp_silent silent;
} manners = {500, SOW_SILENT_FORFEIT};

/* Starts a host in its own process. Returns the pipe with its words, of which the first
   is its port. */
static int begin_host_for(const struct sow_rules *rules, int clients, int games,
                          pid_t *host)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    *host = fork();
    if (*host == 0) {
        struct sow_agent agent;
        struct sow_err err;
        told = ends[1];
        (void)!sow_agent_parse("h4", NULL, &agent, &err);
        struct sow_player player = sow_agent_player(&agent);
        struct sow_kgp_service service = {.address = "0",
                                          .rules = rules,
                                          .player = &player,
                                          .ms = manners.ms,
                                          .silent = manners.silent,
                                          .games = games,
                                          .clients = clients,
                                          .listening = tell_port,
                                          .played = tell_played};
        _exit((int)sow_kgp_serve(&service, &err));
    }
    (void)close(ends[1]);
    return ends[0];
}

static int begin_host(const struct sow_rules *rules, int clients, pid_t *host)
{
    return begin_host_for(rules, clients, 2, host);
}

static enum sow_status visit(int port, const char *spec, int64_t *answered,
                             struct sow_err *err)
{
    struct sow_rules rules = rules_of("kalah");
    struct sow_agent agent;
    char address[32];
    ck_assert_int_eq(sow_agent_parse(spec, NULL, &agent, err), SOW_OK);
    struct sow_player player = sow_agent_player(&agent);
    (void)snprintf(address, sizeof address, "localhost:%d", port);
    struct sow_kgp_visit visit = {
        .address = address, .name = spec, .rules = &rules, .player = &player};
    enum sow_status status = sow_kgp_join(&visit, err);
    *answered = visit.answered;
    return status;
}

TEST(host, plays_ours)
{
    struct sow_rules rules = rules_of("kalah");
    rules.pits = 9;
    rules.seeds = 3;
    ck_ok(sow_rules_check(&rules, NULL, &err));
    pid_t host;
    int words = begin_host(&rules, 4, &host);
    int port = next_word(words);
    int64_t answered;
    ck_ok(visit(port, "alphabeta:depth=2,eval=[h4]", &answered, &err));
    ck_assert_int_gt(answered, 10);
    ck_assert_int_eq(next_word(words), 2 * SOW_ENDED_NORMALLY + 1);
    ck_assert_int_eq(next_word(words), 2 * SOW_ENDED_NORMALLY);
    end_client(host);
    ck_fails(visit(port, "h1", &answered, &err), SOW_IO, "cannot join");
}

/* Solves boards of six pits into a file and returns its name. */
static const char *solve_six(const struct sow_rules *rules)
{
    struct sow_endgame_work work = {.with = {.threads = 1}};
    struct sow_endgame *endgame = NULL;
    struct sow_err err;
    static char path[64];
    (void)snprintf(path, sizeof path, "kgp-%d.endgame", (int)getpid());
    (void)remove(path);
    ck_ok(sow_endgame_continue(path, rules, &endgame, &err));
    ck_ok(sow_endgame_grow(endgame, &work, 8, &err));
    sow_endgame_close(endgame);
    return path;
}

/* A host may ask about boards of another size. A file of exact values has one size only.
   Values of other boards would be read from wrong places and give wrong moves. */
TEST(guest, asks_a_file_only_about_its_boards)
{
    struct sow_rules rules = rules_of("kalah-no-empty-capture");
    struct sow_board board = {
        .pit = {{2, 1, 0}, {1, 1, 1}}, .store = {0, 0}, .side = SOW_SOUTH};
    struct sow_agent agent;
    struct sow_game game;
    struct sow_pcg rng;
    char spec[300];
    int moves[SOW_MOVES_MAX];
    (void)snprintf(spec, sizeof spec, "alphabeta:depth=12,endgame=%s,eval=[divilly2013]",
                   solve_six(&rules));
    ck_ok(sow_agent_parse(spec, NULL, &agent, &err));
    ck_ok(sow_agent_open(&agent, &rules, true, &err));
    struct sow_player player = sow_agent_player(&agent);
    ck_assert_ptr_nonnull(sow_endgame_choice_opened(&agent.endgame, &rules));
    rules.seeds = 1; /* the start position does not matter to a file */
    ck_assert_ptr_nonnull(sow_endgame_choice_opened(&agent.endgame, &rules));
    rules.pits = 3;
    ck_ok(sow_rules_check(&rules, NULL, &err));
    ck_assert_ptr_null(sow_endgame_choice_opened(&agent.endgame, &rules));
    sow_pcg_seed(&rng, 1, 1);
    sow_game_init(&game, &rules, &board);
    int count = sow_game_moves(&game, moves);
    ck_assert_int_eq(count, 2);
    /* The search chooses the first pit by its value. */
    ck_assert_int_eq(moves[player.choose(player.context, &game, moves, count, &rng)], 0);
    ck_assert_int_eq(remove(agent.endgame.file), 0);
}

/* Every misbehaving client has its own process. */
TEST(host, plays_on)
{
    struct sow_rules rules = rules_of("kalah");
    pid_t host;
    int words = begin_host(&rules, 4, &host);
    int port = next_word(words);
    int64_t answered;
    ck_assert_int_ge(connected(port), 0);
    for (size_t i = 1; i < 3 + sizeof SCRIPTS / sizeof SCRIPTS[0]; i += 5) {
        const struct script *script = &SCRIPTS[i < COUNT(SCRIPTS) ? i : 12];
        pid_t client = begin_client(port, script);
        int word = next_word(words);
        while (word >= 0 && word != 2 * script->ending + 1)
            word = next_word(words);
        ck_assert_msg(word >= 0, "%s", script->name);
        end_client(client);
    }
    ck_ok(visit(port, "random", &answered, &err));
    end_client(host);
}

/* A client that is always silent, or that never makes a legal move, loses the next games
   too, but only up to a limit. */
static const struct script FAULTY[] = {
    {"silent", "", SOW_FORFEIT_SILENT, false, 0},
    {"illegal", "@# move 99\r\n@# yield\r\n", SOW_FORFEIT_ILLEGAL, false, 0}};

TEST_LOOP(host, sends_away_who_never_plays, 0, COUNT(FAULTY))
{
    struct sow_rules rules = rules_of("kalah");
    pid_t host;
    int words = begin_host_for(&rules, 4, 50, &host);
    pid_t client = begin_client(next_word(words), &FAULTY[_i]);
    for (int game = 0; game < SOW_KGP_FAULTS_MAX; game++)
        ck_assert_int_eq(next_word(words), 2 * FAULTY[_i].ending + (game % 2 == 0));
    int status = -1;
    ck_assert_int_eq(waitpid(client, &status, 0), client);
    end_client(host);
}

TEST(host, moves_for_silent_clients_if_asked_to)
{
    static const struct script SILENT = {"silent", "", SOW_FORFEIT_SILENT, false, 0};
    struct sow_rules rules = rules_of("kalah");
    pid_t host;
    manners.ms = 20;
    manners.silent = SOW_SILENT_RANDOM;
    int words = begin_host(&rules, 4, &host);
    pid_t client = begin_client(next_word(words), &SILENT);
    ck_assert_int_eq(next_word(words), 2 * SOW_ENDED_NORMALLY + 1 + DRAWN);
    ck_assert_int_eq(next_word(words), 2 * SOW_ENDED_NORMALLY + DRAWN);
    end_client(client);
    end_client(host);
}

TEST(host, takes_a_quoted_option_name)
{
    struct sow_rules rules = rules_of("kalah");
    pid_t host;
    int words = begin_host(&rules, 4, &host);
    quotes = true;
    pid_t client = begin_client(next_word(words), &SCRIPTS[0]);
    quotes = false;
    ck_assert_int_eq(next_word(words), 2 * SOW_ENDED_NORMALLY + 1 + QUOTED);
    end_client(client);
    end_client(host);
}

/* Without quick acknowledgement, each of some hundred moves would wait 40 ms, or 4 s in
   all. */
TEST(host, keeps_nobody_waiting)
{
    enum { GAMES = 6, MOST_MS = 2000 };
    struct sow_rules rules = rules_of("kalah");
    struct timespec begun;
    struct timespec ended;
    pid_t host;
    int words = begin_host_for(&rules, 4, GAMES, &host);
    hesitates = true;
    (void)clock_gettime(CLOCK_MONOTONIC, &begun);
    pid_t client = begin_client(next_word(words), &SCRIPTS[0]);
    hesitates = false;
    for (int game = 0; game < GAMES; game++)
        ck_assert_int_eq(next_word(words), 2 * SOW_ENDED_NORMALLY + (game % 2 == 0));
    (void)clock_gettime(CLOCK_MONOTONIC, &ended);
    double ms = 1e3 * (double)(ended.tv_sec - begun.tv_sec) +
                1e-6 * (double)(ended.tv_nsec - begun.tv_nsec);
    ck_assert_msg(ms < MOST_MS, "%.0f ms", ms);
    end_client(client);
    end_client(host);
}

TEST(host, has_so_much_room)
{
    struct sow_rules rules = rules_of("kalah");
    pid_t host;
    int words = begin_host(&rules, 1, &host);
    int port = next_word(words);
    int64_t answered = -1;
    int mute = connected(port);
    char line[8];
    ck_assert_int_eq(recv(mute, line, 5, 0), 5); /* the mute client has the place now */
    ck_ok(visit(port, "random", &answered, &err));
    ck_assert_int_eq(answered, 0);
    (void)close(mute);
    end_client(host);
}

/* --- specs --- */

TEST(spec, is_read_and_written)
{
    static const char *const SPECS[] = {"kgp:2671", "kgp:0.0.0.0:80,ms=5",
                                        "kgp:example.org:2671,ms=10,join=0",
                                        "kgp:2671,silent=random"};
    static const char *const BAD[] = {
        "kgp",         "kgp:",       "kgp:x",         "kgp:70000", "kgp:0",
        "kgp::2671",   "kgp:1,ms=0", "kgp:1,eval=h1", "kgp:1,ms",  "kgp:1,silent=yes",
        "kgp:1,silent"};
    struct sow_agent agent;
    for (int i = 0; i < COUNT(SPECS); i++) {
        ck_ok(sow_agent_parse(SPECS[i], NULL, &agent, &err));
        OWNED(text) char *spec = sow_agent_spec(&agent);
        ck_assert_str_eq(spec, SPECS[i]);
        ck_assert(sow_agent_is_timed(&agent));
    }
    for (int i = 0; i < COUNT(BAD); i++)
        ck_assert_msg(sow_agent_parse(BAD[i], NULL, &agent, &err) == SOW_USAGE, "%s",
                      BAD[i]);
    ck_fails(sow_agent_parse("alphabeta:depth=1,eval=[kgp:1]", NULL, &agent, &err),
             SOW_USAGE, "cannot value positions");
}
