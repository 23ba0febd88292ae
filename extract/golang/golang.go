// Package golang makes rows from the Go files of a tree: symbols, calls, references and types. They come from the results of the type
// checker; files that it cannot check give rows by the syntax alone.
//
// # Terms
//
// Package load defines source, node and owner: the owner of a file writes its rows. The place of its name gives a symbol its number.
// Thus each node finds the same number for the same declaration, also in variants of a package.
//
// # How far the rows are true
//
// The type checker gives the calls and references of a type-checked file. A
// file outside the chosen build, or of a module that could not be listed, is
// parsed without types: its declarations are there, its calls are matched by
// scope, import and name (heuristic) or not at all (unresolved), and its other
// references are not there. A file that the build has and the tree has not, because git
// ignores it, is type-checked without its bodies and has no rows: a diagnostic says so.
//
// The table unknowns has all names in such code that have no other row, and the types and
// interfaces that its declarations may relate. An open name is a name without a
// row; a gap is a missing fact about one symbol.
//
// # Limitations
//
// One build is read: the chosen operating system, architecture and tags. Go files that
// git ignores and only another build has are not noticed. The code
// that cgo generates is not read: names of C are matched by name. Code that a panic of
// the type checker hides is reported and left untyped.
//
// Code without types may compare structs of the tree without a name of theirs: no row of
// unknowns is about that. An open name of a member means no member of another index where
// a declaration of the tree has the same name.
package golang

import (
	"context"
	"go/types"
	"slices"
	"sync"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/unknowns"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of Go.
func New() extract.Extractor { return extractor{} }

type extractor struct{}

// Languages returns "go".
func (extractor) Languages() []string { return []string{"go"} }

// extraction is one run.
type extraction struct {
	*load.Program
	names        *untyped.Tree
	externals    *externals
	externalBase int32
	inits        *inits
	types        *typeNotes
	compared     map[int32]bool                // the interfaces that the tree declares and that types were compared with, and their methods
	dispatch     map[int32]map[int32]*dispatch // calls through an interface of the methods of an embedded one, by interface and method
	incomplete   incomplete                    // the types with incomplete method sets
	standard     sync.Map                      // import path to whether it is of the standard library
	looksUp      sync.Map                      // the import paths of packages that look methods up: see tracer
	outsideFiles sync.Map                      // *parsedFile to *outsideFile
	all          found                         // rows that belong to no node
	opens        []unknowns.Opened             // the types that templates and reflection may get
	lost         []unknowns.UnreadFile         // Go files without rows of which nothing is known
}

// Extract reads the Go files of the tree. Problems in them become
// diagnostics; an error is a cancelled context, or a fault of this program.
func (extractor) Extract(ctx context.Context, cfg extract.Config, tree *extract.Tree) (*extract.Code, error) {
	if !slices.ContainsFunc(tree.Files, load.IsSource) {
		return &extract.Code{}, nil
	}
	p, err := load.Load(ctx, cfg, tree)
	if err != nil {
		return nil, err
	}
	x := &extraction{Program: p, types: newTypeNotes(), inits: &inits{next: p.Next, byKey: map[string]*initOf{}}}
	x.externalBase = p.Next + 3*int32(len(p.Layout.Managed)) // a directory has at most three synthetic functions
	x.externals = &externals{next: x.externalBase, rows: map[string]*schema.Symbol{}}
	x.incomplete.known, x.incomplete.all = p.Known, len(p.Ignored) > 0
	x.all.rows.Diagnostics = p.Diagnostics
	x.names = &untyped.Tree{Program: p, Symbol: func(obj types.Object) int32 { return x.newResolver().symbol(obj) }}
	typed, err := x.checkAll(ctx)
	if err != nil {
		return nil, err
	}
	untypedFiles, err := x.untyped(ctx, typed)
	if err != nil {
		return nil, err
	}
	parts, lost := unknowns.ReadUnread(x.names)
	for _, p := range parts {
		untypedFiles = append(untypedFiles, &found{names: p.Names, untyped: p.Types, bodies: p.Bodies})
	}
	x.lost = lost
	x.linked(slices.Concat(typed, untypedFiles))
	x.findDispatches(typed)
	x.opens = x.opened(typed)
	related := x.relate(ctx, typed, untypedFiles)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return x.finish(append(append(typed, untypedFiles...), related, &x.all)), nil
}

// Toolchain returns the version of the go command and the settings that choose the files of a build. ok is false without a go command, and
// when one of the modules, as in [extract.Code], is not on disk.
func Toolchain(ctx context.Context, cfg extract.Config, modules []string) (version string, env map[string]string, ok bool) {
	t, err := load.Toolchain(ctx, cfg)
	if err != nil || slices.ContainsFunc(modules, func(m string) bool { return !t.Has(m) }) {
		return "", nil, false
	}
	return t.Version, t.BuildEnv, true
}
