// Package language finds the language of a file, counts its lines, and marks tests,
// generated files and vendored files. The tables are those of Linguist and of scc.
//
// Where neither a file's name nor a pattern in its text decides between languages, the
// file gets the language with the most samples in Linguist: a .spec file of RPM is then
// Ruby, and a .mm file XML.
package language

import (
	"bytes"
	"cmp"
	"iter"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/go-enry/go-enry/v2/data"
)

// Go is the language of Go files.
const Go = "go"

// The languages that share the ending .h.
const (
	C   = "c"
	CPP = "c++"
)

// Headers returns the language of a header that says nothing about it: C++ in a tree with sources of C++ and none of C, otherwise C.
func Headers(paths iter.Seq[string]) string {
	found := C
	for p := range paths {
		switch strings.ToLower(path.Ext(p)) {
		case ".c":
			return C
		case ".cc", ".cpp", ".cxx":
			found = CPP
		}
	}
	return found
}

// sizeLimit is the number of bytes of a file that decide its language.
//
// DESIGN: Linguist takes 50 KiB. With 16 KiB the Go source tree is read in 7 % less
// processor time, and 4 of its 10,452 files get another dialect of assembly.
const sizeLimit = 16 << 10

// Of returns the language of a file with Linguist's name in lower case; empty for none.
// Without content the name alone decides. As for the go command, a file is Go exactly
// when its name ends in .go, whatever a mode line of an editor says.
func Of(p string, content []byte) string {
	if path.Ext(p) == ".go" {
		return Go
	}
	content = content[:min(len(content), sizeLimit)]
	if IsBinary(content) {
		return ""
	}
	found := candidates(p, content)
	if slices.Contains(found, "Go") {
		found = slices.DeleteFunc(candidates(p, nil), func(l string) bool { return l == "Go" })
	}
	return strings.ToLower(likeliest(path.Ext(p), found))
}

// likeliest returns the candidate with the most samples in Linguist, the first by name of
// several; empty when there is no candidate. Languages whose main extension it is go first.
//
// DESIGN: Linguist runs a classifier here. Without it 396 of the 10,452 files of the Go
// source tree get another name, 393 of them another dialect of assembly; of prometheus
// none. Main extensions go first because samples alone name 103 of 233 of Linguist's own
// files rightly.
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

// owns reports whether an extension is the main one of a language: the first in
// Linguist's list. The owners of .cfg and .t, HAProxy and Turing, are rarer than others.
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

// IsProgramming reports whether Linguist counts a language, in lower case, as a
// programming language, and not as data, markup or prose.
func IsProgramming(language string) bool {
	return languageTypes()[language] == data.TypeProgramming
}

// rustTests matches the files that cargo builds for tests and benchmarks alone.
var rustTests = regexp.MustCompile(`(^|/)(tests|benches)/`)

// IsTest reports whether the path is that of a file with tests.
func IsTest(p string) bool {
	if path.Ext(p) == ".go" {
		return strings.HasSuffix(p, "_test.go")
	}
	if path.Ext(p) == ".rs" && rustTests.MatchString(p) {
		return true
	}
	for _, pattern := range data.TestMatchers {
		if pattern.MatchString(p) {
			return true
		}
	}
	return false
}

// IsFixture reports whether the tools of a file's language pass over its directory.
func IsFixture(p string) bool { return path.Ext(p) == ".go" && IsGoFixture(path.Dir(p)) }

// IsGoFixture reports whether the go command passes over the directory when it expands `./...`.
func IsGoFixture(dir string) bool {
	for e := range strings.SplitSeq(dir, "/") {
		if e == "testdata" || strings.HasPrefix(e, "_") || strings.HasPrefix(e, ".") && e != "." && e != ".." {
			return true
		}
	}
	return false
}

// goGenerated is the line of the go command's convention for generated files.
// generatedLine is that line in the comments of other languages.
var (
	goGenerated   = regexp.MustCompile(`^// Code generated .* DO NOT EDIT\.\r?$`)
	generatedLine = regexp.MustCompile(`^(//|/\*|\*|#|--|;+) ?Code generated .* DO NOT EDIT\.( ?\*/)?$`)
)

// commentMarks begin the lines of the comment at the head of a file.
var commentMarks = [][]byte{[]byte("//"), []byte("/*"), []byte("*"), []byte("#"), []byte("--"), []byte(";")}

// IsGenerated reports whether a program wrote a file. For Go the go command's convention
// decides, a separate line before the package clause: enry looks for the words anywhere,
// and marks generators as generated.
func IsGenerated(p string, content []byte) bool {
	content = bytes.TrimPrefix(content, []byte("\uFEFF"))
	if path.Ext(p) != ".go" {
		return hasGeneratedLine(content) || looksGenerated(p, content)
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

// hasGeneratedLine reports whether the comment at the head of a file has the line of Go's
// convention. Linguist looks for that line in Go only, and Go programs write assembly.
func hasGeneratedLine(content []byte) bool {
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
