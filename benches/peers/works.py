"""The works that are compared, and the programs that do each of them: tables, and nothing else."""
from typing import List, NamedTuple, Tuple


class Program(NamedTuple):
    """One that does a work. `{jgate}`, `{cli}`, `{python}`, `{venv}`, `{here}`, `{schema}` and
    `{input}` in its command line are filled in; it has the input on stdin too."""

    name: str
    needs: Tuple[str, ...]
    line: List[str]
    # What its answer is held against: `yes` (exit 0, and not for the wrong input), or the lines
    # that it has to print (`input`, `truth`, `by schema`, `by rules`).
    answer: str


class Work(NamedTuple):
    """What is to be done. The first program is jgate, and the others are beside it."""

    title: str
    schema: str
    input: str
    # How often each program runs in a round.
    often: int
    programs: List[Program]


def jgate(options, answer, name="jgate"):
    return Program(name, (), ["{jgate}", "-q", "-s", "{schema}"] + options.split(), answer)


def python(work, engine, needs, answer, name=None):
    schema = [] if work == "replies" else ["{schema}"]
    line = ["{python}", "{here}/loop.py", work, engine] + schema
    return Program(name or "Python: " + " and ".join(needs), needs, line, answer)


def node(work, needs, answer):
    schema = [] if work == "replies" else ["{schema}"]
    line = ["node", "{here}/loop.cjs", work] + schema
    return Program("Node: " + needs[0], needs, line, answer)


CLI = Program(
    "jsonschema-cli",
    ("jsonschema-cli",),
    ["{cli}", "validate", "--assert-format", "{schema}", "-i", "{input}"],
    "yes",
)
CHECK_JSONSCHEMA = Program(
    "check-jsonschema",
    ("check-jsonschema",),
    ["{venv}/bin/check-jsonschema", "--schemafile", "{schema}", "{input}"],
    "yes",
)
FAST = ("jsonschema-rs", "orjson")
AJV = ("ajv", "ajv-formats")
LINES = "--lines --jobs 1"
RULES = LINES + " -r {data}/record.rules.toml"

RECORDS = Work(
    "200,000 lines, 62 MB",
    "record.schema.json",
    "records.ndjson",
    1,
    [
        jgate(LINES, "by schema", "jgate --jobs 1"),
        python("lines", "jsonschema-rs+orjson", FAST, "by schema"),
        python("lines", "jsonschema-rs", FAST[:1], "by schema"),
        python("lines", "fastjsonschema", ("fastjsonschema",), "by schema"),
        python("lines", "jsonschema", ("jsonschema",), "by schema"),
        node("lines", AJV, "by schema"),
    ],
)

WORKS = [
    Work(
        "one reply of 1.3 KB, a schema of 2 KB",
        "order.schema.json",
        "reply.json",
        9,
        [
            jgate("", "yes"),
            CLI,
            python("one", "jsonschema-rs+orjson", FAST, "yes"),
            node("one", AJV, "yes"),
            CHECK_JSONSCHEMA,
        ],
    ),
    Work(
        "one reply, a schema of 200 KB",
        "large.schema.json",
        "small.json",
        5,
        [jgate("", "yes"), CLI, CHECK_JSONSCHEMA],
    ),
    Work(
        "one document of 50 MB, judged and written",
        "orders.schema.json",
        "orders.json",
        1,
        [
            jgate("", "input"),
            CLI._replace(name="jsonschema-cli, which only judges"),
            python("one", "jsonschema-rs+orjson", FAST, "input"),
            node("one", AJV, "input"),
        ],
    ),
    RECORDS,
    Work(
        "the same with two jobs",
        "record.schema.json",
        "records.ndjson",
        1,
        [
            jgate("--lines --jobs 2", "by schema", "jgate --jobs 2"),
            jgate(LINES, "by schema", "jgate --jobs 1"),
        ],
    ),
    Work(
        "the same with three rules",
        "record.schema.json",
        "records.ndjson",
        1,
        [
            jgate(RULES, "by rules", "jgate --jobs 1, with rules"),
            jgate(LINES, "by schema", "jgate --jobs 1, without"),
        ],
    ),
    Work(
        "10,000 replies of 1 KB, cut out of prose and judged",
        "order.schema.json",
        "replies.ndjson",
        1,
        [
            jgate(LINES + " --field /text", "truth", "jgate --jobs 1"),
            python("replies", "json_repair", ("json_repair",), "truth"),
            python("replies", "fence", (), "truth", "Python: a regular expression for the fence"),
            node("replies", ("jsonrepair",), "truth"),
        ],
    ),
]
