package queries

import (
	"context"
	"testing"

	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

const sample = `
interface a.Reader
interface_method a.Reader.Read
struct b.File
method b.File.Read
function b.open
function b.TestOpen b/b_test.go
external function fmt.Println
external interface_method io.Reader.Read
call b.open -> fmt.Println
call b.open -> a.Reader.Read interface
call b.TestOpen -> b.open
override b.File.Read => a.Reader.Read
`

var everything = schema.Options{Tests: true, Content: true}

func openText(t *testing.T, text string) *Index {
	t.Helper()
	dir := t.TempDir()
	indextest.Write(t, dir, indextest.Parse(t, text), everything)
	ix, err := Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}
