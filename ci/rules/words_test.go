package rules

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// plainFolders lists the folders whose comments and texts avoid the banned words.
var plainFolders = []string{"ci", "cmd", "emit", "extract", "queries", "schema", "testdata"}

// longestSentence is the maximum number of words in a sentence of a document.
const longestSentence = 25

// banned has words that replaced a term, each with the term. Ordinary words of the list in
// CONTRIBUTING.md are missing here, because only a reader can judge them.
var banned = map[string]string{
	`stands? in|stand-ins?|standing in`: "possible callee, implementation, replaces",
	`held against|holds? \S+ against`:   "compare with",
	`desks?`:                            "scratch database",
	`seats?`:                            "connection",
	`furnish\w*`:                        "create tables, create views",
	`strays?`:                           "declaration in an excluded file",
	`namesakes?`:                        "symbols of the same name",
	`loosely`:                           "coerce",
	`misnamed`:                          "tool alias",
	`handed over`:                       "passed",
	`whoever`:                           "name the actor",
}

// TestWords checks the comments and texts of plainFolders, and all pages.
func TestWords(t *testing.T) {
	eachPage(t, func(page, text string) {
		report(t, checkSentences(page, text))
		report(t, checkWords(page, text))
	})
	eachFile(t, plainFolders, func(file string) {
		text := readText(t, file)
		report(t, checkWords(file, text))
		if path.Ext(file) == ".go" && !strings.HasSuffix(file, "_test.go") {
			report(t, checkTexts(file, text))
		}
	})
}

func TestWordsFindsViolations(t *testing.T) {
	const fine = "package a\n\n// A is handed\n// to B.\nconst s = \"whoever\"\n"
	wantNone(t, checkWords("a.go", fine))
	wantViolation(t, checkWords("a.go", strings.Replace(fine, "handed\n// to", "handed\n// over to", 1)), "a.go:3", "handed over", "passed")
	wantViolation(t, checkWords("a.go", "package a\n/* a Stray\n*/\n"), "a.go:2", "Stray")
	wantNone(t, checkWords("a.sql", "SELECT 'whoever' -- a name\n"))
	wantViolation(t, checkWords("a.sql", "SELECT 1 -- for whoever\n"), "a.sql:1", "whoever")
	wantNone(t, checkWords("a.md", "Take `desk`.\n\n```\ndesk\n```\n"))
	wantViolation(t, checkWords("a.md", "Text.\n\nTake a desk.\n"), "a.md:3", "desk")
	wantNone(t, checkWords("a.json", "desk"))
}

func TestTextsFindsViolations(t *testing.T) {
	long := strings.Repeat("word ", 26)
	text := func(s string) string { return "package a\n\nimport \"seat\"\n\nvar s = " + s + "\n" }
	wantNone(t, checkTexts("a.go", text("`Short text.\n\nExample:\n   "+long+"\n`")))
	wantNone(t, checkTexts("a.go", text("struct{ A int `arg:\"seat\" help:\"short\"` }{}")))
	wantViolation(t, checkTexts("a.go", text(`"the stray file"`)), "a.go:5", "stray")
	wantViolation(t, checkTexts("a.go", text("`One.\n"+long+"`")), "a.go:5", "26 words")
	wantViolation(t, checkTexts("a.go", text("struct{ A int `arg:\"a\" help:\"for whoever\"` }{}")), "a.go:5", "whoever")
}

func TestSentencesFindsViolations(t *testing.T) {
	long := strings.Repeat("word ", 13)
	wantNone(t, checkSentences("a.md", "# "+long+"\n\n"+long+"ends. "+long+"ends.\n"))
	wantViolation(t, checkSentences("a.md", "Short.\n\n"+long+"\n"+long+"ends.\n"), "a.md:3", "27 words")
	wantViolation(t, checkSentences("a.md", "- "+long+"\n  "+long+"\n- item\n"), "a.md:1", "26 words")
	wantNone(t, checkSentences("a.md", "- "+long+"\n- "+long+"\n"))
	wantNone(t, checkSentences("a.md", "| "+long+long+" |\n\n```\n"+long+long+"\n```\n\n    "+long+long+"\n"))
	wantNone(t, checkSentences("a.md", "Run `"+long+long+"` now.\n"))
}

// passage is a comment, or a paragraph of a document, on one line.
type passage struct {
	line int
	text string
}

// checkWords finds banned words in the comments or the paragraphs of a file.
func checkWords(file, text string) []violation {
	var vs []violation
	for _, p := range passages(file, text) {
		vs = append(vs, checkPassage(file, p)...)
	}
	return vs
}

func checkPassage(file string, p passage) []violation {
	var vs []violation
	for words, term := range banned {
		for _, found := range regexp.MustCompile(`(?i)\b(?:`+words+`)\b`).FindAllString(p.text, -1) {
			vs = append(vs, violation{fmt.Sprintf("%s:%d has %q, for which the term is %q", file, p.line, found, term), "write the term, or another plain word"})
		}
	}
	return vs
}

// checkTexts finds banned words and long sentences in the texts of Go code: help, hints, errors.
// Texts for models have lists, which may be longer than a sentence.
func checkTexts(file, text string) []violation {
	var vs []violation
	for _, p := range goTexts(file, text) {
		vs = append(vs, checkPassage(file, p)...)
		if strings.HasPrefix(file, "cmd/cortex/internal/mcpserver/") || strings.Contains(p.text, "SELECT ") {
			continue
		}
		plain := indentedLine.ReplaceAllString(p.text, "\n") // without examples and tables
		for _, part := range paragraphs(plain) {
			vs = append(vs, checkLengths(file, passage{p.line, part.text})...)
		}
	}
	return vs
}

// checkSentences finds long sentences in a document.
func checkSentences(file, text string) []violation {
	var vs []violation
	for _, p := range paragraphs(text) {
		vs = append(vs, checkLengths(file, p)...)
	}
	return vs
}

func checkLengths(file string, p passage) []violation {
	var vs []violation
	for _, s := range sentenceEnd.Split(p.text, -1) {
		if n := len(word.FindAllString(s, -1)); n > longestSentence {
			vs = append(vs, violation{fmt.Sprintf("%s:%d has a sentence of %d words: %.60s…", file, p.line, n, s), fmt.Sprintf("split it: at most %d words", longestSentence)})
		}
	}
	return vs
}

var (
	sentenceEnd  = regexp.MustCompile(`[.!?]["”)*]*(?:\s+|$)`)
	word         = regexp.MustCompile(`[\pL\pN][^\s]*`)
	inlineCode   = regexp.MustCompile("`[^`]*`")
	link         = regexp.MustCompile(`\]\([^)]*\)`)
	indentedLine = regexp.MustCompile(`(?m)^  .*$`)
	item         = regexp.MustCompile(`^\s*(?:[-*]|\d+\.)\s+`)
)

// passages returns the comments of Go, SQL and shell code, and the paragraphs of documents.
func passages(file, text string) []passage {
	switch path.Ext(file) {
	case ".md":
		return paragraphs(text)
	case ".go":
		return goComments(file, text)
	case ".sql":
		return lineComments(text, "--")
	case ".sh", ".yml":
		return lineComments(text, "#")
	case ".mjs":
		return lineComments(text, "//")
	}
	return nil
}

func goComments(file, text string) []passage {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return []passage{{1, err.Error()}}
	}
	var ps []passage
	for _, c := range parsed.Comments {
		ps = append(ps, passage{files.Position(c.Pos()).Line, strings.Join(strings.Fields(c.Text()), " ")})
	}
	return ps
}

// goTexts returns the strings of Go code that have several words. Of a tag it returns the help.
func goTexts(file, text string) []passage {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, text, parser.SkipObjectResolution)
	if err != nil {
		return []passage{{1, err.Error()}}
	}
	var ps []passage
	tags := map[*ast.BasicLit]bool{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			if n.Tag != nil {
				tags[n.Tag] = true
			}
		case *ast.BasicLit:
			s, err := strconv.Unquote(n.Value)
			if tags[n] {
				s = reflect.StructTag(s).Get("help")
			}
			if err == nil && n.Kind == token.STRING && strings.Contains(s, " ") {
				ps = append(ps, passage{files.Position(n.Pos()).Line, s})
			}
		}
		return true
	})
	return ps
}

// lineComments returns each run of comments that begin with a mark.
func lineComments(text, mark string) []passage {
	var ps []passage
	last := 0
	for i, line := range strings.Split(text, "\n") {
		_, comment, found := strings.Cut(line, mark)
		switch {
		case !found:
		case last == i && len(ps) > 0:
			ps[len(ps)-1].text += " " + strings.TrimSpace(comment)
			last = i + 1
		default:
			ps = append(ps, passage{i + 1, strings.TrimSpace(comment)})
			last = i + 1
		}
	}
	return ps
}

// paragraphs returns the paragraphs and list items of a document, without code blocks, tables,
// headings and the text of inline code.
func paragraphs(text string) []passage {
	var ps []passage
	open, fenced, inItem := false, false, false
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		fence := strings.HasPrefix(trimmed, "```")
		if fence {
			fenced = !fenced
		}
		begins := item.MatchString(line)
		indented := strings.HasPrefix(line, "    ") && !begins && !inItem
		if fence || fenced || trimmed == "" || indented || strings.HasPrefix(trimmed, "|") || strings.HasPrefix(trimmed, "#") {
			open = false
			inItem = inItem && trimmed == ""
			continue
		}
		plain := link.ReplaceAllString(inlineCode.ReplaceAllString(item.ReplaceAllString(line, ""), "code"), "]")
		if begins || !open {
			ps = append(ps, passage{i + 1, strings.TrimSpace(plain)})
		} else {
			ps[len(ps)-1].text += " " + strings.TrimSpace(plain)
		}
		open, inItem = true, inItem || begins
	}
	return ps
}
