package analysis

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
)

// stripping is a skeleton in the making.
type stripping struct {
	ix     *queries.Index
	args   skeletonArgs
	levels levels
	types  []int32 // the ids of the types that were asked for; nil for whole files
	files  []*stripped
	tests  []*stripped // files that are left out
	unseen int         // files without source in the index
	broken int         // files in Go whose syntax is broken
}

// stripped is a file and what is left of it.
type stripped struct {
	id             int32
	path, language string
	isTest         bool
	places         []place // of the types and methods that are wanted; nil for all
	text           string  // that could not be taken apart
	pieces         []piece
}

// place is where a symbol's name stands.
type place struct {
	symbol       int32
	line, column int
}

// levels are the details of a skeleton.
type levels struct {
	shown  grain // of what other packages can name
	hidden grain // of all else
	target grain // of a type that was asked for
}

func levelsOf(name string, visible visibility) levels {
	switch name {
	case "signatures":
		return levels{signaturesOnly, signaturesOnly, signaturesOnly}
	case "full":
		return levels{full, full, full}
	}
	if visible == "private" {
		return levels{compact, compact, compact}
	}
	return levels{compact, signaturesOnly, compact}
}

// add notes a file, or another place in it.
func (s *stripping) add(f stripped, p place) {
	i := slices.IndexFunc(s.files, func(known *stripped) bool { return known.id == f.id })
	if i < 0 {
		i = len(s.files)
		s.files = append(s.files, &f)
	}
	if p.line > 0 {
		s.files[i].places = append(s.files[i].places, p)
	}
}

// pieces returns what is left of the files.
//
// DESIGN: files are taken apart side by side: the parser reads 25 MB in a second, and a
// package may hold one.
func (s *stripping) pieces(ctx context.Context) ([]piece, error) {
	var ids []int32
	for _, f := range s.files {
		ids = append(ids, f.id)
	}
	texts, err := s.ix.Sources(ctx, ids)
	if err != nil {
		return nil, err
	}
	left, broken, unheld := make([]bool, len(s.files)), make([]bool, len(s.files)), make([]bool, len(s.files))
	var g errgroup.Group
	g.SetLimit(8)
	for i, f := range s.files {
		text, held := texts[f.id]
		unheld[i] = !held
		g.Go(func() error {
			left[i] = !held || f.language != "go" || !s.strip(f, text)
			if left[i] && held && f.language == "go" {
				broken[i], f.text = true, text
			}
			return nil
		})
	}
	_ = g.Wait()
	var bare []*stripped
	for i, f := range s.files {
		if left[i] {
			bare = append(bare, f)
		}
		if broken[i] {
			s.broken++
		}
	}
	if err := s.signatures(ctx, bare); err != nil {
		return nil, err
	}
	var all []piece
	for i, f := range s.files {
		if unheld[i] && (f.language == "go" || len(f.pieces) > 0) { // of others nothing would stand there
			s.unseen++
		}
		all = append(all, f.pieces...)
	}
	return all, nil
}

// strip takes a Go file apart, and reports whether its syntax lets it.
func (s *stripping) strip(f *stripped, text string) bool {
	folder := parsedGo(text)
	if folder == nil {
		return false
	}
	visible := visibility(s.args.Visibility)
	if f.places != nil {
		f.pieces = folder.ofType(f.path, f.places, visible, s.levels.target)
		return true
	}
	l := s.levels
	if f.isTest {
		l.shown = l.hidden
	}
	f.pieces = folder.skeleton(f.path, visible, l)
	return true
}
