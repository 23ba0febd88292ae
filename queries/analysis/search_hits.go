package analysis

import (
	"cmp"
	"context"
	"fmt"
	"math"
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
	return cmp.Or(cmp.Compare(a.tier, b.tier), cmp.Compare(a.rank, b.rank), cmp.Compare(b.refs, a.refs), cmp.Compare(a.symbol, b.symbol))
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
				if j%4096 == 0 && ctx.Err() != nil {
					return
				}
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
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
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
	ofNames, called, err := s.tiersOfNames(errors)
	if err != nil {
		return nil, nil, err
	}
	tier = func(n *spelling) int {
		if n.symbol == s.whole || s.text != s.whole && endsName(n.symbol, s.whole) {
			return tierSymbol
		}
		return ofNames(n)
	}
	return tier, func(tier int) string {
		if tier == tierSymbol {
			return byExact
		}
		return called(tier)
	}, nil
}

// endsName reports whether a symbol ends in a name, from one of its names on.
func endsName(symbol, name string) bool {
	before, ok := strings.CutSuffix(symbol, name)
	return ok && before != "" && strings.ContainsRune("./", rune(before[len(before)-1]))
}

// tiersOfNames is as tiers, of what a text means that is not a whole symbol.
func (s *searching) tiersOfNames(errors int) (tier func(*spelling) int, label func(int) string, err error) {
	switch match := s.notation(); match {
	case bySubstring:
		return newPart(s.text).tier, func(int) string { return match }, nil
	case byPattern:
		g, err := newGlob(s.text)
		if err != nil {
			return nil, nil, err
		}
		return g.tier, func(int) string { return match }, nil
	}
	m := newMatcher(s.name, min(errors, errorsIn(s.name)))
	m.anyCase = m.anyCase && s.owner == "" // Server.serve is meant so
	o := newOwner(s.owner, errors)
	o.loose = s.loose
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
			if !m.held(n) {
				return -1
			}
			return m.spread(n, m.tier(n))
		}, m.label, nil
	}
	return m.tier, m.label, nil
}

// held reports whether each word stands in a name or before it.
func (m *matcher) held(s *spelling) bool {
	return !slices.ContainsFunc(m.words, func(w word) bool {
		return !strings.Contains(s.lowered, w.lowered) && !strings.Contains(s.owner, w.lowered)
	})
}

// spread is the tier of a name that is in one by itself, where its words stand in it or before
// it. Head.Init matches head init, and init head, as well as a name of these words does.
func (m *matcher) spread(s *spelling, tier int) int {
	whole := "." + s.owner + "." + s.lowered + "."
	if tier >= 0 && !slices.ContainsFunc(m.words, func(w word) bool { return !strings.Contains(whole, "."+w.lowered+".") }) {
		return m.tierOfWords()
	}
	return tier
}

// passing returns what says whether a symbol passes the filters of the pattern and of the
// arguments.
func (s *searching) passing(ctx context.Context) (func(*spelling) bool, error) {
	files, err := s.files(ctx)
	if err != nil {
		return nil, err
	}
	s.noFiles = files != nil && len(files) == 0
	chosen := func(values []string, value string) bool { return values == nil || slices.Contains(values, value) }
	all := func(wanted []bool, is bool) bool { return !slices.Contains(wanted, !is) }
	return func(n *spelling) bool {
		return n.refs >= s.least && n.refs <= s.most &&
			all(s.exported, n.exported) && all(s.test, n.test) &&
			chosen(s.kinds, n.kind) && chosen(s.filters, n.kind) && chosen(s.languages, n.language) &&
			(files == nil || files[n.file] || n.external) // see refuse
	}, nil
}

// files are those that pass the filters; nil for all.
func (s *searching) files(ctx context.Context) (map[int64]bool, error) {
	var all squirrel.And
	if s.prefix != "" {
		all = append(all, squirrel.Expr("begins(file_path, ?)", s.prefix))
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
