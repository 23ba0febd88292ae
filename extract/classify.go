package extract

import (
	"bytes"
	"cmp"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/go-enry/go-enry/v2/data"
)

// languageGo is the language of Go files.
const languageGo = "go"

// enryLimit is how many bytes of a file decide its language.
//
// DESIGN: Linguist takes 50 KiB. With 16 the Go source tree is read in 7 % less
// processor time, and of its 10,452 files 4 get another name, all of them .s files,
// whose dialect is a guess anyway; of prometheus none.
const enryLimit = 16 << 10

// language returns the language of a file as Linguist names it, in lower case;
// empty when it has none. Without content only the name decides. A file named
// .go is Go, whatever an editor's mode line in it says, because the go command
// takes it for Go, and no other is, because that takes none for it.
func language(p string, content []byte) string {
	if path.Ext(p) == ".go" {
		return languageGo
	}
	content = content[:min(len(content), enryLimit)]
	if isBinary(content) {
		return ""
	}
	found := candidates(p, content)
	if slices.Contains(found, "Go") {
		found = slices.DeleteFunc(candidates(p, nil), func(l string) bool { return l == "Go" })
	}
	return strings.ToLower(likeliest(path.Ext(p), found))
}

// likeliest returns, of the languages whose own extension it is, or else of all
// candidates, the one with the most samples in Linguist, the first by name of
// several, and nothing if there is no candidate.
//
// DESIGN: Linguist asks its classifier here. Of the 10,452 files of the Go source
// tree 396 get another name without it, 393 of them another dialect of assembly, of
// which it took 186 for a Motorola's; of prometheus none. Of Linguist's own samples
// 233 come here; the classifier, which is made of them, names 225 rightly, the number
// of samples alone 103, with Ruby for RPM's .spec and XML for .mm; hence the owners.
func likeliest(extension string, candidates []string) string {
	if len(candidates) == 0 {
		return ""
	}
	owners := slices.DeleteFunc(slices.Clone(candidates), func(c string) bool { return !owns(c, extension) })
	if len(owners) > 0 {
		candidates = owners
	}
	return slices.MinFunc(candidates, func(a, b string) int {
		return cmp.Or(cmp.Compare(samples(b), samples(a)), strings.Compare(a, b))
	})
}

// owns reports whether the extension is the first that Linguist lists for a language:
// its own. Those of .cfg and .t, HAProxy and Turing, are rarer than who borrows them.
func owns(language, extension string) bool {
	all := data.ExtensionsByLanguage[language]
	return len(all) > 0 && all[0] == extension && extension != ".cfg" && extension != ".t"
}

// samples returns the logarithm of a language's share of Linguist's samples.
func samples(language string) float64 {
	if share, ok := data.LanguagesLogProbabilities[language]; ok {
		return share
	}
	return math.Inf(-1)
}

// languageTypes are the types of Linguist's languages, by their names in lower case.
var languageTypes = sync.OnceValue(func() map[string]data.Type {
	types := make(map[string]data.Type, len(data.LanguagesType))
	for name, number := range data.LanguagesType {
		types[strings.ToLower(name)] = data.Type(number)
	}
	return types
})

// isProgramming reports whether a language, in lower case, is a programming
// language for Linguist, and not data, markup or prose.
func isProgramming(language string) bool {
	return languageTypes()[language] == data.TypeProgramming
}

// isTest reports whether a file holds tests, by its path.
func isTest(p string) bool {
	if path.Ext(p) == ".go" {
		return strings.HasSuffix(p, "_test.go")
	}
	for _, pattern := range data.TestMatchers {
		if pattern.MatchString(p) {
			return true
		}
	}
	return false
}

// goGenerated is the line that says so by the go command's convention, and generatedLine that
// line in the comments of other languages.
var (
	goGenerated   = regexp.MustCompile(`^// Code generated .* DO NOT EDIT\.\r?$`)
	generatedLine = regexp.MustCompile(`^(//|/\*|\*|#|--|;+) ?Code generated .* DO NOT EDIT\.( ?\*/)?$`)
)

// commentMarks begin the lines of the comment at the head of a file.
var commentMarks = [][]byte{[]byte("//"), []byte("/*"), []byte("*"), []byte("#"), []byte("--"), []byte(";")}

// isGenerated reports whether a program wrote a file. For Go that is the go
// command's convention, a line of its own before the package clause: enry looks
// for the words anywhere, and so takes generators for generated.
func isGenerated(p string, content []byte) bool {
	content = bytes.TrimPrefix(content, []byte("\uFEFF"))
	if path.Ext(p) != ".go" {
		return saysGenerated(content) || looksGenerated(p, content)
	}
	for line := range bytes.Lines(content) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if bytes.HasPrefix(line, []byte("package ")) {
			return false
		}
		if goGenerated.Match(line) {
			return true
		}
	}
	return false
}

// saysGenerated reports whether the comment at the head of a file that is not in Go holds the
// line of Go's convention, as the assembly does that Go programs write.
//
// DESIGN: Linguist looks for that line in Go only.
func saysGenerated(content []byte) bool {
	for line := range bytes.Lines(content) {
		line = bytes.TrimSpace(line)
		if generatedLine.Match(line) {
			return true
		}
		if len(line) > 0 && !slices.ContainsFunc(commentMarks, func(mark []byte) bool { return bytes.HasPrefix(line, mark) }) {
			return false
		}
	}
	return false
}
