package analysis

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

//go:embed summary_languages.sql
var summaryLanguagesSQL string

//go:embed summary_modules.sql
var summaryModulesSQL string

//go:embed summary_entries.sql
var summaryEntriesSQL string

//go:embed summary_diagnostics.sql
var summaryDiagnosticsSQL string

// summary is the project on one screen.
type summary struct {
	Languages       []language     `json:"languages"` // the most lines first
	PackageCount    int            `json:"package_count"`
	LargestModules  []moduleBrief  `json:"largest_modules"`
	MostUsedModules []moduleBrief  `json:"most_used_modules"`
	TopSymbols      []hotspot      `json:"top_symbols"`
	EntryPoints     []SymbolInfo   `json:"entry_points"`
	Diagnostics     []diagnosticOf `json:"diagnostics"`
}

type language struct {
	Language    string         `json:"language"`
	FileCount   int            `json:"file_count"`
	LineCount   int            `json:"line_count"`
	SymbolCount int            `json:"symbol_count"`
	KindCounts  map[string]int `json:"kind_counts"`
}

// moduleBrief is a module: its files in its language, but for tests.
type moduleBrief struct {
	Module         string `json:"module"`
	FileCount      int    `json:"file_count"`
	CodeLines      int    `json:"code_lines"`
	GeneratedLines int    `json:"generated_lines"` // of those
	DependentCount int    `json:"dependent_count"` // modules that import it
}

// diagnosticOf counts the diagnostics of a step and a severity, and shows the first.
type diagnosticOf struct {
	Stage    string `json:"stage"`
	Severity string `json:"severity"`
	Count    int    `json:"count"`
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Message  string `json:"message"`
}

type summaryAnswer struct {
	*head
	Summary summary `json:"summary"`
}

type summaryArgs struct {
	TopN int `arg:"top_n" default:"10" min:"1" max:"500" help:"how many modules, symbols and entry points to return of each"`
}

// maxKinds is how many kinds of symbols the table names of a language, maxLanguages how many
// languages it has.
const (
	maxKinds     = 5
	maxLanguages = 8
)

func summaryOperation() queries.Operation {
	return declare(queries.Operation{
		Name:    "summary",
		Summary: "the project on one screen: languages, modules, what is used most, entry points, diagnostics",
		Help: `For somebody who has never seen it. Modules are ranked by what somebody wrote in their
language, without tests. Entry points are the functions main of commands at the root and in
cmd, those that import most of the repository first; then, where a library stands at the
root, its exported functions, those used most first; then other commands. Where there is no
command, the exported functions nearest to the root stand there. Tests, tools, examples,
demos and what is internal are none.`,
		Example: "summary --top-n 5",
	}, func(ctx context.Context, ix *queries.Index, args summaryArgs, h *head) (*summaryAnswer, error) {
		a := &summaryAnswer{head: h}
		h.parted()
		if err := prepare(ctx, ix); err != nil {
			return nil, err
		}
		for _, read := range []func(context.Context, *queries.Index, int, *head) error{
			a.Summary.readLanguages, a.Summary.readModules, a.Summary.readEntries, a.Summary.readSymbols, a.Summary.readDiagnostics,
		} {
			if err := read(ctx, ix, args.TopN, h); err != nil {
				return nil, fmt.Errorf("summarise: %w", err)
			}
		}
		entry, _ := ix.Manifest().Table("modules")
		a.Summary.PackageCount = int(entry.Rows)
		h.note("%s, %s; cortex query package-summary <module> tells more of one", plural(len(a.Summary.Languages), "language"), plural(a.Summary.PackageCount, "module"))
		h.list = []any{a.Summary}
		return a, nil
	})
}

func (s *summary) readLanguages(ctx context.Context, ix *queries.Index, _ int, h *head) error {
	rows, err := ix.Query(ctx, summaryLanguagesSQL)
	if err != nil {
		return err
	}
	defer rows.Close()
	s.Languages = []language{}
	kinds := map[string][]string{}
	for rows.Next() {
		var l language
		var kind sql.NullString
		var n sql.NullInt64
		if err := rows.Scan(&l.Language, &l.FileCount, &l.LineCount, &kind, &n); err != nil {
			return err
		}
		if len(s.Languages) == 0 || s.Languages[len(s.Languages)-1].Language != l.Language {
			l.KindCounts = map[string]int{}
			s.Languages = append(s.Languages, l)
		}
		last := &s.Languages[len(s.Languages)-1]
		if kind.Valid {
			last.KindCounts[kind.String] = int(n.Int64)
			last.SymbolCount += int(n.Int64)
			kinds[l.Language] = append(kinds[l.Language], plural(int(n.Int64), strings.ReplaceAll(kind.String, "_", " ")))
		}
	}
	for i, l := range s.Languages {
		if i == maxLanguages {
			h.row("", "language", "", "and %s", plural(len(s.Languages)-maxLanguages, "other"))
			break
		}
		named := append([]string{plural(l.FileCount, "file"), plural(l.LineCount, "line")}, kinds[l.Language][:min(len(kinds[l.Language]), maxKinds)]...)
		h.row("", "language", l.Language, "%s", strings.Join(named, ", "))
	}
	return rows.Err()
}

func (s *summary) readModules(ctx context.Context, ix *queries.Index, top int, h *head) error {
	rows, err := ix.Query(ctx, summaryModulesSQL, top)
	if err != nil {
		return err
	}
	defer rows.Close()
	s.LargestModules, s.MostUsedModules = []moduleBrief{}, []moduleBrief{}
	for rows.Next() {
		var part string
		var m moduleBrief
		if err := rows.Scan(&part, &m.Module, &m.FileCount, &m.CodeLines, &m.GeneratedLines, &m.DependentCount); err != nil {
			return err
		}
		list := &s.LargestModules
		if part != "largest" {
			list = &s.MostUsedModules
		}
		*list = append(*list, m)
		generated := ""
		if m.GeneratedLines > 0 {
			generated = fmt.Sprintf(" (%d generated)", m.GeneratedLines)
		}
		h.row("", part, m.Module, "%s of code%s, imported by %d", plural(m.CodeLines, "line"), generated, m.DependentCount)
	}
	return rows.Err()
}

func (s *summary) readEntries(ctx context.Context, ix *queries.Index, top int, h *head) error {
	rows, err := ix.Query(ctx, summaryEntriesSQL, top)
	if err != nil {
		return err
	}
	defer rows.Close()
	s.EntryPoints = []SymbolInfo{}
	total := 0
	for rows.Next() {
		into, made := info()
		if err := rows.Scan(append(into, &total)...); err != nil {
			return err
		}
		e := made()
		s.EntryPoints = append(s.EntryPoints, e)
		h.row(e.position(), "entry point", e.Symbol, "%s", e.Kind)
	}
	if more := total - len(s.EntryPoints); more > 0 {
		h.row("", "entry point", "", "and %d more", more)
	}
	return rows.Err()
}

func (s *summary) readSymbols(ctx context.Context, ix *queries.Index, top int, h *head) error {
	found, err := findHotspots(ctx, ix, hotspotsArgs{TopN: top, Sort: "reach"})
	s.TopSymbols = append([]hotspot{}, found...)
	for _, f := range found {
		h.row(f.Symbol.position(), "top symbol", f.Symbol.Symbol, "%s, %s, tests aside", f.Symbol.Kind, f.used())
	}
	return err
}

func (s *summary) readDiagnostics(ctx context.Context, ix *queries.Index, _ int, h *head) error {
	rows, err := ix.Query(ctx, summaryDiagnosticsSQL)
	if err != nil {
		return err
	}
	defer rows.Close()
	s.Diagnostics = []diagnosticOf{}
	for rows.Next() {
		var d diagnosticOf
		if err := rows.Scan(&d.Stage, &d.Severity, &d.Count, &d.File, &d.Line, &d.Message); err != nil {
			return err
		}
		s.Diagnostics = append(s.Diagnostics, d)
		position := d.File
		if d.Line > 0 {
			position = fmt.Sprintf("%s:%d", d.File, d.Line)
		}
		h.row(position, "diagnostic", d.Message, "%s of %s, the first", plural(d.Count, d.Severity), d.Stage)
	}
	return rows.Err()
}
