# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the commands of a document in their order in the current folder, and compares their output
# with the document: readme_run.sh [--update] DOCUMENT
#
# With --update, the document is changed to show the new output.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
update=''
[ "$1" != --update ] || { update=yes && shift; }
document=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' HUP INT TERM
failures=0

# wrong FILE TEXT: reports that the last command did not do what the document says
wrong()
{
    printf '%s:%s: %s\n' "$document" "$line" "$2" >&2
    tail -n 40 "$1" >&2
    failures=$((failures + 1))
}

# begin NUMBER LINE COMMAND: notes the command that runs next, and its line in the document
begin()
{
    number=$1
    line=$2
    command=$3
    status=0
    began=$(date +%s)
}

# compared: compares the output of the command with the document, or renews the document
compared()
{
    [ -e "$folder/$number.shown" ] || return 0
    awk -f "$here/readme_match.awk" "$folder/$number.shown" "$folder/$number.out" && return
    [ "$update" ] || {
        diff -u "$folder/$number.shown" "$folder/$number.out" >"$folder/diff" || :
        wrong "$folder/diff" "what is shown differs from what is printed"
        return
    }
    awk -v renew=1 -f "$here/readme_match.awk" "$folder/$number.shown" \
        "$folder/$number.out" >"$folder/new" || {
        wrong "$folder/$number.out" 'a part that is shown is not printed: mend it by hand'
        return
    }
    mv "$folder/new" "$folder/$number.new"
}

finish()
{
    if [ "$status" -ne 0 ]; then
        # Results come last: a list of failed tests is not pushed out by notes of progress.
        cat "$folder/$number.out" >>"$folder/$number.err"
        wrong "$folder/$number.err" "exit status $status: $command"
    else
        compared
    fi
    printf '%s:%s: %s s: %s\n' "$document" "$line" "$(($(date +%s) - began))" "$command" >&2
}

awk -v folder="$folder" -f "$here/readme_parse.awk" "$document" >"$folder/commands"
# shellcheck source=/dev/null
. "$folder/commands"

# The last command comes first, so that line numbers stay right.
for name in $(find "$folder" -name '*.new' -printf '%f\n' | sort -rn); do
    read -r from to <"$folder/${name%new}lines"
    {
        head -n $((from - 1)) "$document"
        sed '/./s/^/    /' "$folder/$name"
        tail -n +$((to + 1)) "$document"
    } >"$folder/document"
    cat "$folder/document" >"$document"
done
[ $failures -eq 0 ]
