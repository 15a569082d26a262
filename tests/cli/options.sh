# SPDX-License-Identifier: GPL-3.0-or-later
# Options and operands: the ways to write them, and errors.

expect 0 "$SOWLAB" perft --help
cmp out "$SOW_TEST_DATA/cli/perft_help.txt" || fail 'the help of perft changed'
expect 0 "$SOWLAB" perft -h
cmp out "$SOW_TEST_DATA/cli/perft_help.txt"
expect 0 "$SOWLAB" help perft
cmp out "$SOW_TEST_DATA/cli/perft_help.txt"

# leaves OPTION...: prints the leaf counts in one line
leaves()
{
    expect 0 "$SOWLAB" perft --csv "$@"
    awk -F , 'NR > 1 { printf "%s ", $2 }' out
}
[ "$(leaves --variant kalah --depth 3)" = '6 35 185 ' ] || fail 'a value as a word'
[ "$(leaves --variant=kalah --depth=3)" = '6 35 185 ' ] || fail 'a value after ='
[ "$(leaves --var KALAH --dep 1)" = '6 ' ] || fail 'the start of a name, and capitals'
[ "$(leaves --quiet --json=no --depth 1)" = '6 ' ] || fail 'flags'
[ "$(leaves --pits 4 --depth 1)" = '4 ' ] || fail '--pits'
[ "$(leaves --start 0,1,0,1,0,1,0/1,1,1,1,1,1,0:s --depth 1)" = '3 ' ] || fail '--start'
[ "$(leaves --position 0,1,0,1,0,1,0/1,1,1,1,1,1,0:n --depth 1)" = '6 ' ] || fail '--position'
[ "$(leaves --rule pits=5 --rule seeds_per_pit=2 --depth 1)" = '5 ' ] || fail '--rule'
[ "$(leaves --pits 2 --start 1,0,0/1,0,0:s --depth 1)" = '1 ' ] || fail 'order of rules'
expect 0 env POSIXLY_CORRECT=1 "$SOWLAB" variants diff awari oware --csv
[ "$(head -n 1 out)" = rule,a,b ] || fail 'options after operands'

# refused STATUS PATTERN ARGUMENT...: the program prints an error on stderr, and nothing on stdout
refused()
{
    status=$1
    pattern=$2
    shift 2
    expect "$status" "$SOWLAB" "$@"
    says "^sowlab: .*$pattern" err
    [ ! -s out ] || fail "'$*' wrote to stdout"
}
refused 64 "unknown option '--dpth'; did you mean '--depth'?" perft --dpth=3
refused 64 "unknown option '-x'" perft -x
refused 64 "unknown option '--'" perft --=3
refused 64 "option '--depth' needs a value" perft --depth
for value in 0 65 -1 3.5 1e1 nan '' ' 3' 99999999999999999999; do
    refused 64 "'$value' is not a value of '--depth': allowed is a whole number" \
        perft --depth "$value"
done
refused 64 "'maybe' is not a value of '--quiet': allowed is yes | no" perft --quiet=maybe
refused 64 "both '--json' and '--csv'" perft --json --csv
refused 64 "unexpected word 'x' after 'sowlab perft'" perft x
refused 64 "unexpected word '--depth'" perft -- --depth
refused 64 "missing word: write 'sowlab variants diff A B'" variants diff awari
refused 64 "unknown variant 'kalha'; did you mean 'kalah'?" perft --variant kalha
refused 64 "'--variant' is empty" perft --variant ''
refused 64 "'-4' is not a value of 'pits': allowed is a whole number from 1 to 12" perft --pits -4
refused 64 "more than 255 seeds" perft --seeds-per-pit 22
refused 64 "unknown key 'feedng'; did you mean 'feeding'?" perft --rule feedng=must
refused 64 "write KEY=VALUE" perft --rule feeding
refused 64 "write KEY=VALUE" perft --rule =must
refused 64 "'never' is not a value of 'feeding'" perft --rule feeding=never
refused 64 "'lap_limit=3' has no effect" perft --rule lap_limit=3
refused 64 "'extra_turn = yes' needs 'own_store_sown = yes'" perft --rule extra-turn=yes
refused 64 "'x' at character 3" perft --position 4,x
refused 64 "'z' at character 1" perft --start z
refused 74 "cannot open variant file './none.ini'" perft --variant ./none.ini
refused 74 "'/': Is a directory" perft --variant /
printf 'pits = 6\npitts = 6\n' >bad.ini
refused 65 "bad.ini:2: .*'pitts'.*did you mean 'pits'?" perft --variant bad.ini

expect 64 "$SOWLAB" perft --variant "$(head -c 2000 /dev/zero | tr '\0' v)"
expect 64 "$SOWLAB" perft --rule "pits=$(head -c 5000 /dev/zero | tr '\0' 1)"
