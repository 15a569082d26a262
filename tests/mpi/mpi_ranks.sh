# SPDX-License-Identifier: GPL-3.0-or-later
# sowlab-mpi: the same content for any number of ranks, and what befalls them. Everything that
# may wait has a timeout. $SOWLAB_MPI is the program. SOW_TEST_NETWORK=1 (root, iproute2) also
# has two hosts, which are network namespaces.
: "${SOWLAB_MPI:?}"
command -v mpirun >/dev/null || skip 'mpirun is not installed'
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_btl=self,vader
mkdir temporary
export TMPDIR="$PWD/temporary"

# ranks N WORDS...: the command by so many
ranks()
{
    count=$1
    shift
    timeout 100 mpirun -n "$count" "$SOWLAB_MPI" "$@"
}

digests()
{
    "$SOWLAB" sql --db "$1" --csv 'SELECT kind, seed, digest FROM runs ORDER BY kind, seed, digest'
}

# ---- Databases that are empty, or just being made ----
: >empty.db
expect 0 ranks 2 match h1 h4 --games 20 --db empty.db --quiet
for try in 1 2 3; do
    rm -f both.db*
    # Two jobs that begin at once must not make the same folder for Open MPI.
    mkdir -p temporary/first
    TMPDIR=$TMPDIR/first ranks 2 match h1 h4 --games 20 --seed 1 --db both.db --quiet \
        >/dev/null 2>first.err &
    first=$!
    ranks 2 match h1 h4 --games 20 --seed 2 --db both.db --quiet >/dev/null 2>second.err ||
        fail "the second job: $(cat second.err)"
    wait $first || fail "the first job: $(cat first.err)"
    [ "$(digests both.db | grep -c match)" -eq 2 ] || fail "try $try: not both jobs are stored"
done

# ---- The same bits ----
evolutions()
{
    "$@" evolve --population 12 --generations 6 --games 2 --candidate-games 5 \
        --validation-games 40 --seed 4 &&
        "$@" evolve --islands 3 --migrate 1 --every 2 --population 5 --generations 6 \
            --games 1 --candidate-games 5 --validation-games 20 --seed 5 --runs 2
}
commands()
{
    evolutions "$@" &&
        "$@" match run:1 h4 --games 101 &&
        "$@" match h1 'alphabeta:depth=3,eval=h4' --games 20 &&
        "$@" match h1 h2 --games 30 --keep-games 3 &&
        "$@" robustness run:1 h4 --variants kalah,awari --opponents h1,random --games 20 &&
        "$@" dataset make h4 random --games 60 &&
        "$@" fit 8 --features h1,h4 --comparison-games 20 &&
        "$@" runs verify 3
}
alone()
{
    "$SOWLAB" "$@" --db alone.db --quiet >/dev/null
}
expect 0 commands alone
digests alone.db >truth
[ "$(wc -l <truth)" -eq 10 ] || fail 'not all commands made a run'
for count in 1 2 3 4; do
    together()
    {
        ranks "$count" "$@" --db together.db --quiet >/dev/null
    }
    rm -f together.db
    case $count in
    1 | 3)
        expect 0 evolutions together
        grep '^evolve' truth >expected
        ;;
    *)
        expect 0 commands together
        cp truth expected
        ;;
    esac
    digests together.db | grep -v '^kind' >found
    grep -v '^kind' expected | cmp - found || fail "other content with $count ranks"
    expect 0 "$SOWLAB" runs check --db together.db --quiet
done
left=$(find "$TMPDIR" -name 'sowlab-rank-*' | head -n 1)
[ -z "$left" ] || fail "a rank left $left"

# ---- Sweeps ----
cat >plan.ini <<'END'
[sweep]
command = evolve
[options]
population = 5 8
generations = 4
games = 1
candidate-games = 2
validation-games = 20
seed = 1..4
END
expect 0 "$SOWLAB" sweep plan.ini --db swept.db
digests swept.db >swept
for count in 1 2 3; do
    rm -f ranks.db
    expect 0 ranks $count sweep plan.ini --db ranks.db
    says '^made *8$' out
    digests ranks.db | cmp - swept || fail "another sweep with $count ranks"
done
expect 0 ranks 2 sweep plan.ini --db ranks.db
says '^done_before *8$' out
# Who cannot take part keeps the others from waiting.
expect 74 ranks 3 sweep plan.ini --db nowhere/x.db
expect 65 ranks 3 sweep /dev/stdin --db ranks.db <plan.ini
# A request to stop brings home what there is; the next job goes on with it.
cat >slow.ini <<'END'
[sweep]
command = evolve
[options]
population = 40
generations = 20
games = 20
validation-games = 20
seed = 1..4
END
expect 0 "$SOWLAB" sweep slow.ini --db slow-alone.db
# Ranks that do not run yet end without a word. A loaded machine is given more time.
for after in 3 6 12; do
    rm -f slow.db*
    timeout -s INT $after mpirun -n 3 "$SOWLAB_MPI" sweep slow.ini --db slow.db --kernel plain \
        >out 2>err && fail 'the sweep was not stopped'
    ! grep -q 'the same command computes the rest' err || break
done
says 'the same command computes the rest' err
expect 0 "$SOWLAB" sweep slow.ini --list --db slow.db
says 'left to resume' out
expect 0 ranks 3 sweep slow.ini --db slow.db
says '^resumed *[12]$' out
digests slow-alone.db >slow
digests slow.db | cmp - slow || fail 'another sweep after an interruption'
sed -i 's/population = .*/population = 5 1/' plan.ini
expect 65 ranks 2 sweep plan.ini --db ranks.db
says 'plan.ini:4: a population of 1' err
expect 64 ranks 2 sweep plan.ini --into stores
says "'--into' is for separate processes" err

# ---- What befalls ranks ----
LONG='evolve --population 40 --generations 60 --games 10 --candidates 2 --candidate-games 5
    --validation-games 20 --seed 9 --kernel portable'
# shellcheck disable=SC2086 # one word per option
expect 0 "$SOWLAB" $LONG --db long-alone.db
digests long-alone.db >long

# rank_process N: the number of the process that is rank N
rank_process()
{
    for process in $(pgrep -f "^$SOWLAB_MPI .*--db $PWD/long.db"); do
        tr '\0' '\n' 2>/dev/null <"/proc/$process/environ" | grep -q "^OMPI_COMM_WORLD_RANK=$1$" || continue
        echo "$process"
        return
    done
}

# begin_long: three ranks in the background, as soon as something is stored
begin_long()
{
    rm -f long.db*
    # shellcheck disable=SC2086
    ranks 3 $LONG --db "$PWD/long.db" --quiet >long.out 2>long.err &
    job=$!
    await long.db 'count(*) > 3 FROM generations'
}

# ended: it has, and not well
ended()
{
    got=0
    wait $job || got=$?
    [ $got -ne 0 ] || fail 'the job ended well'
}

# resumes PROGRAM: what is stored is sound, and goes on as if nothing had happened
resumes()
{
    expect 0 "$SOWLAB" runs check --db long.db --quiet
    expect 0 "$1" resume --db long.db
    digests long.db | cmp - long || fail 'another content after a rank was lost'
}
two_ranks()
{
    ranks 2 "$@"
}

begin_long
kill -KILL "$(rank_process 2)"
ended
says 'signal 9' long.err
resumes "$SOWLAB"

begin_long
kill -KILL "$(rank_process 0)"
ended
resumes two_ranks

# A rank that hangs: the others do not wait for ever.
export SOWLAB_MPI_SECONDS=2
begin_long
stopped=$(rank_process 1)
kill -STOP "$stopped"
ended
kill -KILL "$stopped" 2>/dev/null || :
says 'rank [02]: no answer from other ranks for 2 s' long.err
resumes "$SOWLAB"
unset SOWLAB_MPI_SECONDS

# A request to stop reaches all of them, whoever gets it.
for rank in 0 2; do
    begin_long
    kill -TERM "$(rank_process $rank)"
    ended
    says 'interrupted; .* continue with: sowlab resume 1' long.err
    resumes "$SOWLAB"
done

# ---- Wrong uses ----
expect 64 ranks 2 runs list
says "'runs list' does not run on several processes" err
expect 64 ranks 3 evolve --populaton 3
[ "$(grep -c 'unknown option' err)" -eq 1 ] || fail 'every rank complains'
expect 74 ranks 2 evolve --db nowhere/x.db
says 'nowhere' err

# ---- Two hosts ----
[ "${SOW_TEST_NETWORK-}" ] || exit 0
command -v ip >/dev/null || fail 'iproute2 is not installed'
cat >into <<'END'
#!/bin/sh
# In place of ssh: into the namespace that has the address.
while [ "${1#-}" != "$1" ]; do shift; done
case $1 in
10.99.0.2) host=sowb ;;
*) host=sowa ;;
esac
shift
exec ip netns exec $host sh -c "$*"
END
chmod +x into
undo()
{
    ip netns del sowa 2>/dev/null
    ip netns del sowb 2>/dev/null
    # shellcheck disable=SC2154 # of the script that runs this
    rm -rf "$scratch"
}
trap undo EXIT
for host in a b; do ip netns add sow$host; done
ip link add va type veth peer name vb
number=1
for host in a b; do
    ip link set v$host netns sow$host
    ip -n sow$host addr add 10.99.0.$number/24 dev v$host
    ip -n sow$host link set v$host up
    ip -n sow$host link set lo up
    number=$((number + 1))
done
hosts()
{
    timeout 100 ip netns exec sowa mpirun -n 4 --host 10.99.0.1:2,10.99.0.2:2 \
        --mca plm_rsh_agent "$PWD/into" --mca btl self,tcp --mca btl_tcp_if_include 10.99.0.0/24 \
        --mca oob_tcp_if_include 10.99.0.0/24 --wdir "$PWD" "$SOWLAB_MPI" "$@" --db hosts.db --quiet
}
rm -f hosts.db
expect 0 commands hosts
digests hosts.db | cmp - truth || fail 'other content on two hosts'
