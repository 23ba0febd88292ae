package artifact

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

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
synthetic b.init#package
external function fmt.Println
external interface_method io.Reader.Read
call b.open -> fmt.Println
call b.open -> a.Reader.Read interface
call b.TestOpen -> b.open
call b.init#package -> b.open
call b.open -> ? dynamic f
call b.open -> ? unresolved x.g
value b.open in b.TestOpen
override b.File.Read => a.Reader.Read
override b.File.Read => io.Reader.Read
annotate b.open go:noinline
broken b/b_test.go
`

var everything = schema.Options{Tests: true, Content: true}

// faults verifies an index of the rows. It is not strict, because DuckDB writes the files.
func faults(t *testing.T, rows *schema.Rows, fed []schema.TableDigest, alter func(dir string, m *schema.Manifest)) []string {
	t.Helper()
	dir, m := sampleIndex(t)
	if rows != nil {
		indextest.Overwrite(t, dir, &m, rows)
	}
	if alter != nil {
		alter(dir, &m)
	}
	indextest.WriteManifest(t, dir, m)
	found, err := verify(context.Background(), dir, fed, false)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range found {
		out = append(out, f.String())
	}
	return out
}

var sampleFiles struct {
	sync.Once
	manifest []byte
	tables   map[string][]byte
}

// sampleIndex returns a new folder with an index of the sample, and its manifest.
func sampleIndex(t *testing.T) (dir string, m schema.Manifest) {
	t.Helper()
	dir = t.TempDir()
	sampleFiles.Do(func() {
		m := indextest.Write(t, dir, indextest.Parse(t, sample), everything)
		sampleFiles.tables = map[string][]byte{}
		for _, table := range m.Tables {
			sampleFiles.tables[table.File] = readFile(t, filepath.Join(dir, table.File))
		}
		sampleFiles.manifest = readFile(t, filepath.Join(dir, schema.ManifestFile))
	})
	m, err := schema.ParseManifest(sampleFiles.manifest)
	if err != nil {
		t.Fatal(err)
	}
	indextest.WriteManifest(t, dir, m)
	for name, content := range sampleFiles.tables {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, m
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// digests returns the digests that a writer would return for the rows.
func digests(rows *schema.Rows) []schema.TableDigest {
	var out []schema.TableDigest
	_ = rows.Each(func(rows any) error { // it returns the function's error
		v := reflect.ValueOf(rows)
		t, _ := schema.TableOf(v.Type().Elem())
		d := schema.NewDigest(t)
		for i := range v.Len() {
			for k, c := range t.Columns {
				if x, ok := c.Value(v.Index(i)); ok {
					d.Columns[k].Add(int64(i), x)
				}
			}
		}
		d.Rows = int64(v.Len())
		out = append(out, *d)
		return nil
	})
	return out
}

func sortedRows(t *testing.T, text string) *schema.Rows {
	rows := indextest.Parse(t, text)
	indextest.Sort(rows)
	return rows
}

func TestVerifyFindsNothing(t *testing.T) {
	rows := sortedRows(t, sample)
	if got := faults(t, rows, digests(rows), nil); got != nil {
		t.Errorf("faults in a good index:\n%s", strings.Join(got, "\n"))
	}
	dir := t.TempDir()
	indextest.Write(t, dir, &schema.Rows{}, everything)
	if got, err := verify(t.Context(), dir, nil, false); err != nil || got != nil {
		t.Errorf("an index without rows: %v, %v", got, err)
	}
}

func TestVerifyFindsFaults(t *testing.T) {
	for _, c := range []struct {
		name  string
		alter func(r *schema.Rows)
		want  string // beginning of a fault
	}{
		{"a call without its reference", func(r *schema.Rows) { r.Refs = r.Refs[1:] }, "calls: calls_in_refs"},
		{"a resolved call without a callee", func(r *schema.Rows) { r.Calls[len(r.Calls)-1].CalleeID = 0 }, "calls: calls_evidence"},
		{"a dynamic call with a callee", func(r *schema.Rows) { r.Calls[0].CalleeID = 2 }, "calls: calls_evidence"},
		{"a callee that is a type", func(r *schema.Rows) { r.Calls[len(r.Calls)-1].CalleeID = 1 }, "calls: calls_callee_kind"},
		{"an unknown symbol", func(r *schema.Rows) { r.Refs[0].SymbolID = 99 }, "refs: reference: symbol_id is not in symbols.symbol_id in 1 rows"},
		{"an unknown evidence", func(r *schema.Rows) { r.Calls[0].Evidence = "maybe" }, "calls: values: evidence is none of"},
		{"an absolute path", func(r *schema.Rows) { r.Files[0].FilePath = "/a/a.go" }, "files: relative"},
		{"a path that climbs", func(r *schema.Rows) { r.Files[0].FilePath = "a/../a.go" }, "files: relative"},
		{"a gap in the ids", func(r *schema.Rows) { r.Symbols[len(r.Symbols)-1].SymbolID++ }, "symbols: dense"},
		{"a wrong hash", func(r *schema.Rows) { r.Symbols[0].Symbol += "2" }, "symbols: symbols_hash"},
		{"an unknown without a place", func(r *schema.Rows) {
			r.Unknowns = []schema.Unknown{{About: schema.AboutCallers, SymbolID: 1, Reason: schema.ReasonLinkname}}
		}, "unknowns: unknowns_count"},
		{"a symbol twice", func(r *schema.Rows) { r.Symbols[1].Symbol = r.Symbols[2].Symbol }, "symbols: symbols_unique"},
		{"symbols in another order", func(r *schema.Rows) { r.Symbols[0].NameLine = 90 }, "symbols: symbols_order"},
		{"an outside symbol with a line", func(r *schema.Rows) { r.Symbols[len(r.Symbols)-1].StartLine = 1 }, "symbols: symbols_outside"},
		{"a wrong count of references", func(r *schema.Rows) { r.Symbols[0].RefCount++ }, "symbols: symbols_counts"},
		{"a wrong count of outside references", func(r *schema.Rows) { r.Symbols[0].ExternalRefCount++ }, "symbols: symbols_counts"},
		{"a function without a row", func(r *schema.Rows) { r.Functions = r.Functions[1:] }, "functions: functions_symbols"},
		{"a type of another kind", func(r *schema.Rows) { r.Types[0].Kind = schema.KindEnum }, "types: types_symbols"},
		{"lines that don't add up", func(r *schema.Rows) { r.Files[0].LinesBlank++ }, "files: files_lines"},
		{"a wrong count of functions", func(r *schema.Rows) { r.Files[0].FunctionCount++ }, "files: files_counts"},
		{"a wrong module", func(r *schema.Rows) { r.Modules[0].TotalLines++ }, "modules: modules_counts"},
		{"a module that is not there", func(r *schema.Rows) { r.Modules = r.Modules[1:] }, "symbols: reference"},
		{"a path of another file", func(r *schema.Rows) { r.Contents[0].FilePath = "b/b.go" }, "files: paths_agree"},
		{"a file in another directory", func(r *schema.Rows) { r.Files[0].ModulePath = "b" }, "files: files_modules"},
		{"a row twice", func(r *schema.Rows) { r.Refs = append(r.Refs, r.Refs[0]) }, "refs: order: 1 rows"},
		{"a call site twice", func(r *schema.Rows) { c := r.Calls[0]; c.CallerID = 4; r.Calls = append(r.Calls, c) }, "calls: key"},
		{"a line 0", func(r *schema.Rows) { r.Refs[0].StartLine = 0 }, "refs: position: start_line is below 1"},
		{"a dispatch without a call", func(r *schema.Rows) { r.Dispatches = []schema.Dispatch{{DispatchID: 1, CalleeID: 1}} }, "dispatches: dispatches_calls"},
		{"a dispatch without methods", func(r *schema.Rows) { r.Calls[0].DispatchID = 1 }, "dispatches: dispatches_calls"},
		{"a method that overrides itself", func(r *schema.Rows) { r.Overrides[0].MethodID = r.Overrides[0].OverriddenID }, "overrides: overrides_itself"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows := sortedRows(t, sample)
			c.alter(rows)
			got := faults(t, rows, nil, nil)
			for _, f := range got {
				if strings.HasPrefix(f, c.want) {
					return
				}
			}
			t.Errorf("no fault %q among\n%s", c.want, strings.Join(got, "\n"))
		})
	}
}

// TestVerifyComparesDigests shows that Verify finds a value of any type that differs from the written one.
func TestVerifyComparesDigests(t *testing.T) {
	rows := sortedRows(t, sample)
	fed := digests(rows)
	rows.Symbols[0].Signature = "func other()"
	rows.Symbols[0].IsExported = !rows.Symbols[0].IsExported
	rows.Files[0].SizeBytes++
	rows.Calls[0].Kind = schema.CallDefer
	rows.Refs[0].EndColumn, rows.Refs[1].EndColumn = rows.Refs[1].EndColumn+5, rows.Refs[0].EndColumn
	got := faults(t, rows, fed, nil)
	want := []string{
		"calls: digest: column kind is read otherwise than it was written",
		"files: digest: column size_bytes is read otherwise than it was written",
		"refs: digest: column end_column is read otherwise than it was written",
		"symbols: digest: column is_exported is read otherwise than it was written",
		"symbols: digest: column signature is read otherwise than it was written",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

func TestVerifyFindsFaultsOfFiles(t *testing.T) {
	for _, c := range []struct {
		name  string
		alter func(dir string, m *schema.Manifest)
		want  string
	}{
		{"a file is missing", func(dir string, m *schema.Manifest) { os.Remove(filepath.Join(dir, "calls.parquet")) }, "calls: file: the file calls.parquet is missing"},
		{"a byte is altered", func(dir string, m *schema.Manifest) { flip(dir, "symbols.parquet", 60) }, "symbols: sha256"},
		{"a file is cut", func(dir string, m *schema.Manifest) { truncate(dir, "refs.parquet", 50) }, "refs: file: refs.parquet has 50 bytes"},
		{"another number of rows", func(dir string, m *schema.Manifest) { m.Tables[0].Rows++ }, "files: file: files.parquet has 3 rows, and the manifest says 4"},
		{"the summary is wrong", func(dir string, m *schema.Manifest) { m.Summary.Calls[schema.EvidenceStatic]++ }, "summary: the manifest says 4 for calls.static, and there are 3"},
		{"one table in the place of another", func(dir string, m *schema.Manifest) { swap(m, "types", "functions") }, "functions: schema: it has 21 columns, and should have 24"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := faults(t, nil, nil, c.alter)
			for _, f := range got {
				if strings.HasPrefix(f, c.want) {
					return
				}
			}
			t.Errorf("no fault %q among\n%s", c.want, strings.Join(got, "\n"))
		})
	}
}

func flip(dir, name string, at int64) {
	path := filepath.Join(dir, name)
	b, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	b[at] ^= 0xff
	if err := os.WriteFile(path, b, 0o666); err != nil {
		panic(err)
	}
}

func truncate(dir, name string, size int64) {
	if err := os.Truncate(filepath.Join(dir, name), size); err != nil {
		panic(err)
	}
}

func swap(m *schema.Manifest, a, b string) {
	i, j := -1, -1
	for k, t := range m.Tables {
		switch t.Name {
		case a:
			i = k
		case b:
			j = k
		}
	}
	m.Tables[i].Name, m.Tables[j].Name = m.Tables[j].Name, m.Tables[i].Name
}

// TestVerifyDerivesTables shows that Verify finds a derived table of another index, which is sound by itself.
func TestVerifyDerivesTables(t *testing.T) {
	more := "\ninterface z.I\ninterface_method z.I.M\nfunction z.F\nstruct z.T\nmethod z.T.M\noverride z.T.M => z.I.M\ncall z.F -> z.I.M interface"
	dir, other := t.TempDir(), t.TempDir()
	m := indextest.Write(t, dir, indextest.Parse(t, sample+more), everything)
	n := indextest.Write(t, other, indextest.Parse(t, sample), everything)
	for _, name := range []string{"call_steps", "possible_callees"} {
		mixed := m
		mixed.Tables = slices.Clone(m.Tables)
		i := slices.IndexFunc(mixed.Tables, func(t schema.ManifestTable) bool { return t.Name == name })
		mixed.Tables[i], _ = n.Table(name)
		own, err := os.ReadFile(filepath.Join(dir, name+".parquet"))
		if err != nil {
			t.Fatal(err)
		}
		copyFile(t, filepath.Join(other, name+".parquet"), filepath.Join(dir, name+".parquet"))
		indextest.WriteManifest(t, dir, mixed)
		found, err := verify(context.Background(), dir, nil, false)
		if err != nil || len(found) != 1 || found[0].Table != name || found[0].Check != "derived" {
			t.Errorf("with %s of another index: %v, %v", name, found, err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".parquet"), own, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, b, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestVerifyIsStrictAboutNullability shows that the strict form checks properties that only package emit writes.
func TestVerifyIsStrictAboutNullability(t *testing.T) {
	dir, _ := sampleIndex(t)
	found, err := Verify(context.Background(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Fault{"annotations", "schema", `column 1 is "symbol_id INT32, field id 0", and should be "symbol_id INT32 NOT NULL, field id 1"`}
	if len(found) == 0 || found[0] != want {
		t.Errorf("got %v, want %v first", found, want)
	}
}

// TestVerifyWithoutAManifest shows that a folder with tables and without a readable manifest is a
// damaged index, and that a folder without tables is no index.
func TestVerifyWithoutAManifest(t *testing.T) {
	for _, c := range []struct {
		name  string
		alter func(dir string) error
		want  string
	}{
		{"missing", func(dir string) error { return os.Remove(filepath.Join(dir, schema.ManifestFile)) }, "manifest: no manifest.json there, but tables of an index"},
		{"empty", func(dir string) error { return os.Truncate(filepath.Join(dir, schema.ManifestFile), 0) }, "manifest: parse manifest: "},
		{"cut", func(dir string) error { return os.Truncate(filepath.Join(dir, schema.ManifestFile), 100) }, "manifest: parse manifest: "},
		{"a folder", func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, schema.ManifestFile)), os.Mkdir(filepath.Join(dir, schema.ManifestFile), 0o755))
		}, "manifest: manifest.json is not a plain file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, _ := sampleIndex(t)
			if err := c.alter(dir); err != nil {
				t.Fatal(err)
			}
			got, err := Verify(context.Background(), dir, nil)
			if err != nil || len(got) != 1 || !strings.HasPrefix(got[0].String(), c.want) {
				t.Errorf("got %v, %v, want %s", got, err, c.want)
			}
		})
	}
}

func TestVerifyWithoutAnIndex(t *testing.T) {
	if _, err := Verify(context.Background(), t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "no manifest.json") {
		t.Errorf("got %v", err)
	}
	for _, text := range []string{"", "{}", `{"manifest_version": 3}`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, schema.ManifestFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Verify(context.Background(), dir, nil); err == nil || !strings.Contains(err.Error(), "parse manifest") {
			t.Errorf("another program's %q: %v", text, err)
		}
	}
}

// TestOpenAFolderOfIndexes shows that the error for a folder of indexes lists them.
func TestOpenAFolderOfIndexes(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"a", "b", "c", "d/.cortex/index", "e", "f"} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(at, 0o755); err != nil {
			t.Fatal(err)
		}
		indextest.WriteManifest(t, at, schema.Manifest{})
		if i > 0 {
			continue
		}
		_, err := Open(dir)
		if e := (*Error)(nil); !errors.As(err, &e) || e.Hint() != "name that: --index "+at {
			t.Errorf("one: got %v", err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "g.zip"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Open(dir)
	e := (*Error)(nil)
	if !errors.As(err, &e) || !strings.Contains(e.Error(), "it has 7 indexes in it") {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{filepath.Join(dir, "a") + ", ", filepath.Join(dir, "d", ".cortex", "index"), " and 2 more", "cortex mcp"} {
		if !strings.Contains(e.Hint(), want) {
			t.Errorf("the hint %q does not say %q", e.Hint(), want)
		}
	}
}

// TestVerifyWherever shows that DuckDB reads a folder in the path of an index neither as a pattern nor as a column.
func TestVerifyWherever(t *testing.T) {
	for _, where := range []string{"language=zz/kind=1", "q?/x", "a*b[1]"} {
		from, _ := sampleIndex(t)
		dir := filepath.Join(t.TempDir(), filepath.FromSlash(where))
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		if faults, err := verify(t.Context(), dir, nil, false); err != nil || len(faults) > 0 {
			t.Errorf("%s: %v, %v", where, faults, err)
		}
	}
}
