package schema

import (
	"fmt"
	"reflect"
	"strconv"
	"time"
)

// Type is the type of a column. There are no unsigned integers and no nested types: every engine that
// reads Parquet can read an index.
type Type string

// The types of columns.
const (
	Int32     Type = "INT32"
	Int64     Type = "INT64"
	Boolean   Type = "BOOLEAN"
	Double    Type = "DOUBLE"
	String    Type = "STRING"    // UTF-8
	Timestamp Type = "TIMESTAMP" // microseconds since 1970-01-01, UTC
)

// Table is the declaration of one table.
type Table struct {
	Name    string
	Columns []Column // in the order of the Parquet file
	Key     []string // the primary key: no two rows agree in all of these
	Sort    []string // the order of the rows; always total, because it determines the primary key
	Derived bool     // computed from the other tables

	row      reflect.Type
	compare  func(a, b any) int
	disorder func(rows any) int
}

// Column is the declaration of one column.
type Column struct {
	Name     string
	Type     Type
	Nullable bool
	Values   []string // the closed list of values, when there is one
	Ref      string   // "table.column" that has every value except NULL, or empty
	FieldID  int32    // the Parquet field id: 1 for the first column, and never changed after

	field   int
	nullInt int64
}

// enum is implemented by string types with a closed list of values.
type enum interface{ Values() []string }

// ordered rows know the order of their table.
type ordered[T any] interface{ Compare(T) int }

// declare makes a table of the row type T. It panics when the declaration is wrong, and every test of
// this package would show that.
func declare[T ordered[T]](name string, key, sort []string) *Table {
	row := reflect.TypeFor[T]()
	t := &Table{Name: name, Key: key, Sort: sort, row: row,
		compare: func(a, b any) int { return a.(T).Compare(b.(T)) },
		disorder: func(rows any) int {
			for i, rows := 1, rows.([]T); i < len(rows); i++ {
				if rows[i-1].Compare(rows[i]) >= 0 {
					return i
				}
			}
			return -1
		}}
	for i := range row.NumField() {
		t.Columns = append(t.Columns, column(name, row.Field(i), i))
	}
	for _, c := range append(append([]string{}, key...), sort...) {
		if _, ok := t.Column(c); !ok {
			panic(fmt.Sprintf("schema: table %s has no column %s", name, c))
		}
	}
	return t
}

// derived marks the table as derived and returns it.
func (t *Table) derived() *Table {
	t.Derived = true
	return t
}

func column(table string, f reflect.StructField, i int) Column {
	c := Column{Name: f.Tag.Get("col"), Ref: f.Tag.Get("ref"), FieldID: int32(i + 1), field: i}
	if c.Name == "" {
		panic(fmt.Sprintf("schema: %s: field %s has no col tag", table, f.Name))
	}
	switch {
	case f.Type == reflect.TypeFor[time.Time]():
		c.Type = Timestamp
	case f.Type.Kind() == reflect.Int32:
		c.Type = Int32
	case f.Type.Kind() == reflect.Int64:
		c.Type = Int64
	case f.Type.Kind() == reflect.Bool:
		c.Type = Boolean
	case f.Type.Kind() == reflect.Float64:
		c.Type = Double
	case f.Type.Kind() == reflect.String:
		c.Type = String
	default:
		panic(fmt.Sprintf("schema: %s.%s: no column type for %s", table, c.Name, f.Type))
	}
	if e, ok := reflect.Zero(f.Type).Interface().(enum); ok {
		c.Values = e.Values()
	}
	null, ok := f.Tag.Lookup("null")
	if !ok {
		return c
	}
	c.Nullable = true
	switch c.Type {
	case Int32, Int64:
		n, err := strconv.ParseInt(null, 10, 64)
		if err != nil {
			panic(fmt.Sprintf("schema: %s.%s: null tag: %v", table, c.Name, err))
		}
		c.nullInt = n
	case String, Timestamp:
		if null != "" {
			panic(fmt.Sprintf("schema: %s.%s: only the zero value can mean NULL here", table, c.Name))
		}
	default:
		panic(fmt.Sprintf("schema: %s.%s: a %s cannot be NULL", table, c.Name, c.Type))
	}
	return c
}

// Lookup returns the table with a name.
func Lookup(name string) (*Table, bool) {
	for _, t := range Tables() {
		if t.Name == name {
			return t, true
		}
	}
	return nil, false
}

// TableOf returns the table whose rows have the type of row, a struct of this package.
func TableOf(row reflect.Type) (*Table, bool) {
	for _, t := range Tables() {
		if t.row == row {
			return t, true
		}
	}
	return nil, false
}

// Column returns the column with a name.
func (t *Table) Column(name string) (Column, bool) {
	for _, c := range t.Columns {
		if c.Name == name {
			return c, true
		}
	}
	return Column{}, false
}

// File returns the name of the table's file in an index.
func (t *Table) File() string { return t.Name + ".parquet" }

// Compare orders two rows of the table by its sort key, NULL first and strings by bytes.
func (t *Table) Compare(a, b any) int { return t.compare(a, b) }

// Disorder returns the first index in rows whose row does not come after the row before it, or -1. The
// rows are a slice of the table's row type.
func (t *Table) Disorder(rows any) int { return t.disorder(rows) }

// Value returns the column's value in a row, or ok false when it is NULL. The
// row is the reflected struct of the column's table.
func (c Column) Value(row reflect.Value) (v reflect.Value, ok bool) {
	v = row.Field(c.field)
	if !c.Nullable {
		return v, true
	}
	switch c.Type {
	case Int32, Int64:
		return v, v.Int() != c.nullInt
	case String:
		return v, v.Len() > 0
	default:
		return v, !v.Interface().(time.Time).IsZero()
	}
}

// RowType returns the struct type of the table's rows.
func (t *Table) RowType() reflect.Type { return t.row }
