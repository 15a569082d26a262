# SPDX-License-Identifier: GPL-3.0-or-later
# The code blocks of docs/howto/elsewhere.md work. A block is run if its language is installed, with the
# libraries that it imports.

root=$SOW_TEST_DATA/../..
export SOWLAB MPLBACKEND=agg HOME="$PWD"
expect 0 "$SOWLAB" evolve --seed 1 --population 10 --generations 5 --games 1 \
    --candidate-games 2 --validation-games 100

# block LANGUAGE N: copies the N-th block of a language to the file block
block()
{
    awk -v fence="\`\`\`$1" -v wanted="$2" '$0 == "```" { inside = 0 } inside
        $0 == fence { inside = ++count == wanted }' "$root/docs/howto/elsewhere.md" >block
    [ -s block ]
}

# has LANGUAGE: true if everything that the block needs is installed
has()
{
    case $1 in
    python) command -v python3 && python3 -c "$(grep '^import' block)" ;;
    r) command -v Rscript && Rscript -e 'loadNamespace("RSQLite")' ;;
    sh) command -v gnuplot ;;
    esac >/dev/null 2>&1
}

ran=0
for language in python r sh; do
    case $language in r) program=Rscript ;; python) program=python3 ;; *) program=$language ;; esac
    number=1
    while block $language $number; do
        if has $language; then
            expect 0 $program block
            ran=$((ran + 1))
            [ $language$number != python1 ] || says '^divilly2013 *[01]\.[0-9]* (0\.[0-9]* to' out
        fi
        number=$((number + 1))
    done
    [ $number -gt 1 ] || fail "docs/howto/elsewhere.md has no block of $language"
done
for picture in best.svg convergence.svg; do
    [ ! -e $picture ] || grep -q '<path' $picture || fail "$picture shows nothing"
done
[ $ran -gt 0 ] || skip 'neither python3, R nor gnuplot is installed'
