"""docs/tutorials/blender.md: its steps in Python, and its commands with their output, in order.

UPDATE=1 writes the present output into the page instead.
"""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import common

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "blender.md"


def output(lines: list[str]) -> list[str]:
    """A console block again, with what its commands print now."""
    again = []
    for line in (line for line in lines if line.startswith("$ ")):
        done = subprocess.run(["sh", "-c", line[2:]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        again += [line, *done.stdout.splitlines()]
    return again


def page() -> None:
    """Runs the whole page."""
    steps, commands, names = 0, 0, {}
    text, block, kind = [], [], ""
    for line in PAGE.read_text("utf-8").splitlines():
        word = line.strip()
        if not kind and word in ("```python", "```console"):
            kind, block = word[3:], []
        elif kind and word == "```":
            if kind == "python":
                exec(compile(textwrap.dedent("\n".join(block)), PAGE.name, "exec"), names)
                steps += 1
            else:
                block = output(block)
                commands += sum(1 for row in block if row.startswith("$ "))
            text += block
            kind = ""
        elif kind:
            block.append(line)
            continue
        text.append(line)
    assert steps >= 5 and commands >= 3, f"{steps} steps and {commands} commands"
    written = "\n".join(text) + "\n"
    if os.environ.get("UPDATE"):
        PAGE.write_text(written, "utf-8")
    assert written == PAGE.read_text("utf-8"), "the page shows other output:\n" + written


common.run(page)
