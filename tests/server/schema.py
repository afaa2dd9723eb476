"""Validates messages against protocol/lanterne.json: the subset of JSON Schema that it uses. Unlisted
fields are errors."""

import json
import pathlib
import re

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "protocol" / "lanterne.json").read_text())

KINDS = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "null": lambda v: v is None,
}


class Wrong(Exception):
    """A message does not follow the schema."""


def check(value, schema, at="message"):
    if not schema:
        return None  # anything
    if "$ref" in schema:
        return check(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], at)
    if "oneOf" in schema:
        for part in schema["oneOf"]:
            try:
                return check(value, part, at)
            except Wrong:
                pass
        raise Wrong(f"{at}: {value!r} fits none of its forms")
    if "enum" in schema and value not in schema["enum"]:
        raise Wrong(f"{at}: {value!r} is not one of {schema['enum']}")
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(KINDS[kind](value) for kind in kinds):
        raise Wrong(f"{at}: {value!r} is no {' or '.join(kinds)}")
    if isinstance(value, dict):
        check_object(value, schema, at)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            check(item, schema.get("items", {}), f"{at}[{number}]")
    elif isinstance(value, str):
        if not re.search(schema.get("pattern", ""), value):
            raise Wrong(f"{at}: {value!r} does not match {schema['pattern']}")
        if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 1 << 30):
            raise Wrong(f"{at}: {value!r} is too short or too long")
    elif isinstance(value, int) and not isinstance(value, bool):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            raise Wrong(f"{at}: {value} is out of range")


def check_object(value, schema, at):
    fields = schema.get("properties", {})
    for name in schema.get("required", []):
        if name not in value:
            raise Wrong(f"{at}: {name} is missing")
    for name, field in value.items():
        if name in fields:
            check(field, fields[name], f"{at}.{name}")
            continue
        rest = schema.get("additionalProperties", False)
        if rest is False:
            raise Wrong(f"{at}: {name} is not in the schema")
        if rest is not True:
            check(field, rest, f"{at}.{name}")


def check_question(op, params):
    check(params, SCHEMA["operations"][op]["params"], op)


def check_answer(op, answer):
    if answer["ok"]:
        body = {k: v for k, v in answer.items() if k not in ("id", "ok")}
        check(body, SCHEMA["operations"][op]["result"], op)
    else:
        check(answer["error"], {"$ref": "#/$defs/Problem"}, op)


def check_push(push):
    name = push["push"]
    if name not in SCHEMA["pushes"]:
        raise Wrong(f"there is no push {name}")
    check({k: v for k, v in push.items() if k != "push"}, {"type": "object", **SCHEMA["pushes"][name]}, name)
