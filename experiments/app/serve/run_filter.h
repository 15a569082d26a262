/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The filter of the list of runs, as arguments of an address, and the page that shows the
 * runs.
 */
#ifndef SOW_SERVE_RUN_FILTER_H
#define SOW_SERVE_RUN_FILTER_H

#include "request.h"
#include "sow/queries/query.h"
#include "sow/queries/query_key.h"

/** Filters that have chips. */
enum sow_chip { SOW_CHIP_KIND, SOW_CHIP_VARIANT, SOW_CHIP_STATUS, SOW_CHIPS };

/** Names of the arguments of these filters, by enum sow_chip. */
extern const char *const sow_chip_names[SOW_CHIPS];

/** A value that a filter can have. */
struct sow_chip_value {
    enum sow_chip chip; /**< the filter */
    char text[64];      /**< the value */
    int64_t runs;       /**< number of runs that have it */
};

/** Columns of a line of the list, in their order. */
enum sow_line_column {
    SOW_LINE_ID,
    SOW_LINE_KIND,
    SOW_LINE_VARIANT,
    SOW_LINE_ABOUT,
    SOW_LINE_LABEL,
    SOW_LINE_STATUS,
    SOW_LINE_PROGRESS,
    SOW_LINE_STARTED,
    SOW_LINE_SECONDS,
    SOW_LINE_COLUMNS
};

/** A measured stage of a run. */
struct sow_trend_point {
    int64_t stage; /**< generation or round */
    double score;  /**< strength against the fixed panel, 0 to 1 */
};

/** Strength of the measured stages of a run. */
struct sow_trend {
    struct sow_trend_point *points; /**< in the order of the stages; owned */
    size_t count;                   /**< number of stages */
};

/** A line of the list: a run, or the runs of a sweep. */
struct sow_line {
    int64_t id;     /**< number of the run, or of the newest run of the sweep */
    int64_t runs;   /**< number of runs of the sweep; 0: the line is a run */
    int64_t done;   /**< number of these that are done */
    int64_t active; /**< number of these that are under way */
    double seconds; /**< duration, or NaN */
    double left; /**< seconds that the runs under way of a sweep need; NaN: not known */
    char *text[SOW_LINE_COLUMNS]; /**< texts of the other columns, never NULL; owned */
    struct sow_query_key key;
    struct sow_trend trend; /**< trend of a run */
};

/** Lines of a page, unless the address has another limit. */
enum { SOW_LIST_LINES = 50 };

/** Most values of chips that are read. */
enum { SOW_CHIP_VALUES = 64 };

/** A page of the list. */
struct sow_list {
    struct sow_query_runs runs;                    /**< the filter */
    struct sow_chip_value values[SOW_CHIP_VALUES]; /**< the most frequent ones */
    size_t values_count;
    struct sow_line *lines; /**< lines of the page; owned */
    size_t count;           /**< number of lines */
    size_t active;          /**< number of runs under way, which come first */
    size_t room;            /**< room for lines */
    bool more;              /**< true if there are older runs */
    int64_t state;          /**< a number that changes when the list does */
    const char *db;         /**< name of the database's file */
    bool absent;            /**< true if there is no such file */
};

/** Lines that are read. */
struct sow_list_part {
    enum sow_query_active active; /**< lines under way, or the others */
    int64_t limit;                /**< most lines */
};

/**
 * Reads the sweeps of a page, each as a line, the latest first. Their lines have no key
 * results.
 * @param store the database
 * @param list the filter of the list
 * @param part the lines to read
 * @param lines room for the lines; their texts are the caller's
 * @param[out] count receives the number of lines, also after a failure
 * @param err receives the reason of a failure
 * @returns the failure of the database; SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_list_sweeps(struct sow_store *store,
                                             const struct sow_list *list,
                                             const struct sow_list_part *part,
                                             struct sow_line *lines, size_t *count,
                                             struct sow_err *err);

/**
 * Reads the trends of all runs of a page, by one question.
 * @param store the database
 * @param[in,out] list the page, with its lines in their order
 * @param err receives the reason of a failure
 * @returns the failure of the database; SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_list_trends(struct sow_store *store,
                                             struct sow_list *list, struct sow_err *err);

/** Writes the cell with the trend of a line as a picture, with a text in its place for
 *  those who do not see it. The cell is empty without measured stages. */
void sow_list_put_trend(const struct sow_line *line, FILE *out);

/** Bytes of a score as text, with the NUL. */
enum { SOW_SCORE_TEXT_MAX = 32 };

/** Writes a score with three decimals to @p text, and returns it. */
const char *sow_list_score(double score, char text[SOW_SCORE_TEXT_MAX]);

/** Returns the value of a filter with chips; "" without one. */
const char *sow_list_chosen(const struct sow_list *list, enum sow_chip chip);

/** Writes the page of a list, without its beginning and its end. */
void sow_list_put(const struct sow_list *list, FILE *out);

/**
 * Writes an event of a text/event-stream if the list has changed. Its number is the state
 * of the list.
 * @param request the request
 * @param seen the state that the reader knows; INT64_MIN: none
 * @param out receives the event, or nothing
 * @param err receives the reason of a failure
 * @returns the failure of the database; SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_list_live(struct sow_request *request, int64_t seen,
                                           FILE *out, struct sow_err *err);

#endif
