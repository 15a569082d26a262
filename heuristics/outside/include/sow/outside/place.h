/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The address at which an outside program joins, as plain data (kgp.h). Ownership: no
 * struct has a pointer; copy them freely.
 */
#ifndef SOW_OUTSIDE_PLACE_H
#define SOW_OUTSIDE_PLACE_H

/** Largest number of characters in an address. */
enum { SOW_KGP_ADDRESS_MAX = 63 };

/** Consequences for a program that sends no move in time. */
enum sow_kgp_silent {
    SOW_SILENT_FORFEIT, /**< the program loses the game */
    SOW_SILENT_RANDOM   /**< the host draws a legal move at random */
};

/** The address at which a program joins, and how long sowlab waits for it. */
struct sow_kgp_place {
    char address[SOW_KGP_ADDRESS_MAX + 1]; /**< `PORT` or `HOST:PORT` */
    int ms;                                /**< milliseconds for a move */
    int join;   /**< seconds within which a program has to join, once for all games */
    int silent; /**< enum sow_kgp_silent: consequence if it sends no move in time */
};

#endif
