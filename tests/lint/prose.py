#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts prose faults in C comments, program texts and Markdown (rules: CONTRIBUTING.md, "Plain words").

    prose.py [--list CHECK] [--max FILE] [TREE]

Prints the faults by file, then the totals. --list CHECK shows each place of one check.
--max FILE compares the totals with lines "CHECK NUMBER"; exit status 1 if one is exceeded.
"""
import re, subprocess, sys
from collections import Counter
from pathlib import Path

HEADLESS = re.compile(r"(what|who|whom|whose|whoever|whatever|of|those)\b", re.I)
DANGLING = re.compile(r"(its?|they|their|them|these|this|that|both|the same|likewise)\b", re.I)
RETIRED = re.compile(  # each has a plain equivalent
    r"\b(seal(s|ed)?|c[ao]mes? to|handed in|heeded|as ever|likewise|(is|are) told|on trial|"
    r"so many(-th)?|take[sn]? down|reckons?|mend(s|ed)?|stands? (in|at|there)|whoever|"
    r"what (is|was) asked|made again|left-overs|goes? on with|in place of|by themselves)\b", re.I)
PASSIVE = re.compile(
    r"\b(is|are|was|were|be|been|being)\s+(?:\w+ly\s+|not\s+)?(\w+ed|given|made|taken|drawn|kept|"
    r"found|known|seen|said|told|left|met|held|chosen|played|shown|written|read|set|put|won|lost)\b")
SENTENCE, PARAGRAPH, PARAGRAPH_MAX, CELL, WIDTH = 30, 80, 120, 40, 100  # words, but the last
MADE = ("docs/reference/commands.md",)  # from texts of the program, which are checked themselves
C_TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|(?:"(?:\\.|[^"\\\n])*"\s*)+|\'(?:\\.|[^\'\\\n])+\'', re.S)
# Texts that are code: SQL, completion of shells, a policy of pages, examples of commands.
CODE = re.compile(r"\b(SELECT|FROM|WHERE|JOIN|VALUES|GROUP BY|CREATE|PRAGMA|FOREIGN KEY)\b|CHECK \("
                  r"|_sowlab|\bdefault-src\b|^(sowlab\b.*\n)+sowlab\b.*$")
BULLET = re.compile(r"^\s*([-*]|\d+\.) ")


def words(text):
    return len(re.findall(r"[A-Za-z0-9][\w'.,/%+-]*", text))


def sentences(text):
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "CODE", text))
    text = re.sub(r"\b(et al|e\.g|i\.e|cf|vs|No)\.", r"\1", re.sub(r"\s+", " ", text.replace("**", "")))
    return [s for s in re.split(r"(?<=[.!?])[)\"]*\s+(?=[A-Z(\"])", text.strip()) if re.search("[a-z]{2}", s)]


def prose(kind, text):
    """The checks that one comment, program text or paragraph fails, each with its sentence."""
    for i, s in enumerate(sentences(text)):
        opener = s.lstrip("(*-\"' ")
        if HEADLESS.match(opener) and s[-1] != "?" and (kind != "docs" or words(s) > 4):
            yield kind + "-headless", s
        if i == 0 and kind in ("comment", "field") and DANGLING.match(opener):
            yield kind + "-dangling", s
        if words(s) > SENTENCE:
            yield kind + "-sentence", s
        if len(PASSIVE.findall(s)) >= 3:
            yield kind + "-passives", s
        if s.count(": ") >= 2 or s.count("; ") >= 3 or s.count(" (") >= 3:
            yield kind + "-stacked", s
        yield from ((kind + "-retired", f"[{m.group(0)}] {s}") for m in RETIRED.finditer(s))


def c_source(text, program):
    """A comment in column 0 is 'comment', any other 'field'; texts are those of the program."""
    for m in C_TOKEN.finditer(text):
        token, kind, body = m.group(0), "", ""
        if token[0] == "/":
            token = re.sub(r"^ \* {5,}\S.*$", " *", token, flags=re.M)  # indented as code in Markdown
            body = re.sub(r"^\s*(/\*\*?<?|\*/|\*|//)|\*/\s*$", "", token, flags=re.M)
            body = next(filter(str.strip, re.split(r"@(?:param|returns?|file)\b", body)), "").strip()
            if not body.startswith(("SPDX", "-")):
                kind = "comment" if text[m.start() - 1] == "\n" or not m.start() else "field"
        elif token[0] == '"' and program:
            body = "".join(re.findall(r'"((?:\\.|[^"\\])*)"', token)).replace("\\n", "\n")
            kind = "text" if words(body) >= 5 and not CODE.search(body) else ""
        for check, s in [("all-" + kind, ""), *prose(kind, body)] if kind else []:
            yield text.count("\n", 0, m.start()) + 1, check, s


def markdown(text):
    fenced, start, paragraph = False, 0, []
    for number, line in enumerate(text.split("\n") + [""], 1):
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        table, code = line.startswith("|"), fenced or fence or line.startswith("    ")
        if paragraph and (not line.strip() or table or fence or line[0] == "#" or BULLET.match(line)):
            body = " ".join(paragraph)
            long = [("docs-paragraph", PARAGRAPH), ("docs-paragraph-max", PARAGRAPH_MAX)]
            long = [(check, body) for check, most in long if words(body) > most]
            for check, s in [("all-paragraph", ""), *long, *prose("docs", body)]:
                yield start, check, s
            paragraph = []
        if table and any(words(cell) > CELL for cell in line.split("|")):
            yield number, "docs-cell", line
        if line.strip() and not table and line[0] != "#" and (not code or paragraph):
            start = start if paragraph else number
            paragraph.append(BULLET.sub("", line).strip())
        if len(line) > WIDTH and not table and not code:
            yield number, "docs-width", line


def main(arguments):
    options, total, over = {}, Counter(), False
    while arguments and arguments[0] in ("--list", "--max"):
        options[arguments[0]], arguments = arguments[1], arguments[2:]
    tree = Path(arguments[0] if arguments else ".")
    for name in subprocess.run(["git", "-C", tree, "ls-files", "-z", "*.c", "*.h", "*.def", "*.md"],
                               check=True, capture_output=True, text=True).stdout.split("\0")[:-1]:
        text = "" if name in MADE else (tree / name).read_text(errors="replace")
        found = list(markdown(text) if name[-3:] == ".md" else c_source(text, name[:6] != "tests/"))
        for line, check, where in found:
            if check == options.get("--list"):
                print(f"{name}:{line}: {where[:400]}")
        counts = Counter(check for _, check, _ in found)
        total += counts
        faults = ", ".join(f"{c} {n}" for c, n in sorted(counts.items()) if c[:4] != "all-")
        if faults and "--list" not in options:
            print(f"{name}: {faults}")
    print("\n".join(f"{check} {n}" for check, n in sorted(total.items())))
    for row in Path(options["--max"]).read_text().splitlines() if "--max" in options else []:
        if total[row.split()[0]] > int(row.split()[1]):
            over = not print(f"{row} is allowed: {total[row.split()[0]]} found", file=sys.stderr)
    return over


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
