/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of fits. */
#include "fit_sections.h"

#include <math.h>

/* SQL condition: held-out data of a fit with folds, or the training data of one
   without. */
#define UNSEEN " sample = (SELECT max(sample) FROM fit_bins WHERE run_id = ?1)"

const struct sow_chart sow_fit_charts[] = {
    {"coefficients", SOW_SCOPE_RUN, SOW_MARK_FOREST,
     "Effect of one standard deviation more", "effect", "",
     "Each coefficient times its feature's standard deviation, with its 95 % interval, "
     "so that features of any unit can be compared.",
     0, 0, 0,
     "SELECT feature, NULL, effect, low * sd, high * sd FROM fit_coefficients"
     " WHERE run_id = ?1 AND effect NOT NULL ORDER BY abs(effect) DESC, term",
     SOW_ABOVE_PLAIN},
    {"residuals", SOW_SCOPE_RUN, SOW_MARK_HISTOGRAM, "Observed minus predicted",
     "residual", "observations",
     "Errors of the fit, out of sample where there are folds; best is a narrow heap "
     "around the line.",
     0, 0, 0,
     "SELECT NULL, NULL, low, high, observations FROM fit_bins WHERE run_id = ?1"
     " AND kind = 'residual' AND" UNSEEN " ORDER BY bin",
     SOW_ABOVE_PLAIN},
    {"calibration", SOW_SCOPE_RUN, SOW_MARK_AGAINST, "Calibration", "predicted",
     "observed",
     "Means of ten bins of equal size by prediction, out of sample where there are "
     "folds; on the diagonal, predictions and results agree. The bins have no intervals: "
     "a small distance may be chance.",
     0, 0, NAN,
     "SELECT NULL, NULL, predicted, observed FROM fit_bins WHERE run_id = ?1"
     " AND kind = 'calibration' AND" UNSEEN " ORDER BY bin",
     SOW_ABOVE_PLAIN},
    {"predicted", SOW_SCOPE_RUN, SOW_MARK_AGAINST, "Predicted against observed",
     "predicted", "observed",
     "The same bins, with one standard deviation of the observations in each; the "
     "shorter the bars, the more the fit explains.",
     0, 0, NAN,
     "SELECT NULL, NULL, predicted, observed, observed - sd, observed + sd FROM (SELECT *,"
     " sqrt(max(0, score * score - (observed - predicted) * (observed - predicted))) AS sd"
     " FROM fit_bins b JOIN fits USING (run_id) WHERE run_id = ?1 AND kind = 'calibration'"
     " AND method NOT IN ('logistic', 'preference') AND" UNSEEN ") ORDER BY bin",
     SOW_ABOVE_PLAIN},
    {"phases", SOW_SCOPE_RUN, SOW_MARK_LINE, "Predicted and observed, by phase",
     "seeds on the board", "mean",
     "Means of all positions with this number of seeds, with no intervals: where few "
     "games reach, the lines also differ by chance.",
     0, 0, NAN,
     "SELECT p.value, NULL, (low + high) / 2, iif(p.key, predicted, observed), NULL, NULL"
     " FROM fit_bins JOIN fits USING (run_id), json_each('[\"observed\",\"predicted\"]') p"
     " WHERE run_id = ?1 AND kind = 'phase' AND method <> 'preference' AND" UNSEEN
     " ORDER BY p.key, bin",
     SOW_ABOVE_PLAIN},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};
