package freshness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
)

// State is the difference between a checkout and the indexes of it, as answers in JSON show
// it. The methods that look for changed files take a nil State as one without any.
type State struct {
	Checkout string   `json:"checkout"`               // the commit that is checked out
	Same     bool     `json:"same"`                   // the commit is the index's, and no file differs
	Ahead    int      `json:"ahead"`                  // commits since the index's; -1 when unknown
	Changed  int      `json:"changed"`                // files that differ from the index's commit; -1 when unknown
	Dirty    bool     `json:"dirty"`                  // the index was made with changes that were not committed
	Files    []string `json:"changed_files"`          // the changed files, or only those in the answer when there are many
	Unlisted int      `json:"unlisted,omitempty"`     // changed files that Files lacks
	Working  bool     `json:"working_tree,omitempty"` // the index was made of the working tree, with the changes that were not committed
	Renewing bool     `json:"renewing,omitempty"`     // the server makes a new index
	Slow     bool     `json:"slow,omitempty"`         // the server makes none, because the last extraction was slow

	commit string          // of the index that is the furthest from the checkout
	names  []string        // of the indexes, when several are taken as one
	mixed  bool            // the indexes are of several commits
	files  map[string]bool // that differ, by their paths in answers; true for a change after the index was made
	gone   map[string]bool // those of files that are not there
	asked  time.Time       // when git was asked
	old    bool            // that was before the call
}

// unknown is a number that git cannot tell.
const unknown = -1

// merge returns the state of several indexes taken as one; nil when none has a state.
func merge(of []*catalog.Entry, states []*State) (out *State) {
	for i, s := range states {
		if s == nil {
			continue
		}
		name := of[i].Repository()
		if len(of) > 1 {
			s.files, s.gone = below(name, s.files), below(name, s.gone)
		}
		if len(of) > 1 || of[i].Manifest.Repository.Path != "" { // paths do not begin at the top
			s.names = []string{name}
		}
		if out == nil {
			out = s
		} else {
			out.add(s)
		}
	}
	if out != nil && out.Changed == unknown && len(out.names) > 1 { // the others do not explain it
		at := slices.IndexFunc(states, func(s *State) bool { return s != nil && s.Changed == unknown })
		out.names, out.mixed = []string{of[at].Repository()}, false
	}
	return out
}

// below returns the files with the name of their repository in front.
func below(name string, files map[string]bool) map[string]bool {
	out := map[string]bool{}
	for file, value := range files {
		out[name+"/"+file] = value
	}
	return out
}

// add merges the state of another index, and keeps the commit that is the furthest from the
// checkout.
func (s *State) add(o *State) {
	s.mixed = s.mixed || o.commit != s.commit
	switch {
	case s.Changed == unknown:
	case o.Changed == unknown:
		s.commit, s.Ahead, s.Changed = o.commit, unknown, unknown
	default:
		s.Changed += o.Changed
		if o.Ahead > s.Ahead || o.Ahead == s.Ahead && s.commit == s.Checkout {
			s.commit, s.Ahead = o.commit, o.Ahead
		}
	}
	s.Same, s.Dirty = s.Same && o.Same, s.Dirty || o.Dirty
	s.Working, s.old = s.Working && o.Working, s.old || o.old
	s.names = append(s.names, o.names...)
	maps.Copy(s.files, o.files)
	maps.Copy(s.gone, o.gone)
}

// Line returns the state as one line, with advice.
func (s *State) Line() string {
	advice := ""
	switch {
	case s.Working && s.Changed > 0:
		advice = ": " + wording.List(s.marked(), 3)
	case s.Renewing:
	case s.Changed == unknown:
		advice = ": fetch that commit, or let `cortex extract` make a new index"
	case s.Changed == 0:
	case !s.Dirty && s.Checkout == s.commit:
		advice = ": " + wording.List(s.marked(), 3) + "; the answer lacks the new code"
	case !s.Dirty:
		advice = ": lines may have moved; `cortex extract` makes a new index"
	}
	switch {
	case s.Renewing:
		advice += "; a new index follows"
	case s.Slow && !s.Same:
		advice += "; no new index follows, because the last extraction was slow: run `cortex extract`"
	}
	return s.Brief() + advice
}

// Brief returns the state as one line without advice.
func (s *State) Brief() string {
	index, that := "index", "that commit"
	if len(s.names) > 1 {
		index = "indexes"
	}
	if len(s.names) > 0 {
		index += " " + wording.List(s.names, 3)
	}
	index += ": commit " + catalog.Short(s.commit)
	if s.mixed {
		index, that = index+" among others", "those commits"
	}
	at := "; the checkout is at " + catalog.Short(s.Checkout)
	if s.Ahead > 0 {
		at += ", " + wording.Count(s.Ahead, "commit", "commits") + " later"
	}
	differ := wording.Count(s.Changed, "file differs", "files differ")
	if s.Changed == 0 {
		differ = "no file differs"
	}
	switch {
	case s.Working && s.Same && s.old:
		return index + ", and the working tree as it was a moment ago"
	case s.Working && s.Same:
		return index + ", and the working tree as it is now"
	case s.Working && s.Changed > 0:
		return wording.Count(s.Changed, "file", "files") + " changed since this index"
	case s.Working:
		return index + at
	case s.Changed == unknown:
		return index + at + ", and nobody can tell which files differ"
	case s.Dirty:
		return index + " with changes that were not committed" + at + ", and " + differ + " from " + that
	case s.Same && s.old:
		return index + ", as the checkout was a moment ago"
	case s.Same:
		return index + ", as the checkout"
	case s.Checkout == s.commit:
		return index + ", as the checkout, where " + wording.Count(s.Changed, "file has", "files have") + " changed since"
	}
	return index + at + ", and " + differ
}

// Indexed names the code of the index when the checkout has newer code; empty otherwise.
func (s *State) Indexed() string {
	switch {
	case s == nil || s.Changed == 0:
		return ""
	case s.Dirty || s.mixed || s.Working:
		return "the indexed code"
	}
	return "commit " + catalog.Short(s.commit)
}

// Differing returns the files that differ, by their paths in answers.
func (s *State) Differing() []string {
	if s == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(s.files))
}

// Gone returns the files that differ because they are not there.
func (s *State) Gone() []string { return slices.Sorted(maps.Keys(s.gone)) }

// marked returns the files that differ, with a mark at those that are gone.
func (s *State) marked() []string {
	files := s.Differing()
	for i, f := range files {
		if s.gone[f] {
			files[i] += " (deleted)"
		}
	}
	return files
}

// position is the end of a cell that names a place, as file:line:column, or several lines of a file.
var position = regexp.MustCompile(`(:\d+){1,2}( \d+)*( …)?$`)

// ChangedIn returns the changed file that a value names, as a path or a position in it. A
// file's name may contain a colon.
func (s *State) ChangedIn(value string) (file string, ok bool) {
	if s == nil {
		return "", false
	}
	file = position.ReplaceAllString(value, "")
	return file, s.files[file]
}

// Mark returns the changed file that a value names, as ChangedIn does, and the mark that it gets; both are empty for other values.
func (s *State) Mark(value string) (file, mark string) {
	file, ok := s.ChangedIn(value)
	switch {
	case !ok:
		return "", ""
	case s.gone[file]:
		return file, " (deleted)"
	}
	return file, " (changed)"
}

// Moved returns a warning about a line of a changed file; empty for an unchanged one.
func (s *State) Moved(file string, line int) string {
	if s == nil || !s.files[file] {
		return ""
	}
	if s.gone[file] {
		return file + " is deleted since"
	}
	return fmt.Sprintf("%s has changed since: line %d may be in another declaration now; name the symbol instead", file, line)
}

const (
	maxListed      = 20   // files in Files
	maxListedBytes = 2000 // of their paths
)

// Listed returns the state with the changed files to name alongside an answer in JSON.
func (s *State) Listed(answer []byte) *State {
	out := *s
	out.Files = s.Differing()
	if s.Changed == unknown || len(out.Files) > maxListed || len(strings.Join(out.Files, "")) > maxListedBytes {
		out.Files = s.changedIn(answer)
	}
	out.Files = append([]string{}, out.Files...) // an empty list rather than null
	if s.Changed != unknown {
		out.Unlisted = s.Changed - len(out.Files)
	}
	return &out
}

// changedIn returns the first changed files that an answer names.
func (s *State) changedIn(answer []byte) (files []string) {
	size := 0
	for d := json.NewDecoder(bytes.NewReader(answer)); len(files) < maxListed; {
		token, err := d.Token()
		if err != nil {
			break
		}
		value, _ := token.(string)
		if file, ok := s.ChangedIn(value); ok && !slices.Contains(files, file) {
			if size += len(file); size > maxListedBytes {
				break
			}
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files
}
