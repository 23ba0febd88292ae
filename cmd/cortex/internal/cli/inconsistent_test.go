package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/cortex-index/cortex/cmd/cortex/internal/extraction"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/golang"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// manyRows is a module with a row in each table but diagnostics.
var manyRows = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.26\n",
	"a.go": `package m

import "example.com/m/b"

type Doer interface{ Do(n int) }

type Wide interface {
	Doer
	also()
}

type U struct{}

var _ Doer = U{}

func (U) Do(n int) {}

func (U) also() {}

type T struct{ D Doer }

//go:noinline
func (T) Do(n int) { b.F() }

//export Use
func Use(w Wide) { w.Do(1) }
`,
	"b/b.go": "package b\n\nfunc F() {}\n",
}

// spoiler is an extractor that adds rows to those of another one.
type spoiler struct {
	extract.Extractor
	spoil func(*schema.Rows)
}

func (s spoiler) Extract(ctx context.Context, cfg extract.Config, tree *extract.Tree) (*extract.Code, error) {
	code, err := s.Extractor.Extract(ctx, cfg, tree)
	if err == nil {
		code.Rows.Diagnostics = []schema.Diagnostic{{Stage: schema.StageLoad, Code: schema.CodeLimit, Severity: schema.SeverityWarning, Message: "x"}}
		s.spoil(&code.Rows)
	}
	return code, err
}

// plant adds to each table a copy of its first row for each reference to another table, with a value that no row
// has. It returns the places of the references.
func plant(t *testing.T, rows *schema.Rows) []string {
	var planted []string
	tables := reflect.ValueOf(rows).Elem()
	for i := range tables.NumField() {
		list := tables.Field(i)
		table, _ := schema.TableOf(list.Type().Elem())
		for f := range list.Type().Elem().NumField() {
			tag := list.Type().Elem().Field(f).Tag
			if tag.Get("ref") == "" || table == schema.Contents { // no extractor makes contents
				continue
			}
			if list.Len() == 0 {
				t.Fatalf("the module has no row in %s", table.Name)
			}
			row := reflect.New(list.Type().Elem()).Elem()
			row.Set(list.Index(0))
			if row.Field(f).Kind() == reflect.String {
				row.Field(f).SetString("nowhere")
			} else {
				row.Field(f).SetInt(1 << 29)
			}
			list.Set(reflect.Append(list, row))
			planted = append(planted, fmt.Sprintf("%s.%s is in no row of %s", table.Name, tag.Get("col"), tag.Get("ref")))
		}
	}
	return planted
}

// A row that names no row of another table costs the row, and not the index.
func TestInconsistentRows(t *testing.T) {
	dir := t.TempDir()
	for name, text := range manyRows {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	index := filepath.Join(t.TempDir(), "index")
	run := func(spoil func(*schema.Rows)) schema.Manifest {
		t.Helper()
		m, err := extraction.To(context.Background(), index, extract.Config{Root: dir, Tests: true, GOOS: "linux", GOARCH: "amd64", Offline: true,
			Extractors: []extract.Extractor{spoiler{golang.New(), spoil}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	sound := run(func(*schema.Rows) {})
	var planted []string
	spoiled := run(func(r *schema.Rows) { planted = plant(t, r) })
	for _, want := range sound.Tables {
		got, _ := spoiled.Table(want.Name)
		switch want.Name {
		case schema.Diagnostics.Name:
			want.Rows += int64(len(planted))
		case schema.Unknowns.Name:
			want.Rows += int64(len(schema.About("").Values()))
		}
		if got.Rows != want.Rows {
			t.Errorf("%s has %d rows, want %d", want.Name, got.Rows, want.Rows)
		}
	}
	ix, err := queries.Open(context.Background(), index)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	messages, err := queries.Collect(context.Background(), ix.Query, func(s *string) []any { return []any{s} },
		"SELECT message FROM diagnostics WHERE code = 'inconsistent'")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, m := range messages {
		found[m] = true
	}
	for _, p := range planted {
		if want := "a fault in cortex: " + p + "; rows dropped: 1"; !found[want] {
			t.Errorf("no diagnostic %q", want)
		}
	}
	if len(planted) < 40 {
		t.Errorf("%d references", len(planted))
	}
}
