# SPDX-License-Identifier: GPL-3.0-or-later
# Takes the links, or with mode=anchors the headings, out of pages, for docs_links.sh:
# awk [-v mode=anchors] -f docs_links.awk PAGE ...
#
# Prints for each link to a file PAGE:LINE, the file and the heading, with tabs between them; for
# each heading PAGE#ANCHOR, where the anchor is made as GitHub makes it.

FNR == 1 {
    fenced = 0
    folder = FILENAME
    if (!sub(/[^\/]*$/, "", folder))
        folder = ""
    split("", seen)
}

/^ *```/ {
    fenced = !fenced
    next
}

fenced || /^    / {
    next
}

mode == "anchors" {
    if ($0 ~ /^#+ /)
        print FILENAME "#" anchor($0)
    next
}

{
    text = $0
    gsub(/`[^`]*`/, "", text)
    while (match(text, /\]\([^()]*(\([^()]*\))?[^()]*\)/)) {
        link(substr(text, RSTART + 2, RLENGTH - 3))
        text = substr(text, RSTART + RLENGTH)
    }
}

function anchor(heading,    name)
{
    name = tolower(heading)
    sub(/^#+ +/, "", name)
    gsub(/\]\([^)]*\)/, "", name)
    gsub(/[^a-z0-9 _-]/, "", name)
    gsub(/ /, "-", name)
    return seen[name]++ ? name "-" seen[name] - 1 : name
}

function link(target,    parts, file)
{
    if (target ~ /^[a-z]+:/)
        return
    split(target, parts, "#")
    file = parts[1] == "" ? FILENAME : folder parts[1]
    while (sub(/[^\/.][^\/]*\/\.\.\//, "", file))
        continue
    print FILENAME ":" FNR "\t" file "\t" parts[2]
}
