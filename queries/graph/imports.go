package graph

import (
	"context"
	_ "embed"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed packages.sql
var packagesSQL string

//go:embed dependencies.sql
var dependenciesSQL string

//go:embed dependents.sql
var dependentsSQL string

// Dependencies is the question what a package imports.
func Dependencies() queries.Operation {
	q := question{name: "dependencies", columns: []column{position, depth, symbol, through}}
	return declareImports(q, dependenciesSQL, queries.Operation{
		Summary: "what a package or file imports, directly or through others",
		Help: `Packages of the repository and from outside; those from outside are not followed.
The tests of the target count, those of what it imports don't. A program of its own in a
package's folder, which its build leaves out, counts as its tests do. "site" is the first
import that leads there.` + importFiltersHelp,
		Example: "dependencies ./cmd/server --depth 2",
	})
}

// Dependents is the question what imports a package.
func Dependents() queries.Operation {
	q := question{name: "dependents", into: true, columns: []column{position, depth, symbol, through}}
	return declareImports(q, dependentsSQL, queries.Operation{
		Summary: "who imports a package, directly or through others",
		Help: `The package may be one from outside. For a Go file it is the file's package, since
Go imports packages and no files. Who imports it in tests alone is a dependent, but
whoever imports that one is none for it. A program of its own in a package's folder,
which its build leaves out, counts as its tests do.` + importFiltersHelp,
		Example: "dependents golang.org/x/sync/errgroup",
	})
}

// importFiltersHelp ends the help of the questions about imports.
//
// DESIGN: many files may import a package at a depth, and one of the imports is shown. Filters on its
// file would leave out packages by where that one happens to stand.
const importFiltersHelp = `

scope and exclude_patterns decide what is returned, not what is walked through,
by the directory of each package, whatever file the import of it stands in.
With include_tests=false only imports outside tests are followed.`

// noPackage is the key of no package that imports, and noFile the id of no file.
const (
	noPackage = ""
	noFile    = -1
)

// preparePackages makes what statements about imports read.
func preparePackages(ctx context.Context, ix *queries.Index) error {
	if err := ix.PreparePrograms(ctx); err != nil {
		return err
	}
	return ix.Prepare(ctx, packagesSQL, "modules", "imports", "symbols", "files")
}

func declareImports(q question, nodes string, op queries.Operation) queries.Operation {
	op.Name, op.Tool, op.Drawn = q.name, tool, true
	q.tables = []string{"modules", "imports"}
	q.doubts = importDoubts
	return queries.Declare(op, func(ctx context.Context, ix *queries.Index, args importArgs) (*answer, error) {
		s := newSession(q, ix, args.arguments)
		s.depth, s.maxPerLevel = args.Depth, args.MaxPerLevel
		s.find = func(ctx context.Context, s *session) error {
			packages, files := s.starts()
			bound := []any{packages, s.depth, s.depth, s.IncludeTests}
			if !s.into {
				s.doubtOutside()
				bound = []any{packages, files, s.depth, s.depth, s.depth, s.depth, s.IncludeTests, s.IncludeTests}
			}
			_, err := s.fill(ctx, "nodes", nodes, bound...)
			return err
		}
		return s.run(ctx)
	})
}

// doubtOutside notes each target from outside, whose imports are not in the index.
func (s *session) doubtOutside() {
	s.doubts = func(m schema.Manifest) []doubting {
		all := importDoubts(m)
		for _, t := range s.targets {
			if t.Kind == "package" && t.File == "" {
				all = append(all, doubting{always: "outside_package"})
			}
		}
		return all
	}
}

// starts are the targets: packages by the keys of packages.sql, and files by their ids. What
// asks who imports a file asks for its package.
func (s *session) starts() (packages []string, files []int32) {
	packages, files = []string{noPackage}, []int32{noFile} // an empty list would have no type
	for _, t := range s.targets {
		switch {
		case t.Kind == "file" && s.into:
			module, _, ok := cutLast(t.File, "/")
			if !ok {
				module = "."
			}
			packages = append(packages, "/"+module)
		case t.Kind == "file":
			files = append(files, t.ID)
		case t.File != "":
			packages = append(packages, "/"+t.File)
		default:
			packages = append(packages, t.Symbol)
		}
	}
	return packages, files
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// importDoubts: an import stands in its file, types or not, so only a file that was not
// read can hide one.
func importDoubts(m schema.Manifest) []doubting {
	all := append(unread(m), doubting{name: "imports_beyond"})
	if !m.Options.Tests {
		all = append(all, doubting{always: testsLeftOut})
	}
	return all
}
