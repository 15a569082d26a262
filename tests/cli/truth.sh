# SPDX-License-Identifier: GPL-3.0-or-later
# solve, probe, value: files of exact values, also after stops, with other rules and on full
# disks.

set -- --variant kalah --on-board 8 --endgame kalah.endgame
expect 0 "$SOWLAB" solve "$@" --csv
grep -v '^$' out | cut -d, -f1-5 >layers
[ "$(wc -l <layers)" -eq 9 ] || fail 'not eight layers'
expect 0 "$SOWLAB" solve --variant kalah --on-board 8 --plain --csv
cut -d, -f1-5 out | cmp - layers || fail 'the plain engine finds other values'

# The value of a position in the file is that of a search from scratch.
for position in 1,0,0,2,0,0,20/0,1,0,0,2,0,22:s 0,0,3,0,1,0,20/0,0,0,2,0,1,21:n; do
    expect 0 "$SOWLAB" probe --variant kalah --endgame kalah.endgame --position $position --json
    probed=$(sed -n 's/.*"final_margin": \(-*[0-9]*\).*/\1/p' out)
    expect 0 "$SOWLAB" value --variant kalah --position $position --alone --json
    says "\"value\": ${probed}[,}]*$" out
    expect 0 "$SOWLAB" value --variant kalah --endgame kalah.endgame --position $position --alone --json
    says "\"value\": ${probed}[,}]*$" out
done

# Files that do not exist, are not endgame files, have other rules, or are too small.
expect 65 "$SOWLAB" probe --variant awari --endgame kalah.endgame
expect 74 "$SOWLAB" probe --variant kalah --endgame nothing.endgame
printf 'x' >text.endgame
expect 65 "$SOWLAB" solve --variant kalah --endgame text.endgame
[ "$(cat text.endgame)" = x ] || fail 'a file that is none of ours was written to'
expect 64 "$SOWLAB" probe --variant kalah --endgame kalah.endgame --position 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s
size=$(wc -c <kalah.endgame)
head -c $((size - 1000)) kalah.endgame >short.endgame
expect 0 "$SOWLAB" solve --variant kalah --on-board 8 --endgame short.endgame --csv
cut -d, -f1-5 out | cmp - layers || fail 'a file cut short is not gone on with'
cmp short.endgame kalah.endgame || fail 'a file gone on with is another'

head -c 1000 kalah.endgame >cut.endgame
expect 65 "$SOWLAB" solve --variant kalah --on-board 8 --endgame cut.endgame
says 'is damaged at its head: delete it' err

# Damage is reported for any byte. Here it is the mark at the end of a layer.
mark=$(grep -abo 'sowlab endgame 1' kalah.endgame | sed -n '5s/:.*//p')
cp kalah.endgame damaged.endgame
printf 'x' | dd of=damaged.endgame bs=1 seek="$mark" conv=notrunc 2>/dev/null
expect 65 "$SOWLAB" solve --variant kalah --on-board 8 --endgame damaged.endgame
says 'is damaged in the layer of' err

# No finished layer is lost on a full disk or after Ctrl-C. The program of a sanitizer may need
# large files itself before it begins.
if (ulimit -f 40 && "$SOWLAB" version) >out 2>err; then
    expect 74 sh -c "ulimit -f 40; '$SOWLAB' solve --variant kalah --on-board 12 --endgame full.endgame"
    expect 0 "$SOWLAB" solve --variant kalah --on-board 8 --endgame full.endgame --csv
    cut -d, -f1-5 out | cmp - layers || fail 'a file on a full disk is not gone on with'
fi
interrupt INT 1 'gone on with\|interrupted\|stopped' "$SOWLAB" solve --variant erherhe --on-board 40 --endgame long.endgame
expect 0 "$SOWLAB" solve --variant erherhe --on-board 6 --endgame long.endgame
interrupt INT 1 'stopped\|interrupted' "$SOWLAB" value --variant kalah --seeds-per-pit 6

# Without --variant these commands take a game that they can solve. A search exceeds a limit of
# positions by a few hundred at most.
expect 0 "$SOWLAB" value --pits 3 --seeds-per-pit 2 --threads 1 --json
mv out bare
expect 0 "$SOWLAB" value --variant kalah --pits 3 --seeds-per-pit 2 --threads 1 --json
[ "$(grep -c '"value"' bare)" -ge 1 ] || fail 'nothing is solved'
sed '/seconds/d' bare >first
sed '/seconds/d' out | cmp - first || fail 'a bare value is of another game'
expect 0 "$SOWLAB" fair --pits 2 --seeds-per-pit 1 --moved 1 --db bare.db --quiet --json
says '"variant": "kalah pits=2 seeds=1"' out

expect 0 "$SOWLAB" value --variant kalah --nodes 1000 --threads 1 --json
nodes=$(sed -n 's/.*"nodes": \([0-9]*\).*/\1/p' out)
{ [ "$nodes" -ge 1000 ] && [ "$nodes" -le 1300 ]; } || fail "$nodes positions instead of 1000"

# A proven value is reported as proven, even if the search for the moves was stopped.
expect 0 "$SOWLAB" value --variant kalah --seeds-per-pit 3 --nodes 1800000 --threads 1
says 'stopped by --seconds or --nodes.*the value is proven' err
# The file that it advises is made in less time than the search took.
says "an endgame file .*'sowlab solve --on-board 13 --endgame new.endgame'" err

# The commands that messages advise can be run. value and fair advise one for a game that they can
# solve, and probe one with its own options.
for command in value fair; do
    expect 64 "$SOWLAB" "$command" --variant erherhe
    advice=$(sed -n "s/.*try 'sowlab \(.*\)'.*/\1/p" err)
    [ -n "$advice" ] || fail "$command advises nothing"
    # shellcheck disable=SC2086 # one word per option
    expect 0 "$SOWLAB" $advice --threads 1
done
game='--variant kalah --pits 3 --seeds-per-pit 2 --endgame advice.endgame'
# shellcheck disable=SC2086
expect 0 "$SOWLAB" solve $game --on-board 4
# shellcheck disable=SC2086
expect 64 "$SOWLAB" probe $game
advice=$(sed -n "s/.*solve more with 'sowlab \(.*\)'.*/\1/p" err)
[ "$advice" = 'solve --on-board 12' ] || fail "probe advises '$advice'"
# shellcheck disable=SC2086
expect 0 "$SOWLAB" $advice $game
# shellcheck disable=SC2086
expect 0 "$SOWLAB" probe $game
