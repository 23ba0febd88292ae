package folder

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// usuallyIgnored are the names of folders that a walk never enters: those of version
// control systems, of cortex, and of the caches of common tools.
var usuallyIgnored = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".bzr": true, ".jj": true, "_darcs": true, "CVS": true,
	".cortex": true, "__pycache__": true, ".venv": true, ".tox": true, ".nox": true,
	".mypy_cache": true, ".pytest_cache": true, ".ruff_cache": true, ".gradle": true, ".idea": true,
}

// ignoreRule is one line of an ignore file.
//
// DESIGN: rejected: go-git's package gitignore. It matches a pattern with everything
// below the named path: `!keep` takes `keep/x.log` out of an earlier `*.log`. It matches
// `deep/**` with `deep` itself, and does not find `**/c/f` in `c/c/f`. doublestar matches
// the glob here, and TestIgnoreLikeGitAtRandom compares the result with git. POSIX
// classes, like [[:alpha:]], are not supported.
type ignoreRule struct {
	glob     string // of the path from the folder of the ignore file
	folder   string // that folder with a slash at its end, or empty
	negated  bool   // a matching path is not ignored
	onlyDirs bool
}

// literal escapes the braces of a glob: git knows no alternatives.
var literal = strings.NewReplacer("{", `\{`, "}", `\}`, `\{`, `\{`, `\}`, `\}`, `\\`, `\\`)

// parseIgnore returns the rules of an ignore file in order. The folder of the root is ".".
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
			line += "/*" // the paths below the folder, without the folder
		}
		r.glob = literal.Replace(line)
		if line != "**/" && line != "" && doublestar.ValidatePattern(r.glob) {
			rules = append(rules, r)
		}
	}
	return rules
}

// ignored reports whether the rules, least important first, ignore a path. The caller has
// checked the folders above the path.
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
