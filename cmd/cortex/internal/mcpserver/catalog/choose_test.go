package catalog

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// entry is an index of a repository, in the directory /ix/<label>.
func entry(label, name, path, commit, at string) *Entry {
	return &Entry{Label: label, dir: "/ix/" + label, Manifest: schema.Manifest{Repository: schema.Repository{Name: name, Path: path, Commit: commit, CommittedAt: at}}}
}

// newCatalog returns a catalog of some entries, which prefers the commit "cccc".
func newCatalog(t *testing.T, all ...*Entry) *Catalog {
	t.Helper()
	c := New(context.Background(), Options{Places: []string{"/ix"}, Prefer: func(e *Entry) bool { return e.Manifest.Repository.Commit == "cccc" }})
	c.all = all
	return c
}

// A selector names indexes by the most exact of its meanings. The first of a group is the widest,
// then the preferred, then the youngest.
func TestChoose(t *testing.T) {
	c := newCatalog(t,
		entry("old", "a.org/shop", "", "aaaa", "2026-01-01"),
		entry("new", "a.org/shop", "", "bbbb", "2026-02-01"),
		entry("part", "a.org/shop", "sub", "bbbb", "2026-03-01"),
		entry("fork", "b.org/shop", "", "cccc", "2026-01-01"),
		entry("forked", "b.org/shop", "", "dddd", "2026-05-01"),
		entry("bare", "", "", "", ""),
		&Entry{Label: "bad", dir: "/ix/bad", Err: errors.New("broken")})
	for _, w := range []struct{ selector, chosen, others, err string }{
		{"", "a.org/shop@bbbb b.org/shop@cccc bare", "a.org/shop@aaaa a.org/shop/sub@bbbb b.org/shop@dddd", ""},
		{"a.org/shop", "a.org/shop@bbbb", "a.org/shop@aaaa", ""},
		{"a.org/shop@aaaa", "a.org/shop@aaaa", "", ""},
		{"@dd", "b.org/shop@dddd", "", ""},
		{"sub", "a.org/shop/sub@bbbb", "", ""},
		{"bare", "bare", "", ""},
		{"shop", "", "", `the index "shop" can be any of 4 | name one of a.org/shop@bbbb, a.org/shop@aaaa, b.org/shop@cccc, b.org/shop@dddd`},
		{"bar", "", "", `index "bar" is unknown | did you mean bare? There are: a.org/shop@bbbb, a.org/shop@aaaa, a.org/shop/sub@bbbb, b.org/shop@cccc, b.org/shop@dddd, bare`},
		{"bad", "", "", `index "bad" is unknown | there are: a.org/shop@bbbb, a.org/shop@aaaa, a.org/shop/sub@bbbb, b.org/shop@cccc, b.org/shop@dddd, bare`},
	} {
		chosen, others, err := c.choose(w.selector)
		got := w
		got.chosen, got.others, got.err = strings.Join(Names(chosen), " "), strings.Join(Names(others), " "), ""
		if usage := (*queries.UsageError)(nil); errors.As(err, &usage) {
			got.err = usage.Message + " | " + usage.Advice
		}
		if diff := cmp.Diff(w, got, cmp.AllowUnexported(w)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", w.selector, diff)
		}
	}
	if _, _, err := newCatalog(t, c.all[6]).choose(""); !errors.Is(err, ErrNone) {
		t.Errorf("with broken indexes only: %v", err)
	}
}

// A message shows the name of an index instead of its path.
func TestRedact(t *testing.T) {
	c := newCatalog(t, entry("one", "a.org/shop", "", "aaaa", ""), entry("bare", "", "", "", ""))
	if got, want := c.Redact("read /ix/one/calls.parquet, /ix/bare and /ix/other"), "read a.org/shop@aaaa/calls.parquet, bare and ix/other"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
