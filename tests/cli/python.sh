# SPDX-License-Identifier: GPL-3.0-or-later
# The Python module and the session of docs/howto/python.md: python.sh LIBRARY
command -v python3 >/dev/null || skip 'python3 is not installed'
root=$SOW_TEST_DATA/../..
export SOWLAB SOWLAB_LIBRARY="$1" PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH="$root/experiments/app/library:$PWD"

expect 0 "$SOWLAB" solve --variant awari --on-board 5 --endgame awari.endgame --quiet
for variant in kalah awari oware-abapa vai-lung-thlan; do
    "$SOWLAB" players export divilly2013 --as python --variant "$variant" \
        --output "evaluator_$(echo $variant | tr - _).py"
done
expect 0 python3 "$root/tests/module.py"
expect 0 python3 -m doctest "$root/docs/howto/python.md"

# Without its library, the module says what to do.
for path in /none "$SOWLAB"; do
    expect 1 env SOWLAB_LIBRARY="$path" python3 -c 'import sowlab'
    says "sowlab.LibraryMissing: .*$path.*install sowlab, or name its libsowlab.so" err
done
cp "$root/experiments/app/library/sowlab.py" .
expect 1 env -u SOWLAB_LIBRARY PYTHONPATH="$PWD" python3 -c \
    'import ctypes.util; ctypes.util.find_library = lambda name: None; import sowlab'
says 'sowlab.LibraryMissing: there is no library libsowlab' err
