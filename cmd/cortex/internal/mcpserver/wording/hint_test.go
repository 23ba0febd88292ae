package wording

import "testing"

// Hint renames operations and arguments, and keeps flags of the program.
func TestHint(t *testing.T) {
	for said, want := range map[string]string{
		"3 test files left out: --include-tests counts them":                                "3 test files left out: include_tests counts them",
		"give one SELECT (`cortex schema` lists them)":                                      "give one SELECT (cortex://schema lists them)",
		"`cortex schema functions` lists the columns":                                       "cortex://schema/functions lists the columns",
		"offset in cortex query files, or ask cortex query sql":                             "offset in the operation query, or ask the operation sql",
		"cortex query package-summary <module> tells more":                                  "the operation package_summary tells more",
		"give one value for each ?: --arg <value> for each on the command line":             "give one value for each ?, in args",
		"leave out --exclude-pattern":                                                       "leave out exclude_patterns",
		"run `cortex extract` first, or name the index with --index":                        "run `cortex extract` first, or name the index with the server's --index",
		"extract one of them with --name, or start the server with a higher --memory-limit": "extract one of them with --name, or start the server with a higher --memory-limit",
		"a -- b, x--depth, and --":                                                          "a -- b, x--depth, and --",
	} {
		if got := Hint(said); got != want {
			t.Errorf("%s\nis %s\nwant       %s", said, got, want)
		}
	}
}
