# SPDX-License-Identifier: GPL-3.0-or-later
# Every command that a message or a help text advises, 'sowlab COMMAND --option ..', exists and
# has that option. The test finds the advice in the sources, so it also checks new advice.

src=$SOW_TEST_DATA/../..
for folder in core heuristics ga learn variants experiments; do
    find "$src/$folder" -name '*.c' -o -name '*.h'
done >sources
[ "$(wc -l <sources)" -ge 100 ] || fail 'the sources are not found'

# In C, string literals that follow each other are one string.
xargs cat <sources | tr '\n' ' ' | sed 's/" *"//g' |
    grep -o "'sowlab [a-z][^'\"]*'" | tr -d "'" | sort -u >advised
[ "$(wc -l <advised)" -ge 30 ] || fail "only $(wc -l <advised) commands are advised"

# help WORDS ...: prints the help of the command whose name begins the words into the file help
help()
{
    "$SOWLAB" "$1" "${2:-}" --help >help 2>err || "$SOWLAB" "$1" --help >help 2>err
}

while read -r _ command; do
    # shellcheck disable=SC2086 # words
    help $command || fail "'sowlab $command' is advised: $(cat err)"
    for word in $command; do
        case $word in
        --help | --version) ;;
        --*)
            # These include the options that the command shares with others.
            grep -q -e "${word%%=*}\([^a-z-]\|\$\)" help ||
                fail "'sowlab $command' is advised, and has no option '$word'"
            ;;
        esac
    done
done <advised
printf '%s advised commands exist\n' "$(wc -l <advised)"

# The check itself can fail.
if help evlove; then
    fail "a command that is not there has a help text"
fi
