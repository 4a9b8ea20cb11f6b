// Whoever has the engine has the format too: cases, values and events are what it speaks of.

@_exported import FixtureFormat
