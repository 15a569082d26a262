# SPDX-License-Identifier: GPL-3.0-or-later
# The first table after a heading or sentence of a document, for docs.sh:
# awk -v after=TEXT [-v rows=FILE] -f docs_table.awk DOCUMENT
#
# TEXT begins a line. Prints the table's rows, without its head; with rows, prints the whole
# document with FILE in their place. Fails if there is no such table, if TEXT is a heading and
# another of its kind comes first, or if no blank line ends the table.

state == "before" && after ~ /^###/ && /^###/ {
    state = "missing"
}

state == "" && index($0, after) == 1 {
    state = "before"
}

state == "before" && /^\| ---/ {
    state = "inside"
    if (rows != "") {
        print
        while ((getline line <rows) > 0)
            print line
    }
    next
}

state == "inside" && !/^\|/ {
    state = $0 == "" ? "over" : "missing"
}

(state == "inside") != (rows != "") {
    print
}

END {
    exit(state != "over" && state != "inside")
}
