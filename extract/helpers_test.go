package extract

import (
	"context"
	"path"
	"reflect"
	"slices"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// discovered reads a tree and keeps the contents of Go files.
func discovered(t *testing.T, cfg Config) *Tree {
	t.Helper()
	tree, err := Discover(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range tree.Files { // completeness follows from diagnostics
		p := f.Row.FilePath
		if f.Row.Status == schema.StatusSkipped && (f.Row.Language == "go" || path.Ext(p) == ".go") && !slices.ContainsFunc(tree.Diagnostics, func(d schema.Diagnostic) bool { return d.FilePath == p }) {
			t.Errorf("%s was not read, and no diagnostic says so", p)
		}
	}
	return tree
}

// everything is a configuration that leaves nothing out but vendored folders.
func everything(root string) Config {
	return Config{Root: root, FailInconsistent: true, Tests: true, Content: true, Extractors: []Extractor{&fake{language: "go"}}}
}

// described returns `path status` of each file, and `path: message` of each diagnostic.
func described(t *Tree) []string {
	var out []string
	for _, f := range t.Files {
		out = append(out, f.Row.FilePath+" "+string(f.Row.Status))
	}
	for _, d := range t.Diagnostics {
		out = append(out, d.FilePath+": "+d.Message)
	}
	return out
}

// paths returns the paths of the tree's files.
func paths(t *Tree) []string {
	var out []string
	for _, f := range t.Files {
		out = append(out, f.Row.FilePath)
	}
	return out
}

// fake is an extractor with a given result.
type fake struct {
	language string
	extract  func(*Tree) *Code
}

func (f *fake) Languages() []string { return []string{f.language} }

func (f *fake) Extract(_ context.Context, _ Config, t *Tree) (*Code, error) {
	if f.extract == nil {
		return &Code{}, nil
	}
	return f.extract(t), nil
}

// collector is a sink that keeps every row.
type collector struct {
	rows   schema.Rows
	writes []string // the row type of each call
}

func (c *collector) Write(rows any) error {
	v := reflect.ValueOf(rows)
	c.writes = append(c.writes, v.Type().Elem().Name())
	all := reflect.ValueOf(&c.rows).Elem()
	for i := range all.NumField() {
		if all.Field(i).Type() == v.Type() {
			all.Field(i).Set(reflect.AppendSlice(all.Field(i), v))
		}
	}
	return nil
}
