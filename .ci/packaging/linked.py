"""Prints the libraries that are linked into the executable, with licences, from the linker's map of a build.

Usage: linked.py BUILD TEXT: BUILD is the scratch folder of the build, and `@TABLE@` in TEXT stands for the list.
Fails if the map has an archive, or the build a package, that is not listed here.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

SWIFT, GCC = "Apache-2.0 WITH Swift-exception", "GPL-3.0-or-later WITH GCC-exception-3.1"

# The project of archives and object files, by their names, and its licence.
ARCHIVES = [
    (r"libswift.*|swiftrt", "the Swift standard library", f"{SWIFT}; parts are Apache-2.0 WITH LLVM-exception"),
    (r"lib_?Foundation.*", "Foundation of the Swift toolchain", SWIFT),
    (r"libdispatch|libBlocksRuntime", "libdispatch of the Swift toolchain", SWIFT),
    (r"libyaml", "libyaml", "MIT"),
    (r"libstdc\+\+", "libstdc++ of GCC", GCC),
    (r"libgcc|crt(begin|end)S?", "libgcc of GCC", GCC),
    (r"libc_nonshared|S?crt[1in]", "what glibc adds to each program", "LGPL-2.1-or-later, which permits that"),
]
PACKAGES = {name: SWIFT for name in ["swift-argument-parser", "swift-subprocess", "swift-system"]}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main(build, text):
    static = build / "static"
    swift = re.search(r"Swift version ([\d.]+)", output("swiftc", "--version"))[1]
    yaml = re.search(r"^Version: *(\S+)", (static / "yaml-0.1.pc").read_text(), re.MULTILINE)[1]
    # As `/usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.a`; there is none on macOS.
    gcc = (static / "libstdc++.a").resolve().parent.name
    versions = {"Swift": swift, "libyaml": yaml, "GCC": gcc}
    # `map` has a line for each part of a file that is linked, such as `…/libyaml.a(api.o):(.text)`.
    linked = set(re.findall(r"/([^/\s]+)\.a[(\[]", (static / "map").read_text()))
    linked |= set(re.findall(r"/((?:S?crt|swiftrt)[^/\s]*)\.o\b", (static / "map").read_text()))
    rows = {}
    for name in linked:
        known = [row for row in ARCHIVES if re.fullmatch(row[0], name)]
        if not known:
            sys.exit(f"error: {name} is linked in, and has no licence in linked.py")
        _, project, licence = known[0]
        version = next((version for word, version in versions.items() if word in project), "")
        rows.setdefault((project, version, licence), []).append(name)
    for pin in json.loads(Path("Package.resolved").read_text())["pins"]:
        name = pin["identity"]
        if name not in PACKAGES:
            sys.exit(f"error: the package {name} is linked in, and has no licence in linked.py")
        rows[name, pin["state"]["version"], PACKAGES[name]] = [name]
    table = ["| linked in | version | files | licence |", "|---|---|---|---|"]
    for (project, version, licence), names in sorted(rows.items()):
        table.append(f"| {project} | {version} | {', '.join(sorted(names))} | {licence} |")
    sys.stdout.write(text.read_text().replace("@TABLE@", "\n".join(table)))


main(*map(Path, sys.argv[1:]))
