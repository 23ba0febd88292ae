package emit

import (
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// TestWriteRefuses shows that rows that break the rules give an error with the place, and that nothing is published.
func TestWriteRefuses(t *testing.T) {
	file := func(id int32) schema.File { return schema.File{FileID: id, FilePath: "f", Status: schema.StatusOK} }
	for _, test := range []struct {
		name string
		rows []any
		want []string // parts of the error
	}{
		{"a row twice", []any{[]schema.File{file(1), file(2), file(2)}}, []string{"table files", "row 2", "[file_id]", "[2] after [2]"}},
		{"a lesser row", []any{[]schema.File{file(2), file(1)}}, []string{"table files", "row 1", "[1] after [2]"}},
		{"a lesser row in the next call", []any{[]schema.File{file(1), file(3)}, []schema.File{file(2)}}, []string{"table files", "row 2"}},
		{"the last row again in the next call", []any{[]schema.File{file(1)}, []schema.File{}, []schema.File{file(1)}}, []string{"table files", "row 1"}},
		{"not UTF-8", []any{[]schema.Module{{ModulePath: "a"}, {ModulePath: "b\xff"}}}, []string{"table modules", "row 1", "column module_path", "UTF-8"}},
		{"not UTF-8 in text that does not repeat", []any{[]schema.Content{{FileID: 1, Content: "\xc3"}}}, []string{"table contents", "row 0", "column content", "UTF-8"}},
		{"a negative integer", []any{[]schema.File{file(1), file(2)}, []schema.File{{FileID: 3, LinesTotal: -7}}}, []string{"table files", "row 2", "column lines_total", "-7"}},
		{"a negative INT64", []any{[]schema.File{{FileID: 1, SizeBytes: math.MinInt64}}}, []string{"table files", "row 0", "column size_bytes"}},
		{"another NULL than the declared one", []any{[]schema.Symbol{{SymbolID: 1, FileID: -1, StartPos: -1, EndPos: -1}}}, []string{"table symbols", "column file_id"}},
		{"no slice", []any{file(1)}, []string{"schema.File is not a slice"}},
		{"nothing", []any{nil}, []string{"is not a slice"}},
		{"no rows of the schema", []any{[]string{"a"}}, []string{"no table has rows of type string"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dest := filepath.Join(t.TempDir(), "index")
			w, err := Create(dest)
			if err != nil {
				t.Fatal(err)
			}
			for i, rows := range test.rows {
				err = w.Write(rows)
				if last := i == len(test.rows)-1; last != (err != nil) {
					t.Fatalf("call %d of Write returned %v", i, err)
				}
			}
			for _, part := range test.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q lacks %q", err, part)
				}
			}
			if again := w.Write([]schema.File{file(9)}); again != err {
				t.Errorf("Write after an error returned %v, want that error", again)
			}
			if _, cerr := w.Commit(t.Context(), testManifest(), nil, nil); cerr != err {
				t.Errorf("Commit after an error returned %v, want that error", cerr)
			}
			if err := w.Abort(); err != nil {
				t.Error(err)
			}
			wantNames(t, filepath.Dir(dest))
		})
	}
}

// TestWriteKeepsNothing shows that the caller may reuse the slice after Write.
func TestWriteKeepsNothing(t *testing.T) {
	dest := filepath.Join(t.TempDir(), "index")
	w, err := Create(dest)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	rows := make([]schema.File, 1)
	for id := range int32(3) {
		rows[0] = schema.File{FileID: id + 1, FilePath: string('a' + id)}
		if err := w.Write(rows); err != nil {
			t.Fatal(err)
		}
		rows[0] = schema.File{FileID: 99, FilePath: "overwritten"}
	}
	commit(t, w)
	got := readTable(t, dest, schema.Files)["file_path"]
	if len(got) != 3 || got[0] != "a" || got[1] != "b" || got[2] != "c" {
		t.Errorf("read %v", got)
	}
}

// TestWriterOver shows that a finished Writer takes no rows, and that Abort is valid at any time.
func TestWriterOver(t *testing.T) {
	dest := filepath.Join(t.TempDir(), "index")
	w, err := Create(dest)
	if err != nil {
		t.Fatal(err)
	}
	commit(t, w)
	if err := w.Write([]schema.File{{FileID: 1}}); err == nil {
		t.Error("Write after Commit is no error")
	}
	if _, err := w.Commit(t.Context(), testManifest(), nil, nil); err == nil {
		t.Error("a second Commit is no error")
	}
	for range 2 {
		if err := w.Abort(); err != nil {
			t.Errorf("Abort after Commit: %v", err)
		}
	}
	wantWhole(t, dest)

	aborted, err := Create(dest)
	if err != nil {
		t.Fatal(err)
	}
	if err := aborted.Write([]schema.File{{FileID: 1}}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := aborted.Abort(); err != nil {
			t.Error(err)
		}
	}
	if _, err := aborted.Commit(t.Context(), testManifest(), nil, nil); err == nil {
		t.Error("Commit after Abort is no error")
	}
	wantNames(t, filepath.Dir(dest), "index")
}

// TestCommitRefuses shows that the old index stays after a fault in the check or a cancelled context.
func TestCommitRefuses(t *testing.T) {
	dest := filepath.Join(t.TempDir(), "index")
	publishVersion(t, dest, "old")
	fault := errors.New("fault")
	w, err := Create(dest)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Commit(t.Context(), testManifest(), nil, func(dir string, fed []schema.TableDigest) error {
		wantWhole(t, dir)
		if len(fed) != len(schema.Tables()) {
			t.Errorf("%d digests", len(fed))
		}
		if dir == dest {
			t.Error("the check is given the destination")
		}
		return fault
	})
	if !errors.Is(err, fault) {
		t.Errorf("Commit returned %v, want the check's error", err)
	}
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
	if got := versionOf(t, dest); got != "old" {
		t.Errorf("the index is %q", got)
	}
	wantNames(t, filepath.Dir(dest), "index")
}
