/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of programs that sowlab starts as players, with tests/exec_player.c. */
#include "outside_support.h"
#include "sow/game/transcript.h"
#include "sow/heuristics/batch.h"
#include "sow/outside/exec.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

static char lock[64]; /* file that the programs lock */

static void make_lock(void)
{
    (void)snprintf(lock, sizeof lock, "/tmp/sowlab-test-exec-XXXXXX");
    int fd = mkstemp(lock);
    ck_assert_int_ge(fd, 0);
    (void)close(fd);
}

static void remove_lock(void)
{
    (void)unlink(lock);
}

FIXTURE(ANY, make_lock, remove_lock)

/* Returns true if no program that holds the lock is left, after at most some seconds. */
static bool all_are_gone(void)
{
    int fd = open(lock, O_RDWR);
    bool gone = false;
    for (int i = 0; i < 1000 && !gone; i++) {
        gone = flock(fd, LOCK_EX | LOCK_NB) == 0;
        if (!gone)
            (void)poll(NULL, 0, 10);
    }
    (void)close(fd);
    return gone;
}

/* Writes the spec of a program with a habit to `spec`. */
static void write_spec(char *spec, size_t size, const char *habit, const char *more)
{
    (void)snprintf(spec, size, "exec:[%s %s %s]%s", SOW_EXEC_PLAYER, habit, lock, more);
}

/* Returns a program with a habit, which may be started. */
static struct sow_agent agent_with(const char *habit, const char *more)
{
    struct sow_err err;
    struct sow_agent agent;
    char spec[600];
    write_spec(spec, sizeof spec, habit, more);
    ck_assert(sow_exec_allow(spec));
    ck_ok(sow_agent_parse(spec, NULL, &agent, &err));
    return agent;
}

/* --- games --- */

/* A habit, and how a game with it ends. */
static const struct habit {
    const char *name;
    const char *more; /* limits */
    int ending;
} HABITS[] = {
    {"fine", ",ms=60000", SOW_ENDED_NORMALLY},
    {"windows", ",ms=60000", SOW_ENDED_NORMALLY},
    {"echoes", ",ms=60000", SOW_ENDED_NORMALLY},
    {"forks", ",ms=60000,memory=2000,cpu=100", SOW_ENDED_NORMALLY},
    {"fine", ",ms=60000,clock=60+1", SOW_ENDED_NORMALLY},
    {"other", "", SOW_FORFEIT_GARBAGE},
    {"garbage", "", SOW_FORFEIT_GARBAGE},
    {"blank", "", SOW_FORFEIT_GARBAGE},
    {"megabyte", "", SOW_FORFEIT_GARBAGE},
    {"illegal", "", SOW_FORFEIT_ILLEGAL},
    {"swaps", "", SOW_FORFEIT_ILLEGAL},
    {"leaves", "", SOW_FORFEIT_GONE},
    {"orphans", "", SOW_FORFEIT_GONE},
    {"hangs", ",ms=50", SOW_FORFEIT_SILENT},
    {"deaf", ",ms=50", SOW_FORFEIT_SILENT},
    {"hangs", ",clock=0.05", SOW_FORFEIT_CLOCK},
    {"slow", ",clock=0.05+0.001", SOW_FORFEIT_CLOCK},
    {"eats", ",ms=60000,memory=100", SOW_FORFEIT_MEMORY},
    {"burns", ",ms=60000,cpu=1", SOW_FORFEIT_CPU},
    {"burners", ",ms=60000,cpu=1", SOW_FORFEIT_CPU},
};

/* A program that misbehaves loses the game, and nothing is left of it. */
TEST_EACH(games, end_by_habit, HABITS)
{
    const struct habit *habit = &HABITS[_i];
    struct sow_rules rules = rules_of("awari");
    struct sow_agent agent = agent_with(habit->name, habit->more);
    struct sow_game game;
    ck_ok(sow_agent_open(&agent, &rules, true, &err));
    struct sow_score score = play(&agent, &rules, &game);
    ck_assert_msg((int)game.ending == habit->ending, "%s: %s", habit->name,
                  sow_ending_names[game.ending]);
    if (habit->ending == SOW_ENDED_NORMALLY)
        return;
    ck_assert_int_eq(score.store[0], 0);
    ck_assert_msg(all_are_gone(), "'%s' is still there", habit->name);
}

/* More answers than questions: the first game or a later one is lost, but no answer is
   taken for another position in a game that is not. */
TEST(games, with_too_many_answers_are_lost)
{
    static const char *const NAMES[] = {"twice", "floods"};
    struct sow_rules rules = rules_of("awari");
    struct sow_game game;
    for (int i = 0; i < COUNT(NAMES); i++) {
        struct sow_agent agent = agent_with(NAMES[i], "");
        (void)play(&agent, &rules, &game);
        ck_assert_msg(game.ending == SOW_FORFEIT_GARBAGE ||
                          game.ending == SOW_FORFEIT_ILLEGAL,
                      "%s: %s", NAMES[i], sow_ending_names[game.ending]);
        ck_assert(all_are_gone());
    }
}

/* After a lost game the next one has a new process. */
TEST(games, are_played_after_a_forfeit)
{
    struct sow_rules rules = rules_of("awari");
    struct sow_agent agent = agent_with("leaves", "");
    struct sow_game game;
    for (int i = 0; i < 3; i++) {
        (void)play(&agent, &rules, &game);
        ck_assert_int_eq(game.ending, SOW_FORFEIT_GONE);
    }
}

/* The program plays any variant; a process with other rules replaces the first. */
TEST(games, are_of_any_variant)
{
    struct sow_agent agent = agent_with("fine", "");
    struct sow_game game;
    for (size_t i = 0; i < sow_variant_count(); i++) {
        struct sow_rules rules = rules_of(sow_variant_name(i));
        (void)play(&agent, &rules, &game);
        ck_assert_int_lt(game.ending, SOW_FORFEIT_CLOCK);
    }
}

/* Games of a batch are the same, and as many are lost, with any number of processes. */
static struct sow_pairing pair(const void *context, size_t index)
{
    (void)context;
    return (struct sow_pairing){.first = (uint32_t)(index % 2),
                                .second = (uint32_t)(1 - index % 2),
                                .stream = {SOW_PURPOSE_MATCH, {index / 2, 0, 0, 0}}};
}

TEST(games, are_the_same_side_by_side)
{
    enum { GAMES = 24 };
    struct sow_rules rules = rules_of("awari");
    struct sow_game_result results[2][GAMES];
    for (int i = 0; i < 2; i++) {
        struct sow_agent agents[2] = {agent_with("fine", i == 0 ? "" : ",threads=3")};
        ck_ok(sow_agent_parse("random", NULL, &agents[1], &err));
        ck_assert_int_eq(sow_agents_threads(agents, 2, 8), i == 0 ? 1 : 3);
        ck_assert_int_eq(sow_agents_threads(agents, 2, 2), i == 0 ? 1 : 2);
        struct sow_batch batch = {.rules = &rules,
                                  .agents = agents,
                                  .agent_count = 2,
                                  .seed = 1,
                                  .games = GAMES,
                                  .pairing = pair,
                                  .with = {.threads = 4}};
        ck_assert(sow_batch_play(&batch, results[i]));
    }
    for (int i = 0; i < GAMES; i++) {
        ck_assert_int_eq(results[0][i].first, results[1][i].first);
        ck_assert_int_eq(results[0][i].plies, results[1][i].plies);
        ck_assert_int_eq(results[0][i].forfeit, 0);
    }
}

/* --- the end --- */

/* Starts a program in a child of this process, which then ends by a signal or normally.
   Returns after its end. */
static void end_by(int signal_number, const char *habit)
{
    struct sow_rules rules = rules_of("awari");
    struct sow_agent agent = agent_with(habit, "");
    pid_t child = fork();
    if (child == 0) {
        struct sow_game game;
        if (sow_agent_open(&agent, &rules, true, NULL) != SOW_OK)
            _exit(1);
        if (signal_number == 0)
            exit(0);
        (void)signal(signal_number, SIG_DFL); /* the runner of tests has handlers */
        (void)kill(getpid(), signal_number);
        (void)play(&agent, &rules, &game);
        _exit(1);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(signal_number == 0 ? WIFEXITED(status) && WEXITSTATUS(status) == 0
                                 : WIFSIGNALED(status));
}

TEST(end, takes_all_programs_along)
{
    static const int SIGNALS[] = {0, SIGKILL, SIGTERM, SIGINT};
    for (int i = 0; i < COUNT(SIGNALS); i++) {
        end_by(SIGNALS[i], i % 2 == 0 ? "fine" : "deaf");
        ck_assert_msg(all_are_gone(), "after signal %d", SIGNALS[i]);
    }
}

/* --- starts --- */

/* Programs that cannot be started, and part of the message. */
static const struct fault {
    const char *habit;
    const char *more;
    const char *words;
} FAULTS[] = {
    {"ends", "", "ended before it wrote 'ready'"},
    {"sleeps", ",start=1", "give it longer with start=SECONDS"},
    {"unready", "", "wrote another line than 'ready'; it has written no message"},
    {"complains", "", "its last message is 'I complain'"},
};

TEST_EACH(starts, may_fail, FAULTS)
{
    const struct fault *fault = &FAULTS[_i];
    struct sow_rules rules = rules_of("awari");
    struct sow_agent agent = agent_with(fault->habit, fault->more);
    struct sow_game game;
    ck_fails(sow_agent_open(&agent, &rules, true, &err), SOW_IO, fault->words);
    ck_assert(all_are_gone());
    /* Games are lost at once, without another start. */
    for (int i = 0; i < 3; i++) {
        (void)play(&agent, &rules, &game);
        ck_assert_int_eq(game.ending, SOW_FORFEIT_ABSENT);
    }
}

/* A program that was not allowed is not started, whatever asks for it. */
TEST(starts, need_permission)
{
    struct sow_rules rules = rules_of("awari");
    struct sow_agent agent;
    struct sow_game game;
    char spec[600];
    write_spec(spec, sizeof spec, "fine", "");
    ck_ok(sow_agent_parse(spec, NULL, &agent, &err));
    ck_fails(sow_agent_open(&agent, &rules, false, &err), SOW_USAGE,
             "--allow-exec 'exec:[");
    ck_fails(sow_agent_open(&agent, &rules, true, &err), SOW_USAGE, "does not name it");
    (void)play(&agent, &rules, &game);
    ck_assert_int_eq(game.ending, SOW_FORFEIT_ABSENT);
    /* Another command is none of those that are allowed. */
    int refused;
    ck_assert(sow_exec_allow("x exec:[true] exec:[ false  --help ],ms=3 exec:[ exec:no"));
    ck_assert_int_eq(sow_exec_named("exec:[true] exec:[false --help]", &refused), 2);
    ck_assert_int_eq(refused, 0);
    ck_assert_int_eq(sow_exec_named("exec:[true --help],ms=1", &refused), 1);
    ck_assert_int_eq(refused, 1);
    ck_assert_int_eq(sow_exec_named("exec:true", &refused), 0);
    /* Specs are read in any case of letters. */
    ck_assert_int_eq(sow_exec_named("EXEC:[true] or Exec:[TRUE]", &refused), 2);
    ck_assert_int_eq(refused, 1);
    ck_fails(sow_agent_open(&agent, &rules, true, &err), SOW_USAGE, "does not name it");
}

/* A program of another checksum is not the one that a record names. */
TEST(starts, need_the_same_program)
{
    struct sow_rules rules = rules_of("awari");
    struct sow_agent agent = agent_with("fine", "");
    ck_assert_int_eq((int)strspn(agent.outside.program.digest, "0123456789abcdef"), 64);
    ck_ok(sow_agent_open(&agent, &rules, false, &err));
    agent.outside.program.digest[0] ^= 1;
    ck_fails(sow_agent_open(&agent, &rules, false, &err), SOW_BAD_DATA, "has changed");
}

/* --- the protocol --- */

/* The program hears the rules, then each position with the moves so far. */
TEST(protocol, tells_rules_and_moves)
{
    struct sow_rules rules = rules_of("awari");
    struct sow_agent agent = agent_with("tells", ",ms=777");
    struct sow_transcript transcript = {.count = 0};
    struct sow_game game;
    struct sow_pcg rng;
    char text[4096] = "";
    struct sow_player player = sow_agent_player(&agent);
    const struct sow_player *const seats[2] = {&player, &player};
    sow_pcg_seed(&rng, 1, 1);
    sow_game_init(&game, &rules, NULL);
    sow_game_record(&game, &transcript);
    sow_game_seat(&game, seats);
    for (int i = 0; i < 3; i++)
        ck_assert_int_ge(sow_game_turn(&game, &player, &rng), 0);
    sow_game_unseat(&game, seats);
    sow_transcript_release(&transcript);
    const char *log = sow_exec_log(&agent.outside.program);
    for (int i = 0; i < 200 && strstr(text, " 1 1\n") == NULL; i++) {
        (void)poll(NULL, 0, 10);
        FILE *file = fopen(log, "r");
        if (file == NULL)
            continue; /* there is no message yet */
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        (void)fclose(file);
    }
    static const char *const PARTS[] = {
        "sowlab exec 1\n",
        "pits = 6\n",
        "repetition = none\n",
        "ply_cap = 250\n",
        "pie_rule = no\n",
        "\n4,4,4,4,4,4,0/4,4,4,4,4,4,0:s 777 1,2,3,4,5,6 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s\n",
        "\n0,5,5,5,5,4,0/4,4,4,4,4,4,0:n 777 1,2,3,4,5,6 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s 1\n",
        "\n0,5,5,5,5,4,0/0,5,5,5,5,4,0:s 777 2,3,4,5,6 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s 1 1\n"};
    for (int i = 0; i < COUNT(PARTS); i++)
        ck_assert_msg(strstr(text, PARTS[i]) != NULL, "'%s' lacks '%s'", text, PARTS[i]);
    (void)unlink(log);
}

/* --- specs --- */

TEST(spec, is_read_and_written)
{
    static const char *const SPECS[][2] = {
        {"exec:[true]", "exec:[true],sha256="},
        {"EXEC:[  sh   -c  A\\ B,[x] ],MS=5", "exec:[sh -c A\\ B,[x]],ms=5,sha256="},
        {"exec:[true],name=My-Bot.2,clock=60+0.5,start=3,threads=2,cpu=9,memory=64",
         "exec:[true],name=My-Bot.2,clock=60+0.5,start=3,threads=2,cpu=9,memory=64,"
         "sha256="},
    };
    struct sow_agent agent;
    for (int i = 0; i < COUNT(SPECS); i++) {
        ck_ok(sow_agent_parse(SPECS[i][0], NULL, &agent, &err));
        OWNED(text) char *spec = sow_agent_spec(&agent);
        ck_assert_msg(strncmp(spec, SPECS[i][1], strlen(SPECS[i][1])) == 0, "%s", spec);
        ck_assert(sow_agent_is_timed(&agent) && sow_agent_is_slow(&agent));
        struct sow_agent again;
        ck_ok(sow_agent_parse(spec, NULL, &again, &err));
        OWNED(text) char *same = sow_agent_spec(&again);
        ck_assert_str_eq(spec, same);
        ck_assert(!sow_agent_alike(&agent, &again));
    }
}

TEST(spec, is_refused)
{
    static const char *const BAD[][2] = {
        {"exec", "needs a colon"},
        {"exec:", "write the command in brackets"},
        {"exec:true", "write the command in brackets"},
        {"exec:[true", "write the command in brackets"},
        {"exec:[]", "is empty"},
        {"exec:[  ]", "is empty"},
        {"exec:[a\tb]", "control character"},
        {"exec:[true],", "after the command give"},
        {"exec:[true],join=3", "after the command give"},
        {"exec:[true],ms=-1", "from 0"},
        {"exec:[true],threads=0", "from 1"},
        {"exec:[true],clock=x", "clock"},
        {"exec:[true],name=a/b", "letters, digits"},
        {"exec:[true],sha256=12", "64 hexadecimal digits"},
        {"exec:[no-such-program]", "in the folders of PATH"},
        {"exec:[./no-such-program]", "write the path of a file"},
        {"exec:[/tmp]", "write the path of a file"},
        {"exec:[/etc/passwd]", "make it one with 'chmod +x'"},
        {"alphabeta:depth=1,eval=[exec:[true]]", "an evaluator is one player"},
    };
    struct sow_agent agent;
    for (int i = 0; i < COUNT(BAD); i++)
        ck_fails(sow_agent_parse(BAD[i][0], NULL, &agent, &err), SOW_USAGE, BAD[i][1]);
    char words[500];
    (void)snprintf(words, sizeof words, "exec:[%s%s%s%s%s%s%s]", "a b c d e f g h i j ",
                   "a b c d e f g h i j ", "a b c d e f g h i j ", "a b c d e f g h i j ",
                   "a b c d e f g h i j ", "a b c d e f g h i j ", "a b c d e f g h i j");
    ck_fails(sow_agent_parse(words, NULL, &agent, &err), SOW_USAGE, "more than 64 words");
    (void)snprintf(words, sizeof words, "exec:[%0400d]", 0);
    ck_fails(sow_agent_parse(words, NULL, &agent, &err), SOW_USAGE, "399 characters");
}
