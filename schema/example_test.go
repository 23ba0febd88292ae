package schema_test

import (
	"fmt"

	"github.com/cortex-index/cortex/schema"
)

// The declaration of a table says what its columns mean, which values they take, and which rows they
// refer to.
func ExampleLookup() {
	calls, _ := schema.Lookup("calls")
	for _, c := range calls.Columns {
		if c.Name == "caller_id" || c.Name == "evidence" {
			fmt.Println(c.Name, c.Ref, c.Values)
		}
	}
	fmt.Println(calls.ValueDoc("evidence", "dynamic"))
	// Output:
	// caller_id functions.function_id []
	// evidence  [static literal interface value dynamic heuristic unresolved]
	// a function value; no callee
}

// A reader refuses an index of another format version.
func ExampleParseManifest() {
	_, err := schema.ParseManifest([]byte(`{"format": "cortex-index", "format_version": 1}`))
	fmt.Println(err)
	// Output:
	// the index has format version 1, and this program reads version 2
}

// The symbols of a package's tests, and those with the same name in one file, have suffixes.
func ExampleBaseSymbol() {
	fmt.Println(schema.BaseSymbol("example.com/shop.init#main.go~2"))
	// Output:
	// example.com/shop.init
}
