package target

import (
	"context"
	"errors"
	"fmt"
	"go/token"
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
	unused, e := unusedNames(ctx, ix, strings.TrimSpace(target))
	if e != nil || len(unused) > 0 {
		return unused, e
	}
	return nil, err
}

// Unused is the id of names that no code in the index uses.
const Unused int32 = -1

func unusedNames(ctx context.Context, ix *queries.Index, target string) ([]Symbol, error) {
	for _, f := range plainer(target) {
		text := PlainName(f.text)
		if schema.IsBuiltinFunction(text) {
			text = schema.Builtin + "." + text
		}
		i := strings.LastIndexByte(text, '.')
		if i < 1 || !token.IsIdentifier(text[i+1:]) {
			continue
		}
		of, name := text[:i], text[i+1:]
		if of == schema.Builtin && schema.IsBuiltinFunction(name) {
			return []Symbol{unused(text)}, nil
		}
		if !token.IsExported(name) {
			continue
		}
		packages, err := queries.Collect(ctx, ix.Query, func(path *string) []any { return []any{path} }, statement("imported"), of)
		if err != nil {
			return nil, fmt.Errorf("look for the imported package %q: %w", queries.Echo(of), err)
		}
		var found []Symbol
		for _, p := range packages {
			found = append(found, unused(p+"."+name))
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

func unused(symbol string) Symbol {
	return Symbol{ID: Unused, Symbol: symbol, Kind: string(schema.KindFunction),
		Reading: fmt.Sprintf("no code in the index uses %s, and the index does not tell whether it exists", queries.Echo(symbol))}
}
