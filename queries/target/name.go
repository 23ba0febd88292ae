package target

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
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
	return r.likeliest(ctx, found)
}

// namedAs returns the symbols of the kinds that the target names, the likeliest first. The surest way of naming with a match decides.
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
		if m.named(r.target, r.plain, mains) && slices.Contains(kinds, m.Kind) {
			found = append(found, m)
		}
	}
	slices.SortFunc(found, likelier)
	for i, m := range found {
		if m.way > found[0].way && !(found[0].way == byWhole && m.way == byBase && m.isTwin()) {
			return found[:i], nil
		}
	}
	return found, nil
}

// likelier orders symbols with one name, the likeliest first.
func likelier(a, b match) int {
	return cmp.Or(a.way-b.way, a.step-b.step, strings.Compare(a.Symbol.Symbol, b.Symbol.Symbol))
}

// ties returns the symbols that are as likely as the first.
func ties(sorted []match) []match {
	for i, m := range sorted {
		if m.way > sorted[0].way || m.step > sorted[0].step {
			return sorted[:i]
		}
	}
	return sorted
}

// likeliest returns the likeliest of the symbols that a name means, with a note about the others. Symbols that are equally likely are
// an error; in a context of [queries.Strict] all of them are.
func (r resolver) likeliest(ctx context.Context, found []match) ([]match, error) {
	slices.SortFunc(found, likelier)
	if queries.IsStrict(ctx) {
		return r.single(found)
	}
	found = inBuild(found)
	best, err := r.single(ties(found))
	if err != nil || len(found) < 2 {
		return best, err
	}
	others := found[1:]
	best[0].Others = &Others{Count: len(others), note: taken(best[0], others)}
	for _, m := range others[:min(len(others), maxNearest)] {
		best[0].Others.Symbols = append(best[0].Others.Symbols, m.Symbol.Symbol)
	}
	return best[:1], nil
}

// inBuild removes the declarations in files of other builds where the symbol has one in the build: the operations give a reason for those.
func inBuild(found []match) []match {
	return slices.DeleteFunc(slices.Clone(found), func(m match) bool {
		base := schema.BaseSymbol(m.Symbol.Symbol)
		file, again := strings.CutPrefix(m.Symbol.Symbol[len(base):], "#")
		return again && path.Ext(file) == ".go" && endsAt(m.File, file, '/') &&
			slices.ContainsFunc(found, func(o match) bool { return o.Symbol.Symbol == base })
	})
}

// taken returns the note about the symbol that a name means, and about the others with the name.
func taken(best match, others []match) string {
	counts := map[string]int{} // by noun
	for _, m := range others {
		counts[noun(m.Kind)]++
	}
	nouns := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	name := typed(others[0], append(others[1:len(others):len(others)], best))
	for _, m := range others {
		if noun(m.Kind) == nouns[0] && noun(best.Kind) != nouns[0] {
			name = "--kind " + m.Kind
			break
		}
	}
	have := "have"
	if len(others) == 1 {
		have = "has"
	} else {
		for i, n := range nouns {
			nouns[i] = n + "s"
		}
	}
	if last := len(nouns) - 1; last > 0 {
		nouns = append(nouns[:last-1], nouns[last-1]+" and "+nouns[last])
	}
	return fmt.Sprintf("took %s %s (%d %s %s the name too: %s)", noun(best.Kind), queries.Readable(best.short()), len(others), strings.Join(nouns, ", "), have, name)
}

// short returns the name that people type, with the suffix of the stable name.
func (m match) short() string {
	return m.qualified + strings.TrimPrefix(m.Symbol.Symbol, schema.BaseSymbol(m.Symbol.Symbol))
}

// typed returns a text that names the symbol and none of the others: the name that people type, or the stable name.
func typed(m match, others []match) string {
	if slices.ContainsFunc(others, func(o match) bool { return o.qualified == m.qualified }) {
		return m.Symbol.Symbol
	}
	return m.qualified
}

// noun returns the word for a kind in a sentence.
func noun(kind string) string {
	switch k := schema.Kind(kind); {
	case k.IsType():
		return "type"
	case k == schema.KindInterfaceMethod:
		return "method"
	}
	return kind
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

// The ways in which a target names a symbol, the surest first.
const (
	byWhole   = iota + 1 // the whole stable name
	byBase               // the stable name without the suffix after # or ~
	byEnd                // an end of it from a path element of the package on, an end of the qualified name, or both without the suffix
	byCommand            // main.x in a command whose last path element is not main
)

// belowOthers is added to the step of a symbol whose suffix tells a test or a part of a package. It is above all other steps.
const belowOthers = 64

// named reports whether a target names the symbol. It notes the way, and how likely the symbol is meant.
func (m *match) named(target, plain string, mains map[string]bool) bool {
	symbol := m.Symbol.Symbol
	base := schema.BaseSymbol(symbol)
	suffix := symbol[len(base):]
	rest, isMain := strings.CutPrefix(plain, "main.")
	switch {
	case symbol == target || symbol == plain:
		m.way = byWhole
		return true
	case endsAt(m.qualified+suffix, plain, '.'), endsAt(symbol, plain, '/'):
		m.way = byEnd
	case base == target || base == plain:
		m.way = byBase
	case endsAt(m.qualified, plain, '.'), endsAt(base, plain, '/'), strings.Contains(plain, "/") && endsAt(m.inDirectory(), plain, '/'):
		m.way = byEnd
	case isMain && mains[m.pkg] && (base == m.pkg+"."+rest || symbol == m.pkg+"."+rest):
		m.way = byCommand
	default:
		return false
	}
	if m.step *= 2; suffix != "" {
		m.step++ // only another declaration of the same name is likelier
	}
	if !m.isTwin() {
		m.step += belowOthers
	}
	return true
}

// isTwin reports whether the name of the symbol has no suffix, or one that only tells it from other declarations: a directory or a number.
func (m match) isTwin() bool {
	suffix, _, _ := strings.Cut(m.Symbol.Symbol[len(schema.BaseSymbol(m.Symbol.Symbol)):], "~")
	directory, is := strings.CutPrefix(suffix, "#")
	return !is || m.File != "" && endsAt(path.Dir(m.File), directory, '/')
}

// inDirectory returns the stable name without its suffix, with the directory in place of the import path.
func (m match) inDirectory() string {
	names, _ := strings.CutPrefix(schema.BaseSymbol(m.Symbol.Symbol), m.pkg)
	return path.Dir(m.File) + names
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
		if endsAt(m.File, file, '/') && m.named(name, PlainName(name), nil) && r.takes(m) {
			found = append(found, m)
		}
	}
	return r.likeliest(ctx, found)
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
	return r.likeliest(ctx, found)
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

// byAnyCase finds the one likeliest symbol with a dotted name in other letter case. A strict answer takes none.
func (r resolver) byAnyCase(ctx context.Context) ([]match, error) {
	if queries.IsStrict(ctx) || !strings.Contains(r.plain, ".") || strings.ContainsAny(r.plain, "*?%:") {
		return nil, nil
	}
	all, err := r.query(ctx, "name_any_case", lastIdentifier(r.plain))
	if err != nil {
		return nil, err
	}
	var found []match
	for _, m := range all {
		lower := m
		lower.Symbol.Symbol, lower.qualified = strings.ToLower(m.Symbol.Symbol), strings.ToLower(m.qualified)
		if r.takes(m) && !m.external && lower.named(strings.ToLower(r.target), strings.ToLower(r.plain), nil) {
			m.way, m.step = lower.way, lower.step
			found = append(found, m)
		}
	}
	slices.SortFunc(found, likelier)
	if len(found) == 0 || len(ties(found)) > 1 {
		return nil, nil // the error lists them
	}
	return r.likeliest(ctx, found)
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
	types = ties(types)
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
		return slices.ContainsFunc(found, func(m match) bool { return !m.external }), err
	}
	is, err := in(narrow)
	if err != nil || is {
		return false, err
	}
	return in(wide)
}
