package queries

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

//go:embed sql/target_package_nearest.sql
var targetPackageNearestSQL string

//go:embed sql/target_package.sql
var targetPackageSQL string

//go:embed sql/target_package_taken.sql
var targetPackageTakenSQL string

//go:embed sql/target_package_pattern.sql
var targetPackagePatternSQL string

// ResolvePackages is as [Index.Resolve] for targets that are packages or files: a
// directory, an import path, an end of one, a file, or a pattern, Go's dir/... among them. Their kind is
// "package" or "file", and kind, unless it is empty, says which of them is wanted; File
// is the directory of a package, empty for one from outside, and ID is that of a file.
func (ix *Index) ResolvePackages(ctx context.Context, target, kind string) ([]Symbol, error) {
	if kind != "" && kind != "package" && kind != "file" {
		return nil, &UsageError{Message: fmt.Sprintf("argument kind is %q, and has to be one of package, file", kind)}
	}
	target = strings.TrimSpace(target)
	if err := checkTarget(target); err != nil {
		return nil, err
	}
	if err := ix.Attach(ctx, "modules", "imports", "files"); err != nil {
		return nil, err
	}
	r := newResolver(ix, target, nil)
	found, err := r.anyPackage(ctx, kind)
	if err == nil && found == nil {
		err = r.unknownPackage(ctx, kind)
	}
	return found, err
}

// anyPackage returns the packages and files that the target names, or else the first of its
// plainer forms that names any.
func (r resolver) anyPackage(ctx context.Context, kind string) ([]Symbol, error) {
	for i, text := range plainerPaths(r.target) {
		as := r.as(form{text: text})
		found, err := as.byPath(ctx, kind)
		var e *TargetError
		if errors.As(err, &e) {
			e.Target = r.target
		}
		if err != nil {
			return nil, err
		}
		if len(found) > 0 && i > 0 {
			return r.reading(text, found), nil
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

// inClause is a path in a clause of Go.
var inClause = regexp.MustCompile(`^(?:package|import)\s+(.+)$`)

// plainerPaths is as plainer, for paths: without quotes and punctuation, without the word
// package before them, as the glob of Go's pattern dir/..., and as all that is below the path of a
// module, such as golang.org/x/tools, in whose top there is no package.
func plainerPaths(target string) []string {
	text := undressed(target)
	if m := inClause.FindStringSubmatch(text); m != nil {
		text = undressed(m[1])
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

// byPath returns the packages and files that the target names as it stands, by a path or a
// pattern.
func (r resolver) byPath(ctx context.Context, kind string) ([]Symbol, error) {
	found, err := r.packagesNamed(ctx, slashed(r.target), kind)
	if err != nil {
		return nil, err
	}
	if len(found) > 1 {
		e := &TargetError{Target: r.target, Ambiguous: true, Total: len(found), Advice: "name one of them:"}
		for _, s := range found[:min(len(found), maxCandidates)] {
			e.Candidates = append(e.Candidates, candidate(s))
		}
		return nil, e
	}
	liked, expression, ok := r.pattern()
	if len(found) == 1 || !ok {
		return found, nil
	}
	return r.packages(ctx, targetPackagePatternSQL, liked, expression, kind)
}

// packagesNamed returns the packages and files that a path names: those of which it is the
// whole, or else those that end in it. Packages of the repository come before files, and these
// before packages from outside.
func (r resolver) packagesNamed(ctx context.Context, path, kind string) ([]Symbol, error) {
	found, err := r.packages(ctx, targetPackageSQL, path)
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

func (r resolver) packages(ctx context.Context, query string, args ...any) ([]Symbol, error) {
	rows, err := r.ix.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("resolve target %q: %w", cut(r.target), err)
	}
	defer rows.Close()
	var out []Symbol
	for rows.Next() {
		var s Symbol
		if err := rows.Scan(&s.ID, &s.File, &s.Symbol, &s.Kind); err != nil {
			return nil, fmt.Errorf("resolve target %q: %w", cut(r.target), err)
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

// unknownPackage says why the target is none of the kind, where something bears its name, and
// which directories and files it may have meant.
func (r resolver) unknownPackage(ctx context.Context, kind string) error {
	forms := plainerPaths(r.target)
	named := slashed(forms[len(forms)-1])
	e := &TargetError{Target: r.target, Advice: "a package is a directory with code, an import path or the end of one; the nearest paths are:"}
	other, err := r.packagesNamed(ctx, named, "")
	if err != nil {
		return err
	}
	near, err := r.ix.nearestPaths(ctx, named, kind != "file", maxLooked)
	if err != nil {
		return err
	}
	switch {
	case len(other) > 0:
		e.Reason = fmt.Sprintf("it is %s, and here a target has to be %s", article(other[0].Kind), article(kind))
	case kind != "file" && slices.Contains(near, named):
		e.Reason = "the directory holds no code"
	default:
		e.Nothing = true
	}
	if kind != "file" {
		if e.Candidates, err = r.nearestImports(ctx, undressed(r.target)); err != nil {
			return err
		}
	}
	taken, err := r.taken(ctx, kind)
	if err != nil {
		return err
	}
	for _, p := range near {
		c := Candidate{Symbol: p}
		if len(e.Candidates) < maxNearest && taken[p] && !slices.Contains(e.Candidates, c) {
			e.Candidates = append(e.Candidates, c)
		}
	}
	e.Total = len(e.Candidates)
	if e.Total == 0 {
		e.Advice, _, _ = strings.Cut(e.Advice, ";")
	}
	return e
}

// nearestImports are the import paths that look most like one that is unknown.
func (r resolver) nearestImports(ctx context.Context, typed string) (out []Candidate, err error) {
	if err := r.ix.Attach(ctx, "modules", "imports"); err != nil {
		return nil, err
	}
	rows, err := r.ix.db.QueryContext(ctx, targetPackageNearestSQL, ending(typed))
	if err != nil {
		return nil, fmt.Errorf("look for packages like %q: %w", cut(typed), err)
	}
	defer rows.Close()
	for rows.Next() {
		var c Candidate
		if err := rows.Scan(&c.Symbol); err != nil {
			return nil, fmt.Errorf("look for packages like %q: %w", cut(typed), err)
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

// maxLooked is among how many near paths those are looked for that are packages or files.
const maxLooked = 100

// taken are the directories and files that would do as a target of the kind.
func (r resolver) taken(ctx context.Context, kind string) (map[string]bool, error) {
	rows, err := r.ix.db.QueryContext(ctx, targetPackageTakenSQL, kind)
	if err != nil {
		return nil, fmt.Errorf("look for packages: %w", err)
	}
	defer rows.Close()
	out := map[string]bool{}
	for rows.Next() {
		var p string
		if err := rows.Scan(&p); err != nil {
			return nil, fmt.Errorf("look for packages: %w", err)
		}
		out[p] = true
	}
	return out, rows.Err()
}
