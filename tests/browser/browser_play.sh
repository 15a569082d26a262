# SPDX-License-Identifier: GPL-3.0-or-later
# A game in a browser, clicked to its end; with the keyboard, and by its link.
# shellcheck source=/dev/null
. "$SOW_TEST_DATA/../browser/browser_driver.sh"

expect 0 "$SOWLAB" evolve --variant kalah --generations 3 --population 4 --games 1 \
    --candidate-games 2 --validation-games 4
serve
browse

# Two people, seeds seen moving; then the rest against a player, without.
visit '/play?variant=kalah&south=person&north=person'
until_true "document.querySelectorAll('.pit:enabled').length === 6"
look play
wide 360
[ "$(js "getComputedStyle(document.querySelector('.board')).gridTemplateColumns.split(' ').length")" = 1 ] ||
    fail 'stores stand beside the pits on a telephone'
wide 1100
prefer light
js "document.querySelector('[data-place=south-2]').click()" >/dev/null
until_true "document.querySelectorAll('.flying').length > 1"
picture moving
until_true "document.querySelector('#say').textContent.startsWith('South: 3. ')"
[ "$(js "document.querySelector('[data-place=south-2]').textContent")" = 0 ] || fail 'the pit is not empty'
prefer light reduce

visit '/play?variant=kalah&south=person&north=run:1'
until_true "document.querySelectorAll('.pit:enabled').length === 6"
js "document.querySelector('#why').click()" >/dev/null
until_true "document.querySelectorAll('#reasons svg.bars rect').length > 3"
look why
js "document.querySelector('#hint').click()" >/dev/null
until_true "document.querySelector('.pit.best:enabled')?.getAttribute('aria-label').endsWith(', best move')"
# by its number, and back
wd POST /actions '{"actions": [{"type": "key", "id": "k", "actions": [{"type": "keyDown", "value": "1"}, {"type": "keyUp", "value": "1"}]}]}'
until_true "document.querySelectorAll('#history li').length >= 2 && document.querySelector('.pit:enabled')"
js "document.querySelector('#undo').click()" >/dev/null
until_true "document.querySelectorAll('#history li').length === 0"

# Clicks of a real pointer first, then clicks in the page, which take less time.
for _ in 1 2 3; do
    before=$(js "document.querySelectorAll('#history li').length")
    wd POST /element '{"using": "css selector", "value": ".pit:enabled"}'
    wd POST "/element/$(jq -r '.value | to_entries[0].value' said)/click" '{}'
    until_true "document.querySelectorAll('#history li').length > $before && document.querySelector('.pit:enabled')"
done
js "(window.clicks = 0, window.clicking = setInterval(() => { const pit = document.querySelector('.pit:enabled');
    if (pit) window.clicks++, pit.click(); }, 20))" >/dev/null
until_true "/ wins?: |drawn/i.test(document.querySelector('#say').textContent)"
[ "$(js 'clearInterval(window.clicking), window.clicks')" -gt 3 ] || fail 'a game without clicks'
look over
# The link holds it all.
ended=$(js "document.querySelector('#say').textContent")
link=$(js "document.querySelector('#link').href")
visit "${link#"$origin"}"
until_true "document.querySelector('#say').textContent === $(jq -n --arg t "$ended" '$t')"

# The pie rule; a game watched, and paused.
visit '/play?variant=kalah-7-7&south=random&north=random'
until_true "document.querySelectorAll('#history li').length >= 3"
js "document.querySelector('#pause').click()" >/dev/null
until_true "document.querySelector('#pause').textContent === 'Go on'"
no_faults
