package schema

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// reserved lists the words that need quotes as a name, by engine.
var reserved = map[string]string{
	// These are duckdb_keywords() with keyword_category = 'reserved', of DuckDB 1.4.
	"DuckDB": `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default
		deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect into
		lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider placing primary qualify
		references returning select show some summarize symmetric table then to trailing true union unique unpivot using
		variadic when where window with`,

	// ClickHouse reserves no word, but reads these as syntax where it expects an alias without AS, an
	// operator or a literal.
	"ClickHouse": `all and anti any array as asof between by case cast cross distinct else end except false final format from full
		global group having ilike in inf inner intersect interval into is join left like limit nan not null offset on only or
		order outer paste prewhere qualify regexp right sample select semi settings then totals true union using values when where
		window with`,

	// The keywords marked reserved in Trino's documentation.
	"Trino": `alter and as auto between by case cast constraint create cross cube current_catalog current_date current_path current_role
		current_schema current_time current_timestamp current_user deallocate delete describe distinct drop else end escape
		except execute exists extract false for from full group grouping having in inner insert intersect into is join json_array
		json_exists json_object json_query json_table json_value left like listagg localtime localtimestamp natural normalize not
		null on or order outer prepare recursive right rollup select skip table then trim true uescape union unnest using values
		when where with`,

	// The reserved keywords of GoogleSQL.
	"BigQuery": `all and any array as asc assert_rows_modified at between by case cast collate contains create cross cube current
		default define desc distinct else end enum escape except exclude exists extract false fetch following for from full group
		grouping groups hash having if ignore in inner intersect interval into is join lateral left like limit lookup merge
		natural new no not null nulls of on or order outer over partition preceding proto qualify range recursive respect right
		rollup rows select set some struct tablesample then to treat true unbounded union unnest using when where window with
		within`,

	// The keywords that are reserved in Spark's ANSI mode.
	"Spark": `all and any as authorization both case cast check collate collation column constraint create cross current_date
		current_time current_timestamp current_user distinct else end escape except execute false fetch filter for foreign from
		full grant group having in inner intersect into is join lateral leading left natural not null offset on only or order
		outer overlaps percentile_cont percentile_disc primary recursive references right select session_user some sql table then
		time to trailing true union unique unknown user using when where with within`,
}

// TestNoReservedNames shows that no table or column needs quotes in any engine.
func TestNoReservedNames(t *testing.T) {
	plain := regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	names := map[string]string{}
	for _, table := range Tables() {
		names[table.Name] = "table " + table.Name
		for _, c := range table.Columns {
			names[c.Name] = "column " + table.Name + "." + c.Name
		}
	}
	for name, thing := range names {
		for engine, words := range reserved {
			if slices.Contains(strings.Fields(words), name) {
				t.Errorf("%s is named by a word that %s reserves", thing, engine)
			}
		}
		if !plain.MatchString(name) {
			t.Errorf("%s is not named in lower snake case", thing)
		}
		if name == "repo" || name == "repository" || name == "commit" {
			t.Errorf("%s has the name of a partition key", thing)
		}
	}
	for engine, words := range reserved { // each list must have these
		for _, word := range []string{"select", "from", "order", "end"} {
			if !slices.Contains(strings.Fields(words), word) {
				t.Errorf("the words of %s lack %s", engine, word)
			}
		}
	}
}
