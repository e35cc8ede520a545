"""Progress beside the mouse pointer."""

from contextlib import contextmanager
from typing import Callable, Iterator

import bpy


@contextmanager
def shown(context: bpy.types.Context, total: int) -> Iterator[Callable[[], None]]:
    """Shows how many of `total` steps are done: call what it yields after each."""
    manager = context.window_manager
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        manager.progress_update(done)

    manager.progress_begin(0, max(total, 1))
    try:
        manager.progress_update(0)
        yield step
    finally:
        manager.progress_end()
