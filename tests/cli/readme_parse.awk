# SPDX-License-Identifier: GPL-3.0-or-later
# Takes the commands out of a document's indented blocks, for readme_run.sh:
# awk -v folder=DIR -f readme_parse.awk DOCUMENT
#
# A fenced block is left alone. In an indented block that marks its commands by "$ ", the lines after one are what it prints; in any
# other block every line is a command. A command goes on after a backslash, and to the end
# of its here-document. Writes a shell script to stdout that calls begin and finish around
# each, and, for the N-th command that shows output, DIR/N.shown and DIR/N.lines, the
# numbers of its first and last line.

function quoted(s)
{
    gsub(/'/, "'\\''", s)
    return "'" s "'"
}

# True if the command whose latest line is s is not complete.
function goes_on(s)
{
    if (mark == "" && match(s, /<<[A-Z]+/))
        mark = substr(s, RSTART + 2, RLENGTH - 2)
    else if (s == mark)
        mark = ""
    return mark != "" || s ~ /\\$/
}

function end_command()
{
    if (text == "")
        return
    print "begin " number " " line " " quoted(text)
    print "{\n" text "\n} >\"$folder/" number ".out\" 2>\"$folder/" number ".err\" || status=$?"
    print "finish"
    if (shown != "") {
        printf "%s", shown >(folder "/" number ".shown")
        print from, to >(folder "/" number ".lines")
    }
    text = shown = blank = ""
}

function start_command(s)
{
    end_command()
    number++
    line = NR
    text = s
    unfinished = goes_on(s)
}

/^```/ {
    fenced = !fenced
}

fenced {
    next
}

/^[^ ]/ {
    end_command()
    session = 0
}

/^$/ {
    if (unfinished)
        text = text "\n"
    blank = blank "\n"
}

/^    / {
    s = substr($0, 5)
    if (unfinished) {
        text = text "\n" s
        unfinished = goes_on(s)
    } else if (s ~ /^\$ /) {
        session = 1
        start_command(substr(s, 3))
    } else if (!session) {
        start_command(s)
    } else {
        if (shown == "") {
            from = NR
            blank = ""
        }
        shown = shown blank s "\n"
        blank = ""
        to = NR
    }
}

END {
    end_command()
}
