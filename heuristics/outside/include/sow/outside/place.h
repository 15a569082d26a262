/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Where programs outside join, as plain data; kgp.h says what it means.
 */
#ifndef SOW_OUTSIDE_PLACE_H
#define SOW_OUTSIDE_PLACE_H

enum { SOW_KGP_ADDRESS_MAX = 63 };

/** Where a program joins, and how long it is waited for. */
struct sow_kgp_place {
    char address[SOW_KGP_ADDRESS_MAX + 1];
    int ms;   /**< milliseconds a move */
    int join; /**< seconds in which somebody has to join, once for all games */
};

#endif
