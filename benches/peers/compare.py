#!/usr/bin/env python3
"""Measures jgate beside its peers in one interleaved run, and prints a table in Markdown.

    compare.py FOLDER --jgate PROGRAM [--rounds 5] [--only WORD] [--large]

FOLDER takes the peers and the inputs (install.py, inputs.py), which are made when they are not
there. Time is that of the processor, user and system: it is steadier than the clock.
"""
import argparse
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple, Optional

import answers
import inputs
import install
from works import RECORDS, WORKS

HERE = Path(__file__).resolve().parent
# A program that takes longer than this, in seconds, is measured in the first round only.
PATIENCE = 20


class Sample(NamedTuple):
    """One run: seconds of processor and clock, and how it ended."""

    cpu: float
    wall: float
    exit: int


class Runner:
    """Runs programs on the inputs of a folder."""

    def __init__(self, folder, jgate, peers):
        self.data = folder / "data"
        self.out = folder / "out"
        self.note = folder / "peak"
        self.versions = peers.versions()
        self.time = gnu_time()
        self.names = {
            "jgate": copied(jgate, folder),
            "cli": copied(peers.cli(), folder),
            "python": str(peers.python),
            "venv": str(peers.python.parent.parent),
            "here": str(HERE),
            "data": str(self.data),
        }
        self.env = dict(os.environ, NODE_PATH=str(peers.modules))

    def line(self, work, program, given=None):
        """The command line of a program for a work, or for another input than its own."""
        names = dict(self.names, schema=str(self.data / work.schema))
        names["input"] = str(self.data / (given or work.input))
        return [word.format(**names) for word in program.line]

    def run(self, line, given):
        """Runs a command line once; what it prints is left in `out`."""
        with open(self.data / given, "rb") as stdin, open(self.out, "wb") as stdout:
            start = time.perf_counter()
            child = subprocess.Popen(
                line, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL, env=self.env
            )
            _, status, usage = os.wait4(child.pid, 0)
            wall = time.perf_counter() - start
        child.returncode = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
        return Sample(usage.ru_utime + usage.ru_stime, wall, child.returncode)

    def timed(self, line):
        """A command line that leaves its peak memory for `peak`.

        What the system says of a child holds the memory of the one that started it, and a Python
        program is larger than jgate: a small program, GNU time, has to start it."""
        return [self.time, "-f", "%M", "-o", str(self.note)] + line if self.time else line

    def peak(self):
        """The peak memory of the last `timed` run, in MB, if that can be had."""
        return int(self.note.read_text().split()[-1]) / 1024 if self.time else None


def gnu_time():
    """GNU time, which says how much memory a program took."""
    found = shutil.which("gtime") or shutil.which("time")
    says = found and install.answer(found, "-f", "%M", "-o", os.devnull, "true")
    return found if says is not None else None


class Row:
    """What is known of one program doing one work."""

    def __init__(self, runner, work, program):
        self.runner, self.work, self.program = runner, work, program
        self.line = runner.line(work, program)
        self.samples = []
        self.missing = [name for name in program.needs if name not in runner.versions]
        self.answer = "skipped: no " + " and no ".join(self.missing) if self.missing else ""
        self.peak: Optional[float] = None
        self.slow = False

    def look(self):
        """Runs it once, for its answer and its memory."""
        first = self.runner.run(self.runner.timed(self.line), self.work.input)
        self.peak = self.runner.peak()
        self.slow = first.cpu > PATIENCE
        self.answer = answers.judge(self.runner, self.work, self.program, first.exit)

    def measure(self, round_number):
        if not self.missing and not (self.slow and round_number > 0):
            self.samples.append(self.runner.run(self.line, self.work.input))

    def name(self):
        known = self.runner.versions
        named = self.program.name
        for need in self.program.needs:
            named = named.replace(need, "%s %s" % (need, known.get(need, "")), 1)
        return named

    def cells(self, jgate):
        """The row of the table. `jgate` is the row of jgate doing the same."""
        if not self.samples:
            return [self.name(), "-", "-", "-", "-", self.answer]
        share = "" if self is jgate else "**%s**" % shares(jgate, self)
        cpu = span(median(sample.cpu for sample in self.samples))
        clock = span(median(sample.wall for sample in self.samples))
        return [self.name(), cpu, share, clock, megabytes(self.peak), self.answer]


def shares(jgate, peer):
    """What jgate takes of a peer's time: the median, run by run. Beside itself it is the clock
    that counts as well."""
    pairs = list(zip(jgate.samples, peer.samples))
    cpu = "%.2f" % median(ours.cpu / theirs.cpu for ours, theirs in pairs)
    if not peer.program.name.startswith("jgate"):
        return cpu
    return "%s, by the clock %.2f" % (cpu, median(ours.wall / theirs.wall for ours, theirs in pairs))


def megabytes(peak):
    return "-" if peak is None else "%.1f MB" % peak


def span(seconds):
    return "%.1f ms" % (seconds * 1000) if seconds < 0.1 else "%.2f s" % seconds


def copied(program, folder):
    """The path of a copy of a program. A short run is mostly the mapping of its file, which takes
    longer of one that a linker has just written than of one that was copied."""
    if not program:
        return ""
    copy = folder / "copies" / Path(program).name
    copy.parent.mkdir(exist_ok=True)
    with open(program, "rb") as source, open(copy, "wb") as target:
        shutil.copyfileobj(source, target, 1 << 20)
    copy.chmod(0o755)
    return str(copy)


def measured(runner, works, rounds):
    """The rows of each work, measured round by round: every program in each of them."""
    table = [[Row(runner, work, program) for program in work.programs] for work in works]
    for row in (row for rows in table for row in rows if not row.missing):
        row.look()
        print("looked at: %s: %s: %s" % (row.work.title, row.name(), row.answer), file=sys.stderr)
    for number in range(rounds):
        print("round %d of %d" % (number + 1, rounds), file=sys.stderr)
        for work, rows in zip(works, table):
            for _ in range(work.often):
                for row in rows:
                    row.measure(number)
    return table


def show(table, rounds):
    print("Measured on %s; medians of %d interleaved rounds.\n" % (machine(), rounds))
    head = ["work", "program", "processor", "jgate takes", "clock", "peak memory", "answers"]
    print("| %s |" % " | ".join(head))
    print("|------|---------|----------:|------------:|------:|------------:|---------|")
    for rows in table:
        for row in rows:
            title = row.work.title if row is rows[0] else ""
            print("| %s |" % " | ".join([title] + row.cells(rows[0])))


def machine():
    """The processor, its cores and the system, and nothing that names this one machine."""
    model = platform.processor() or platform.machine()
    try:
        known = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(": ")[1] for line in known if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    system = "%s %s" % (platform.system(), platform.release().split("-")[0])
    return "%s, %d cores, %s" % (model, os.cpu_count(), system)


def large(runner, gigabytes):
    """Feeds jgate the records over and over, to see that its memory does not grow."""
    records = (runner.data / RECORDS.input).read_bytes()
    times = int(gigabytes * 1e9 / len(records))
    line = runner.timed(runner.line(RECORDS, RECORDS.programs[0]))
    with open(os.devnull, "wb") as nowhere:
        child = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=nowhere)
        for _ in range(times):
            child.stdin.write(records)
        child.stdin.close()
        code = child.wait()
    size = times * len(records) / 1e9
    print("\n%.1f GB of lines: exit %d, peak memory %s." % (size, code, megabytes(runner.peak())))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--jgate", required=True, help="the program, as `target/dist/jgate`")
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--only", default="", help="works with this word in their title")
    arguments.add_argument("--large", action="store_true", help="2 GB of lines as well")
    given = arguments.parse_args()
    folder = given.folder.resolve()
    peers = install.install(folder)
    if not (folder / "data" / "replies.ndjson").exists():
        inputs.make(folder / "data")
    runner = Runner(folder, str(Path(given.jgate).resolve()), peers)
    works = [work for work in WORKS if given.only in work.title]
    show(measured(runner, works, given.rounds), given.rounds)
    if given.large:
        large(runner, 2)


if __name__ == "__main__":
    main()
