package overview

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
)

var (
	//go:embed summary_languages.sql
	summaryLanguagesSQL string
	//go:embed summary_modules.sql
	summaryModulesSQL string
	//go:embed summary_entries.sql
	summaryEntriesSQL string
	//go:embed summary_diagnostics.sql
	summaryDiagnosticsSQL string
)

// project is the project on one screen.
type project struct {
	Languages       []language          `json:"languages"`    // the most lines first
	ModuleCount     int                 `json:"module_count"` // Go modules
	PackageCount    int                 `json:"package_count"`
	LargestModules  []moduleBrief       `json:"largest_modules"`
	MostUsedModules []moduleBrief       `json:"most_used_modules"`
	TopSymbols      []hotspot           `json:"top_symbols"`
	EntryPoints     []answer.SymbolInfo `json:"entry_points"`
	OtherPrograms   int                 `json:"other_program_count"` // programs that are no entry points: examples, tests, tools
	Diagnostics     []diagnosticsOf     `json:"diagnostics"`
}

type language struct {
	Language    string         `json:"language"`
	FileCount   int            `json:"file_count"`
	LineCount   int            `json:"line_count"`
	SymbolCount int            `json:"symbol_count"`
	KindCounts  map[string]int `json:"kind_counts"`
}

// moduleBrief is a module: its files in its language, without tests.
type moduleBrief struct {
	Module         string `json:"module"`
	FileCount      int    `json:"file_count"`
	CodeLines      int    `json:"code_lines"`
	GeneratedLines int    `json:"generated_lines"` // of those
	DependentCount int    `json:"dependent_count"` // modules that import it

	part string
}

// diagnosticsOf counts the diagnostics of a step and a severity, and shows the first.
type diagnosticsOf struct {
	Stage    string `json:"stage"`
	Severity string `json:"severity"`
	Count    int    `json:"count"`
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Message  string `json:"message"`
}

type summaryAnswer struct {
	*answer.Head
	Summary project `json:"summary"`

	counts      string // of modules and packages
	moreEntries int
}

type summaryArgs struct {
	TopN int `arg:"top_n" default:"10" min:"1" max:"100000" help:"the number of modules, symbols and entry points, of each"`
}

// maxLanguages is the number of languages that the table names.
const maxLanguages = 8

func summary() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "summary",
		Summary: "describe the project on one screen: languages, modules, the most used symbols, entry points, diagnostics",
		Help: `For people who see the project for the first time. Modules rank by their handwritten lines,
without tests. Entry points are the functions main of commands at the root and in cmd, those
that import most of the repository first. Of a library at the root, the exported functions
follow, the most used first, and then other commands. Without a command, the exported
functions nearest to the root are the entry points. Tests, tools, examples, demos and
internal code have none.`,
		Example: "summary --top-n 5",
	}, func(ctx context.Context, ix *queries.Index, args summaryArgs, h *answer.Head) (*summaryAnswer, error) {
		a := &summaryAnswer{Head: h}
		h.Parts()
		for _, read := range []func(context.Context, *queries.Index, int) error{a.languages, a.modules, a.entries, a.symbols, a.diagnostics} {
			if err := read(ctx, ix, args.TopN); err != nil {
				return nil, fmt.Errorf("summarise: %w", err)
			}
		}
		if err := ix.QueryRow(ctx, "SELECT count(*), count(DISTINCT root_path) FROM modules").Scan(&a.Summary.PackageCount, &a.Summary.ModuleCount); err != nil {
			return nil, fmt.Errorf("count the packages: %w", err)
		}
		a.counts = answer.Plural(a.Summary.PackageCount, "package")
		if a.Summary.ModuleCount > 0 {
			a.counts = answer.Plural(a.Summary.ModuleCount, "module") + ", " + a.counts
		}
		h.Note("%s; cortex query package-summary <package> tells more of one", a.counts)
		h.Only(a.Summary)
		if err := h.AskRules(ctx, ix, nil); err != nil {
			return nil, err
		}
		return a, h.AskWhole(ctx, ix)
	})
}

func (a *summaryAnswer) languages(ctx context.Context, ix *queries.Index, _ int) error {
	type row struct {
		language
		kind string
		n    int
	}
	rows, err := queries.Collect(ctx, ix.Query, func(r *row) []any {
		return []any{&r.Language, &r.FileCount, &r.LineCount, answer.OrZero(&r.kind), answer.OrZero(&r.n)}
	}, summaryLanguagesSQL)
	all := []language{}
	for _, r := range rows {
		if len(all) == 0 || all[len(all)-1].Language != r.Language {
			r.KindCounts = map[string]int{}
			all = append(all, r.language)
		}
		if l := &all[len(all)-1]; r.kind != "" {
			l.KindCounts[r.kind] = r.n
			l.SymbolCount += r.n
		}
	}
	for _, l := range all[:min(len(all), maxLanguages)] {
		a.Part("", "language", l.Language, "%s, %s", answer.Plural(l.FileCount, "file"), answer.Plural(l.LineCount, "line"))
	}
	if more := len(all) - maxLanguages; more > 0 {
		a.Part("", "language", "", "and %s", answer.Plural(more, "other"))
	}
	a.Summary.Languages = all
	return err
}

func (a *summaryAnswer) modules(ctx context.Context, ix *queries.Index, top int) error {
	all, err := queries.Collect(ctx, ix.Query, func(m *moduleBrief) []any {
		return []any{&m.part, &m.Module, &m.FileCount, &m.CodeLines, &m.GeneratedLines, &m.DependentCount}
	}, summaryModulesSQL, top)
	s := &a.Summary
	s.LargestModules, s.MostUsedModules = []moduleBrief{}, []moduleBrief{}
	for _, m := range all {
		list := &s.LargestModules
		if m.part != "largest" {
			list = &s.MostUsedModules
		}
		*list = append(*list, m)
		generated := ""
		if m.GeneratedLines > 0 {
			generated = fmt.Sprintf(" (%d generated)", m.GeneratedLines)
		}
		a.Part("", m.part, m.Module, "%s of code%s, imported by %d", answer.Plural(m.CodeLines, "line"), generated, m.DependentCount)
	}
	return err
}

func (a *summaryAnswer) entries(ctx context.Context, ix *queries.Index, top int) (err error) {
	a.Summary.EntryPoints, a.moreEntries, err = answer.ReadPage(ctx, ix, answer.Pages{MaxResults: top}, func(e *answer.SymbolInfo) []any {
		return append(e.Fields(), &a.Summary.OtherPrograms)
	}, summaryEntriesSQL)
	a.moreEntries -= len(a.Summary.EntryPoints)
	for _, e := range a.Summary.EntryPoints {
		a.Part(e.Position(), "entry point", e.Symbol, "%s", e.Kind)
	}
	if a.moreEntries > 0 {
		a.Part("", "entry point", "", "and %d more", a.moreEntries)
	}
	if n := a.Summary.OtherPrograms; n > 0 {
		a.Part("", "entry point", "", "and %s in examples, tests and tools", answer.Plural(n, "program"))
	}
	return err
}

func (a *summaryAnswer) symbols(ctx context.Context, ix *queries.Index, top int) (err error) {
	a.Summary.TopSymbols, err = findHotspots(ctx, ix, hotspotsArgs{TopN: top, Sort: "reach"})
	for _, f := range a.Summary.TopSymbols {
		a.Part(f.Symbol.Position(), "top symbol", f.Symbol.Symbol, "%s", f.used())
	}
	return err
}

func (a *summaryAnswer) diagnostics(ctx context.Context, ix *queries.Index, _ int) (err error) {
	a.Summary.Diagnostics, err = queries.Collect(ctx, ix.Query, func(d *diagnosticsOf) []any {
		return []any{&d.Stage, &d.Severity, &d.Count, &d.File, &d.Line, &d.Message}
	}, summaryDiagnosticsSQL)
	for _, d := range a.Summary.Diagnostics {
		a.Part(answer.Position(d.File, d.Line), "diagnostic", d.Message, "%s of %s, the first", answer.Plural(d.Count, d.Severity), d.Stage)
	}
	return err
}

// Report lays the summary out for people.
func (a *summaryAnswer) Report(r queries.Reading) queries.Report {
	m := a.Metadata
	title := m.Repository
	if m.Commit != "" {
		title += " at " + m.Commit[:min(len(m.Commit), 12)]
	}
	sections := []queries.Section{a.languageLines()}
	for _, part := range []struct {
		title string
		of    []moduleBrief
	}{{"LARGEST PACKAGES", a.Summary.LargestModules}, {"MOST IMPORTED PACKAGES", a.Summary.MostUsedModules}} {
		s := queries.Section{Heads: []string{part.title, "CODE LINES", "GENERATED", "IMPORTED BY"}}
		for _, m := range part.of {
			s.Lines = append(s.Lines, queries.Line{Cells: []string{m.Module, answer.Thousands(m.CodeLines), some(m.GeneratedLines), some(m.DependentCount)}})
		}
		sections = append(sections, s)
	}
	entries := queries.Section{Title: "entry points"}
	for _, e := range a.Summary.EntryPoints {
		entries.Lines = append(entries.Lines, queries.Line{Cells: []string{e.Position(), a.ShortName(e.Symbol)}})
	}
	if a.moreEntries > 0 {
		entries.Lines = append(entries.Lines, queries.Line{Note: true, Cells: []string{fmt.Sprintf("… %d more", a.moreEntries)}})
	}
	if n := a.Summary.OtherPrograms; n > 0 {
		entries.Lines = append(entries.Lines, queries.Line{Note: true, Cells: []string{"+ " + answer.Plural(n, "program") + " in examples, tests and tools"}})
	}
	symbols := queries.Section{Heads: []string{"", "MOST USED SYMBOLS", "USES", "OTHER PACKAGES"}}
	for _, f := range a.Summary.TopSymbols {
		symbols.Lines = append(symbols.Lines, queries.Line{Cells: []string{
			f.Symbol.Position(), a.ShortName(f.Symbol.Symbol), answer.Thousands(f.UseCount + f.OwnUseCount), some(f.ModuleCount)}})
	}
	problems := queries.Section{Title: "diagnostics"}
	for _, d := range a.Summary.Diagnostics {
		problems.Lines = append(problems.Lines, queries.Line{Note: true, Cells: []string{
			fmt.Sprintf("%s of %s, the first at %s: %s", answer.Plural(d.Count, d.Severity), d.Stage, answer.Position(d.File, d.Line), strings.TrimSpace(d.Message))}})
	}
	sections = append(sections, entries, symbols, problems)
	sections = slices.DeleteFunc(sections, func(s queries.Section) bool { return len(s.Lines) == 0 })
	out := a.Head.Report(title+": "+a.counts, sections, r)
	out.Notes[0] = strings.TrimPrefix(out.Notes[0], a.counts+"; ")
	return out
}

// languageLines are the languages with the most lines, and the number of the others.
func (a *summaryAnswer) languageLines() queries.Section {
	s := queries.Section{Heads: []string{"LANGUAGE", "FILES", "LINES"}}
	all := a.Summary.Languages
	for _, l := range all[:min(len(all), maxLanguages)] {
		s.Lines = append(s.Lines, queries.Line{Cells: []string{l.Language, answer.Thousands(l.FileCount), answer.Thousands(l.LineCount)}})
	}
	if more := len(all) - maxLanguages; more > 0 {
		s.Lines = append(s.Lines, queries.Line{Cells: []string{answer.Plural(more, "other"), "", ""}})
	}
	return s
}

// some is a number, or nothing for 0.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return answer.Thousands(n)
}
