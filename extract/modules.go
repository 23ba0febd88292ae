package extract

import (
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract/language"
	"github.com/cortex-index/cortex/schema"
)

// modules returns a row for each directory with a file in a programming language, with the counts
// of its files. packages maps directories to import paths, goModules to paths of Go modules, roots to
// directories of those.
func modules(files []schema.File, packages, goModules, roots map[string]string) []schema.Module {
	byPath := map[string]*schema.Module{}
	codeLines := map[string]map[string]int32{} // by module, of each programming language in it
	for _, f := range files {
		m := byPath[f.ModulePath]
		if m == nil {
			m = &schema.Module{ModulePath: f.ModulePath, PackagePath: packages[f.ModulePath], GoModule: goModules[f.ModulePath],
				RootPath: roots[f.ModulePath], Depth: depth(f.ModulePath)}
			byPath[f.ModulePath] = m
		}
		m.FileCount++
		m.TotalLines += f.LinesTotal
		m.CodeLines += f.LinesCode
		if f.IsTest {
			m.TestFileCount++
		}
		if language.IsProgramming(f.Language) {
			if codeLines[f.ModulePath] == nil {
				codeLines[f.ModulePath] = map[string]int32{}
			}
			codeLines[f.ModulePath][f.Language] += f.LinesCode
		}
	}
	maps.DeleteFunc(byPath, func(p string, _ *schema.Module) bool { return codeLines[p] == nil })
	for p, m := range byPath {
		m.Language = mainLanguage(codeLines[p])
	}
	out := make([]schema.Module, 0, len(byPath))
	for _, m := range byPath {
		out = append(out, *m)
	}
	slices.SortFunc(out, schema.Module.Compare)
	return out
}

// countModules counts the types, functions and imports of each module.
func countModules(rows *schema.Rows) {
	byPath := make(map[string]*schema.Module, len(rows.Modules))
	for i := range rows.Modules {
		byPath[rows.Modules[i].ModulePath] = &rows.Modules[i]
	}
	for i := range rows.Types {
		m := byPath[rows.Types[i].ModulePath]
		m.TypeCount++
		if rows.Types[i].IsExported {
			m.ExportedTypeCount++
		}
	}
	for i := range rows.Functions {
		m := byPath[rows.Functions[i].ModulePath]
		m.FunctionCount++
		if rows.Functions[i].IsExported {
			m.ExportedFunctionCount++
		}
	}
	type use struct{ module, imported string }
	seen := map[use]bool{}
	external := map[use]bool{}
	for _, i := range rows.Imports {
		u := use{i.ModulePath, i.ImportedModule}
		m := byPath[i.ModulePath]
		if !seen[u] {
			seen[u] = true
			m.ImportCount++
		}
		if i.IsExternal && !external[u] {
			external[u] = true
			m.ExternalImportCount++
		}
	}
}

// mainLanguage returns the language of a module from the lines of code in each: Go where
// there is any, otherwise the language with the most lines, ties by name. A Go package may
// have more lines of generated assembly than of Go.
func mainLanguage(codeLines map[string]int32) string {
	if _, ok := codeLines[language.Go]; ok {
		return language.Go
	}
	most := ""
	for _, name := range slices.Sorted(maps.Keys(codeLines)) {
		if most == "" || codeLines[name] > codeLines[most] {
			most = name
		}
	}
	return most
}

// depth returns how many directories a module is below the root.
func depth(module string) int32 {
	if module == "." {
		return 0
	}
	return int32(strings.Count(module, "/") + 1)
}
