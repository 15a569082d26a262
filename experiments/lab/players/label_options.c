/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types of options about positions and targets. */
#include "sow/players/label_options.h"

#include "sow/base/text.h"

#include <string.h>

/* ---- Random moves ---- */

bool sow_plies_read(const char *text, struct sow_plies *plies)
{
    int64_t least;
    int64_t most;
    if (!sow_text_to_range(text, &least, &most) || least < 0 || most < least ||
        most > SOW_PLIES_MOST)
        return false;
    *plies = (struct sow_plies){(int)least, (int)most};
    return true;
}

int sow_plies_draw(const struct sow_plies *plies, struct sow_pcg *rng)
{
    return plies->least +
           (int)sow_pcg_below(rng, (uint32_t)(plies->most - plies->least + 1));
}

/* Reads a text into the struct sow_plies at @p field. Fails as sow_param_refuse, and
   leaves the field unchanged. */
static enum sow_status parse_plies(const struct sow_param *param, const char *text,
                                   void *field, struct sow_err *err)
{
    return sow_plies_read(text, field) ? SOW_OK : sow_param_refuse(param, text, err);
}

/* Writes the struct sow_plies at @p field: "A..B", or one number. */
static void format_plies(const struct sow_param *param, const void *field, FILE *out)
{
    const struct sow_plies *plies = field;
    (void)param;
    (void)fprintf(out, "%d", plies->least);
    if (plies->most > plies->least)
        (void)fprintf(out, "..%d", plies->most);
}

/* Writes the allowed texts of a sow_param_plies to @p out. */
static void describe_plies(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fprintf(out, "A..B or one number, from 0 to %d", SOW_PLIES_MOST);
}

const struct sow_param_type sow_param_plies = {
    "COUNT", true, parse_plies, format_plies, describe_plies, sizeof(struct sow_plies),
    NULL,    false};

/* ---- Real numbers ---- */

/* Reads a number within the range of the option into the double at @p field. Fails as the
   type real does. */
static enum sow_status parse_real(const struct sow_param *param, const char *text,
                                  void *field, struct sow_err *err)
{
    return sow_param_real.parse(param, text, field, err);
}

/* Writes the double at @p field. */
static void format_real(const struct sow_param *param, const void *field, FILE *out)
{
    sow_param_real.format(param, field, out);
}

/* Writes the allowed numbers of the row @p param to @p out. */
static void describe_real(const struct sow_param *param, FILE *out)
{
    sow_param_real.describe(param, out);
}

const struct sow_param_type sow_param_added_real = {
    "real", true, parse_real, format_real, describe_real, sizeof(double), NULL, true};

/* Reads "auto" as SOW_MIX_AUTO, or a number, into the double at @p field. Fails as the
   type real does. */
static enum sow_status parse_mix(const struct sow_param *param, const char *text,
                                 void *field, struct sow_err *err)
{
    if (strcmp(text, "auto") == 0) {
        *(double *)field = SOW_MIX_AUTO;
        return SOW_OK;
    }
    return sow_param_real.parse(param, text, field, err);
}

/* Writes the double at @p field: "auto" if it is negative, else the number. */
static void format_mix(const struct sow_param *param, const void *field, FILE *out)
{
    if (*(const double *)field < 0)
        (void)fputs("auto", out);
    else
        sow_param_real.format(param, field, out);
}

/* Writes the allowed texts of a sow_param_mix to @p out. */
static void describe_mix(const struct sow_param *param, FILE *out)
{
    (void)fputs("auto, or ", out);
    sow_param_real.describe(param, out);
}

const struct sow_param_type sow_param_mix = {
    "real", true, parse_mix, format_mix, describe_mix, sizeof(double), NULL, true};
