package analysis

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/Masterminds/squirrel"
)

// hit is a symbol that was found.
type hit struct {
	*spelling
	tier int
}

// before orders hits: the best tier first, and among equals what matters most to most
// readers.
func before(a, b hit) int {
	return cmp.Or(cmp.Compare(a.tier, b.tier), cmp.Compare(a.rank, b.rank), cmp.Compare(a.symbol, b.symbol))
}

// hits are what was found: the first of all, how many there are, and the best tier.
type hits struct {
	first []hit
	most  int // how many of the first are wanted
	total int
	best  int
	last  *hit // of the first, once there are so many as wanted
}

func (f *hits) add(h hit) {
	f.total++
	f.best = min(f.best, h.tier)
	if f.last != nil && before(h, *f.last) > 0 {
		return
	}
	f.first = append(f.first, h)
	if len(f.first) >= 2*f.most+1000 { // enough to order at once
		f.cut()
	}
}

// cut leaves as many as are wanted, in order.
func (f *hits) cut() {
	slices.SortFunc(f.first, before)
	if len(f.first) >= f.most {
		f.first = f.first[:f.most]
		last := f.first[f.most-1]
		f.last = &last
	}
}

// find returns the first so many hits, those with so many typing errors too, and how to say
// in a word what a tier means.
func (s *searching) find(ctx context.Context, errors, most int) (*hits, func(tier int) string, error) {
	all, err := spellingsOf(ctx, s.index)
	if err != nil {
		return nil, nil, err
	}
	passes, err := s.passing(ctx)
	if err != nil {
		return nil, nil, err
	}
	tier, label, err := s.tiers(errors)
	if err != nil {
		return nil, nil, err
	}
	var workers sync.WaitGroup
	parts := make([]*hits, runtime.GOMAXPROCS(0))
	size := (len(all) + len(parts) - 1) / len(parts)
	for i := range parts {
		part := &hits{most: most, best: math.MaxInt}
		parts[i] = part
		workers.Go(func() {
			for j := min(i*size, len(all)); j < min((i+1)*size, len(all)); j++ {
				n := &all[j]
				if n.external != s.external {
					continue
				}
				if t := tier(n); t >= 0 && passes(n) {
					part.add(hit{n, t})
				}
			}
		})
	}
	workers.Wait()
	found := parts[0]
	for _, part := range parts[1:] {
		found.first = append(found.first, part.first...)
		found.total += part.total
		found.best = min(found.best, part.best)
	}
	found.cut()
	return found, label, nil
}

// tiers returns what says in which tier a symbol is, below zero for one that does not match,
// and what the tiers are called.
func (s *searching) tiers(errors int) (tier func(*spelling) int, label func(int) string, err error) {
	if s.text == "" {
		return func(*spelling) int { return 0 }, func(int) string { return "" }, nil
	}
	if text, match := s.pattern(); text != "" {
		g, err := newGlob(text)
		if err != nil {
			return nil, nil, err
		}
		return g.tier, func(int) string { return match }, nil
	}
	m := newMatcher(s.name, min(errors, errorsIn(s.name)))
	m.anyCase = m.anyCase && s.owner == "" // Server.serve is meant so
	o := newOwner(s.owner, errors)
	switch {
	case s.inPath():
		return func(n *spelling) int {
			if tier := m.tier(n); tier < 0 || o.holds(n) {
				return tier
			}
			return -1
		}, m.label, nil
	case s.owner != "":
		return func(n *spelling) int {
			tier := m.tier(n)
			if tier < 0 {
				return tier
			}
			return o.tier(n, tier)
		}, m.label, nil
	case m.spaced:
		return func(n *spelling) int {
			tier := m.tier(n)
			if tier < 0 {
				return tier
			}
			return m.spread(n, tier)
		}, m.label, nil
	}
	return m.tier, m.label, nil
}

// inPath reports whether what stands before the last dot of the text is a path.
func (s *searching) inPath() bool { return strings.ContainsRune(s.owner, '/') }

// owner is what stands before the last dot of a text, in lower case.
type owner struct {
	lowered string
	letters []rune
	errors  int // typing errors that are forgiven
	names   int // in it
}

func newOwner(text string, errors int) owner {
	lowered := strings.ToLower(text)
	return owner{lowered, []rune(lowered), min(errors, errorsIn(text)), strings.Count(text, ".") + 1}
}

// tier is that of a name in a tier by itself that has this owner, or, where the name begins
// as the text does, an owner that ends so, or one with typing errors; -1 for others.
func (o owner) tier(s *spelling, tier int) int {
	ends := strings.HasSuffix(s.owner, o.lowered)
	switch {
	case ends && (len(s.owner) == len(o.lowered) || s.owner[len(s.owner)-len(o.lowered)-1] == '.'):
		return tier
	case tier > tierPrefix:
		return -1
	case ends:
		return tierSubstring
	case o.errors == 0:
		return -1
	}
	names := strings.Split(s.owner, ".")
	near := strings.Join(names[max(len(names)-o.names, 0):], ".")
	if edits(o.letters, []rune(near), o.errors) > o.errors {
		return -1
	}
	return tierOwner
}

// spread is the tier of a name of words of which some stand before it, and -1 when one
// stands nowhere. Head.Init matches head init, and init head, as well as a name of these words
// does.
func (m *matcher) spread(s *spelling, tier int) int {
	whole := "." + s.owner + "." + s.lowered + "."
	names := true
	for _, w := range m.words {
		if !strings.Contains(whole, w.lowered) {
			return -1
		}
		names = names && strings.Contains(whole, "."+w.lowered+".")
	}
	if names {
		return m.tierOfWords()
	}
	return tier
}

// suffix is what stands behind the path and package of a stable name, from its last name on.
var suffix = regexp.MustCompile(`\.[^./]*(#.*|~[0-9]+)?$`)

// holds reports whether what stands before the last name of a symbol is this path, or ends
// in it.
func (o owner) holds(s *spelling) bool {
	lowered := strings.ToLower(s.symbol)
	return strings.Contains(lowered, o.lowered) && strings.HasSuffix("/"+suffix.ReplaceAllString(lowered, ""), "/"+o.lowered)
}

// passing returns what says whether a symbol passes the filters of the pattern and of the
// arguments.
func (s *searching) passing(ctx context.Context) (func(*spelling) bool, error) {
	files, err := s.files(ctx)
	if err != nil {
		return nil, err
	}
	chosen := func(values []string, value string) bool { return values == nil || slices.Contains(values, value) }
	all := func(wanted []bool, is bool) bool { return !slices.Contains(wanted, !is) }
	return func(n *spelling) bool {
		return n.refs >= s.least && n.refs <= s.most &&
			all(s.exported, n.exported) && all(s.test, n.test) &&
			chosen(s.kinds, n.kind) && chosen(s.filters, n.kind) && chosen(s.languages, n.language) &&
			(files == nil || files[n.file])
	}, nil
}

// files are those that pass the filters; nil for all.
func (s *searching) files(ctx context.Context) (map[int64]bool, error) {
	var all squirrel.And
	if s.prefix != "" {
		all = append(all, squirrel.Expr("starts_with(file_path, ?)", s.prefix))
	}
	if s.in != "" {
		all = append(all, squirrel.Expr("regexp_full_match(file_path, ?)", s.in))
	}
	if s.notIn != "" {
		all = append(all, squirrel.Expr("NOT regexp_full_match(file_path, ?)", s.notIn))
	}
	if all == nil {
		return nil, nil
	}
	text, args, err := squirrel.Select("file_id").From("files").Where(all).ToSql()
	if err != nil {
		return nil, err
	}
	rows, err := s.index.Query(ctx, text, args...)
	if err != nil {
		return nil, fmt.Errorf("choose files: %w", err)
	}
	defer rows.Close()
	files := map[int64]bool{}
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("choose files: %w", err)
		}
		files[id] = true
	}
	return files, rows.Err()
}
