// Package freshness asks git how a checkout differs from the indexes of it. Answers show the
// difference, and mark the files that have changed.
package freshness

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/schema"
)

// Checkout is a working tree of git.
type Checkout interface {
	// Name returns the repository's name as its index has it; it may be empty.
	Name() string
	// Top returns the path of the top of the work tree, without links.
	Top() string
	// Holds reports whether an index of this repository and commit may be of the checkout.
	Holds(ctx context.Context, repository, commit string) bool
	// Head returns the commit that is checked out; empty when git cannot tell.
	Head(ctx context.Context) string
	// Since returns the commit that is checked out, its distance from another commit, and the
	// files that differ from that one, relative to the top. An unknown commit is an error,
	// which comes with the head.
	Since(ctx context.Context, commit string) (head string, ahead int, files []string, err error)
	// Stamps returns the commit that is checked out, and a stamp of each file, which changes with it. Paths are relative to the top.
	Stamps(ctx context.Context) (head string, stamps map[string]string, err error)
}

const (
	// lasting is the time for which an answer of git holds.
	lasting = 300 * time.Millisecond
	// Patience is the time that git may take.
	Patience = 20 * time.Second
	// parallel is the number of indexes of which git is asked at once.
	parallel = 8
	// maxKnown bounds the answers that a Watcher keeps.
	maxKnown = 200
)

// Watcher compares indexes with a checkout. It keeps each answer of git for a moment, because
// git takes some 30 ms. It is safe for concurrent use.
type Watcher struct {
	checkout Checkout
	named    bool

	asking singleflight.Group
	mu     sync.Mutex
	known  map[string]difference // by repository and commit
	made   []stamped             // the last ones
}

// stamped is the state of the working tree of which the server made an index.
type stamped struct {
	dir    string
	head   string
	stamps map[string]string
}

// maxMade is the number of states that a Watcher keeps: calls may still read older indexes.
const maxMade = 3

// Made tells the state of the tree of which the index in a directory was made.
func (w *Watcher) Made(dir, head string, stamps map[string]string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.made = append(slices.Clone(w.made[max(0, len(w.made)-maxMade+1):]), stamped{dir, head, stamps})
}

// NewWatcher returns a watcher of a checkout, which may be nil. It explains why it cannot
// compare an index only if a person named the checkout.
func NewWatcher(checkout Checkout, named bool) *Watcher {
	return &Watcher{checkout: checkout, named: named, known: map[string]difference{}}
}

// Top returns the top of the work tree; empty without a checkout.
func (w *Watcher) Top() string {
	if w.checkout == nil {
		return ""
	}
	return w.checkout.Top()
}

// Compare returns the state of the indexes of the checkout, taken as one. Without any it is
// nil, and the reason may say why; the reason is empty when no person named the checkout, or
// git does not answer in time.
func (w *Watcher) Compare(ctx context.Context, of []*catalog.Entry) (state *State, reason string) {
	if w.checkout == nil {
		return nil, ""
	}
	began := time.Now()
	states, reasons := make([]*State, len(of)), make([]string, len(of))
	var g errgroup.Group
	g.SetLimit(parallel)
	for i, e := range of {
		g.Go(func() error {
			states[i], reasons[i] = w.compareEntry(ctx, e, began)
			return nil
		})
	}
	_ = g.Wait() // none fails
	if state = merge(of, states); state != nil || !w.named {
		return state, ""
	}
	for _, reason = range reasons {
		if reason == "" {
			return nil, ""
		}
	}
	if len(of) > 1 {
		return nil, fmt.Sprintf("none of the %d indexes is of it; cortex://index says why", len(of))
	}
	return nil, reason
}

// compareEntry returns the state of one index for a call that began at a time, or the reason why it cannot be compared.
func (w *Watcher) compareEntry(ctx context.Context, e *catalog.Entry, began time.Time) (state *State, reason string) {
	w.mu.Lock()
	at := slices.IndexFunc(w.made, func(m stamped) bool { return m.dir == e.Dir() })
	if at < 0 {
		w.mu.Unlock()
		state, reason = w.compare(ctx, e.Manifest.Repository)
		w.look(state, e.Manifest.Repository, began)
		return state, reason
	}
	was := w.made[at]
	w.mu.Unlock()
	now, ok := w.ask(ctx, "stamps", func(ctx context.Context) (d difference) {
		d.head, d.stamps, d.err = w.checkout.Stamps(ctx)
		return d
	})
	if !ok || now.err != nil { // git did not answer, or not in time
		return nil, ""
	}
	state = since(was, now, e.Manifest.Repository)
	w.look(state, e.Manifest.Repository, began)
	return state, ""
}

// look completes the state of an index for a call that began at a time.
func (w *Watcher) look(s *State, r schema.Repository, began time.Time) {
	if s == nil {
		return
	}
	s.old = s.asked.Before(began)
	for file := range s.files {
		if _, err := os.Lstat(filepath.Join(w.checkout.Top(), filepath.FromSlash(r.Path), filepath.FromSlash(file))); errors.Is(err, fs.ErrNotExist) {
			s.gone[file] = true
		}
	}
}

// since returns the state of an index that was made of a working tree.
func since(was stamped, now difference, r schema.Repository) *State {
	d := difference{head: now.head, asked: now.asked}
	for file, stamp := range now.stamps {
		if was.stamps[file] != stamp {
			d.files = append(d.files, file)
		}
	}
	for file := range was.stamps {
		if _, ok := now.stamps[file]; !ok {
			d.files = append(d.files, file)
		}
	}
	r.Dirty = false // the changes are in the index
	s := d.state(r)
	s.Working = true
	s.Same = s.Changed == 0 && was.head == now.head
	return s
}

// compare returns the state of one index, or the reason why it cannot be compared.
func (w *Watcher) compare(ctx context.Context, r schema.Repository) (state *State, reason string) {
	if r.Commit == "" {
		return nil, "the index has no commit"
	}
	d, ok := w.ask(ctx, r.Name+" "+r.Commit, func(ctx context.Context) (d difference) {
		if w.checkout.Holds(ctx, r.Name, r.Commit) {
			d.head, d.ahead, d.files, d.err = w.checkout.Since(ctx, r.Commit)
		}
		return d
	})
	switch name := w.checkout.Name(); {
	case !ok: // git did not answer in time
		return nil, ""
	case d.head != "":
		return d.state(r), ""
	case name == "" || name == r.Name:
		return nil, "it does not have the commit " + catalog.Short(r.Commit)
	default:
		return nil, fmt.Sprintf("it is of %s, and does not have the commit %s", name, catalog.Short(r.Commit))
	}
}

// Prefers reports whether an index is of the commit that is checked out.
func (w *Watcher) Prefers(e *catalog.Entry) bool {
	commit := e.Manifest.Repository.Commit
	if w.checkout == nil || commit == "" {
		return false
	}
	d, _ := w.ask(context.Background(), "head", func(ctx context.Context) difference { return difference{head: w.checkout.Head(ctx)} })
	return d.head == commit
}

// difference is an answer of git about a commit. The head is empty when the checkout is of
// another repository.
type difference struct {
	asked  time.Time
	head   string
	ahead  int
	files  []string
	stamps map[string]string
	err    error
}

// state returns the state of an index of the commit.
func (d difference) state(r schema.Repository) *State {
	s := &State{Checkout: d.head, Ahead: d.ahead, Dirty: r.Dirty, commit: r.Commit, files: map[string]bool{}, gone: map[string]bool{}, asked: d.asked}
	for _, file := range d.files {
		below, ok := file, true
		if r.Path != "" {
			below, ok = strings.CutPrefix(file, r.Path+"/")
		}
		if ok {
			s.files[below] = !r.Dirty // a file may have differed when the index was made
		}
	}
	s.Changed = len(s.files)
	if d.err != nil { // the checkout does not have the commit
		s.Ahead, s.Changed = unknown, unknown
	}
	s.Same = d.err == nil && d.head == r.Commit && s.Changed == 0 && !r.Dirty
	return s
}

// ask returns a recent answer of git. A call that gives up waiting does not stop git, whose
// answer others await; ok is false then.
func (w *Watcher) ask(ctx context.Context, key string, git func(context.Context) difference) (d difference, ok bool) {
	w.mu.Lock()
	d, ok = w.known[key]
	w.mu.Unlock()
	if ok && time.Since(d.asked) < lasting {
		return d, true
	}
	answer := w.asking.DoChan(key, func() (any, error) {
		began := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), Patience)
		defer cancel()
		d := git(ctx)
		if ctx.Err() != nil {
			return d, ctx.Err()
		}
		d.asked = began
		w.mu.Lock()
		defer w.mu.Unlock()
		if len(w.known) >= maxKnown {
			clear(w.known)
		}
		w.known[key] = d
		return d, nil
	})
	select {
	case r := <-answer:
		return r.Val.(difference), r.Err == nil
	case <-ctx.Done():
		return difference{}, false
	}
}
