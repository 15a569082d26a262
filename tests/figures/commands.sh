# SPDX-License-Identifier: GPL-3.0-or-later
# Makes docs/reference/commands.md, for docs.sh.

expect 0 "$SOW_PAGES" made
whole <made/reference/commands.md
