# SPDX-License-Identifier: GPL-3.0-or-later
# Pages as they are seen, and as they are used without eyes or pointer. Each page of a fixed
# database is checked by audit.js, and its pictures (two widths, light and dark) are compared with
# those of tests/browser/references. A person decides about a difference: it is reported in
# $SOW_LOOKS, and the test fails only where a page is blank, too wide or has a fault.
# SOW_ACCEPT=yes makes the references: the target browser_references does it.
# shellcheck source=/dev/null
. "$SOW_TEST_DATA/../browser/browser_driver.sh"

own=$SOW_TEST_DATA/../browser
references=$own/references
# shellcheck disable=SC2154 # by script_test.sh
looks=${SOW_LOOKS:-$scratch/looks}
rm -rf "$looks"
mkdir -p "$looks"
: >"$looks/differences.txt"

# A database in which only results are left: nothing that changes from day to day. Champions are
# measured whoever calls: ctest and the target browser_references have other environments.
unset SOWLAB_MEASURE
make()
{
    expect 0 "$SOWLAB" "$@" --quiet
}
make evolve --variant kalah --generations 20 --population 8 --games 2 --candidate-games 10 \
    --validation-games 100 --measure-every 5 --label first
make evolve --variant kalah --generations 20 --population 8 --games 2 --candidate-games 10 \
    --validation-games 100 --measure=no --seed 2
make match h4 run:1 --variant kalah --games 50 --keep-games 2
make tournament h1 h4 h6 divilly2013 random --variant kalah --games 20
make robustness h4 run:1 --variants kalah,awari,erherhe --opponents random,h1 --games 20
make transfer 1 2 --variants kalah,awari --opponents random,h1 --games 20
make sensitivity h4 --variant awari --opponents h1 --games 10 --refit none
make dataset make h1 h4 --variant kalah --games 60
make fit 8 --features h1,h4,mobility --comparison-games 10
make regret h4 random --variant kalah --on-board 8 --games 20
make survey --variants kalah,awari --games 2 --mirror-games 10
make ablate divilly2013 --variants kalah --changes zero --curve h5 --grid 3 --openings 20
make learn --variant kalah --positions 400 --rounds 2 --features h1,h4,store_difference
make reproduce divilly2013 --games 4 --evolutions 1 --population 4 --generations 2 --orders 2
make fair --variant kalah --pits 3 --seeds-per-pit 3 --moved 1
cat >sizes.ini <<END
[sweep]
command = evolve
[options]
variant = kalah
generations = 4
games = 2
candidate_games = 10
validation_games = 100
measure = no
population = 4 8
mutation_sigma = 0.1 0.4
seed = 1..4
END
make sweep sizes.ini
sqlite3 sowlab.db "UPDATE runs SET started = '2026-01-01 12:00:00', finished = '2026-01-01 12:00:02',
    seconds = 2, version = '1.0.0', revision = 'revision', compiler = 'compiler',
    build_type = 'Release', host = 'host', threads = 2, kernel = 'portable'
    WHERE status <> 'running';
    UPDATE generation_times SET seconds = 0.5, store_seconds = 0.5;
    UPDATE learn_times SET play_seconds = 1, label_seconds = 1, fit_seconds = 1, test_seconds = 1;"
# The results themselves, as text: if they are not those of the references, pictures cannot be the same.
sqlite3 sowlab.db "SELECT id, kind, digest, (SELECT count(*) FROM strengths s WHERE s.run_id = r.id),
    (SELECT printf('%.6f', total(score)) FROM strengths s WHERE s.run_id = r.id) FROM runs r ORDER BY id" >results.txt
if [ "${SOW_ACCEPT-no}" != yes ] && ! cmp -s results.txt "$references/results.txt"; then
    echo 'the runs have other results than those of the references, so pictures differ for that reason, too:' \
        "$(diff "$references/results.txt" results.txt | grep -c '^>') of $(wc -l <results.txt) runs" >>"$looks/differences.txt"
fi
serve
browse

# ask NAME FILE [ARGUMENTS]: writes the question NAME, a script with a JSON array of arguments
ask()
{
    printf '%s' "${3-[]}" | jq --rawfile s "$own/$2" '{script: $s, args: .}' >"ask-$1"
}

# request NAME PATH FILE: puts a question into the batch; the file answer-NAME will have its answer
request()
{
    # shellcheck disable=SC2154 # by browser_driver.sh
    printf '%surl = "%s%s"\nrequest = "POST"\nheader = "Content-Type: application/json"\ndata = "@%s"\nmax-time = 30\noutput = "answer-%s"\n' \
        "$next" "$session" "$2" "$3" "$1" >>questions
    next='next
'
}

# answers: asks the questions of the batch, one after the other
answers()
{
    curl -s -K questions || fail "$name: no answer of the browser"
    ! grep -l '^{"value":{"error":' answer-* || fail "$name: the browser refuses: $(cat answer-*)"
    : >questions
    next=''
}

# shot WIDTH SCHEME: asks for a picture of the page
shot()
{
    request "room-$1-$2" /goog/cdp/execute "ask-room-$1"
    request "prefer-$1-$2" /goog/cdp/execute "ask-$2"
    request "size-$1-$2" /execute/async ask-settle
    request "shot-$1-$2" /goog/cdp/execute "ask-shot-$1"
}

# keep WIDTH SCHEME: checks and keeps the picture that was asked for
keep()
{
    size=$(cut -d '"' -f 4 "answer-size-$1-$2") # WIDTH CHARACTERS
    [ "${size% *}" -le "$1" ] || fail "$name is ${size% *} pixels wide on $1"
    [ "${size#* }" -gt 40 ] || fail "$name is blank"
    picture=$name-$1-$2.webp
    cut -d '"' -f 6 "answer-shot-$1-$2" | base64 -d >"$looks/$picture"
    taken="$taken $picture"
    if [ "${SOW_ACCEPT-no}" != yes ] && ! cmp -s "$looks/$picture" "$references/$picture"; then
        differing="$differing $picture"
    fi
}

# page NAME PATH READY [DO]: all checks of a page. READY is true once it is complete; DO is done then.
page()
{
    name=$1
    visit "$2"
    until_true "$3"
    [ -z "${4-}" ] || js "$4" >/dev/null
    for scheme in light dark; do
        shot 1280 $scheme
        shot 390 $scheme
    done
    request form-narrow /execute/sync ask-form
    request open /execute/sync ask-open
    request wide /goog/cdp/execute ask-room-high
    request settled /execute/async ask-settle
    request form /execute/sync ask-form
    request contrast-dark /execute/sync ask-contrast
    request light /goog/cdp/execute ask-light
    request contrast-light /execute/sync ask-contrast
    request room /goog/cdp/execute ask-room-1280
    request watch /execute/sync ask-watch
    request tabs /actions ask-tabs
    request focus /execute/sync ask-focus
    answers
    for scheme in light dark; do
        keep 1280 $scheme
        keep 390 $scheme
    done
    for check in form-narrow form contrast-dark contrast-light focus; do
        [ "$(cat answer-$check)" = '{"value":[]}' ] ||
            jq -r --arg n "$name" --arg c $check '.value[] | "\($n) (\($c)): \(.)"' answer-$check >>faults
    done
    no_faults
}

# cdp_ask NAME COMMAND PARAMETERS: writes the question NAME to Chromium's own protocol
cdp_ask()
{
    echo "{\"cmd\": \"$2\", \"params\": $3}" >"ask-$1"
}
for room in 1280:1280:800 390:390:800 high:1280:12000; do
    size=${room#*:}
    cdp_ask "room-${room%%:*}" Emulation.setDeviceMetricsOverride \
        "{\"width\": ${size%:*}, \"height\": ${size#*:}, \"deviceScaleFactor\": 1, \"mobile\": false}"
done
for scheme in light dark; do
    cdp_ask $scheme Emulation.setEmulatedMedia "{\"features\": [{\"name\": \"prefers-color-scheme\",
        \"value\": \"$scheme\"}, {\"name\": \"prefers-reduced-motion\", \"value\": \"reduce\"}]}"
done
# Small pictures suffice to see a difference: quarters of a pixel of the page, of its upper part.
for clip in '1280,"height":2000,"scale":0.25' '390,"height":1600,"scale":0.36'; do
    cdp_ask "shot-${clip%%,*}" Page.captureScreenshot "{\"format\": \"webp\", \"quality\": 10,
        \"captureBeyondViewport\": true, \"clip\": {\"x\": 0, \"y\": 0, \"width\": $clip}}"
done
echo '{"script": "document.querySelectorAll(\"details\").forEach(part => { part.open = true; })", "args": []}' >ask-open
: >questions
next=''
for check in form contrast watch focus; do
    ask $check audit.js "[\"$check\", 100]"
done
ask settle settle.js
jq -n '{actions: [{type: "key", id: "k", actions: [range(105) | {type: "keyDown", value: "\uE004"}, {type: "keyUp", value: "\uE004"}]}]}' >ask-tabs

# The checks find what they look for, on a page that has one fault of each kind.
visit '/sql?q=SELECT%201'
js "(() => {
    const main = document.querySelector('main');
    main.insertAdjacentHTML('beforeend', \`<button></button><input><h5>deep</h5><p class=pale>pale</p><table><tr><td>1</table>
        <a id=twice class=unseen href=/>a</a><p id=twice></p><div tabindex=0>stop</div><a href=/ class=last>b</a>\`);
    main.querySelector('.pale').style.color = '#888';
    main.querySelector('.unseen').style.outline = 'none';
    main.querySelector('.last').addEventListener('focus', event => event.target.blur());
    main.querySelector('.unseen').addEventListener('keydown', event => event.preventDefault());
})()" >/dev/null
name=faulty
request light /goog/cdp/execute ask-light
request form /execute/sync ask-form
request contrast /execute/sync ask-contrast
request watch /execute/sync ask-watch
request tabs /actions ask-tabs
request focus /execute/sync ask-focus
answers
jq -r '.value[]' answer-form answer-contrast answer-focus >found
for check in 'no name: <button' 'no label: <input' 'a level of headings is left out: <h5' 'contrast 3.5.: <p.pale' \
    'a table without headers' 'an id twice: <p#twice' 'without role and name: <div' 'the focus is not seen: <a#twice' \
    'Tab does not reach: <a.last'; do
    says "$check" found
done

taken=''
differing=''
: >faults
charts="document.querySelectorAll('figure svg').length >= 1"
page runs / "document.querySelectorAll('tbody tr').length > 10"
page evolve '/run?id=1' "$charts"
page match '/run?id=3' "$charts"
page tournament '/run?id=4' "$charts"
page robustness '/run?id=5' "$charts"
page transfer '/run?id=6' "$charts"
page sensitivity '/run?id=7' "$charts"
page dataset '/run?id=8' "document.querySelector('table')"
page fit '/run?id=9' "$charts"
page regret '/run?id=10' "$charts"
page survey '/run?id=11' "$charts"
page ablate '/run?id=12' "$charts"
page learn '/run?id=13' "document.querySelector('table')"
page reproduce '/run?id=14' "$charts"
page fair '/run?id=15' "document.querySelector('table')"
page compare '/compare?id=1,2' "$charts"
page sweep '/sweep?label=sizes' "document.querySelector('#filtered')"
# The filter of combinations changes the picture and the table.
wd POST /element '{"using": "css selector", "value": "[aria-label=\"choose population\"] button"}'
wd POST "/element/$(jq -r '.value | to_entries[0].value' said)/click" '{}'
until_true "document.querySelectorAll('#results tbody tr:not([hidden])').length === 2"
until_true "document.querySelectorAll('figure svg .thin.faded').length === 2"
until_true "document.querySelector('#filtered').textContent.startsWith('2 of 4 combinations, means ')"
page ask '/sql?q=SELECT%20id%2C%20kind%20FROM%20runs' "document.querySelectorAll('tbody tr').length > 10"
page play '/play?variant=kalah&south=person&north=run:1' "document.querySelectorAll('.pit:enabled').length === 6"
page why '/play?variant=awari&south=person&north=h4&moves=1' "document.querySelectorAll('.pit:enabled').length > 1" \
    "document.querySelector('#why').click(), document.querySelector('#hint').click()"
page game '/play?game=3' "document.querySelectorAll('#history button').length > 10"
page nothing '/?find=nothing' "document.querySelector('main')"

# A picture that differs is shown beside its reference, with the pixels that differ.
visit /favicon.ico
for picture in $differing; do
    if [ ! -e "$references/$picture" ]; then
        echo "$picture has no reference" >>"$looks/differences.txt"
        continue
    fi
    base64 -w 0 "$references/$picture" >before
    base64 -w 0 "$looks/$picture" >after
    jq -n --rawfile a before --rawfile b after \
        '["data:image/webp;base64," + $a, "data:image/webp;base64," + $b]' >arguments
    ask compare compare.js "$(cat arguments)"
    wd POST /execute/async @ask-compare
    jq -r .value.picture said | base64 -d >"$looks/${picture%.webp}.png"
    [ "$(jq '.value.share > 0' said)" = true ] || continue
    jq -r --arg p "$picture" '"\($p): \(.value.share * 10000 | round / 100) % of the pixels differ"' said \
        >>"$looks/differences.txt"
done
if [ "${SOW_ACCEPT-no}" = yes ]; then
    rm -f "$references"/*.webp
    mkdir -p "$references"
    for picture in $taken; do
        cp "$looks/$picture" "$references/$picture"
    done
    cp results.txt "$references/results.txt"
    size=$(cat "$references"/* | wc -c)
    [ "$size" -le 500000 ] || fail "the references have $size bytes, more than 500,000"
fi
cat "$looks/differences.txt"
[ ! -s faults ] || {
    sort -u faults >&2
    fail "$(sort -u faults | wc -l) faults of pages"
}
