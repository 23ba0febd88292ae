package mcpserver

import (
	"errors"
	"testing"

	"github.com/cortex-index/cortex/queries"
)

// A hint of the command line is told in the words of the tools, of whatever kind the error
// is; what is an option of the program stays one.
func TestInTools(t *testing.T) {
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
		if got := inTools(said); got != want {
			t.Errorf("%s\nis told as %s\nwant       %s", said, got, want)
		}
		if got := tell(hinted{errors.New("wrong"), said}, nil); got != "wrong\nhint: "+want {
			t.Errorf("an error is told as %s", got)
		}
	}
	want := "no such directory\nhint: name the index with the server's --index"
	if got := tell(&queries.IndexError{Dir: "/x", Message: "no such directory", Advice: "name the index with --index"}, nil); got != want {
		t.Errorf("an index's error is told as %s", got)
	}
}

type hinted struct {
	error
	hint string
}

func (h hinted) Hint() string { return h.hint }
