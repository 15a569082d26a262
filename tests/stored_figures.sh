# SPDX-License-Identifier: GPL-3.0-or-later
# What commands cost with 5,000 small runs in the database, beside an empty one: the
# fastest of five times and its processor time. Fails if a command costs a person a wait.

cat >evolutions.ini <<'EOF'
[sweep]
command = evolve
[options]
variant = kalah
population = 4
generations = 2
games = 1
candidate-games = 1
validation_games = 1
seed = 1..2500
EOF
cat >matches.ini <<'EOF'
[sweep]
command = match
operands = 'h1 h4' 'h1 h2'
[options]
games = 1
seed = 1..1250
EOF
sed 's/1[.][.]2500/1/' evolutions.ini >one.ini
"$SOWLAB" sweep evolutions.ini --db full.db --quiet >/dev/null
"$SOWLAB" sweep matches.ini --db full.db --quiet >/dev/null
"$SOWLAB" sweep one.ini --db empty.db --quiet >/dev/null
"$SOWLAB" match h1 h4 --games 1 --db empty.db --quiet >/dev/null

# once COMMAND...: "milliseconds processor-milliseconds"
once()
{
    began=$(date +%s%N)
    spent=$( ("$@" >out 2>err || exit 1; times) | tail -n 1)
    ended=$(date +%s%N)
    echo "$spent" | awk -v wall=$(((ended - began) / 1000000)) '{
        for (i = 1; i <= NF; i++) { split($i, part, /[ms]/); cpu += 60000 * part[1] + 1000 * part[2] }
        print wall, cpu }'
}

fastest()
{
    for _ in 1 2 3 4 5; do
        once "$@"
    done | sort -n | head -n 1
}

echo '| command | empty, ms (processor) | 5,000 runs, ms (processor) |'
echo '| --- | --- | --- |'
slow=
# compare MOST COMMAND...: at most MOST milliseconds of processor time more than with an
# empty database
compare()
{
    most=$1
    shift
    empty=$(fastest "$SOWLAB" "$@" --db empty.db)
    full=$(fastest "$SOWLAB" "$@" --db full.db)
    echo "| \`$*\` | ${empty% *} (${empty#* }) | ${full% *} (${full#* }) |"
    [ $((${full#* } - ${empty#* })) -le "$most" ] || slow="$slow; $*"
}

compare 30 match h1 h4 --games 10 --seed 77
compare 30 runs show 1
compare 30 runs compare 1 2
compare 80 report 1 --output report.html --force # it has a chart of 2,500 champions
compare 80 runs list --limit 20
compare 30 games list
[ -z "$slow" ] || fail "too slow with 5,000 runs$slow"
