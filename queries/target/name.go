package target

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// Go writes methods as (*T).M and instances as F[T].
var (
	receiver = regexp.MustCompile(`\(\*?([^()]*)\)`)
	instance = regexp.MustCompile(`\[[^\[\]]*\]`)
)

// PlainName returns a target without Go's notations: Head.Init for (*Head).Init, Cache.Put for Cache[K, V].Put.
func PlainName(target string) string {
	return instance.ReplaceAllString(receiver.ReplaceAllString(target, "$1"), "")
}

// lastIdentifier returns the identifier at the end of a name.
func lastIdentifier(name string) string {
	base := schema.BaseSymbol(name)
	return base[strings.LastIndexAny(base, "./")+1:]
}

// byName finds stable names, with or without their suffix, and ends of names.
func (r resolver) byName(ctx context.Context) ([]match, error) {
	found, err := r.namedAs(ctx, r.kinds)
	if err != nil {
		return nil, err
	}
	return r.single(found)
}

// namedAs returns the symbols of the kinds that the target names, sorted by stable name. The first way
// of naming with a match decides.
func (r resolver) namedAs(ctx context.Context, kinds []string) ([]match, error) {
	all, err := r.withLastName(ctx)
	if err != nil {
		return nil, err
	}
	mains := map[string]bool{} // packages with a function main
	for _, m := range all {
		if m.Symbol.Symbol == m.pkg+".main" && m.Kind == string(schema.KindFunction) {
			mains[m.pkg] = true
		}
	}
	var found []match
	for _, m := range all {
		if m.Symbol.Symbol == schema.BuiltinError && r.plain == "error" && slices.Contains(kinds, m.Kind) {
			return []match{m}, nil // not a field that embeds it
		}
		if m.step = m.how(r.target, r.plain, mains); m.step > 0 && slices.Contains(kinds, m.Kind) {
			found = append(found, m)
		}
	}
	slices.SortFunc(found, func(a, b match) int {
		return cmp.Or(a.rank()-b.rank(), strings.Compare(a.Symbol.Symbol, b.Symbol.Symbol))
	})
	for i := range found {
		if found[i].rank() > found[0].rank() {
			return found[:i], nil
		}
	}
	return found, nil
}

// rank returns the order of the ways of naming; in each way the symbols of the repository come first.
func (m match) rank() int {
	if m.external {
		return 2*m.step + 1
	}
	return 2 * m.step
}

// withLastName returns the symbols with the last identifier of the target. For a target main.x it adds the functions main,
// which tell the commands from other packages.
func (r resolver) withLastName(ctx context.Context) ([]match, error) {
	name := lastIdentifier(r.plain)
	found, err := r.withName(ctx, name)
	if err != nil || name == "main" || !strings.HasPrefix(r.plain, "main.") {
		return found, err
	}
	mains, err := r.withName(ctx, "main")
	return slices.Concat(found, mains), err
}

// withName returns the symbols with a name. The caller must not change them.
func (r resolver) withName(ctx context.Context, name string) ([]match, error) {
	if found, ok := r.named[name]; ok {
		return found, nil
	}
	found, err := r.query(ctx, "name", name)
	if err == nil {
		r.named[name] = found
	}
	return found, err
}

// how returns the way in which a target names the symbol, or 0. Way 1 is the whole stable name, and way
// 2 the stable name without the suffix after # or ~. Way 3 is an end of it, from a path element of the
// package on, or an end of the qualified name. Way 4 is such an end without the suffix, or main.x in a
// command whose last path element is not main.
func (m match) how(target, plain string, mains map[string]bool) int {
	symbol := m.Symbol.Symbol
	base := schema.BaseSymbol(symbol)
	suffix := symbol[len(base):]
	switch {
	case symbol == target || symbol == plain:
		return 1
	case base == target || base == plain:
		return 2
	case endsAt(m.qualified+suffix, plain, '.'), endsAt(symbol, plain, '/'):
		return 3
	case endsAt(m.qualified, plain, '.'), endsAt(base, plain, '/'):
		return 4
	}
	if rest, ok := strings.CutPrefix(plain, "main."); ok && mains[m.pkg] && (base == m.pkg+"."+rest || symbol == m.pkg+"."+rest) {
		return 4
	}
	return 0
}

// endsAt reports whether s equals the end, or ends in the boundary and the end.
func endsAt(s, end string, boundary byte) bool {
	rest, ok := strings.CutSuffix(s, end)
	return ok && end != "" && (rest == "" || rest[len(rest)-1] == boundary)
}

// byFile finds the declaration of a name in a file: file.go:Name and file.go::Name.
func (r resolver) byFile(ctx context.Context) ([]match, error) {
	m := inFile().FindStringSubmatch(r.target)
	if m == nil {
		return nil, nil
	}
	file, name := slashed(m[1]), m[2]
	if plain, _ := declared(name); plain != "" {
		name = plain
	}
	all, err := r.as(form{text: name}).withLastName(ctx)
	if err != nil {
		return nil, err
	}
	var found []match
	for _, m := range all {
		if endsAt(m.File, file, '/') && m.how(name, PlainName(name), nil) > 0 && r.takes(m) {
			found = append(found, m)
		}
	}
	return r.single(found)
}

// byAlias finds a name as files write it that import its package under an alias: metav1.ListOptions.
func (r resolver) byAlias(ctx context.Context) ([]match, error) {
	alias, rest, ok := strings.Cut(r.plain, ".")
	if !ok || alias == "" || rest == "" || strings.ContainsAny(alias, "/#*?%") {
		return nil, nil
	}
	all, err := r.withName(ctx, lastIdentifier(rest))
	if err != nil || len(all) == 0 {
		return nil, err
	}
	packages, err := queries.Collect(ctx, r.ix.Query, func(path *string) []any { return []any{path} }, statement("alias"), alias)
	if err != nil {
		return nil, fmt.Errorf("look for the alias %q: %w", queries.Echo(alias), err)
	}
	var found []match
	for _, m := range all {
		of, ok := strings.CutSuffix(m.Symbol.Symbol, "."+rest)
		if ok && slices.Contains(packages, of) && r.takes(m) {
			found = append(found, m)
		}
	}
	return r.single(found)
}

// byConstructor finds the constructor of a class where only functions count.
func (r resolver) byConstructor(ctx context.Context) ([]match, error) {
	class := string(schema.KindClass)
	if slices.Contains(r.kinds, class) || !slices.Contains(r.kinds, string(schema.KindMethod)) {
		return nil, nil
	}
	classes, err := r.namedAs(ctx, []string{class})
	if err != nil || len(classes) != 1 {
		return nil, err
	}
	found, err := r.query(ctx, "constructor", classes[0].ID)
	if err != nil {
		return nil, err
	}
	return r.single(found)
}

// byPromotion finds a member that a type has from an embedded type, by Go's rule: the member at the least depth.
func (r resolver) byPromotion(ctx context.Context) ([]match, error) {
	i := strings.LastIndexByte(r.plain, '.')
	if i < 1 {
		return nil, nil
	}
	types, err := r.as(form{text: r.plain[:i]}).namedAs(ctx, typeKinds())
	if err != nil || len(types) == 0 {
		return nil, err
	}
	all, err := r.withName(ctx, r.plain[i+1:])
	if err != nil {
		return nil, err
	}
	members := map[string][]match{} // with the name, by the type that declares them
	for _, m := range all {
		if holder, ok := strings.CutSuffix(schema.BaseSymbol(m.Symbol.Symbol), r.plain[i:]); ok {
			members[holder] = append(members[holder], m)
		}
	}
	if len(members) == 0 {
		return nil, nil
	}
	ids := make([]int32, len(types))
	for i, t := range types {
		ids[i] = t.ID
	}
	found, err := r.promoted(ctx, ids, members)
	if err == nil && len(found) == 0 {
		found, err = r.calledThrough(ctx, ids, all)
	}
	if err != nil {
		return nil, err
	}
	if len(found) == 1 && (found[0].Kind == string(schema.KindInterfaceMethod) || found[0].File == "") {
		// An answer about the member would be about all types that have it.
		return nil, &Error{Target: r.target, Reason: fmt.Sprintf("%s has it from an embedded type, as other types may", queries.Echo(r.plain[:i])),
			Candidates: []Candidate{candidate(found[0].Symbol)}, Total: 1, Advice: "name the member of the embedded type, for all types that have it:"}
	}
	return r.single(found)
}

// promoted returns the members that each of the types has at its least depth. A member of a kind that the operation does not take
// hides deeper ones.
func (r resolver) promoted(ctx context.Context, types []int32, members map[string][]match) ([]match, error) {
	type part struct {
		root   int32
		depth  int
		symbol string
	}
	parts, err := queries.Collect(ctx, r.ix.Query, func(p *part) []any { return []any{&p.root, &p.depth, &p.symbol} }, statement("embedded"), types)
	if err != nil {
		return nil, fmt.Errorf("look for embedded types: %w", err)
	}
	least := map[int32]int{} // depths by type
	var found []match
	for _, p := range parts {
		depth, ok := least[p.root]
		if ok && p.depth > depth {
			continue
		}
		for _, m := range members[schema.BaseSymbol(p.symbol)] {
			least[p.root] = p.depth
			if r.takes(m) && !slices.ContainsFunc(found, func(f match) bool { return f.ID == m.ID }) {
				found = append(found, m)
			}
		}
	}
	return found, nil
}

// calledThrough returns the methods with the name that calls reach through one of the types. The type
// has them from external types, whose embedded types the index does not have.
func (r resolver) calledThrough(ctx context.Context, types []int32, named []match) ([]match, error) {
	ids, err := queries.Collect(ctx, r.ix.Query, func(id *int32) []any { return []any{id} }, statement("called"), types, lastIdentifier(r.plain))
	if err != nil {
		return nil, fmt.Errorf("look for calls through a type: %w", err)
	}
	return slices.DeleteFunc(slices.Clone(named), func(m match) bool { return !slices.Contains(ids, m.ID) }), nil
}

// onlyWider reports whether the repository has no symbol of the kinds of the narrow form, but one of
// the wide form. An example is `func Init` of a method, when there is an external function Init too.
func (r resolver) onlyWider(ctx context.Context, narrow, wide form) (bool, error) {
	in := func(f form) (bool, error) {
		as := r.as(f)
		found, err := as.namedAs(ctx, as.kinds)
		return len(found) > 0 && found[0].File != "", err
	}
	is, err := in(narrow)
	if err != nil || is {
		return false, err
	}
	return in(wide)
}
