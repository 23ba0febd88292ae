package resolve

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of a language.
func New(l *Language) extract.Extractor { return extractor{l} }

type extractor struct{ of *Language }

// Languages returns the names of the language in the table files.
func (x extractor) Languages() []string { return x.of.Names }

// Extract reads the files of the language.
func (x extractor) Extract(ctx context.Context, cfg extract.Config, tree *extract.Tree) (*extract.Code, error) {
	var files []*extract.File
	lost := []*extract.File{}
	for _, f := range tree.Files {
		switch {
		case !slices.Contains(x.of.Names, f.Row.Language):
		case f.Content != nil:
			files = append(files, f)
		default:
			lost = append(lost, f)
		}
	}
	if len(files)+len(lost) == 0 {
		return &extract.Code{}, nil
	}
	units, err := x.read(ctx, cfg.Jobs, files)
	if err != nil {
		return nil, err
	}
	b := &builder{program: &program{language: x.of, units: units}, externals: map[string]*external{}, unresolved: map[string]*place{},
		languages: map[string]bool{}, supers: map[[2]int32]int32{},
		code: &extract.Code{Status: map[int32]schema.FileStatus{}, PackagePaths: map[string]string{}}}
	b.linker = x.of.Link(tree, units)
	b.build(ctx, tree, lost)
	return b.code, ctx.Err()
}

// read returns the unit of each file, read by as many readers as there are jobs.
func (x extractor) read(ctx context.Context, jobs int, files []*extract.File) ([]*Unit, error) {
	units := make([]*Unit, len(files))
	var next atomic.Int64
	var group errgroup.Group
	for range min(max(jobs, 1), len(files)) {
		group.Go(func() error {
			reader := x.of.Reader(ctx)
			defer reader.Close()
			for i := int(next.Add(1)) - 1; i < len(files); i = int(next.Add(1)) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				units[i] = safely(reader, files[i])
			}
			return nil
		})
	}
	return units, group.Wait()
}

// safely reads a file. A fault of a front end costs the file, and not the index.
func safely(reader Reader, f *extract.File) (u *Unit) {
	defer func() {
		if r := recover(); r != nil {
			u = &Unit{File: f, Lines: NewLines(nil), Top: &Scope{}, Errors: []Problem{{Code: schema.CodeInconsistent, Skipped: true,
				Message: fmt.Sprintf("a fault in cortex: reading the file fails with %v", r)}}}
		}
	}()
	return reader.Read(f)
}

// isSkipped reports whether a file has no rows.
func (u *Unit) isSkipped() bool {
	return slices.ContainsFunc(u.Errors, func(p Problem) bool { return p.Skipped })
}
