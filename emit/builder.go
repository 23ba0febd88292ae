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

// builder collects rows of one table into Arrow records, one for each row group,
// and digests what it takes.
type builder struct {
	table   *schema.Table
	arrow   *array.RecordBuilder
	columns []column
	free    []schema.Column // the columns of text that does not repeat
	limit   int             // rows of a full record
	rows    int             // in the record under way
	text    int             // bytes of text that does not repeat, likewise
	digest  *schema.TableDigest
}

// column is the state of one column.
type column struct {
	schema.Column
	digest *schema.ColumnDigest
	sums   map[string]uint32 // digests of the strings seen; nil where they do not repeat
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

// full reports whether the record under way takes no more rows.
func (b *builder) full() bool { return b.rows >= b.limit || b.text >= rowGroupText }

// record returns the record under way, and begins the next.
func (b *builder) record() arrow.Record {
	b.rows, b.text = 0, 0
	return b.arrow.NewRecord()
}

// take moves rows from i on into the record under way, until it is full or there
// are no more, and returns the number of the first row not taken. The rows are a
// slice of the table's row type.
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

// append adds the column's values of rows[i:next] to an Arrow array and to the
// digest, where rows[i] is row number n of the table. On an error it returns the
// row at fault.
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
		return 0, fmt.Errorf("%d bytes of text are too many: the most is %d", len(s), maxText)
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
