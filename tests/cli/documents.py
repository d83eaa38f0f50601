"""documents.py - drive every command by its schema, as a client would, and validate all that it prints.

Usage: documents.py FLARESCOPE SCHEMAS FILE...

All files get `info`, `report` and `top`; each gets some of the other command lines in turn, and the first
ones get all. What a document refers to is followed: ranges of rows are passed to --range, names of
functions to --search, and each details_command is run. Prints TAP, a test for each command.
"""

import json
import os
import shlex
import subprocess
import sys
import threading

from jsonschema import Draft202012Validator

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "lib"))
from fits_schemas import forbid_others

# Command lines beside the plain ones; what does not apply to a file is refused, which is no error.
MORE = {
    "top": ["--by thread", "--by process", "--by module", "--range 0,1 --against rest", "--search a",
            "--percent kept --sort total", "--limit 1", "--range 0,1 --range 2,3"],
    "diff": ["--range 0,1", "--range 0,1 --by all", "--range 0,1 --range 2,3 --limit 2"],
    "find": ["--kind mix", "--limit 0"],
    "report": ["--range 0,1", "--no-command-line"],
    "tree": ["--flat", "--depth 2", "--limit 5", "--range 0,1 --against rest --flat"],
    "flame": ["--flat --depth 3", "--depth 3", "--range 0,1 --against rest --depth 2", "--search a"],
    "heatmap": ["--lanes thread", "--lanes process --limit 1", "--search a --value share",
                "--colour-by function", "--rows 5 --colour-by thread --search a"],
    "waits": ["--limit 1"],
    "periods": ["--limit 1"],
    "chart": [],
    "annotate": [],
    "info": [],
}
ALWAYS = ("info", "report", "top")
WHOLE = 12  # files that get all command lines
FOLLOWED = 3  # rows of a document


class Client:
    def __init__(self, program, schemas):
        self.program = program
        self.validators = {}
        self.counts = {}
        self.errors = {}
        for name in sorted(os.listdir(schemas)):
            command = name.removesuffix(".schema.json")
            with open(os.path.join(schemas, name), encoding="utf-8") as file:
                schema = json.load(file)
            Draft202012Validator.check_schema(schema)
            forbid_others(schema)
            self.validators[command] = Draft202012Validator(schema)
            self.counts[command] = 0
            self.errors[command] = []

    def run(self, command, arguments):
        """The document, or None if the command refuses."""
        line = [self.program, command, *arguments]
        done = subprocess.run(line, capture_output=True, stdin=subprocess.DEVNULL, timeout=120, check=False)
        shown = shlex.join(line[1:])
        if done.returncode not in (0, 3):
            if done.returncode < 0 or not done.stderr:
                self.errors[command].append(f"{shown}: status {done.returncode}")
            return None
        try:
            document = json.loads(done.stdout)
        except ValueError as error:
            self.errors[command].append(f"{shown}: {error}")
            return None
        self.counts[command] += 1
        for error in self.validators[command].iter_errors(document):
            place = "/".join(str(part) for part in error.absolute_path)
            self.errors[command].append(f"{shown}: {place}: {error.message[:200]}")
        self.check(shown, document)
        return document

    def check(self, shown, document):
        """What help json promises, beyond types."""
        command = document["command"]
        rows = document.get("rows")
        if list(document)[:2] != ["schema", "command"]:
            self.errors[command].append(f"{shown}: does not begin with schema and command")
        if rows is not None and len(rows) > document["rows_total"] + (command == "heatmap"):
            self.errors[command].append(f"{shown}: more rows than rows_total")
        self.check_numbers(shown, command, document, "")

    def check_numbers(self, shown, command, value, name):
        if isinstance(value, dict):
            for key, part in value.items():
                if key != "header":
                    self.check_numbers(shown, command, part, key)
        elif isinstance(value, list):
            for part in value:
                self.check_numbers(shown, command, part, name)
        elif name.endswith("share") and value is not None and not -1e-6 <= value <= 1 + 1e-6:
            self.errors[command].append(f"{shown}: {name} is {value}")

    def follow(self, document, file):
        """Use what a document says in further commands."""
        if document is None:
            return
        json_of = ["--format", "json"]
        for row in document.get("rows", [])[:FOLLOWED]:
            if row.get("from_s") is not None and row.get("to_s") is not None:
                self.run("top", ["--range", f"{row['from_s']:.9f},{row['to_s']:.9f}", *json_of, "--", file])
        for part in document.values():
            line = part.get("details_command") if isinstance(part, dict) else None
            if line and "$" not in line:
                words = shlex.split(line)
                if words[0] != "flarescope":
                    self.errors[document["command"]].append(f"not a command of flarescope: {line}")
                elif self.run(words[1], [*words[2:], *json_of]) is None:
                    self.errors[document["command"]].append(f"refused: {line}")


def main():
    program, schemas, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    client = Client(program, schemas)
    json_of = ["--format", "json"]
    for command in (["cache"], ["cache", "--clear"], ["config"], ["formats"]):
        client.run(command[0], [*command[1:], *json_of])
    lines = [(command, arguments) for command in sorted(MORE) for arguments in ["", *MORE[command]]]
    for number, file in enumerate(files):
        for place, (command, arguments) in enumerate(lines):
            plain = command in ALWAYS and not arguments
            if not plain and number >= WHOLE and (place + number) % 8:
                continue
            words = shlex.split(arguments)
            if command == "annotate":
                words.append("main")
            document = client.run(command, [*words, *json_of, "--", file])
            if command in ("find", "report") and (number < WHOLE or number % 5 == 0):
                client.follow(document, file)
    for number, command in enumerate(client.validators, 1):
        errors, count = client.errors[command], client.counts[command]
        good = not errors and (count > 0 or command == "annotate")  # which needs programs
        print(f"{'ok' if good else 'not ok'} {number} - {command}: {count} documents fit the schema")
        for error in errors[:20]:
            print(f"# {error}")
    print(f"1..{len(client.validators)}")


if __name__ == "__main__":
    # graphs are nested as deeply as stacks, and validators recurse
    sys.setrecursionlimit(1000000)
    threading.stack_size(1 << 29)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
