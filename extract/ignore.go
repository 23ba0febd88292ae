package extract

import (
	"bytes"
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// usuallyIgnored are the names of folders that a walk outside git never enters:
// what version control systems, cortex, and the caches of common tools leave behind.
var usuallyIgnored = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".bzr": true, ".jj": true, "_darcs": true, "CVS": true,
	".cortex": true, "__pycache__": true, ".venv": true, ".tox": true, ".nox": true,
	".mypy_cache": true, ".pytest_cache": true, ".ruff_cache": true, ".gradle": true, ".idea": true,
}

// ignoreRule is one line of an ignore file.
//
// DESIGN: the library matches a pattern with everything below what it names,
// and a later `!keep` then takes `keep/x.log` out of an earlier `*.log`, where
// git does not. The walk never enters an ignored folder, so each path is held
// against the pattern by itself: by its name where the pattern is one, and only
// at the pattern's own depth where it is a path without `**`.
type ignoreRule struct {
	pattern gitignore.Pattern
	domain  []string // the folder of the ignore file
	depth   int      // parts of the pattern; 0 for a bare name, -1 with `**`
}

// parseIgnore returns the rules of an ignore file in a folder, in its order.
func parseIgnore(content []byte, domain []string) []ignoreRule {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	var rules []ignoreRule
	for line := range strings.SplitSeq(string(content), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.ReplaceAll(line, "[!", "[^") // the library's matcher knows only the second
		r := ignoreRule{pattern: gitignore.ParsePattern(line, domain), domain: domain}
		bare := strings.TrimSuffix(strings.TrimRight(strings.TrimPrefix(line, "!"), " "), "/")
		switch {
		case strings.Contains(bare, "**"):
			r.depth = -1
		case strings.Contains(bare, "/"):
			r.depth = strings.Count(strings.TrimPrefix(bare, "/"), "/") + 1
		}
		rules = append(rules, r)
	}
	return rules
}

// ignored reports whether the rules, least important first, ignore a path whose
// folder they do not ignore.
func ignored(rules []ignoreRule, p string, isDir bool) bool {
	parts := strings.Split(p, "/")
	for i := len(rules) - 1; i >= 0; i-- {
		r := rules[i]
		match := gitignore.NoMatch
		switch {
		case r.depth == 0:
			match = r.pattern.Match(append(r.domain[:len(r.domain):len(r.domain)], path.Base(p)), isDir)
		case r.depth == -1 || r.depth == len(parts)-len(r.domain):
			match = r.pattern.Match(parts, isDir)
		}
		if match != gitignore.NoMatch {
			return match == gitignore.Exclude
		}
	}
	return false
}
