package outline

import (
	"context"
	_ "embed"
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/internal/fold"
	"github.com/cortex-index/cortex/queries/target"
)

var (
	//go:embed package_summary.sql
	packageSummarySQL string
	//go:embed package_kinds.sql
	packageKindsSQL string
	//go:embed package_exported.sql
	packageExportedSQL string
	//go:embed package_imports.sql
	packageImportsSQL string
)

// packageInfo is one module.
type packageInfo struct {
	PackageName     string            `json:"package_name"`
	PackagePath     string            `json:"package_path"` // the import path, or the directory without one
	Directory       string            `json:"directory"`
	Language        string            `json:"language"`
	FileCount       int               `json:"file_count"` // in the module's language, like line_count
	LineCount       int               `json:"line_count"`
	OtherFileCount  int               `json:"other_file_count"` // the other files of the directory
	ExportedSymbols answer.SymbolList `json:"exported_symbols"`
	KindCounts      map[string]int    `json:"kind_counts"`
	Dependencies    []imported        `json:"dependencies"`
	Dependents      []imported        `json:"dependents"`
}

// imported is a module that imports another or is imported.
type imported struct {
	Name      string `json:"name"`       // the directory, or the import path of an external module
	Kind      string `json:"kind"`       // internal, external or standard
	FileCount int    `json:"file_count"` // the files with the import

	part string
}

type packageAnswer struct {
	*answer.Head
	PackageSummary packageInfo `json:"package_summary"`
}

type packageArgs struct {
	Target       string `arg:"target" required:"" positional:"" help:"a directory, an import path, or the end of one"`
	IncludeTests bool   `arg:"include_tests" default:"false" help:"count test files and their imports"`
	answer.Pages
}

func packageSummary() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "package_summary",
		Summary: "describe one module: its exported symbols, its declarations, its imports, and the modules that import it",
		Help: `The exported symbols are in the order in which others use them; max_results and offset page
through them. file_count and line_count count the files in the module's language, which is
go when it has Go files. other_file_count counts all others in the directory.`,
		Example: "package_summary schema --max-results 20",
	}, func(ctx context.Context, ix *queries.Index, args packageArgs, h *answer.Head) (*packageAnswer, error) {
		module, err := oneModule(ctx, ix, args.Target)
		if err != nil {
			return nil, err
		}
		a := &packageAnswer{Head: h}
		a.PackageSummary.Directory = module.File
		h.Parts()
		h.Read(module)
		for _, read := range []func(context.Context, *queries.Index, packageArgs) error{a.introduce, a.measure, a.list, a.count, a.relate} {
			if err := read(ctx, ix, args); err != nil {
				return nil, fmt.Errorf("summarise %s: %w", module.File, err)
			}
		}
		h.Only(a.PackageSummary)
		if err := h.AskRules(ctx, ix, []string{module.File}); err != nil {
			return nil, err
		}
		return a, h.AskWhole(ctx, ix)
	})
}

// oneModule returns the one module that a target names.
func oneModule(ctx context.Context, ix *queries.Index, text string) (target.Symbol, error) {
	found, err := target.ResolvePackages(ctx, ix, text, "package")
	switch {
	case err != nil:
		return target.Symbol{}, err
	case len(found) > 1:
		return target.Symbol{}, target.Ambiguous(ctx, ix, text, found)
	case found[0].File == "":
		return target.Symbol{}, &target.Error{Target: text, Reason: "it is an external package, and the index has only its uses", Advice: "use cortex query dependents " + found[0].Symbol}
	}
	return found[0], nil
}

// introduce notes the first sentence of the package's doc comment.
func (a *packageAnswer) introduce(ctx context.Context, ix *queries.Index, _ packageArgs) error {
	type file struct {
		id       int32
		language string
	}
	all, err := queries.Collect(ctx, ix.Query, func(f *file) []any { return []any{&f.id, &f.language} },
		"SELECT file_id, language FROM files WHERE module_path = $1 AND NOT is_test ORDER BY ends_with(file_path, '/doc.go') DESC, file_path",
		a.PackageSummary.Directory)
	if err != nil {
		return err
	}
	var files []int32
	for _, f := range all {
		if fold.Reads(f.language) {
			files = append(files, f.id)
		}
	}
	texts, err := ix.Sources(ctx, files)
	best := ""
	for _, id := range files {
		doc, conventional := packageDoc(texts[id])
		if conventional {
			best = doc
			break
		}
		if best == "" {
			best = doc
		}
	}
	if best != "" {
		a.Note("%s", best)
	}
	return err
}

// packageDoc returns the first sentence of a Go file's package comment on one line; it may be empty.
// conventional reports whether it begins with "Package name", which excludes a license or a remark
// about the file.
func packageDoc(text string) (doc string, conventional bool) {
	parsed, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly|parser.ParseComments)
	if parsed == nil || parsed.Doc == nil {
		return "", false
	}
	doc = parsed.Doc.Text()
	doc = strings.Join(strings.Fields(doc[:fold.Sentence(doc)]), " ")
	name := parsed.Name.Name
	conventional = strings.HasPrefix(doc, "Package "+name+" ") || name == "main"
	if !conventional && strings.Contains(strings.ToLower(doc), "copyright") {
		return "", false
	}
	return queries.CutLine(doc), conventional
}

func (a *packageAnswer) measure(ctx context.Context, ix *queries.Index, args packageArgs) error {
	p := &a.PackageSummary
	var tests int
	if err := ix.QueryRow(ctx, packageSummarySQL, p.Directory, args.IncludeTests).Scan(answer.OrZero(&p.PackagePath), &p.Language, &p.FileCount, &p.LineCount,
		&p.OtherFileCount, &tests); err != nil {
		return err
	}
	if p.PackagePath == "" {
		p.PackagePath = p.Directory
	}
	p.PackageName = path.Base(p.PackagePath)
	others := ""
	if p.OtherFileCount > 0 {
		others = ", and " + answer.Plural(p.OtherFileCount, "other file")
	}
	a.Part(p.Directory, "module", p.PackagePath, "%s, %s%s", answer.Plural(p.FileCount, p.Language+" file"), answer.Plural(p.LineCount, "line"), others)
	if tests > 0 && !args.IncludeTests {
		a.Note("%s left out: --include-tests counts them", answer.Plural(tests, "test file"))
	}
	return nil
}

func (a *packageAnswer) count(ctx context.Context, ix *queries.Index, args packageArgs) error {
	type kindCount struct {
		kind        string
		n, exported int
	}
	counts, err := queries.Collect(ctx, ix.Query, func(k *kindCount) []any { return []any{&k.kind, &k.n, &k.exported} },
		packageKindsSQL, a.PackageSummary.Directory, args.IncludeTests)
	a.PackageSummary.KindCounts = map[string]int{}
	for _, k := range counts {
		a.PackageSummary.KindCounts[k.kind] = k.n
		a.Part("", "kind", k.kind, "%d, %d of them exported", k.n, k.exported)
	}
	return err
}

func (a *packageAnswer) relate(ctx context.Context, ix *queries.Index, args packageArgs) error {
	all, err := queries.Collect(ctx, ix.Query, func(m *imported) []any { return []any{&m.part, &m.Name, &m.FileCount, &m.Kind} },
		packageImportsSQL, a.PackageSummary.Directory, args.IncludeTests)
	p := &a.PackageSummary
	p.Dependencies, p.Dependents = []imported{}, []imported{}
	for _, m := range all {
		list := &p.Dependencies
		if m.part == "dependent" {
			list = &p.Dependents
		}
		*list = append(*list, m)
		a.Part("", m.part, m.Name, "%s, in %s", m.Kind, answer.Plural(m.FileCount, "file"))
	}
	return err
}

func (a *packageAnswer) list(ctx context.Context, ix *queries.Index, args packageArgs) (err error) {
	e := &a.PackageSummary.ExportedSymbols
	e.Items, e.TotalFound, err = answer.ReadPage(ctx, ix, args.Pages, (*answer.SymbolInfo).Fields, packageExportedSQL, a.PackageSummary.Directory, args.IncludeTests)
	e.TotalReturned = len(e.Items)
	for _, s := range e.Items {
		a.Part(s.Position(), "exported", s.Declaration(), "%s, %d by others", answer.Plural(s.RefCount, "use"), s.ExternalRefCount)
	}
	a.Page("exported symbol", e.TotalFound, e.TotalReturned, args.Offset)
	return err
}

// Report lays the summary out for people.
func (a *packageAnswer) Report(r queries.Reading) queries.Report { return a.PartsReport("", r) }
