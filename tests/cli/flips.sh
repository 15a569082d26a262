# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Rules changed one at a time: sensitivity. The terminal is wide, so that no row is cut.
export COLUMNS=400

# The list of changes, and of those that are left out.
expect 0 "$SOWLAB" sensitivity --variant kalah --list --csv
says '^option,old_value,new_value,left_out$' out
says '^place_opposite_empty,takes-last,takes-nothing,$' out
says "^own_store_sown,yes,no,'extra_turn = yes' needs" out
says '^direction,counter-clockwise,clockwise,the mirror image' out
[ ! -e sowlab.db ] || fail 'a list needs no database'
expect 0 "$SOWLAB" sensitivity h1 --list --options ply-cap --rule ply_cap=40 --json
says '"new_value": "20"' out

# Replays only.
expect 0 "$SOWLAB" sensitivity divilly2013 --variant awari --options seeds,laps,early_end \
    --opponents h1,random --games 50 --refit none --quiet
for section in left_out advantage replay; do
    says "^$section\$" out
done
says '^base  *0\.' out
says '^seeds: 4 -> 3  *0\.' out
says '^laps: single -> multiple  *0\.' out
says '^early_end: no -> yes  *ends games earlier' out
grep -q '^gain$' out && fail 'nothing was refitted'

# Evolutions too, in variants that fast kernels play.
set -- --options end,repetition --opponents h1,random --games 20 --evolutions 2 \
    --generations 2 --population 4 --fitness-games 1
expect 0 "$SOWLAB" sensitivity divilly2013 --variant awari "$@"
says '^weights are evolved under 3 of 5 rules' err
for section in weights gain duels refit_score advantage replay; do
    says "^$section\$" out
done
# Long tables do not hide the important ones.
grep -q '^weight_intervals$' out && fail 'every weight is shown with its interval'
says '^base  *[01][0-9.]*  *[01][0-9.]*  *[01][0-9.]*  *[01][0-9.]*  *[01][0-9.]*  *[01][0-9.]*$' out
expect 0 "$SOWLAB" runs show 2
says '^weight_intervals$' out
says '^h1  *base  *[01]' out
says '^h6  *end: row-empty -> all-stuck  *[01]' out
expect 0 "$SOWLAB" runs show 2 --json
says '"rules": "repetition: none -> split"' out
says '"refit_score": 0' out
expect 0 "$SOWLAB" runs list --csv
says '^2,sensitivity,,awari,[^,]*,[0-9]* matches,done,' out
expect 0 "$SOWLAB" sql "SELECT count(*) FROM sensitivities WHERE measure = 'h4'" --csv
says '^3$' out
expect 0 "$SOWLAB" sensitivity h4 --variant awari --refit none --games 20 --opponents h1 \
    --options seeds --csv
says '^rules,score,low,high,difference,' out
expect 0 "$SOWLAB" runs verify 1 2 3 --threads 1 --kernel plain --csv
[ "$(grep -c ',same,whole,' out)" -eq 3 ] || fail 'a sensitivity is not replayed'

# JSON has all tables. Repeated games are reported before the results, which come last.
expect 0 "$SOWLAB" sensitivity h1 --variant awari --opponents h2 --options seeds --games 5 \
    --evolutions 1 --generations 1 --population 2 --fitness-games 1 --json --db all.db
says '"weight_intervals": \[' out
set -- sensitivity state:h4=1.37,pit1=0.131,pit2=-0.213,pit3=0.377,pit4=0.04,pit5=0.7 --opponents random \
    --variant awari --options seeds --refit none --games 5 --db copies.db
expect 0 "$SOWLAB" "$@"
[ "$(grep -n '^repeated$' out | cut -d: -f1)" -lt "$(grep -n '^replay$' out | cut -d: -f1)" ] ||
    fail 'copies are reported after the results'
tr -s ' \n' ' ' <out | grep -q 'rule changes: [0-9]* of [0-9]* raised the score, [0-9]* lowered it, [0-9]* undecided (' ||
    fail 'the answer does not count the changes'
expect 0 "$SOWLAB" "$@" --csv
says '^rules,score,low,high,difference,' out

# In doubles, 0.6 - 0.6 is -1e-16 here; 0 is stored.
expect 0 "$SOWLAB" sensitivity divilly2013 --opponents divilly2013 --games 5 --options end --refit none \
    --quiet --db same.db
expect 0 "$SOWLAB" sql "SELECT sum(difference = 0), sum(difference <> 0 AND abs(difference) < 1e-9) FROM sensitivity" \
    --csv --db same.db
says '^1,0$' out
expect 0 "$SOWLAB" runs import "${SOWLAB_DB-sowlab.db}" --runs 2 --db other.db
expect 0 "$SOWLAB" runs check --db other.db --csv
says '^1,sound,' out

# Wrong requests leave no run.
"$SOWLAB" runs list --csv >before
refuses()
{
    words=$1
    shift
    expect 64 "$SOWLAB" sensitivity "$@"
    says "$words" err
}
refuses 'missing word'
refuses 'unexpected word\|too many' h1 h2
refuses 'several players' h1,h2
refuses 'unknown player .h9.' h9
refuses "no option 'seeds_per_pt'; .*; did you mean 'seeds_per_pit'" h1 --options seeds_per_pt
refuses 'no neighbouring values' h1 --options start
refuses 'has no effect' h1 --rule place_chain=yes
refuses 'elitism' h1 --elitism 50
refuses "evolutions.* has no effect here: it needs --refit evolve" h1 --refit none --evolutions 5 --population 7
refuses 'is not a value of .*refit' h1 --refit fit
refuses 'is not a value of .*evolutions' h1 --evolutions 0
refuses 'unknown variant' h1 --variant kalha
"$SOWLAB" runs list --csv >after
cmp before after

# A run that was interrupted in its evolutions can be resumed.
set -- --options end --games 20 --evolutions 2 --generations 60 --population 20 --kernel plain --quiet \
    --db long.db
interrupt INT 2 'continue with: sowlab resume 1' "$SOWLAB" sensitivity divilly2013 "$@"
expect 0 "$SOWLAB" resume --quiet --db long.db
says '^replay$' out
expect 0 "$SOWLAB" runs check --db long.db --csv
says '^1,sound,' out
