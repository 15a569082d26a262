/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/matches/sprt_option.h"

#include "sow/base/text.h"

#include <string.h>

static const char FORM[] = "none, or elo0=E,elo1=E[,alpha=P][,beta=P]";

/* Settings of a test, by name. */
static const struct setting {
    const char *name;
    size_t offset;
    bool required;
} SETTINGS[] = {
    {"elo0", offsetof(struct sow_sprt, elo0), true},
    {"elo1", offsetof(struct sow_sprt, elo1), true},
    {"alpha", offsetof(struct sow_sprt, alpha), false},
    {"beta", offsetof(struct sow_sprt, beta), false},
};
enum { SETTINGS_COUNT = sizeof SETTINGS / sizeof SETTINGS[0] };

bool sow_sprt_wanted(const struct sow_sprt *sprt)
{
    return sprt->alpha > 0.0;
}

static enum sow_status refuse(const struct sow_param *param, const char *text,
                              const char *fault, struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA,
                       "'%.80s' is not a value of '%s': %s; allowed is %s", text,
                       param->name, fault, FORM);
}

/* Reads "NAME=NUMBER" of @p length. Returns the index of the setting, or
   SETTINGS_COUNT if the text is not a setting. */
static size_t parse_setting(const char *text, size_t length, double *value)
{
    char number[SOW_REAL_TEXT_MAX];
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        size_t name = strlen(SETTINGS[i].name);
        if (length <= name || strncmp(text, SETTINGS[i].name, name) != 0 ||
            text[name] != '=' || length - name - 1 >= sizeof number)
            continue;
        memcpy(number, text + name + 1, length - name - 1);
        number[length - name - 1] = '\0';
        return sow_text_to_real(number, value) ? i : SETTINGS_COUNT;
    }
    return SETTINGS_COUNT;
}

static enum sow_status parse_settings(const struct sow_param *param, const char *text,
                                      struct sow_sprt *sprt, struct sow_err *err)
{
    bool given[SETTINGS_COUNT] = {false};
    size_t length = 0;
    for (const char *at = text;; at += length + 1) {
        length = strcspn(at, ",");
        double value = 0.0;
        size_t place = parse_setting(at, length, &value);
        if (place == SETTINGS_COUNT || given[place])
            return refuse(param, text, "its parts are settings, each once, of a number",
                          err);
        given[place] = true;
        *(double *)((char *)sprt + SETTINGS[place].offset) = value;
        if (at[length] == '\0')
            break;
    }
    for (size_t i = 0; i < SETTINGS_COUNT; i++)
        if (SETTINGS[i].required && !given[i])
            return refuse(param, text, "elo0 and elo1 have to be named", err);
    return SOW_OK;
}

static enum sow_status parse(const struct sow_param *param, const char *text, void *field,
                             struct sow_err *err)
{
    struct sow_sprt *sprt = field;
    struct sow_sprt asked = {.alpha = 0.05, .beta = 0.05};
    if (strcmp(text, "none") == 0) {
        *sprt = (struct sow_sprt){.alpha = 0.0};
        return SOW_OK;
    }
    enum sow_status status = parse_settings(param, text, &asked, err);
    if (status == SOW_OK)
        status = sow_sprt_check(&asked, err);
    if (status == SOW_OK)
        *sprt = asked;
    return status;
}

static void format(const struct sow_param *param, const void *field, FILE *out)
{
    (void)param;
    const struct sow_sprt *sprt = field;
    if (!sow_sprt_wanted(sprt)) {
        (void)fputs("none", out);
        return;
    }
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        char number[SOW_REAL_TEXT_MAX];
        sow_text_from_real(*(const double *)((const char *)field + SETTINGS[i].offset),
                           number);
        (void)fprintf(out, "%s%s=%s", i == 0 ? "" : ",", SETTINGS[i].name, number);
    }
}

static void describe(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fputs(FORM, out);
}

const struct sow_param_type sow_param_sprt = {
    "TEST", false, parse, format, describe, sizeof(struct sow_sprt), NULL, false};
