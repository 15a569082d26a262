# SPDX-License-Identifier: GPL-3.0-or-later
# The figures of docs/findings/data/page-times.csv: pages of a database with 1,000 runs, opened
# in a browser with an empty cache. The times are the least of five. They mean something only on
# a machine that does nothing else.
# shellcheck source=/dev/null
. "$SOW_TEST_DATA/../browser/browser_driver.sh"

"$SOWLAB" evolve --variant erherhe --generations 3 --population 4 --games 1 --candidate-games 2 \
    --validation-games 4 --runs 990 --measure=no >out 2>err || fail "evolve: $(cat err)"
"$SOWLAB" evolve --variant erherhe --generations 100 --population 20 --measure-every 10 --runs 10 \
    --seed 7 >out 2>err || fail "evolve: $(cat err)"
serve
browse
cdp Network.enable '{}'
cdp Network.setCacheDisabled '{"cacheDisabled": true}'

# least EXPRESSION: of its values on five visits of $page
least()
{
    for _ in 1 2 3 4 5; do
        visit "$page"
        until_true "document.readyState === 'complete' && performance.getEntriesByType('paint').length > 0"
        js "Math.ceil($1)"
    done | sort -n | head -n 1
}

all="[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
echo 'page,requests,bytes,answer,first picture'
for page in / '/?before=500' '/?find=h4' '/run?id=500' '/run?id=1000' '/compare?id=997,998,999,1000' \
    /play; do
    answer=$(least "performance.getEntriesByType('navigation')[0].responseEnd")
    drawn=$(least "performance.getEntriesByName('first-contentful-paint')[0].startTime")
    requests=$(js "$all.filter(entry => !entry.name.includes('/api/live')).length")
    bytes=$(js "$all.reduce((sum, entry) => sum + entry.decodedBodySize, 0)")
    echo "\"$page\",$requests,$bytes,$answer ms,$drawn ms"
done
