"""ConformanceRunner: does a stream library do what its specification says?

`conformance-runner` and `python -m conformance_runner` start the executable. `adapter` and `given` are the kit
for an adapter of a library in Python: `serve` in `adapter` runs cases on it.
"""
