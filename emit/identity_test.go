package emit

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/schema"
)

// filesOf returns the bytes of every file of a directory.
func filesOf(t testing.TB, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(b)
	}
	return files
}

// TestSameBytes shows that the order of the tables, the size of the calls, the number of processors and
// the rows before change no byte.
func TestSameBytes(t *testing.T) {
	rows := append(randomRows(newRand(t, 7), 300), any(nil))[:len(schema.Tables())]
	rows[indexOf(schema.Refs)] = syntheticRefs(130_000)
	rows[indexOf(schema.Symbols)] = syntheticSymbols(25_000)
	first := filepath.Join(t.TempDir(), "index")
	publish(t, first, rows...)
	want := filesOf(t, first)

	for _, procs := range []int{1, 4} {
		for _, step := range []int{1 << 30, 51_200, 7777, 1000} {
			old := runtime.GOMAXPROCS(procs)
			dest := filepath.Join(t.TempDir(), "elsewhere")
			publish(t, dest, cut(rows, step)...)
			runtime.GOMAXPROCS(old)
			got := filesOf(t, dest)
			for name := range want {
				if want[name] != got[name] {
					t.Errorf("%d processors, %d rows a call: %s differs", procs, step, name)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d files, want %d", len(got), len(want))
			}
		}
	}
}

// cut returns the rows in slices of at most n, alternating the tables, with the last table first.
func cut(rows []any, n int) []any {
	var out []any
	for from, more := 0, true; more; from += n {
		more = false
		for i := len(rows) - 1; i >= 0; i-- {
			v := reflect.ValueOf(rows[i])
			if from < v.Len() {
				out = append(out, v.Slice(from, min(from+n, v.Len())).Interface())
				more = true
			}
		}
	}
	return out
}

func indexOf(table *schema.Table) int {
	for i, t := range schema.Tables() {
		if t == table {
			return i
		}
	}
	return -1
}

// TestNoRows shows that an empty index has every table, with its columns and no row.
func TestNoRows(t *testing.T) {
	dest := filepath.Join(t.TempDir(), "index")
	m := publish(t, dest)
	if len(m.Tables) != len(schema.Tables()) {
		t.Errorf("%d tables in the manifest, want %d", len(m.Tables), len(schema.Tables()))
	}
	for i, table := range schema.Tables() {
		r := openTable(t, dest, table)
		if r.NumRows() != 0 || r.MetaData().Schema.NumColumns() != len(table.Columns) {
			t.Errorf("%s: %d rows and %d columns, want none and %d", table.Name, r.NumRows(), r.MetaData().Schema.NumColumns(), len(table.Columns))
		}
		if e := m.Tables[i]; e.Name != table.Name || e.Rows != 0 || e.Bytes == 0 {
			t.Errorf("manifest entry %d is %+v", i, e)
		}
	}
}

// TestManifest shows that the manifest agrees with the files.
func TestManifest(t *testing.T) {
	dest := filepath.Join(t.TempDir(), "index")
	returned := publish(t, dest, randomRows(newRand(t, 8), 50)...)
	files := filesOf(t, dest)
	read, err := schema.ParseManifest([]byte(files[schema.ManifestFile]))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(returned, read); diff != "" {
		t.Errorf("returned and written (-returned +written):\n%s", diff)
	}
	wantWhole(t, dest)
}
