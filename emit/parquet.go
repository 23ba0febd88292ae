package emit

import (
	"fmt"
	"strconv"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	pq "github.com/apache/arrow/go/v17/parquet/schema"

	"github.com/cortex-index/cortex/schema"
)

// DESIGN: records go to the column writers of parquet/file. Rejected: pqarrow imports Arrow
// Flight, for a binary of 44 MB instead of 12, and 64 packages of grpc to initialise in every
// run. There are five column types, none nested.
//
// DESIGN: a column of a row group is one page: the faulty encoders of the library fail from
// the second page on. A page of contents is one file or 1 MB, with the plain encoding, which
// has no fault.

// Keys of the key-value metadata of every table's file.
const (
	tableKey   = "cortex.table"
	versionKey = "cortex.format_version"
)

const (
	noLimit         = 1 << 30
	contentPageSize = 1 << 20
)

// parquetFile writes the file of one table. Its methods return panics of the library and
// errors of the sink as errors.
type parquetFile struct {
	sink *sink
	w    *file.Writer
}

func newParquetFile(s *sink, t *schema.Table) (f *parquetFile, err error) {
	defer s.settle(&err)
	root, err := parquetSchema(arrowSchema(t))
	if err != nil {
		return nil, err
	}
	meta := metadata.NewKeyValueMetadata()
	for _, kv := range [][2]string{{versionKey, strconv.Itoa(schema.FormatVersion)}, {tableKey, t.Name}} {
		if err := meta.Append(kv[0], kv[1]); err != nil {
			return nil, err
		}
	}
	w := file.NewParquetWriter(s, root, file.WithWriterProps(properties(t)), file.WithWriteMetadata(meta))
	return &parquetFile{sink: s, w: w}, nil
}

// properties returns the settings of a table's file.
func properties(t *schema.Table) *parquet.WriterProperties {
	opts := []parquet.WriterProperty{
		parquet.WithCreatedBy("cortex"),
		parquet.WithVersion(parquet.V2_LATEST),
		parquet.WithDataPageVersion(parquet.DataPageV1),
		parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithCompressionLevel(3),
		parquet.WithRootRepetition(parquet.Repetitions.Required),
		parquet.WithDictionaryPageSizeLimit(noLimit), // a column without its dictionary would differ from run to run
	}
	if t == schema.Contents {
		opts = append(opts, parquet.WithDataPageSize(contentPageSize), parquet.WithBatchSize(1))
	} else {
		opts = append(opts, parquet.WithDataPageSize(noLimit))
	}
	for _, c := range t.Columns {
		e := encodingOf(t, c)
		opts = append(opts, parquet.WithDictionaryFor(c.Name, e.dictionary), parquet.WithStatsFor(c.Name, e.statistics))
		if !e.dictionary {
			opts = append(opts, parquet.WithEncodingFor(c.Name, e.values))
		}
	}
	return parquet.NewWriterProperties(opts...)
}

// parquetSchema returns the Parquet schema of an Arrow schema: a required root,
// REQUIRED columns where there is no NULL, and the field ids of the metadata.
func parquetSchema(s *arrow.Schema) (*pq.GroupNode, error) {
	var fields pq.FieldList
	for _, f := range s.Fields() {
		id, err := strconv.Atoi(f.Metadata.Values()[f.Metadata.FindKey(fieldIDKey)])
		if err != nil {
			return nil, fmt.Errorf("field id of %s: %w", f.Name, err)
		}
		repetition := parquet.Repetitions.Required
		if f.Nullable {
			repetition = parquet.Repetitions.Optional
		}
		physical, logical := parquetType(f.Type)
		n, err := pq.NewPrimitiveNodeLogical(f.Name, repetition, logical, physical, 0, int32(id))
		if err != nil {
			return nil, err
		}
		fields = append(fields, n)
	}
	return pq.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
}

func parquetType(t arrow.DataType) (parquet.Type, pq.LogicalType) {
	switch t.ID() {
	case arrow.INT32:
		return parquet.Types.Int32, pq.NoLogicalType{}
	case arrow.INT64:
		return parquet.Types.Int64, pq.NoLogicalType{}
	case arrow.BOOL:
		return parquet.Types.Boolean, pq.NoLogicalType{}
	case arrow.FLOAT64:
		return parquet.Types.Double, pq.NoLogicalType{}
	case arrow.TIMESTAMP:
		return parquet.Types.Int64, pq.NewTimestampLogicalType(true, pq.TimeUnitMicros)
	}
	return parquet.Types.ByteArray, pq.StringLogicalType{}
}

// write appends a record as one row group.
func (f *parquetFile) write(r arrow.Record) (err error) {
	defer f.sink.settle(&err)
	group := f.w.AppendRowGroup()
	for i := range int(r.NumCols()) {
		c, err := group.NextColumn()
		if err != nil {
			return err
		}
		if err := writeColumn(c, r.Column(i)); err != nil {
			return fmt.Errorf("column %s: %w", r.ColumnName(i), err)
		}
	}
	return group.Close()
}

// close writes the footer.
func (f *parquetFile) close() (err error) {
	defer f.sink.settle(&err)
	if err := f.w.FlushWithFooter(); err != nil { // Close drops this error
		return err
	}
	return f.w.Close()
}

// writeColumn appends the values of an array to a column chunk.
func writeColumn(c file.ColumnChunkWriter, a arrow.Array) error {
	levels := definitionLevels(c, a)
	var err error
	switch c := c.(type) {
	case *file.Int32ColumnChunkWriter:
		_, err = c.WriteBatch(valid(a, a.(*array.Int32).Value), levels, nil)
	case *file.Int64ColumnChunkWriter:
		if t, ok := a.(*array.Timestamp); ok {
			_, err = c.WriteBatch(valid(a, func(i int) int64 { return int64(t.Value(i)) }), levels, nil)
		} else {
			_, err = c.WriteBatch(valid(a, a.(*array.Int64).Value), levels, nil)
		}
	case *file.BooleanColumnChunkWriter:
		_, err = c.WriteBatch(valid(a, a.(*array.Boolean).Value), levels, nil)
	case *file.Float64ColumnChunkWriter:
		_, err = c.WriteBatch(valid(a, a.(*array.Float64).Value), levels, nil)
	case *file.ByteArrayColumnChunkWriter:
		s := a.(*array.String)
		text, base := s.ValueBytes(), s.ValueOffset(0)
		_, err = c.WriteBatch(valid(a, func(i int) parquet.ByteArray {
			return text[s.ValueOffset(i)-base : s.ValueOffset(i+1)-base]
		}), levels, nil)
	}
	return err
}

// definitionLevels returns 1 for each value and 0 for each NULL of an array, or nil
// when the column has no NULL.
func definitionLevels(c file.ColumnChunkWriter, a arrow.Array) []int16 {
	if c.Descr().MaxDefinitionLevel() == 0 {
		return nil
	}
	levels := make([]int16, a.Len())
	for i := range levels {
		if a.IsValid(i) {
			levels[i] = 1
		}
	}
	return levels
}

// valid returns the values of an array that are not NULL.
func valid[T any](a arrow.Array, value func(int) T) []T {
	out := make([]T, 0, a.Len()-a.NullN())
	for i := range a.Len() {
		if a.IsValid(i) {
			out = append(out, value(i))
		}
	}
	return out
}
