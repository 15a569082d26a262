#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that each external name of a library is used outside its own file, and not by tests
# alone: exports.sh ROOT LIBRARY ...
set -eu
export LC_ALL=C

# Names for programs of others, which use the installed libraries.
offered=' sow_fast_no_move sow_model_predict sow_state_features_values '

root=$1
shift
unused=$({
    nm -A --extern-only --format=posix "$@" | awk '
        $3 ~ /[UVWvw]/ { wanted[$2] = 1; next }
        { home[$2] = 1 }
        END { for (name in home) if (!(name in wanted)) print name }'
    find "$root" -name build -prune -o -name '*.[ch]' -print
} | awk -v offered="$offered" -v root="$root" '
    # Counts the names in a file, without its comments. The header and the source that define a
    # name each have it once.
    function count(file,    line, test, source, part, words, i) {
        test = index(file, root "/tests/") == 1
        source = file ~ /[.]c$/
        while ((getline line < file) > 0) {
            if (inside && !sub(/^.*\*\//, "", line))
                continue
            inside = 0
            gsub(/\/\*([^*]|\*[^\/])*\*\//, "", line)
            inside = sub(/\/\*.*/, "", line)
            words = split(line, part, /[^a-zA-Z0-9_]+/)
            for (i = 1; i <= words; i++)
                if (part[i] in alone) {
                    used[part[i]] += !test
                    if ((test || source) && last[part[i]] != file)
                        files[part[i]]++
                    last[part[i]] = file
                }
        }
        close(file)
    }
    /^sow_/ { alone[$0] = 1; next }
    { count($0) }
    END {
        for (name in alone)
            if (index(offered, " " name " ") == 0)
                if (files[name] < 2)
                    print name ": no other file uses it: make it static, or remove it"
                else if (used[name] < 3)
                    print name ": only tests use it: remove it"
    }')
[ -z "$unused" ] || {
    printf '%s\n' "$unused"
    exit 1
}
