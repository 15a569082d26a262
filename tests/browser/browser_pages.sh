# SPDX-License-Identifier: GPL-3.0-or-later
# Pages in a browser: they load without a fault, narrow and dark too; a chart grows beside
# an evolution.
# shellcheck source=/dev/null
. "$SOW_TEST_DATA/../browser/browser_driver.sh"

hostile='<script>document.title="taken"</script>'
expect 0 "$SOWLAB" evolve --variant awari --generations 20 --population 8 --games 2 \
    --candidate-games 2 --validation-games 20 --label "$hostile" --runs 2
expect 0 "$SOWLAB" tournament h1 h4 random --variant kalah --games 10
serve
browse

visit /
until_true "document.querySelectorAll('tbody tr').length === 3 && /^0[.]\\d{3} [(]0[.]\\d{3} to 0[.]\\d{3}[)] /.test(document.querySelectorAll('td.key')[1].textContent)"
[ "$(js "document.querySelector('tbody tr').textContent.includes('tournament')")" = true ] ||
    fail 'the latest run is not the first'
look runs
js "[...document.querySelectorAll('a.chip')].find(a => a.textContent.startsWith('evolve')).click()" >/dev/null
until_true "document.querySelectorAll('tbody tr').length === 2"
js "document.querySelectorAll('#runs input').forEach((box, i) => i < 2 && box.click())" >/dev/null
js "document.querySelector('#compare').click()" >/dev/null
until_true "location.pathname === '/compare' && document.querySelectorAll('figure svg').length >= 4"
look compare
[ "$(js "document.documentElement.scrollHeight < 3000 && document.querySelector('.verdicts, #compared .settings').getBoundingClientRect().top < 300")" = true ] ||
    fail 'a comparison of two runs is long, or does not begin with its verdict'
# Chosen runs stay chosen in another order of the list.
visit '/?sort=seconds'
until_true "document.querySelectorAll('#runs input:checked').length === 2 && document.querySelector('#compare').href.endsWith('/compare?id=2%2C1')"
js "document.querySelectorAll('#chosen button').forEach(() => document.querySelector('#chosen button').click())" >/dev/null
until_true "document.querySelector('#chosen').hidden"

visit '/?where=nonsense'
until_true "document.querySelector('[role=alert]').textContent.includes('no such column')"
wd POST /se/log '{"type": "browser"}' # the refusal is on the console

visit /run?id=1
until_true "document.querySelectorAll('figure svg').length >= 3"
[ "$(js 'document.title')" = 'Run 1' ] || fail 'a label was obeyed'
[ "$(js "document.body.textContent.includes('<script>document.title')")" = true ] || fail 'a label is gone'
look run
# Charts stand in two columns on a wide screen, and in one on a narrow one.
columns="new Set([...document.querySelectorAll('.charts > figure')].map(figure => Math.round(figure.getBoundingClientRect().left))).size"
wide 1280
[ "$(js "$columns")" = 2 ] || fail 'charts are not in two columns'
wide 390
[ "$(js "$columns")" = 1 ] || fail 'charts are not in one column'
wide 1100
[ "$(js "document.querySelector('.actions button') && document.querySelector('.again code').textContent.startsWith('sowlab evolve --variant awari ')")" = true ] ||
    fail 'no command that makes the run again'
visit /run?id=3
until_true "document.querySelectorAll('figure svg').length >= 2"
look tournament
# Words of a table are whole, though it has to be moved sideways.
wide 360
[ "$(js "[...document.querySelectorAll('tbody td')].find(t => t.textContent === 'random').getClientRects()[0].height < 40")" = true ] ||
    fail 'a word is broken'
wide 1100
# The figures of a heat map have the colour of texts, on a light and a dark page.
for scheme in dark light; do
    prefer $scheme
    [ "$(js "(f => getComputedStyle(f).fill === getComputedStyle(document.querySelector('figure svg text:not([class])')).fill)([...document.querySelectorAll('figure svg tspan')].find(t => /^0[.]\\d\\d$/.test(t.textContent)))")" = \
        true ] || fail "the figures of a heat map have no colour of texts ($scheme)"
done

# Values are read by arrow keys.
visit /run?id=1
js "document.querySelector('figure .scroll').focus()" >/dev/null
until_true "document.querySelector('figure svg').dataset.spots !== undefined"
js "document.querySelector('figure .scroll').dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))" >/dev/null
until_true "/^generation 0: (best|mean) .*, (best|mean) /.test(document.querySelector('figure .read').textContent) && document.querySelector('figure svg .cursor')"
# Every chart that is shown is as wide as its room, also after the window has another width.
for width in 360 700 1100; do
    wide $width
    until_true "[...document.querySelectorAll('figure > .scroll')].every(room => room.clientWidth === 0 || Math.abs(room.clientWidth - room.querySelector('svg').getBoundingClientRect().width) < 2)"
done

visit '/sql?q=SELECT%20id%2C%20label%20FROM%20runs'
until_true "document.querySelectorAll('tbody tr').length === 3"
look sql
visit '/sql?q=DELETE%20FROM%20runs'
until_true "document.querySelector('[role=alert]').textContent.includes('only questions are answered')"
no_faults

# A chart that grows while another process evolves.
"$SOWLAB" evolve --variant erherhe --generations 100000 --population 10 --games 2 --seed 7 >/dev/null 2>&1 &
evolving=$!
for _ in $(seq 50); do
    "$SOWLAB" runs list --where "status = 'running' AND generations > 1" --csv >running
    [ "$(wc -l <running)" -lt 2 ] || break
    sleep 0.1
done
# The list has it on top, with its progress, and changes by itself.
visit /
until_true "document.querySelector('tbody tr th')?.textContent === '4' && document.querySelector('tbody tr progress')?.value > 0"
js "document.querySelector('#runs input[value=\"2\"]').click(), window.first = document.querySelector('tbody tr .state').textContent" >/dev/null
until_true "document.querySelector('tbody tr .state').textContent !== window.first"
[ "$(js "document.querySelectorAll('#runs input:checked').length + ' ' + document.querySelector('#chosen').hidden")" = '1 false' ] ||
    fail 'a run is not ticked any more'
look underway
visit /run?id=4
until_true "/\\d+ generations.*; relative fitness .*not progress/.test(document.querySelector('#say')?.textContent) && document.querySelector('figure svg')"
# All its charts grow together, and each says up to which generation it is.
js "window.marks = () => [...document.querySelectorAll('.charts figcaption small')].map(mark => mark.textContent.match(/up to generation ([0-9]+)/)?.[1])" >/dev/null
until_true "window.marks().length >= 2 && window.marks().every(mark => mark && mark === window.marks()[0])"
js "window.first = document.querySelector('figure svg').outerHTML, window.old = window.marks()[0], window.said = document.querySelector('#say').textContent" >/dev/null
until_true "document.querySelector('figure svg').outerHTML !== window.first && document.querySelector('#say').textContent !== window.said"
until_true "window.marks()[0] !== window.old && window.marks().every(mark => mark === window.marks()[0])"
look live
kill -INT $evolving
wait $evolving || :
until_true "!document.querySelector('#live')"
no_faults

# A run whose generations are measured shows strength while it goes on. Relative fitness is folded.
"$SOWLAB" evolve --variant erherhe --generations 100000 --population 10 --games 2 --seed 8 \
    --measure-every 20 >/dev/null 2>&1 &
evolving=$!
for _ in $(seq 50); do
    "$SOWLAB" sql "SELECT 1 FROM strengths WHERE run_id = 5 AND generation = 20" --csv >running
    [ "$(wc -l <running)" -lt 2 ] || break
    sleep 0.1
done
visit /run?id=5
until_true "/strength 0[.]\\d+ \u00b1 0[.]\\d+ in generation \\d+/.test(document.querySelector('#say')?.textContent)"
until_true "document.querySelector('figcaption')?.textContent.startsWith('Strength of the best')"
[ "$(js "[...document.querySelectorAll('details > summary')].some(s => s.textContent.startsWith('Relative fitness'))")" = true ] ||
    fail 'relative fitness is not folded'
js "window.first = document.querySelector('figure svg').outerHTML" >/dev/null
until_true "document.querySelector('figure svg').outerHTML !== window.first"
look strength
kill -INT $evolving
wait $evolving || :
until_true "!document.querySelector('#live')"
no_faults
