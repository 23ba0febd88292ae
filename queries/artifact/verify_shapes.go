package artifact

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/schema"
)

// shapes compares the Parquet schema of each table with its declaration.
func (v *verifier) shapes(ctx context.Context) error {
	for _, t := range schema.Tables() {
		entry, _ := v.artifact.Manifest.Table(t.Name)
		found, err := v.columns(ctx, duck.Pattern(v.artifact.Path(entry)))
		if err != nil {
			v.fault(t.Name, "schema", "%v", err)
			continue
		}
		if len(found) != len(t.Columns) {
			v.fault(t.Name, "schema", "it has %d columns, and should have %d", len(found), len(t.Columns))
			continue
		}
		for i, c := range t.Columns {
			if want := v.spell(c); found[i] != want {
				v.fault(t.Name, "schema", "column %d is %q, and should be %q", i+1, found[i], want)
			}
		}
	}
	return nil
}

// columns formats the columns of a file: name and type; when strict, nullability and field id too.
func (v *verifier) columns(ctx context.Context, path string) ([]string, error) {
	rows, err := v.db.QueryContext(ctx, `
		SELECT name, type, repetition_type, logical_type, converted_type, field_id, num_children
		FROM parquet_schema(?)`, path)
	if err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	defer rows.Close()
	var out []string
	for first := true; rows.Next(); first = false {
		var name, physical, repetition, logical, converted sql.NullString
		var id, children sql.NullInt64
		if err := rows.Scan(&name, &physical, &repetition, &logical, &converted, &id, &children); err != nil {
			return nil, fmt.Errorf("read the schema: %w", err)
		}
		if first {
			continue // the root
		}
		kind := physical.String
		switch {
		case children.Int64 > 0:
			kind = "nested"
		case strings.HasPrefix(logical.String, "StringType") || converted.String == "UTF8":
			kind = string(schema.String)
		case strings.HasPrefix(logical.String, "TimestampType") && strings.Contains(logical.String, "isAdjustedToUTC=1") && strings.Contains(strings.ToUpper(logical.String), "MICRO"),
			converted.String == "TIMESTAMP_MICROS" && !logical.Valid:
			kind = string(schema.Timestamp)
		}
		out = append(out, v.spelled(name.String, kind, repetition.String != "REQUIRED", id.Int64))
	}
	return out, rows.Err()
}

func (v *verifier) spell(c schema.Column) string {
	return v.spelled(c.Name, string(c.Type), c.Nullable, int64(c.FieldID))
}

func (v *verifier) spelled(name, kind string, nullable bool, id int64) string {
	s := name + " " + kind
	if !v.strict {
		return s
	}
	if !nullable {
		s += " NOT NULL"
	}
	return fmt.Sprintf("%s, field id %d", s, id)
}
