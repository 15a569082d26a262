/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command kgp: a host of the Kalah Game Protocol for other programs, and a client
   that plays at another host. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/matches/openings.h"
#include "sow/outside/kgp.h"
#include "sow/players/players.h"
#include "sow/support/doc_pages.h"

#include <string.h>

/* Options of the command. */
struct kgp_options {
    bool serve;
    char connect[SOW_KGP_ADDRESS_MAX + 1];
    char listen[SOW_KGP_ADDRESS_MAX + 1];
    char variant[64];
    int pits;
    int seeds;
    int games;   /* games with each client; 0: until it leaves */
    int ms;      /* time of a client for a move, in milliseconds */
    int silent;  /* consequence of no move in time: enum sow_kgp_silent */
    int clients; /* most clients at a time */
    int visits;  /* clients after which the host stops; 0: no limit */
    int random_plies;
    char *starts; /* value of --starts; owned */
};

#define AT(field) offsetof(struct kgp_options, field)

static const struct sow_param ROWS[] = {
    {"serve", &sow_param_flag, AT(serve), 0, 0, NULL, "no",
     "role of a host: programs that join play against the player (default "
     "divilly2013)"},
    {"connect", &sow_param_text, AT(connect), 0, SOW_KGP_ADDRESS_MAX, NULL, "",
     "role of a client: address HOST:PORT of the host at which the player plays"},
    {"listen", &sow_param_text, AT(listen), 0, SOW_KGP_ADDRESS_MAX, NULL, "2671",
     "address of the host, PORT or HOST:PORT; port 0 is any free port. Without HOST "
     "only this machine can join"},
    {"variant", &sow_param_text, AT(variant), 0,
     sizeof((struct kgp_options *)0)->variant - 1, NULL, "kalah-no-empty-capture",
     "variant to serve: kalah or kalah-no-empty-capture"},
    {"pits", &sow_param_integer, AT(pits), 1, SOW_MAX_PITS, NULL, "6",
     "pits in a row of the games to serve"},
    {"seeds_per_pit", &sow_param_integer, AT(seeds), 1, SOW_MAX_SEEDS, NULL, "4",
     "seeds per pit at the start of the games to serve"},
    {"games", &sow_param_integer, AT(games), 0, 1000000, NULL, "0",
     "games with each client, which moves first in the first, third, ..; 0 = until "
     "the client leaves"},
    {"ms", &sow_param_integer, AT(ms), 1, 86400000, NULL, "2000",
     "time of a client for a move, in milliseconds"},
    {"silent", &sow_param_choice, AT(silent), 0, 0, sow_kgp_silent_words, "forfeit",
     "consequence for a client that sends no move in time: it loses the game, or the "
     "host makes a random move for it"},
    {"clients", &sow_param_integer, AT(clients), 1, 64, NULL, "16",
     "largest number of clients at a time; further clients are refused"},
    {"visits", &sow_param_integer, AT(visits), 0, 1000000, NULL, "0",
     "number of clients after which the host stops; 0 = no limit"},
    SOW_RANDOM_PLIES_ROW(AT(random_plies)),
    SOW_STARTS_ROW(AT(starts)),
};

static const struct sow_param_table KGP_PARAMS = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* --- serving --- */

/* Rules and openings of the hosted games, and the command line for output. */
struct hosting {
    struct sow_cli *cli;
    const struct sow_rules *rules;
    struct sow_openings openings;
};

/* Plays the opening of a hosted game: sets start position and random moves of @p game.
   Two consecutive games of a visit, one in each seat, have the same opening. Callback of
   the host; @p context is a struct hosting. */
static void open_game(void *context, uint64_t visit, uint64_t number,
                      struct sow_game *game)
{
    const struct hosting *hosting = context;
    struct sow_batch batch = {.rules = hosting->rules, .seed = hosting->cli->common.seed};
    struct sow_pairing pairing = {.stream = {SOW_PURPOSE_MATCH, {visit, 0, 1, number}}};
    sow_openings_set(&batch, &hosting->openings);
    if (batch.open != NULL)
        batch.open(&batch, &pairing, game);
}

/* Notes the address of the host and writes the heading of the lines of games. Callback of
   the host; @p context is a struct hosting. */
static void tell_address(void *context, const char *host, int port)
{
    const struct hosting *hosting = context;
    const struct sow_cli *cli = hosting->cli;
    sow_cli_note(cli, "listening at %s:%d; control-C ends it", host, port);
    (void)fputs("client\tfirst\tclient_seeds\tplayer_seeds\tplies\tdrawn\tending\n",
                cli->out);
    (void)fflush(cli->out);
}

/* Writes the line of a game at once, so that lines of several clients do not mix.
   Callback of the host; @p context is a struct hosting. */
static void tell_game(void *context, const struct sow_kgp_played *played)
{
    const struct hosting *hosting = context;
    const struct sow_cli *cli = hosting->cli;
    int role = played->client_first ? 0 : 1;
    (void)fprintf(cli->out, "%s\t%s\t%d\t%d\t%d\t%d\t%s\n",
                  played->client[0] != '\0' ? played->client : "-",
                  played->client_first ? "client" : "player", played->score.store[role],
                  played->score.store[1 - role], played->score.plies, played->drawn,
                  sow_ending_names[played->ending]);
    (void)fflush(cli->out);
}

/* Resolves and loads the openings of --starts or --random-plies. The caller releases
   openings->starts, also after a failure. Returns SOW_USAGE for options that do not fit,
   or the failure of the file. */
static enum sow_status load_openings(struct kgp_options *asked,
                                     const struct sow_rules *rules,
                                     struct sow_openings *openings, struct sow_err *err)
{
    enum sow_status status =
        sow_openings_resolve(&asked->starts, &asked->random_plies, rules, err);
    *openings = (struct sow_openings){.random_plies = asked->random_plies,
                                      .purpose = SOW_PURPOSE_OPENING};
    return status == SOW_OK ? sow_openings_load(asked->starts, rules, openings, err)
                            : status;
}

/* Runs the host until the stop request or the last visit, and prints a line for each
   game. Returns the failure of the openings or of the host. */
static enum sow_status serve(struct sow_cli *cli, struct kgp_options *asked,
                             const struct sow_rules *rules,
                             const struct sow_player *player, struct sow_err *err)
{
    struct hosting hosting = {.cli = cli, .rules = rules};
    enum sow_status status = load_openings(asked, rules, &hosting.openings, err);
    struct sow_kgp_service service = {.address = asked->listen,
                                      .rules = rules,
                                      .player = player,
                                      .seed = cli->common.seed,
                                      .ms = asked->ms,
                                      .silent = (enum sow_kgp_silent)asked->silent,
                                      .games = asked->games,
                                      .clients = asked->clients,
                                      .visits = asked->visits,
                                      .with = cli->with,
                                      .open = open_game,
                                      .listening = tell_address,
                                      .played = tell_game,
                                      .context = &hosting};
    if (status == SOW_OK)
        status = sow_kgp_serve(&service, err);
    sow_starts_release(&hosting.openings.starts);
    return status;
}

/* --- visiting --- */

/* Plays at another host until the visit ends, and notes the number of moves, also after
   a failure. The player is known there as "sowlab SPEC". Fails as sow_kgp_join does. */
static enum sow_status visit(const struct sow_cli *cli, const struct kgp_options *asked,
                             const struct sow_rules *rules,
                             const struct sow_player *player, struct sow_err *err)
{
    char name[80];
    (void)snprintf(name, sizeof name, "sowlab %.60s", cli->operands[0]);
    struct sow_kgp_visit visit = {.address = asked->connect,
                                  .name = name,
                                  .rules = rules,
                                  .player = player,
                                  .seed = cli->common.seed,
                                  .with = cli->with};
    enum sow_status status = sow_kgp_join(&visit, err);
    sow_cli_note(cli, "%lld moves made", (long long)visit.answered);
    return status;
}

/* --- the command --- */

/* Returns true for --serve. Condition of NEEDS; @p context is a struct kgp_options. */
static bool serves(const void *context)
{
    const struct kgp_options *asked = context;
    return asked->serve;
}

static const struct sow_param_need NEEDS[] = {
    {"listen", serves, "--serve"},
    {"pits", serves, "--serve"},
    {"seeds_per_pit", serves, "--serve"},
    {"games", serves, "--serve"},
    {"ms", serves, "--serve"},
    {"silent", serves, "--serve"},
    {"clients", serves, "--serve"},
    {"visits", serves, "--serve"},
    {"random_plies", serves, "--serve"},
    {"starts", serves, "--serve"},
    {NULL, NULL, NULL},
};

/* Checks role, options and address. Returns SOW_USAGE if the role is not clear, an option
   has no effect or an address is wrong. */
static enum sow_status check(const struct sow_cli *cli, const struct kgp_options *asked,
                             int argc, struct sow_err *err)
{
    enum sow_status status =
        sow_param_refuse_idle(cli->command->groups, cli->command->needs, asked, err);
    bool connects = asked->connect[0] != '\0';
    if (status != SOW_OK)
        return status;
    if (asked->serve == connects)
        return sow_err_set(err, SOW_USAGE,
                           "kgp needs a role: give --serve, or --connect HOST:PORT");
    if (connects && argc == 0)
        return sow_err_set(err, SOW_USAGE,
                           "'--connect' needs a player: name it as an operand");
    return sow_kgp_address_check(connects ? asked->connect : asked->listen, connects,
                                 err);
}

/* Finds the variant of the command's own options --variant, --pits and --seeds-per-pit.
   Returns SOW_USAGE if the protocol cannot play it, else as sow_cli_variant. */
static enum sow_status read_rules(struct sow_cli *cli, const struct kgp_options *asked,
                                  struct sow_variant *variant, struct sow_err *err)
{
    (void)snprintf(cli->common.variant, sizeof cli->common.variant, "%s", asked->variant);
    (void)snprintf(cli->common.overrides.lines, sizeof cli->common.overrides.lines,
                   "pits=%d\nseeds_per_pit=%d\n", asked->pits, asked->seeds);
    enum sow_status status = sow_cli_variant(cli, variant, err);
    const char *refusal = status == SOW_OK ? sow_kgp_refusal(&variant->rules) : NULL;
    return refusal == NULL ? status
                           : sow_err_set(err, SOW_USAGE,
                                         "'%s' cannot be played: %s; choose --variant "
                                         "kalah or kalah-no-empty-capture",
                                         asked->variant, refusal);
}

/* Carries out `kgp` as host or client. Returns SOW_USAGE for options that do not fit.
   Returns SOW_USAGE also for a client with a player that needs the clock of a game or
   ponders. Other failures are those of the player, the host or the client. */
static enum sow_status run_kgp(struct sow_cli *cli, void *options, int argc, char **argv,
                               struct sow_err *err)
{
    struct kgp_options *asked = options;
    struct sow_variant variant;
    struct sow_agent agent;
    enum sow_status status = check(cli, asked, argc, err);
    if (status == SOW_OK)
        status = read_rules(cli, asked, &variant, err);
    if (status == SOW_OK)
        status = sow_cli_player(cli, argc > 0 ? argv[0] : "divilly2013", &agent, err);
    if (status == SOW_OK && !asked->serve && agent.limits.clock.ms > 0)
        status = sow_err_set(err, SOW_USAGE,
                             "player '%s' needs the clock of a game, but a host asks "
                             "for single positions: give ms=.. or depth=..",
                             argv[0]);
    if (status == SOW_OK && !asked->serve && agent.limits.ponder)
        status = sow_err_set(err, SOW_USAGE,
                             "player '%s' ponders between moves, but a host asks for "
                             "single positions: leave out ponder=yes",
                             argv[0]);
    if (status == SOW_OK)
        status = sow_agent_open(&agent, &variant.rules, true, err);
    if (status != SOW_OK)
        return status;
    struct sow_player player = sow_agent_player(&agent);
    return asked->serve ? serve(cli, asked, &variant.rules, &player, err)
                        : visit(cli, asked, &variant.rules, &player, err);
}

const struct sow_command sow_command_kgp = {
    .section = "Playing",
    .name = "kgp",
    .operands = "[PLAYER]",
    .summary = "play with outside programs, as their host or as a client",
    .examples = "sowlab kgp --serve 'alphabeta:depth=6,eval=[divilly2013]'\n"
                "sowlab kgp --connect localhost:2671 divilly2013",
    .details =
        "The protocol is the Kalah Game Protocol 1.1, mode freeplay, over TCP (" SOW_DOC_KGP
        "). A host prints a line for each game, with tabs between its fields. A program "
        "loses the game if it leaves, sends no move in time, sends an illegal move, or "
        "violates the protocol. Three such games in a row end a visit.\n"
        "Outside programs play matches and tournaments as the player kgp:PORT, for "
        "example 'sowlab match kgp:2671 divilly2013 --variant kalah'.\n",
    .groups = {{.table = &KGP_PARAMS}},
    .options_size = sizeof(struct kgp_options),
    .needs = NEEDS,
    .takes = SOW_TAKES_SEED | SOW_TAKES_DB,
    .min_operands = 0,
    .max_operands = 1,
    .run = run_kgp,
};
