package emit

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/schema"
)

// TestRoundTrip reads written rows back: every table, every type, NULL in every nullable column.
func TestRoundTrip(t *testing.T) {
	for seed, n := range []int{0, 1, 2, 300} {
		dest := filepath.Join(t.TempDir(), "index")
		rows := randomRows(newRand(t, uint64(seed)), n)
		publish(t, dest, rows...)
		for i, table := range schema.Tables() {
			want := columnsOf(table, rows[i])
			if diff := cmp.Diff(want, readTable(t, dest, table)); diff != "" {
				t.Errorf("%d rows of %s (-want +got):\n%s", n, table.Name, diff)
			}
		}
	}
}

// TestRoundTripOfManyRowGroups has row groups, pages and dictionaries of full size, and NULL in a whole row group.
func TestRoundTripOfManyRowGroups(t *testing.T) {
	refs := syntheticRefs(3 * rowGroupRows(schema.Refs))
	for i := range refs[:rowGroupRows(schema.Refs)] {
		refs[i].EnclosingID = 0
	}
	symbols := syntheticSymbols(2*rowGroupRows(schema.Symbols) + 1)
	dest := filepath.Join(t.TempDir(), "index")
	publish(t, dest, refs, symbols)
	for table, rows := range map[*schema.Table]any{schema.Refs: refs, schema.Symbols: symbols} {
		want, got := columnsOf(table, rows), readTable(t, dest, table)
		if !reflect.DeepEqual(want, got) { // cmp.Diff takes long with so many values
			t.Errorf("%s (-want +got):\n%.2000s", table.Name, cmp.Diff(want, got))
		}
		if got := openTable(t, dest, table).NumRowGroups(); got < 3 {
			t.Errorf("%s has %d row groups, and this test needs several", table.Name, got)
		}
	}
}

// TestRoundTripOfDistantNeighbours has neighbours with the largest difference of non-negative integers.
// The library writes INT32 in DELTA_BINARY_PACKED wrongly for wider ranges.
func TestRoundTripOfDistantNeighbours(t *testing.T) {
	const most = 1<<31 - 1
	extremes := []int32{0, most, 0, 1, most, most - 1, 0, most, 1, most, 2, 0}
	var refs []schema.Ref
	var calls []schema.Call
	for i := range int32(1000) {
		v, w := extremes[int(i)%len(extremes)], extremes[int(i*7+3)%len(extremes)]
		refs = append(refs, schema.Ref{SymbolID: i, FileID: v, StartLine: v, StartColumn: w, EndColumn: v, Role: schema.RoleCall, EnclosingID: w})
		calls = append(calls, schema.Call{CalleeID: i, CallerID: w, FileID: v, StartLine: w, StartColumn: v, StartPos: v, Kind: schema.CallGo, Evidence: schema.EvidenceStatic})
	}
	refs[999].SymbolID, calls[999].CalleeID = most, most
	dest := filepath.Join(t.TempDir(), "index")
	publish(t, dest, refs, calls)
	if diff := cmp.Diff(columnsOf(schema.Refs, refs), readTable(t, dest, schema.Refs)); diff != "" {
		t.Errorf("refs (-want +got):\n%.2000s", diff)
	}
	if diff := cmp.Diff(columnsOf(schema.Calls, calls), readTable(t, dest, schema.Calls)); diff != "" {
		t.Errorf("calls (-want +got):\n%.2000s", diff)
	}
}

// TestRoundTripOfLargeContents shows that large text ends a row group and a page early, and comes back whole.
func TestRoundTripOfLargeContents(t *testing.T) {
	var contents []schema.Content
	for i := range int32(200) {
		contents = append(contents, schema.Content{FileID: i + 1, FilePath: strings.Repeat("d/", int(i)) + "f",
			Content: strings.Repeat("line\n", int(i)*100) + string(rune('a'+i%26))})
	}
	contents[70].Content = strings.Repeat("x", rowGroupText)
	dest := filepath.Join(t.TempDir(), "index")
	publish(t, dest, contents)
	got := readTable(t, dest, schema.Contents)
	for i, c := range contents {
		if got["content"][i] != c.Content {
			t.Errorf("content of row %d differs", i)
		}
	}
	var sizes []int64
	r := openTable(t, dest, schema.Contents)
	for g := range r.NumRowGroups() {
		sizes = append(sizes, r.RowGroup(g).NumRows())
	}
	if diff := cmp.Diff([]int64{64, 7, 64, 64, 1}, sizes); diff != "" {
		t.Errorf("rows of the row groups (-want +got):\n%s", diff)
	}
}

// TestFiles shows that every file has the wanted metadata, and no faulty encoding.
func TestFiles(t *testing.T) {
	dest := filepath.Join(t.TempDir(), "index")
	publish(t, dest, randomRows(newRand(t, 5), 100)...)
	for _, table := range schema.Tables() {
		meta := openTable(t, dest, table).MetaData()
		if got := meta.GetCreatedBy(); got != "cortex" {
			t.Errorf("%s: created by %q", table.Name, got)
		}
		if diff := cmp.Diff([]string{versionKey, tableKey}, meta.KeyValueMetadata().Keys()); diff != "" {
			t.Errorf("%s: keys (-want +got):\n%s", table.Name, diff)
		}
		if diff := cmp.Diff([]string{"2", table.Name}, meta.KeyValueMetadata().Values()); diff != "" {
			t.Errorf("%s: values (-want +got):\n%s", table.Name, diff)
		}
		root := meta.Schema.Root()
		if root.RepetitionType() != parquet.Repetitions.Required {
			t.Errorf("%s: the root is %s", table.Name, root.RepetitionType())
		}
		for i, c := range table.Columns {
			n := root.Field(i)
			if n.Name() != c.Name || n.FieldID() != c.FieldID {
				t.Errorf("%s: column %d is %s with field id %d, want %s with %d", table.Name, i, n.Name(), n.FieldID(), c.Name, c.FieldID)
			}
			if optional := n.RepetitionType() == parquet.Repetitions.Optional; optional != c.Nullable {
				t.Errorf("%s.%s: optional is %t, want %t", table.Name, c.Name, optional, c.Nullable)
			}
			chunk, err := meta.RowGroup(0).ColumnChunk(i)
			if err != nil {
				t.Fatal(err)
			}
			if chunk.Compression() != compress.Codecs.Zstd {
				t.Errorf("%s.%s: compressed with %s", table.Name, c.Name, chunk.Compression())
			}
			encodings := chunk.Encodings()
			if slices.Contains(encodings, parquet.Encodings.DeltaByteArray) {
				t.Errorf("%s.%s: DELTA_BYTE_ARRAY, which the library writes wrongly", table.Name, c.Name)
			}
			if c.Type == schema.Boolean && encodings[0] != parquet.Encodings.Plain {
				t.Errorf("%s.%s: a boolean in %s", table.Name, c.Name, encodings[0])
			}
			if set, err := chunk.StatsSet(); err != nil || set == longText[c.Name] {
				t.Errorf("%s.%s: statistics set is %t, %v", table.Name, c.Name, set, err)
			}
		}
	}
}

// TestEncodingsNameColumns shows that the names in encoding.go are names of columns.
func TestEncodingsNameColumns(t *testing.T) {
	for _, names := range []map[string]bool{fewValues, longText} {
		for name := range names {
			if !slices.ContainsFunc(schema.Tables(), func(t *schema.Table) bool { c, ok := t.Column(name); return ok && c.Type == schema.String }) {
				t.Errorf("no table has a column of text named %s", name)
			}
		}
	}
}

// TestDigests compares the digests of the writer with digests that the test computes from the rows.
func TestDigests(t *testing.T) {
	rows := randomRows(newRand(t, 6), 200)
	w, err := Create(filepath.Join(t.TempDir(), "index"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for _, r := range rows {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	var fed []schema.TableDigest
	if _, err := w.Commit(t.Context(), testManifest(), nil, func(_ string, d []schema.TableDigest) error { fed = d; return nil }); err != nil {
		t.Fatal(err)
	}
	var want []schema.TableDigest
	for i, table := range schema.Tables() {
		d := schema.NewDigest(table)
		v := reflect.ValueOf(rows[i])
		for n := range v.Len() {
			for c := range table.Columns {
				if value, ok := table.Columns[c].Value(v.Index(n)); ok {
					d.Columns[c].Add(int64(n), value)
				}
			}
		}
		d.Rows = int64(v.Len())
		want = append(want, *d)
	}
	if diff := cmp.Diff(want, fed); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
