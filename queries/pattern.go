package queries

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// globExpression is the regular expression of a glob: * stops at a slash, ** does
// not, ? is one character but a slash, and every other character is itself. As a
// path element of its own, ** may also stand for none.
//
// DESIGN: patterns are matched by DuckDB, in one scan over symbols or paths; its
// own GLOB lets * cross a slash. Where ** stands for itself only, this agrees with
// doublestar, to which a test holds it.
func globExpression(glob string) string {
	for strings.Contains(glob, "**/**/") { // which mean the same once, and take the longer the more there are
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

// PathExpression is a regular expression that matches the whole of every path
// that a filter lets through: a LIKE pattern when it holds a %, a glob when it
// holds a * or ?, else a path that stands for itself and everything under it. Go's own
// dir/... is everything under dir.
func PathExpression(filter string) string {
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

// below is the glob of Go's own pattern for a directory and everything under it: storage/**
// of storage/..., ** of ./...
func below(pattern string) (glob string, ok bool) {
	rest, ok := strings.CutSuffix(pattern, "...")
	if !ok || rest != "" && !strings.HasSuffix(rest, "/") {
		return "", false
	}
	return strings.TrimPrefix(rest, "./") + "**", true
}

// Wider says how to write a pattern so that it matches inside names too, where a target or
// name is one that does not.
func Wider(target string) (advice string, ok bool) {
	wildcard := "*"
	if strings.Contains(target, "%") {
		wildcard = "%"
	}
	if !strings.ContainsAny(target, "%*?") || strings.HasPrefix(target, wildcard) {
		return "", false
	}
	return fmt.Sprintf("a pattern matches whole names; %q would match inside them too", wildcard+cut(target)), true
}
