/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Retrograde analysis of a layer (Romein and Bal 2003; Lincke and Marzetta 2000).
 *
 * Margins are settled from the largest to the smallest. A position is settled as a win of
 * the margin v if one move is worth v. That move leaves the layer, or reaches a settled
 * loss of v. It is settled as a loss of v if all its moves within the layer reach settled
 * wins, and no move leaves the layer for more than -v. Positions that are never settled
 * are worth 0: the game goes round for ever.
 *
 * Newly settled positions are sets of bits. Each round takes the moves to them back, for
 * 64 positions at a time (endgame_back.h), so that each move within the layer is touched
 * once. The order of the work changes no value. So the values are those of the rounds of
 * endgame_layer.h, by any number of threads.
 */
#ifndef SOW_ENDGAME_RETRO_H
#define SOW_ENDGAME_RETRO_H

#include "endgame_layer.h"
#include "endgame_unmoves.h"

/**
 * Solves a layer of a game whose own store is not sown, from the layers below.
 * @param endgame database with the layers below
 * @param work options of the caller
 * @param unmoves tables of moves
 * @param[in,out] solved the number of the layer; receives its values and rounds
 * @returns SOW_OK, SOW_INTERRUPTED or SOW_NO_MEMORY
 */
enum sow_status sow_endgame_retro_solve(const struct sow_endgame *endgame,
                                        const struct sow_endgame_work *work,
                                        const struct endgame_unmoves *unmoves,
                                        struct endgame_solved *solved,
                                        struct sow_err *err);

#endif
