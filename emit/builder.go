package emit

import (
	"fmt"
	"reflect"
	"time"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/cortex-index/cortex/schema"
)

// builder collects rows of one table in Arrow records, one per row group, and computes
// their digest.
type builder struct {
	table   *schema.Table
	arrow   *array.RecordBuilder
	columns []column
	free    []schema.Column // the columns of unique text
	limit   int             // rows of a full record
	rows    int             // in the current record
	text    int             // bytes of unique text in the current record
	digest  *schema.TableDigest
}

// column is the state of one column.
type column struct {
	schema.Column
	digest *schema.ColumnDigest
	sums   map[string]uint32 // digests of the strings so far; nil for unique text
}

func newBuilder(t *schema.Table) *builder {
	b := &builder{table: t, limit: rowGroupRows(t), digest: schema.NewDigest(t),
		arrow: array.NewRecordBuilder(memory.NewGoAllocator(), arrowSchema(t))}
	for i, c := range t.Columns {
		col := column{Column: c, digest: &b.digest.Columns[i]}
		if c.Type == schema.String {
			if encodingOf(t, c).dictionary {
				col.sums = map[string]uint32{}
			} else {
				b.free = append(b.free, c)
			}
		}
		b.columns = append(b.columns, col)
	}
	return b
}

// full reports whether the current record is full.
func (b *builder) full() bool { return b.rows >= b.limit || b.text >= rowGroupText }

// record returns the current record, and starts the next.
func (b *builder) record() arrow.Record {
	b.rows, b.text = 0, 0
	return b.arrow.NewRecord()
}

// take appends rows from i on to the current record until it is full, and returns the index
// of the next row. The rows are a slice of the table's row type.
func (b *builder) take(rows reflect.Value, i int) (next int, err error) {
	for next = i; next < rows.Len() && !b.full(); next++ {
		b.rows++
		for _, c := range b.free {
			if v, ok := c.Value(rows.Index(next)); ok {
				b.text += v.Len()
			}
		}
	}
	for c := range b.columns {
		col := &b.columns[c]
		if row, err := col.append(b.arrow.Field(c), rows, i, next, b.digest.Rows); err != nil {
			return i, fmt.Errorf("row %d, column %s: %w", b.digest.Rows+int64(row-i), col.Name, err)
		}
	}
	b.digest.Rows += int64(next - i)
	return next, nil
}

// append adds the column's values of rows[i:next] to an Arrow array and to the digest.
// rows[i] is row number n of the table. With an error it returns the row of the error.
func (c *column) append(to array.Builder, rows reflect.Value, i, next int, n int64) (row int, err error) {
	to.Reserve(next - i)
	for ; i < next; i, n = i+1, n+1 {
		v, ok := c.Value(rows.Index(i))
		if !ok {
			to.AppendNull()
			continue
		}
		switch to := to.(type) {
		case *array.Int32Builder:
			if v.Int() < 0 {
				return i, fmt.Errorf("%d is negative", v.Int())
			}
			to.UnsafeAppend(int32(v.Int()))
		case *array.Int64Builder:
			if v.Int() < 0 {
				return i, fmt.Errorf("%d is negative", v.Int())
			}
			to.UnsafeAppend(v.Int())
		case *array.BooleanBuilder:
			to.UnsafeAppend(v.Bool())
		case *array.Float64Builder:
			to.UnsafeAppend(v.Float())
		case *array.TimestampBuilder:
			to.UnsafeAppend(arrow.Timestamp(v.Interface().(time.Time).UnixMicro()))
		case *array.StringBuilder:
			sum, err := c.sum(v.String())
			if err != nil {
				return i, err
			}
			to.Append(v.String())
			c.digest.AddSum(n, sum)
			continue
		}
		c.digest.Add(n, v)
	}
	return i, nil
}

// sum returns the digest of a string, which must be UTF-8.
func (c *column) sum(s string) (uint32, error) {
	if sum, ok := c.sums[s]; ok {
		return sum, nil
	}
	if len(s) > maxText {
		return 0, fmt.Errorf("text of %d bytes is above the maximum of %d", len(s), maxText)
	}
	if !utf8.ValidString(s) {
		return 0, fmt.Errorf("%q is not UTF-8", s[:min(len(s), 100)])
	}
	sum := schema.SumOf(s)
	if c.sums != nil {
		c.sums[s] = sum
	}
	return sum, nil
}
