"""Checks the schemas of an OpenRPC and an AsyncAPI document with jsonschema, and prints what is wrong, a line each.

usage: check_schemas.py OPENRPC ASYNCAPI
"""

import json
import sys

from jsonschema import Draft7Validator
from jsonschema.exceptions import SchemaError

openrpc, asyncapi = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])


def check(place, schema):
    """A schema is one of draft 7, and its examples are valid by it."""
    try:
        Draft7Validator.check_schema(schema)
    except SchemaError as error:
        return print(f"{place}: {error.message}")
    parts = [schema]
    while parts:
        part = parts.pop()
        for example in part.get("examples", []):
            for error in Draft7Validator(part).iter_errors(example): print(f"{place}: {error.message}")
        parts += list(part.get("properties", {}).values()) + part.get("oneOf", [])
        parts += [part[name] for name in ("items", "additionalProperties") if isinstance(part.get(name), dict)]


def resolved(place, reference):
    value = asyncapi
    for name in reference["$ref"].removeprefix("#/").split("/"):
        if name not in value: return print(f"{place}: {reference['$ref']} leads nowhere")
        value = value[name]


for method in openrpc["methods"]:
    for parameter in method["params"]: check(f"{method['name']}: {parameter['name']}", parameter["schema"])
    check(method["name"], method["result"]["schema"])
for name, message in asyncapi["components"]["messages"].items(): check(name, message["payload"])
for name, channel in asyncapi["channels"].items():
    for message in channel["messages"].values(): resolved(name, message)
for name, operation in asyncapi["operations"].items(): resolved(name, operation["channel"])
print(f"{len(openrpc['methods'])} methods, {len(asyncapi['components']['messages'])} events")
