# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the table of docs/survey.md, for docs.sh.

at_length || return 0
"$SOW_TEST_DATA/../../docs/survey_trials.sh" survey.db | table '| trained in'
