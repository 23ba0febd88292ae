package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/freshness"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
	"github.com/cortex-index/cortex/queries/target"
)

// ofText are the operations whose answers about a file come from its text.
var ofText = []string{"definition", "detail", "scope", "search", "skeleton", "symbols"}

// linesNow is the note of an answer with lines from the index and from the changed files.
const linesNow = "changed files are read as they are now"

// runNow runs an operation. It reads changed files as they are now for an answer about their text, and for a name that the index lacks. The
// note says so; it is empty for an answer of the index.
func (s *Server) runNow(ctx context.Context, op queries.Operation, ix *catalog.Open, state *freshness.State, args map[string]any) (a queries.Answer, note string, err error) {
	isWatched := s.renewal != nil && len(ix.Of) == 1 && len(state.Differing()) > 0
	if isWatched && op.Name == "text" {
		return s.runLines(ctx, op, ix, state, args)
	}
	a, err = op.Run(ctx, ix.Index, args)
	if !isWatched {
		return a, "", err
	}
	unknown := (*target.Error)(nil)
	isText := slices.Contains(ofText, op.Name)
	switch {
	case errors.As(err, &unknown) && unknown.Nothing:
		note = "found in a changed file, not in the index: uses in other files are not known yet"
	case err != nil || !isText:
		return a, "", err
	case op.Name == "search" || op.Name == "symbols":
		if len(a.Table().Rows) > 0 {
			return a, "", nil
		}
		note = "found in changed files, not in the index: uses in other files are not known yet"
	case isAbout(a, args, state):
		note = "the file is read as it is now; uses in other files are left out"
	default:
		return a, "", nil
	}
	now, changedErr := s.renewal.changed(ctx, ix.Of[0], state.Differing())
	if changedErr == nil {
		defer now.Close()
		if !isText {
			return a, "", s.inChanged(ctx, now, unknown, state)
		}
		b, nowErr := op.Run(queries.FilesAlone(ctx), now, args)
		if nowErr == nil && (unknown != nil || len(b.Table().Rows) > 0) {
			return b, note, nil
		}
	}
	if err == nil && op.Name == "search" { // it may have found lines
		return s.runLines(ctx, op, ix, state, args)
	}
	return a, "", err
}

// runLines runs an operation on the index, which finds lines of the changed files as they are.
func (s *Server) runLines(ctx context.Context, op queries.Operation, ix *catalog.Open, state *freshness.State, args map[string]any) (a queries.Answer, note string, err error) {
	e := queries.Edited{Files: state.Gone()}
	now, err := s.renewal.changed(ctx, ix.Of[0], state.Differing())
	if err == nil {
		defer now.Close()
		var there []string
		if there, err = queries.Collect(ctx, now.Query, func(f *string) []any { return []any{f} }, "SELECT file_path FROM files"); err != nil {
			return nil, "", fmt.Errorf("list the changed files: %w", err)
		}
		e.Now = now
		for _, f := range state.Differing() { // a go.mod comes with them
			if slices.Contains(there, f) {
				e.Files = append(e.Files, f)
			}
		}
	}
	if len(e.Files) == 0 || err != nil && len(e.Files) < len(state.Differing()) { // too many changed
		a, err = op.Run(ctx, ix.Index, args)
		return a, "", err
	}
	a, err = op.Run(queries.WithEdited(ctx, e), ix.Index, args)
	return a, linesNow, err
}

// inChanged returns an error that names the place of a target in the changed files, or the error of the index. A part of a function, as in
// F:err, counts as the function.
func (s *Server) inChanged(ctx context.Context, now *queries.Index, unknown *target.Error, state *freshness.State) error {
	names := []string{unknown.Target}
	if at := strings.LastIndexByte(unknown.Target, ':'); at > 0 {
		names = append(names, unknown.Target[:at])
	}
	for _, name := range names {
		a, err := registry.Get("definition").Run(ctx, now, map[string]any{"target": name})
		of, ok := a.(interface{ Targets() []target.Symbol })
		if err != nil || !ok || len(of.Targets()) == 0 {
			continue
		}
		t := of.Targets()[0]
		advice := "definition and detail read the file as it is now"
		if state.Renewing {
			advice = "a new index follows: ask again in a moment; " + advice
		}
		return &queries.UsageError{Message: fmt.Sprintf("target %q is found in a changed file, not in the index: %s:%d", wording.Echo(unknown.Target), t.File, t.StartLine), Advice: advice}
	}
	return unknown
}

// isAbout reports whether an answer is about a changed file: as the target, or as the file of one.
func isAbout(a queries.Answer, args map[string]any, state *freshness.State) bool {
	name, _ := args["target"].(string)
	if _, ok := state.ChangedIn(name); ok {
		return true
	}
	of, ok := a.(interface{ Targets() []target.Symbol })
	return ok && slices.ContainsFunc(of.Targets(), func(t target.Symbol) bool {
		_, changed := state.ChangedIn(t.File)
		return changed
	})
}

// changed opens an index of the changed files alone, which the caller closes.
func (r *renewal) changed(ctx context.Context, e *catalog.Entry, files []string) (*queries.Index, error) {
	r.reading.Lock()
	defer r.reading.Unlock()
	dir, err := r.working.Changed(ctx, e.Manifest, files)
	if err != nil {
		return nil, err
	}
	return queries.OpenWithin(ctx, r.s.catalog.Memory, dir)
}
