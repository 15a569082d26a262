/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The box of allowed values, for optimisers that search real vectors. A box has a
 * coordinate for each gene that is not held, in which the gene's range goes from 0 to 1.
 *
 * Ownership: sow_box_init allocates what sow_box_release frees; the specification is
 * borrowed.
 */
#ifndef SOW_GA_SEARCH_BOX_H
#define SOW_GA_SEARCH_BOX_H

#include "sow/ga/optimizer.h"

/** A box. */
struct sow_box {
    const struct sow_genome_spec *spec; /**< values that genes may have */
    int size;                           /**< number of coordinates, 1 or more */
    int *gene; /**< number of the gene of each coordinate, in ascending order; owned */
};

/** Finds the coordinates of a specification that sow_box_check accepts. Returns SOW_OK
 *  or SOW_NO_MEMORY; release the box also then. */
SOW_MUST_USE enum sow_status sow_box_init(struct sow_box *box,
                                          const struct sow_genome_spec *spec,
                                          struct sow_err *err);

/** Frees the memory of a box. It may be all zeros. */
void sow_box_release(struct sow_box *box);

/** Returns SOW_BAD_DATA for permutations, for more than @p most genes, and if all genes
 * are held (their bounds are equal). Otherwise returns SOW_OK. @p name is the name of the
 *  optimiser, for messages. */
SOW_MUST_USE enum sow_status sow_box_check(const struct sow_genome_spec *spec, int most,
                                           const char *name, struct sow_err *err);

/** Returns the range of the gene of coordinate @p index, from 0. */
struct sow_genome_range sow_box_range(const struct sow_box *box, int index);

/** Writes the genes of a point: coordinates outside 0 to 1 are clipped, all genes are
 *  moved to allowed values, and held genes have their value. */
void sow_box_genes(const struct sow_box *box, const double *point, double *genes);

/** Writes the coordinates of genes that are allowed values, each from 0 to 1. */
void sow_box_point(const struct sow_box *box, const double *genes, double *point);

/** Draws a point uniformly from the box, first coordinate first. */
void sow_box_draw(const struct sow_box *box, struct sow_pcg *rng, double *point);

/** Returns the number of the individual of greatest fitness among those whose genes
 * differ from @p asked, the genes of the population that was asked for. The first of
 * equals wins. Returns -1 if no individual differs. */
int sow_box_best_replaced(const struct sow_generation *told, const double *asked);

#endif
