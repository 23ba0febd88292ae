package mcpserver

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"
)

// Checkout is a working tree beside which answers may be read.
type Checkout interface {
	// Name is what an index of it would be called; it may be empty.
	Name() string
	// Top is the path of the top of the work tree, without links.
	Top() string
	// Holds reports whether an index of this repository and commit may be one of it.
	Holds(ctx context.Context, repository, commit string) bool
	// Head returns the commit that is checked out; empty when nobody can tell.
	Head(ctx context.Context) string
	// Since returns the commit that is checked out, and the files that are not as they were
	// at another one, relative to the top of the work tree. The error that there is no such commit
	// comes with the one that is checked out.
	Since(ctx context.Context, commit string) (head string, ahead int, files []string, err error)
}

// freshness says how a checkout differs from the index of it, or from the indexes of it
// that are asked as one.
type freshness struct {
	Checkout string   `json:"checkout"`           // the commit that is checked out
	Same     bool     `json:"same"`               // it is the index's, and no file differs
	Ahead    int      `json:"ahead"`              // commits since the index's; -1 when that is not known
	Changed  int      `json:"changed"`            // files that differ from the index's commit; -1 when that is not known
	Dirty    bool     `json:"dirty"`              // the index was made with changes that were not committed
	Files    []string `json:"changed_files"`      // all of them, or where they are many the first that stand in the answer
	Unlisted int      `json:"unlisted,omitempty"` // how many more of them there are
	trees    []differing
	key      string   // differs when any of these does
	names    []string // of the indexes that it is about, when several are asked
	mixed    bool     // they are of several commits
}

// differing are the files that are not as they were in one index.
type differing struct {
	prefix string // of the paths in answers, when several indexes are asked
	files  map[string]bool
}

// unknown stands for a number that nobody can tell.
const unknown = -1

// changed reports whether a file of an answer is not as it was.
func (f *freshness) changed(file string) bool {
	if f == nil {
		return false
	}
	return slices.ContainsFunc(f.trees, func(d differing) bool {
		below, ok := strings.CutPrefix(file, d.prefix)
		return ok && d.files[below]
	})
}

// say is how fresh an answer is, in a line, and what to do about it.
func (f *freshness) say(commit string) string {
	advice := ""
	switch {
	case f.Changed == unknown:
		advice = ": fetch that commit, or let `cortex extract` make a new index"
	case f.Changed == 0:
	case !f.Dirty && f.Checkout == commit:
		advice = ": " + someOf(f.differing(), 3) + "; what is new there is not in the answer"
	case !f.Dirty:
		advice = ": lines may have moved; `cortex extract` makes a new index"
	}
	return f.brief(commit) + advice
}

// brief is how fresh an answer is, of an index of this commit and perhaps of others, in a
// short line.
func (f *freshness) brief(commit string) string {
	index, that := "index", "that commit"
	if len(f.names) > 1 {
		index = "indexes"
	}
	if len(f.names) > 0 {
		index += " " + someOf(f.names, 3)
	}
	index += ": commit " + short(commit)
	if f.mixed {
		index, that = index+" among others", "those commits"
	}
	distance := ""
	if f.Ahead > 0 {
		distance = fmt.Sprintf(", %s later", plural(f.Ahead, "commit", "commits"))
	}
	differ := plural(f.Changed, "file differs", "files differ")
	if f.Changed == 0 {
		differ = "no file differs"
	}
	switch {
	case f.Changed == unknown:
		return fmt.Sprintf("%s; the checkout is at %s, and nobody can tell which files differ", index, short(f.Checkout))
	case f.Dirty:
		return fmt.Sprintf("%s with changes that were not committed; the checkout is at %s%s, and %s from %s", index, short(f.Checkout), distance, differ, that)
	case f.Same:
		return index + ", as the checkout"
	case f.Checkout == commit:
		return fmt.Sprintf("%s, as the checkout, where %s changed since", index, plural(f.Changed, "file has", "files have"))
	}
	return fmt.Sprintf("%s; the checkout is at %s%s, and %s", index, short(f.Checkout), distance, differ)
}

// differing are the files that differ, as answers name them.
func (f *freshness) differing() (files []string) {
	for _, d := range f.trees {
		for file := range d.files {
			files = append(files, d.prefix+file)
		}
	}
	slices.Sort(files)
	return files
}

func short(commit string) string { return commit[:min(12, len(commit))] }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// watcher remembers for a moment how fresh indexes are, because git takes some 30 ms. It is
// safe for concurrent use.
type watcher struct {
	checkout Checkout
	named    bool // by the person who runs the server
	mu       sync.Mutex
	known    map[*found]seen
	head     seen               // of the commit that is checked out alone
	asking   singleflight.Group // git, by commit
}

// seen is what git says, or is about to say.
type seen struct {
	*reading
	asked time.Time
}

type reading struct {
	done  chan struct{} // closed when the rest is known
	fresh *freshness    // nil when the index is not one of the checkout
	why   string        // it is nil; empty when nobody can tell
}

const (
	// lasting is how long what git said holds.
	lasting = 300 * time.Millisecond
	// gitPatience is how long git may take.
	gitPatience = 20 * time.Second
	// beside is of how many indexes git is asked at once.
	beside = 8
)

// lasts reports whether it is known or under way, and not too old.
func (s seen) lasts() bool {
	if s.reading == nil {
		return false
	}
	select {
	case <-s.done:
		return time.Since(s.asked) < lasting
	default:
		return true
	}
}

// read asks git beside the requests, so that none waits for it longer than it has time.
func read(ask func(context.Context) (fresh *freshness, why string)) seen {
	s := seen{&reading{done: make(chan struct{})}, time.Now()}
	go func() {
		defer close(s.done)
		ctx, cancel := context.WithTimeout(context.Background(), gitPatience)
		defer cancel()
		s.fresh, s.why = ask(ctx)
	}()
	return s
}

// wait returns what git says, or nil when that is not known in time.
func (s seen) wait(ctx context.Context) *freshness {
	select {
	case <-s.done:
		return s.fresh
	case <-ctx.Done():
		return nil
	}
}

// freshness says how fresh those of some indexes are that are of the checkout, and which of
// them is the furthest from it; nil when none is of it, or when nobody can tell.
func (w *watcher) freshness(ctx context.Context, of []*found) (*freshness, *found) {
	if w.checkout == nil {
		return nil, nil
	}
	each := make([]*freshness, len(of))
	var g errgroup.Group
	g.SetLimit(beside)
	for i, f := range of {
		g.Go(func() error {
			each[i] = w.of(f).wait(ctx)
			return nil
		})
	}
	_ = g.Wait() // none fails
	return together(of, each)
}

// together is how fresh indexes are as one, by how fresh each of them is, or nil; and which
// of them is the furthest from the checkout.
func together(of []*found, each []*freshness) (*freshness, *found) {
	var worst *found
	out := freshness{Same: true}
	var keys []string
	for i, f := range each {
		if f == nil {
			continue
		}
		name, prefix := repository(of[i]), ""
		if len(of) > 1 {
			prefix = name + "/"
		}
		if len(of) > 1 || of[i].manifest.Repository.Path != "" { // paths are not from the top
			out.names = append(out.names, name)
		}
		keys = append(keys, name+" "+f.key)
		for _, d := range f.trees {
			out.trees = append(out.trees, differing{prefix, d.files})
		}
		if commit := of[i].manifest.Repository.Commit; worst == nil {
			worst, out.Checkout, out.Ahead, out.Changed = of[i], f.Checkout, f.Ahead, f.Changed
		} else {
			before := worst.manifest.Repository.Commit
			out.mixed = out.mixed || commit != before
			switch {
			case out.Changed == unknown:
			case f.Changed == unknown:
				worst, out.Ahead, out.Changed = of[i], unknown, unknown
			case f.Ahead > out.Ahead, f.Ahead == out.Ahead && before == f.Checkout: // which its commit is not, or both are
				worst, out.Ahead = of[i], f.Ahead
				fallthrough
			default:
				out.Changed += f.Changed
			}
		}
		out.Same, out.Dirty = out.Same && f.Same, out.Dirty || f.Dirty
	}
	if worst == nil {
		return nil, nil
	}
	if out.Changed == unknown && len(out.names) > 1 { // what is known of others says nothing of it
		out.names, out.mixed = []string{repository(worst)}, false
	}
	out.key = strings.Join(keys, " ")
	return &out, worst
}

func (w *watcher) of(f *found) seen {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.known[f]
	if !s.lasts() {
		if len(w.known) > maxIndexes { // of indexes that are gone
			clear(w.known)
		}
		s = read(func(ctx context.Context) (*freshness, string) { return w.ask(ctx, f) })
		w.known[f] = s
	}
	return s
}

// ask asks git how fresh an index is; nil and why nobody can tell when it is not one of the
// checkout.
func (w *watcher) ask(ctx context.Context, f *found) (fresh *freshness, why string) {
	r := f.manifest.Repository
	if r.Commit == "" || !w.checkout.Holds(ctx, r.Name, r.Commit) {
		return nil, w.alien(ctx, f)
	}
	head, ahead, files, err := w.since(ctx, r.Commit)
	files = below(files, r.Path)
	differ := map[string]bool{}
	fresh = &freshness{Checkout: head, Ahead: ahead, Changed: len(files), Dirty: r.Dirty, trees: []differing{{files: differ}}}
	switch {
	case head == "":
		return nil, w.alien(ctx, f)
	case err != nil: // the checkout does not have the commit
		fresh.Ahead, fresh.Changed = unknown, unknown
	}
	for _, file := range files {
		differ[file] = !r.Dirty // or it may have been so already when the index was made
	}
	fresh.key = fmt.Sprintf("%d %d %x", fresh.Ahead, fresh.Changed, sha256.Sum256([]byte(strings.Join(append(files, head), "\x00"))))
	fresh.Same = err == nil && head == r.Commit && len(files) == 0 && !r.Dirty
	return fresh, ""
}

// since asks git how the checkout differs from a commit: once for all the indexes of folders
// that ask it at one time.
func (w *watcher) since(ctx context.Context, commit string) (head string, ahead int, files []string, err error) {
	type changes struct {
		head  string
		ahead int
		files []string
	}
	v, err, _ := w.asking.Do(commit, func() (any, error) {
		head, ahead, files, err := w.checkout.Since(ctx, commit)
		return changes{head, ahead, files}, err
	})
	c := v.(changes)
	return c.head, c.ahead, c.files, err
}

// below are the paths of the files in a folder, from there.
func below(files []string, folder string) []string {
	if folder == "" {
		return files
	}
	var out []string
	for _, f := range files {
		if rest, ok := strings.CutPrefix(f, folder+"/"); ok {
			out = append(out, rest)
		}
	}
	return out
}

// prefers reports whether an index is of the commit that is checked out.
func (w *watcher) prefers(f *found) bool {
	commit := f.manifest.Repository.Commit
	if w.checkout == nil || commit == "" {
		return false
	}
	w.mu.Lock()
	if !w.head.lasts() {
		w.head = read(func(ctx context.Context) (*freshness, string) { return &freshness{Checkout: w.checkout.Head(ctx)}, "" })
	}
	head := w.head
	w.mu.Unlock()
	return head.wait(context.Background()).Checkout == commit
}
