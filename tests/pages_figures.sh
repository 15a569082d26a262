# SPDX-License-Identifier: GPL-3.0-or-later
# The figures of docs/developers/pages.md: sizes and times of reports, and a server under load
# beside an evolution. Takes ten minutes. The last figures mean something only on a machine that
# does nothing else. The target browser_figures has the pages of 1,000 runs.
: "${SOW_BENCH:?is not set: run this by the target pages_figures}"
clients=64

quietly()
{
    "$SOWLAB" "$@" >/dev/null 2>said || fail "sowlab $*: $(cat said)"
}

milliseconds()
{
    date +%s%N | sed 's/......$//'
}

# fastest COMMAND...: of five times, in milliseconds
fastest()
{
    for _ in 1 2 3 4 5; do
        began=$(milliseconds)
        "$@" >out 2>err || fail "$*: $(cat err)"
        echo $(($(milliseconds) - began))
    done | sort -n | head -n 1
}

echo '## Reports'
quietly evolve --variant erherhe --generations 1000 --population 20 --games 1 --seed 3 --runs 2
quietly match h4 h1 --variant kalah --games 100
quietly tournament h1 h2 h3 h4 h5 h6 random divilly2013 --variant kalah --games 50
quietly robustness h4 run:1 random --variants kalah,awari,erherhe --opponents h1,h5,random --games 50
quietly transfer 1 2 --variants kalah,erherhe,awari --opponents h1,random --games 50
quietly sensitivity h4 --variant awari --opponents h1 --games 50 --evolutions 1 --generations 2 \
    --population 4 --fitness-games 1
quietly dataset make random h4 --variant kalah --games 400
quietly fit 8 --features h1,h4,mobility --comparison-games 10
quietly regret h4 h1 random --variant kalah --on-board 8 --games 200
quietly reproduce divilly2013 --games 20 --evolutions 0 --orders 0
quietly robustness h1 h2 h3 h4 h5 h6 random divilly2013 --variants five --games 50
quietly evolve --variant kalah --genome features \
    --features h,opponent,store_difference,majority,to_move,best_gain --generations 1000 \
    --population 20 --games 1 --seed 3
for run in 1 3 4 5 6 7 8 9 10 11 12 13; do
    kind=$("$SOWLAB" sql --csv "SELECT kind FROM runs WHERE id = $run" | sed 1d)
    time=$(fastest "$SOWLAB" report $run)
    "$SOWLAB" report $run >page.html
    printf '| %s | %s | %s kB | 0.%03d s |\n' "$kind" "$(grep -c '^<svg ' page.html)" \
        $((($(wc -c <page.html) + 500) / 1000)) "$time"
done

# serve DATABASE [NICE]
serve()
{
    : >address
    nice -n "${2-0}" "$SOWLAB" serve --db "$1" --port 0 >address 2>/dev/null &
    server=$!
    for _ in $(seq 300); do
        [ ! -s address ] || break
        sleep 0.1
    done
    port=$(sed 's/.*:\([0-9]*\).*/\1/' address)
}

# generations: how many the evolution has
generations()
{
    "$SOWLAB" sql --csv "SELECT count(*) FROM generations WHERE run_id = 14" | sed 1d
}

# ticks: hundredths of a second of processor time that the server has taken
ticks()
{
    awk '{ print $14 + $15 }' "/proc/$server/stat"
}

# load PAUSE PATH...: a minute with clients and one without, 5 seconds of each in turn
load()
{
    alone=0
    beside=0
    used=0
    for _ in $(seq 12); do
        before=$(generations)
        sleep 5
        between=$(generations)
        began=$(ticks)
        "$SOW_BENCH" "$port" 5 $clients "$@"
        used=$((used + $(ticks) - began))
        alone=$((alone + between - before))
        beside=$((beside + $(generations) - between))
    done >loads
    sort -n loads | sed -n 6p
    echo "generations: $alone alone, $beside beside: lost $(((alone - beside) * 1000 / alone)) in 1,000"
    echo "the server's processor time: $((used / 6)) in 1,000 of a core"
    grep VmHWM "/proc/$server/status"
}

fast='/api/runs?limit=20 /api/live?id=14 / /run.js /api/run?id=3'
echo "## $clients clients beside an evolution"
"$SOWLAB" evolve --variant erherhe --generations 1000000 --population 50 --games 10 --seed 7 >/dev/null 2>&1 &
evolving=$!
sleep 2
serve sowlab.db
echo 'pages that are open, each asking something once a second:'
load 1000 '/api/live?id=14' '/api/chart?id=14&chart=convergence'
echo 'as fast as they can:'
# shellcheck disable=SC2086 # words
load 0 $fast
kill $server
echo 'the same, of a server that is nice:'
serve sowlab.db 19
# shellcheck disable=SC2086
load 0 $fast
kill $server
kill -INT $evolving
wait $evolving || :
