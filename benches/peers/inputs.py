#!/usr/bin/env python3
"""Makes the inputs of the comparison: the same bytes on every machine.

    inputs.py FOLDER [--scale 1.0]

The contracts are those of benches/contracts.
"""
import argparse
import json
import random
from decimal import Decimal
from pathlib import Path

CONTRACTS = Path(__file__).resolve().parent.parent / "contracts"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
WORDS = (
    "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar "
    "papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu naïve café Größe 東京 "
    '"quoted" back\\slash'
).split(" ")


def text(dice, count):
    return " ".join(dice.choice(WORDS) for _ in range(count))


def date(dice):
    return "2025-%02d-%02d" % (dice.randint(1, 12), dice.randint(1, 28))


def order(dice, lines):
    """An order as benches/contracts/order.schema.json wants it."""
    return {
        "id": "ORD-%06d" % dice.randrange(10**6),
        "created": "%sT%02d:15:00Z" % (date(dice), dice.randint(0, 23)),
        "due": date(dice),
        "status": dice.choice(["new", "paid", "shipped", "cancelled"]),
        "priority": dice.randint(1, 5),
        "customer": customer(dice),
        "items": [item(dice) for _ in range(lines)],
        "total": round(dice.random() * 1000, 2),
        "currency": "EUR",
        "tags": ["%s-%d" % (WORDS[i], i) for i in range(3)],
        "notes": text(dice, 8),
    }


def customer(dice):
    return {
        "name": text(dice, 3),
        "email": "user%d@example.com" % dice.randrange(9999),
        "phone": "+33 612345678",
        "address": {
            "street": text(dice, 3),
            "city": text(dice, 1),
            "zip": "%05d" % dice.randrange(99999),
            "country": "FR",
        },
    }


def item(dice):
    return {
        "sku": "AB-%04d" % dice.randrange(9999),
        "name": text(dice, 4),
        "qty": dice.randint(1, 99),
        "price": round(dice.random() * 100 + 1, 2),
        "options": {"colour": dice.choice(WORDS[:8]), "size": dice.choice("SML")},
    }


def record(dice, number):
    """A record as record.schema.json wants it, save one in a hundred."""
    value = {
        "id": number,
        "ts": "%sT10:%02d:00Z" % (date(dice), dice.randint(0, 59)),
        "level": dice.choice(["debug", "info", "warn", "error"]),
        "user": {"name": text(dice, 2), "email": "u%d@example.com" % dice.randrange(99999)},
        "amount": round(dice.random() * 99999, 2),
        "code": "ABC-%03d" % dice.randrange(1000),
        "tags": [dice.choice(WORDS[:20]) for _ in range(dice.randint(0, 5))],
        "msg": text(dice, dice.randint(8, 18)),
        "ok": dice.random() < 0.5,
    }
    if dice.random() < 0.01:
        value["level"] = "fatal"
    return value


def satisfies_schema(value):
    """What record.schema.json says of a record made here."""
    return value["level"] != "fatal"


def satisfies_rules(value):
    """What record.rules.toml says of a record made here."""
    cents = Decimal(repr(value["amount"]))
    costs = cents - Decimal("0.1") >= 100 * len(value["tags"])
    return costs or value["level"] != "error"


def reply(dice, value):
    """A value as a model says it: mostly in a code fence, at times in prose."""
    how = dice.random()
    if how < 0.6:
        tail = text(dice, 8)
        return "Sure! Here is the order you asked for:\n\n```json\n%s\n```\n\nLet me know if %s." % (
            value,
            tail,
        )
    if how < 0.8:
        return "```\n%s\n```" % value
    if how < 0.95:
        return "I looked at {the data} and (as asked) this is it: %s\nHope this helps [1]." % value
    return value


def big_schema(dice, size):
    """A schema of `size` bytes, full of references."""
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {},
        "definitions": {},
    }
    count = 0
    while len(json.dumps(schema)) < size:
        for _ in range(12):
            count += 1
            name = "def%d" % count
            schema["definitions"][name] = definition(dice, count)
            schema["properties"]["p%d" % count] = {"$ref": "#/definitions/" + name}
    return schema


def definition(dice, count):
    earlier = lambda: {"$ref": "#/definitions/def%d" % dice.randint(1, count)}
    return {
        "type": "object",
        "description": text(dice, 12),
        "additionalProperties": False,
        "properties": {
            "name": {
                "type": "string",
                "pattern": "^[a-z][a-z0-9_-]{0,%d}$" % dice.randint(5, 60),
                "description": text(dice, 10),
            },
            "kind": {"enum": [text(dice, 1) + str(z) for z in range(dice.randint(2, 9))]},
            "value": {
                "anyOf": [
                    {"type": "string"},
                    {"type": "number"},
                    {"type": "array", "items": earlier()},
                ]
            },
            "child": {"oneOf": [{"type": "null"}, earlier()]},
        },
        "required": ["name"],
    }


class Folder:
    """Where the inputs go."""

    def __init__(self, path, scale):
        self.path = Path(path)
        self.path.mkdir(parents=True, exist_ok=True)
        self.scale = scale

    def write(self, name, pieces):
        with open(self.path / name, "w", encoding="utf-8", newline="\n") as file:
            for piece in pieces:
                file.write(piece)

    def json(self, name, value, **style):
        self.write(name, [compact(value, **style) + "\n"])


def compact(value, **style):
    return json.dumps(value, ensure_ascii=False, **style)


def contract(name):
    return json.loads((CONTRACTS / name).read_text(encoding="utf-8"))


def one_reply(folder):
    folder.json("order.schema.json", contract("order.schema.json"))
    value = order(random.Random(1), 5)
    folder.json("reply.json", value, indent=1)
    value["status"] = "lost"
    del value["customer"]["email"]
    folder.json("wrong.json", value, indent=1)


def large_schema(folder):
    folder.json("large.schema.json", big_schema(random.Random(5), 200_000))
    folder.json("small.json", {"p1": {"name": "abc", "child": None}})


def large_document(folder):
    items = contract("order.schema.json")
    shared = items.pop("$defs")
    del items["$schema"], items["$id"]
    schema = {"$schema": DRAFT, "type": "array", "items": items, "$defs": shared}
    folder.json("orders.schema.json", schema)
    folder.write("orders.json", orders(random.Random(2), 50_000_000 * folder.scale))


def orders(dice, size):
    yield "["
    written, between = 1, ""
    while written < size:
        piece = between + compact(order(dice, dice.randint(1, 4)))
        yield piece
        written, between = written + len(piece.encode()), ",\n"
    yield "]\n"


def records(folder):
    folder.json("record.schema.json", contract("record.schema.json"))
    folder.write("record.rules.toml", [(CONTRACTS / "record.rules.toml").read_text("utf-8")])
    dice = random.Random(3)
    values = [record(dice, number) for number in range(int(200_000 * folder.scale))]
    folder.write("records.ndjson", (compact(value) + "\n" for value in values))


def replies(folder):
    dice = random.Random(4)
    truth, said = [], []
    for _ in range(int(10_000 * folder.scale)):
        value = compact(order(dice, dice.randint(1, 2)), indent=dice.choice([None, 2]))
        truth.append(compact(json.loads(value), separators=(",", ":")) + "\n")
        said.append(compact({"text": reply(dice, value)}) + "\n")
    folder.write("truth.ndjson", truth)
    folder.write("replies.ndjson", said)


def make(path, scale=1.0):
    """Writes all inputs below `path`; `scale` shrinks the large ones."""
    folder = Folder(path, scale)
    for part in (one_reply, large_schema, large_document, records, replies):
        part(folder)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder")
    arguments.add_argument("--scale", type=float, default=1.0)
    given = arguments.parse_args()
    make(given.folder, given.scale)
