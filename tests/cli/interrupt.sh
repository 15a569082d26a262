# SPDX-License-Identifier: GPL-3.0-or-later
# A signal ends a command in good order: exit status 130, what is finished is shown.

for signal in INT TERM; do
    expect 130 timeout --preserve-status -s $signal 2 "$SOWLAB" perft --depth 64 --csv
    says '^sowlab: interrupted at depth [0-9]*$' err
    says '^5,5223,' out
done

# Also one that waits for input. (The shell would let a background job ignore SIGINT.)
rm out
mkfifo questions
"$SOWLAB" moves <questions >out 2>err &
pid=$!
exec 3>questions
echo 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s >&3
tries=0
while [ ! -s out ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail 'no answer'
    sleep 0.1
done
kill -TERM $pid
got=0
wait $pid || got=$?
[ "$got" -eq 130 ] || fail "exit status $got instead of 130"
says '^sowlab: interrupted at input line 2$' err
[ "$(wc -l <out)" -eq 6 ] || fail 'the answer was lost'
