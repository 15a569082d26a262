#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Are islands worth it? Evolves RUNS times (20) on four islands of 25, in one population of 50,
# which plays as many games in a generation, and in one of 100, which is as many individuals
# and has played as many games after a quarter of the generations; then lets the champions
# meet: the tables of docs/findings/islands.md. Goes on with what DATABASE has of them.
#
# usage: [SOWLAB=./lab] [RUNS=10] [OPTIONS='--mutation-sigma 0.05'] docs/findings/island_trials.sh DATABASE
set -eu
[ $# -eq 1 ] || { echo 'usage: island_trials.sh DATABASE' >&2; exit 64; }
db=$1
program=${SOWLAB-./lab}
runs=${RUNS-20}

# ask SQL: rows without their heading
ask()
{
    $program sql "$1" --db "$db" --csv | sed -e 1d -e 's/^"\(.*\)"$/\1/'
}

# evolve LABEL OPTION...
evolve()
{
    label=$1
    shift
    done=0
    [ ! -e "$db" ] ||
        done=$(ask "SELECT count(*) FROM runs WHERE label = '$label' AND status = 'done'")
    [ "$done" -lt "$runs" ] || return 0
    # shellcheck disable=SC2086 # one word per option
    $program evolve --seed $((1 + done)) --runs $((runs - done)) --label "$label" \
        --db "$db" --quiet --csv ${OPTIONS-} "$@" >/dev/null
    echo "$label" >&2
}

evolve 'one of 50' --population 50 --generations 252
evolve 'one of 100' --population 100 --generations 63
evolve 'four of 25, ring' --population 25 --generations 252 --islands 4
evolve 'four of 25, complete' --population 25 --generations 252 --islands 4 --topology complete
evolve 'four of 25, apart' --population 25 --generations 252 --islands 4 --migrate 0

# Champions of two settings, one pair of runs after the other.
for other in 'one of 50' 'one of 100' 'four of 25, complete' 'four of 25, apart'; do
    label="ring v $other"
    [ "$(ask "SELECT count(*) FROM runs WHERE label = '$label'")" -eq 0 ] || continue
    ask "SELECT a.id || ' ' || b.id FROM runs a JOIN runs b USING (seed)
         WHERE a.label = 'four of 25, ring' AND b.label = '$other'" |
        while read -r own met; do
            $program match "run:$own" "run:$met" --games 2000 --label "$label" --db "$db" \
                --quiet --csv >/dev/null </dev/null
        done
done

# limits MEAN ERROR: SQL of a mean with its 95 % limits by Student's t with RUNS - 1 degrees
limits()
{
    case $runs in 10) t=2.262 ;; 20) t=2.093 ;; *) t=2 ;; esac
    echo "format('%.4f (%.4f to %.4f)', $1, $1 - $t * $2, $1 + $t * $2)"
}

# error VALUE: SQL of the standard error of its mean
error()
{
    echo "sqrt((avg($1 * $1) - avg($1) * avg($1)) / (count(*) - 1))"
}

# interval VALUE: the same for the mean of a value
interval()
{
    limits "avg($1)" "$(error "$1")"
}

echo '| setting | games of fitness | validation | against divilly2013 | spread of all | spread of an island |'
echo '| --- | --- | --- | --- | --- | --- |'
ask "
WITH last AS (
    SELECT run_id, max(generation) AS generation, sum(games) AS games
    FROM generations GROUP BY run_id
), genes AS (
    SELECT i.run_id, sqrt(max(0, avg(w.value * w.value) - avg(w.value) * avg(w.value))) AS sd
    FROM last JOIN individuals i USING (run_id, generation) JOIN runs r ON r.id = i.run_id,
         json_each(i.weights) w
    GROUP BY i.run_id, i.individual / (r.parameters ->> 'population'), w.key
), apart AS (
    SELECT run_id, avg(sd) AS spread FROM genes GROUP BY run_id
), outcome AS (
    SELECT r.label, r.id, v.score, m.score AS hardest, g.spread, last.games,
           apart.spread AS island
    FROM runs r JOIN validations v ON v.run_id = r.id
    JOIN match_scores m ON m.run_id = r.id AND m.opponent = (
        SELECT opponent FROM matches WHERE run_id = r.id ORDER BY match DESC LIMIT 1)
    JOIN last ON last.run_id = r.id JOIN apart ON apart.run_id = r.id
    JOIN generations g ON g.run_id = r.id AND g.generation = last.generation
    WHERE r.kind = 'evolve' AND r.status = 'done'
)
SELECT format('| %s | %d | %s | %s | %s | %s |', label, max(games), $(interval score),
       $(interval hardest), $(interval spread), $(interval island)) AS made
FROM outcome GROUP BY label ORDER BY min(id)"

echo
echo '| the ring against | validation, more by | score of its champions | pairs won |'
echo '| --- | --- | --- | --- |'
ask "
WITH validated AS (
    SELECT r.label, avg(v.score) AS mean, $(error v.score) AS error
    FROM runs r JOIN validations v ON v.run_id = r.id
    WHERE r.kind = 'evolve' AND r.status = 'done' GROUP BY r.label
), difference AS (
    SELECT o.label, r.mean - o.mean AS mean, sqrt(r.error * r.error + o.error * o.error) AS error
    FROM validated r JOIN validated o WHERE r.label = 'four of 25, ring'
), met AS (
    SELECT substr(r.label, 8) AS label, $(interval m.score) AS score,
           format('%d of %d', sum(m.score > 0.5), count(*)) AS won, min(r.id) AS id
    FROM runs r JOIN match_scores m ON m.run_id = r.id
    WHERE r.kind = 'match' GROUP BY r.label
)
SELECT format('| %s | %s | %s | %s |', label, $(limits d.mean d.error), score, won) AS made
FROM met JOIN difference d USING (label) ORDER BY id"
