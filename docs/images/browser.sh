#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the pictures of pages in a browser, run.png and play.png: docs/images/browser.sh
#
# Evolves a player for Awari, measures its generations, and takes a picture of its page and of the
# page for playing in Chromium. The target docs_browser runs it. $SOWLAB is the program.
set -eu
images=$(cd "$(dirname "$0")" && pwd)
program=$(readlink -f "${SOWLAB:?is not set: the target docs_browser sets it}")
scratch=$(mktemp -d)
server=''
trap '[ -z "$server" ] || kill "$server"; rm -rf "$scratch"' EXIT
cd "$scratch"

"$program" evolve --variant awari --generations 40 --measure-every 4 --seed 1 >evolve.out
"$program" serve --port 0 >address &
server=$!
for _ in $(seq 100); do
    origin=$(sed -n 's|^\(http://.*\)/$|\1|p' address)
    [ -z "$origin" ] || break
    sleep 0.1
done

# picture NAME PATH HEIGHT: makes NAME.png of a page
picture()
{
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="960,$3" \
        --virtual-time-budget=6000 --screenshot="$images/$1.png" "$origin$2" 2>chromium.log || {
        cat chromium.log >&2
        exit 1
    }
}
picture run '/run?id=1' 1200
picture play '/play?variant=awari&south=person&north=run:1' 530
