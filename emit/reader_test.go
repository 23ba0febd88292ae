package emit

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"

	"github.com/cortex-index/cortex/schema"
)

// openTable opens a table's file in an index with the library's own reader.
func openTable(t *testing.T, dir string, table *schema.Table) *file.Reader {
	t.Helper()
	r, err := file.OpenParquetFile(filepath.Join(dir, table.File()), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// readTable returns the columns of a table's file: for each the values of all rows,
// nil for NULL.
func readTable(t *testing.T, dir string, table *schema.Table) map[string][]any {
	t.Helper()
	r := openTable(t, dir, table)
	columns := map[string][]any{}
	for g := range r.NumRowGroups() {
		for i, c := range table.Columns {
			chunk, err := r.RowGroup(g).Column(i)
			if err != nil {
				t.Fatal(err)
			}
			columns[c.Name] = append(columns[c.Name], readChunk(t, chunk, c, int(r.RowGroup(g).NumRows()))...)
		}
	}
	return columns
}

func readChunk(t *testing.T, chunk file.ColumnChunkReader, c schema.Column, rows int) []any {
	t.Helper()
	switch r := chunk.(type) {
	case *file.Int32ColumnChunkReader:
		return readValues(t, rows, c, r.ReadBatch, func(v int32) any { return v })
	case *file.Int64ColumnChunkReader:
		return readValues(t, rows, c, r.ReadBatch, func(v int64) any {
			if c.Type == schema.Timestamp {
				return time.UnixMicro(v).UTC()
			}
			return v
		})
	case *file.BooleanColumnChunkReader:
		return readValues(t, rows, c, r.ReadBatch, func(v bool) any { return v })
	case *file.ByteArrayColumnChunkReader:
		return readValues(t, rows, c, r.ReadBatch, func(v parquet.ByteArray) any { return string(v) })
	}
	t.Fatalf("column %s: no reader for %T", c.Name, chunk)
	return nil
}

func readValues[T any](t *testing.T, rows int, c schema.Column, read func(int64, []T, []int16, []int16) (int64, int, error), value func(T) any) []any {
	t.Helper()
	var out []any
	for len(out) < rows {
		values, levels := make([]T, rows), make([]int16, rows)
		total, _, err := read(int64(rows-len(out)), values, levels, nil)
		if err != nil || total == 0 {
			t.Fatalf("column %s: read %d of %d rows: %v", c.Name, len(out), rows, err)
		}
		next := 0
		for _, level := range levels[:total] {
			if c.Nullable && level == 0 {
				out = append(out, nil)
				continue
			}
			out = append(out, value(values[next]))
			next++
		}
	}
	return out
}

// columnsOf returns the wanted result of readTable for rows.
func columnsOf(table *schema.Table, rows any) map[string][]any {
	columns := map[string][]any{}
	v := reflect.ValueOf(rows)
	for i := range v.Len() {
		for _, c := range table.Columns {
			var value any
			if f, ok := c.Value(v.Index(i)); ok {
				value = f.Interface()
				if f.Kind() == reflect.String {
					value = f.String()
				}
			}
			columns[c.Name] = append(columns[c.Name], value)
		}
	}
	return columns
}
