package diff

import (
	"cmp"
	"context"
	_ "embed"
	"regexp"
	"slices"
	"strings"
)

//go:embed owners.sql
var ownersSQL string

// Owner is an owner of changed files.
type Owner struct {
	Owner string   `json:"owner"`
	Files []string `json:"files"`
}

// ownerRule is a line of a CODEOWNERS file.
type ownerRule struct {
	pattern *regexp.Regexp
	owners  []string
}

// owners finds the owners of the changed files and of the packages with users.
func (s *session) owners(ctx context.Context) error {
	texts, err := read(ctx, s, func(t *string) []any { return []any{t} }, ownersSQL)
	for i := range s.a.Blast {
		s.a.Blast[i].Owners = []string{}
	}
	if err != nil || len(texts) == 0 {
		return err
	}
	rules := parseOwners(texts[0])
	files := map[string][]string{}
	for _, f := range s.a.Files {
		for _, o := range ownersOf(rules, f.File) {
			files[o] = append(files[o], f.File)
		}
	}
	for o, of := range files {
		s.a.Owners = append(s.a.Owners, Owner{o, of})
	}
	slices.SortFunc(s.a.Owners, func(a, b Owner) int {
		return cmp.Or(cmp.Compare(len(b.Files), len(a.Files)), strings.Compare(a.Owner, b.Owner))
	})
	for i := range s.a.Blast {
		if owners := ownersOf(rules, s.a.Blast[i].Package+"/x"); owners != nil {
			s.a.Blast[i].Owners = owners
		}
	}
	return nil
}

// parseOwners reads a CODEOWNERS file of GitHub. It leaves out sections and ! patterns, which GitHub does not know either.
func parseOwners(text string) (rules []ownerRule) {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		rules = append(rules, ownerRule{ownerPattern(fields[0]), fields[1:]})
	}
	return rules
}

// ownerPattern returns the expression for a pattern with the rules of gitignore.
func ownerPattern(pattern string) *regexp.Regexp {
	anchored := strings.Contains(strings.TrimSuffix(pattern, "/"), "/")
	folder := strings.HasSuffix(pattern, "/")
	pattern = strings.Trim(pattern, "/")
	var b strings.Builder
	b.WriteString("^")
	if !anchored {
		b.WriteString("(.*/)?")
	}
	for pattern != "" {
		switch {
		case strings.HasPrefix(pattern, "**/"):
			b.WriteString("(.*/)?")
			pattern = pattern[3:]
		case strings.HasPrefix(pattern, "**"):
			b.WriteString(".*")
			pattern = pattern[2:]
		case pattern[0] == '*':
			b.WriteString("[^/]*")
			pattern = pattern[1:]
		case pattern[0] == '?':
			b.WriteString("[^/]")
			pattern = pattern[1:]
		default:
			b.WriteString(regexp.QuoteMeta(pattern[:1]))
			pattern = pattern[1:]
		}
	}
	switch text := b.String(); {
	case folder:
		b.WriteString("/.*$")
	case strings.HasSuffix(text, "/[^/]*"): // docs/* has the files of docs alone
		b.WriteString("$")
	default:
		b.WriteString("(/.*)?$")
	}
	return regexp.MustCompile(b.String())
}

// ownersOf returns the owners of a file: those of the last rule that matches.
func ownersOf(rules []ownerRule, file string) []string {
	for _, r := range slices.Backward(rules) {
		if r.pattern.MatchString(file) {
			return r.owners
		}
	}
	return nil
}
