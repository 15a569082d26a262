/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Pages of the documentation that messages and help texts name. A page that moves is
 * renamed here and nowhere else; the test lint.pages checks that each page exists.
 */
#ifndef SOW_EXPERIMENTS_DOC_PAGES_H
#define SOW_EXPERIMENTS_DOC_PAGES_H

#define SOW_DOC_ABLATION                                                                 \
    "docs/reference/ablate.md" /**< strength with one weight changed */
#define SOW_DOC_BAKEOFF "docs/findings/bakeoff.md" /**< which learner, for equal work */
#define SOW_DOC_COMPARE "docs/howto/compare.md"    /**< is one setting better? */
#define SOW_DOC_EXEC "docs/reference/exec.md"      /**< programs that sowlab starts */
#define SOW_DOC_FIT "docs/howto/fit.md"            /**< a fit, and how to read it */
#define SOW_DOC_FITS "docs/findings/fits.md"       /**< gains of fits, and duplicates */
#define SOW_DOC_KERNELS                                                                  \
    "docs/developers/kernels.md"                /**< batches of games, and their speed */
#define SOW_DOC_KGP "docs/reference/kgp.md"     /**< players by the Kalah Game Protocol */
#define SOW_DOC_LEARN "docs/reference/learn.md" /**< weights by play and fits */
#define SOW_DOC_MEASURES                                                                 \
    "docs/reference/measures.md"                  /**< which kind of game a variant is */
#define SOW_DOC_METHOD "docs/reference/method.md" /**< evolution, figure by figure */
#define SOW_DOC_REPRODUCE                                                                \
    "docs/findings/reproduce.md"                  /**< published tables beside ours */
#define SOW_DOC_SCHEMA "docs/reference/schema.md" /**< the database */
#define SOW_DOC_SEARCH "docs/reference/search.md" /**< players that look ahead */
#define SOW_DOC_SERVE "docs/reference/serve.md"   /**< pages for a browser */
#define SOW_DOC_STATISTICS "docs/reference/statistics.md" /**< intervals and tests */
#define SOW_DOC_STRENGTH                                                                 \
    "docs/reference/strength.md"                /**< strength against fixed panels */
#define SOW_DOC_SUITE "docs/reference/suite.md" /**< any player on a frozen suite */
#define SOW_DOC_SURVEY                                                                   \
    "docs/findings/survey.md"                   /**< many variants, and which are alike */
#define SOW_DOC_TRUTH "docs/reference/truth.md" /**< exact values and regret */

/* A header without a declaration does not compile alone. */
_Static_assert(sizeof SOW_DOC_TRUTH > 1, "a page has a name");

#endif
