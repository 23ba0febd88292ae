package queries

import (
	"context"
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"github.com/cortex-index/cortex/queries/internal/duck"
)

//go:embed sql/paths_any.sql
var pathsAnySQL string

//go:embed sql/paths_any_directory.sql
var pathsAnyDirectorySQL string

//go:embed sql/paths_begin.sql
var pathsBeginSQL string

//go:embed sql/paths_ending.sql
var pathsEndingSQL string

//go:embed sql/paths_nearest.sql
var pathsNearestSQL string

// ScopeError says that a scope matches no file of the index: an empty answer to such
// a question would look like a proof.
type ScopeError struct {
	Scope   string
	Nearest string // a path of the index; empty when none is like it
	Prefix  bool   // it is the beginning of paths, and no pattern
}

// Error names the scope.
func (e *ScopeError) Error() string {
	if e.Prefix {
		return fmt.Sprintf("no path begins with %q", cut(e.Scope))
	}
	return fmt.Sprintf("the scope %q matches no file of the index", cut(e.Scope))
}

// Hint names the path that was meant, perhaps, and says what would be one.
func (e *ScopeError) Hint() string {
	takes := "a scope is a path in the repository, a glob, or a LIKE pattern"
	if e.Prefix {
		takes = "it has to be the beginning of paths as they stand, and is no pattern"
	}
	if e.Nearest == "" {
		return takes
	}
	return fmt.Sprintf("did you mean %q? %s%s", e.Nearest, strings.ToUpper(takes[:1]), takes[1:])
}

// ExitCode is that of a question that failed.
func (e *ScopeError) ExitCode() int { return 1 }

// CheckScope returns a [*ScopeError] unless the filter, in the notations of
// [PathExpression], is empty or lets a file of the index through.
func (ix *Index) CheckScope(ctx context.Context, filter string) error {
	return ix.checkScope(ctx, filter, pathsAnySQL)
}

// CheckPattern returns a [*UsageError] about a pattern that is larger than any that makes sense: DuckDB does not
// compile it.
func CheckPattern(argument, pattern string) error {
	if len(pattern) <= maxPattern {
		return nil
	}
	return &UsageError{Message: fmt.Sprintf("argument %s is a pattern of %d bytes, and one may have %d", argument, len(pattern), maxPattern), Advice: "write a shorter one"}
}

// CheckDirectories is as CheckScope for a filter that may let directories with files through
// instead.
func (ix *Index) CheckDirectories(ctx context.Context, filter string) error {
	return ix.checkScope(ctx, filter, pathsAnyDirectorySQL)
}

func (ix *Index) checkScope(ctx context.Context, filter, statement string) error {
	if filter == "" {
		return nil
	}
	if err := CheckPattern("scope", filter); err != nil {
		return err
	}
	if found, err := ix.anyPath(ctx, statement, filter, ix.PathExpression(filter)); err != nil || found {
		return err
	}
	near, err := ix.nearestPaths(ctx, filter, true, 1)
	if err != nil {
		return err
	}
	return &ScopeError{Scope: filter, Nearest: append(near, "")[0]}
}

// Matches reports whether a filter, in the notations of [PathExpression], lets a file of the
// index through.
func (ix *Index) Matches(ctx context.Context, filter string) (bool, error) {
	return ix.anyPath(ctx, pathsAnySQL, filter, ix.PathExpression(filter))
}

// MatchesBases reports whether a filter is a glob without a slash, which lets no file below a
// folder through, and files below folders have names that it matches.
func (ix *Index) MatchesBases(ctx context.Context, filter string) (bool, error) {
	if strings.ContainsAny(filter, "/%") || strings.Contains(filter, "**") || !strings.ContainsAny(filter, "*?") {
		return false, nil
	}
	expression := ".+/" + globExpression(filter)
	if len(ix.parts) > 1 {
		expression = ix.repositories() + expression
	}
	return ix.anyPath(ctx, pathsAnySQL, filter, expression)
}

// anyPath reports whether the regular expression of a filter matches what a statement holds it
// against.
func (ix *Index) anyPath(ctx context.Context, statement, filter, expression string) (found bool, err error) {
	if err := ix.Attach(ctx, "files"); err != nil {
		return false, err
	}
	if err := ix.db.QueryRowContext(ctx, statement, expression).Scan(&found); err != nil {
		return false, fmt.Errorf("look for files that %q matches: %w", cut(filter), err)
	}
	return found, nil
}

// PathExpression is the regular expression of the paths that a filter lets through; where
// there are several indexes, with or without the repository's name in front.
func (ix *Index) PathExpression(filter string) string {
	e := PathExpression(filter)
	if len(ix.parts) == 1 {
		return e
	}
	return ix.repositories() + "?(?:" + e + ")"
}

// repositories is a regular expression of what stands in front of paths where there are
// several indexes.
func (ix *Index) repositories() string {
	var names []string
	for _, p := range ix.parts {
		names = append(names, regexp.QuoteMeta(p.repository)+"/")
	}
	return "(?:" + strings.Join(names, "|") + ")"
}

// CheckPrefix returns a [*ScopeError] unless the path of a file of the index begins so, as
// the macro begins understands it, which it makes: begins(path, prefix) is true for paths
// that do, where there are several indexes with or without the repository's name in front.
func (ix *Index) CheckPrefix(ctx context.Context, prefix string) error {
	macro := "CREATE OR REPLACE MACRO begins(path, prefix) AS starts_with(path, prefix::VARCHAR)"
	if len(ix.parts) > 1 {
		for _, p := range ix.parts {
			macro += " OR starts_with(path, " + duck.Literal(p.repository+"/") + " || prefix::VARCHAR)"
		}
	}
	if err := ix.script(ctx, macro); err != nil {
		return fmt.Errorf("prepare to compare paths: %w", err)
	}
	if prefix == "" {
		return nil
	}
	if err := ix.Attach(ctx, "files"); err != nil {
		return err
	}
	var found bool
	if err := ix.db.QueryRowContext(ctx, pathsBeginSQL, prefix).Scan(&found); err != nil {
		return fmt.Errorf("look for paths that begin with %q: %w", prefix, err)
	}
	if found {
		return nil
	}
	near, err := ix.nearestPaths(ctx, prefix, true, 1)
	if err != nil {
		return err
	}
	return &ScopeError{Scope: prefix, Nearest: append(near, "")[0], Prefix: true}
}

// filesEnding returns the paths of the files whose path ends so, from an element on; the one
// that is it as a whole beats the others.
func (ix *Index) filesEnding(ctx context.Context, typed string) ([]string, error) {
	if err := ix.Attach(ctx, "files"); err != nil {
		return nil, err
	}
	rows, err := ix.db.QueryContext(ctx, pathsEndingSQL, typed)
	if err != nil {
		return nil, fmt.Errorf("look for the file %s: %w", cut(typed), err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var p string
		if err := rows.Scan(&p); err != nil {
			return nil, fmt.Errorf("look for the file %s: %w", cut(typed), err)
		}
		if p == typed {
			return []string{p}, nil
		}
		out = append(out, p)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look for the file %s: %w", cut(typed), err)
	}
	return out, nil
}

// maxCompared is how many bytes at the end of what was typed are compared with names: what is
// longer is near to none, and comparing takes time for each byte of both.
const maxCompared = 200

func ending(typed string) string {
	return strings.ToValidUTF8(typed[max(0, len(typed)-maxCompared):], "")
}

// nearestPaths returns paths of files, and of directories too when they are wanted,
// those first that look most like the one that was typed.
func (ix *Index) nearestPaths(ctx context.Context, typed string, directories bool, wanted int) ([]string, error) {
	rows, err := ix.db.QueryContext(ctx, pathsNearestSQL, ending(typed), directories, wanted)
	if err != nil {
		return nil, fmt.Errorf("look for paths like %q: %w", cut(typed), err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var p string
		if err := rows.Scan(&p); err != nil {
			return nil, fmt.Errorf("look for paths like %q: %w", cut(typed), err)
		}
		out = append(out, p)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look for paths like %q: %w", cut(typed), err)
	}
	return out, nil
}
