# SPDX-License-Identifier: GPL-3.0-or-later
# Players on the frozen suite: its file, the rows, players that forfeit or cannot play, and
# faults. All of it with the small edition.
export XDG_CACHE_HOME="$PWD/cache"
file=cache/sowlab/suite-1-quick.txt

# The file is made, always the same, and used. A folder is made for it.
expect 0 "$SOWLAB" suite h4 --quick
says '^all variants' out
says 'is made first' err
cp $file first.txt
expect 0 "$SOWLAB" suite make again.txt --quick --threads 1
cmp first.txt again.txt || fail 'the file differs'
expect 0 "$SOWLAB" suite make --quick --json
says '"digest": "[0-9a-f]*"' out
expect 0 "$SOWLAB" suite random --quick --json
grep -q 'made first' err && fail 'a file that is there is made again'
for key in edition suite_digest spec version processor comparable; do
    says "\"$key\": \"" out
done
says '"comparable": "no"' out
says 'compare with nothing' out
expect 0 "$SOWLAB" runs verify 1 2
expect 0 "$SOWLAB" runs list
says ' suite ' out
expect 0 "$SOWLAB" runs show 2 --full

# A player that knows exact values and looks one move ahead has no regret.
expect 0 "$SOWLAB" solve --variant kalah --on-board 7 --endgame kalah.endgame
expect 0 "$SOWLAB" suite 'alphabeta:depth=1,endgame=kalah.endgame,eval=[state:store_difference=1]' --quick
expect 0 "$SOWLAB" sql "SELECT regret = 0 AND optimal = 1 AS exact FROM suites
    WHERE run_id = 3 AND variant = 'kalah'" --csv
says '^1$' out
# In other rules it cannot play. The row says so, and the totals leave it out.
expect 0 "$SOWLAB" sql "SELECT count(*) FROM suites WHERE run_id = 3 AND score IS NULL
    AND games = 0 AND note LIKE '%kalah.endgame%'" --csv
says '^[1-3]$' out
expect 0 "$SOWLAB" sql "SELECT note FROM suites WHERE run_id = 3 AND variant = 'all variants'" --csv
says 'plays in 1 of 2 rule sets' out

# Programs: one that plays, and one that forfeits everything.
cat >first.sh <<'END'
while read -r line && [ -n "$line" ]; do :; done
echo ready
while read -r position ms legal rest; do echo "${legal%%,*}"; done
END
sed 's/^while read -r position.*/while read -r line; do echo 99; done/' first.sh >bad.sh
expect 0 "$SOWLAB" suite 'exec:[sh first.sh],name=first' --quick --json
says '"sha256": "[0-9a-f]\{64\}"' out
says '"forfeits": 0' out
grep -q '"forfeits": [1-9]' out && fail 'a good program forfeits'
expect 0 "$SOWLAB" suite 'exec:[sh bad.sh sha256=0],start=5' --quick --json
says '"sha256": "[0-9a-f]\{64\}"' out # that of the program, not the word of its command
says '"variant": "all variants", "score": 0,.*"forfeits": [1-9]' out
says '"note": "forfeit: ' out
expect 0 "$SOWLAB" runs verify 4
says 'cannot be replayed\|not replayable\|limited by time' out

# Faults of the file: damaged, empty, a folder, foreign, missing folder.
for bad in damaged empty; do
    sed 's/^opening 5/opening 4/' first.txt >$bad.txt
    [ $bad = empty ] && : >$bad.txt
    expect 65 "$SOWLAB" suite h4 --quick --file $bad.txt
    says "'$bad.txt' is not the file of suite 1-quick.*make that with 'sowlab suite make --quick $bad.txt'" err
    expect 0 "$SOWLAB" suite make $bad.txt --quick
    cmp first.txt $bad.txt || fail 'a damaged file is not made again'
done
echo 'my diary' >diary.txt
expect 64 "$SOWLAB" suite make diary.txt --quick
says "'diary.txt' is another file" err
[ "$(cat diary.txt)" = 'my diary' ] || fail 'the diary is gone'
expect 74 "$SOWLAB" suite h4 --quick --file .
expect 74 "$SOWLAB" suite make nowhere/suite.txt --quick
[ ! -e nowhere ] || fail 'a folder is made'
expect 64 env -u XDG_CACHE_HOME -u HOME "$SOWLAB" suite h4 --quick
says "name a file with '--file'" err
if [ "$(id -u)" -ne 0 ]; then
    mkdir sealed
    chmod 500 sealed
    expect 74 "$SOWLAB" suite make sealed/suite.txt --quick
fi

# A full disk leaves nothing behind.
if [ -w /dev/full ]; then
    expect 74 "$SOWLAB" suite make /dev/full --quick
fi

# Ctrl-C: what is done is kept, and the run goes on.
interrupt INT 0.5 'continue with: sowlab resume' "$SOWLAB" suite \
    'mcts:iterations=3000' --quick --db stopped.db
expect 0 "$SOWLAB" sql --db stopped.db "SELECT count(*) < 6 AS part FROM suites" --csv
says '^1$' out
interrupt INT 0.5 'no file of the suite is made' "$SOWLAB" suite make big.txt
[ ! -e big.txt ] || fail 'half a file is there'
