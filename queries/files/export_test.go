package files

// Running returns the number of running statements, with those that the caller no longer waits for.
func Running() int { return len(running) }
