package target

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// ResolvePackages is [Resolve] for packages and files: a directory, an import path, the end of one, a file, or a pattern, with Go's
// dir/... among them. A name without such a path means the packages that declare it. The kind is "package", "file" or empty for both.
func ResolvePackages(ctx context.Context, ix *queries.Index, target, kind string) ([]Symbol, error) {
	if kind != "" && kind != "package" && kind != "file" {
		return nil, queries.Arg{Name: "kind"}.NotOne(kind, []string{"package", "file"})
	}
	target = strings.TrimSpace(target)
	if err := check(target); err != nil {
		return nil, err
	}
	r := resolver{ix: ix, target: target}
	found, err := r.anyPackage(ctx, kind)
	if err == nil && len(found) == 0 {
		err = r.unknownPackage(ctx, kind)
	}
	return found, err
}

// anyPackage returns the packages and files of the first form of the target that names any.
func (r resolver) anyPackage(ctx context.Context, kind string) ([]Symbol, error) {
	for i, text := range plainerPaths(r.target) {
		found, err := r.as(form{text: text}).byPath(ctx, kind)
		if e := (*Error)(nil); errors.As(err, &e) {
			e.Target = r.target
		}
		if err != nil || len(found) > 0 {
			return r.read(text, found, i == 0), err
		}
	}
	name := unquoted(r.target)
	if dotted.MatchString(name) && kind != "package" { // a module of Python
		found, err := r.withPath(ctx, strings.ReplaceAll(name, ".", "/")+".py", "file")
		if err == nil && len(found) > 1 {
			err = ambiguous(r.target, found)
		}
		if err != nil || len(found) > 0 {
			return r.read(name, found, false), err
		}
	}
	if !token.IsIdentifier(name) || kind == "file" {
		return nil, nil
	}
	found, err := r.packages(ctx, "package_names", name)
	if err == nil && len(found) > 1 {
		return nil, ambiguous(r.target, found)
	}
	return r.read(name, found, false), err
}

// dotted matches the dotted name of a module.
var dotted = regexp.MustCompile(`^[\pL_][\pL\pN_]*(?:\.[\pL_][\pL\pN_]*)+$`)

// inClause matches a path in a clause of Go.
var inClause = regexp.MustCompile(`^(?:package|import)\s+(.+)$`)

// plainerPaths returns the forms of a path: without quotes and punctuation; without the word package;
// as the glob of Go's dir/... A module without a package at its top, such as golang.org/x/tools, gets a
// form for all packages below it.
func plainerPaths(target string) []string {
	text := unquoted(target)
	if m := inClause.FindStringSubmatch(text); m != nil {
		text = unquoted(m[1])
	}
	all := []string{target, text}
	if glob, ok := below(text); ok {
		all = append(all, glob)
	}
	if host, _, ok := strings.Cut(text, "/"); ok && strings.Contains(host, ".") && !strings.HasPrefix(host, ".") && !strings.ContainsAny(text, "*?%") {
		all = append(all, strings.TrimSuffix(text, "/")+"/**")
	}
	return slices.DeleteFunc(slices.Compact(all), func(s string) bool { return s == "" })
}

// byPath returns the packages and files that the form names by a path or a pattern.
func (r resolver) byPath(ctx context.Context, kind string) ([]Symbol, error) {
	found, err := r.withPath(ctx, slashed(r.target), kind)
	if err != nil {
		return nil, err
	}
	if len(found) > 1 {
		return nil, ambiguous(r.target, found)
	}
	like, expression, ok := r.pattern()
	if len(found) == 1 || !ok {
		return found, nil
	}
	return r.packages(ctx, "package_pattern", like, expression, kind)
}

// withPath returns the packages and files with a path, or otherwise those whose path ends in it. Packages of the repository come first,
// then files, then external packages.
func (r resolver) withPath(ctx context.Context, path, kind string) ([]Symbol, error) {
	found, err := r.packages(ctx, "packages", path)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(s Symbol) bool { return kind != "" && s.Kind != kind })
	rank := func(s Symbol) int {
		rank := 0
		if s.File != path && s.Symbol != path {
			rank = 3
		}
		switch {
		case s.Kind == "file":
			return rank + 1
		case s.File == "":
			return rank + 2
		}
		return rank
	}
	slices.SortFunc(found, func(a, b Symbol) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Symbol, b.Symbol), cmp.Compare(a.File, b.File))
	})
	for i := range found {
		if rank(found[i]) > rank(found[0]) {
			return found[:i], nil
		}
	}
	return found, nil
}

func (r resolver) packages(ctx context.Context, name string, args ...any) ([]Symbol, error) {
	found, err := queries.Collect(ctx, r.ix.Query, func(s *Symbol) []any { return []any{&s.ID, &s.File, &s.Symbol, &s.Kind} }, statement(name), args...)
	if err != nil {
		return nil, fmt.Errorf("resolve target %q: %w", queries.Echo(r.target), err)
	}
	return found, nil
}

// unknownPackage returns the error for a path that is no target of the kind, with the nearest paths.
func (r resolver) unknownPackage(ctx context.Context, kind string) error {
	forms := plainerPaths(r.target)
	path := slashed(forms[len(forms)-1])
	e := &Error{Target: r.target, Advice: "a package is a directory with code, an import path or the end of one; the nearest paths are:"}
	other, err := r.withPath(ctx, path, "")
	if err != nil {
		return err
	}
	var isDirectory bool
	if err := r.ix.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM files WHERE module_path = $1)", path).Scan(&isDirectory); err != nil {
		return fmt.Errorf("look for the directory %s: %w", queries.Echo(path), err)
	}
	switch {
	case len(other) > 0:
		e.Reason = fmt.Sprintf("it is %s, and this operation takes %s", article(other[0].Kind), article(kind))
	case kind != "file" && isDirectory:
		e.Reason = "the directory has no code"
	default:
		e.Nothing = true
	}
	if kind != "file" {
		near, err := queries.Collect(ctx, r.ix.Query, func(s *string) []any { return []any{s} }, statement("package_nearest"), ending(unquoted(r.target)))
		if err != nil {
			return fmt.Errorf("look for packages like %q: %w", queries.Echo(r.target), err)
		}
		e.add(near)
	}
	kinds := []string{kind}
	if kind == "" {
		kinds = []string{"package", "file"}
	}
	near, err := nearestPaths(ctx, r.ix, path, maxNearest, kinds...)
	if err != nil {
		return err
	}
	idle, err := queries.Collect(ctx, r.ix.Query, func(s *string) []any { return []any{s} }, statement("files_without_code"), append([]string{""}, near...))
	if err != nil {
		return fmt.Errorf("look for files without code: %w", err)
	}
	e.add(slices.DeleteFunc(near, func(p string) bool { return slices.Contains(idle, p) }))
	if e.Total = len(e.Candidates); e.Total == 0 {
		e.Advice, _, _ = strings.Cut(e.Advice, ";")
	}
	return e
}

// add adds paths to the candidates, each once, up to the maximum.
func (e *Error) add(paths []string) {
	for _, p := range paths {
		if c := (Candidate{Symbol: p}); len(e.Candidates) < maxNearest && !slices.Contains(e.Candidates, c) {
			e.Candidates = append(e.Candidates, c)
		}
	}
}
