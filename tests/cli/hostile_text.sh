# SPDX-License-Identifier: GPL-3.0-or-later
# A database of somebody else. The program opens, draws, reports and serves it, and none of its
# texts is executed. The test text would make the file PWN if a shell, gnuplot or a browser
# executed it. The test puts it into every text column of every table, one column at a time and
# all at once, and then draws everything.

command -v sqlite3 >/dev/null || skip 'sqlite3 is not installed (Debian: sqlite3)'
command -v perl >/dev/null || skip 'perl is not installed (Debian: perl-base)'

# Runs of every kind, so that every table has rows. The name of a variant file is a text of the
# user, too.
# shellcheck disable=SC2016 # it is not to expand
hostile_file='k`id>PWN`.ini'
cp "$SOW_TEST_DATA/../../variants/awari.ini" "$hostile_file"
small='--population 6 --generations 3 --games 1 --candidates 2 --candidate-games 2 --validation-games 3'
run()
{
    expect 0 "$SOWLAB" "$@" --quiet
}
# shellcheck disable=SC2086 # one word per option
{
    run evolve $small --variant kalah --label same
    run evolve $small --variant kalah --label same --seed 2
    run evolve $small --genome order --reading first-improving --fitness mixed --hall-share 1
}
run match h1 h4 --variant kalah --games 4 --keep-games all
run match h2 random --sprt elo0=0,elo1=100 --games 60
run dataset make random h4 --variant kalah --games 30 --record both
run fit 6 --features h4,h6 --comparison-games 10
run fit 6 --method preference --comparison-games 10
run fit 6 --features h4,h6,mobility --select --comparison-games 0
run tournament h1 h4 random order:h6,h1 --variants awari,kalah --games 3
run tournament alphabeta:depth=1,eval=[h4] alphabeta:depth=2,eval=[h4] random --games 3
run robustness h4 h1 --variants "$hostile_file,kalah" --opponents random --games 10
run transfer 1 2 --variants awari,kalah --opponents h1,random --games 10
run sensitivity h4 --variant kalah --options end,early_end --opponents h1 --games 10 \
    --evolutions 1 --generations 2 --population 4 --fitness-games 1
run reproduce divilly2013 --games 4 --evolutions 2 --population 4 --generations 2 --orders 2
run fair --variant kalah --pits 3 --seeds-per-pit 3 --moved 1
run regret h4 order:h1,h6 --variant kalah --on-board 5 --games 10
run play h4 h1 --variant kalah --games 2
run learn --variant kalah --rounds 1 --positions 500 --features h4,h6 --test-games 0
run measure 2 --depth 1 --openings 2
sqlite3 sowlab.db 'PRAGMA wal_checkpoint(TRUNCATE)' >out

# The text has quotation marks that end those of gnuplot, shells and HTML, and code behind them.
cat >text <<'END'
'";touch PWN;`touch PWN`$(touch PWN)''"`touch PWN`'`touch PWN`
!touch PWN
system("touch PWN") %s%n%z @PWN ${PWN} |touch PWN; {/Bold x}_1^2 \
EOD
set output '|touch PWN'; load '<touch PWN'
--></style></title></textarea></script><script>PWN()</script><img src=x onerror=PWN()>&lt;
END
printf '\033]0;PWN\007\001\177\302\233\377\357\277\277 %s' '\.' | tr -d . >>text
sql_text="CAST(x'$(od -An -v -tx1 text | tr -d ' \n')' AS TEXT)"

# ask PORT PATH ...: prints the answers of the server, one after the other
ask()
{
    perl -MIO::Socket::INET -e 'my $port = shift; for my $path (@ARGV) {
        my $peer = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port") or die "no server";
        print $peer "GET $path HTTP/1.1\r\nHost: localhost:$port\r\n\r\n";
        print while <$peer> }' "$@"
}

# unharmed WHAT: nothing was executed, and no page has markup from the text
unharmed()
{
    [ ! -e PWN ] || fail "a text of $1 was executed"
    # Markdown has a backslash before characters that would be markup.
    ! grep -q -a -i '\(^\|[^\]\)<\(script>PWN\|img src=x\|/style></title>\)' pages ||
        fail "a text of $1 is markup in a page"
    ! grep -q -a "$(printf '\033')]0;PWN" terminal || fail "a terminal obeys a text of $1"
}

# show DATABASE WHAT RUN ...: shows the runs in every way, in `pages` and on a `terminal`
show()
{
    db=$1
    what=$2
    shift 2
    paths=
    charts=
    "$SOWLAB" report "$@" --db "$db" >pages 2>terminal || :
    for id; do
        paths="$paths /run?id=$id"
        charts="$charts /api/chart?id=$id&spots=yes&width=400"
        "$SOWLAB" runs show "$id" --db "$db" >>terminal 2>&1 || :
    done
    for view in 'runs list' 'runs check'; do
        # shellcheck disable=SC2086 # words
        "$SOWLAB" $view --db "$db" >>terminal 2>&1 || :
    done
    "$SOWLAB" runs list --latex --db "$db" >>terminal 2>&1 || :
    "$SOWLAB" runs list --markdown --db "$db" >>pages 2>>terminal || :
    rm -f address
    "$SOWLAB" serve --port 0 --db "$db" >address 2>>terminal &
    server=$!
    tries=0
    until [ -s address ] || [ $tries -ge 300 ] || ! kill -0 $server 2>/dev/null; do
        tries=$((tries + 1))
        sleep 0.02
    done
    if [ -s address ]; then
        port=$(sed 's|.*:\([0-9]*\)/|\1|' address)
        # shellcheck disable=SC2086 # words
        ask "$port" / /play "/compare?id=$(printf %s "$*" | tr ' ' ,)" $paths $charts \
            "/sql?q=SELECT%20*%20FROM%20runs" >>pages
        # shellcheck disable=SC2046 # words
        ask "$port" /api/runs $(printf %s "$paths" | sed 's|/run|/api/run|g') >api
        ! grep -q -a '^Content-Type: text/html' api || fail "$what: an answer is a page"
        served=$((served + 1))
    fi
    kill $server 2>/dev/null || :
    wait $server 2>/dev/null || :
    unharmed "$what"
}

# spoil DATABASE TABLE COLUMN: puts the test text around the old texts. The old text stays in the
# middle, so keys stay different and searches for a part of it succeed. Checks of the database are
# off, as its maker could have left them out.
spoil()
{
    sqlite3 "$1" "PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON;
        PRAGMA foreign_keys = OFF;
        UPDATE \"$2\" SET \"$3\" = $sql_text || \"$3\" || $sql_text WHERE \"$3\" NOT NULL" 2>refused
}

sqlite3 -separator ' ' sowlab.db "SELECT t.name, c.name FROM sqlite_schema t
    JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'
    AND c.type = 'TEXT' AND c.hidden = 0" >columns
empty=0
shown=0
named=0
shared=0
cp sowlab.db names.db
cp sowlab.db shown.db
number=0
while read -r table column; do
    key=run_id
    [ "$table" != runs ] || key=id
    # Five runs of different kinds are shown, for each column other ones. The databases with
    # several texts, below, show all runs.
    number=$((number + 1))
    ids=$(sqlite3 sowlab.db "SELECT min(id) FROM runs WHERE id IN
        (SELECT $key FROM \"$table\" WHERE \"$column\" NOT NULL) GROUP BY kind
        ORDER BY (min(id) * 7 + $number) % 11 LIMIT 5" | tr '\n' ' ')
    if [ -z "$ids" ]; then
        printf 'no rows: %s.%s\n' "$table" "$column"
        empty=$((empty + 1))
        continue
    fi
    case $table.$column in
    # No search uses these columns, so none can hide another: one database has all of them.
    runs.build_type | runs.compiler | runs.finished | runs.host | runs.kernel | runs.label | \
        runs.revision | runs.started | runs.stop_reason | runs.version | run_players.kind | \
        run_players.evaluator)
        spoil shown.db "$table" "$column" || fail "$table.$column: $(cat refused)"
        shown=$((shown + 1))
        ;;
    *)
        shared=$((shared + 1))
        printf '%s %s %s\n' "$table" "$column" "$ids" >>"share.$((shared % 2))"
        ;;
    esac
    # These columns have names. Runs and charts stay readable, so one database has all of them.
    case $column in
    *variant | player | opponent | name | first | second | third | label | feature | term | \
        table_name | row_name | column_name | option | *_value | host | note | origin | best | home)
        ! spoil names.db "$table" "$column" || named=$((named + 1))
        ;;
    esac
done <columns
[ "$named" -ge 30 ] || fail "only $named columns of names"

# spoil_share N: spoils each column of ../share.N in a database of its own
spoil_share()
{
    mkdir "half.$1"
    cd "half.$1" || exit 1
    spoilt=0
    refused=0
    served=0
    while read -r table column ids; do
        cp ../sowlab.db hostile.db
        if ! spoil hostile.db "$table" "$column"; then
            printf 'refused: %s.%s: %s\n' "$table" "$column" "$(tail -n 1 refused)"
            refused=$((refused + 1))
            continue
        fi
        # shellcheck disable=SC2086 # numbers
        show hostile.db "$table.$column" $ids
        spoilt=$((spoilt + 1))
    done <"../share.$1"
    printf '%s %s %s\n' "$spoilt" "$refused" "$served" >../counts."$1"
}

# Two shares at a time, because each waits for programs half of its time.
spoil_share 0 &
half=$!
(spoil_share 1) || fail 'in the second half'
wait $half || fail 'in the first half'
read -r spoilt refused served <counts.0
read -r spoilt_too refused_too served_too <counts.1
spoilt=$((spoilt + spoilt_too + shown))
refused=$((refused + refused_too))
served=$((served + served_too))
# shellcheck disable=SC2046 # numbers
show shown.db 'what is only shown' $(sqlite3 sowlab.db 'SELECT id FROM runs')
[ -s pages ] || fail 'no report of texts that are only shown'
printf '%s columns spoilt, %s without rows, %s refused, %s databases served\n' \
    "$spoilt" "$empty" "$refused" "$served"
[ $((spoilt + empty + refused)) -eq "$(wc -l <columns)" ] || fail 'columns are missing'
[ "$spoilt" -ge 80 ] || fail "only $spoilt columns"
[ "$served" -ge 60 ] || fail "only $served databases were served"

# Texts in the settings of runs, from which charts take the names of players.
sqlite3 names.db "UPDATE runs SET parameters = (SELECT json_group_object(key,
    iif(type = 'text', $sql_text || value || ' ' || $sql_text, iif(type IN ('true', 'false', 'object',
    'array'), json(value), value))) FROM json_each(parameters))"
# shellcheck disable=SC2046 # numbers
show names.db 'names' $(sqlite3 sowlab.db 'SELECT id FROM runs')

# Every chart in every format, with these names and those of the variant file.
drawn=0
for db in sowlab.db names.db; do
    formats='text svg'
    [ $db = sowlab.db ] || formats='text svg pdf png'
    sqlite3 -separator ' ' $db 'SELECT id, kind FROM runs' >runs
    while read -r id _; do
        "$SOWLAB" plot "$id" --db $db >names 2>err || continue
        cut -d ' ' -f 1 names >charts
        while read -r chart; do
            for format in $formats; do
                "$SOWLAB" plot "$id" "$chart" --format "$format" --db $db >terminal 2>err ||
                    fail "$db, run $id: '$chart' is not drawn as $format: $(cat err)"
                [ "$format" != svg ] || xmllint --noout terminal || fail "$chart is no XML"
                unharmed "$chart"
                drawn=$((drawn + 1))
            done
        done <charts
    done <runs
done
[ "$drawn" -ge 200 ] || fail "only $drawn charts were drawn"
printf '%s charts drawn\n' "$drawn"
