/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/evolution/evolve_options.h"

#include "evolve_genes.h"
#include "evolve_nearest.h"
#include "sow/base/param_flag.h"
#include "sow/matches/openings.h"
#include "sow/players/bounds.h"
#include "sow/store/store.h"
#include "sow/support/doc_pages.h"

#include <stdlib.h>
#include <string.h>

/* Sets the error for a wrong value of @p option, and returns SOW_USAGE. */
#define REFUSE(option, ...)                                                              \
    sow_err_blame(err, sow_err_set(err, SOW_USAGE, __VA_ARGS__), option)

#define AT(field) offsetof(struct sow_evolve_options, field)

static const char *const GENOMES[SOW_EVOLVE_GENOMES + 1] = {
    [SOW_EVOLVE_WEIGHTS] = "weights",
    [SOW_EVOLVE_ORDER] = "order",
    [SOW_EVOLVE_FEATURES] = "features"};

static const char *const READINGS[] = {
    [SOW_ORDER_FILTER] = "filter", [SOW_ORDER_FIRST_IMPROVING] = "first-improving", NULL};

static const char *const VIEWS[SOW_VIEWS + 1] = {
    [SOW_VIEW_OWN] = "own", [SOW_VIEW_TO_MOVE] = "to-move"};

static const char *const FITNESSES[SOW_FITNESSES + 1] = {[SOW_FITNESS_POPULATION] =
                                                             "population",
                                                         [SOW_FITNESS_PANEL] = "panel",
                                                         [SOW_FITNESS_MIXED] = "mixed"};

static const char *const OBJECTIVES[SOW_OBJECTIVES + 1] = {
    [SOW_OBJECTIVE_MEAN] = "mean",
    [SOW_OBJECTIVE_WORST] = "worst",
    [SOW_OBJECTIVE_REGRET] = "regret",
    [SOW_OBJECTIVE_SOFTMIN] = "softmin",
    [SOW_OBJECTIVE_QUANTILE] = "quantile"};

static const struct sow_param ROWS[] = {
    {"games", &sow_param_integer, AT(games), 1, 10000, NULL, "5",
     "fitness games in each seat against every opponent"},
    {"share_games", &sow_param_flag, AT(share_games), 0, 0, NULL, "no",
     "each game of two individuals counts for both, which halves the work"},
    {"distinct", &sow_param_added_flag, AT(distinct), 0, 0, NULL, "no",
     "individuals of an island that play alike share their games, and have none against "
     "each other: these count as even"},
    {"weight_min", &sow_param_bounds, AT(reading.weight_min), -1000, 1000, NULL, "0",
     "smallest weight, rounded to the grid of weights (2^14 steps); or a value for "
     "each weight, as in 0,0,0,-1,0,0, or exceptions by name, as in 0,h4=-1"},
    {"weight_max", &sow_param_bounds, AT(reading.weight_max), -1000, 1000, NULL, "1",
     "largest weight, in the same forms as --weight-min; a weight with equal bounds "
     "is fixed"},
    {"candidates", &sow_param_integer, AT(candidates), 1, 1000, NULL, "10",
     "best individuals of the last generation that play again to choose the champion"},
    {"candidate_games", &sow_param_integer, AT(candidate_games), 1, 1000000, NULL, "50",
     "games of a candidate in each seat against every opponent"},
    {"validation_games", &sow_param_integer, AT(validation_games), 1, 10000000, NULL,
     "1000", "games of the champion in each seat against every validation opponent"},
    SOW_STARTS_ROW(AT(starts)),
    {"genome", &sow_param_choice, AT(reading.genome), 0, 0, GENOMES, "weights",
     "evolved part of the player: the weights of the --heuristics, a linear "
     "order of them, or the weights of the --features of positions"},
    {"heuristics", &sow_param_added, AT(reading.heuristics), 0, SOW_HEURISTIC_LIST_MAX,
     NULL, "",
     "heuristics that value moves: names and groups, separated by commas, such as "
     "h1,h4,h6; empty = 'heuristics', the paper's six; 'all-heuristics' = all that "
     "make sense in the variant"},
    {"features", &sow_param_string, AT(reading.features), 0, SOW_FEATURE_LIST_MAX, NULL,
     "",
     "features that value positions: names and groups of 'sowlab features', separated "
     "by commas, such as default,-to_move; by default 'default'. With --player also "
     "extra_turns, right_most and later_right_most. Without a negative --weight-min no "
     "feature counts against a move"},
    {"view", &sow_param_added_choice, AT(reading.view), 0, 0, VIEWS, "own",
     "player who sees the features of a position: 'own' = the player itself; 'to-move' = "
     "the player to move there, for weights that hold at every depth of search"},
    {"reading", &sow_param_choice, AT(reading.order), 0, 0, READINGS, "filter",
     "reading of an order: 'filter' keeps the best moves by one heuristic after the "
     "other; 'first-improving' decides by the first heuristic that some move improves"},
    {"player", &sow_param_added_string, AT(reading.player), 0, SOW_SPEC_MAX, NULL, "",
     "search player in which the evolved weights value positions, such as "
     "alphabeta:depth=3,eval=[weights]; by default no search"},
    {"initial", &sow_param_added_players, AT(initial), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "players in the first generation of each island, such as "
     "run:17,divilly2013; the others are random. 'nearest' = the best champion of the "
     "stored variant that is most like this one"},
};
const struct sow_param_table sow_evolve_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static const struct sow_param FITNESS_ROWS[] = {
    SOW_VARIANTS_ROW(
        AT(choice), "",
        "several variants instead of --variant: names, files, groups and random ones (random:[20,seed=7]), "
        "separated by commas (paper = erherhe, oware, awari, vai-lung-thlan; five = "
        "paper and kalah; all)"),
    {"fitness", &sow_param_choice, AT(fitness), 0, 0, FITNESSES, "population",
     "opponents in fitness games: all of the generation, the panel of --opponents, "
     "or a mix by shares"},
    {"objective", &sow_param_choice, AT(objective), 0, 0, OBJECTIVES, "mean",
     "figure that selects: 'mean' score, 'worst' win rate of all variants, opponents "
     "and seats, or 'regret', the largest shortfall against the best of --references. "
     "Others: 'softmin', near the lowest score, and 'quantile' of the variants' scores"},
    {"opponents", &sow_param_players, AT(opponents), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "players and groups of the panel (heuristics = h1 to h6; paper "
     "= h1 to h6 and random), separated by commas, or by blanks if a "
     "player contains commas; by default 'paper'"},
    {"references", &sow_param_players, AT(references), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "players as in --opponents; in each variant the best of them counts. By default "
     "divilly2013 and, for each variant, the best weights in the database that were "
     "evolved only in it. Orders and features have to be named"},
    {"population_share", &sow_param_real, AT(population_share), 0, 1000, NULL, "1",
     "weight of the population in 'mixed' fitness"},
    {"panel_share", &sow_param_real, AT(panel_share), 0, 1000, NULL, "0",
     "weight of the panel in 'mixed' fitness"},
    {"hall_share", &sow_param_real, AT(hall_share), 0, 1000, NULL, "0",
     "weight in 'mixed' fitness of the hall of fame, the best individuals of earlier "
     "generations"},
    {"hall_interval", &sow_param_integer, AT(hall_interval), 1, 1000000, NULL, "10",
     "generations from one entry into the hall of fame to the next"},
    {"hall_size", &sow_param_integer, AT(hall_size), 1, 1000, NULL, "16",
     "largest number of members of the hall of fame in fitness games, spread evenly "
     "over the past"},
    {"hall_holdout", &sow_param_integer, AT(hall_holdout), 0, 1000000, NULL, "4",
     "N: each Nth entrant of the hall of fame is kept for the validation; 0 = none"},
    {"final_games", &sow_param_integer, AT(final_games), 0, 10000, NULL, "0",
     "fitness games of the last generation, to which their number grows evenly from "
     "--games; 0 = no growth"},
};
const struct sow_param_table sow_evolve_fitness_params = {
    FITNESS_ROWS, sizeof FITNESS_ROWS / sizeof FITNESS_ROWS[0]};

static const struct sow_param SOFTMIN_ROWS[] = {
    {"softmin_t", &sow_param_real, AT(softmin_t), 0.01, 10, NULL, "0.05",
     "t of the objective: the lower it is, the more the worst opponent counts"},
};
const struct sow_param_table sow_evolve_softmin_params = {
    SOFTMIN_ROWS, sizeof SOFTMIN_ROWS / sizeof SOFTMIN_ROWS[0]};

static const struct sow_param QUANTILE_ROWS[] = {
    {"quantile_share", &sow_param_real, AT(quantile_share), 0, 1, NULL, "0.1",
     "share of the variants with a lower score than the quantile: 0 = the worst "
     "variant, 0.5 = the median"},
};
const struct sow_param_table sow_evolve_quantile_params = {
    QUANTILE_ROWS, sizeof QUANTILE_ROWS / sizeof QUANTILE_ROWS[0]};

static const struct sow_param RECORDED_ROWS[] = {
    {"feature_list", &sow_param_string, AT(reading.feature_list), 0, SOW_FEATURE_LIST_MAX,
     NULL, "", "the features as written on the command line"},
    {"opponent_names", &sow_param_player_names, AT(opponents), 0, SOW_PLAYER_LIST_MAX,
     NULL, "", "the opponents as written on the command line"},
    {"reference_names", &sow_param_player_names, AT(references), 0, SOW_PLAYER_LIST_MAX,
     NULL, "", "the references as written on the command line"},
    {"initial_names", &sow_param_added_player_names, AT(initial), 0, SOW_PLAYER_LIST_MAX,
     NULL, "", "the players of the first generation as written on the command line"},
    {"nearest", &sow_param_added_string, AT(nearest), 0, SOW_NEAREST_TEXT_MAX, NULL, "",
     "the run that 'nearest' stands for, and the distance of its variant"},
};
const struct sow_param_table sow_evolve_recorded_params = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

double sow_evolve_share(const struct sow_evolve_options *options,
                        enum sow_evolve_part part)
{
    const double mixed[SOW_PARTS] = {[SOW_PART_POPULATION] = options->population_share,
                                     [SOW_PART_PANEL] = options->panel_share,
                                     [SOW_PART_HALL] = options->hall_share};
    if (options->fitness == SOW_FITNESS_MIXED)
        return mixed[part];
    bool panel = options->fitness == SOW_FITNESS_PANEL;
    return part == (panel ? SOW_PART_PANEL : SOW_PART_POPULATION) ? 1.0 : 0.0;
}

int sow_evolve_games(const struct sow_evolve_options *options, int generation)
{
    int last = options->optimizer.generations - 1;
    if (options->final_games == 0 || last == 0)
        return options->games;
    int64_t growth = options->final_games - options->games;
    return options->games + (int)(growth * generation / last);
}

/* --- checks --- */

/* Returns true if individuals meet a part of the opponents: its share is above 0. */
static bool meets(const struct sow_evolve_options *options, enum sow_evolve_part part)
{
    return sow_evolve_share(options, part) > 0.0;
}

/* Returns true if the objective is the greatest shortfall from the best reference. */
static bool counts_regret(const struct sow_evolve_options *options)
{
    return options->objective == SOW_OBJECTIVE_REGRET;
}

int sow_evolve_candidates(const struct sow_evolve_options *options)
{
    int individuals = sow_optimizer_individuals(&options->optimizer);
    return options->candidates < individuals ? options->candidates : individuals;
}

int sow_evolve_most_met(const struct sow_evolve_options *options)
{
    int candidates = sow_evolve_candidates(options);
    if (!meets(options, SOW_PART_POPULATION))
        return 0;
    return candidates > options->optimizer.population ? candidates
                                                      : options->optimizer.population;
}

/* Greatest population that plays itself, and greatest number of duels in a generation:
   work and memory grow with the number of duels. */
enum { POPULATION_MAX = 4096, DUELS_MAX = POPULATION_MAX * POPULATION_MAX };

/* Checks that a generation has at most DUELS_MAX duels against the population and against
   fixed opponents, also when candidates play. A population that plays itself may have at
   most POPULATION_MAX individuals. Returns SOW_USAGE, blamed on an option that is too
   large. */
static enum sow_status check_size(const struct sow_evolve_options *options,
                                  struct sow_err *err)
{
    int population = options->optimizer.population;
    if (meets(options, SOW_PART_POPULATION) && population > POPULATION_MAX)
        return REFUSE(
            "population",
            "population %d is too large if all play against all: give at most %d",
            population, POPULATION_MAX);
    size_t individuals = (size_t)sow_optimizer_individuals(&options->optimizer);
    if (individuals * (size_t)sow_evolve_most_met(options) > DUELS_MAX)
        return REFUSE(
            "islands",
            "%d islands of %d with %d candidates give too many pairs in a generation (at "
            "most %d): lower --islands, --population or --candidates",
            options->optimizer.ga.islands, population, sow_evolve_candidates(options),
            DUELS_MAX);
    size_t fixed = (meets(options, SOW_PART_PANEL) ? options->opponents.count : 0) +
                   (meets(options, SOW_PART_HALL) ? (size_t)options->hall_size : 0);
    if (individuals * fixed > DUELS_MAX)
        return REFUSE(
            "population",
            "population %zu against %zu opponents gives too many pairs (at most %d): lower "
            "--population or name fewer --opponents",
            individuals, fixed, DUELS_MAX);
    return SOW_OK;
}

/* Checks options whose objective is softmin. Returns SOW_USAGE if fitness does not meet
   the panel, or if `games` or `final_games` gives fewer than 40 games (20 in each seat)
   against each opponent. */
static enum sow_status check_softmin(const struct sow_evolve_options *options,
                                     struct sow_err *err)
{
    enum { LEAST = 20 };
    int games = options->games;
    if (options->final_games > 0 && options->final_games < games)
        games = options->final_games;
    if (!meets(options, SOW_PART_PANEL))
        return REFUSE("objective",
                      "--objective softmin compares opponents: add --fitness panel, or "
                      "mixed and a --panel-share");
    if (games < LEAST)
        return REFUSE(options->games < LEAST ? "games" : "final_games",
                      "--objective softmin needs 40 games against each opponent, not %d: "
                      "give --%s %d or more",
                      2 * games, options->games < LEAST ? "games" : "final-games", LEAST);
    return SOW_OK;
}

/* Checks that the objective quantile has several variants, which are resolved. Returns
   SOW_USAGE for fewer than two. */
static enum sow_status check_quantile(const struct sow_evolve_options *options,
                                      struct sow_err *err)
{
    if (options->objective == SOW_OBJECTIVE_QUANTILE && options->choice.set.count < 2)
        return REFUSE("objective",
                      "--objective quantile compares the scores in several variants: "
                      "name them by --variants");
    return SOW_OK;
}

/* Checks shares, objective and holdout. Returns SOW_USAGE for a regret without the panel
   as the only opponents, a softmin that check_softmin refuses, or a holdout of 1, which
   leaves no hall. Also returns it if the first generation would have no opponents. */
static enum sow_status check_shares(const struct sow_evolve_options *options,
                                    struct sow_err *err)
{
    if (counts_regret(options) && options->fitness != SOW_FITNESS_PANEL)
        return REFUSE(
            "objective",
            "--objective regret needs games against the panel: add --fitness panel");
    if (options->objective == SOW_OBJECTIVE_SOFTMIN) {
        enum sow_status status = check_softmin(options, err);
        if (status != SOW_OK)
            return status;
    }
    if (meets(options, SOW_PART_HALL) && options->hall_holdout == 1)
        return REFUSE("hall_holdout",
                      "'--hall-holdout' 1 leaves the hall of fame empty: use 0 or at "
                      "least 2");
    if (!meets(options, SOW_PART_POPULATION) && !meets(options, SOW_PART_PANEL))
        return REFUSE("population_share",
                      "the first generation has no opponents: give --population-share or "
                      "--panel-share a value above 0");
    return SOW_OK;
}

/* Checks that the initial players are at most as many as a population, and that each has
   genes within the genome. Returns SOW_USAGE for too many, or the error of
   sow_evolve_genes_of. */
static enum sow_status check_initial(const struct sow_evolve_options *options,
                                     struct sow_err *err)
{
    double genes[SOW_AGENT_TERMS_MAX];
    const struct sow_player_list *initial = &options->initial;
    enum sow_status status = SOW_OK;
    if (initial->count > (size_t)options->optimizer.population)
        return REFUSE("initial",
                      "%zu players are more than the %d of the first generation: "
                      "raise --population or name fewer --initial",
                      initial->count, options->optimizer.population);
    for (size_t i = 0; i < initial->count && status == SOW_OK; i++)
        status = sow_err_blame(err,
                               sow_evolve_genes_of(&options->reading, &initial->agents[i],
                                                   initial->names[i], genes, err),
                               "initial");
    return status;
}

/* Checks the bounds of the genome, whose genes are resolved, then the optimiser and the
   initial players. Returns SOW_USAGE or an error of check_initial. */
static enum sow_status check_search(const struct sow_evolve_options *options,
                                    struct sow_err *err)
{
    struct sow_genome_spec spec = sow_evolve_genome_spec(&options->reading);
    if (sow_err_blame(err, sow_genome_check(&spec, err), "weight_min") != SOW_OK ||
        sow_optimizer_check(&options->optimizer, &spec, err) != SOW_OK)
        return SOW_USAGE;
    return check_initial(options, err);
}

/* Resolves the option `starts` by the rules of all variants, or by @p rules if the
   options name none. The text may stay `random:PLIES`. Returns an error of
   sow_openings_resolve. */
static enum sow_status resolve_starts(struct sow_evolve_options *options,
                                      const struct sow_rules *rules, struct sow_err *err)
{
    const struct sow_variant_set *set = &options->choice.set;
    if (set->count > 0)
        return sow_openings_resolve_all(&options->starts, NULL, set, err);
    return sow_openings_resolve(&options->starts, NULL, rules, err);
}

/* Resolves, in place, variants, starts, genes, initial players, and the panel and the
   references if they have an effect. The panel is `paper` if none was typed, and the
   references are those of sow_evolve_references_type. Returns the first error, blamed on
   its option. */
static enum sow_status resolve(struct sow_evolve_options *options,
                               struct sow_store *source, const struct sow_rules *rules,
                               struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (!sow_variant_set_is_empty(&options->choice.set))
        status = sow_err_blame(err, sow_variant_choice_resolve(&options->choice, err),
                               "variants");
    if (status == SOW_OK)
        status = sow_err_blame(err, resolve_starts(options, rules, err), "starts");
    if (status == SOW_OK)
        status = sow_evolve_genes_resolve(options, rules, err);
    if (status == SOW_OK && !sow_player_list_is_empty(&options->initial))
        status = sow_err_blame(
            err, sow_player_list_resolve(&options->initial, source, err), "initial");
    if (status == SOW_OK && meets(options, SOW_PART_PANEL)) {
        if (sow_player_list_is_empty(&options->opponents))
            status = sow_player_list_type(&options->opponents, "paper", err);
        if (status == SOW_OK)
            status = sow_err_blame(
                err, sow_player_list_resolve(&options->opponents, source, err),
                "opponents");
    }
    if (status != SOW_OK || !counts_regret(options))
        return status;
    if (sow_player_list_is_empty(&options->references))
        status = sow_evolve_references_type(options, source, rules, err);
    return status == SOW_OK
               ? sow_err_blame(err,
                               sow_player_list_resolve(&options->references, source, err),
                               "references")
               : status;
}

enum sow_status sow_evolve_prepare(void *options, struct sow_store *source,
                                   const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_evolve_options *evolve = options;
    enum sow_status status = check_shares(evolve, err);
    if (status == SOW_OK)
        status = resolve(evolve, source, rules, err);
    if (status == SOW_OK)
        status = check_quantile(evolve, err);
    if (status == SOW_OK)
        status = check_search(evolve, err);
    return status == SOW_OK ? check_size(evolve, err) : status;
}

/* --- typed options --- */

/* Writes a note to the user for each setting that is allowed and probably not meant, such
   as a hall of fame that no one enters. */
static void note_oddities(const struct sow_words *words,
                          const struct sow_evolve_options *options)
{
    bool mixed = options->fitness == SOW_FITNESS_MIXED;
    if (options->reading.genome == SOW_EVOLVE_FEATURES &&
        sow_bounds_least(options->reading.weight_min) >= 0)
        words->note(
            words->cli,
            "no feature can count against a move, because --weight-min is not below 0");
    if (mixed && options->hall_share > 0 &&
        options->hall_interval > options->optimizer.generations)
        words->note(words->cli,
                    "the hall of fame stays empty because its first member would enter "
                    "after generation %d; lower --hall-interval",
                    options->hall_interval - 1);
    if (sow_optimizer_islands(&options->optimizer) > 1 &&
        options->optimizer.ga.migrate > 0 &&
        options->optimizer.ga.every >= options->optimizer.generations)
        words->note(
            words->cli,
            "no migration: the first would come after generation %d; lower --every",
            options->optimizer.ga.every - 1);
    if (options->reading.player != NULL && options->reading.player[0] != '\0' &&
        (options->starts == NULL || options->starts[0] == '\0'))
        words->note(words->cli,
                    "search players mostly repeat one game from the standard start; use "
                    "--starts random:4 for different games");
    if (mixed && options->panel_share <= 0 && options->hall_share <= 0)
        words->note(words->cli, "nothing is mixed: --panel-share and --hall-share are 0");
}

/* Checks that no number is greater than the population. The default of --candidates is
   allowed with small populations too. Fails with SOW_USAGE. */
static enum sow_status refuse_sizes(const struct sow_evolve_options *evolve,
                                    struct sow_err *err)
{
    const struct sow_param *candidates = sow_param_find(&sow_evolve_params, "candidates");
    int population = evolve->optimizer.population;
    if (population < 2)
        return REFUSE(
            "population",
            "a population of 1 leaves no choice between individuals: give --population 2 or more");
    int individuals = sow_optimizer_individuals(&evolve->optimizer);
    if (evolve->candidates > individuals &&
        evolve->candidates != (int)strtol(candidates->fallback, NULL, 10))
        return REFUSE(
            "candidates",
            "--candidates %d is more than the %d individuals of a generation: lower "
            "--candidates or raise --population",
            evolve->candidates, individuals);
    if (sow_optimizers[evolve->optimizer.choice]->params == &sow_ga_params &&
        evolve->optimizer.ga.tournament_size > population)
        return REFUSE("tournament_size",
                      "--tournament-size %d is more than the population of %d: lower "
                      "--tournament-size or raise --population",
                      evolve->optimizer.ga.tournament_size, population);
    return SOW_OK;
}

enum sow_status sow_evolve_take(void *options, const struct sow_words *words,
                                struct sow_err *err)
{
    struct sow_evolve_options *evolve = options;
    note_oddities(words, evolve);
    enum sow_status status = refuse_sizes(evolve, err);
    /* All runs have the rules that the files hold now, even if the files change. */
    if (status == SOW_OK && evolve->runs > 1 &&
        !sow_variant_set_is_empty(&evolve->choice.set))
        status = sow_err_blame(err, sow_variant_choice_resolve(&evolve->choice, err),
                               "variants");
    return status;
}

/* Number of variants from which a note warns of the objective "worst". */
enum { MANY_VARIANTS = 10 };

void sow_evolve_remark(const void *options, const struct sow_words *words)
{
    const struct sow_evolve_options *evolve = options;
    const struct sow_player_list *initial = &evolve->initial;
    if (evolve->objective == SOW_OBJECTIVE_WORST &&
        evolve->choice.set.count >= MANY_VARIANTS)
        words->note(
            words->cli,
            "--objective worst selects by one cell of %zu variants, often the unluckiest "
            "one. In 20 variants its weights scored 0.11 less in others than those of "
            "'mean' (" SOW_DOC_SURVEY "): use 'mean', 'quantile' or 'softmin'",
            evolve->choice.set.count);
    if (evolve->nearest[0] != '\0')
        words->note(words->cli, "'nearest' is %s", evolve->nearest);
    for (size_t i = 0; i < initial->count; i++) {
        double factor = sow_evolve_factor_of(&evolve->reading, &initial->agents[i]);
        if (factor < 1.0)
            words->note(words->cli,
                        "'%.200s' has weights beyond the bounds: all of them are "
                        "multiplied by %.3g",
                        initial->names[i], factor);
    }
}
