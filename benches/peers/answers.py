"""Whether a program's answer is right: a fast wrong one is no win."""
import json
from collections import Counter

import inputs

# What a program has to say no to, if its answer is a yes.
WRONG = {"reply.json": "wrong.json"}


def judge(runner, work, program, exit_code):
    """What is right and wrong in what a program has just printed into `runner.out`."""
    if program.answer == "yes":
        return said(runner, work, program, exit_code)
    printed = runner.out.read_bytes().splitlines()
    truth = wanted(runner.data, work, program.answer)
    return counted(Counter(map(canonical, printed)), Counter(map(canonical, truth)))


def said(runner, work, program, exit_code):
    """Its yes to the right input, and its no to the wrong one if there is one."""
    if exit_code != 0:
        return "WRONG: exit %d" % exit_code
    wrong = WRONG.get(work.input)
    if wrong and runner.run(runner.line(work, program, wrong), wrong).exit == 0:
        return "WRONG: says yes to a wrong one"
    return "right"


def counted(printed, truth):
    right = sum((printed & truth).values())
    wrong = sum(printed.values()) - right
    refused = max(sum(truth.values()) - right - wrong, 0)
    if (right, wrong, refused) == (1, 0, 0):
        return "right"
    return "{:,} right, {:,} wrong, {:,} refused".format(right, wrong, refused)


def canonical(line):
    """One text for one value; a line that is no JSON stands for itself."""
    try:
        return hash(json.dumps(json.loads(line, parse_float=number), sort_keys=True))
    except ValueError:
        return line


def number(text):
    """2.0 and 2 are one number, however a program writes it."""
    value = float(text)
    return int(value) if value.is_integer() else value


def wanted(data, work, answer):
    """The lines that have to be printed."""
    if answer == "truth":
        return (data / "truth.ndjson").read_bytes().splitlines()
    given = (data / work.input).read_bytes()
    if answer == "input":
        return [given]
    lines = given.splitlines()
    shaped = [line for line in lines if inputs.satisfies_schema(json.loads(line))]
    if answer == "by schema":
        return shaped
    return [line for line in shaped if inputs.satisfies_rules(json.loads(line))]
