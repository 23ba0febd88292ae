package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/cortex-index/cortex/cmd/cortex/internal/freshness"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
	"github.com/cortex-index/cortex/queries/target"
)

// ofText are the operations whose answers about a file come from its text.
var ofText = []string{"definition", "detail", "scope", "search", "skeleton", "symbols"}

// runNow runs an operation. It reads changed files as they are now for an answer about their text, and for a name that the index lacks. The
// note says so; it is empty for an answer of the index.
func (s *Server) runNow(ctx context.Context, op queries.Operation, ix *catalog.Open, state *freshness.State, args map[string]any) (a queries.Answer, note string, err error) {
	a, err = op.Run(ctx, ix.Index, args)
	changed := state.Differing()
	if s.renewal == nil || len(ix.Of) != 1 || len(changed) == 0 {
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
	now, changedErr := s.renewal.changed(ctx, ix.Of[0], changed)
	if changedErr != nil {
		return a, "", err
	}
	defer now.Close()
	if !isText {
		return a, "", s.inChanged(ctx, now, args, err)
	}
	b, nowErr := op.Run(ctx, now, args)
	if nowErr != nil || unknown == nil && len(b.Table().Rows) == 0 {
		return a, "", err
	}
	return b, note, nil
}

// inChanged returns an error that names the place of a target in the changed files, or the error of the index.
func (s *Server) inChanged(ctx context.Context, now *queries.Index, args map[string]any, err error) error {
	name, _ := args["target"].(string)
	a, definitionErr := registry.Get("definition").Run(ctx, now, map[string]any{"target": name})
	if definitionErr != nil {
		return err
	}
	of, ok := a.(interface{ Targets() []target.Symbol })
	if !ok || len(of.Targets()) == 0 {
		return err
	}
	t := of.Targets()[0]
	return &queries.UsageError{Message: fmt.Sprintf("target %q is found in a changed file, not in the index: %s:%d", wording.Echo(name), t.File, t.StartLine),
		Advice: "a new index follows: ask again in a moment; definition and detail read the file as it is now"}
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
