package ecma

import (
	_ "embed"

	"github.com/cortex-index/cortex/extract/resolve"
)

var (
	//go:embed builtins.txt
	builtinsText string
	//go:embed standard.txt
	standardText string
)

// builtins are names that programs have without an import: of the language, browsers, Node and test runners.
var builtins = resolve.Words(builtinsText)

// standard are the modules of Node, up to their first slash.
var standard = resolve.Words(standardText)

var typeNames = resolve.TypeNames{
	Inner: resolve.Words("Partial Required Readonly NonNullable Awaited Pick Omit Exclude Extract"),
	Last:  resolve.Words("Promise PromiseLike"),
	Container: map[string]int{"Array": 0, "ReadonlyArray": 0, "Set": 0, "ReadonlySet": 0, "Iterable": 0, "Iterator": 0, "IterableIterator": 0, "AsyncIterable": 0,
		"AsyncIterator": 0, "AsyncIterableIterator": 0, "ArrayLike": 0, "Generator": 0, "AsyncGenerator": 0, "Map": 1, "ReadonlyMap": 1, "Record": 1},
	Self: resolve.Words("this"),
}
