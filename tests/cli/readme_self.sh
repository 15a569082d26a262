# SPDX-License-Identifier: GPL-3.0-or-later
# The test of README itself: it notices differences, and --update removes them.

run="sh $SOW_TEST_DATA/../cli/readme_run.sh"
cat >right.md <<'DOCUMENT'
Some text, and two commands without output:

    WORD=seven    # kept for later
    test "$WORD" = \
        seven

    $ printf 'a\nb\nkernel 3\n\nc\n\nd\ne 1\n\nf\n'
    a
    b
    kernel 4

    ...

    d
    e 1

    ...

    $ cat >made.ini <<TEXT
    x = 1

    y = 2
    TEXT
    $ cat made.ini
    x = 1

    y = 2

Text.

```r
    this is no command
```

    ls made.ini
DOCUMENT
# shellcheck disable=SC2086 # a command and its argument
expect 0 $run right.md
says '^right.md:4: .* s: test' err

# broken LINE PATTERN: changes the document in that line; the test reports the right line
broken()
{
    sed "$1s/.\$/&X/" right.md >wrong.md
    # shellcheck disable=SC2086
    expect 1 $run wrong.md
    says "$2" err
}
broken 8 '^wrong.md:7: what is shown differs'
broken 15 '^wrong.md:7: what is shown differs'
broken 25 '^wrong.md:24: what is shown differs'
broken 35 '^wrong.md:35: exit status 2: ls made.iniX'
sed '17d' right.md >wrong.md
# shellcheck disable=SC2086
expect 1 $run wrong.md

# The output in the document is renewed. Parts that begin as before are kept as parts, and output
# without omissions is renewed as a whole.
sed -e '8s/a/z/' -e 15s/1/2/ -e '25,27d' -e '24a\    old' right.md >old.md
sed -e 10s/4/3/ right.md >new.md
# shellcheck disable=SC2086
expect 0 $run --update old.md
diff new.md old.md
sed 14s/d/q/ right.md >gone.md
# shellcheck disable=SC2086
expect 1 $run --update gone.md
says '^gone.md:7: a part that is shown is not printed' err

# The output of a command that fails is shown also after many notes.
cat >noisy.md <<'DOCUMENT'
Text:

    { seq 50 >&2; echo 'the reason'; false; }
DOCUMENT
# shellcheck disable=SC2086
expect 1 $run noisy.md
says '^the reason$' err
