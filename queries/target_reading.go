package queries

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// inFile is file.go:Name and file.go::Name.
var inFile = lazily(`^([^:#]+\.[\pL\pN]+)(?:::?|#)([\pL_(].*)$`)

// plainly resolves the first of the plainer forms of the target that means anything. What is
// found says how the target was read.
func (r resolver) plainly(ctx context.Context) ([]Symbol, error) {
	forms := plainer(r.target)
	for i, f := range forms {
		as := r.as(f)
		if i+1 < len(forms) && forms[i+1].text == f.text && len(f.kinds) > 0 {
			wider, err := r.onlyLike(ctx, f, forms[i+1])
			if err != nil {
				return nil, err
			}
			if wider {
				continue
			}
		}
		steps := []func(context.Context) ([]Symbol, error){as.exactly, as.byLines, as.byFile, as.byPromotion, as.byAlias}
		if i == 0 {
			steps = steps[1:]
		}
		for _, step := range steps {
			found, err := step(ctx)
			var e *TargetError
			if errors.As(err, &e) {
				e.Target = r.target
			}
			if err != nil || found != nil {
				return r.reading(f.text, found), err
			}
		}
	}
	return nil, nil
}

// onlyLike reports whether the repository has none of the kinds that a declaration says, but
// one that is like it: func Init of a method, where there is an outside function Init too.
func (r resolver) onlyLike(ctx context.Context, narrow, wide form) (bool, error) {
	in := func(f form) (bool, error) {
		as := r.as(f)
		found, err := as.named(ctx, as.kinds)
		return len(found) > 0 && found[0].File != "", err
	}
	said, err := in(narrow)
	if err != nil || said {
		return false, err
	}
	return in(wide)
}

// as is the resolver of a form of the target.
func (r resolver) as(f form) resolver {
	r.target, r.plain = f.text, PlainName(f.text)
	if f.kinds != nil {
		r.kinds = slices.DeleteFunc(slices.Clone(r.kinds), func(k string) bool { return !slices.Contains(f.kinds, k) })
	}
	return r
}

// reading notes how the target was read: as the symbol that was found, or as the form that
// stands for several.
func (r resolver) reading(as string, found []Symbol) []Symbol {
	if len(found) == 1 {
		as = found[0].Symbol
	}
	for i := range found {
		found[i].Reading = fmt.Sprintf("read %q as %s", cut(r.target), cut(as))
	}
	return found
}

// byFile resolves a name that is declared in a file.
func (r resolver) byFile(ctx context.Context) ([]Symbol, error) {
	m := inFile().FindStringSubmatch(r.target)
	if m == nil {
		return nil, nil
	}
	file := slashed(m[1])
	name := m[2]
	if plain, _ := declared(name); plain != "" {
		name = plain
	}
	all, err := r.as(form{text: name}).bearers(ctx)
	if err != nil {
		return nil, err
	}
	var found []match
	for _, n := range all {
		if endsAt(n.File, file, '/') && n.how(name, PlainName(name), nil) > 0 && r.takes(n.match) {
			found = append(found, n.match)
		}
	}
	if len(found) > 1 {
		return nil, r.ambiguous(found)
	}
	return symbols(found), nil
}
