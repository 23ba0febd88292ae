package diff

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/selection"
)

var (
	//go:embed altered.sql
	alteredSQL string
	//go:embed left.sql
	leftSQL string
	//go:embed texts.sql
	textsSQL string
)

// Tests are the tests that can reach a change.
type Tests struct {
	Selected []selection.Test  `json:"selected"`
	All      int               `json:"all"`       // the tests of the head
	ByImport int               `json:"by_import"` // the tests of all packages that import a changed one
	Commands []string          `json:"commands"`  // they run the selected tests
	Files    []selection.Cause `json:"files"`     // the files that select tests as a whole
	Ignored  []string          `json:"ignored_files"`
	Untested []Symbol          `json:"untested"` // changed functions that no test can reach
}

// selectTests finds the tests that can reach the change. A file that differs outside its declarations changes as a whole.
func (s *session) selectTests(ctx context.Context) error {
	c := selection.Change{Before: s.ix.Base()}
	var err error
	if c.Symbols, err = read(ctx, s, func(id *int32) []any { return []any{id} }, alteredSQL); err != nil {
		return err
	}
	if c.Removed, err = read(ctx, s, func(r *selection.Removed) []any { return []any{&r.Symbol, &r.Kind, &r.File} }, leftSQL); err != nil {
		return err
	}
	rest, err := s.rests(ctx)
	if err != nil {
		return err
	}
	for _, f := range s.a.Files {
		c.Files = append(c.Files, selection.File{Path: f.File, Whole: rest[f.File]})
	}
	found, err := selection.Of(ctx, s.ix, c)
	if err != nil {
		return err
	}
	t := &Tests{Selected: found.Tests, All: found.All, ByImport: found.Importing, Commands: selection.Commands(found.Tests), Files: found.Causes,
		Ignored: found.Ignored, Untested: []Symbol{}}
	s.a.Tests = t
	for i, f := range s.a.Changed {
		if f.IsTest || f.IsGenerated || slices.Equal(f.Changes, []string{isMoved}) || slices.Equal(f.Changes, []string{isRenamed}) || !slices.Contains(found.Unreached, f.id) {
			continue
		}
		s.a.Changed[i].isUntested = found.All > 0
		t.Untested = append(t.Untested, Symbol{f.Symbol, "function", f.File, f.Line})
		s.find("untested", f.File, f.Line, f.Symbol, "no test can reach this changed function")
	}
	return nil
}

// rests reports for each file whether it differs outside its declarations, or may.
func (s *session) rests(ctx context.Context) (map[string]bool, error) {
	type text struct {
		path, language, content, spans string
		base                           bool
	}
	texts, err := read(ctx, s, func(t *text) []any { return []any{&t.path, &t.language, &t.base, &t.content, &t.spans} }, textsSQL)
	if err != nil {
		return nil, fmt.Errorf("read the changed files: %w", err)
	}
	sides := map[string][2]*string{}
	for _, t := range texts {
		var spans []selection.Span
		offsets := strings.Fields(t.spans)
		for i := 0; i+1 < len(offsets); i += 2 {
			start, _ := strconv.Atoi(offsets[i]) // the statement writes numbers
			end, _ := strconv.Atoi(offsets[i+1])
			spans = append(spans, selection.Span{Start: start, End: end})
		}
		rest := selection.Rest(t.content, spans)
		if t.language != "go" {
			rest = selection.Code(t.content, t.language)
		}
		side := sides[t.path]
		if t.base {
			side[0] = &rest
		} else {
			side[1] = &rest
		}
		sides[t.path] = side
	}
	whole := map[string]bool{}
	for _, f := range s.a.Files {
		side := sides[f.File]
		whole[f.File] = f.Change == isRemoved || side[1] == nil || side[0] == nil && strings.TrimSpace(*side[1]) != "" || side[0] != nil && *side[0] != *side[1]
	}
	return whole, nil
}

// testSection has a line for each package with selected tests.
func (a *Answer) testSection() queries.Section {
	t := a.Tests
	s := queries.Section{Title: fmt.Sprintf("Tests that can reach the change: %d of %d (--tests args prints the commands)", len(t.Selected), t.All)}
	for i := 0; i < len(t.Selected); {
		end := i
		var names []string
		for ; end < len(t.Selected) && t.Selected[end].Package == t.Selected[i].Package; end++ {
			if len(names) < 3 {
				names = append(names, t.Selected[end].Name)
			}
		}
		list := strings.Join(names, ", ")
		if more := end - i - len(names); more > 0 {
			list += fmt.Sprintf(" and %d more", more)
		}
		s.Lines = append(s.Lines, line(t.Selected[i].Package, answer.Plural(end-i, "test"), list))
		i = end
	}
	for _, c := range t.Files {
		s.Lines = append(s.Lines, note(fmt.Sprintf("%s selects %s", c.File, c.Rule)))
	}
	if len(t.Ignored) > 0 {
		s.Lines = append(s.Lines, note("no test reads "+strings.Join(t.Ignored, ", ")))
	}
	if len(t.Selected) == 0 && t.All > 0 {
		s.Lines = append(s.Lines, note("no test can reach the change: running none shows nothing about it"))
	}
	return s
}

func (a *Answer) untestedSection() queries.Section {
	s := queries.Section{Title: "Changed functions that no test can reach"}
	for _, u := range a.Tests.Untested {
		s.Lines = append(s.Lines, line(position(u.File, u.Line), a.shortName(u.Symbol)))
	}
	return s
}
