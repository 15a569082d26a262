#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the programs of docs/players into docs/reference/exec.md: docs/findings/players.sh
set -eu
cd "$(dirname "$0")"
awk '
    { print }
    /^<!-- players\// { file = $2 }
    /^```[a-z]/ && file != "" {
        while ((getline line < file) > 0)
            print line
        close(file)
        file = ""
        while ((getline line) > 0 && line != "```")
            continue
        print "```"
    }' exec.md >exec.new
mv exec.new exec.md
