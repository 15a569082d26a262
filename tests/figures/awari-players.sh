# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the table of docs/findings/awari-players.md, for docs.sh.

at_length || return 0
"$SOW_TEST_DATA/../../docs/findings/ayo_trials.sh" ayo.db 5 | table '    docs/findings/ayo_trials.sh trials.db 5'
