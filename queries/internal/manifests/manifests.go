// Package manifests reads the files that declare the dependencies of a project: go.mod, package.json, pyproject.toml, requirements.txt,
// Gemfile and gemspecs, and lock files apart. It reads no setup.py, and no files that a requirements.txt includes.
package manifests

import (
	"cmp"
	"encoding/json"
	"path"
	"regexp"
	"strings"

	"golang.org/x/mod/modfile"
)

// Names matches the names of manifests.
const Names = `^(go\.mod|package\.json|pyproject\.toml|requirements[\w.-]*\.txt|Gemfile|[\w.-]+\.gemspec)$`

// Dependency is a dependency that a manifest declares.
type Dependency struct {
	Version  string
	Indirect bool // only other dependencies need it
	Line     int
}

// Importing returns the languages that import the packages of a manifest, and the separator of their imports.
func Importing(file string) (languages []string, separator string) {
	switch path.Base(file) {
	case "go.mod":
		return []string{"go"}, "/"
	case "package.json":
		return []string{"javascript", "typescript", "tsx"}, "/"
	}
	if isRuby(file) {
		return []string{"ruby"}, "/"
	}
	return []string{"python"}, "."
}

// Parse returns the dependencies that a file declares, by name. A file that does not parse declares none.
func Parse(file, text string) map[string]Dependency {
	if isRuby(file) {
		return rubyRequires(text)
	}
	switch name := path.Base(file); name {
	case "go.mod":
		return goRequires(text)
	case "package.json":
		return npmRequires(text)
	default:
		return pythonRequires(text, name != "pyproject.toml")
	}
}

func isRuby(file string) bool { return path.Base(file) == "Gemfile" || path.Ext(file) == ".gemspec" }

// rubyGem matches a line that declares a gem, with its versions.
var rubyGem = regexp.MustCompile(`^\s*(?:gem|\w+\.add_(?:runtime_|development_)?dependency)[\s(]\s*["']([\w.-]+)["']((?:\s*,\s*["'][^"']*["'])*)`)

// rubyRequires reads the lines of a Gemfile or a gemspec that declare one gem.
func rubyRequires(text string) map[string]Dependency {
	out := map[string]Dependency{}
	line := 0
	for l := range strings.Lines(text) {
		line++
		if m := rubyGem.FindStringSubmatch(l); m != nil && out[m[1]].Line == 0 {
			var versions []string
			for _, v := range quoted.FindAllStringSubmatch(m[2], -1) {
				versions = append(versions, cmp.Or(v[1], v[2]))
			}
			out[m[1]] = Dependency{cmp.Or(strings.Join(versions, ", "), "any version"), false, line}
		}
	}
	return out
}

func goRequires(text string) map[string]Dependency {
	out := map[string]Dependency{}
	f, err := modfile.Parse("go.mod", []byte(text), nil)
	if err != nil {
		if f, err = modfile.ParseLax("go.mod", []byte(text), nil); err != nil { // of a newer release of Go; it has no replacements
			return out
		}
	}
	if f.Go != nil {
		out["go"] = Dependency{f.Go.Version, false, f.Go.Syntax.Start.Line}
	}
	for _, r := range f.Require {
		out[r.Mod.Path] = Dependency{r.Mod.Version, r.Indirect, r.Syntax.Start.Line}
	}
	for _, r := range f.Replace {
		d := out[r.Old.Path]
		out[r.Old.Path] = Dependency{strings.TrimSpace(d.Version + " => " + r.New.String()), d.Indirect, r.Syntax.Start.Line}
	}
	return out
}

func npmRequires(text string) map[string]Dependency {
	out := map[string]Dependency{}
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
			out[name] = Dependency{version, false, line}
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
func pythonRequires(text string, bare bool) map[string]Dependency {
	out := map[string]Dependency{}
	table, open := "", false
	add := func(requirement string, line int) {
		if m := pythonName.FindStringSubmatch(strings.TrimSpace(requirement)); m != nil {
			if name := strings.ToLower(m[1]); out[name].Line == 0 { // the dependencies of the project come before those of groups
				out[name] = Dependency{cmp.Or(strings.TrimSpace(m[2]), "any version"), false, line}
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
					out[strings.ToLower(strings.TrimSpace(name))] = Dependency{cmp.Or(m[1], m[2], "any version"), false, line}
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
