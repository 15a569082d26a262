# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the tables of docs/reference/features.md, for docs.sh.

expect 0 "$SOWLAB" features --markdown
# rows TITLE: the rows of the table below a heading of the output
part()
{
    awk -v title="## $1" '/^## /{ inside = $0 == title } inside && /^\| / { print }' out |
        sed -e '1,2d'
}
part groups | table '## Groups'
part features | table '## Features'
