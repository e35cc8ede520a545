"""Waymark in Blender: game files in and out through the waymark command and Blender's own glTF.

This package has no code for any game format. The command converts, checks and answers questions;
Blender's glTF importer and exporter carry the scenes; these files are what is between the two.
"""

# Read by Blender up to 4.1; scripts/blender-addon sets the version.
bl_info = {
    "name": "Waymark",
    "author": "The Waymark authors",
    "version": (0, 0, 0),
    "blender": (3, 4, 0),
    "location": "File > Import, File > Export, 3D View > Sidebar > Waymark",
    "description": "Walkmeshes and models of KotOR, Neverwinter Nights 2 and Black & White 2",
    "category": "Import-Export",
}

from . import budget, exports, findings, hooks, imports, panels, paths, preferences, rooms
from . import state, surfaces

# `state` uses classes of `findings`, and `panels` shows what all others register.
PARTS = (preferences, findings, state, imports, exports, surfaces, rooms, hooks, budget, paths, panels)


def register() -> None:
    """Called by Blender when the add-on is enabled."""
    for part in PARTS:
        part.register()


def unregister() -> None:
    """Called by Blender when the add-on is disabled."""
    for part in reversed(PARTS):
        part.unregister()
