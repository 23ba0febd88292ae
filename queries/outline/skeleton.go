package outline

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/internal/fold"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed skeleton_files.sql
	skeletonFilesSQL string
	//go:embed skeleton_signatures.sql
	skeletonSignaturesSQL string
)

type skeletonArgs struct {
	Target       string `arg:"target" required:"" positional:"" help:"a file, a package (directory or import path) or a type"`
	DetailLevel  string `arg:"detail_level" default:"compact" values:"signatures,compact,full" help:"how much of each declaration stays"`
	Visibility   string `arg:"visibility" values:"public,private" help:"only symbols that other packages can name, or only the others"`
	IncludeTests bool   `arg:"include_tests" default:"false" help:"show the test files of a package too"`
	MaxResults   int    `arg:"max_results" default:"500" min:"1" max:"100000" help:"the number of declarations"`
	Offset       int    `arg:"offset" default:"0" min:"0" max:"2147483647" help:"the number of declarations to pass over"`
}

type skeletonAnswer struct {
	*answer.Head
	Skeleton      []piece `json:"skeleton"`
	TotalFound    int     `json:"total_found"`
	TotalReturned int     `json:"total_returned"`
}

// piece is a folded declaration with its doc.
type piece struct {
	File      string `json:"file"`
	StartLine int    `json:"start_line"` // of the whole declaration, its doc included
	EndLine   int    `json:"end_line"`
	Text      string `json:"text"`
}

func skeleton() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "skeleton",
		Summary: "show the declarations of a file, a package or a type without bodies",
		Help: `Each declaration with its lines. Of a type: it and all its methods, in any file.
detail_level sets the parts that stay:
   signatures  no docs; bodies, structs, interfaces and long values are { … }
   compact     of exported declarations, the first sentence of the doc, the members of types,
               and bodies on one line; of the others, and of tests, the signatures. A type
               that is the target, and visibility private, count as exported. About a tenth
               of the source, with tests.
   full        docs, comments and tags of members, and bodies under 5 lines
With visibility public a comment counts the unexported members of a type. Comments in bodies,
and imports, are left out. Without source in the index, and for files that are not Go, the
signatures and docs of the index replace the source.`,
		Example: "skeleton schema --detail-level signatures",
	}, func(ctx context.Context, ix *queries.Index, args skeletonArgs, h *answer.Head) (*skeletonAnswer, error) {
		s := &stripping{index: ix, args: args, visible: fold.Visibility(args.Visibility)}
		s.levels = levelsOf(args.DetailLevel, s.visible)
		if err := s.find(ctx, h); err != nil {
			return nil, err
		}
		all, err := s.strip(ctx, s.files)
		if err != nil {
			return nil, err
		}
		h.Reason(schema.ReasonNoContent, s.withoutText)
		h.Reason(schema.ReasonSyntaxErrors, s.broken)
		from := min(args.Offset, len(all))
		page := all[from:min(from+args.MaxResults, len(all))]
		a := &skeletonAnswer{Head: h, Skeleton: append([]piece{}, page...), TotalFound: len(all), TotalReturned: len(page)}
		h.Layout(queries.Table{Columns: []string{"position", "text"}})
		for _, p := range page {
			h.Add(p, answer.Position(p.File, p.StartLine), p.Text)
		}
		h.Page("", len(all), len(page), args.Offset)
		if len(all) == 0 {
			err = s.explain(ctx, h)
		}
		if err == nil && !s.wholeFiles {
			err = h.AskDeclarations(ctx, ix)
		}
		return a, err
	})
}

// Text returns the skeleton in the order of its files, with the line of each declaration before it.
func (a *skeletonAnswer) Text() string {
	var b strings.Builder
	for i, p := range a.Skeleton {
		if i == 0 || p.File != a.Skeleton[i-1].File {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(p.File + "\n")
		}
		margin := fmt.Sprintf("%6d  ", p.StartLine) // as wide as a tab stop, to keep the places of tabs in the text
		for line := range strings.Lines(p.Text) {
			b.WriteString(margin + strings.TrimRight(line, " \t\r\n") + "\n")
			margin = strings.Repeat(" ", 8)
		}
	}
	return b.String()
}

// levelsOf returns the details of a detail level.
func levelsOf(name string, visible fold.Visibility) fold.Levels {
	switch {
	case name == "signatures":
		return fold.Levels{}
	case name == "full":
		return fold.Levels{Shown: fold.Full, Hidden: fold.Full}
	case visible == fold.Private:
		return fold.Levels{Shown: fold.Compact, Hidden: fold.Compact}
	}
	return fold.Levels{Shown: fold.Compact, Hidden: fold.SignaturesOnly}
}

// stripping makes a skeleton.
type stripping struct {
	index       *queries.Index
	args        skeletonArgs
	visible     fold.Visibility
	levels      fold.Levels
	types       []int32 // the ids of the types that are the target; nil for whole files
	wholeFiles  bool    // the target is a file
	files       []*file
	tests       []*file // test files that the skeleton leaves out
	withoutText int
	broken      int // Go files with errors in their syntax
}

// file is a file with the parts that stay.
type file struct {
	id             int32
	path, language string
	isTest         bool
	places         []fold.Place // of the names of the types and methods that stay; nil for all declarations
	text           string       // of a broken file
	pieces         []piece
}

// find resolves the target and lists its files.
func (s *stripping) find(ctx context.Context, h *answer.Head) error {
	found, notPackage := target.ResolvePackages(ctx, s.index, s.args.Target, "")
	modules, files := []string{}, []int32{}
	switch _, isUnknown := unknown(notPackage); {
	case notPackage == nil:
		h.Read(found[0])
		for _, p := range found {
			if p.Kind == "file" {
				files = append(files, p.ID)
			} else if p.File != "" {
				modules = append(modules, p.File)
			}
		}
		if s.wholeFiles = len(modules) == 0; len(modules)+len(files) == 0 {
			return &target.Error{Target: s.args.Target, Reason: "the package is external, and the index does not have its source"}
		}
	case !isUnknown:
		return notPackage
	default:
		types, err := target.Resolve(ctx, s.index, s.args.Target, answer.TypeKinds())
		if _, isUnknown := unknown(err); isUnknown && looksLikePath(s.args.Target) {
			return notPackage
		}
		if err != nil {
			return err
		}
		h.Read(types[0])
		for _, t := range types {
			s.types = append(s.types, t.ID)
		}
	}
	if err := s.list(ctx, modules, files); err != nil {
		return fmt.Errorf("list files: %w", err)
	}
	if s.types != nil && len(s.files) == 0 {
		return &target.Error{Target: s.args.Target, Reason: "the type is external, and the index does not have its source"}
	}
	return nil
}

// looksLikePath reports whether an unknown target may be a path.
func looksLikePath(target string) bool {
	return strings.HasPrefix(target, ".") || strings.HasSuffix(target, ".go") || strings.Contains(target, "/")
}

// list reads the files, and the places of the types in them.
func (s *stripping) list(ctx context.Context, modules []string, files []int32) error {
	type row struct {
		file
		leftOut bool
		place   fold.Place
	}
	rows, err := queries.Collect(ctx, s.index.Query, func(r *row) []any {
		return []any{&r.id, &r.path, &r.language, &r.isTest, &r.leftOut, &r.place.Line, &r.place.Column}
	}, skeletonFilesSQL, modules, s.args.IncludeTests, files, append([]int32{}, s.types...))
	for _, r := range rows {
		if r.leftOut {
			s.tests = append(s.tests, &r.file)
			continue
		}
		i := slices.IndexFunc(s.files, func(f *file) bool { return f.id == r.id })
		if i < 0 {
			i = len(s.files)
			s.files = append(s.files, &r.file)
		}
		if r.place.Line > 0 {
			s.files[i].places = append(s.files[i].places, r.place)
		}
	}
	return err
}

// strip returns the pieces of files.
//
// DESIGN: several workers parse: a package may have 25 MB, which take one a second.
func (s *stripping) strip(ctx context.Context, files []*file) ([]piece, error) {
	var ids []int32
	for _, f := range files {
		ids = append(ids, f.id)
	}
	texts, err := s.index.Sources(ctx, ids)
	if err != nil {
		return nil, err
	}
	parsed := make([]bool, len(files))
	var g errgroup.Group
	g.SetLimit(8)
	for i, f := range files {
		text, known := texts[f.id]
		if !known || !fold.Reads(f.language) {
			continue
		}
		g.Go(func() error {
			if parsed[i] = s.fold(f, text); !parsed[i] {
				f.text = text
			}
			return nil
		})
	}
	_ = g.Wait()
	bare := map[int32]*file{}
	for i, f := range files {
		if !parsed[i] {
			bare[f.id] = f
		}
		if f.text != "" {
			s.broken++
		}
	}
	if err := s.signatures(ctx, bare); err != nil {
		return nil, fmt.Errorf("list signatures: %w", err)
	}
	var all []piece
	for _, f := range files {
		if _, known := texts[f.id]; !known && (fold.Reads(f.language) || len(f.pieces) > 0) {
			s.withoutText++
		}
		all = append(all, f.pieces...)
	}
	return all, nil
}

// fold makes the pieces of a Go file, and reports whether its syntax allows that.
func (s *stripping) fold(f *file, text string) bool {
	parsed := fold.Parse(text)
	if parsed == nil {
		return false
	}
	var pieces []fold.Piece
	switch l := s.levels; {
	case f.places != nil:
		pieces = parsed.OfType(f.places, s.visible, l.Shown)
	default:
		if f.isTest {
			l.Shown = l.Hidden
		}
		pieces = parsed.Skeleton(s.visible, l)
	}
	for _, p := range pieces {
		f.pieces = append(f.pieces, piece{f.path, p.StartLine, p.EndLine, p.Text})
	}
	return true
}

// signatures makes the pieces of files from the table of symbols. Declarations in others are indented; those in functions are left out.
func (s *stripping) signatures(ctx context.Context, files map[int32]*file) error {
	if len(files) == 0 {
		return nil
	}
	type row struct {
		piece
		file, container int32
		to              int // the byte after it
		kind, doc       string
		exported        bool
	}
	ids := []int32{}
	for id := range files {
		ids = append(ids, id)
	}
	var only any
	if s.types != nil {
		only = s.types
	}
	rows, err := queries.Collect(ctx, s.index.Query, func(r *row) []any {
		return []any{&r.file, &r.container, &r.to, &r.kind, &r.StartLine, &r.EndLine, &r.Text, &r.doc, &r.exported}
	}, skeletonSignaturesSQL, ids, only)
	var around []row
	for _, r := range rows {
		around = slices.DeleteFunc(around, func(o row) bool { return o.file != r.file || o.to < r.to })
		inFunction, depth := false, 0
		for _, o := range around {
			isFunction := o.kind == "function" || o.kind == "method"
			inFunction = inFunction || isFunction
			if isFunction || o.container != r.container { // one statement may declare several siblings
				depth++
			}
		}
		visible := s.visible == "" || r.exported == (s.visible == fold.Public)
		if !inFunction && visible && (depth == 0 || s.levels.Shown.Members) {
			f := files[r.file]
			level := s.levels.Hidden
			if s.types != nil || r.exported && !f.isTest {
				level = s.levels.Shown
			}
			if depth > 0 && !level.Notes {
				level.Docs = fold.NoDocs
			}
			doc := level.Docs.Of(fold.Comment(r.doc))
			if mark, ok := commentMarks[f.language]; ok {
				doc = lineStart.ReplaceAllString(doc, mark)
			}
			text := doc + f.signature(r.kind, r.piece)
			margin := strings.Repeat("\t", depth)
			f.pieces = append(f.pieces, piece{f.path, r.StartLine, r.EndLine, margin + strings.ReplaceAll(text, "\n", "\n"+margin)})
		}
		around = append(around, r)
	}
	return err
}

// commentMarks begin comments in languages that do not write them as Go does.
var commentMarks = map[string]string{"python": "#"}

// lineStart matches the mark of a comment in Go.
var lineStart = regexp.MustCompile(`(?m)^//`)

// signature returns the signature of a piece. In a broken file the parser guesses parameters, and the first line of the declaration is
// better when it has them.
func (f *file) signature(kind string, p piece) string {
	guessed := strings.Contains(p.Text, "BadExpr")
	line := ""
	if lines := strings.Split(f.text, "\n"); p.StartLine <= len(lines) {
		line = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(lines[p.StartLine-1]), "{"))
	}
	if line == "" || !guessed && (kind != "function" && kind != "method" || strings.HasSuffix(line, "(")) {
		return p.Text
	}
	return line
}

// explain notes why the skeleton is empty.
func (s *stripping) explain(ctx context.Context, h *answer.Head) error {
	if len(s.tests) > 0 {
		all, err := s.strip(ctx, s.tests)
		if err != nil {
			return err
		}
		h.Note("%d found in test files: --include-tests shows them", len(all))
	}
	var languages []string
	for _, f := range s.files {
		if !fold.Reads(f.language) {
			languages = append(languages, cmp.Or(f.language, "an unknown language"))
		}
	}
	if slices.Sort(languages); len(languages) > 0 {
		h.Note("the index holds no declarations of %s in %s", answer.Plural(len(languages), "file"), strings.Join(slices.Compact(languages), ", "))
	}
	return nil
}
