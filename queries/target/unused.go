package target

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// ResolveUsed is [Resolve] for operations that list the uses of a target. A name in an imported external package that no code uses has no
// symbol; then it returns a symbol with the id [Unused] for each package that the name may mean. Only imported packages count: a misspelt
// name would otherwise look like an unused one.
func ResolveUsed(ctx context.Context, ix *queries.Index, target string, kinds []schema.Kind) ([]Symbol, error) {
	found, err := Resolve(ctx, ix, target, kinds)
	if e := (*Error)(nil); !errors.As(err, &e) || !e.Nothing {
		return found, err
	}
	r := resolver{ix: ix, target: strings.TrimSpace(target), kinds: texts(kinds), named: map[string][]match{}}
	unused, e := r.unusedNames(ctx)
	if e != nil || len(unused) > 0 {
		return unused, e
	}
	return nil, err
}

// Unused is the id of names that no code in the index uses.
const Unused int32 = -1

// unusedNames returns the names in imported external packages that the first form of the target with any may mean.
func (r resolver) unusedNames(ctx context.Context) ([]Symbol, error) {
	for _, f := range plainer(r.target) {
		text := PlainName(f.text)
		if schema.IsBuiltinFunction(text) {
			text = schema.Builtin + "." + text
		}
		slash := strings.LastIndexByte(text, '/') + 1
		names := strings.Split(text[slash:], ".")
		for n := 1; n <= 2 && n < len(names); n++ { // a name in a package, or a member of a type in it
			end := len(names) - n
			found, err := r.unusedIn(ctx, text[:slash]+strings.Join(names[:end], "."), names[end:])
			if err != nil || len(found) > 0 {
				return found, err
			}
		}
	}
	return nil, nil
}

// unusedIn returns the symbols for the name of a declaration, or of a type and its member, in the imported packages that a path or name
// means.
func (r resolver) unusedIn(ctx context.Context, of string, names []string) ([]Symbol, error) {
	i := slices.IndexFunc(r.kinds, func(kind string) bool { return isMember(kind) == (len(names) > 1) })
	if i < 0 {
		return nil, nil
	}
	last := names[len(names)-1]
	if of == schema.Builtin && schema.IsBuiltinFunction(last) {
		return []Symbol{unused(of, last, r.kinds[i])}, nil
	}
	if slices.ContainsFunc(names, func(name string) bool { return !token.IsExported(name) || !token.IsIdentifier(name) }) {
		return nil, nil
	}
	packages, err := queries.Collect(ctx, r.ix.Query, func(path *string) []any { return []any{path} }, statement("imported"), of)
	if err != nil {
		return nil, fmt.Errorf("look for the imported package %q: %w", queries.Echo(of), err)
	}
	var found []Symbol
	for _, p := range packages {
		s := unused(p, strings.Join(names, "."), r.kinds[i])
		if len(names) > 1 {
			var own bool
			if own, s.Promoted, err = r.promotable(ctx, p, last); err != nil || own {
				return nil, err
			}
		}
		found = append(found, s)
	}
	return found, nil
}

// promotable counts the external members with a name that types of an external package may have from embedded types. Types of the
// standard library embed no others. own reports whether the package itself has one: the target may mean it.
func (r resolver) promotable(ctx context.Context, pkg, name string) (own bool, n int, err error) {
	all, err := r.withName(ctx, name)
	for _, m := range all {
		if !m.external || !isMember(m.Kind) || isStandard(pkg) && !isStandard(m.pkg) {
			continue
		}
		own = own || m.pkg == pkg
		n++
	}
	return own, n, err
}

func isMember(kind string) bool {
	return slices.Contains([]schema.Kind{schema.KindField, schema.KindMethod, schema.KindInterfaceMethod}, schema.Kind(kind))
}

// isStandard reports whether an import path belongs to the standard library: its first element has no dot.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func unused(pkg, name, kind string) Symbol {
	symbol := pkg + "." + name
	return Symbol{ID: Unused, Symbol: symbol, Kind: kind, Package: pkg,
		Reading: fmt.Sprintf("no code in the index uses %s, and the index does not tell whether it exists", queries.Echo(symbol))}
}
