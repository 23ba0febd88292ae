package queries

import (
	"database/sql"

	"github.com/cortex-index/cortex/schema"
)

// OverTables returns an index over a database that has other tables than an index, for operations that read these. The
// index closes the database.
func OverTables(db *sql.DB, m schema.Manifest, tables []string) *Index {
	return &Index{manifest: m, db: db, names: Names{}, ran: map[string]*run{}, tables: tables}
}

// Tables returns the names of the tables that statements can read.
func (ix *Index) Tables() []string {
	if ix.Other() {
		return ix.tables
	}
	var out []string
	for _, t := range schema.Tables() {
		out = append(out, t.Name)
	}
	return out
}

// Other reports whether the tables are those of [OverTables].
func (ix *Index) Other() bool { return ix.tables != nil }
