package golang

import (
	"go/ast"
	"slices"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/syntax"
)

// part is some files of a node with the syntax that their names mean something in: theirs, and that of the other files of the package.
type part struct {
	parsed []*load.ParsedFile
	files  []*ast.File
}

// programs divides the files of a node for which several files declare one name, as programs in one folder do. No compiler accepts
// that, and the type checker takes the declaration of the first file for every use. A file that declares such a name is a part with its
// own declarations, and all other files are one part. No part has the declarations of such names in its other files. Where several files
// declare main, no part has a declaration of another file with main.
//
// DESIGN: a part costs a check of the package without the bodies of its other files. Rejected: to look at each object that the type
// checker found, because types of two programs with one name mix their fields and methods.
func programs(files []*ast.File, parsed []*load.ParsedFile) []part {
	repeated := repeatedNames(files)
	if len(repeated) == 0 {
		return []part{{parsed, files}}
	}
	others := make([]*ast.File, len(files))
	var rest part
	var all []part
	for i, f := range files {
		others[i] = without(f, repeated)
		if names := topNames(f); repeated["main"] && slices.Contains(names, "main") { // another program has no name of this one
			all := map[string]bool{}
			for _, n := range names {
				all[n] = true
			}
			others[i] = without(f, all)
		}
	}
	for i, f := range parsed {
		switch {
		case f.AST == nil:
		case slices.ContainsFunc(topNames(f.AST), func(n string) bool { return repeated[n] }):
			at := slices.Index(files, f.AST)
			own := slices.Clone(others)
			own[at] = f.AST
			all = append(all, part{parsed[i : i+1], own})
		default:
			rest.parsed = append(rest.parsed, f)
		}
	}
	rest.files = slices.Clone(others)
	for _, f := range rest.parsed {
		rest.files[slices.Index(files, f.AST)] = f.AST
	}
	return append([]part{rest}, all...)
}

// repeatedNames returns the names at package level, and the methods, that several files declare.
func repeatedNames(files []*ast.File) map[string]bool {
	first, repeated := map[string]*ast.File{}, map[string]bool{}
	for _, f := range files {
		for _, name := range topNames(f) {
			if old := first[name]; old == nil {
				first[name] = f
			} else if old != f {
				repeated[name] = true
			}
		}
	}
	return repeated
}

// topNames returns the names that a file declares in its package. A method has its type before it.
func topNames(f *ast.File) (names []string) {
	for _, d := range f.Decls {
		names = append(names, declaredNames(d)...)
	}
	return names
}

func declaredNames(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		switch base := syntax.ReceiverBase(d); {
		case d.Recv != nil:
			names = append(names, base+"."+d.Name.Name)
		case d.Name.Name != "init":
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			names = append(names, specNames(s)...)
		}
	}
	return slices.DeleteFunc(names, func(n string) bool { return n == "_" })
}

func specNames(s ast.Spec) (names []string) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		names = append(names, s.Name.Name)
	case *ast.ValueSpec:
		for _, n := range s.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

// without returns a file without bodies, without the declarations of some names and without the methods of such types.
func without(f *ast.File, names map[string]bool) *ast.File {
	has := func(n string) bool { return names[n] }
	out := *f
	out.Decls = nil
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" || names[syntax.ReceiverBase(d)] || slices.ContainsFunc(declaredNames(d), has) {
				continue
			}
			bare := *d
			bare.Body = nil
			out.Decls = append(out.Decls, &bare)
		case *ast.GenDecl:
			kept := *d
			kept.Specs = slices.DeleteFunc(slices.Clone(d.Specs), func(s ast.Spec) bool { return slices.ContainsFunc(specNames(s), has) })
			if len(kept.Specs) > 0 {
				out.Decls = append(out.Decls, &kept)
			}
		default:
			out.Decls = append(out.Decls, d)
		}
	}
	return &out
}
