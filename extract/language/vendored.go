package language

import (
	"path"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract/folder"
)

// DESIGN: enry's patterns serve Linguist's statistics: they also match `cache/`, `dist/`,
// `deps/`, `env/`, `testdata/`, `.github/` and `Jenkinsfile`, in the Go source tree alone
// some hundred of its packages. ownNames takes those names out.

// ownNames are names that enry counts as vendored and that are common in a project's code.
var ownNames = map[string]bool{
	"cache": true, "dist": true, "env": true, "deps": true, "Dependencies": true, "dependencies": true,
	"debian": true, "fixtures": true, "testdata": true, "extdata": true, "packages": true, "Packages": true,
	".github": true, ".vscode": true, ".obsidian": true, ".teamcity": true,
	"_build": true, "build": true, "theme": true, "themes": true, "template": true, "templates": true, "static": true, "_static": true, "_templates": true, "_themes": true,
	".gitattributes": true, ".gitignore": true, ".gitmodules": true, ".gitpod.Dockerfile": true,
	"Jenkinsfile": true, "Vagrantfile": true, "fabfile.py": true, "configure": true, "activator": true, "waf": true,
	"proguard.pro": true, "proguard-rules.pro": true, ".osx": true,
}

// IsVendored reports whether a file is a copy of another project's code. It leaves no file
// out of an index: only the name of the folder decides that, see folder.InVendorFolder.
func IsVendored(p string) bool {
	if folder.InVendorFolder(p) {
		return true
	}
	if strings.HasSuffix(p, ".d.ts") { // enry counts every declaration file as vendored
		return false
	}
	dirs := strings.Split(path.Dir(p), "/")
	dirs = slices.DeleteFunc(dirs, func(dir string) bool { return ownNames[dir] })
	// The folders and the name separately, because some patterns for a name match slashes
	// too. No pattern matches the name of a Go file.
	if looksVendored(path.Join(path.Join(dirs...), "file")) {
		return true
	}
	base := path.Base(p)
	return path.Ext(base) != ".go" && !ownNames[base] && looksVendored(base)
}
