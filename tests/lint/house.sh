#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks a house rule that no compiler knows: house.sh RULE [ROOT]
#
# Prints every offence as FILE:LINE: TEXT, and fails if there is one. The rules are:
#   spdx      the first line, or the line after #!, names the licence
#   names     no two files have the same name
#   sizes     files and functions are not too long
#   includes  sources include only the headers that includes.txt allows
#   rows      rows of tables in comments were not joined by clang-format
#   words     sources contain none of the words in words.txt
set -eu
export LC_ALL=C

FILE_LINES=600
FUNCTION_LINES=60

here=$(cd "$(dirname "$0")" && pwd)
cd "${2:-$here/../..}"

# files PATTERN ...: lists the project's files with such names, without build directories
files()
{
    set -f
    names=''
    for pattern in "$@"; do
        names="$names -o -name $pattern"
    done
    # shellcheck disable=SC2086 # one word per argument
    find . \( -path ./.git -o -path ./build \) -prune -o -type f \( ${names# -o} \) -print |
        sed 's|^\./||' | sort
    set +f
}

spdx()
{
    files '*.c' '*.h' '*.in' '*.cmake' CMakeLists.txt '*.def' '*.sh' '*.awk' '*.sql' '*.ini' lab run bare-root rules smoke |
        xargs -r awk '
            FNR <= 2 && /SPDX-License-Identifier: GPL-3.0-or-later/ { named = 1 }
            FNR == 2 && !named { print FILENAME ":1: the SPDX line is missing" }
            FNR == 2 { named = 0 }'
}

names()
{
    files '*.c' '*.h' '*.def' '*.cmake' '*.sh' '*.awk' '*.sql' |
        awk -F / '
            $NF in first { print $0 ":1: has the name of " first[$NF] }
            { first[$NF] = $0 }'
}

sources()
{
    files '*.c' '*.h' | xargs -r awk -v rule="$1" -v table="$here/$1.txt" \
        -v file_lines="$FILE_LINES" -v function_lines="$FUNCTION_LINES" -f "$here/house.awk"
}

case $1 in
spdx | names) offences=$("$1") ;;
sizes | includes | rows | words) offences=$(sources "$1") ;;
*) echo "house.sh: no rule is called '$1'" >&2 && exit 64 ;;
esac
[ -z "$offences" ] || {
    printf '%s\n' "$offences"
    exit 1
}
