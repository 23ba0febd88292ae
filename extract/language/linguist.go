package language

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/go-enry/go-enry/v2/data"
)

// DESIGN: this file copies the strategies of enry, quirks included, and imports only its
// tables. Package enry fills a map of 240,000 entries before main begins, in every
// process. A test compares the results with enry.

// A strategy returns the languages that a file may be in, by its path or the beginning of
// its content; none when it cannot decide. soFar is the result of the strategies before it.
type strategy func(p string, content []byte, soFar []string) []string

var strategies = []strategy{byModeline, byFilename, byShebang, byExtension, byProlog, byManualPage, byHeuristics}

// candidates returns the result of the first strategy that finds exactly one language, or
// of the last one that finds any.
func candidates(p string, content []byte) []string {
	var found []string
	for _, by := range strategies {
		languages := by(p, content, found)
		if len(languages) > 0 {
			found = languages
		}
		if len(languages) == 1 {
			break
		}
	}
	return found
}

var (
	emacsModeline = regexp.MustCompile(`.*-\*-\s*(.+?)\s*-\*-.*(?m:$)`)
	emacsMode     = regexp.MustCompile(`.*(?i:mode)\s*:\s*([^\s;]+)\s*;*.*`)
	vimModeline   = regexp.MustCompile(`(?:(?m:\s|^)vi(?:m[<=>]?\d+|m)?|[\t\x20]*ex)\s*[:]\s*(.*)(?m:$)`)
	vimFiletype   = regexp.MustCompile(`(?i:filetype|ft|syntax)\s*=(\w+)(?:\s|:|$)`)
)

// byModeline returns the language of the last mode line for Emacs in the first or last
// five lines, or of the last one for vim.
func byModeline(_ string, content []byte, _ []string) []string {
	text := headAndFoot(content)
	if language, ok := data.LanguageByAlias(emacsAlias(text)); ok {
		return []string{language}
	}
	if language, ok := data.LanguageByAlias(vimAlias(text)); ok {
		return []string{language}
	}
	return nil
}

// emacsAlias returns the name in the mode line, or nothing.
func emacsAlias(text []byte) string {
	lines := emacsModeline.FindAllSubmatch(text, -1)
	if len(lines) == 0 {
		return ""
	}
	variables := lines[len(lines)-1][1]
	if mode := emacsMode.FindSubmatch(variables); mode != nil {
		return string(mode[1])
	}
	return string(variables)
}

// vimAlias returns the name in the mode line, or nothing when it has none or several.
func vimAlias(text []byte) string {
	lines := vimModeline.FindAllSubmatch(text, -1)
	if len(lines) == 0 {
		return ""
	}
	types := vimFiletype.FindAllSubmatch(lines[len(lines)-1][1], -1)
	if len(types) == 0 || slices.ContainsFunc(types, func(t [][]byte) bool { return !bytes.Equal(t[1], types[0][1]) }) {
		return ""
	}
	return string(types[0][1])
}

// headAndFoot returns the first and the last five lines of a text with more than ten, and
// a shorter text whole.
func headAndFoot(content []byte) []byte {
	const lines = 5
	if bytes.Count(content, []byte("\n")) < 2*lines {
		return content
	}
	foot := len(content)
	for range lines {
		foot = bytes.LastIndexByte(content[:foot], '\n')
	}
	return slices.Concat(firstLines(content, lines), content[foot+1:])
}

// firstLines returns the first n lines, without the line feed after them.
func firstLines(content []byte, n int) []byte {
	end := -1
	for range n {
		length := bytes.IndexByte(content[end+1:], '\n')
		if length < 0 {
			return content
		}
		end += length + 1
	}
	return content[:end]
}

func byFilename(p string, _ []byte, _ []string) []string {
	return data.LanguagesByFilename[path.Base(p)]
}

func byShebang(_ string, content []byte, _ []string) []string {
	return data.LanguagesByInterpreter[interpreter(content)]
}

var (
	assignment    = regexp.MustCompile(`\S+=\S+`)
	shellExec     = regexp.MustCompile(`exec (\w+).+\$0.+\$@`) // runs the script in another interpreter
	pythonVersion = regexp.MustCompile(`python\d\.\d+`)
)

// interpreter returns the name of the program that runs a script, without a
// minor version, or nothing.
func interpreter(content []byte) string {
	line, ok := bytes.CutPrefix(firstLines(content, 1), []byte("#!"))
	words := bytes.Fields(line)
	if !ok || len(words) == 0 {
		return ""
	}
	name := path.Base(string(words[0]))
	if name == "env" {
		words = words[1:]
		for len(words) > 1 && (bytes.Contains(words[0], []byte("-")) || assignment.Match(words[0])) {
			words = words[1:]
		}
		if len(words) == 0 {
			return ""
		}
		name = path.Base(string(words[0]))
	}
	if name == "sh" {
		if found := shellExec.FindSubmatch(firstLines(content, 5)); found != nil {
			name = string(found[1])
		}
	}
	if pythonVersion.MatchString(name) {
		name, _, _ = strings.Cut(name, ".")
	}
	if name == "osascript" && bytes.Contains(line, []byte("-l")) { // the option names a language
		return ""
	}
	return name
}

// byExtension returns the languages of the longest extension that Linguist lists.
func byExtension(p string, _ []byte, _ []string) []string {
	name := strings.ToLower(path.Base(p))
	for i, c := range name {
		if c == '.' {
			if found, ok := data.LanguagesByExtension[name[i:]]; ok {
				return found
			}
		}
	}
	return nil
}

func byProlog(_ string, content []byte, soFar []string) []string {
	if len(soFar) == 0 && bytes.Contains(firstLines(content, 2), []byte("xml version=")) {
		return []string{"XML"}
	}
	return nil
}

var manualPage = regexp.MustCompile(`\.(?:[1-9](?:[a-z_]+[a-z_0-9]*)?|0p|n|man|mdoc)(?:\.in)?$`)

func byManualPage(p string, _ []byte, _ []string) []string {
	if manualPage.MatchString(strings.ToLower(p)) {
		return []string{"Roff Manpage", "Roff"}
	}
	return nil
}

// byHeuristics matches the patterns for an extension with the content.
func byHeuristics(p string, content []byte, _ []string) []string {
	if heuristics, ok := data.ContentHeuristics[strings.ToLower(path.Ext(p))]; ok {
		return heuristics.Match(content)
	}
	return nil
}

// IsBinary reports whether a zero byte is near the beginning, which is git's rule.
func IsBinary(content []byte) bool {
	return bytes.IndexByte(content[:min(len(content), 8000)], 0) >= 0
}

// looksVendored reports whether Linguist leaves a file out as vendored.
func looksVendored(p string) bool { return data.FastVendorMatcher.MatchString(p) }

// looksGenerated reports whether Linguist leaves a file out as generated.
func looksGenerated(p string, content []byte) bool {
	extension := strings.ToLower(path.Ext(p))
	if _, ok := data.GeneratedCodeExtensions[extension]; ok {
		return true
	}
	for _, matches := range data.GeneratedCodeNameMatchers {
		if matches(p) {
			return true
		}
	}
	p = strings.ToLower(p)
	for _, matches := range data.GeneratedCodeMatchers {
		if matches(p, extension, content) {
			return true
		}
	}
	return false
}
