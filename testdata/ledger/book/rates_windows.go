package book

// elsewhere is in no build but that for Windows, and named by nobody there.
func elsewhere() {}
