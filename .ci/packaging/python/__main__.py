"""Starts the executable that came with this package, in place of this process."""

import os
import sys
from importlib.metadata import files


def main():
    """Finds the executable in the list of installed files, which works in any environment."""
    path = next(str(file.locate()) for file in files("conformance-runner") if file.name == "ConformanceRunner")
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
