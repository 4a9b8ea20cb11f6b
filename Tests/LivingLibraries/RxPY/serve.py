"""Serves RxPY to the runner, with what the adapter in Python has for every library.

`pip install reactivex`, then `ConformanceRunner -i 'python3 Tests/LivingLibraries/RxPY/serve.py'`.
"""

import sys
from pathlib import Path

# `streams` is that beside this file, which stands first.
sys.path.append(str(Path(__file__).parents[3] / "Sources/Adapters/Python"))

import adapter  # noqa: E402
import streams  # noqa: E402

adapter.serve(streams)
