# SPDX-License-Identifier: GPL-3.0-or-later
# The rules of house.sh about the contents of sources. Prints the offences:
# awk -v rule=RULE -v table=FILE -f house.awk SOURCE ...

function offence(text) { print FILENAME ":" FNR ": " text }

# Turns a shell pattern of the tables into a regular expression. Only '*' is used in them.
function regex_of(pattern) {
    gsub(/\./, "[.]", pattern)
    gsub(/\*/, ".*", pattern)
    return "^" pattern "$"
}

function read_includes(    line, field, count, i) {
    while ((getline line < table) > 0) {
        count = split(line, field, " ")
        for (i = 2; i <= count; i++)
            if (field[1] == "anywhere") {
                add_header(field[i], "*")
            } else if (field[1] == "only" && i > 2) {
                add_header(field[2], field[i])
            } else if (field[1] == "folder" && i > 2) {
                modules[field[2], field[i]] = folders[field[2]] = 1
            }
    }
}

function add_header(header, where) {
    headers++
    header_regex[headers] = regex_of(header)
    where_regex[headers] = regex_of(where)
}

function read_words(    line, field) {
    while ((getline line < table) > 0)
        if (line !~ /^#? *$/ && line !~ /^# / && split(line, field, / :: /) == 3) {
            words++
            word[words] = "(^|[^A-Za-z0-9_])" field[1]
            word_where[words] = field[2]
            word_reason[words] = field[3]
        }
}

# Returns the folder whose rows hold for a source: the first two parts of its path if they
# have rows of their own, else the first part.
function folder_of(file,    part) {
    split(file, part, "/")
    return (part[1] "/" part[2]) in folders ? part[1] "/" part[2] : part[1]
}

function header_allowed(header,    i) {
    for (i = 1; i <= headers; i++)
        if (header ~ header_regex[i] && FILENAME ~ where_regex[i])
            return 1
    return 0
}

function own_allowed(header,    part) {
    if (split(header, part, "/") == 1)
        return 1
    return part[1] == "sow" && (folder_of(FILENAME), part[2]) in modules
}

BEGIN {
    if (rule == "includes") read_includes()
    if (rule == "words") read_words()
}

FNR == 1 { start = 0; in_rows = 0 }

# clang-format joins a row that is too wide with the next rows.
rule == "rows" {
    if (in_rows && /^ \* [^ @]/)
        offence("a line of text after rows of a table: an empty line is missing, or rows ran together")
    in_rows = /^ \*     +[^ ]/
}

rule == "includes" && /^ *# *include / {
    quoted = match($0, /"[^"]*"/)
    if (!quoted) match($0, /<[^>]*>/)
    header = substr($0, RSTART + 1, RLENGTH - 2)
    if (quoted ? !own_allowed(header) : !header_allowed(header))
        offence("'" header "' may not be included here (includes.txt)")
}

rule == "words" {
    for (i = 1; i <= words; i++)
        if ($0 ~ word[i] && FILENAME !~ word_where[i])
            offence(word_reason[i] " (words.txt)")
}

# clang-format puts the braces of a function in the first column.
rule == "sizes" && /^\{/ { start = FNR }
rule == "sizes" && /^}/ {
    if (start && FNR - start - 1 > function_lines)
        offence("function of " FNR - start - 1 " lines, the limit is " function_lines)
    start = 0
}
rule == "sizes" && FNR == file_lines + 1 {
    offence("the file goes on after line " file_lines ", the limit")
}
