# SPDX-License-Identifier: GPL-3.0-or-later
# For the tests of pages: a server of $PWD/sowlab.db, a browser, and what is done with them.
# With SOW_PICTURES=FOLDER each look at a page leaves its pictures there.

# All of it ends with the test, or at last by itself.
command -v chromedriver >/dev/null || skip 'chromium-driver is not installed'
driver=''
server=''
clean()
{
    [ -z "$driver" ] || curl -s -m 5 -X DELETE "$session" >/dev/null 2>&1 || :
    for process in $driver $server; do
        kill "$process" 2>/dev/null || :
    done
    cd /
    # shellcheck disable=SC2154 # by script_test.sh
    rm -rf "$scratch"
}
trap clean EXIT

# await FILE PATTERN: the first match of it in FILE, for which it waits
await()
{
    for _ in $(seq 100); do
        found=$(grep -o -m 1 -e "$2" "$1" 2>/dev/null) && return
        sleep 0.1
    done
    fail "'$1' never says '$2'"
}

serve()
{
    timeout 580 "$SOWLAB" serve --port 0 >address 2>serve.err &
    server=$!
    await address 'http://.*'
    origin=${found%/}
}

# wd METHOD PATH [JSON]: what the driver answers; JSON may be @FILE
wd()
{
    curl -s -m 20 -X "$1" -H 'Content-Type: application/json' ${3+-d "$3"} "$session$2" >said
    ! grep -q '"error":' said || [ "$(jq -r '.value.error? // empty' said 2>/dev/null)" = '' ] ||
        fail "the browser on $2: $(jq -c .value.message said)"
}

browse()
{
    timeout 580 chromedriver --port=0 >driver.log 2>&1 &
    driver=$!
    await driver.log 'successfully on port [0-9]*'
    session=http://127.0.0.1:${found##* }
    wd POST /session '{"capabilities": {"alwaysMatch": {"goog:loggingPrefs": {"browser": "ALL"},
        "goog:chromeOptions": {"args": ["--headless", "--no-sandbox", "--disable-gpu",
        "--disable-dev-shm-usage", "--hide-scrollbars", "--window-size=1100,900"]}}}}'
    session=$session/session/$(jq -r .value.sessionId said)
}

# js EXPRESSION: its value
js()
{
    wd POST /execute/sync "$(jq -n --arg s "return ($1)" '{script: $s, args: []}')"
    jq -r .value said
}

# until_true EXPRESSION
until_true()
{
    for _ in $(seq 150); do
        [ "$(js "Boolean($1)")" != true ] || return 0
        sleep 0.1
    done
    fail "never true: $1; the page says: $(js 'document.body.innerText.slice(0, 400)')"
}

# cdp COMMAND PARAMETERS: of Chromium's own protocol
cdp()
{
    wd POST /goog/cdp/execute "{\"cmd\": \"$1\", \"params\": $2}"
}

# wide PIXELS
wide()
{
    cdp Emulation.setDeviceMetricsOverride \
        "{\"width\": $1, \"height\": 800, \"deviceScaleFactor\": 1, \"mobile\": false}"
}

# light or dark, and whether seeds move
prefer()
{
    cdp Emulation.setEmulatedMedia "{\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"$1\"},
        {\"name\": \"prefers-reduced-motion\", \"value\": \"${2-no-preference}\"}]}"
}

# picture NAME
picture()
{
    [ -n "${SOW_PICTURES-}" ] || return 0
    cdp Page.captureScreenshot '{"captureBeyondViewport": true}'
    jq -r .value.data said | base64 -d >"$SOW_PICTURES/$1.png"
}

visit()
{
    wd POST /url "$(jq -n --arg u "$origin$1" '{url: $u}')"
}

# no_faults: nothing on the console since the last time, nothing asked from elsewhere
no_faults()
{
    wd POST /se/log '{"type": "browser"}'
    [ "$(jq '.value | length' said)" = 0 ] || fail "on the console: $(jq -c .value said)"
    [ "$(js "performance.getEntriesByType('resource').every(r => r.name.startsWith(location.origin + '/'))")" = true ] ||
        fail 'something is asked from elsewhere'
}

# seen NAME COLOURS WIDTH: the page has both
seen()
{
    prefer "$2"
    wide "$3"
    ground=$(js "document.documentElement.scrollWidth + ' ' + getComputedStyle(document.body).backgroundColor")
    [ "${ground%% *}" -le "$3" ] || fail "$1 is ${ground%% *} pixels wide on $3"
    case $2$ground in
    'dark'*'rgb(13, 17, 23)' | 'light'*'rgb(255, 255, 255)') ;;
    *) fail "$1 is not $2 but $ground" ;;
    esac
    picture "$1-$2-$3"
}

# look NAME: the page wide and on a telephone, light and dark
look()
{
    seen "$1" dark 360
    [ -z "${SOW_PICTURES-}" ] || seen "$1" light 360
    [ -z "${SOW_PICTURES-}" ] || seen "$1" dark 1100
    seen "$1" light 1100
    no_faults
}
