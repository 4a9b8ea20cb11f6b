// The engine exports the format too, because its interface uses cases, values and events.

@_exported import FixtureFormat
