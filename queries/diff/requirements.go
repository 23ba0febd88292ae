package diff

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/manifests"
)

//go:embed manifests.sql
var manifestsSQL string

// Requirement is a dependency that a file declares with another version than before. Old or New is empty when only one index has it.
type Requirement struct {
	Name     string `json:"name"`
	Old      string `json:"old"`
	New      string `json:"new"`
	Indirect bool   `json:"indirect"` // only other dependencies need it
	File     string `json:"file"`
	Line     int    `json:"line"` // in the head; 0 for a removed one
}

// requirements compares the versions that manifests declare. Lock files do not count.
func (s *session) requirements(ctx context.Context) error {
	type manifest struct{ path, old, now string }
	all, err := read(ctx, s, func(m *manifest) []any { return []any{&m.path, &m.old, &m.now} }, manifestsSQL, manifests.Names)
	for _, m := range all {
		before, after := manifests.Parse(m.path, m.old), manifests.Parse(m.path, m.now)
		for name, d := range after {
			if was := before[name]; was.Version != d.Version || was.Line == 0 {
				s.a.Requirements = append(s.a.Requirements, Requirement{name, was.Version, d.Version, d.Indirect, m.path, d.Line})
			}
		}
		for name, d := range before {
			if after[name].Line == 0 {
				s.a.Requirements = append(s.a.Requirements, Requirement{Name: name, Old: d.Version, Indirect: d.Indirect, File: m.path})
			}
		}
	}
	slices.SortFunc(s.a.Requirements, func(a, b Requirement) int {
		return cmp.Or(compareBool(a.Indirect, b.Indirect), strings.Compare(a.File, b.File), strings.Compare(a.Name, b.Name))
	})
	return err
}

// what describes the versions.
func (r Requirement) what() string {
	switch {
	case r.Old == "":
		return "new: " + r.New
	case r.New == "":
		return "removed: " + r.Old
	}
	return r.Old + " → " + r.New
}

// place is the place in the head, or the file.
func (r Requirement) place() string {
	if r.Line == 0 {
		return r.File
	}
	return position(r.File, r.Line)
}

// required names the direct requirements that differ, and counts the others.
func (a *Answer) required() string {
	var out []string
	indirect := 0
	for _, r := range a.Requirements {
		switch {
		case r.Indirect:
			indirect++
		case len(out) < maxMoves:
			out = append(out, r.Name+" "+r.what())
		}
	}
	if more := len(a.Requirements) - indirect - len(out); more > 0 {
		out = append(out, fmt.Sprintf("%d more", more))
	}
	if indirect > 0 {
		out = append(out, fmt.Sprintf("%d indirect", indirect))
	}
	return strings.Join(out, ", ")
}

func (a *Answer) requirementSection() queries.Section {
	s := queries.Section{Title: "Versions of dependencies"}
	for _, r := range a.Requirements {
		kind := ""
		if r.Indirect {
			kind = "indirect"
		}
		s.Lines = append(s.Lines, line(r.place(), r.Name, r.what(), kind))
	}
	return s
}
