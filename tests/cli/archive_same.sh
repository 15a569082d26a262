# SPDX-License-Identifier: GPL-3.0-or-later
# The source archive has the same bytes twice and knows its version: between releases, at the
# tag of a release, and after it. No program is built here: cmake/archive.sh --check does that.

root=$SOW_TEST_DATA/../..
if ! git -C "$root" rev-parse --quiet --verify HEAD >commit 2>err; then
    skip 'these sources have no git history'
fi
unset SOURCE_DATE_EPOCH
release=$(sed -n 's/^project(sowlab VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
git clone -q --no-tags --shared "$root" clone 2>err
cd clone || exit 1
[ "$release" ] || fail 'CMakeLists.txt names no version'
for file in CITATION.cff:"^version: $release\$" CHANGELOG.md:"^## \\[$release\\]" \
    debian/changelog:"^sowlab ($release) "; do
    says "${file#*:}" "${file%%:*}"
done

# archive VERSION COPY: makes the archive of HEAD, whose name has to have VERSION, as COPY
archive()
{
    expect 0 cmake/archive.sh --output "$PWD/../made"
    says "/sowlab-$1[.]tar[.]gz\$" out
    cp "$(cat out)" "../$2"
}

# commit TEXT: adds an empty commit
commit()
{
    git -c user.name=test -c user.email=test@example.org commit -q --allow-empty -m "$1"
}

archive "$release+g[0-9a-f]*" without_tag
git tag "v$release"
archive "$release" first
archive "$release" second
cmp ../first ../second || fail 'the second archive of a commit differs'
tar -tvzf ../first | awk '{ print $2, $4, $5 }' | sort -u >../owners
[ "$(wc -l <../owners)" -eq 1 ] || fail "owners or times differ: $(cat ../owners)"
SOURCE_DATE_EPOCH=86400 archive "$release" third
tar -tvzf ../third | awk '{ print $4 }' | sort -u >../times
[ "$(cat ../times)" = 1970-01-02 ] || fail "SOURCE_DATE_EPOCH is not used: $(cat ../times)"
commit one
commit two
archive "$release+2[.]g[0-9a-f]\{12\}" later

# What a build in git, in an unpacked archive, and in a copy without history would know.
printf '@FULL_VERSION@ @DATE@' >../wanted.in
known()
{
    cmake -DSOURCE_DIR="$1" -DTEMPLATE="$PWD/../wanted.in" -DOUTPUT="$PWD/../known" \
        -DVERSION="$release" -P "$1/cmake/BuildInfo.cmake"
}
git reset -q --hard
known "$PWD"
says "^$release+2[.]g[0-9a-f]\{12\} [0-9-]\{10\}\$" ../known
echo >>CMakeLists.txt
known "$PWD"
says "^$release+2[.]g[0-9a-f]\{12\}[.]dirty " ../known
git reset -q --hard "v$release"
known "$PWD"
says "^$release [0-9-]\{10\}\$" ../known
git tag -d "v$release" >/dev/null
known "$PWD"
says "^$release+$(git rev-list --count HEAD)[.]g[0-9a-f]\{12\} " ../known
mkdir ../unpacked ../copy
tar -C ../unpacked -xzf ../first
known "$PWD/../unpacked/sowlab-$release"
says "^$release [0-9-]\{10\}\$" ../known
git show HEAD:cmake/BuildInfo.cmake >../copy/BuildInfo.cmake
mkdir ../copy/cmake && mv ../copy/BuildInfo.cmake ../copy/cmake
known "$PWD/../copy"
says "^$release+unknown \$" ../known
