package analysis

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

//go:embed skeleton_files.sql
var skeletonFilesSQL string

//go:embed skeleton_type.sql
var skeletonTypeSQL string

type skeletonArgs struct {
	Target       string `arg:"target" required:"" positional:"" help:"a file, a package (directory or import path) or a type"`
	DetailLevel  string `arg:"detail_level" default:"compact" values:"signatures,compact,full" help:"how much of each declaration stays"`
	Visibility   string `arg:"visibility" values:"public,private" help:"only what other packages can name, or only what they can't"`
	IncludeTests bool   `arg:"include_tests" default:"false" help:"show the test files of a package too"`
	MaxResults   int    `arg:"max_results" default:"500" min:"1" max:"500" help:"how many declarations to return"`
	Offset       int    `arg:"offset" default:"0" min:"0" max:"2147483647" help:"how many declarations to pass over"`
}

// skeletonAnswer is the answer of skeleton.
type skeletonAnswer struct {
	*head
	Skeleton      []piece `json:"skeleton"`
	TotalFound    int     `json:"total_found"`
	TotalReturned int     `json:"total_returned"`
}

// noContent is the reason why signatures stand in the place of sources.
const noContent = "no_content"

func skeleton() queries.Operation {
	return declare(queries.Operation{
		Name:    "skeleton",
		Summary: "a file, a package or a type without the weight of its bodies",
		Help: `Each declaration with its lines. Of a type: it and all its methods, in whatever file.
detail_level says how much stays:
   signatures  no docs; bodies, structs, interfaces and long values are { … }
   compact     of what other packages can name, the first sentence of its doc, the
               members of types, and bodies on one line; of all else, and of tests, the
               signatures. What was asked for, a type or visibility private, counts as
               what can be named. About a tenth of the source, with tests.
   full        docs, comments and tags of members, and bodies under 5 lines
With visibility public a comment counts the members of a type that only its package can
name. Comments in bodies, and imports, are left out. Where the index has no source, or the
syntax is not Go's, the signatures and docs of the index stand instead.`,
		Example: "skeleton . --detail-level signatures",
	}, func(ctx context.Context, ix *queries.Index, args skeletonArgs, h *head) (*skeletonAnswer, error) {
		s := &stripping{ix: ix, args: args, levels: levelsOf(args.DetailLevel, visibility(args.Visibility))}
		if err := s.find(ctx, h); err != nil {
			return nil, err
		}
		all, err := s.pieces(ctx)
		if err != nil {
			return nil, err
		}
		h.doubt(noContent, s.unseen)
		h.doubt("syntax_errors", s.broken)
		a := &skeletonAnswer{head: h, Skeleton: []piece{}, TotalFound: len(all)}
		from := min(args.Offset, len(all))
		a.Skeleton = append(a.Skeleton, all[from:min(from+args.MaxResults, len(all))]...)
		a.TotalReturned = len(a.Skeleton)
		h.table.Columns = []string{"position", "text"}
		for _, p := range a.Skeleton {
			h.add(p, fmt.Sprintf("%s:%d", p.File, p.StartLine), p.Text)
		}
		h.page(a.TotalFound, a.TotalReturned, args.Offset)
		if a.TotalFound == 0 {
			return a, s.explain(ctx, h)
		}
		return a, nil
	})
}

// Text is the skeleton as its files have it, with the line of each declaration before it.
func (a *skeletonAnswer) Text() string {
	var b strings.Builder
	for i, p := range a.Skeleton {
		if i == 0 || p.File != a.Skeleton[i-1].File {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(p.File + "\n")
		}
		writeNumbered(&b, p.StartLine, p.Text)
	}
	return b.String()
}

// writeNumbered writes lines with a number before the first. The margin is as wide as a
// tab stop, so that tabs in the text keep their places.
func writeNumbered(b *strings.Builder, number int, text string) {
	margin := fmt.Sprintf("%6d  ", number)
	for line := range strings.Lines(text) {
		b.WriteString(margin + strings.TrimRight(line, " \t\r\n") + "\n")
		margin = strings.Repeat(" ", 8)
	}
}

// find resolves the target and lists the files that its skeleton is made of.
func (s *stripping) find(ctx context.Context, h *head) error {
	if err := s.ix.Attach(ctx, "symbols", "files"); err != nil {
		return err
	}
	found, notPackage := s.ix.ResolvePackages(ctx, s.args.Target, "")
	if notPackage == nil {
		h.read(found[0])
		return s.findFiles(ctx, found)
	}
	var missing *queries.TargetError
	if !errors.As(notPackage, &missing) || missing.Ambiguous {
		return notPackage
	}
	types, err := s.ix.Resolve(ctx, s.args.Target, typeKinds())
	if errors.As(err, &missing) && !missing.Ambiguous && looksLikePath(s.args.Target) {
		return notPackage
	}
	if err != nil {
		return err
	}
	h.read(types[0])
	return s.findTypes(ctx, types)
}

// looksLikePath reports whether a target that is unknown was meant as a path.
func looksLikePath(target string) bool {
	return strings.HasPrefix(target, ".") || strings.HasSuffix(target, ".go") || strings.Contains(target, "/")
}

func (s *stripping) findFiles(ctx context.Context, found []queries.Symbol) error {
	modules, files := []string{}, []int32{}
	for _, p := range found {
		switch {
		case p.Kind == "file":
			files = append(files, p.ID)
		case p.File != "":
			modules = append(modules, p.File)
		}
	}
	if len(modules)+len(files) == 0 {
		return &queries.TargetError{Target: s.args.Target, Reason: "the package lies outside the repository, and its source is not in the index"}
	}
	return s.list(ctx, skeletonFilesSQL, false, modules, s.args.IncludeTests, files)
}

func (s *stripping) findTypes(ctx context.Context, types []queries.Symbol) error {
	for _, t := range types {
		s.types = append(s.types, t.ID)
	}
	if err := s.list(ctx, skeletonTypeSQL, true, s.types); err != nil {
		return err
	}
	if len(s.files) == 0 {
		return &queries.TargetError{Target: s.args.Target, Reason: "the type is declared outside the repository, and its source is not in the index"}
	}
	return nil
}

// list reads the files to take apart, and, of types, the places in them.
func (s *stripping) list(ctx context.Context, statement string, placed bool, bound ...any) error {
	conn, err := s.ix.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	rows, err := conn.QueryContext(ctx, statement, bound...)
	if err != nil {
		return fmt.Errorf("list files: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var f stripped
		var p place
		var leftOut bool
		into := []any{&f.id, &f.path, &f.language, &f.isTest}
		if placed {
			into = append(into, &p.symbol, &p.line, &p.column)
		} else {
			into = append(into, &leftOut)
		}
		if err := rows.Scan(into...); err != nil {
			return fmt.Errorf("list files: %w", err)
		}
		if leftOut {
			s.tests = append(s.tests, &f)
			continue
		}
		s.add(f, p)
	}
	return rows.Err()
}
