package manifests

import (
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"strings"
)

// Locks matches the names of lock files.
const Locks = `^(package-lock\.json|composer\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Gemfile\.lock)$`

// The entries of lock files in TOML, and those of Gemfile.lock.
var (
	lockedTOML = regexp.MustCompile(`(?m)^\[\[package\]\]\r?\nname = "([^"\n]+)"\r?\nversion = "([^"\n]+)"`)
	lockedGem  = regexp.MustCompile(`(?m)^    ([\w.-]+) \(([^()\n]+)\)\r?$`)
)

// Locked returns the versions that a lock file fixes, by name. A file that does not parse fixes none.
func Locked(file, text string) map[string]Dependency {
	out := map[string]Dependency{}
	switch path.Base(file) {
	case "package-lock.json":
		var f struct {
			Packages map[string]struct{ Version string }
		}
		if json.Unmarshal([]byte(text), &f) != nil {
			return out
		}
		for folder, p := range f.Packages {
			// node_modules/a/node_modules/b is the b of a; the b of the project comes first.
			if name, ok := strings.CutPrefix(folder, "node_modules/"); ok && p.Version != "" && !strings.Contains(name, "node_modules/") {
				out[name] = Dependency{Version: p.Version}
			}
		}
	case "composer.lock":
		var f struct {
			Packages    []struct{ Name, Version string }
			PackagesDev []struct{ Name, Version string } `json:"packages-dev"`
		}
		if json.Unmarshal([]byte(text), &f) != nil {
			return out
		}
		for _, p := range append(f.Packages, f.PackagesDev...) {
			out[p.Name] = Dependency{Version: p.Version}
		}
	case "Gemfile.lock":
		maps.Copy(out, matches(lockedGem, text))
	default:
		maps.Copy(out, matches(lockedTOML, text))
	}
	return out
}

// matches returns the dependencies that an expression finds, with their lines.
func matches(of *regexp.Regexp, text string) map[string]Dependency {
	out := map[string]Dependency{}
	for _, m := range of.FindAllStringSubmatchIndex(text, -1) {
		out[text[m[2]:m[3]]] = Dependency{Version: text[m[4]:m[5]], Line: strings.Count(text[:m[2]], "\n") + 1}
	}
	return out
}
