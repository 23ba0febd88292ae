package analysis

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"path"

	"github.com/cortex-index/cortex/queries"
)

//go:embed package_summary.sql
var packageSummarySQL string

//go:embed package_kinds.sql
var packageKindsSQL string

//go:embed package_exported.sql
var packageExportedSQL string

//go:embed package_imports.sql
var packageImportsSQL string

// packageSummary is one module.
type packageSummary struct {
	PackageName     string         `json:"package_name"`
	PackagePath     string         `json:"package_path"` // the import path, or the directory where there is none
	Directory       string         `json:"directory"`
	Language        string         `json:"language"`
	FileCount       int            `json:"file_count"` // in the module's language, like line_count
	LineCount       int            `json:"line_count"`
	OtherFileCount  int            `json:"other_file_count"` // the other files of the directory
	ExportedSymbols symbolList     `json:"exported_symbols"`
	KindCounts      map[string]int `json:"kind_counts"`
	Dependencies    []imported     `json:"dependencies"`
	Dependents      []imported     `json:"dependents"`
}

// imported is a module that imports another or is imported.
type imported struct {
	Name      string `json:"name"`       // the directory, or the import path of one from outside
	Kind      string `json:"kind"`       // internal, external or standard
	FileCount int    `json:"file_count"` // files that hold the import
}

type packageSummaryAnswer struct {
	*head
	PackageSummary packageSummary `json:"package_summary"`
}

type packageSummaryArgs struct {
	Target       string `arg:"target" required:"" positional:"" help:"a directory, an import path, or the end of one"`
	IncludeTests bool   `arg:"include_tests" default:"false" help:"count test files and what they import"`
	pages
}

func packageSummaryOperation() queries.Operation {
	return declare(queries.Operation{
		Name:    "package_summary",
		Summary: "one module: what it exports, what it is made of, what it imports, and who imports it",
		Help: `What it exports stands in the order in which others use it; max_results and offset
page through that. file_count and line_count are of the files in the module's language,
which is go where there is any; other_file_count is of all others in the directory.`,
		Example: "package_summary . --max-results 20",
	}, func(ctx context.Context, ix *queries.Index, args packageSummaryArgs, h *head) (*packageSummaryAnswer, error) {
		module, err := oneModule(ctx, ix, args.Target)
		if err != nil {
			return nil, err
		}
		a := &packageSummaryAnswer{head: h}
		p := &a.PackageSummary
		p.Directory = module.File
		h.read(module)
		h.parted()
		if err := prepare(ctx, ix); err != nil {
			return nil, err
		}
		for _, read := range []func(context.Context, *queries.Index, packageSummaryArgs, *head) error{p.introduce, p.measure, p.list, p.count, p.relate} {
			if err := read(ctx, ix, args, h); err != nil {
				return nil, fmt.Errorf("summarise %s: %w", p.Directory, err)
			}
		}
		if err := h.doubtCounts(ctx, ix, ""); err != nil {
			return nil, fmt.Errorf("summarise %s: %w", p.Directory, err)
		}
		h.list = []any{a.PackageSummary}
		return a, nil
	})
}

// oneModule returns the one module that a target names.
func oneModule(ctx context.Context, ix *queries.Index, target string) (queries.Symbol, error) {
	found, err := ix.ResolvePackages(ctx, target, "package")
	if err != nil {
		return queries.Symbol{}, err
	}
	if len(found) > 1 {
		e := &queries.TargetError{Target: target, Ambiguous: true, Total: len(found), Advice: "name one of them:"}
		for _, s := range found[:min(len(found), 10)] {
			e.Candidates = append(e.Candidates, queries.Candidate{Symbol: s.Symbol, Kind: s.Kind, Position: s.File})
		}
		return queries.Symbol{}, e
	}
	if found[0].File == "" {
		return queries.Symbol{}, &queries.TargetError{Target: target, Advice: "it is a package from outside the repository, of which the index holds only its uses: cortex query dependents " + found[0].Symbol}
	}
	return found[0], nil
}

func (p *packageSummary) measure(ctx context.Context, ix *queries.Index, args packageSummaryArgs, h *head) error {
	rows, err := ix.Query(ctx, packageSummarySQL, p.Directory, args.IncludeTests)
	if err != nil {
		return err
	}
	defer rows.Close()
	var tests int
	for rows.Next() {
		var name sql.NullString
		if err := rows.Scan(&name, &p.Language, &p.FileCount, &p.LineCount, &p.OtherFileCount, &tests); err != nil {
			return err
		}
		p.PackagePath = p.Directory
		if name.Valid {
			p.PackagePath = name.String
		}
		p.PackageName = path.Base(p.PackagePath)
	}
	others := ""
	if p.OtherFileCount > 0 {
		others = ", beside " + plural(p.OtherFileCount, "other file")
	}
	h.row(p.Directory, "module", p.PackagePath, "%s, %s%s", plural(p.FileCount, p.Language+" file"), plural(p.LineCount, "line"), others)
	if tests > 0 && !args.IncludeTests {
		h.note("%s left out: --include-tests counts them", plural(tests, "test file"))
	}
	return rows.Err()
}

func (p *packageSummary) count(ctx context.Context, ix *queries.Index, args packageSummaryArgs, h *head) error {
	rows, err := ix.Query(ctx, packageKindsSQL, p.Directory, args.IncludeTests)
	if err != nil {
		return err
	}
	defer rows.Close()
	p.KindCounts = map[string]int{}
	for rows.Next() {
		var kind string
		var n, exported int
		if err := rows.Scan(&kind, &n, &exported); err != nil {
			return err
		}
		p.KindCounts[kind] = n
		h.row("", "kind", kind, "%d, %d of them exported", n, exported)
	}
	return rows.Err()
}

func (p *packageSummary) relate(ctx context.Context, ix *queries.Index, args packageSummaryArgs, h *head) error {
	rows, err := ix.Query(ctx, packageImportsSQL, p.Directory, args.IncludeTests)
	if err != nil {
		return err
	}
	defer rows.Close()
	p.Dependencies, p.Dependents = []imported{}, []imported{}
	for rows.Next() {
		var part string
		var m imported
		if err := rows.Scan(&part, &m.Name, &m.FileCount, &m.Kind); err != nil {
			return err
		}
		list := &p.Dependencies
		if part == "dependent" {
			list = &p.Dependents
		}
		*list = append(*list, m)
		h.row("", part, m.Name, "%s, in %s", m.Kind, plural(m.FileCount, "file"))
	}
	return rows.Err()
}

func (p *packageSummary) list(ctx context.Context, ix *queries.Index, args packageSummaryArgs, h *head) error {
	rows, err := ix.Query(ctx, packageExportedSQL, p.Directory, args.IncludeTests, args.MaxResults, args.Offset)
	if err != nil {
		return err
	}
	defer rows.Close()
	e := &p.ExportedSymbols
	e.Items = []SymbolInfo{}
	for rows.Next() {
		into, made := info()
		if err := rows.Scan(append(into, &e.TotalFound)...); err != nil {
			return err
		}
		s := made()
		e.Items = append(e.Items, s)
		h.row(s.position(), "exported", s.Signature, "used %s, %d by other modules", times(s.RefCount), s.ExternalRefCount)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(e.Items) == 0 && args.Offset > 0 { // how many there are stands in rows
		first := &packageSummary{Directory: p.Directory}
		args := args
		args.MaxResults, args.Offset = 1, 0
		if err := first.list(ctx, ix, args, &head{}); err != nil {
			return err
		}
		e.TotalFound = first.ExportedSymbols.TotalFound
	}
	e.TotalReturned = len(e.Items)
	h.count(paged("exported symbol", e.TotalFound, e.TotalReturned, args.Offset))
	h.table.Partial = e.TotalReturned < e.TotalFound
	return nil
}
