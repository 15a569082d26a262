# SPDX-License-Identifier: GPL-3.0-or-later
# Checks keys and values of a CITATION.cff: awk -f citation.awk CITATION.cff
#
# The rules are those of the schema of the Citation File Format 1.2.0, for the part of it and
# of YAML that the file uses: keys, lists of items, and texts that >- folds.

function rule(place, key, pattern)
{
    allowed[place "." key] = pattern
}

function complain(text)
{
    print FILENAME ":" NR ": " text >"/dev/stderr"
    faults = 1
}

# Checks that @p place has the keys in the list, if it has begun
function need(place, list, keys, i)
{
    split(list, keys, " ")
    for (i in keys)
        if (!((place, keys[i]) in seen))
            complain("'" keys[i] "' is missing (" place ")")
}

function end_reference()
{
    if (reference)
        need("reference", "type title authors")
    for (key in seen)
        if (key ~ /^reference/)
            delete seen[key]
}

BEGIN {
    text = "^[^ ].*$"
    date = "^[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]$"
    doi = "^10[.][0-9]+([.][0-9]+)*/[^ ]+$"
    year = "^[12][0-9][0-9][0-9]$"
    number = "^[1-9][0-9]*$"
    url = "^https?://[^ ]+$"
    rule("top", "cff-version", "^1[.]2[.]0$")
    rule("top", "message", text); rule("top", "title", text); rule("top", "abstract", text)
    rule("top", "type", "^(software|dataset)$")
    rule("top", "version", "^[0-9]+[.][0-9]+[.][0-9]+$")
    rule("top", "date-released", date); rule("top", "license", "^GPL-3[.]0-or-later$")
    rule("top", "authors", "^$"); rule("top", "keywords", "^$"); rule("top", "references", "^$")
    rule("reference", "type", "^(article|book|conference-paper|report|software|generic)$")
    rule("reference", "title", text); rule("reference", "authors", "^$")
    rule("reference", "conference", "^$"); rule("reference", "institution", "^$")
    rule("reference", "journal", text); rule("reference", "notes", text)
    rule("reference", "collection-title", text); rule("reference", "number", text)
    rule("reference", "volume", number); rule("reference", "issue", number)
    rule("reference", "start", number); rule("reference", "end", number)
    rule("reference", "year", year); rule("reference", "doi", doi); rule("reference", "url", url)
    rule("person", "family-names", text); rule("person", "given-names", text)
    rule("person", "name", text); rule("entity", "name", text)
}

/^#/ || /^ *$/ { next }

# The lines of a folded text.
folded {
    match($0, /^ */)
    if (RLENGTH > folded_at)
        next
    folded = 0
}

{
    match($0, /^ */)
    depth = RLENGTH
    line = substr($0, depth + 1)
    item = sub(/^- /, "", line)
    if (item)
        depth += 2
}

depth == 0 { end_reference(); reference = 0; place = "top"; inside = "" }
depth == 4 && list == "references" {
    if (item) {
        end_reference()
        reference = 1
    }
    place = "reference"
}
depth == 4 && list == "authors" { place = "person" }
depth == 4 && list == "keywords" { next }
depth == 6 { place = "entity" }
depth == 8 { place = "person" }

{
    if (!match(line, /^[a-z-]+:( |$)/)) {
        complain("this is not a key with a value: " line)
        next
    }
    key = line
    sub(/:.*/, "", key)
    value = substr(line, length(key) + 3)
    gsub(/^"|"$/, "", value)
    if (depth == 0)
        list = key
    if (value == ">-") {
        folded = 1
        folded_at = depth
        value = "text"
    }
    if (!((place "." key) in allowed))
        complain("unknown key '" key "' (" place ")")
    else if (value !~ allowed[place "." key])
        complain("'" key "' may not be '" value "' (" place ")")
    if (((place, key) in seen) && place != "person" && place != "entity")
        complain("'" key "' is there twice (" place ")")
    seen[place, key] = 1
}

END {
    end_reference()
    need("top", "cff-version message title authors version license abstract references")
    exit faults
}
