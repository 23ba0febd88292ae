package graph_test

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/schema"
)

// imported is an import: of one package by another, or by a file that is asked about.
type imported struct {
	by, of string
	site   string // file:line
	test   bool
}

// before reports whether an import is shown rather than another: outside tests, and then the
// first.
func (i imported) before(j imported) bool {
	return !i.test && j.test || i.test == j.test && i.site < j.site
}

// randomImports makes an index of packages that import each other at random, in cycles too, some
// in tests, and of packages from outside.
func randomImports(r *rand.Rand, packages, imports int) (*schema.Rows, []imported) {
	const outside = 4
	rows := &schema.Rows{}
	for p := range packages {
		directory := fmt.Sprintf("p%02d", p)
		rows.Modules = append(rows.Modules, schema.Module{ModulePath: directory, PackagePath: "example.com/" + directory, Language: "go", FileCount: 3, TestFileCount: 1, Depth: 1})
		for _, name := range []string{"a.go", "a_test.go", "b.go"} {
			rows.Files = append(rows.Files, schema.File{FileID: int32(len(rows.Files) + 1), FilePath: directory + "/" + name, Language: "go", ModulePath: directory,
				IsTest: name == "a_test.go", FileHash: "0123456789abcdef", Status: schema.StatusOK})
		}
	}
	var all []imported
	for i := range imports {
		f := &rows.Files[r.IntN(len(rows.Files))]
		made := schema.Import{FileID: f.FileID, FilePath: f.FilePath, ModulePath: f.ModulePath, StartLine: int32(i + 100)}
		if of := r.IntN(packages + outside); of < packages {
			made.ImportedModulePath = rows.Modules[of].ModulePath
			made.ImportedModule = rows.Modules[of].PackagePath
		} else {
			made.ImportedModule = fmt.Sprintf("outside%d", of-packages)
		}
		f.ImportCount++
		rows.Imports = append(rows.Imports, made)
		site := fmt.Sprintf("%s:%d", f.FilePath, made.StartLine)
		if by := "example.com/" + f.ModulePath; by != made.ImportedModule { // its tests import a package that does not import itself
			all = append(all, imported{by, made.ImportedModule, site, f.IsTest})
		}
		all = append(all, imported{f.FilePath, made.ImportedModule, site, f.IsTest})
	}
	slices.SortStableFunc(rows.Imports, func(a, b schema.Import) int { return int(a.FileID - b.FileID) })
	for i := range rows.Imports {
		rows.Imports[i].ImportID = int32(i + 1)
	}
	return rows, all
}

// following is how imports are followed from where: up to those that import, or down to what is
// imported; with tests or without.
type following struct {
	from      []string
	up, tests bool
}

// step says which way an import leads, and whether that makes a result: the tests of a target count
// on the way down, and those of what is reached on the way up.
func (f following) step(i imported) (from, to string, counts bool) {
	if f.up {
		return i.of, i.by, (!i.test || f.tests) && !strings.HasSuffix(i.by, ".go")
	}
	return i.by, i.of, !i.test || f.tests && slices.Contains(f.from, i.by)
}

// reach says how many imports lead to each package that is found, and to each that is walked
// through, as the definition says it, import by import until nothing changes.
func (f following) reach(all []imported) (found, walked map[string]int) {
	found, walked = map[string]int{}, map[string]int{}
	for _, t := range f.from {
		walked[t] = 0
	}
	nearer := func(at map[string]int, to string, depth int) bool {
		old, ok := at[to]
		if ok && old <= depth {
			return false
		}
		at[to] = depth
		return true
	}
	for changed := true; changed; {
		changed = false
		for _, i := range all {
			from, to, counts := f.step(i)
			depth, ok := walked[from]
			if !ok || !counts {
				continue
			}
			changed = nearer(found, to, depth+1) || changed
			if !i.test || !f.up { // nobody depends on what only tests import
				changed = nearer(walked, to, depth+1) || changed
			}
		}
	}
	return found, walked
}

// answer writes what is found to a depth, each package with the import to show, and how many are
// found with tests alone.
func (f following) answer(all []imported, depth int) (text string, left int) {
	found, walked := f.reach(all)
	var lines []string
	stopped := "exhausted"
	for p, d := range found {
		if d == depth+1 {
			stopped = "depth"
		}
		if d > depth {
			continue
		}
		var first imported
		for _, i := range all {
			from, to, counts := f.step(i)
			if at, ok := walked[from]; to == p && ok && at == d-1 && counts && (first.site == "" || i.before(first)) {
				first = i
			}
		}
		via := first.by
		if f.up {
			via = first.of
		}
		lines = append(lines, fmt.Sprintf("%03d %s %s %s", d, p, first.site, via))
	}
	with, _ := following{f.from, f.up, true}.reach(all)
	for p, d := range with {
		if outside, ok := found[p]; d <= depth && (!ok || outside > depth) {
			left++
		}
	}
	return sorted(append(lines, fmt.Sprintf("stopped by %s, %d left out", stopped, left))), left
}

func gotImports(r reply) string {
	var lines []string
	for _, x := range r.Results {
		lines = append(lines, fmt.Sprintf("%03d %s %s:%d %s", x.Depth, x.Node.Symbol, x.Site.File, x.Site.Line, x.Via))
	}
	left := 0
	_, _ = fmt.Sscanf(r.Suggestion, "%d more left out by include_tests", &left)
	return sorted(append(lines, fmt.Sprintf("stopped by %s, %d left out", r.StoppedBy, left)))
}

// Imports are followed as the definition says, with the tests of what is asked about and
// without, whatever is asked about: a package, several, one from outside, a file.
func TestImportsAgreeWithTheirDefinition(t *testing.T) {
	t.Parallel()
	const graphs = 2
	results, left := 0, 0
	for seed := range graphs {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		packages := 5 + r.IntN(20)
		rows, all := randomImports(r, packages, packages+r.IntN(2*packages))
		ix := openRows(t, rows, complete)
		outside := slices.IndexFunc(rows.Imports, func(i schema.Import) bool { return i.ImportedModulePath == "" })
		for _, target := range []string{"p00", "p?3", rows.Imports[max(outside, 0)].ImportedModule, "p02/a.go", "p02/a_test.go"} {
			for _, depth := range []int{2, 100} {
				for _, tests := range []bool{true, false} {
					for _, op := range []queries.Operation{graph.Dependencies(), graph.Dependents()} {
						up := op.Name == "dependents"
						got := ask(t, ix, op, map[string]any{"target": target, "depth": depth, "include_tests": tests,
							"max_results": 500, "max_per_level": 500, "include_context": false})
						want, without := following{startsOf(rows, target, up), up, tests}.answer(all, depth)
						if diff := cmp.Diff(want, gotImports(got)); diff != "" {
							t.Fatalf("seed %d, %s of %s, depth %d, include_tests %t (-want +got):\n%s", seed, op.Name, target, depth, tests, diff)
						}
						results, left = results+got.TotalFound, left+without
					}
				}
			}
		}
	}
	if results < 100*graphs || left < 10*graphs {
		t.Errorf("%d results and %d left out in all, so few that the graphs prove nothing", results, left)
	}
}

// startsOf are the packages that a target stands for, or the file.
func startsOf(rows *schema.Rows, target string, up bool) []string {
	switch {
	case strings.HasSuffix(target, ".go") && up:
		return []string{"example.com/" + path.Dir(target)}
	case !strings.HasPrefix(target, "p") || strings.HasSuffix(target, ".go"):
		return []string{target}
	}
	var all []string
	for _, m := range rows.Modules {
		if matches, _ := path.Match(target, m.ModulePath); matches {
			all = append(all, m.PackagePath)
		}
	}
	return all
}
