#!/usr/bin/env python3
"""fits_schemas.py - do JSON documents of flarescope fit their schemas?

Usage: fits_schemas.py SCHEMAS FILE...

SCHEMAS is a directory with COMMAND.schema.json. Members that a schema does not describe are errors
here, although clients must allow them. Prints the errors; status 1 if there are any, and 2 without
python3-jsonschema.
"""

import json
import sys
import threading

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(2)


def forbid_others(schema):
    """Allow only the members that are described."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            forbid_others(part)
    elif isinstance(schema, list):
        for part in schema:
            forbid_others(part)


def validator(directory, command, known={}):
    if command not in known:
        with open(f"{directory}/{command}.schema.json", encoding="utf-8") as file:
            schema = json.load(file)
        Draft202012Validator.check_schema(schema)
        forbid_others(schema)
        known[command] = Draft202012Validator(schema)
    return known[command]


def main():
    wrong = 0
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            document = json.load(file)
        for error in validator(sys.argv[1], document["command"]).iter_errors(document):
            place = "/".join(str(part) for part in error.absolute_path)
            print(f"{document['command']}: {place}: {error.message[:300]}")
            wrong += 1
            if wrong > 20:
                break
    return 1 if wrong else 0


if __name__ == "__main__":
    # graphs are nested as deeply as stacks, and validators recurse
    sys.setrecursionlimit(1000000)
    threading.stack_size(1 << 29)
    status = []
    thread = threading.Thread(target=lambda: status.append(main()))
    thread.start()
    thread.join()
    sys.exit(status[0] if status else 1)
