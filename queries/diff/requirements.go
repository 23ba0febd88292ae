package diff

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/cortex-index/cortex/queries"
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

// manifests matches the names of the files that declare dependencies.
const manifests = `^(go\.mod|package\.json|pyproject\.toml|requirements[\w.-]*\.txt)$`

// declared is the version of a dependency in one index.
type declared struct {
	version  string
	indirect bool
	line     int
}

// requirements compares the versions in go.mod, package.json, pyproject.toml and requirements.txt. Lock files do not count.
func (s *session) requirements(ctx context.Context) error {
	type manifest struct{ path, old, now string }
	all, err := read(ctx, s, func(m *manifest) []any { return []any{&m.path, &m.old, &m.now} }, manifestsSQL, manifests)
	for _, m := range all {
		before, after := declares(m.path, m.old), declares(m.path, m.now)
		for name, d := range after {
			if was := before[name]; was.version != d.version || was.line == 0 {
				s.a.Requirements = append(s.a.Requirements, Requirement{name, was.version, d.version, d.indirect, m.path, d.line})
			}
		}
		for name, d := range before {
			if after[name].line == 0 {
				s.a.Requirements = append(s.a.Requirements, Requirement{Name: name, Old: d.version, Indirect: d.indirect, File: m.path})
			}
		}
	}
	slices.SortFunc(s.a.Requirements, func(a, b Requirement) int {
		return cmp.Or(compareBool(a.Indirect, b.Indirect), strings.Compare(a.File, b.File), strings.Compare(a.Name, b.Name))
	})
	return err
}

// declares returns the dependencies that a file declares, by name. A file that does not parse declares none.
func declares(file, text string) map[string]declared {
	switch name := path.Base(file); name {
	case "go.mod":
		return goRequires(text)
	case "package.json":
		return npmRequires(text)
	default:
		return pythonRequires(text, name != "pyproject.toml")
	}
}

func goRequires(text string) map[string]declared {
	out := map[string]declared{}
	f, err := modfile.Parse("go.mod", []byte(text), nil)
	if err != nil {
		if f, err = modfile.ParseLax("go.mod", []byte(text), nil); err != nil { // of a newer release of Go; it has no replacements
			return out
		}
	}
	if f.Go != nil {
		out["go"] = declared{f.Go.Version, false, f.Go.Syntax.Start.Line}
	}
	for _, r := range f.Require {
		out[r.Mod.Path] = declared{r.Mod.Version, r.Indirect, r.Syntax.Start.Line}
	}
	for _, r := range f.Replace {
		d := out[r.Old.Path]
		out[r.Old.Path] = declared{strings.TrimSpace(d.version + " => " + r.New.String()), d.indirect, r.Syntax.Start.Line}
	}
	return out
}

func npmRequires(text string) map[string]declared {
	out := map[string]declared{}
	var kinds map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &kinds) != nil {
		return out
	}
	for _, kind := range []string{"peerDependencies", "optionalDependencies", "devDependencies", "dependencies"} {
		var versions map[string]string
		if json.Unmarshal(kinds[kind], &versions) != nil {
			continue
		}
		at := strings.Index(text, `"`+kind+`"`)
		for name, version := range versions {
			line := strings.Count(text[:at+max(0, strings.Index(text[at:], `"`+name+`"`))], "\n") + 1
			out[name] = declared{version, false, line}
		}
	}
	return out
}

var (
	// pythonTable matches the header of a table of TOML with dependencies.
	pythonTable = regexp.MustCompile(`^\[(project|project\.optional-dependencies|dependency-groups|tool\.poetry(\.[\w.-]+)?\.(dev-)?dependencies)\]`)
	// pythonArray matches the beginning of an array of dependencies in a table.
	pythonArray = regexp.MustCompile(`^([\w-]+)\s*=\s*\[(.*)`)
	// pythonName matches a dependency with its version.
	pythonName = regexp.MustCompile(`^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^;#]*)`)
	quoted     = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)
)

// pythonRequires reads requirement files, and the tables of pyproject.toml line by line.
func pythonRequires(text string, bare bool) map[string]declared {
	out := map[string]declared{}
	table, open := "", false
	add := func(requirement string, line int) {
		if m := pythonName.FindStringSubmatch(strings.TrimSpace(requirement)); m != nil {
			if name := strings.ToLower(m[1]); out[name].line == 0 { // the dependencies of the project come before those of groups
				out[name] = declared{cmp.Or(strings.TrimSpace(m[2]), "any version"), false, line}
			}
		}
	}
	line := 0
	for l := range strings.Lines(text) {
		line++
		l = strings.TrimSpace(l)
		switch {
		case bare:
			add(l, line)
			continue
		case !open && strings.HasPrefix(l, "["):
			table = ""
			if m := pythonTable.FindStringSubmatch(l); m != nil {
				table = m[1]
			}
			continue
		case table == "":
			continue
		case strings.HasPrefix(table, "tool.poetry"):
			if name, version, ok := strings.Cut(l, "="); ok {
				if m := quoted.FindStringSubmatch(version); m != nil {
					out[strings.ToLower(strings.TrimSpace(name))] = declared{cmp.Or(m[1], m[2], "any version"), false, line}
				}
			}
			continue
		}
		if m := pythonArray.FindStringSubmatch(l); m != nil && !open && (table != "project" || m[1] == "dependencies") {
			open, l = true, m[2]
		}
		if open {
			for _, m := range quoted.FindAllStringSubmatch(l, -1) {
				add(cmp.Or(m[1], m[2]), line)
			}
			open = !strings.HasSuffix(strings.TrimSuffix(quoted.ReplaceAllString(l, ""), ","), "]")
		}
	}
	return out
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
