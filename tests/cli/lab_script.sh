# SPDX-License-Identifier: GPL-3.0-or-later
# The lab script, with stand-ins for the commands that it calls: its messages, progress and times.

cp "$SOW_TEST_DATA/../../lab" "$SOW_TEST_DATA/../../CMakePresets.json" .
mkdir stand-ins
PATH=$PWD/stand-ins:$PATH

# stand_in NAME: makes a command of that name; its text is read from stdin
stand_in()
{
    { echo '#!/bin/sh' && cat; } >"stand-ins/$1"
    chmod +x "stand-ins/$1"
}

# The stand-in for cmake builds for $BUILD_SECONDS and ends with $BUILD_STATUS.
stand_in cmake <<'END'
case $1 in
--build)
    echo "built: $*"
    echo '[1/2] Compiling'
    echo $$ >building
    sleep "${BUILD_SECONDS:-0}"
    echo '[2/2] Linking'
    exit "${BUILD_STATUS:-0}"
    ;;
--fresh)
    echo "configured: $*"
    mkdir -p "build/$3/bin"
    printf '#!/bin/sh\necho "result: $*"\n' >"build/$3/bin/sowlab"
    chmod +x "build/$3/bin/sowlab"
    printf '%s\n' "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" BUILD_TESTING:BOOL=ON >"build/$3/CMakeCache.txt"
    touch "build/$3/build.ninja"
    ;;
esac
END
stand_in dpkg-query <<'END'
shift 2
[ -e lacking ] || printf '%s installed\n' "$@"
END
stand_in apt-get <<'END'
case $* in
*--simulate*) ;;
*install*) echo 'dlstatus:3:37.5:Retrieving file 3' && sleep "${APT_SECONDS:-0}" && rm lacking ;;
esac
END
stand_in id <<'END'
echo "${AS_ID:-0}"
END
stand_in sudo <<'END'
exit 1
END

# Results go to stdout, and messages of the build to its log. A quick build prints nothing.
expect 0 ./lab hello there
[ "$(cat out)" = 'result: hello there' ] || fail 'the output is not the program'\''s'
[ ! -s err ] || fail 'a quick build was not silent'
says '^\[2/2\] Linking$' build/release.log
# The build has all that an installation needs: install.tree compares it.
says '^built: .* --target sowlab pages sow_shared$' build/release.log

# Without a terminal, progress is a new line at least every ten seconds.
BUILD_SECONDS=12 expect 0 ./lab hello
says '^lab: building 1/2, [0-9]* s$' err
says '^lab: building: done in [0-9]* s$' err

# On a terminal, progress is one line that is written again and again.
# on_terminal: runs lab on a terminal; the file lines receives its progress, one state per line
on_terminal()
{
    TERM=xterm expect 0 script -qec './lab hello' /dev/null </dev/null
    tr '\r' '\n' <out | sed 's/^\x1b\[K//' >lines
}
BUILD_SECONDS=3 on_terminal
says '^lab: building 1/2, [0-9]* s$' lines
[ "$(tr -d '\r' <out | grep -c building)" -eq 1 ] || fail 'more than one line'

# If the build fails, the end of its log, the name of the log and a status are shown.
BUILD_STATUS=3 expect 3 ./lab hello
says '^\[2/2\] Linking$' err
says "^lab: building failed; this was the end of $PWD/build/release.log$" err
[ ! -s out ] || fail 'something was run'

# Missing packages are installed with progress, or one line says how to install them.
touch lacking
AS_ID=1000 expect 69 ./lab hello
says "^lab:   su - -c 'apt-get update && apt-get install .*cmake.*'$\|sudo sh -c" err
APT_SECONDS=3 on_terminal
says '^lab: installing packages, 37 % fetched, [0-9]* s$' lines
expect 0 ./lab hello
[ ! -s err ] || fail 'packages that are there were asked for again'
expect 64 ./lab preset nothing
expect 64 ./lab packages
expect 64 ./lab build

# A preset can be built without its tests.
stand_in ctest <<'END'
touch tested
END
expect 0 ./lab build asan
says '^built: --build --preset asan$' build/asan.log
[ ! -e tested ] || fail 'the build runs the tests'
says '^configured: ' build/asan.log
expect 0 ./lab preset asan
[ -e tested ] || fail 'the preset runs no tests'
! grep '^configured: ' build/asan.log || fail 'a build that is there is not used'
touch -d tomorrow CMakePresets.json
expect 0 ./lab build asan
says '^configured: ' build/asan.log
touch -d yesterday CMakePresets.json

# Ctrl-C also ends the build. (timeout sends the signal to all processes, as a terminal would.)
rm -f building
BUILD_SECONDS=60 expect 130 timeout --preserve-status -s INT 2 ./lab hello
sleep 1
! kill -0 "$(cat building)" 2>/dev/null || fail 'the build goes on'

# If two run at the same time, the second waits and says so.
rm -f building
BUILD_SECONDS=4 ./lab one >earlier 2>/dev/null &
tries=0
until [ -e building ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail 'no build'
    sleep 0.1
done
on_terminal
says '^lab: waiting for another lab to finish with build/release 1/2, [0-9]* s$' lines
wait $!
says '^result: one$' earlier
says '^result: hello$' lines
