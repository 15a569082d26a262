# SPDX-License-Identifier: GPL-3.0-or-later
# A game in a browser: clicked to its end, by keyboard alone, stepped through, explained, taken
# back, and found again after the server was lost. A kept game is opened by its number.
# shellcheck source=/dev/null
. "$SOW_TEST_DATA/../browser/browser_driver.sh"

expect 0 "$SOWLAB" evolve --variant kalah --generations 3 --population 4 --games 1 \
    --candidate-games 2 --validation-games 4
expect 0 "$SOWLAB" match h4 random --variant kalah --games 4 --keep-games all
serve
browse

# key NAME: presses a key: a character, or one that the protocol of the driver names so
key()
{
    wd POST /actions "$(jq -n --arg k "$1" \
        '({Home: "\uE011", End: "\uE010", ArrowRight: "\uE014", Tab: "\uE004", Enter: "\uE007"}[$k] // $k) as $value |
        {actions: [{type: "key", id: "k", actions: [{type: "keyDown", value: $value}, {type: "keyUp", value: $value}]}]}')"
}

# tab_to SELECTOR: presses Tab until it has the focus
tab_to()
{
    for _ in $(seq 60); do
        key Tab
        [ "$(js "document.activeElement.matches('$1')")" != true ] || return 0
    done
    fail "Tab does not reach '$1'"
}

# moved NUMBER: waits until so many moves are made
moved()
{
    until_true "document.querySelectorAll('#history button').length === $1"
}

# told WORDS: waits until the message has them
told()
{
    until_true "document.querySelector('#say').textContent.includes($(jq -n --arg t "$1" '$t'))"
}

# Two people, seeds seen moving; then the rest against a player, without.
visit '/play?variant=kalah&south=person&north=person'
until_true "document.querySelectorAll('.pit:enabled').length === 6"
look play
# The whole board and what is said are in the first screen of a telephone.
wide 360
[ "$(js "document.querySelector('#say').getBoundingClientRect().bottom < 500")" = true ] ||
    fail 'the board does not come first on a telephone'
wide 1100
prefer light
# The flight may end before the next question, so the page counts its seeds itself.
js "(() => { window.flew = 0; new MutationObserver(() => { window.flew = Math.max(window.flew,
    document.querySelectorAll('.flying').length); }).observe(document.body,
    {childList: true, subtree: true}); })()" >/dev/null
js "document.querySelector('[data-place=south-2]').click()" >/dev/null
until_true "window.flew > 1"
picture moving
moved 1
[ "$(js "document.querySelector('#told').textContent")" = \
    'South sowed pit 3 (4 seeds), brought 1 seed into the store and moves again.' ] ||
    fail 'the words for a move'
[ "$(js "document.querySelector('[data-place=south-2] .number').textContent")" = 0 ] || fail 'the pit is not empty'
prefer light reduce

# Keys that make no move say why.
key 3
told 'Pit 3 is empty'
key 9
told 'There is no pit 9'
key s
told 'cannot be swapped'

# Reasons: the terms of each row add up to its value, also for a search.
visit '/play?variant=kalah&south=person&north=run:1'
until_true "document.querySelectorAll('.pit:enabled').length === 6"
key w
until_true "document.querySelectorAll('.worth tbody tr').length === 6"
adds='[...document.querySelectorAll(".worth tbody tr")].every(row => {
    const cells = [...row.querySelectorAll("td.n")].map(cell => Number(cell.textContent.replace("\u2212", "-")));
    return Math.abs(cells.slice(0, -1).reduce((a, b) => a + b, 0) - cells.at(-1)) < 0.01;
})'
[ "$(js "$adds")" = true ] || fail 'terms of a search do not add up'
[ "$(js "document.querySelector('.worth tbody td:last-child').textContent.startsWith('you ')")" = true ] ||
    fail 'no expected line'
js "document.querySelectorAll('.choice button')[1].click()" >/dev/null
until_true "document.querySelectorAll('.choice button')[1]?.getAttribute('aria-pressed') === 'true'"
[ "$(js "$adds")" = true ] || fail 'terms of weights do not add up'
key h
until_true "document.querySelector('.pit.best:enabled')?.getAttribute('aria-label').endsWith(', best move')"
told 'Hint: pit '
# The opponent's move is explained after it.
key 1
until_true "document.querySelectorAll('#history button').length >= 2 && document.querySelector('.pit:enabled')"
until_true "[...document.querySelectorAll('#reasons h2')].some(title => title.textContent.startsWith('Why run:1 sowed pit'))"
until_true "[...document.querySelectorAll('.worth th')].some(cell => cell.textContent.includes('played'))"
look why
until_true "document.querySelectorAll('#curve path.guess').length === 1"
until_true "/^[+\u2212]?[0-9]+$/.test(document.querySelector('#lead').textContent)"

# Steps, and moves taken back: by the button and by the browser's own.
key Home
told 'Position after move 0'
key 2
told 'earlier position'
key End
js "document.querySelector('#undo').click()" >/dev/null
moved 0
until_true "document.querySelector('.pit:enabled')"
key 2
until_true "document.querySelectorAll('#history button').length >= 2 && document.querySelector('.pit:enabled')"
wd POST /back '{}'
moved 0

# Clicks of a real pointer first, then keys alone to the end of the game.
for _ in 1 2; do
    before=$(js "document.querySelectorAll('#history button').length")
    wd POST /element '{"using": "css selector", "value": ".pit:enabled"}'
    wd POST "/element/$(jq -r '.value | to_entries[0].value' said)/click" '{}'
    until_true "document.querySelectorAll('#history button').length > $before && document.querySelector('.pit:enabled')"
done
for _ in $(seq 200); do
    pit=$(js "document.querySelector('.pit:enabled .name')?.textContent ?? ''")
    [ -z "$pit" ] || key "$pit"
    ! js "document.querySelector('#say').textContent" | grep -qE ' wins?,|drawn' || break
done
until_true "/ wins?,|drawn/i.test(document.querySelector('#say').textContent)"
look over
# The link holds it all.
ended=$(js "document.querySelector('#say').textContent")
link=$(js "document.querySelector('#link').href")
visit "${link#"$origin"}"
told "$ended"

# The next game without a pointer: from the form to the first pit.
tab_to '#new > summary'
key Enter
until_true "document.querySelector('#new').open"
tab_to '#setup button:not([type])'
key Enter
moved 0
until_true "document.querySelector('.pit:enabled')"
tab_to '.pit:enabled'
key Enter
until_true "document.querySelectorAll('#history button').length >= 1"

# A kept game of a run, without a form filled in; from a position of it the game goes on.
visit '/play?game=2'
until_true "document.querySelectorAll('#history button').length > 10"
told 'Position after move 0'
key w
until_true "document.querySelectorAll('.worth tbody tr').length > 3"
# A player without values says so, and another can be chosen. Chromium notes the refusal.
js "[...document.querySelectorAll('.choice button')].find(one => one.textContent.includes('random')).click()" >/dev/null
until_true "document.querySelector('#reasons').textContent.includes('cannot give values')"
js "[...document.querySelectorAll('.choice button')].find(one => one.textContent.includes('h4')).click()" >/dev/null
until_true "document.querySelectorAll('.worth tbody tr').length > 3"
wd POST /se/log '{"type": "browser"}'
key w
key End
until_true "(() => { const at = document.querySelector('#history [aria-current]').getBoundingClientRect(),
    list = document.querySelector('.moves').getBoundingClientRect(); return at.top >= list.top && at.bottom <= list.bottom; })()"
key Home
key ArrowRight
told 'Position after move 1'
[ "$(js "/h4|random/.test(document.querySelector('#told').textContent)")" = true ] || fail 'no names of players'
look kept
js "document.querySelector('#branch').click()" >/dev/null
moved 1
until_true "document.querySelectorAll('.pit:enabled').length > 0"

# The pie rule; a game watched, and paused.
visit '/play?variant=kalah-7-7&south=random&north=random'
until_true "document.querySelectorAll('#history button').length >= 3"
js "document.querySelector('#pause').click()" >/dev/null
until_true "document.querySelector('#pause').textContent === 'Go on'"
no_faults

# A server that is lost and comes back: the page finds its game again.
visit '/play?variant=kalah&south=person&north=person&moves=3'
moved 1
kill "$server"
wait "$server" 2>/dev/null || :
key 1
until_true "!document.querySelector('#lost').hidden"
timeout 240 "$SOWLAB" serve --port "${origin##*:}" >address 2>serve.err &
server=$!
await address 'http://.*'
until_true "document.querySelector('#lost').hidden"
moved 2
