package queries

import (
	"database/sql"

	"github.com/cortex-index/cortex/schema"
)

// OverTables returns an index over a database that has tables of another kind than those of an index, for operations that read
// these. The index closes the database.
func OverTables(db *sql.DB, m schema.Manifest) *Index {
	return &Index{manifest: m, db: db, names: Names{}, ran: map[string]*run{}}
}
