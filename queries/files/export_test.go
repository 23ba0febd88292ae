package files

// AtWork is how many statements are at work, with those that were given up and go on.
func AtWork() int { return len(atWork) }
