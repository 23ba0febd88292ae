package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/coerce"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/queries"
)

// maxExtraction is the time for the extraction of both sides of a comparison.
const maxExtraction = 10 * time.Minute

// compare finds the indexes of a comparison and calls do with their exchange. One comparison runs at a time, because the next one may replace
// the index of the working tree.
func (s *Server) compare(ctx context.Context, c coerce.Call, token mcp.ProgressToken, do func(context.Context, exchange) error) error {
	release, err := s.limiters.pairs.acquire(ctx, s.timeout/2)
	if err != nil {
		return s.interrupted(ctx, err)
	}
	defer release()
	var notes []string
	finding, cancel := context.WithTimeout(ctx, maxExtraction)
	defer cancel()
	base, head, err := s.sides(finding, c, token, func(text string) { notes = append(notes, text) })
	switch {
	case errors.Is(err, catalog.ErrNone):
		return s.noIndex()
	case err != nil && ctx.Err() == nil && finding.Err() != nil:
		return hintError{fmt.Sprintf("the extraction took more than %s and was stopped", maxExtraction), "run cortex diff in the checkout"}
	case err != nil:
		return s.interrupted(ctx, err)
	}
	return s.run(ctx, s.limiters.operations, func(ctx context.Context) error {
		return s.catalog.UsePair(ctx, base, head, func(ix *catalog.Open) error {
			x := exchange{Call: c, server: s, ix: ix, notes: notes}
			x.state, x.reason = s.watcher.Compare(ctx, ix.Of)
			return do(ctx, x)
		})
	})
}

// sides returns the directories of the two indexes of a comparison: indexes of the catalog, and with a checkout its revisions. Without a
// head they are those of the working tree, or of the default index.
func (s *Server) sides(ctx context.Context, c coerce.Call, token mcp.ProgressToken, note func(string)) (base, head string, err error) {
	if err := s.catalog.Refresh(ctx, false); err != nil {
		return "", "", err
	}
	from, _ := c.Args["base"].(string)
	to, _ := c.Args["head"].(string)
	if from == "" {
		return "", "", &queries.UsageError{Message: "the argument base is missing", Advice: "name an index or a revision in base: repository@commit (see cortex://index), or a branch of the checkout"}
	}
	if s.revisions == nil {
		b, err := s.catalog.One(from)
		if err != nil {
			return "", "", err
		}
		h, err := s.catalog.One(to)
		if err != nil {
			return "", "", err
		}
		return b.Dir(), h.Dir(), nil
	}
	names := []string{from}
	if to == "" && (s.catalog.Has(from) || !strings.Contains(from, "..")) { // a..b has its head
		to = s.headOf(ctx, from)
	}
	if to != "" {
		names = append(names, to)
	}
	f := *s.revisions
	f.Index, f.Note, f.Progress = s.served, note, &progress{s: s, ctx: ctx, token: token}
	f.Default = func(ctx context.Context) (string, error) {
		dir, _, err := s.served(ctx, "")
		return dir, err
	}
	base, head, err = f.Pair(ctx, names...)
	if unknown := (*revisions.UnknownError)(nil); errors.As(err, &unknown) {
		e := &queries.UsageError{Message: fmt.Sprintf("%q is neither an index of this server nor a revision of its checkout", wording.Echo(unknown.Name)), Advice: "name a branch, a tag or a commit"}
		if known := catalog.Names(s.catalog.Usable()); len(known) > 0 {
			e.Advice += ", or one of " + wording.List(known, 20)
		}
		err = e
	}
	return base, head, err
}

// served returns the directory of the served index with a name, if there is one.
func (s *Server) served(_ context.Context, name string) (dir string, ok bool, err error) {
	if !s.catalog.Has(name) {
		return "", false, nil
	}
	e, err := s.catalog.One(name)
	if err != nil {
		return "", true, err
	}
	return e.Dir(), true, nil
}

// headOf returns the name of the served index that a comparison with a base has as its head: one of the checkout as it is, or the default
// index when the base is of another repository. It is empty for the working tree.
func (s *Server) headOf(ctx context.Context, base string) string {
	if s.catalog.Has(base) {
		if e, err := s.catalog.One(base); err == nil {
			if state, _ := s.watcher.Compare(ctx, []*catalog.Entry{e}); state == nil {
				if e, err := s.catalog.One(""); err == nil {
					return e.Name()
				}
			}
		}
	}
	for _, e := range s.catalog.Usable() {
		if state, _ := s.watcher.Compare(ctx, []*catalog.Entry{e}); state != nil && state.Same && !state.Dirty {
			return e.Name()
		}
	}
	return ""
}

// progress tells a client the phases of an extraction, if it gave a token.
type progress struct {
	s     *Server
	ctx   context.Context
	token mcp.ProgressToken

	mu    sync.Mutex
	count int
}

// Phase implements extract.Progress.
func (p *progress) Phase(name string, _ int) {
	if p.token == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	// A client that does not listen misses nothing but the progress.
	_ = p.s.MCP.SendNotificationToClient(p.ctx, "notifications/progress", map[string]any{"progressToken": p.token, "progress": p.count, "message": name})
}

// Done implements extract.Progress.
func (p *progress) Done(int) {}
