package schema

import (
	"crypto/md5"
	"encoding/binary"
	"reflect"
	"time"
)

// TableDigest describes the values that a writer put into a table, to compare with the values that a
// reader gets out of the file. It guards against faults of a writer or a reader, not against an
// attacker: the manifest has SHA-256 for that.
type TableDigest struct {
	Table   string
	Rows    int64
	Columns []ColumnDigest // in the order of the table's columns
}

// ColumnDigest depends on every value of a column and on the row of the value.
type ColumnDigest struct {
	NonNull int64
	// Sum is the sum of weight(row) * value over the rows that are not NULL, modulo 2^64. The weight is
	// the row's number, from 0, modulo 65521, plus 1. The value is the low 32 bits of an integer or of
	// a timestamp's microseconds, and 0 or 1 for a boolean. Of a string it is the low 32 bits of the
	// first 8 bytes of the MD5 sum, read little-endian. Package queries/artifact computes the same in
	// SQL.
	Sum uint64
}

// DigestModulus is the modulus of a row's weight in a ColumnDigest.
const DigestModulus = 65521

// NewDigest returns the digest of the table without rows.
func NewDigest(t *Table) *TableDigest {
	return &TableDigest{Table: t.Name, Columns: make([]ColumnDigest, len(t.Columns))}
}

// Add adds one more value of a column to the digest. Rows count from 0, and v is a value that is not
// NULL, from [Column.Value].
func (d *ColumnDigest) Add(row int64, v reflect.Value) {
	d.NonNull++
	d.Sum += uint64(row%DigestModulus+1) * uint64(digestValue(v))
}

// AddSum is Add for a string whose [SumOf] is known.
func (d *ColumnDigest) AddSum(row int64, sum uint32) {
	d.NonNull++
	d.Sum += uint64(row%DigestModulus+1) * uint64(sum)
}

// SumOf returns the value of a string in a digest. It is slow compared with the rest of a digest: keep
// the sums of strings that repeat.
func SumOf(s string) uint32 {
	sum := md5.Sum([]byte(s))
	return uint32(binary.LittleEndian.Uint64(sum[:8]))
}

func digestValue(v reflect.Value) uint32 {
	switch v.Kind() {
	case reflect.Int32, reflect.Int64:
		return uint32(v.Int())
	case reflect.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	case reflect.String:
		return SumOf(v.String())
	}
	return uint32(v.Interface().(time.Time).UnixMicro())
}
