#!/usr/bin/env python3
"""What a Python program does in jgate's place: reads JSON on stdin, prints what is right.

    loop.py lines ENGINE SCHEMA     a value a line
    loop.py one ENGINE SCHEMA       one value
    loop.py replies ENGINE          {"text": a reply} a line

Bytes go in and out where the libraries take them: nothing is decoded for the sake of it.
"""
import json
import re
import sys


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def codec(engine):
    """The reader and the writer of JSON."""
    if engine.endswith("+orjson"):
        import orjson

        return orjson.loads, orjson.dumps
    return json.loads, compact


def validator(engine, schema):
    """Says whether a value satisfies the schema, formats included."""
    if engine == "jsonschema":
        import jsonschema

        draft = jsonschema.Draft202012Validator
        return draft(schema, format_checker=draft.FORMAT_CHECKER).is_valid
    if engine == "jsonschema-rs":
        import jsonschema_rs

        return jsonschema_rs.validator_for(schema, validate_formats=True).is_valid
    import fastjsonschema

    # It knows drafts up to 7, which say the same of these schemas.
    schema["$schema"] = "http://json-schema.org/draft-07/schema#"
    raises = fastjsonschema.compile(schema)

    def is_valid(value):
        try:
            raises(value)
        except fastjsonschema.JsonSchemaValueException:
            return False
        return True

    return is_valid


def cutter(engine):
    """Gives the value in a reply."""
    if engine == "json_repair":
        import json_repair

        return json_repair.loads
    fence = re.compile(r"```(?:json)?\s*(.*?)```", re.S)

    def loads(reply):
        found = fence.search(reply)
        return json.loads(found.group(1) if found else reply)

    return loads


def lines(engine, schema):
    loads, dumps = codec(engine)
    is_valid = validator(engine.split("+")[0], schema)
    write = sys.stdout.buffer.write
    for line in sys.stdin.buffer:
        value = loads(line)
        if is_valid(value):
            write(dumps(value) + b"\n")


def one(engine, schema):
    loads, dumps = codec(engine)
    is_valid = validator(engine.split("+")[0], schema)
    value = loads(sys.stdin.buffer.read())
    if not is_valid(value):
        sys.exit(1)
    sys.stdout.buffer.write(dumps(value) + b"\n")


def replies(engine):
    cut = cutter(engine)
    write = sys.stdout.buffer.write
    for line in sys.stdin.buffer:
        try:
            value = cut(json.loads(line)["text"])
        except ValueError:
            continue
        if isinstance(value, dict):
            write(compact(value) + b"\n")


def main(work, engine, *schema):
    values = [json.load(open(name, encoding="utf-8")) for name in schema]
    {"lines": lines, "one": one, "replies": replies}[work](engine, *values)


if __name__ == "__main__":
    main(*sys.argv[1:])
