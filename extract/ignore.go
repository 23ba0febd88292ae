package extract

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
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
// DESIGN: go-git's package gitignore was tried first. It matches a pattern with
// everything below what it names, so that `!keep` takes `keep/x.log` out of an
// earlier `*.log`; it matches `deep/**` with `deep` itself, and does not find
// `**/c/f` in `c/c/f`. An ignore pattern is a glob with rules for where it is
// anchored; doublestar matches the glob, and TestIgnoreLikeGitAtRandom holds the
// whole against git. The classes of POSIX, like [[:alpha:]], are not known.
type ignoreRule struct {
	glob     string // of the path from the folder of the ignore file
	folder   string // that folder with a slash at its end, or empty
	negated  bool   // what matches is not ignored
	onlyDirs bool
}

// literal keeps the braces of a glob from meaning alternatives, which git has not.
var literal = strings.NewReplacer("{", `\{`, "}", `\}`, `\{`, `\{`, `\}`, `\}`, `\\`, `\\`)

// parseIgnore returns the rules of an ignore file in a folder, "." for the root, in its order.
func parseIgnore(content, folder string) []ignoreRule {
	if folder += "/"; folder == "./" {
		folder = ""
	}
	var rules []ignoreRule
	for line := range strings.SplitSeq(strings.TrimPrefix(content, "\ufeff"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if strings.HasPrefix(line, "#") {
			continue
		}
		for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
			line = strings.TrimSuffix(line, " ")
		}
		r := ignoreRule{folder: folder}
		line, r.negated = strings.CutPrefix(line, "!")
		line, r.onlyDirs = strings.CutSuffix(line, "/")
		anchored := strings.Contains(line, "/")
		line = strings.TrimPrefix(line, "/")
		if !anchored {
			line = "**/" + line
		}
		if strings.HasSuffix(line, "/**") {
			line += "/*" // what is below, and not the folder
		}
		r.glob = literal.Replace(line)
		if line != "**/" && line != "" && doublestar.ValidatePattern(r.glob) {
			rules = append(rules, r)
		}
	}
	return rules
}

// ignored reports whether the rules, least important first, ignore a path whose
// folder they do not ignore.
func ignored(rules []ignoreRule, p string, isDir bool) bool {
	for i := len(rules) - 1; i >= 0; i-- {
		r := rules[i]
		below, ok := strings.CutPrefix(p, r.folder)
		if ok && (isDir || !r.onlyDirs) && doublestar.MatchUnvalidated(r.glob, below) {
			return !r.negated
		}
	}
	return false
}
