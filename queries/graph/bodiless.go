package graph

import (
	"context"
	"database/sql"
	_ "embed"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed beside_assembly.sql
var besideAssemblySQL string

// emptyBodilessSQL makes the table bodiless, of functions that are written in assembly.
const emptyBodilessSQL = "CREATE OR REPLACE TABLE bodiless (function_id INTEGER)"

// ending is a function, and where its declaration ends.
type ending struct{ function, file, end int32 }

// fewTexts is how many texts are held at once.
const fewTexts = 500

// bodiless returns those of the functions in rows, which are sorted by file, whose declaration does not end
// in a body.
//
// DESIGN: DuckDB takes a copy of a whole text to look at one byte of it: 6 s for a walk to 30,000 functions in
// files of up to a megabyte.
func bodiless(ctx context.Context, ix *queries.Index, rows *sql.Rows) ([]int32, error) {
	defer rows.Close()
	var out []int32
	var some []ending
	var files []int32
	look := func() error {
		texts, err := ix.Sources(ctx, files)
		if err != nil {
			return err
		}
		for _, e := range some {
			if text := texts[e.file]; int(e.end) <= len(text) && text[e.end-1] != '}' {
				out = append(out, e.function)
			}
		}
		some, files = nil, nil
		return nil
	}
	for rows.Next() {
		var e ending
		if err := rows.Scan(&e.function, &e.file, &e.end); err != nil {
			return nil, err
		}
		if len(files) == 0 || files[len(files)-1] != e.file {
			if len(files) == fewTexts {
				if err := look(); err != nil {
					return nil, err
				}
			}
			files = append(files, e.file)
		}
		some = append(some, e)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return out, look()
}

// loadBodiless makes the table bodiless of an index.
func loadBodiless(ctx context.Context, ix *queries.Index) error {
	if err := ix.Prepare(ctx, emptyBodilessSQL, "functions"); err != nil {
		return err
	}
	if m := ix.Manifest(); !hasAssembly(m) || !m.Options.Content {
		return nil // or nobody knows
	}
	rows, err := ix.Query(ctx, besideAssemblySQL)
	if err != nil {
		return err
	}
	ids, err := bodiless(ctx, ix, rows)
	if err != nil || len(ids) == 0 {
		return err
	}
	done, err := ix.Query(ctx, "INSERT INTO bodiless SELECT unnest($1::INTEGER[])", ids)
	if err != nil {
		return err
	}
	return done.Close()
}

// noBody is for a Go function without a body that is not linked, which an annotation
// would say: it is written in assembly.
var noBody = doubting{name: "no_body", bodies: true, surveyed: true, reads: []string{"contents", "functions"}}

// linkedBody is for Go functions whose body is in another package, to which the linker is told to link them.
func linkedBody(m schema.Manifest) doubting {
	d := doubting{name: "linked_body", bodies: true, reason: "linkname_or_export", first: []string{handedOverSQL}, reads: []string{"annotations", "contents", "functions"}}
	if !m.Options.Content {
		d.name, d.bodies = "linked_body_unseen", false
	}
	return d
}
