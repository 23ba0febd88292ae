package queries

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/schema"
)

// DESIGN: several indexes are one graph. Their tables become views with a column
// repository in front; ids are counted on from one index to the next, as BIGINT, and
// paths begin with the repository's name, so that what is a key in one index is a key
// over all of them. An outside symbol of one that another defines is that definition,
// and an import of its package is an import within the graph: which they are is found
// once, by name, when the first table is attached.

// part is one of several indexes.
type part struct {
	artifact
	schema     string // that holds its own tables
	repository string
	// What is added to its ids, because of the indexes before it.
	symbols, files, imports int64
}

// partsOf counts the indexes through. Two of one tree are an [*IndexError], and so is one of
// a folder of another's tree.
func partsOf(all []artifact) ([]part, error) {
	var out []part
	var symbols, files, imports int64
	rows := func(a artifact, t *schema.Table) int64 {
		entry, _ := a.manifest.Table(t.Name)
		return entry.Rows
	}
	for i, a := range all {
		name := cmp.Or(a.manifest.Repository.FullName(), filepath.Base(a.dir))
		for _, other := range out {
			if err := apart(a, other, name); err != nil {
				return nil, err
			}
		}
		out = append(out, part{artifact: a, schema: "part" + strconv.Itoa(i), repository: name, symbols: symbols, files: files, imports: imports})
		symbols += rows(a, schema.Symbols)
		files += rows(a, schema.Files)
		imports += rows(a, schema.Imports)
	}
	return out, nil
}

// apart returns an error when the tree of an index of this name is another's or lies in it,
// or the other in it.
func apart(a artifact, other part, name string) error {
	mine, others := a.manifest.Repository, other.manifest.Repository
	switch {
	case name == other.repository:
		return &IndexError{Dir: a.dir, Message: fmt.Sprintf("it is of the repository %s, and so is %s", name, other.dir),
			Advice: "indexes that are asked together are of different repositories: extract one of them with --name"}
	case mine.Name != "" && mine.Overlaps(others) && len(mine.Path) > len(others.Path):
		return &IndexError{Dir: a.dir, Message: fmt.Sprintf("it is of %s, which is a part of what %s is of", name, other.dir), Advice: "leave it out: the other one holds it"}
	case mine.Name != "" && mine.Overlaps(others):
		return &IndexError{Dir: other.dir, Message: fmt.Sprintf("it is of %s, which is a part of what %s is of", other.repository, a.dir), Advice: "leave it out: the other one holds it"}
	}
	return nil
}

// together is the manifest of several indexes: sums, and of options what holds for all. They have no derived tables: those depend on
// all of them.
func together(parts []part) schema.Manifest {
	m := parts[0].manifest
	m.Summary.Languages, m.Summary.Calls = maps.Clone(m.Summary.Languages), maps.Clone(m.Summary.Calls)
	m.Tables = append([]schema.ManifestTable{}, m.Tables...)
	if len(parts) == 1 {
		m.Repository.Name = cmp.Or(m.Repository.Name, parts[0].repository)
		return m
	}
	m.Tables = slices.DeleteFunc(m.Tables, func(entry schema.ManifestTable) bool { // see Index.derive
		t, declared := schema.Lookup(entry.Name)
		return declared && t.Derived
	})
	m.Repository.Name, m.Repository.Path = parts[0].repository, ""
	for _, p := range parts[1:] {
		o := p.manifest
		m.Repository.Name += ", " + p.repository
		m.Repository.Commit = strings.Trim(m.Repository.Commit+", "+o.Repository.Commit, ", ")
		m.FeatureVersion = min(m.FeatureVersion, o.FeatureVersion)
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

// joinSQL makes, of the parts' own tables, what the views over them share: merged, the
// outside symbols that are another symbol of the graph; absorbed, how often they are
// referred to; and homes, the packages of the graph.
func joinSQL(parts []part) string {
	var symbols, packages []string
	for i, p := range parts {
		symbols = append(symbols, fmt.Sprintf("SELECT %d AS part, symbol_id, symbol_id::BIGINT + %d AS id, symbol, is_external, ref_count FROM %s.symbols", i, p.symbols, p.schema))
		packages = append(packages, fmt.Sprintf("SELECT package_path, %s AS module_path FROM %s.modules WHERE package_path IS NOT NULL", p.path("module_path"), p.schema))
	}
	return "CREATE OR REPLACE TABLE merged AS\nWITH every AS (\n" + strings.Join(symbols, "\nUNION ALL ") + `
),
chosen AS (
  SELECT symbol, arg_min(id, CASE WHEN is_external THEN id + (1::BIGINT << 40) ELSE id END) AS id FROM every GROUP BY symbol
)
SELECT e.part, e.symbol_id, c.id, e.ref_count
FROM every e
JOIN chosen c ON c.symbol = e.symbol
WHERE e.is_external AND c.id <> e.id;
CREATE OR REPLACE TABLE absorbed AS
SELECT id, sum(ref_count)::INTEGER AS refs FROM merged GROUP BY id;
CREATE OR REPLACE TABLE homes AS
SELECT package_path, min(module_path) AS module_path FROM (` + strings.Join(packages, "\nUNION ALL ") + ") GROUP BY package_path;\n"
}

// path is an expression for a path of the part in the graph. The root of a repository
// is its name.
func (p part) path(column string) string {
	name := duck.Literal(p.repository)
	return "CASE " + column + " WHEN '.' THEN " + name + " ELSE " + name + " || '/' || " + column + " END"
}

// view is the statement that makes a table's view over the parts.
func viewOver(parts []part, t *schema.Table) string {
	var selects []string
	for i, p := range parts {
		selects = append(selects, p.rows(i, t))
	}
	return "CREATE OR REPLACE VIEW " + t.Name + " AS\n" + strings.Join(selects, "\nUNION ALL\n") + ";\n"
}

// rows selects the part's rows of a table as rows of the graph.
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
		case key == "calls.dispatch_id": // nobody compared the types of one with all interfaces of another
			expression = "NULL::INTEGER"
		case key == "imports.import_id":
			expression = fmt.Sprintf("%s::BIGINT + %d", expression, p.imports)
		case key == "imports.imported_module_path":
			from += " LEFT JOIN homes ON homes.package_path = t.imported_module"
			expression = "coalesce(" + p.path(expression) + ", homes.module_path)"
		case key == "imports.is_external":
			expression += " AND homes.module_path IS NULL"
		case c.Name == "file_path" || c.Name == "module_path":
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

// partsSQL makes the tables of each part views in a schema of its own, and the tables
// that join them.
func partsSQL(parts []part) string {
	var script strings.Builder
	for _, p := range parts {
		script.WriteString("CREATE SCHEMA IF NOT EXISTS " + p.schema + ";\n")
		for _, t := range schema.Tables() {
			if t.Derived {
				continue
			}
			entry, _ := p.manifest.Table(t.Name)
			script.WriteString("CREATE OR REPLACE VIEW " + p.schema + "." + t.Name + " AS " + p.artifact.rows(t, entry) + ";\n")
		}
	}
	script.WriteString(joinSQL(parts))
	return script.String()
}

// filesAt returns the paths of the files that a typed one may mean: its own, or, where
// there are several indexes, that of each that holds it.
func (ix *Index) filesAt(ctx context.Context, path string) ([]string, error) {
	if len(ix.parts) == 1 {
		return []string{path}, nil
	}
	paths := []string{path}
	for _, p := range ix.parts {
		paths = append(paths, p.repository+"/"+path)
	}
	if err := ix.Attach(ctx, "files"); err != nil {
		return nil, err
	}
	rows, err := ix.db.QueryContext(ctx, "SELECT file_path FROM files WHERE list_contains($1::VARCHAR[], file_path) ORDER BY file_path", paths)
	if err != nil {
		return nil, fmt.Errorf("look for %s in the indexes: %w", path, err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var found string
		if err := rows.Scan(&found); err != nil {
			return nil, fmt.Errorf("look for %s in the indexes: %w", path, err)
		}
		out = append(out, found)
	}
	return out, rows.Err()
}
