"""Checks every file below a folder and counts the findings of each code.

    python3 check_all.py FOLDER
"""
import sys
from collections import Counter
from pathlib import Path

import waymark

counts: Counter = Counter()
for path in sorted(Path(sys.argv[1]).rglob("*.wok")):
    for finding in waymark.check(path):
        counts[finding.code] += 1
        if finding.severity == waymark.Severity.ERROR:
            print(f"{path.name}: {finding}")
for code, count in counts.most_common():
    print(f"{count:6} {code}")
