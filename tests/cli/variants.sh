# SPDX-License-Identifier: GPL-3.0-or-later
# variants list, show, check and diff.

expect 0 "$SOWLAB" variants list --csv
[ "$(head -n 1 out)" = name,pits,seeds_per_pit,summary ] || fail 'the header of the list'
names=$(tail -n +2 out | cut -d , -f 1)
echo "$names" >listed
head -n 1 "$SOW_TEST_DATA/variants/builtin.csv" | tr , '\n' | tail -n +2 >wanted
diff -u wanted listed || fail 'the built-in variants'

# The output of show is a variant file of the same variant.
for name in $names; do
    expect 0 "$SOWLAB" variants show "$name"
    mv out "$name.ini"
    expect 0 "$SOWLAB" variants check "$name.ini"
    says "^$name.ini  *ok" out
    expect 0 "$SOWLAB" variants show "$name.ini"
    cmp out "$name.ini" || fail "'$name' changes when it is written and read"
    expect 0 "$SOWLAB" variants diff "$name" "$name.ini" --csv
    [ "$(wc -l <out)" -eq 1 ] || fail "'$name' differs from its own file"
done

expect 0 "$SOWLAB" variants diff awari vai-lung-thlan --csv
cat >wanted <<'END'
rule,a,b
seeds_per_pit,4,5
direction,counter-clockwise,clockwise
number_capture,"2,3",1
number_where,opponent,either
number_chain,row,across
END
cmp out wanted || fail 'the difference of awari and vai-lung-thlan'

expect 0 "$SOWLAB" variants show oware --json
says '"number_capture": *"2-4"' out
says '"pits": *6' out

printf 'base = awari\nnumber_capture = 2,x\n' >bad.ini
expect 65 "$SOWLAB" variants check bad.ini
says "^sowlab: bad.ini:2: .*allowed is none, or counts" err
expect 65 "$SOWLAB" variants check kalah.ini bad.ini awari.ini
says '^bad.ini  *bad' out
says '^awari.ini  *ok' out
expect 64 "$SOWLAB" variants check
expect 74 "$SOWLAB" variants check .
expect 74 "$SOWLAB" variants check ./none.ini
says '^./none.ini  *unreadable' out
says "^sowlab: cannot open variant file './none.ini'" err
expect 74 "$SOWLAB" variants check bad.ini none.ini bad.ini
[ "$(grep -c '^sowlab: bad.ini:2:' err)" -eq 2 ] || fail 'a fault is not told'
expect 64 "$SOWLAB" variants check awari2
says '^awari2  *unknown' out
printf 'base = awarri\nfoo = 1\npits = 99   # too many\n' >three.ini
expect 65 "$SOWLAB" variants check three.ini
[ "$(grep -c '^sowlab: three.ini:[123]: ' err)" -eq 3 ] || fail 'not every fault is told'
: >empty.ini
expect 65 "$SOWLAB" variants check empty.ini
says '^sowlab: empty.ini:1: the file is empty' err
expect 0 "$SOWLAB" variants diff KALAH kalah --csv
expect 64 "$SOWLAB" variants show kalahh
says "did you mean 'kalah'" err

# Seeds per pit. Their name of version 0.1.0 can be read in files. Stored settings keep it,
# because digests depend on it. On the command line it is refused, because it could mean the
# random seed.
printf 'base = kalah\nseeds = 3\n' >old.ini
printf 'base = kalah\nseeds-per-pit = 3\n' >new.ini
expect 0 "$SOWLAB" variants show old.ini
says '^seeds_per_pit = 3$' out
expect 0 "$SOWLAB" variants diff old.ini new.ini --csv
[ "$(wc -l <out)" -eq 1 ] || fail 'the two names mean two things'
expect 0 "$SOWLAB" match h1 h4 --variant old.ini --games 2
expect 0 "$SOWLAB" match h1 h4 --variant kalah --seeds-per-pit 3 --games 2
expect 0 "$SOWLAB" match h1 h4 --variant kalah --rule seeds=3 --games 2
expect 0 "$SOWLAB" sql --csv "SELECT variant, instr(rules, 'seeds = 3') > 0 AS old,
    instr(rules, 'per_pit') > 0 AS new FROM runs"
says '^old,1,0$' out
[ "$(grep -c '^kalah seeds=3,1,0$' out)" -eq 2 ] || fail 'stored rules have a new name'
expect 0 "$SOWLAB" tournament h1 h4 --variants kalah --seeds-per-pit 2..3 --games 1
expect 0 "$SOWLAB" sql --csv "SELECT parameters ->> 'seeds' AS s FROM runs WHERE id = 4"
says '^2..3$' out
expect 0 "$SOWLAB" runs verify 1 2 3 4
both='write --seed for the random seed, or --seeds-per-pit for the board'
expect 64 "$SOWLAB" match h1 h4 --seeds 3
says "option '--seeds' could mean two things: $both" err
expect 64 "$SOWLAB" perft --seeds=3
says "$both" err

# Random variants. The same random seed gives the same variants. All are valid and different, and
# their names and summaries say what was changed.
expect 0 "$SOWLAB" variants random --count 30 --seed 7 --into games --csv
says '^[a-z0-9-]*+[^,]*,"*[a-z0-9-]* after [1-8] changes*: ' out
mv out first
expect 0 "$SOWLAB" variants random --count 30 --seed 7 --csv
cmp out first || fail 'the same random seed gives other variants'
expect 0 "$SOWLAB" variants random --count 30 --seed 8 --csv
! cmp -s out first || fail 'another random seed gives the same variants'
expect 0 "$SOWLAB" variants check games/*.ini --csv
[ "$(grep -c ',ok$' out)" -eq 30 ] || fail 'a random variant is not valid'
for file in games/*.ini; do
    grep -v '^summary' "$file" | cksum
done | sort | uniq -d >equal
[ ! -s equal ] || fail 'two random variants are the same'
expect 0 "$SOWLAB" variants random --from kalah --changes 1 --count 2 --into two
for file in two/*.ini; do
    expect 0 "$SOWLAB" variants diff kalah "$file" --csv
    says "^$(basename "$file" .ini | sed 's/.*+\(.*\)=.*/\1/')" out
done
expect 0 "$SOWLAB" variants random --fast --count 40 --changes 4..8 --json
says '"reason": "no fast kernel plays the rules", "walks": [1-9]' out

# Lists name them too. The record has the rules, so nothing is drawn again.
expect 0 "$SOWLAB" robustness h4 --variants 'kalah,random:[3,seed=7,from=[kalah,awari],changes=1..2]' \
    --opponents random --games 3 --random-plies 2 --db random.db
expect 0 "$SOWLAB" runs verify 1 --db random.db
expect 0 "$SOWLAB" sql 'SELECT count(DISTINCT variant) AS variants, count(DISTINCT rules) AS rules
    FROM match_variants' --db random.db --csv
says '^4,4$' out
expect 64 "$SOWLAB" variants random --count 201
says 'a whole number from 1 to 200' err
expect 64 "$SOWLAB" variants random --count 200 --from kalah --changes 1
says 'only [0-9]* of 200 random variants were found' err
expect 64 "$SOWLAB" variants random --from 'random:[3]'
says 'cannot begin at' err
expect 64 "$SOWLAB" variants random --into games
says "the folder 'games' has files already" err
expect 74 "$SOWLAB" variants random --into first
says "the folder 'first' cannot be made" err

# Elsewhere a bracket is a letter like others.
"$SOWLAB" variants show kalah >'a[b.ini'
expect 0 "$SOWLAB" robustness h4 --variants 'a[b.ini,oware' --opponents random --games 3 \
    --random-plies 2 --db bracket.db
