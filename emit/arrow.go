package emit

import (
	"fmt"
	"strconv"

	"github.com/apache/arrow/go/v17/arrow"

	"github.com/cortex-index/cortex/schema"
)

// fieldIDKey is the key of a field's Parquet field id in its Arrow metadata.
const fieldIDKey = "PARQUET:field_id"

// arrowSchema returns the Arrow schema of a table.
func arrowSchema(t *schema.Table) *arrow.Schema {
	fields := make([]arrow.Field, len(t.Columns))
	for i, c := range t.Columns {
		fields[i] = arrow.Field{Name: c.Name, Type: arrowType(c.Type), Nullable: c.Nullable,
			Metadata: arrow.NewMetadata([]string{fieldIDKey}, []string{strconv.Itoa(int(c.FieldID))})}
	}
	return arrow.NewSchema(fields, nil)
}

func arrowType(t schema.Type) arrow.DataType {
	switch t {
	case schema.Int32:
		return arrow.PrimitiveTypes.Int32
	case schema.Int64:
		return arrow.PrimitiveTypes.Int64
	case schema.Boolean:
		return arrow.FixedWidthTypes.Boolean
	case schema.Double:
		return arrow.PrimitiveTypes.Float64
	case schema.String:
		return arrow.BinaryTypes.String
	case schema.Timestamp:
		return arrow.FixedWidthTypes.Timestamp_us
	}
	panic(fmt.Sprintf("no Arrow type for %s", t))
}
