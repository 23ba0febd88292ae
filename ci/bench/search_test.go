package bench

import (
	"context"
	"testing"
)

// searches has a pattern of each kind, for synthetic and other names.
var searches = []struct{ name, pattern string }{
	{"exact", "F00042_07"},
	{"prefix", "Read"},
	{"humps", "NHS"},
	{"words", "handle 00042"},
	{"substring", "0042"},
	{"letter", "0"},
	{"fuzzy", "Hnadle00040"},
	{"nothing", "zzzzzzzz"},
	{"qualified", "T00042.F"},
	{"glob", "F*42_0?"},
	{"path", "%area01%.F00%"},
	{"filters", "kind:interface -is:test"},
	{"everything", "is:exported"},
	{"in", "Close in:**"},
}

// BenchmarkSearch times search on an index of 200,000 functions, or on that in
// $CORTEX_BENCH_INDEX, in a process with the tables in memory.
func BenchmarkSearch(b *testing.B) {
	ix := openIndex(b, benchIndex(b, 200_000, 100_000))
	op := operation(b, "search")
	for _, s := range searches {
		b.Run(s.name, func(b *testing.B) {
			measure(b, asked{targets: []string{s.pattern}}, func(ctx context.Context, args map[string]any) error {
				_, err := op.Run(ctx, ix, map[string]any{"pattern": args["target"]})
				return err
			})
		})
	}
}
