package mcpserver

import (
	"context"
	"fmt"
)

// uncompared says that none of some indexes is compared with the checkout, and why; empty when
// one is, when nobody named a checkout, or when git does not answer in time.
func (w *watcher) uncompared(ctx context.Context, of []*found) string {
	why := w.strange(ctx, of)
	if why == "" {
		return ""
	}
	return "not compared with the checkout that was named: " + why
}

// strange says why none of some indexes is compared with the checkout; empty as uncompared.
func (w *watcher) strange(ctx context.Context, of []*found) (why string) {
	if w.checkout == nil || !w.named {
		return ""
	}
	for _, f := range of {
		s := w.of(f)
		if s.wait(ctx) != nil || ctx.Err() != nil || s.why == "" {
			return ""
		}
		why = s.why
	}
	if len(of) > 1 {
		return fmt.Sprintf("none of the %d indexes is of it; cortex://index says why", len(of))
	}
	return why
}

// alien says why an index is not one of the checkout.
func (w *watcher) alien(ctx context.Context, f *found) string {
	commit := f.manifest.Repository.Commit
	switch name := w.checkout.Name(); {
	case commit == "":
		return "the index has no commit"
	case ctx.Err() != nil: // git did not answer in time
		return ""
	case name == "" || name == f.manifest.Repository.Name:
		return "it does not have the commit " + short(commit)
	default:
		return fmt.Sprintf("it is of %s, and does not have the commit %s", name, short(commit))
	}
}

// sayUncompared tells the person who named a checkout of indexes that are opened and of which
// none is compared with it.
func (s *Server) sayUncompared(of []*found) {
	ctx, cancel := context.WithTimeout(s.catalog.life, gitPatience)
	defer cancel()
	if why := s.watcher.strange(ctx, of); why != "" {
		s.log("answers are not compared with the checkout %s: %s", s.watcher.checkout.Top(), why)
	}
}
