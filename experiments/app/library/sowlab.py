# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules, features, players and exact values of mancala games, by the library of sowlab.

    import sowlab
    kalah = sowlab.Rules("kalah")
    kalah.moves(kalah.start)
    kalah.play(kalah.start, 3)

A position is a text s1,..,sm,S/n1,..,nm,N:side: the pits of each player from its left to its
right, then its store, then the side to move, s or n. A move is the number of a pit, from 1 at
its owner's left. A seat is "s" or "n". docs/howto/python.md explains all of it.
"""
import collections
import ctypes
import ctypes.util
import numbers
import operator
import os

__all__ = ["Error", "Exact", "IllegalMove", "LibraryMissing", "Played", "Player", "Rules",
           "features", "variants", "version"]

_ABI = 1
_POSITION_MAX = 128
_MOVES_MAX = 12
_ILLEGAL = 1
_SEATS = {"s": 0, "n": 1}


class Error(ValueError):
    """A request that cannot be fulfilled. Its text says what is wrong and what to do."""


class IllegalMove(Error):
    """A move that is not legal in its position."""


class LibraryMissing(ImportError):
    """The library libsowlab is not found, or is of another version than this module."""


Played = collections.namedtuple("Played", "position gain again ended")
Played.__doc__ = """What a move leads to: the next position, the increase of the mover's store,
whether the last seed gives another turn, and whether the game has ended."""


class _Played(ctypes.Structure):
    _fields_ = [("position", ctypes.c_char * _POSITION_MAX), ("gain", ctypes.c_int),
                ("again", ctypes.c_int), ("ended", ctypes.c_int)]


_handle, _text, _int, _real = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_double
_ints, _reals = ctypes.POINTER(_int), ctypes.POINTER(_real)

# Result and arguments of each function of the library, as sow/library/sowlab.h declares them.
_FUNCTIONS = {
    "sowlab_abi": (_int,),
    "sowlab_version": (_text,),
    "sowlab_error": (_text,),
    "sowlab_variant": (_text, _int),
    "sowlab_rules_open": (_handle, _text),
    "sowlab_rules_close": (None, _handle),
    "sowlab_rules_pits": (_int, _handle),
    "sowlab_rules_start": (None, _handle, _text),
    "sowlab_moves": (_int, _handle, _text, _ints, _ints),
    "sowlab_play": (_int, _handle, _text, _int, ctypes.POINTER(_Played)),
    "sowlab_feature": (_text, _int),
    "sowlab_feature_meaning": (_text, _int),
    "sowlab_feature_value": (_int, _handle, _text, _text, _int, _ints),
    "sowlab_player_open": (_handle, _handle, _text),
    "sowlab_player_close": (None, _handle),
    "sowlab_player_best": (_int, _handle, _text, ctypes.c_longlong, _ints, _ints),
    "sowlab_player_move_value": (_int, _handle, _text, _int, _reals),
    "sowlab_player_value": (_int, _handle, _text, _int, _reals),
    "sowlab_exact_open": (_handle, _handle, _text, _int),
    "sowlab_exact_close": (None, _handle),
    "sowlab_exact_value": (_int, _handle, _text, _real, _ints),
}


def _load():
    """Finds and loads the library: SOWLAB_LIBRARY, then the folder above this file, then
    the system's folders."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "libsowlab.so.1")
    asked = os.environ.get("SOWLAB_LIBRARY")
    path = asked or (beside if os.path.exists(beside) else ctypes.util.find_library("sowlab"))
    advice = "install sowlab, or name its libsowlab.so in the variable SOWLAB_LIBRARY"
    if path is None:
        raise LibraryMissing(f"there is no library libsowlab: {advice}")
    try:
        library = ctypes.CDLL(path)
    except OSError as fault:
        raise LibraryMissing(f"cannot load '{path}': {fault}; {advice}") from None
    try:
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except AttributeError:
        raise LibraryMissing(f"'{path}' is not a library of this sowlab: {advice}") from None
    if library.sowlab_abi() != _ABI:
        raise LibraryMissing(f"'{path}' is of another version than this module: {advice}")
    return library


_library = _load()


def _fail(kind=Error):
    """Raises the reason of the latest failure."""
    raise kind(_library.sowlab_error().decode(errors="replace"))


def _bytes(text, what):
    """Returns a text for the library; other types and NULs are refused."""
    if not isinstance(text, (str, os.PathLike)):
        raise TypeError(f"{what} has to be a text, not {text!r}")
    try:
        encoded = os.fsencode(text)
    except UnicodeEncodeError:
        raise Error(f"{what} {text!r} contains what is not UTF-8") from None
    if b"\0" in encoded:
        raise Error(f"{what} {text!r} contains a NUL character")
    return encoded


def _number(value, what):
    """Returns a whole number that the library can take."""
    number = operator.index(value)
    if not -2**31 <= number < 2**31:
        raise Error(f"{what} {number} is out of range")
    return number


def _seconds(value):
    """Returns a number of seconds that the library can take."""
    if not isinstance(value, numbers.Real):
        raise TypeError(f"seconds have to be a number, not {value!r}")
    return float(value)


def _seat(seat, position):
    """Returns the number of a seat; None is the player to move."""
    if seat is None:
        seat = position[-1:]
        if seat not in _SEATS:
            raise Error(f"position {position!r} does not end with the side to move, ':s' or ':n'")
    if seat not in _SEATS:
        raise Error(f"{seat!r} is not a seat: write 's' for south or 'n' for north")
    return _SEATS[seat]


def _names(function):
    """Lists the texts that a function of the library has for 0, 1 and so on."""
    names = []
    while (name := function(len(names))) is not None:
        names.append(name.decode())
    return names


def version():
    """Returns the version of sowlab."""
    return _library.sowlab_version().decode()


def variants():
    """Lists the names of the built-in variants."""
    return _names(_library.sowlab_variant)


def features():
    """Returns a dict: the names of all features, with what each counts."""
    return dict(zip(_names(_library.sowlab_feature), _names(_library.sowlab_feature_meaning)))


class _Handle:
    """An object of the library, which is closed with the Python object."""

    _close = None
    _pointer = None

    def __reduce_ex__(self, protocol):
        raise TypeError(f"a {type(self).__name__} can neither be copied nor pickled: make another one")

    def __del__(self):
        if self._pointer:
            getattr(_library, self._close)(self._pointer)


class Rules(_Handle):
    """The rules of a variant: a built-in name such as "kalah", or the path of a variant file."""

    _close = "sowlab_rules_close"

    def __init__(self, variant):
        self._pointer = _library.sowlab_rules_open(_bytes(variant, "a variant"))
        if not self._pointer:
            _fail()
        start = ctypes.create_string_buffer(_POSITION_MAX)
        _library.sowlab_rules_start(self._pointer, start)
        self.variant = os.fspath(variant)
        self.pits = _library.sowlab_rules_pits(self._pointer)
        self.start = start.value.decode()

    def moves(self, position):
        """Lists the legal moves. The list is empty if the player to move has none."""
        moves, count = (_int * _MOVES_MAX)(), _int()
        if _library.sowlab_moves(self._pointer, _bytes(position, "a position"), moves, count):
            _fail()
        return moves[:count.value]

    def play(self, position, move):
        """Plays a legal move and returns what it leads to, a Played."""
        played = _Played()
        status = _library.sowlab_play(self._pointer, _bytes(position, "a position"),
                                      _number(move, "move"), played)
        if status:
            _fail(IllegalMove if status == _ILLEGAL else Error)
        return Played(played.position.decode(), played.gain, bool(played.again),
                      bool(played.ended))

    def features(self, position, names, seat=None):
        """Returns a dict of features of a position, seen from a seat: the player to move unless
        another is named."""
        if isinstance(names, str):
            raise TypeError(f"names has to be a list of features, such as [{names!r}]")
        values = {}
        for name in names:
            value = _int()
            if _library.sowlab_feature_value(self._pointer, _bytes(position, "a position"),
                                             _bytes(name, "a feature"), _seat(seat, position),
                                             value):
                _fail()
            values[name] = value.value
        return values

    def player(self, spec):
        """Makes a Player of these games from its spec, such as "divilly2013"."""
        return Player(self, spec)

    def exact(self, endgame=None, megabytes=64):
        """Opens the Exact values of these games."""
        return Exact(self, endgame, megabytes)


def _rules(rules):
    """Returns rules; other objects are refused."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules have to be Rules, such as Rules('kalah'), not {rules!r}")
    return rules


class Player(_Handle):
    """A player of games by some rules."""

    _close = "sowlab_player_close"

    def __init__(self, rules, spec):
        self._rules = _rules(rules)
        self.spec = spec
        self._pointer = _library.sowlab_player_open(rules._pointer, _bytes(spec, "a player"))
        if not self._pointer:
            _fail()

    def best(self, position, seed=1):
        """Lists the moves between which the player draws lots. The seed is for players that draw
        while they decide (mcts)."""
        moves, count = (_int * _MOVES_MAX)(), _int()
        if _library.sowlab_player_best(self._pointer, _bytes(position, "a position"),
                                       _number(seed, "seed"), moves, count):
            _fail()
        return moves[:count.value]

    def value_of_move(self, position, move):
        """Returns the value of a legal move by a player of weights of heuristics."""
        value = _real()
        status = _library.sowlab_player_move_value(self._pointer, _bytes(position, "a position"),
                                                   _number(move, "move"), value)
        if status:
            _fail(IllegalMove if status == _ILLEGAL else Error)
        return value.value

    def value_of_position(self, position, seat=None):
        """Returns the value of a position for a seat by the player's evaluator: for the player to
        move unless another is named."""
        value = _real()
        if _library.sowlab_player_value(self._pointer, _bytes(position, "a position"),
                                        _seat(seat, position), value):
            _fail()
        return value.value


class Exact(_Handle):
    """Exact values of games by some rules: from an endgame file of 'sowlab solve', if there is
    one, and by search with a table of this size."""

    _close = "sowlab_exact_close"

    def __init__(self, rules, endgame=None, megabytes=64):
        self._rules = _rules(rules)
        path = None if endgame is None else _bytes(endgame, "an endgame file")
        self._pointer = _library.sowlab_exact_open(rules._pointer, path, _number(megabytes, "megabytes"))
        if not self._pointer:
            _fail()

    def value(self, position, seconds=0):
        """Returns the final margin of the player to move, with the stores, if both play for the
        greatest margin. A search may take so many seconds; 0 means no limit."""
        value = _int()
        if _library.sowlab_exact_value(self._pointer, _bytes(position, "a position"),
                                       _seconds(seconds), value):
            _fail()
        return value.value
