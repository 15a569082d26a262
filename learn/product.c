/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "product.h"

/* Returns true. */
static bool always_available(void)
{
    return true;
}

#ifdef SOW_AVX2_PRODUCT
/* Returns true if the processor has AVX2. */
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}
#endif

const struct sow_product sow_products[] = {
    {"portable", 2, always_available, sow_product_gather_portable,
     sow_product_subtract_portable},
#ifdef SOW_AVX2_PRODUCT
    {"avx2", 4, has_avx2, sow_product_gather_avx2, sow_product_subtract_avx2},
#endif
    {.name = NULL},
};

const struct sow_product *sow_product_best(void)
{
    const struct sow_product *best = sow_products;
    for (const struct sow_product *next = best; next->name != NULL; next++)
        if (next->available())
            best = next;
    return best;
}

/* Adds A'B to the small matrix, for one column of B. */
static void gather_column(const struct sow_block_pair *pair)
{
    for (size_t i = 0; i < pair->a_count; i++) {
        double sum = pair->small[i * pair->small_stride];
        for (size_t k = 0; k < pair->rows; k++)
            sum += pair->a[k * pair->stride + i] * pair->b[k * pair->stride];
        pair->small[i * pair->small_stride] = sum;
    }
}

/* Subtracts A times the small matrix from the only column of B. */
static void subtract_column(const struct sow_block_pair *pair)
{
    for (size_t k = 0; k < pair->rows; k++)
        for (size_t i = 0; i < pair->a_count; i++)
            pair->b[k * pair->stride] -=
                pair->a[k * pair->stride + i] * pair->small[i * pair->small_stride];
}

/* Returns the widest product up to @p product whose vectors fit into the columns of B, or
 * NULL if even two lanes are too many. */
static const struct sow_product *that_fits(const struct sow_product *product,
                                           const struct sow_block_pair *pair)
{
    while (product->lanes > pair->b_count && product > sow_products)
        product--;
    return product->lanes > pair->b_count ? NULL : product;
}

void sow_product_gather(const struct sow_product *product,
                        const struct sow_block_pair *pair)
{
    product = that_fits(product, pair);
    if (product != NULL)
        product->gather(pair);
    else
        gather_column(pair);
}

void sow_product_subtract(const struct sow_product *product,
                          const struct sow_block_pair *pair)
{
    product = that_fits(product, pair);
    if (product != NULL)
        product->subtract(pair);
    else
        subtract_column(pair);
}
