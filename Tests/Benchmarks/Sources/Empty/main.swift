// An empty program: what a process costs before it does anything.
