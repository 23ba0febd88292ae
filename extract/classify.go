package extract

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/go-enry/go-enry/v2"
	"github.com/go-enry/go-enry/v2/data"
)

// languageGo is the language of Go files.
const languageGo = "go"

// enryLimit is how many bytes of a file decide its language.
//
// DESIGN: Linguist takes 50 KiB. With 16 the Go source tree is read in 2.7 s of
// processor time instead of 3.1, and of its 10,452 files 10 get another name, all of
// them .s files, whose dialect the classifier guesses anyway; of prometheus none.
const enryLimit = 16 << 10

// language returns the language of a file as Linguist names it, in lower case;
// empty when it has none. Without content only the name decides. A file named
// .go is Go, whatever an editor's mode line in it says, because the go command
// takes it for Go.
func language(p string, content []byte) string {
	if path.Ext(p) == ".go" {
		return languageGo
	}
	content = content[:min(len(content), enryLimit)]
	if enry.IsBinary(content) {
		return ""
	}
	var candidates []string
	for _, strategy := range enry.DefaultStrategies[:len(enry.DefaultStrategies)-1] {
		found := strategy(p, content, candidates)
		if len(found) == 1 {
			return strings.ToLower(found[0])
		}
		if len(found) > 1 {
			candidates = found
		}
	}
	if len(candidates) == 0 {
		return ""
	}
	if decidable(candidates, content) {
		if found := enry.GetLanguagesByClassifier(p, content, candidates); len(found) > 0 {
			return strings.ToLower(found[0])
		}
	}
	return strings.ToLower(slices.Min(candidates))
}

// decidable reports whether enry's classifier gives the same answer each time.
//
// DESIGN: the classifier orders languages of equal score by the order of a Go
// map. Scores are equal when the languages are equally frequent in its samples
// and the text has no token that it knows of either, which texts of a few hundred bytes have.
func decidable(candidates []string, content []byte) bool {
	if len(content) > 256 {
		return true
	}
	seen := map[float64]bool{}
	for _, c := range candidates {
		p := data.LanguagesLogProbabilities[c]
		if seen[p] {
			return false
		}
		seen[p] = true
	}
	return len(content) > 0
}

// languageTypes are the types of Linguist's languages, by their names in lower case.
var languageTypes = sync.OnceValue(func() map[string]enry.Type {
	types := make(map[string]enry.Type, len(data.LanguagesType))
	for name := range data.LanguagesType {
		types[strings.ToLower(name)] = enry.GetLanguageType(name)
	}
	return types
})

// isProgramming reports whether a language, in lower case, is a programming
// language for Linguist, and not data, markup or prose.
func isProgramming(language string) bool {
	return languageTypes()[language] == enry.Programming
}

// isTest reports whether a file holds tests, by its path.
func isTest(p string) bool {
	if path.Ext(p) == ".go" {
		return strings.HasSuffix(p, "_test.go")
	}
	return enry.IsTest(p)
}

var goGenerated = regexp.MustCompile(`^// Code generated .* DO NOT EDIT\.\r?$`)

// isGenerated reports whether a program wrote a file. For Go that is the go
// command's convention, a line of its own before the package clause: enry looks
// for the words anywhere, and so takes generators for generated.
func isGenerated(p string, content []byte) bool {
	if path.Ext(p) != ".go" {
		return enry.IsGenerated(p, content)
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
