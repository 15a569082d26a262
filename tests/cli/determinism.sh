# SPDX-License-Identifier: GPL-3.0-or-later
# Results are the same for any number of threads and any kernel. A longer test also compares
# programs of other builds: SOW_PROGRAMS="FILE ..." and SOW_THREADS="1 2 3 4 8".

small='--population 6 --generations 3 --games 1 --candidates 2 --candidate-games 2 --validation-games 3'

# make PROGRAM THREADS KERNEL: makes a run of each kind, then prints the digests of all
make()
{
    rm -f sowlab.db*
    for variant in erherhe kalah; do
        # shellcheck disable=SC2086 # one word per option
        "$1" evolve --variant $variant $small --quiet --threads "$2" --kernel "$3" \
            >out 2>err || return
    done
    "$1" match run:1 h4 --games 40 --quiet --threads "$2" --kernel "$3" >out 2>err || return
    "$1" dataset make random h4 --games 30 --record both --quiet --threads "$2" \
        >out 2>err || return
    "$1" fit 4 --features h4,h6 --comparison-games 20 --quiet --threads "$2" \
        --kernel "$3" >out 2>err || return
    "$1" fit 4 --method preference --comparison-games 20 --quiet --threads "$2" \
        --kernel "$3" >out 2>err || return
    "$1" dataset export 4 --output positions.csv --force --quiet >out 2>err || return
    "$1" dataset import positions.csv --quiet >out 2>err || return
    "$1" tournament h1 h4 random --games 20 --quiet --threads "$2" --kernel "$3" \
        >out 2>err || return
    # shellcheck disable=SC2086 # one word per option
    "$1" evolve $small --variants awari,kalah --fitness panel --objective worst \
        --opponents h1,random,order:h6 --quiet --threads "$2" --kernel "$3" \
        >out 2>err || return
    # shellcheck disable=SC2086
    "$1" evolve $small --genome order --reading first-improving --fitness mixed \
        --hall-share 1 --hall-interval 1 --quiet --threads "$2" --kernel "$3" \
        >out 2>err || return
    # shellcheck disable=SC2086
    "$1" evolve $small --islands 3 --migrate 2 --every 1 --topology ring --quiet \
        --threads "$2" --kernel "$3" >out 2>err || return
    printf '4,4,4,4,4,4,0/4,4,4,4,4,4,0:n\n5,4,4,4,4,4,0/4,4,4,4,4,3,0:s\n' >starts.txt
    # shellcheck disable=SC2086
    "$1" evolve $small --variants awari,kalah --starts starts.txt --quiet \
        --threads "$2" --kernel "$3" >out 2>err || return
    "$1" match run:1 h4 --variant kalah --starts fairkalah --games 300 --quiet \
        --threads "$2" --kernel "$3" >out 2>err || return
    # With two threads, each makes one run, and both share the third.
    # shellcheck disable=SC2086
    "$1" evolve $small --runs 3 --quiet --threads "$2" --kernel "$3" >out 2>err || return
    "$1" fair --variant kalah --pits 3 --seeds-per-pit 2 --hash 1 --quiet --threads "$2" >out 2>err || return
    "$1" regret h4 --variant awari --on-board 6 --games 20 --sample 300 --quiet \
        --threads "$2" >out 2>err || return
    "$1" learn --variant awari --rounds 2 --positions 600 --test-games 4 --quiet --threads "$2" \
        --kernel "$3" >out 2>err || return
    "$1" ablate divilly2013 --openings 8 --changes zero --refit random \
        --refit-options 'generations=2 population=4 games=2' --quiet --threads "$2" \
        --kernel "$3" >out 2>err || return
    "$1" survey --variants awari,kalah --games 3 --mirror-games 40 --players h4 --quiet \
        --threads "$2" --kernel "$3" >out 2>err || return
    "$1" suite divilly2013 --quick --file suite.txt --quiet --threads "$2" >out 2>err || return
    "$1" sql 'SELECT id, kind, digest FROM runs ORDER BY id' --csv
}

make "$SOWLAB" 1 plain >expected || fail 'the first runs'
[ "$(wc -l <expected)" -eq 23 ] || fail 'runs are missing'
compared=0
for program in "$SOWLAB" ${SOW_PROGRAMS-}; do
    for kernel in plain portable avx2 avx512; do
        "$program" match h1 h2 --games 1 --db probe.db --kernel $kernel --quiet \
            >out 2>err || continue
        for threads in ${SOW_THREADS-1 2 3}; do
            make "$program" "$threads" $kernel >found || {
                cat err >&2
                fail "$program, kernel $kernel, $threads threads"
            }
            cmp expected found || fail "$program, kernel $kernel, $threads threads: differs"
            compared=$((compared + 1))
        done
    done
done
[ $compared -ge 6 ] || fail 'no kernel beside the plain one could be compared'
echo "$compared combinations, one content: $(sha256sum <expected)"
