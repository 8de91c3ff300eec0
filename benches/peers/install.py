#!/usr/bin/env python3
"""Installs jgate's peers by their registries' clients, and says which cannot be had.

    install.py FOLDER
"""
import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

JSONSCHEMA_CLI = "0.60.2"
PYTHON = [
    "check-jsonschema", "fastjsonschema", "json_repair", "jsonschema", "jsonschema-rs", "orjson",
]
NODE = ["ajv", "ajv-formats", "jsonrepair"]


class Peers:
    """The peers below a folder: where each is, and which version."""

    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        self.bin = self.folder / "bin"
        self.python = self.folder / "venv" / "bin" / "python"
        self.modules = self.folder / "node_modules"

    def versions(self):
        """The version of each peer that is there, by its name."""
        return {**self._cargo(), **self._python(), **self._node()}

    def cli(self):
        """jsonschema-cli of the right version: the one installed here, or the user's own."""
        found = [str(self.bin / "jsonschema-cli"), shutil.which("jsonschema-cli")]
        return next((cli for cli in found if cli and answer(cli, "--version") == VERSION), None)

    def _cargo(self):
        return {"jsonschema-cli": JSONSCHEMA_CLI} if self.cli() else {}

    def _python(self):
        found = answer(str(self.python), "-c", ASK, *PYTHON)
        return json.loads(found) if found else {}

    def _node(self):
        package = lambda name: self.modules / name / "package.json"
        there = [name for name in NODE if package(name).is_file() and shutil.which("node")]
        return {name: json.loads(package(name).read_text("utf-8"))["version"] for name in there}


VERSION = "jsonschema-cli " + JSONSCHEMA_CLI

# Asked of the other Python: the versions of the packages that it has.
ASK = """
import importlib.metadata as packages, json, sys
there = {package.metadata["Name"].replace("-", "_"): package.version for package in packages.distributions()}
wanted = [name for name in sys.argv[1:] if name.replace("-", "_") in there]
print(json.dumps({name: there[name.replace("-", "_")] for name in wanted}))
"""


def answer(*command):
    """What a command prints; nothing if there is none, or it fails."""
    try:
        ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError:
        return None
    return ran.stdout.decode().strip() if ran.returncode == 0 else None


def attempt(names, *command):
    """Runs an installer, and says what is missed if it fails."""
    print("$", " ".join(command), flush=True)
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print("skipped: %s: %s" % (", ".join(names), error), flush=True)


def install(folder):
    """Installs what is not there yet."""
    peers = Peers(folder)
    peers.folder.mkdir(parents=True, exist_ok=True)
    there = peers.versions()
    if "jsonschema-cli" not in there:
        attempt(
            ["jsonschema-cli"], "cargo", "install", "--locked", "jsonschema-cli",
            "--version", JSONSCHEMA_CLI, "--root", str(peers.folder),
        )
    missing = [name for name in PYTHON if name not in there]
    if missing and not peers.python.exists():
        attempt(missing, sys.executable, "-m", "venv", str(peers.folder / "venv"))
    if missing:
        attempt(missing, str(peers.python), "-m", "pip", "install", "-q", *missing)
    missing = [name for name in NODE if name not in there]
    if missing:
        attempt(missing, "npm", "install", "--silent", "--prefix", str(peers.folder), *missing)
    return peers


def report(peers):
    there = peers.versions()
    for name in ["jsonschema-cli"] + PYTHON + NODE:
        print("%-18s %s" % (name, there.get(name, "skipped: it cannot be had")))


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder")
    report(install(arguments.parse_args().folder))
