# SPDX-License-Identifier: GPL-3.0-or-later
# The program that ./lab builds is hardened: its tables of addresses become read-only at the
# start, and its stack and its copies are checked.

command -v readelf >/dev/null || skip 'readelf is not installed'
readelf -lW "$SOWLAB" >segments
readelf -dW "$SOWLAB" >dynamic
readelf -sW "$SOWLAB" >symbols
says 'GNU_RELRO' segments
says 'BIND_NOW' dynamic
grep -q 'file type is DYN' segments || fail 'the program is not position-independent'
says '__stack_chk_fail' symbols
says '__[a-z]*_chk@' symbols
