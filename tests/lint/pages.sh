#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every page of the documentation that messages may name exists, and a message names it:
# pages.sh SOURCE
set -eu
cd "$1"
table=experiments/lab/support/include/sow/support/doc_pages.h
sed -n 's/^#define \(SOW_DOC_[A-Z_]*\) "\(.*\)".*/\1 \2/p' "$table" | {
    status=0
    count=0
    while read -r name page; do
        count=$((count + 1))
        [ -f "$page" ] || { echo "$table: there is no page '$page'" >&2; status=1; }
        grep -rqw --include='*.c' "$name" experiments ||
            { echo "$table: no text names $name" >&2; status=1; }
    done
    [ $count -gt 0 ] || { echo "$table: no page found" >&2; status=1; }
    exit $status
}
