"""Finds the waymark command and runs it."""

import json
import os
import re
import shutil
import stat
import subprocess
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Iterator, Sequence

import bpy

NAME = "waymark.exe" if os.name == "nt" else "waymark"
BUNDLED = Path(__file__).parent / "bin" / NAME
USAGE = 2  # exit code: wrong arguments


class CommandError(Exception):
    """The command is missing or has failed. The text is for the user."""


FAILURES = (CommandError, OSError)  # what operators report instead of a traceback


def describe(error: Exception) -> str:
    """A failure in words."""
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)


def own_version() -> str:
    """The version of the add-on, which is that of the command it was made with."""
    manifest = (Path(__file__).parent / "blender_manifest.toml").read_text("utf-8")
    return re.search(r'^version = "(.*)"$', manifest, re.MULTILINE)[1]


def preference(name: str) -> str:
    """A field of the preferences; empty while the add-on is not enabled."""
    addon = bpy.context.preferences.addons.get(__package__)
    return bpy.path.abspath(getattr(addon.preferences, name, "")) if addon else ""


def _executable(path: Path) -> str:
    """The path, made executable: zip files lose that permission."""
    if not os.access(path, os.X_OK):
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def find() -> str:
    """The command of the preferences, the one in the add-on's folder, or the one on the PATH."""
    chosen = preference("command")
    if chosen:
        if not Path(chosen).is_file():
            raise CommandError(f"the preferences name {chosen}, which does not exist")
        return chosen
    if BUNDLED.is_file():
        return _executable(BUNDLED)
    found = shutil.which(NAME)
    if not found:
        raise CommandError("the waymark command is not on the PATH: install it, or set its path in the preferences")
    return found


def _common_options() -> list[str]:
    """The options of every verb that the preferences ask for."""
    options = []
    for field, option in (("game_dir", "--game-dir"), ("surfacemat", "--surfacemat")):
        value = preference(field)
        if value:
            options += [option, value]
    return options


def run(*arguments: str, accept: Sequence[int] = (0,)) -> subprocess.CompletedProcess:
    """Runs a verb and returns what it printed. Other exit codes than `accept` are errors."""
    words = [find(), *arguments]
    if not arguments[0].startswith("-"):
        words[2:2] = _common_options()
    hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # no console window on Windows
    try:
        done = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace",
                              stdin=subprocess.DEVNULL, creationflags=hidden, check=False)
    except OSError as error:
        raise CommandError(f"{words[0]} cannot be run: {error.strerror}") from error
    if done.returncode not in accept:
        text = first_error(done.stderr) or f"waymark exited with {done.returncode}"
        raise CommandError(text + (_other_version() if done.returncode == USAGE else ""))
    return done


def _other_version() -> str:
    """A hint for a command that does not know an option: it may be older than the add-on."""
    found = version().removeprefix("waymark ")
    return "" if found == own_version() else f" ({find()} is version {found}, the add-on {own_version()})"


def first_error(text: str) -> str:
    """The first error on standard error, without its prefix; otherwise the first line."""
    lines = messages(text)
    errors = [line for line in lines if line.startswith("error: ")]
    return (errors or lines or [""])[0].removeprefix("error: ")


@contextmanager
def renamed(old: str, new: str) -> Iterator[None]:
    """Calls a temporary file by the name that the user knows in what fails."""
    try:
        yield
    except CommandError as error:
        raise CommandError(str(error).replace(old, new)) from error


def messages(text: str) -> list[str]:
    """The lines of standard error, without the name of the command."""
    return [line.removeprefix("waymark: ") for line in text.splitlines() if line.strip()]


def is_warning(line: str) -> bool:
    """Whether a message of the command is about something that is lost or may be wrong."""
    return line.startswith(("warning: ", "loss: "))


def pass_on(operator: bpy.types.Operator, lines: list[str]) -> None:
    """Reports messages of the command, and keeps them for the sidebar: Blender shows only the last report."""
    bpy.context.window_manager.waymark.messages = "\n".join(lines)
    for line in lines:
        operator.report({"WARNING" if is_warning(line) else "INFO"}, line)


def ask_all(*arguments: str, accept: Sequence[int] = (0,)) -> list[dict[str, Any]]:
    """Runs a verb with --json and returns the objects that it prints, one for each file."""
    done = run(arguments[0], "--json", *arguments[1:], accept=accept)
    lines = done.stdout.splitlines()
    if not lines:
        raise CommandError(first_error(done.stderr) or "waymark printed nothing")
    try:
        return [json.loads(line) for line in lines]
    except ValueError as error:
        raise CommandError(f"{find()} printed no JSON: {lines[0][:80]}") from error


def ask(*arguments: str, accept: Sequence[int] = (0,)) -> dict[str, Any]:
    """Runs a verb on one file with --json and returns the object that it prints."""
    return ask_all(*arguments, accept=accept)[-1]


def entry_name(entry: dict[str, Any]) -> str:
    """What `ls` lists, as the command takes it after the colon: with its folders in a ZIP or STUFF."""
    return entry.get("path") or (f"{entry['name']}.{entry['type']}" if entry.get("type") else entry["name"])


@lru_cache
def _entries(archive: str, changed: float) -> list[str]:
    """The entries of an archive; they are asked for once as long as the file does not change."""
    return [entry_name(entry) for entry in ask("ls", archive)["entries"]]


def entries(archive: str) -> list[str]:
    """The names of all entries of an archive."""
    return _entries(archive, Path(archive).stat().st_mtime)


@lru_cache
def _version(path: str, changed: float) -> str:
    """The version of the command at a path; it is asked once as long as the file does not change."""
    return run("--version", accept=range(256)).stdout.strip() or "waymark of an unknown version"


def version() -> str:
    """What `waymark --version` prints."""
    path = find()
    return _version(path, Path(path).stat().st_mtime)
