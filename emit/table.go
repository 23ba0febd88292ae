package emit

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/apache/arrow/go/v17/arrow"

	"github.com/cortex-index/cortex/schema"
)

// DESIGN: writing 3 million refs takes 1.4 s on one processor (BenchmarkWrite), a third of it
// for reflection and digests. Memory holds three records, never a whole table: one is
// filled, one waits and one is written.

// table writes one table's file. The caller's goroutine makes Arrow records of rows, and
// another goroutine makes row groups of records. The bytes do not depend on their timing.
type table struct {
	*schema.Table
	builder *builder
	last    any // the last row, nil before the first

	sink    *sink
	file    *parquetFile
	records chan arrow.Record
	failed  chan struct{} // closed after the first error
	done    chan struct{} // closed after the last record
	err     error         // the first error; read it after failed or done is closed
}

// startTable creates the table's file at path.
func startTable(t *schema.Table, path string, create func(string) (storage, error)) (*table, error) {
	to, err := create(path)
	if err != nil {
		return nil, fmt.Errorf("write table %s: %w", t.Name, err)
	}
	w := &table{Table: t, builder: newBuilder(t), sink: newSink(to),
		records: make(chan arrow.Record, 1), failed: make(chan struct{}), done: make(chan struct{})}
	if w.file, err = newParquetFile(w.sink, t); err != nil {
		return nil, fmt.Errorf("write table %s: %w", t.Name, errors.Join(err, to.Close()))
	}
	go w.encode()
	return w, nil
}

// encode writes all records, or those before the first error.
func (t *table) encode() {
	defer close(t.done)
	for r := range t.records {
		if t.err != nil {
			continue
		}
		if t.err = t.file.write(r); t.err != nil {
			close(t.failed)
		}
	}
}

// add takes rows, a slice of the table's row type.
func (t *table) add(rows any) error {
	v := reflect.ValueOf(rows)
	if v.Len() == 0 {
		return nil
	}
	if err := t.checkOrder(rows, v); err != nil {
		return fmt.Errorf("write table %s: %w", t.Name, err)
	}
	for i := 0; i < v.Len(); {
		next, err := t.builder.take(v, i)
		if err != nil {
			return fmt.Errorf("write table %s: %w", t.Name, err)
		}
		if i = next; !t.builder.full() {
			continue
		}
		select {
		case t.records <- t.builder.record():
		case <-t.failed:
			return fmt.Errorf("write table %s: %w", t.Name, t.err)
		}
	}
	t.last = v.Index(v.Len() - 1).Interface()
	return nil
}

// checkOrder returns an error when a row is not greater than the one before it.
func (t *table) checkOrder(rows any, v reflect.Value) error {
	before, at := t.last, 0
	if before == nil || t.Compare(before, v.Index(0).Interface()) < 0 {
		if at = t.Disorder(rows); at < 0 {
			return nil
		}
		before = v.Index(at - 1).Interface()
	}
	return fmt.Errorf("row %d does not come after the row before it, in the order of %v: %v after %v",
		t.builder.digest.Rows+int64(at), t.Sort, t.sortKey(v.Index(at)), t.sortKey(reflect.ValueOf(before)))
}

// sortKey returns the values of a row's sort columns, nil for NULL.
func (t *table) sortKey(row reflect.Value) []any {
	var key []any
	for _, name := range t.Sort {
		c, _ := t.Column(name)
		var value any
		if v, ok := c.Value(row); ok {
			value = v.Interface()
		}
		key = append(key, value)
	}
	return key
}

// finish writes the last record, makes the file durable and closes it.
func (t *table) finish() error {
	if t.builder.rows > 0 {
		t.records <- t.builder.record()
	}
	err := t.stop()
	if err == nil {
		err = t.file.close()
	}
	if cerr := t.sink.close(); err == nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("write table %s: %w", t.Name, err)
	}
	return nil
}

// stop waits for the last record, and returns the first error.
func (t *table) stop() error {
	close(t.records)
	<-t.done
	return t.err
}

// abandon closes an unfinished file in any state.
func (t *table) abandon() {
	_ = t.stop()
	_ = t.sink.close()
}

// manifest returns the table's entry.
func (t *table) manifest() schema.ManifestTable {
	return schema.ManifestTable{Name: t.Name, File: t.File(), Rows: t.builder.digest.Rows, Bytes: t.sink.bytes, SHA256: t.sink.sum()}
}
