package queries_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"testing"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// fatal is a testing.TB for examples, which have none.
type fatal struct{ testing.TB }

func (fatal) Helper()                   {}
func (fatal) Context() context.Context  { return context.Background() }
func (fatal) Fatal(args ...any)         { log.Fatal(args...) }
func (fatal) Fatalf(f string, a ...any) { log.Fatalf(f, a...) }

// An operation runs on an open index and returns an answer, which is a table for people and JSON for
// programs.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "queries")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	// cortex extract writes an index of a repository. This one has two functions.
	indextest.Write(fatal{}, dir, indextest.Parse(fatal{}, "function shop.run\nfunction shop.main\ncall shop.main -> shop.run"), schema.Options{Tests: true})
	ix, err := queries.Open(ctx, dir)
	if err != nil {
		log.Fatal(err)
	}
	defer ix.Close()
	answer, err := graph.Callers().Run(ctx, ix, map[string]any{"target": "run"})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range answer.Table().Rows {
		fmt.Println(row...)
	}
	// Output:
	// shop/shop.go:12:2 1 static function example.com/shop.main shop.run
}

// An argument out of range is an error with advice.
func ExampleUsageError() {
	_, err := graph.Callers().Run(context.Background(), new(queries.Index), map[string]any{"target": "run", "depth": 200})
	fmt.Println(err)
	// Output:
	// argument depth 200 is not from 1 to 100
}
