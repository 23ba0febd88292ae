package git

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"time"
)

// history finds for each path the commit that last changed it. Paths whose search is at
// the same commit form a group, which moves from commit to parent as a whole. Groups that
// meet are joined, in a disjoint-set forest.
type history struct {
	prefix string
	index  map[string]int32 // path from the top → number
	name   []string         // number → path from the root
	node   []int32          // number → node in the forest, or settledNode
	up     []int32          // the forest: node → its parent, itself at the top
	mark   []int32          // number → the last difference that named it
	marks  int32
	groups map[string]int32 // commit → top node of the paths whose search is there
	times  map[string]time.Time
	left   int // paths without a time
}

// settledNode is the node of a path that is in no group.
const settledNode = -1

func newHistory(paths []string, prefix string) *history {
	h := &history{prefix: prefix, index: make(map[string]int32, len(paths)), name: paths,
		node: make([]int32, len(paths)), up: []int32{0}, mark: make([]int32, len(paths)),
		times: make(map[string]time.Time, len(paths)), left: len(paths)}
	for i, p := range paths {
		h.index[prefix+p] = int32(i)
	}
	return h
}

// follow reads the differences of each commit of the queue, children before
// parents, until the queue ends or nothing is left to find.
func (h *history) follow(queue <-chan commit, answers *bufio.Reader) error {
	d := &differences{r: answers}
	for c := range queue {
		if h.groups == nil { // every search starts at HEAD
			h.groups = map[string]int32{c.id: 0}
		}
		group, ok := h.groups[c.id]
		if !ok {
			group = -2 // no path: the differences are skipped
		}
		delete(h.groups, c.id)
		if c.shallow {
			continue
		}
		changed, err := h.detach(d, c.id, group)
		if err != nil {
			return err
		}
		for i, p := range c.parents {
			switch {
			case i == 0 && ok:
				h.give(p, group)
			case i > 0:
				if changed, err = h.pass(d, c.id, p, changed); err != nil {
					return err
				}
			}
		}
		for _, n := range changed {
			h.times[h.name[n]] = c.at
			h.left--
		}
		if h.left == 0 {
			return nil
		}
	}
	return nil
}

// detach reads one difference and takes its paths out of the group.
func (h *history) detach(d *differences, id string, group int32) (changed []int32, err error) {
	err = d.each(id, func(path string) {
		if n, ok := h.index[path]; ok && h.node[n] != settledNode && h.top(h.node[n]) == group {
			h.node[n] = settledNode
			changed = append(changed, n)
		}
	})
	return changed, err
}

// pass reads the difference from a further parent. It moves the changed paths that are
// equal in that parent there, and returns the others.
func (h *history) pass(d *differences, id, parent string, changed []int32) (rest []int32, err error) {
	h.marks++
	err = d.each(id, func(path string) {
		if n, ok := h.index[path]; ok {
			h.mark[n] = h.marks
		}
	})
	fresh := int32(-1)
	for _, n := range changed {
		if h.mark[n] == h.marks {
			rest = append(rest, n)
			continue
		}
		if fresh < 0 {
			fresh = int32(len(h.up))
			h.up = append(h.up, fresh)
		}
		h.node[n] = fresh
	}
	if fresh >= 0 {
		h.give(parent, fresh)
	}
	return rest, err
}

// give moves a group to a commit, and joins it with the group there.
func (h *history) give(id string, group int32) {
	if other, ok := h.groups[id]; ok {
		h.up[group] = other
		return
	}
	h.groups[id] = group
}

// top returns the top of a node's tree, and halves the path to it.
func (h *history) top(n int32) int32 {
	for h.up[n] != n {
		h.up[n] = h.up[h.up[n]]
		n = h.up[n]
	}
	return n
}

// differences reads the output of `git diff-tree --stdin --always --name-status -z`: for
// each request the commit, then a letter and a path for each change.
type differences struct {
	r     *bufio.Reader
	token string // read ahead; empty when nothing is
}

// each calls f with the paths of the next difference, which must be that of the commit.
func (d *differences) each(id string, f func(path string)) error {
	token, err := d.next()
	if err != nil {
		return err
	}
	if token != id {
		return fmt.Errorf("git diff-tree: got a difference of %q, want one of %q", token, id)
	}
	for {
		letter, err := d.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(letter) != 1 { // the next commit
			d.token = letter
			return nil
		}
		path, err := d.next()
		if err != nil {
			return err
		}
		f(path)
	}
}

func (d *differences) next() (string, error) {
	if t := d.token; t != "" {
		d.token = ""
		return t, nil
	}
	t, err := d.r.ReadString(0)
	if err != nil {
		return "", err
	}
	return t[:len(t)-1], nil
}
