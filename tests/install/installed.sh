# SPDX-License-Identifier: GPL-3.0-or-later
# What a freshly installed tree is good for: installed.sh PART BUILD CMAKE COMPILER
part=$1
build=$2
cmake=$3
compiler=$4
tree=$PWD/tree

"$cmake" --install "$build" --prefix "$tree" >log
man=$tree/share/man/man1
installed=$tree/bin/sowlab
PATH=$tree/bin:$PATH

# need TOOL: skips this part where there is no such program
need()
{
    command -v "$1" >/dev/null || skip "$1 is not installed"
}

# flags OPTION ...: what pkg-config says of the tree
flags()
{
    PKG_CONFIG_PATH=$(dirname "$(find "$tree" -name sowlab.pc)") pkg-config "$@" sowlab
}

headers()
{
    (cd "$tree/include" && find sow -name '*.h' | sort)
}

# offers FILE WORDS: fails unless each of the words is a line of the file
offers()
{
    for word in $2; do
        grep -qxF -e "$word" "$1" || fail "'$word' is not offered: $(head -c 400 "$1")"
    done
}

# store_run FILE: a database whose only run has the number 1
store_run()
{
    expect 0 "$installed" match h1 random --games 2 --quiet --db "$1"
}

# An installation without manual pages or the shared library ends before it copies anything.
check_refusal()
{
    for missing in pages/made libsowlab.so.1.0; do
        sed "/IN ITEMS/s|/$missing|&.not|" "$build/cmake_install.cmake" >without.cmake
        expect 1 "$cmake" -DCMAKE_INSTALL_PREFIX="$PWD/none" -P without.cmake
        tr -s ' \n' '  ' <err >line
        says "not all is built: there is no '[^ ]*/$missing.not'; run" line
        [ ! -e none ] || fail 'something was copied'
    done
}

# The lab script builds every library that is installed.
check_targets()
{
    [ -e "$build/build.ninja" ] || return 0
    targets=$(sed -n "s/^TARGETS='\(.*\)'$/\1/p" "$SOW_TEST_DATA/../../lab")
    [ "$targets" ] || fail 'the lab script names no targets'
    # shellcheck disable=SC2086 # one word per target
    (cd "$build" && ninja -t inputs $targets) >made
    find "$build" -name cmake_install.cmake -exec grep -ho "\"$build/[^\"]*" {} + |
        sed -n "s|^.$build/\(.*[.]a\)$|\1|p; s|^.$build/\(.*[.]so[.][0-9]*[.][0-9]*\)$|\1|p" >libraries
    [ "$(wc -l <libraries)" -ge 10 ] || fail 'not all libraries are found'
    while read -r library; do
        grep -qxF "$library" made || fail "./lab does not build $library"
    done <libraries
}

# The program, its pages and files: in a prefix, and staged for a package.
check_tree()
{
    check_refusal
    check_targets
    expect 0 "$installed" perft --variant kalah --depth 3
    expect 0 "$installed" variants check "$tree/share/sowlab/variants"/*.ini
    [ -s "$tree/share/sowlab/variants/starts/fairkalah.txt" ] || fail 'no start positions'
    for file in LICENSE README.md CITATION.cff docs/reference/players.md docs/example/play.c; do
        [ -s "$tree/share/doc/sowlab/$file" ] || fail "no $file"
    done
    module=$(find "$tree" -name sowlab.py)
    [ -s "$tree/include/sow/library/sowlab.h" ] || fail 'no header of the shared library'
    if command -v python3 >/dev/null; then
        expect 0 env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$(dirname "$module")" python3 -c \
            'import sowlab; print(sowlab.Rules("kalah").play("4,4,4,4,4,4,0/4,4,4,4,4,4,0:s", 3))'
        says "^Played(position='4,4,0,5,5,5,1/4,4,4,4,4,4,0:s', gain=1, again=True, ended=False)" out
    fi
    DESTDIR=$PWD/stage "$cmake" --install "$build" --prefix /usr >log
    (cd stage/usr && find . -type f -o -type l | sort) >staged
    (cd "$tree" && find . -type f -o -type l | sort) | cmp - staged ||
        fail 'a staged tree is another one'
    grep -rIqF -e "$build" stage && fail "a file names the build's folder"
    true
}

# The example that plays and evaluates, built with what pkg-config says and nothing else;
# each header alone.
check_library()
{
    need pkg-config
    example=$tree/share/doc/sowlab/docs/example/play.c
    for static in --static ''; do
        # shellcheck disable=SC2046,SC2086 # one word per option
        $compiler "$example" -o play $(flags --cflags --libs $static)
        expect 0 ./play kalah h4
        says '^start: worth 0 to south$' out
        says '^[0-9]* moves; south, your player: [0-9]*; north: [0-9]*$' out
    done
    awk -F '[ ;]+' 'END { exit $6 + $8 != 48 }' out || fail 'seeds were lost'
    expect 1 ./play kalah nobody
    says "^play: unknown player 'nobody'" err
    # Every library is there, with all it needs: one function of each.
    cat >all.c <<'END'
#include <sow/base/parallel.h>
#include <sow/ga/optimizer.h>
#include <sow/learn/model.h>
#include <sow/learn/tails.h>
#include <sow/variants/start_set.h>
int main(void)
{
    struct sow_genome_spec spec = {1, 0, 0, 1, 0, 0};
    struct sow_optimizer_options options;
    struct sow_model_options fit;
    struct sow_starts starts;
    sow_param_defaults(&sow_optimizer_params, &options);
    sow_param_defaults(&sow_ga_params, &options.ga);
    sow_param_defaults(&sow_model_params, &fit);
    return sow_optimizer_check(&options, &spec, 0) != SOW_OK || sow_model_check(&fit, 0) != SOW_OK ||
           sow_starts_load(0, 0, &starts, 0) != SOW_OK || sow_parallel_threads_available() < 1;
}
END
    # shellcheck disable=SC2046 # one word per option
    $compiler all.c -o all $(flags --cflags --libs --static)
    ./all
    # The shared library alone serves a C program, too.
    cat >shared.c <<'END'
#include <sow/library/sowlab.h>
#include <stdio.h>
int main(void)
{
    struct sowlab_played played;
    struct sowlab_rules *rules = sowlab_rules_open("awari");
    if (rules == NULL || sowlab_play(rules, "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s", 1, &played) != 0)
        return 1;
    puts(played.position);
    int status = sowlab_play(rules, played.position, 7, &played);
    puts(sowlab_error());
    sowlab_rules_close(rules);
    return status != SOWLAB_ILLEGAL;
}
END
    shared=$(dirname "$(find "$tree" -name libsowlab.so)")
    $compiler shared.c -o shared -I"$tree/include" -L"$shared" -lsowlab -Wl,-rpath,"$shared"
    expect 0 ./shared
    says '^0,5,5,5,5,4,0/4,4,4,4,4,4,0:n$' out
    says '^move 7 is not legal here: choose one of 1, 2, 3, 4, 5, 6$' out
    for header in $(headers); do
        echo "#include <$header>" >one.c
        # shellcheck disable=SC2046 # one word per option
        $compiler -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only $(flags --cflags) one.c
    done
}

# The same headers and the same functions from C++.
check_cxx()
{
    need pkg-config
    need c++
    for header in $(headers); do
        echo "#include <$header>"
    done >all.cc
    cat >>all.cc <<'END'
int main()
{
    sow_variant variant;
    sow_agent agent;
    return sow_variant_builtin("kalah", &variant, nullptr) != SOW_OK ||
           sow_agent_parse("h4", nullptr, &agent, nullptr) != SOW_OK;
}
END
    # shellcheck disable=SC2046 # one word per option
    c++ -Wall -Wextra -Wpedantic -Werror all.cc -o all $(flags --cflags --libs --static)
    ./all
}

# A page for the program and for each command, without a complaint from the typesetter.
check_man()
{
    [ -s "$man/sowlab.1" ] || fail 'no page of the program'
    sed -n 's/.*\\fB\(sowlab.*\)\\fR(1).*/\1/; s/\\//g; s/^sowlab-/&/p' "$man/sowlab.1" |
        sort -u >named
    # The page of sowlab-mpi is there if that program is part of the build.
    (cd "$man" && ls sowlab-*.1) | sed -e 's/\.1$//' -e '/-mpi$/d' | sort | cmp - named || fail 'pages are missing'
    [ "$(wc -l <named)" -gt 30 ] || fail 'commands are missing'
    grep -q '^\.TP' "$man/sowlab-evolve.1" || fail 'no options'
    need groff
    for page in "$man"/*.1; do
        MANROFFSEQ='' groff -ww -man -Tascii "$page" >text 2>complaints
        [ ! -s complaints ] || fail "$page: $(cat complaints)"
    done
    need man
    MANROFFSEQ='' man --warnings -l "$man/sowlab-evolve.1" >text 2>complaints
    [ ! -s complaints ] || fail "$(cat complaints)"
    says '--mutation-rate X' text
}

# Commands, options, choices, players, variants, files; press_tab stands for the key
# after the last of some words.
check_bash()
{
    need bash
    cat >press <<'END'
. "$1" || exit 1
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_sowlab sowlab "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
END
    press_tab()
    {
        bash press "$tree/share/bash-completion/completions/sowlab" "$@" >offered
    }
    press_tab sowlab ''
    offers offered 'evolve runs variants help'
    press_tab sowlab runs ''
    offers offered 'list show verify'
    press_tab sowlab evolve --se
    offers offered '--selection --seed --seeds-per-pit'
    press_tab sowlab evolve --selection ''
    offers offered 'tournament roulette'
    press_tab sowlab evolve --kernel = p
    offers offered 'plain portable'
    press_tab sowlab match div
    offers offered divilly2013
    press_tab sowlab match h1 r
    offers offered 'random run:'
    press_tab sowlab perft --variant aw
    offers offered 'awari awari-solved'
    press_tab sowlab robustness h1 --variants kalah,aw
    offers offered kalah,awari
    press_tab sowlab robustness h1 --variant aw
    offers offered 'awari awari-solved'
    press_tab sowlab evolve --heuristics h1,h
    offers offered 'h1,h4 h1,heuristics'
    press_tab sowlab plot 1 con
    offers offered convergence
    store_run "$PWD/some runs.db"
    press_tab sowlab runs show --db = "$PWD/some runs.db" ''
    offers offered '1'
    press_tab sowlab runs show --db no.db ''
    [ "$(cat offered)" = '' ] || fail 'a run is made up'
    [ ! -e no.db ] || fail 'a database is made by asking'
    touch mygame.ini mynotes 'two words.ini'
    press_tab sowlab variants check two
    [ "$(cat offered)" = 'two words.ini' ] || fail 'a name with a blank is offered as two'
    press_tab sowlab variants check my
    offers offered mygame.ini
    press_tab sowlab perft --variant my
    [ "$(cat offered)" = mygame.ini ] || fail 'a file is offered that is no variant'
    press_tab sowlab evolve --seed ''
    [ "$(cat offered)" = '' ] || fail 'a number is made up'
}

check_zsh()
{
    need zsh
    zsh -n "$tree/share/zsh/site-functions/_sowlab"
}

check_fish()
{
    need fish
    script=$tree/share/fish/vendor_completions.d/sowlab.fish
    fish --no-execute "$script"
    store_run "$PWD/sowlab.db"
    HOME=$PWD fish -c "source $script; complete -C 'sowlab plot '" | cut -f 1 >offered
    offers offered '1 convergence'
    HOME=$PWD fish -c "source $script; complete -C 'sowlab evolve --heuristics h'" | cut -f 1 >offered
    offers offered 'h1 h6'
    touch mygame.ini
    HOME=$PWD fish -c "source $script; complete -C 'sowlab variants check my'" | cut -f 1 >offered
    offers offered mygame.ini
    HOME=$PWD fish -c "source $script; complete -C 'sowlab perft --variant aw'" | cut -f 1 >offered
    offers offered 'awari awari-solved'
    HOME=$PWD fish -c "source $script; complete -C 'sowlab runs '" | cut -f 1 >offered
    offers offered 'list show verify'
}

"check_$part"
