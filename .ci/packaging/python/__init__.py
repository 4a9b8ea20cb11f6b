"""ConformanceRunner: does a stream library do what its specification says?

`conformance-runner` and `python -m conformance_runner` start the executable. `adapter` and `given` are the kit
for an adapter that judges a library in Python: `serve` in `adapter` plays cases on it.
"""
