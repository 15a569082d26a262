# SPDX-License-Identifier: GPL-3.0-or-later
# How the program finds commands: help, versions, misspelt words.

expect 64 "$SOWLAB"
says '^Usage: sowlab COMMAND' err
says '^sowlab: no command given' err
[ ! -s out ] || fail 'help after a wrong command line belongs on stderr'

for word in help --help -h; do
    expect 0 "$SOWLAB" "$word"
    says '^  variants diff  ' out
    says '^Exit status: 0 done; 64 ' out
    [ ! -s err ] || fail "'$word' wrote to stderr"
done

for word in version --version -V; do
    expect 0 "$SOWLAB" "$word"
    says 'revision' out
    says 'threadsafe' out
done
expect 0 "$SOWLAB" --version --json
for library in gsl jansson inih rmath nettle libcsv libunistring; do
    says "\"$library\": *\"[0-9][0-9.]*\"" out
done

expect 0 "$SOWLAB" help variants
says '^  variants show NAME|FILE' out
expect 0 "$SOWLAB" variants --help
says '^  variants show NAME|FILE' out
expect 64 "$SOWLAB" variants
says "needs one of these words: list, show, check, diff, random$" err

# unknown TYPED SUGGESTED: the program refuses a command and suggests another
unknown()
{
    # shellcheck disable=SC2086 # words
    expect 64 "$SOWLAB" $1
    says "^sowlab: unknown command '.*'; did you mean '$2'?$" err
    [ ! -s out ] || fail "'$1' wrote to stdout"
}
unknown perf perft
unknown mvoes moves
unknown 'variants lst' 'variants list'
unknown 'varaints list' 'variants list'
unknown varints variants
unknown 'help prft' perft
expect 64 "$SOWLAB" sweep --seed 3
says "unknown option '--seed'$" err
expect 64 "$SOWLAB" quite-another-thing
says "^sowlab: unknown command 'quite-another-thing'$" err
expect 64 "$SOWLAB" ''
expect 64 "$SOWLAB" --seed 3 perft
says "is before the command" err

# Help fits into 80 columns, and a preformatted text in it has no blank lines of its own.
"$SOWLAB" --help >overview
sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p' overview | sort -u >names
while read -r name; do
    "$SOWLAB" "$name" --help >help 2>&1 || :
    sed -n "s/^  \($name [a-z][a-z-]*\) .*/\1/p" help >>names.all
    echo "$name" >>names.all
done <names
sort -u names.all >names
[ "$(wc -l <names)" -gt 40 ] || fail 'hardly any command'
while read -r name; do
    # shellcheck disable=SC2086 # two words
    "$SOWLAB" $name --help >help 2>&1 || :
    awk 'length($0) > 80 { exit 1 }' help || fail "help of '$name' is wider than 80 columns"
done <names
expect 0 "$SOWLAB" sweep --help
grep -A1 '^  \[sweep\]$' out | says '^  command = evolve$' - || fail 'the plan of sweep --help'
expect 0 "$SOWLAB" robustness h4 --variant kalah --opponents h1 --games 5 --db one.db
