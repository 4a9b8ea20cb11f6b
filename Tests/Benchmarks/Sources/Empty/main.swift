// An empty program: the cost of a process that does nothing.
