package target

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// globExpression returns the regular expression of a glob: * stops at a slash, ** does not, ? is one
// character but a slash, and every other character is itself. As a whole path element, ** also matches
// no element.
//
// DESIGN: DuckDB matches patterns, in one scan over symbols or paths; its own GLOB lets * cross a
// slash. Except for ** within an element this agrees with doublestar.
func globExpression(glob string) string {
	for strings.Contains(glob, "**/**/") { // repeated ones mean the same, and cost time
		glob = strings.ReplaceAll(glob, "**/**/", "**/")
	}
	var b strings.Builder
	for i := 0; i < len(glob); {
		rest := glob[i:]
		first := i == 0 || glob[i-1] == '/'
		switch {
		case first && strings.HasPrefix(rest, "**/"):
			b.WriteString("(?:.*/)?")
			i += 3
		case rest == "/**":
			b.WriteString("(?:/.*)?")
			i += 3
		case strings.HasPrefix(rest, "**"):
			b.WriteString(".*")
			i += 2
		case rest[0] == '*':
			b.WriteString("[^/]*")
			i++
		case rest[0] == '?':
			b.WriteString("[^/]")
			i++
		default:
			n := strings.IndexAny(rest[1:], "*?/") + 1
			if n == 0 {
				n = len(rest)
			}
			b.WriteString(regexp.QuoteMeta(rest[:n]))
			i += n
		}
	}
	return "(?s)" + b.String()
}

// expressionOf is [PathExpression] for one index.
func expressionOf(filter string) string {
	if glob, ok := below(filter); ok {
		filter = glob
	}
	switch {
	case strings.Contains(filter, "%"):
		q := regexp.QuoteMeta(filter)
		return "(?s)" + strings.ReplaceAll(strings.ReplaceAll(q, "%", ".*"), "_", ".")
	case strings.ContainsAny(filter, "*?"):
		return globExpression(strings.TrimPrefix(filter, "./"))
	}
	clean := path.Clean(filter)
	if clean == "." {
		return "(?s).*"
	}
	return "(?s)" + regexp.QuoteMeta(clean) + "(?:/.*)?"
}

// NameExpression returns a regular expression that matches each whole name that a glob or LIKE pattern matches.
func NameExpression(pattern string) string { return expressionOf(pattern) }

// PathExpression returns a regular expression that matches each whole path that a filter lets through.
// A filter with a % is a LIKE pattern, and one with a * or ? is a glob: without a slash it matches the
// last element of a path. Any other filter is a path, and lets everything under it through. Go's dir/... is everything under dir. For several indexes the
// repository's name may come before the path. A nil index means one index.
func PathExpression(ix *queries.Index, filter string) string {
	e := expressionOf(filter)
	if strings.ContainsAny(filter, "*?") && !strings.ContainsAny(filter, "/%") {
		e = "(?:.*/)?" + e
	}
	if ix == nil || ix.Parts() == 1 {
		return e
	}
	return prefixes(ix) + "?(?:" + e + ")"
}

// prefixes returns a regular expression of the prefixes of paths of several indexes.
func prefixes(ix *queries.Index) string {
	var names []string
	for _, r := range ix.Repositories() {
		names = append(names, regexp.QuoteMeta(r.Prefix))
	}
	return "(?:" + strings.Join(names, "|") + ")"
}

// below returns the glob of Go's pattern for everything under a directory: storage/** for storage/..., ** for ./...
func below(pattern string) (glob string, ok bool) {
	rest, ok := strings.CutSuffix(pattern, "...")
	if !ok || rest != "" && !strings.HasSuffix(rest, "/") {
		return "", false
	}
	return strings.TrimPrefix(rest, "./") + "**", true
}

// Wider returns advice to write a pattern that also matches inside names. ok is false when the target
// is no pattern or does so already.
func Wider(target string) (advice string, ok bool) {
	wildcard := "*"
	if strings.Contains(target, "%") {
		wildcard = "%"
	}
	if !strings.ContainsAny(target, "%*?") || strings.HasPrefix(target, wildcard) {
		return "", false
	}
	return fmt.Sprintf("a pattern matches whole names; %q would match inside them too", wildcard+queries.Echo(target)), true
}

// CheckPattern returns a [*queries.UsageError] about a pattern above the maximum length.
func CheckPattern(argument, pattern string) error {
	if len(pattern) <= maxPattern {
		return nil
	}
	return &queries.UsageError{Message: fmt.Sprintf("argument %s with its %d bytes is above the maximum of %d for a pattern", argument, len(pattern), maxPattern),
		Advice: "write a shorter pattern"}
}

// CheckScope returns a [*ScopeError] unless the filter is empty or lets a file through.
func CheckScope(ctx context.Context, ix *queries.Index, filter string) error {
	return checkScope(ctx, ix, filter, false)
}

// CheckDirectories is [CheckScope] for a filter that may let directories of files through too.
func CheckDirectories(ctx context.Context, ix *queries.Index, filter string) error {
	return checkScope(ctx, ix, filter, true)
}

func checkScope(ctx context.Context, ix *queries.Index, filter string, directories bool) error {
	if filter == "" {
		return nil
	}
	if err := CheckPattern("scope", filter); err != nil {
		return err
	}
	if found, err := anyPath(ctx, ix, filter, PathExpression(ix, filter), directories); err != nil || found {
		return err
	}
	e := &ScopeError{Scope: filter}
	if below := strings.TrimSuffix(filter, "/") + "/**"; strings.ContainsAny(filter, "*?") && !strings.Contains(filter, "%") {
		found, err := anyPath(ctx, ix, below, PathExpression(ix, below), directories)
		if err != nil {
			return err
		}
		if found {
			e.Below = below
			return e
		}
	}
	near, err := nearestPaths(ctx, ix, filter, 1, "file", "directory")
	e.Nearest = append(near, "")[0]
	if err != nil {
		return err
	}
	return e
}

// Matches reports whether a filter lets a file of the index through.
func Matches(ctx context.Context, ix *queries.Index, filter string) (bool, error) {
	return anyPath(ctx, ix, filter, PathExpression(ix, filter), false)
}

func anyPath(ctx context.Context, ix *queries.Index, filter, expression string, directories bool) (found bool, err error) {
	if err := ix.QueryRow(ctx, statement("paths_any"), expression, directories).Scan(&found); err != nil {
		return false, fmt.Errorf("look for files that %q matches: %w", queries.Echo(filter), err)
	}
	return found, nil
}

// CheckPrefix returns a [*ScopeError] unless the prefix is empty or the path of a file begins with it. Statements compare paths with the
// prefix by the macro begins(path, prefix) of the index.
func CheckPrefix(ctx context.Context, ix *queries.Index, prefix string) error {
	if prefix == "" {
		return nil
	}
	var found bool
	if err := ix.QueryRow(ctx, statement("paths_begin"), prefix).Scan(&found); err != nil {
		return fmt.Errorf("look for paths that begin with %q: %w", queries.Echo(prefix), err)
	}
	if found {
		return nil
	}
	near, err := nearestPaths(ctx, ix, prefix, 1, "file", "directory")
	if err != nil {
		return err
	}
	return &ScopeError{Scope: prefix, Nearest: append(near, "")[0], Prefix: true}
}

// wholePath returns the paths of the files with a path: the path itself, or for several indexes the path in each repository that has it.
func wholePath(ctx context.Context, ix *queries.Index, typed string) ([]string, error) {
	paths := []string{typed}
	if ix.Parts() == 1 {
		return paths, nil
	}
	for _, r := range ix.Repositories() {
		paths = append(paths, r.Prefix+typed)
	}
	return filePaths(ctx, ix, typed, "SELECT file_path FROM files WHERE list_contains($1::VARCHAR[], file_path) ORDER BY file_path", paths)
}

// endOfPath returns the paths of the files whose path ends in a path. A file with the whole path hides the others.
func endOfPath(ctx context.Context, ix *queries.Index, typed string) ([]string, error) {
	found, err := filePaths(ctx, ix, typed, statement("paths_ending"), typed)
	if err == nil && len(found) > 0 && found[0] == typed {
		found = found[:1]
	}
	return found, err
}

// maxCompared is the number of bytes at the end of a user's text that statements compare with names.
// Longer texts are like no name, and the comparison takes time for each byte of both.
const maxCompared = 200

func ending(typed string) string {
	return strings.ToValidUTF8(typed[max(0, len(typed)-maxCompared):], "")
}

// nearestPaths returns the paths of the kinds "file", "package" (a directory with code) and "directory" that are most like a path.
func nearestPaths(ctx context.Context, ix *queries.Index, typed string, wanted int, kinds ...string) ([]string, error) {
	return filePaths(ctx, ix, typed, statement("paths_nearest"), ending(typed), kinds, wanted)
}

func filePaths(ctx context.Context, ix *queries.Index, typed, text string, args ...any) ([]string, error) {
	found, err := queries.Collect(ctx, ix.Query, func(s *string) []any { return []any{s} }, text, args...)
	if err != nil {
		return nil, fmt.Errorf("look for the path %q: %w", queries.Echo(typed), err)
	}
	return found, nil
}
