/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CMA-ES in generations of one size: samples of several generations, repeated
   evaluations and restarts. cma.c has the strategy itself. All points are in the
   coordinates of the box, and may lie outside it: see bounded. */
#include "cma.h"
#include "cma_history.h"
#include "search_box.h"
#include "sow/ga/optimizer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- options --- */

/* Words of enum sow_cma_es_restarts, in its order. */
static const char *const RESTARTS[SOW_RESTARTS + 1] = {[SOW_RESTARTS_IPOP] = "ipop",
                                                       [SOW_RESTARTS_BIPOP] = "bipop",
                                                       [SOW_RESTARTS_SAME] = "same",
                                                       [SOW_RESTARTS_NONE] = "none"};

/* Offset of a field of the options. */
#define AT(field) offsetof(struct sow_cma_es_options, field)

/* Rows of the options, in the order of help. */
static const struct sow_param ROWS[] = {
    {"cma_es_sigma", &sow_param_real, AT(sigma), 1e-6, 1, NULL, "0.3",
     "first step size, as a share of each weight's range (Hansen 2016: 0.3)"},
    {"cma_es_restarts", &sow_param_choice, AT(restarts), 0, 0, RESTARTS, "ipop",
     "search after one that ended: 'ipop' with twice the sample, 'bipop' also with a "
     "small sample and step size, 'same' with the same sample; 'none' = no other search"},
    {"cma_es_evaluations", &sow_param_integer, AT(evaluations), 1, 1000, NULL, "1",
     "largest number of generations in which a sample is evaluated; their number grows "
     "while noise hides the ranking; 1 = no repeated evaluation"},
};

const struct sow_param_table sow_cma_es_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Limits of the search. */
enum {
    GENES_MAX = 1000,      /* most genes: matrices have their square */
    SAMPLE_MAX = 16384,    /* largest sample of several generations */
    BLOCKS_MAX = 64,       /* most generations of one sample */
    STEPS_LEFT = 20,       /* steps that a larger sample has to leave room for */
    GENERATIONS_LEFT = 10, /* generations that a new search needs */
    ENDED_MAX = 8,         /* ended searches that are remembered */
    PROBE = 10             /* steps from one estimate of the noise to the next */
};

/* Returns SOW_BAD_DATA for a population of fewer than 4, and for genomes that are no real
   vectors, too long or wholly held (sow_box_check). Callback of struct sow_optimizer. */
static enum sow_status check_cma_es(const struct sow_optimizer_options *options,
                                    const struct sow_genome_spec *spec,
                                    struct sow_err *err)
{
    enum sow_status status = sow_box_check(spec, GENES_MAX, "cma-es", err);
    if (status != SOW_OK || options->population >= 4)
        return status;
    return sow_err_blame(
        err,
        sow_err_set(err, SOW_BAD_DATA,
                    "cma-es ranks the individuals of a generation: a population of %d is "
                    "too small; raise it to 4 or more",
                    options->population),
        "population");
}

/* --- state --- */

/* Mean of a search that ended, and the mean fitness of its last parents. */
struct ended {
    double value; /* mean fitness of the last parents */
    double *mean; /* the mean, owned */
};

/* State of a search. A sample has `blocks` generations of `population` points. */
struct cma_es {
    const struct sow_optimizer_task *task;    /* the task, borrowed */
    const struct sow_cma_es_options *options; /* options for CMA-ES */
    struct sow_box box;                       /* coordinates of the genes */
    struct sow_cma cma;                       /* distribution of this search */
    struct sow_cma_history history;           /* results of the steps of this search */
    int search;                               /* number of this search, from 0 */
    int blocks;     /* generations of the sample of this search */
    int largest;    /* generations of the sample of the latest large search */
    int room;       /* most generations of a sample that there is memory for */
    int used[2];    /* generations of large and of small searches, for BIPOP */
    bool is_done;   /* true if the distribution cannot change any more */
    bool is_small;  /* true for a small search of BIPOP */
    double wanted;  /* evaluations of a sample, as a real number */
    int repeats;    /* evaluations of this sample */
    int block;      /* generation of the sample that is evaluated next */
    int repeat;     /* evaluation that is next */
    int steps;      /* samples so far, of all searches */
    double *points; /* points of the sample */
    double *asked;  /* genes of these points */
    double *sum;    /* sum of the fitness of each point */
    double squares; /* sum of squares of all fitness of the sample */
    double columns; /* sum over its generations of the squared sum of fitness */
    struct sow_ranked *ranked;     /* working memory: ranking of the sample */
    int *order;                    /* working memory: the same, as numbers */
    struct ended ended[ENDED_MAX]; /* ended searches that are remembered */
    int ended_count;               /* number of these */
};

/* Returns the number of points of a sample. */
static int sample_size(const struct cma_es *es)
{
    return es->blocks * es->task->options->population;
}

/* Returns the most generations that a sample of this task may have: a power of two. It
   keeps to BLOCKS_MAX and SAMPLE_MAX, and leaves room for STEPS_LEFT samples in the
   task. */
static int find_room(const struct sow_optimizer_options *options)
{
    int room = 1;
    while (2 * room <= BLOCKS_MAX && 2 * room * options->population <= SAMPLE_MAX &&
           2 * room * STEPS_LEFT <= options->generations)
        room *= 2;
    return room;
}

/* Allocates the arrays. After SOW_NO_MEMORY, release_cma_es frees what was allocated. */
static enum sow_status allocate(struct cma_es *es, struct sow_err *err)
{
    size_t most = (size_t)es->room * (size_t)es->task->options->population;
    size_t size = (size_t)es->box.size;
    bool room = true;
    es->points = calloc(most, size * sizeof *es->points);
    es->asked = calloc(most, (size_t)es->task->spec->length * sizeof *es->asked);
    es->sum = calloc(most, sizeof *es->sum);
    es->ranked = calloc(most, sizeof *es->ranked);
    es->order = calloc(most, sizeof *es->order);
    for (int i = 0; i < ENDED_MAX; i++) {
        es->ended[i].mean = calloc(size, sizeof *es->ended[i].mean);
        room = room && es->ended[i].mean != NULL;
    }
    if (!room || es->points == NULL || es->asked == NULL || es->sum == NULL ||
        es->ranked == NULL || es->order == NULL)
        return sow_err_no_memory(err);
    return sow_cma_history_init(&es->history, es->box.size, es->task->options->population,
                                err);
}

/* Draws the first point of search number es->search, uniformly in the box, from a stream
   of its own. */
static void draw_start(const struct cma_es *es, double *point)
{
    struct sow_pcg rng;
    const struct sow_stream stream = {SOW_PURPOSE_GENOME, {(uint64_t)es->search}};
    sow_pcg_derive(&rng, es->task->seed, &stream);
    sow_box_draw(&es->box, &rng, point);
}

/* Begins the next sample: resets its sums, and sets how often it will be evaluated. If
   repeated evaluations are allowed, every PROBE-th sample is evaluated at least twice, to
   estimate the noise. */
static void begin_sample(struct cma_es *es)
{
    es->block = 0;
    es->repeat = 0;
    es->squares = 0.0;
    es->columns = 0.0;
    es->repeats = (int)ceil(es->wanted);
    if (es->options->evaluations > 1 && es->steps % PROBE == PROBE - 1 && es->repeats < 2)
        es->repeats = 2;
    memset(es->sum, 0, (size_t)sample_size(es) * sizeof *es->sum);
}

/* Begins a search at a point, with the step size @p sigma and samples of es->blocks
   generations. */
static void begin_search(struct cma_es *es, const double *point, double sigma)
{
    es->is_done = false;
    sow_cma_history_clear(&es->history);
    sow_cma_begin(&es->cma, sample_size(es), point, sigma);
    begin_sample(es);
}

/* Allocates the state and begins the first search, whose sample is one generation. After
   SOW_NO_MEMORY, release_cma_es frees what was allocated. Callback of struct
   sow_optimizer. */
static enum sow_status init_cma_es(void *state, const struct sow_optimizer_task *task,
                                   struct sow_err *err)
{
    struct cma_es *es = state;
    es->task = task;
    es->options = &task->options->cma_es;
    es->room = find_room(task->options);
    es->blocks = 1;
    es->largest = 1;
    es->wanted = 1.0;
    enum sow_status status = sow_box_init(&es->box, task->spec, err);
    if (status == SOW_OK)
        status = sow_cma_init(&es->cma, es->box.size,
                              es->room * task->options->population, err);
    if (status == SOW_OK)
        status = allocate(es, err);
    if (status != SOW_OK)
        return status;
    draw_start(es, es->points);
    begin_search(es, es->points, es->options->sigma);
    return SOW_OK;
}

/* Frees what the state owns, also after a failed init_cma_es. Callback of struct
   sow_optimizer. */
static void release_cma_es(void *state)
{
    struct cma_es *es = state;
    sow_cma_history_release(&es->history);
    sow_cma_release(&es->cma);
    sow_box_release(&es->box);
    for (int i = 0; i < ENDED_MAX; i++)
        free(es->ended[i].mean);
    free(es->order);
    free(es->ranked);
    free(es->sum);
    free(es->asked);
    free(es->points);
}

/* --- bounds --- */

/* Returns the value in the box of a coordinate that may be any number. Inside the box
   the two are equal, except near its bounds. There the value is a square function of the
   coordinate, whose extremum is the bound; it goes on as a mirror image, and again and
   again. So points outside the box are evaluated as points inside it, and the bounds
   themselves are reached (the boundary transformation of Hansen's c-cmaes). */
static double bounded(double coordinate)
{
    const double margin = 0.05;
    const double half = 1.0 + 2.0 * margin;
    double place = fmod(coordinate + margin, 2.0 * half);
    if (place < 0.0)
        place += 2.0 * half;
    if (place > half)
        place = 2.0 * half - place;
    place -= margin;
    if (place < margin)
        return (place + margin) * (place + margin) / (4.0 * margin);
    if (place > 1.0 - margin)
        return 1.0 - (1.0 + margin - place) * (1.0 + margin - place) / (4.0 * margin);
    return place;
}

/* Returns the coordinate in the box, or within the margin, of a value from 0 to 1: the
   inverse of bounded. */
static double unbounded(double value)
{
    const double margin = 0.05;
    if (value < margin)
        return 2.0 * sqrt(margin * value) - margin;
    if (value > 1.0 - margin)
        return 1.0 + margin - 2.0 * sqrt(margin * (1.0 - value));
    return value;
}

/* Writes the genes of a point, which may lie outside the box (bounded). @p inside is room
   for the point's values in the box. */
static void write_genes(const struct cma_es *es, const double *point, double *inside,
                        double *genes)
{
    for (int k = 0; k < es->box.size; k++)
        inside[k] = bounded(point[k]);
    sow_box_genes(&es->box, inside, genes);
}

/* Writes the point whose genes are @p genes (unbounded): inside the box or within its
   margin. */
static void read_genes(const struct cma_es *es, const double *genes, double *point)
{
    sow_box_point(&es->box, genes, point);
    for (int k = 0; k < es->box.size; k++)
        point[k] = unbounded(point[k]);
}

/* --- asking --- */

/* Returns the genes, as asked, of the first point of generation @p block of the
   sample. */
static double *asked_at(const struct cma_es *es, int block)
{
    return es->asked +
           (ptrdiff_t)block * es->task->options->population * es->task->spec->length;
}

/* Returns the first point of generation @p block of the sample. */
static double *points_at(const struct cma_es *es, int block)
{
    return es->points + (ptrdiff_t)block * es->task->options->population * es->box.size;
}

/* Fills @p genes with the last generation: the mean, the means of ended searches as far
   as there is room, and points drawn with a quarter of the step size. Overwrites the
   first two points of the sample, which is not needed any more. */
static void ask_last(struct cma_es *es, struct sow_pcg *rng, double *genes)
{
    const double spread = 0.25;
    ptrdiff_t length = es->task->spec->length;
    double *inside = es->points + es->box.size;
    int place = 0;
    write_genes(es, es->cma.mean, inside, genes);
    place++;
    for (int i = 0; i < es->ended_count && place < es->task->options->population;
         i++, place++)
        write_genes(es, es->ended[i].mean, inside, genes + place * length);
    for (; place < es->task->options->population; place++) {
        sow_cma_sample(&es->cma, spread, rng, es->points);
        write_genes(es, es->points, inside, genes + place * length);
    }
}

/* Draws the next generation of the sample: its points, and their genes as asked. */
static void draw_block(struct cma_es *es, struct sow_pcg *rng)
{
    double *points = points_at(es, es->block);
    double *genes = asked_at(es, es->block);
    for (ptrdiff_t i = 0; i < es->task->options->population; i++) {
        double *point = points + i * es->box.size;
        sow_cma_sample(&es->cma, 1.0, rng, point);
        write_genes(es, point, es->cma.shift, genes + i * es->task->spec->length);
    }
}

/* Fills @p genes with the next generation of the sample, or with one to be evaluated
   again. The last generation of the task is that of ask_last. Callback of struct
   sow_optimizer. */
static void ask_cma_es(void *state, const struct sow_optimizer_task *task,
                       const struct sow_generation *before, double *genes)
{
    struct cma_es *es = state;
    int generation = before == NULL ? 0 : before->population.generation + 1;
    struct sow_pcg rng;
    const struct sow_stream stream = {SOW_PURPOSE_BREEDING, {(uint64_t)generation}};
    sow_pcg_derive(&rng, task->seed, &stream);
    if (generation > 0 && generation == task->options->generations - 1) {
        ask_last(es, &rng, genes);
        return;
    }
    if (es->repeat == 0)
        draw_block(es, &rng);
    memcpy(genes, asked_at(es, es->block),
           (size_t)task->options->population * (size_t)task->spec->length *
               sizeof *genes);
}

/* --- the end of a search --- */

/* Remembers a point that may be the result, with the fitness @p value. If ENDED_MAX
   points are remembered already, it replaces the one with the least fitness, even a
   better one. */
static void remember(struct cma_es *es, const double *mean, double value)
{
    int place = es->ended_count;
    if (place < ENDED_MAX)
        es->ended_count++;
    else
        place = 0;
    for (int i = 0; es->ended_count == ENDED_MAX && i < ENDED_MAX; i++)
        if (es->ended[i].value < es->ended[place].value)
            place = i;
    es->ended[place].value = value;
    memcpy(es->ended[place].mean, mean, (size_t)es->box.size * sizeof *mean);
}

/* Returns true if all samples are nearly one point: their standard deviation is below
   half a step in every gene, or below 1e-12 of its range. */
static bool is_point(const struct cma_es *es)
{
    const double least = 1e-12;
    for (ptrdiff_t k = 0; k < es->box.size; k++) {
        struct sow_genome_range range = sow_box_range(&es->box, (int)k);
        double step = es->task->spec->step / 2.0 / (range.upper - range.lower);
        double sd = es->cma.sigma * sqrt(es->cma.covariance[k * es->box.size + k]);
        if (sd > fmax(step, least))
            return false;
    }
    return true;
}

/* Chooses sample and step size of search number es->search by the option `restarts`: sets
   `is_small`, `blocks` and `largest`, and returns the step size. Draws from a stream of
   the search. */
static double plan_search(struct cma_es *es)
{
    struct sow_pcg rng;
    const struct sow_stream stream = {SOW_PURPOSE_GENOME, {(uint64_t)es->search, 1}};
    sow_pcg_derive(&rng, es->task->seed, &stream);
    int restarts = es->options->restarts;
    es->is_small = restarts == SOW_RESTARTS_BIPOP && es->used[1] < es->used[0];
    if (es->is_small) {
        double draw = sow_pcg_unit(&rng);
        double share = pow(es->largest / 2.0, draw * draw);
        es->blocks = share > 1.0 ? (int)share : 1;
        return es->options->sigma * pow(10.0, -2.0 * sow_pcg_unit(&rng));
    }
    if (restarts != SOW_RESTARTS_SAME && 2 * es->largest <= es->room)
        es->largest *= 2;
    es->blocks = es->largest;
    return es->options->sigma;
}

/* Begins another search if this one is at its end and enough generations are left.
   Remembers the mean of the old search with the mean fitness of its parents. Sets
   `is_done` if the distribution is nearly a point or a line. Without another search, such
   a distribution stays as it is: updates would lose all digits. @p told is the number of
   the generation. */
static void restart_at_end(struct cma_es *es, int told)
{
    int left = es->task->options->generations - 2 - told;
    int samples = sample_size(es);
    es->is_done = is_point(es) || es->cma.condition > 1e14;
    bool over = es->is_done || sow_cma_history_is_over(&es->history, es->ranked, samples);
    if (!over || left < GENERATIONS_LEFT || es->options->restarts == SOW_RESTARTS_NONE)
        return;
    int parents = samples / 2;
    double sum = 0.0;
    for (int i = 0; i < parents; i++)
        sum += es->ranked[i].fitness;
    remember(es, es->cma.mean, sum / parents);
    es->search++;
    double sigma = plan_search(es);
    while (es->blocks > 1 && es->blocks * STEPS_LEFT > left)
        es->blocks /= 2;
    draw_start(es, es->points);
    begin_search(es, es->points, sigma);
}

/* --- telling --- */

/* Adapts the number of evaluations of a sample to the noise (after the uncertainty
   handling of Hansen et al. 2009). The noise is the variance that neither the point nor
   the generation explains. Its share in the variance of the points' means decides: above
   0.7 the number `wanted` grows by half, and below 0.4 it shrinks as much. Does nothing
   after a single evaluation. */
static void adapt_evaluations(struct cma_es *es)
{
    const double high = 0.7;
    const double low = 0.4;
    const double factor = 1.5;
    double points = sample_size(es);
    double times = es->repeats;
    double sum = 0.0;
    double rows = 0.0;
    if (es->repeats < 2)
        return;
    for (int i = 0; i < sample_size(es); i++) {
        sum += es->sum[i];
        rows += es->sum[i] * es->sum[i];
    }
    /* Sums of squares of a two-way layout: points by evaluations. */
    double all = sum * sum / (points * times);
    double between = (rows / times - all) / (points - 1.0);
    double noise = (es->squares - rows / times - es->columns + all) /
                   ((points - 1.0) * (times - 1.0));
    double share = between > 0.0 ? noise / between : 1.0;
    if (share > high)
        es->wanted = fmin(es->wanted * factor, es->options->evaluations);
    else if (share < low)
        es->wanted = fmax(es->wanted / factor, 1.0);
}

/* Ends a sample whose evaluations are complete. Ranks it by mean fitness, updates the
   distribution unless that is done, and adds the step to the history. Adapts the number
   of evaluations to the noise and begins the next sample. A search that has ended
   restarts. No standard deviation of the distribution exceeds the box. @p told is the
   number of the generation. */
static void complete_sample(struct cma_es *es, int told)
{
    int samples = sample_size(es);
    for (int i = 0; i < samples; i++)
        es->sum[i] /= es->repeats;
    sow_rank(es->sum, samples, es->ranked);
    for (int i = 0; i < samples; i++) {
        es->order[i] = es->ranked[i].index;
        es->sum[i] *= es->repeats;
    }
    if (!es->is_done)
        sow_cma_update(&es->cma, es->points, es->order);
    double spread = sow_cma_spread(&es->cma);
    if (spread > 1.0)
        es->cma.sigma /= spread;
    sow_cma_history_add(&es->history, es->ranked, samples);
    adapt_evaluations(es);
    es->used[es->is_small] += es->blocks * es->repeats;
    es->steps++;
    begin_sample(es);
    restart_at_end(es, told);
}

/* Takes the genes of individuals that were evaluated instead of points of the sample.
   Their points replace the drawn ones, moved towards the mean if they are too far
   (sow_cma_shorten). */
static void take_replaced(struct cma_es *es, const struct sow_population *population)
{
    size_t size = (size_t)population->length * sizeof *population->genes;
    for (int i = 0; i < population->count; i++) {
        const double *genes = sow_population_genome(population, i);
        double *asked = asked_at(es, es->block) + (ptrdiff_t)i * population->length;
        double *point = points_at(es, es->block) + (ptrdiff_t)i * es->box.size;
        if (memcmp(genes, asked, size) == 0)
            continue;
        memcpy(asked, genes, size);
        read_genes(es, genes, point);
        sow_cma_shorten(&es->cma, point);
    }
}

/* Begins the search anew at the best replacement in generation 0, and remembers that as a
   result. Returns false, and does nothing, without a replacement and in later
   generations. */
static bool begin_at_replaced(struct cma_es *es, const struct sow_generation *told)
{
    int best =
        told->population.generation == 0 ? sow_box_best_replaced(told, es->asked) : -1;
    if (best < 0)
        return false;
    read_genes(es, sow_population_genome(&told->population, best), es->points);
    remember(es, es->points, told->fitness[best]);
    begin_search(es, es->points, es->options->sigma);
    return true;
}

/* Takes the fitness of a generation of the sample. After the last generation of its last
   evaluation, completes the sample (complete_sample). Ignores the last generation of the
   task. Callback of struct sow_optimizer. */
static void tell_cma_es(void *state, const struct sow_optimizer_task *task,
                        const struct sow_generation *told)
{
    struct cma_es *es = state;
    int population = task->options->population;
    int generation = told->population.generation;
    bool is_last = generation > 0 && generation == task->options->generations - 1;
    if (is_last || begin_at_replaced(es, told))
        return;
    take_replaced(es, &told->population);
    double sum = 0.0;
    for (int i = 0; i < population; i++) {
        sum += told->fitness[i];
        es->squares += told->fitness[i] * told->fitness[i];
        es->sum[es->block * population + i] += told->fitness[i];
    }
    es->columns += sum * sum / population;
    if (++es->block < es->blocks)
        return;
    es->block = 0;
    if (++es->repeat == es->repeats)
        complete_sample(es, generation);
}

/* The optimiser `cma-es`. */
const struct sow_optimizer sow_optimizer_cma_es = {
    .name = "cma-es",
    .params = &sow_cma_es_params,
    .options = offsetof(struct sow_optimizer_options, cma_es),
    .state_size = sizeof(struct cma_es),
    .check = check_cma_es,
    .init = init_cma_es,
    .release = release_cma_es,
    .ask = ask_cma_es,
    .tell = tell_cma_es,
};
