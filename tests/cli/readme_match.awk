# SPDX-License-Identifier: GPL-3.0-or-later
# Compares what a document shows with what was printed, for readme_run.sh:
# awk [-v renew=1] -f readme_match.awk SHOWN PRINTED
#
# A line "..." stands for any lines, none too. Lines that begin with one of the words of
# EXCUSED depend on the machine: only that word is compared. Fails if they differ; with
# renew, prints what is to be shown instead: after a "...", the paragraphs that begin with
# the same first line as those shown now, as many of them.

BEGIN {
    split("kernel threads seconds processors revision compiler", words)
    for (i in words)
        EXCUSED[words[i]]
}

{
    sub(/ +$/, "")
}

# Blank lines beside a "..." belong to it.
FNR == NR {
    if ($0 == "..." && shows > 0 && shown[shows] == "")
        shows--
    if ($0 != "" || shown[shows] != "...")
        shown[++shows] = $0
    next
}

{
    printed[++prints] = $0
}

function alike(a, b,    left, right)
{
    split(a, left, " ")
    split(b, right, " ")
    return a == b || ((left[1] in EXCUSED) && left[1] == right[1])
}

# Do the lines shown from s on match those printed from p on?
function matches(s, p)
{
    for (; s <= shows && shown[s] != "..."; s++)
        if (p > prints || !alike(shown[s], printed[p++]))
            return 0
    if (s > shows)
        return p > prints
    for (; p <= prints + 1; p++)
        if (matches(s + 1, p))
            return 1
    return 0
}

# Prints the paragraphs shown from s to the next "..." as they are printed from p on;
# returns the line after them.
function renewed(s, p,    paragraphs)
{
    for (paragraphs = 1; s < shows && shown[s + 1] != "..."; s++)
        paragraphs += (shown[s] == "" && shown[s + 1] != "")
    if (s >= shows)
        paragraphs = prints
    for (; p <= prints && paragraphs > 0; p++) {
        print printed[p]
        paragraphs -= (printed[p] == "")
    }
    if (p > prints && s < shows)
        print ""
    return p
}

function renew_all(    s, p)
{
    p = shown[1] == "..." ? 1 : renewed(1, 1)
    for (s = 1; s <= shows; s++) {
        if (shown[s] != "...")
            continue
        print "..."
        if (s == shows)
            break
        print ""
        s++
        while (p <= prints && !alike(shown[s], printed[p]))
            p++
        if (p > prints)
            return 1
        p = renewed(s, p)
    }
    return 0
}

END {
    exit(renew ? renew_all() : !matches(1, 1))
}
