"""What is in a file, and the files that it needs.

    python3 describe.py FILE
"""
import sys

import waymark

document = waymark.open(sys.argv[1])
for key, value in document.info().items():
    print(f"{key}: {value}")
for companion in document.companions:
    print(f"needs {companion.name}.{companion.type}: {companion.found.where or 'not found'}")
