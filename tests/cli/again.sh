# SPDX-License-Identifier: GPL-3.0-or-later
# The page of a run has the command that makes it again: the same record, with hostile words in it.

sowlab()
{
    "$SOWLAB" "$@"
}

# command_of ID: the command on the page of a run, "" if there is none
command_of()
{
    sowlab report "$1" | sed -n 's|^<details class="again">.*<code>\(.*\)</code>.*|\1|p' |
        sed "s/&lt;/</g; s/&gt;/>/g; s/&quot;/\"/g; s/&#39;/'/g; s/&amp;/\\&/g"
}

# one_of SQL
one_of()
{
    sowlab sql --csv "$1" | sed 1d
}

# same_again: the command of the latest run makes a run with the same record
same_again()
{
    id=$(one_of 'SELECT max(id) FROM runs')
    command_of "$id" >typed
    grep -q '^sowlab ' typed || fail "run $id has no command"
    eval "$(cat typed)" >/dev/null 2>said || fail "$(cat typed): $(cat said)"
    [ "$(one_of "SELECT count(*) FROM runs a JOIN runs b USING (kind, variant, rules, parameters,
        seed, label) WHERE a.id = $id AND b.id = $id + 1")" = 1 ] || fail "another run: $(cat typed)"
}

run()
{
    expect 0 "$SOWLAB" "$@"
}

hostile="it's \"<b>\"; touch taken; \$(touch taken) & \`touch taken\`"
run evolve --variant awari --generations 3 --population 6 --games 2 --candidate-games 2 \
    --validation-games 4 --mutation-sigma 0.25 --seed 7 --label "$hostile"
same_again
[ ! -e taken ] || fail 'words of a label were obeyed'
[ "$(one_of "SELECT count(*) FROM runs WHERE label LIKE 'it''s%touch taken%'")" = 2 ] || fail 'the label'
run evolve --variant kalah --genome order --generations 2 --population 4 --games 2 --candidate-games 2 \
    --validation-games 4 --fitness panel --opponents run:1,h4
same_again
run evolve --variant kalah --generations 2 --population 4 --games 2 --candidate-games 2 \
    --validation-games 4 --share-games --distinct
same_again
run evolve --variants kalah --fitness panel --generations 2 --population 4 --games 2 --candidate-games 2 \
    --validation-games 4
same_again
run match run:1 h4 --variant awari --games 4 --random-plies 2
same_again
run match run:1 weights:-0.5,0.25,1,0,0,0 --variant awari --games 4
same_again
run tournament h1 run:1 random 'alphabeta:depth=2,eval=[run:1]' --variant kalah --games 2
same_again
run robustness h4 run:1 --variants kalah,awari --opponents 'h1 run:1 random' --games 2
same_again
run dataset make run:1 h4 --variant kalah --games 10
same_again
run regret h4 --variant kalah --on-board 4 --games 2
same_again
run survey --variants kalah,awari --games 2 --mirror-games 2
same_again
run transfer 1 5 --variants kalah,awari --games 2
same_again
run ablate run:1 --variants kalah --openings 6
same_again
run sensitivity h4 --variant awari --opponents h1 --options end --games 2 --refit none
same_again
run reproduce divilly2013 --games 2 --evolutions 0 --orders 0
same_again
run learn --variant kalah --features h1,h4 --rounds 1 --positions 200 --test-games 10
same_again
run fair --moved 1 --seconds 0.1 --on-board 0 --hash 16
same_again
data=$(one_of "SELECT min(id) FROM runs WHERE kind = 'dataset'")
run fit "$data" --features h1,h4 --comparison-games 2
same_again

# A setting that the program works out from a default is neither shown as another one nor typed.
sowlab report "$id" | sed -n 's/<[^>]*>//g; /^Differs from the default/p' >settings
grep -q 'features h1,h4 (default auto), comparison games 2 (default 1000);' settings ||
    fail "the settings of a fit: $(cat settings)"
id=$(one_of "SELECT min(id) FROM runs WHERE kind = 'transfer'")
sowlab report "$id" | sed -n 's/<[^>]*>//g; /^Differs from the default/p' >settings
grep -q 'default games 2 (default 1000);' settings || fail "the settings of a transfer: $(cat settings)"
command_of "$id" | grep -q 'transfer run:1 run:5 --games 2' || fail "$(command_of "$id")"

# An import has no command, because its file may be gone: its page names the file.
run dataset export "$data" --output rows.csv
run dataset import rows.csv --variant kalah
id=$(one_of 'SELECT max(id) FROM runs')
[ "$(command_of "$id")" = '' ] || fail 'the command of an import'
sowlab report "$id" | sed 's/<[^>]*>/ /g' | grep -q 'imported_from  *rows.csv, a file of [0-9]* records' ||
    fail 'the page of an import does not name its file'

# Names that mean other players by now are not used: the weights are.
expect 0 "$SOWLAB" runs delete 1
id=$(one_of "SELECT min(id) FROM runs WHERE kind = 'tournament'")
command_of "$id" | grep -q 'weights:' || fail "a run that is gone is still named: $(command_of "$id")"

# A label that no terminal shows as it is has no command.
run match h1 h4 --variant kalah --games 2 --label "$(printf 'a\033b')"
[ "$(command_of "$(one_of 'SELECT max(id) FROM runs')")" = '' ] || fail 'a command with an escape'

# What cannot be typed has no command: other rules, and positions of a file.
run match h1 h4 --variant kalah --pits 4 --games 2
[ "$(command_of "$(one_of 'SELECT max(id) FROM runs')")" = '' ] || fail 'a command without the rules'
