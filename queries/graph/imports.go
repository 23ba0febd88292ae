package graph

import (
	"context"
	_ "embed"
	"fmt"
	"path"
	"regexp"
	"slices"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed packages.sql
	packagesSQL string
	//go:embed packages_reached.sql
	packagesReachedSQL string
	//go:embed dependencies.sql
	dependenciesSQL string
	//go:embed dependents.sql
	dependentsSQL string
	//go:embed why.sql
	whySQL string
)

// Dependencies is the operation that finds the imports of a package.
func Dependencies() queries.Operation {
	o := operation{name: "dependencies", columns: []column{position, depth, symbol, through},
		statement: func(s *session) (string, []any) {
			packages, files := s.starts()
			return dependenciesSQL, []any{packages, files, s.depth, s.IncludeTests}
		},
		judge: func(_ context.Context, s *session) error {
			for _, t := range s.targets {
				if t.Kind == "package" && t.File == "" {
					s.add(schema.ReasonOutsidePackage, 1)
				}
			}
			return nil
		}}
	return declareImports(o, queries.Operation{
		Summary: "list the packages that a package or file imports, direct and transitive",
		Help: `Packages of the repository and external ones; the walk does not go through external
packages. Imports of tests count for the target only. A program in the package's folder
that the build leaves out counts as a test. "site" is the first import that leads there.` + importFiltersHelp,
		Example: "dependencies ./cmd/cortex --depth 2",
	})
}

// Dependents is the operation that finds the packages that import a package.
func Dependents() queries.Operation {
	o := operation{name: "dependents", into: true, columns: []column{position, depth, symbol, through},
		statement: func(s *session) (string, []any) {
			packages, _ := s.starts()
			return dependentsSQL, []any{packages, s.depth, s.IncludeTests}
		}}
	return declareImports(o, queries.Operation{
		Summary: "list the packages that import a package, direct and transitive",
		Help: `The package may be external. A Go file means its package. A package that imports
it in tests only counts as a test, and the walk does not go through it. A program in the
package's folder that the build leaves out counts as a test.` + importFiltersHelp,
		Example: "dependents golang.org/x/sync/errgroup",
	})
}

const whyName = "why"

type whyArgs struct {
	arguments
	To string `arg:"to" required:"" positional:"" help:"the imported package"`
}

// Why is the operation that finds how a package comes to import another one.
func Why() queries.Operation {
	o := operation{name: whyName, columns: []column{position, step, symbol},
		find: func(ctx context.Context, s *session) error {
			if err := s.prepareImports(ctx); err != nil {
				return err
			}
			text, args := s.statement(s)
			if err := s.exec(ctx, text, args...); err != nil {
				return err
			}
			if err := s.readPackages(ctx); err != nil {
				return err
			}
			return s.countWays(ctx)
		},
		statement: func(s *session) (string, []any) {
			packages, files := starts(s.targets, false)
			ends, _ := starts(s.endings, true)
			if s.joinsFiles() {
				packages, files, ends = fileKeys(s.targets), []int32{0}, fileKeys(s.endings)
			}
			return whySQL, []any{packages, files, ends, s.IncludeTests}
		},
		asks: func(s *session) []completeness.Asked {
			return []completeness.Asked{{About: schema.AboutImports, Packages: s.packages}}
		}}
	return queries.Declare(queries.Operation{
		Name:    o.name,
		Tool:    tool,
		Drawn:   true,
		Explain: true,
		Summary: "find a shortest way of imports from one package to another",
		Help: `The packages on the way, from the first one on, each with the import that leads to it.
The end may be external; a dotted name such as watchdog stands for its modules too. Two files of
Python, TypeScript or JavaScript are joined by imports of files. Otherwise a file at the end means
its folder. The imports of external packages and of the standard library are not in the index, so
no way passes through them. Imports of tests count for the first package only;
--include-tests=false leaves them out.`,
		Example: "why ./cmd/cortex golang.org/x/sync/errgroup",
	}, func(ctx context.Context, ix *queries.Index, args whyArgs) (*answer, error) {
		s := newSession(o, ix, args.arguments)
		s.depth, s.maxPerLevel, s.to = maxWay, args.MaxResults, args.To
		return s.run(ctx)
	})
}

// importer matches the files of the languages that import files.
var importer = regexp.MustCompile(`\.(?:pyi?|[cm]?[jt]sx?)$`)

// joinsFiles reports whether both ends are files of languages that import files.
func (s *session) joinsFiles() bool {
	return !slices.ContainsFunc(slices.Concat(s.targets, s.endings), func(t target.Symbol) bool { return t.Kind != "file" || !importer.MatchString(t.File) })
}

// fileKeys returns the keys of files in packages.sql.
func fileKeys(files []target.Symbol) (keys []string) {
	for _, t := range files {
		keys = append(keys, "file:"+t.File)
	}
	return keys
}

// maxWay is above the length of each way of imports.
const maxWay = 1_000_000

// countWays notes that there are other ways of the same length.
func (s *session) countWays(ctx context.Context) error {
	var ways string
	err := s.conn.QueryRowContext(ctx, "SELECT coalesce(min(label), '0') FROM found").Scan(&ways)
	if err != nil {
		return err
	}
	if t := s.endings[0]; t.Kind == "file" && !s.joinsFiles() {
		s.answer.known.readings = append(s.answer.known.readings, fmt.Sprintf("%s means its folder %s", t.File, path.Dir(t.File)))
	}
	switch ways {
	case "0":
		s.answer.known.advice = "no way of imports leads there"
		from, _ := starts(s.targets, true)
		if to, _ := starts(s.endings, true); !s.joinsFiles() && slices.Equal(from, to) {
			s.answer.known.advice = "both targets mean one package"
		}
	case "1":
	default:
		s.answer.known.remark = "the first of " + ways + " shortest ways"
	}
	return nil
}

// importFiltersHelp ends the help of the operations about imports.
//
// DESIGN: many files may import a package at a depth, and the answer shows one import. A filter on its file would leave packages out by
// chance.
const importFiltersHelp = `

scope and exclude_patterns filter the results by the directory of each package; the
walk goes through packages that they leave out. --include-tests=false follows only
imports outside tests.`

func declareImports(o operation, op queries.Operation) queries.Operation {
	op.Name, op.Tool, op.Drawn = o.name, tool, true
	o.asks = func(s *session) []completeness.Asked {
		return []completeness.Asked{{About: schema.AboutImports, Packages: s.packages}}
	}
	o.find = func(ctx context.Context, s *session) error {
		if err := s.prepareImports(ctx); err != nil {
			return err
		}
		text, args := s.statement(s)
		if err := s.exec(ctx, text, args...); err != nil {
			return err
		}
		return s.readPackages(ctx)
	}
	return queries.Declare(op, func(ctx context.Context, ix *queries.Index, args importArgs) (*answer, error) {
		s := newSession(o, ix, args.arguments)
		s.depth, s.maxPerLevel = args.Depth, args.MaxPerLevel
		return s.run(ctx)
	})
}

// prepareImports makes the import graph in memory.
func (s *session) prepareImports(ctx context.Context) error {
	if err := s.ix.PreparePrograms(ctx); err != nil {
		return err
	}
	return s.ix.RunOnce(ctx, packagesSQL)
}

// readPackages reads the packages whose imports the answer needs: the targets, and the results above the depth limit.
func (s *session) readPackages(ctx context.Context) (err error) {
	keys, files := s.starts()
	s.packages, err = queries.Collect(ctx, s.conn.QueryContext, func(p *string) []any { return []any{p} }, packagesReachedSQL, keys, files, s.depth)
	return err
}

// starts are the targets of the question.
func (s *session) starts() (packages []string, files []int32) { return starts(s.targets, s.into) }

// starts are the targets: packages by the keys of packages.sql, and files by their ids. A file means its package when it is the end of
// imports.
func starts(targets []target.Symbol, into bool) (packages []string, files []int32) {
	packages, files = []string{""}, []int32{0} // the driver cannot bind an empty list
	for _, t := range targets {
		switch {
		case t.Kind == "file" && into:
			packages = append(packages, "/"+path.Dir(t.File))
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
