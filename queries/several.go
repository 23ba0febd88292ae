package queries

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries/artifact"
	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/schema"
)

// DESIGN: several indexes are one graph. Each table is a view over the tables of all indexes, with a
// column repository first. Ids continue from one index to the next, as BIGINT, and paths begin with the
// repository's name. A key of one index is a key of the graph. An external symbol that another index
// defines is that definition, and an import of its package is an import within the graph. Open finds
// both once, by name.

// part is one of the open indexes.
type part struct {
	artifact.Artifact
	schema     string // of the database, for the tables of this index alone
	repository string
	// The number of rows in the indexes before it, which is added to its ids.
	symbols, files, imports int64
}

// partsOf numbers the indexes. Two indexes of one tree, or of a tree and a folder in it, are an [*IndexError].
func partsOf(all []artifact.Artifact) ([]part, error) {
	var out []part
	var symbols, files, imports int64
	rows := func(a artifact.Artifact, t *schema.Table) int64 {
		entry, _ := a.Manifest.Table(t.Name)
		return entry.Rows
	}
	for i, a := range all {
		name := repositoryName(a)
		for _, other := range out {
			if err := disjoint(a, other, name); err != nil {
				return nil, err
			}
		}
		out = append(out, part{Artifact: a, schema: "part" + strconv.Itoa(i), repository: name, symbols: symbols, files: files, imports: imports})
		symbols += rows(a, schema.Symbols)
		files += rows(a, schema.Files)
		imports += rows(a, schema.Imports)
	}
	return out, nil
}

// disjoint returns an error when the tree of an index of this name contains the tree of the other index, or is in it.
func disjoint(a artifact.Artifact, other part, name string) error {
	mine, others := a.Manifest.Repository, other.Manifest.Repository
	switch {
	case name == other.repository:
		return &IndexError{Dir: a.Dir, Message: fmt.Sprintf("it is an index of %s, and %s is one too", name, other.Dir),
			Advice: "query indexes of different repositories together: extract one of them with --name"}
	case mine.Name != "" && mine.Overlaps(others) && len(mine.Path) > len(others.Path):
		return &IndexError{Dir: a.Dir, Message: fmt.Sprintf("its tree %s is a part of the tree of %s", name, other.Dir), Advice: "leave it out: the other index has its code"}
	case mine.Name != "" && mine.Overlaps(others):
		return &IndexError{Dir: other.Dir, Message: fmt.Sprintf("its tree %s is a part of the tree of %s", other.repository, a.Dir), Advice: "leave it out: the other index has its code"}
	}
	return nil
}

// together returns the manifest of several indexes: sums, and the options that hold for all. It lists no derived tables, because
// those follow from all indexes together.
func together(parts []part) schema.Manifest {
	m := parts[0].Manifest
	m.Summary.Languages, m.Summary.Calls = maps.Clone(m.Summary.Languages), maps.Clone(m.Summary.Calls)
	m.Tables = slices.Clone(m.Tables)
	if len(parts) == 1 {
		m.Repository.Name = cmp.Or(m.Repository.Name, parts[0].repository)
		return m
	}
	m.Tables = slices.DeleteFunc(m.Tables, func(entry schema.ManifestTable) bool {
		t, declared := schema.Lookup(entry.Name)
		return declared && t.Derived
	})
	m.Repository.Name, m.Repository.Path = parts[0].repository, ""
	for _, p := range parts[1:] {
		o := p.Manifest
		m.Repository.Name += ", " + p.repository
		m.Repository.Commit = strings.Trim(m.Repository.Commit+", "+o.Repository.Commit, ", ")
		m.Options.Tests = m.Options.Tests && o.Options.Tests
		m.Options.Content = m.Options.Content && o.Options.Content
		m.Summary.Files += o.Summary.Files
		for language, n := range o.Summary.Languages {
			m.Summary.Languages[language] += n
		}
		for evidence, n := range o.Summary.Calls {
			m.Summary.Calls[evidence] += n
		}
		for i, t := range m.Tables {
			entry, _ := o.Table(t.Name)
			m.Tables[i].Rows += entry.Rows
		}
	}
	return m
}

// joinSQL returns the script for the tables that the views over the parts share. The table merged has
// the external symbols that another index defines, absorbed the counts of their references, and homes
// the packages of the graph.
func joinSQL(parts []part) string {
	var symbols, packages []string
	for i, p := range parts {
		symbols = append(symbols, fmt.Sprintf("SELECT %d AS part, symbol_id, symbol_id::BIGINT + %d AS id, symbol, is_external, ref_count FROM %s.symbols", i, p.symbols, p.schema))
		packages = append(packages, fmt.Sprintf("SELECT package_path, %s AS module_path FROM %s.modules WHERE package_path IS NOT NULL", p.path("module_path"), p.schema))
	}
	return "CREATE TABLE merged AS\nWITH every AS (\n" + strings.Join(symbols, "\nUNION ALL ") + `
),
chosen AS (
  SELECT symbol, arg_min(id, CASE WHEN is_external THEN id + (1::BIGINT << 40) ELSE id END) AS id FROM every GROUP BY symbol
)
SELECT e.part, e.symbol_id, c.id, e.ref_count
FROM every e
JOIN chosen c ON c.symbol = e.symbol
WHERE e.is_external AND c.id <> e.id;
CREATE TABLE absorbed AS
SELECT id, sum(ref_count)::INTEGER AS refs FROM merged GROUP BY id;
CREATE TABLE homes AS
SELECT package_path, min(module_path) AS module_path FROM (` + strings.Join(packages, "\nUNION ALL ") + ") GROUP BY package_path;\n"
}

// path returns the expression for the graph's path of a path of the part. The root of a repository is its name.
func (p part) path(column string) string {
	name := duck.Literal(p.repository)
	return "CASE " + column + " WHEN '.' THEN " + name + " ELSE " + name + " || '/' || " + column + " END"
}

// viewOver returns the statement that creates a table's view over the parts.
func viewOver(parts []part, t *schema.Table) string {
	var selects []string
	for i, p := range parts {
		selects = append(selects, p.rows(i, t))
	}
	return "CREATE VIEW " + t.Name + " AS\n" + strings.Join(selects, "\nUNION ALL\n") + ";\n"
}

// rows returns the query for the part's rows of a table as rows of the graph.
func (p part) rows(number int, t *schema.Table) string {
	columns := []string{duck.Literal(p.repository) + " AS repository"}
	from := p.schema + "." + t.Name + " t"
	where := ""
	for i, c := range t.Columns {
		expression := "t." + c.Name
		switch key := t.Name + "." + c.Name; {
		case c.Ref == "symbols.symbol_id" && key != "functions.function_id" && key != "types.type_id":
			m := "m" + strconv.Itoa(i)
			from += fmt.Sprintf(" LEFT JOIN merged %s ON %s.part = %d AND %s.symbol_id = %s", m, m, number, m, expression)
			expression = fmt.Sprintf("coalesce(%s.id, %s::BIGINT + %d)", m, expression, p.symbols)
		case key == "symbols.symbol_id" || c.Ref == "symbols.symbol_id" || c.Ref == "functions.function_id" || c.Ref == "types.type_id":
			expression = fmt.Sprintf("%s::BIGINT + %d", expression, p.symbols)
		case key == "files.file_id" || c.Ref == "files.file_id":
			expression = fmt.Sprintf("%s::BIGINT + %d", expression, p.files)
		case key == "calls.dispatch_id": // types of one index were not compared with interfaces of another
			expression = "NULL::INTEGER"
		case key == "imports.import_id":
			expression = fmt.Sprintf("%s::BIGINT + %d", expression, p.imports)
		case key == "imports.imported_module_path":
			from += " LEFT JOIN homes ON homes.package_path = t.imported_module"
			expression = "coalesce(" + p.path(expression) + ", homes.module_path)"
		case key == "imports.is_external":
			expression += " AND homes.module_path IS NULL"
		case c.Name == "file_path" || c.Name == "module_path" || c.Name == "root_path":
			expression = p.path(expression)
		case key == "symbols.ref_count" || key == "symbols.external_ref_count":
			expression += " + coalesce(a.refs, 0)"
		}
		columns = append(columns, expression+" AS "+c.Name)
	}
	if t == schema.Symbols {
		from += fmt.Sprintf(" LEFT JOIN absorbed a ON a.id = t.symbol_id::BIGINT + %d LEFT JOIN merged o ON o.part = %d AND o.symbol_id = t.symbol_id", p.symbols, number)
		where = " WHERE o.id IS NULL"
	}
	return "SELECT " + strings.Join(columns, ", ") + " FROM " + from + where
}

// severalSQL returns the script that makes the tables of the parts one graph, and then derives the derived tables from it.
func severalSQL(parts []part) string {
	var script strings.Builder
	for _, p := range parts {
		script.WriteString("CREATE SCHEMA " + p.schema + ";\n")
		for _, t := range schema.Tables() {
			if !t.Derived {
				script.WriteString("CREATE VIEW " + p.schema + "." + t.Name + " AS FROM " + p.scan(t) + ";\n")
			}
		}
	}
	script.WriteString(joinSQL(parts))
	script.WriteString("CREATE MACRO begins(path, prefix) AS starts_with(path, prefix::VARCHAR)")
	for _, p := range parts {
		script.WriteString(" OR starts_with(path, " + duck.Literal(p.repository+"/") + " || prefix::VARCHAR)")
	}
	script.WriteString(";\n")
	for _, t := range schema.Tables() {
		if !t.Derived {
			script.WriteString(viewOver(parts, t))
		}
	}
	script.WriteString(derive.Script(len(parts)))
	for _, t := range schema.Tables() {
		if t.Derived {
			script.WriteString(withRepository(t))
		}
	}
	return script.String()
}

// withRepository returns the statement that creates a derived table of several indexes from the result
// of the derivation. The repository is that of the first symbol of the key.
func withRepository(t *schema.Table) string {
	var symbol string
	var columns []string
	for _, c := range t.Columns {
		columns = append(columns, "d."+c.Name)
		if symbol == "" && c.Ref == "symbols.symbol_id" {
			symbol = c.Name
		}
	}
	return fmt.Sprintf("CREATE TABLE %s AS SELECT s.repository, %s FROM derived.%[1]s d LEFT JOIN symbols s ON s.symbol_id = d.%[3]s;\nDROP TABLE derived.%[1]s;\n",
		t.Name, strings.Join(columns, ", "), symbol)
}
