package extract

import (
	"path"
	"slices"
	"strings"
)

// DESIGN: two questions with two answers. What is left out are folders that a
// package manager fills, by their name: nobody writes code there, and the go
// command reads no package from them either. Whether a file is somebody else's is only a
// column, for which enry is asked, and enry answers for Linguist's statistics:
// it also gives `cache/`, `dist/`, `deps/`, `env/`, `testdata/`, `.github/` and
// `Jenkinsfile`, which in the Go source tree alone are some hundred packages of
// its own code (`cmd/dist`, `cmd/go/internal/cache`). Those names say nothing
// here; nothing with such a name ever leaves the tree.

// vendorFolders are the names of the folders that package managers fill.
var vendorFolders = map[string]bool{
	"vendor": true, "node_modules": true, "bower_components": true, "jspm_packages": true,
}

// InVendorFolder reports whether a path is in a vendored folder, or is one when
// it ends in a slash.
func InVendorFolder(p string) bool {
	for {
		dir, rest, ok := strings.Cut(p, "/")
		if !ok {
			return false
		}
		if vendorFolders[dir] || dir == "Godeps" && strings.HasPrefix(rest, "_workspace/") {
			return true
		}
		p = rest
	}
}

// ownNames are names that enry calls vendored and that a project's own code bears.
var ownNames = map[string]bool{
	"cache": true, "dist": true, "env": true, "deps": true, "Dependencies": true, "dependencies": true,
	"debian": true, "fixtures": true, "testdata": true, "extdata": true, "packages": true, "Packages": true,
	".github": true, ".vscode": true, ".obsidian": true, ".teamcity": true,
	"_build": true, "build": true, "theme": true, "themes": true, "template": true, "templates": true, "static": true, "_static": true, "_templates": true, "_themes": true,
	".gitattributes": true, ".gitignore": true, ".gitmodules": true, ".gitpod.Dockerfile": true,
	"Jenkinsfile": true, "Vagrantfile": true, "fabfile.py": true, "configure": true, "activator": true, "waf": true,
	"proguard.pro": true, "proguard-rules.pro": true, ".osx": true,
}

// isVendored reports whether a file is somebody else's code that was copied in.
func isVendored(p string) bool {
	if InVendorFolder(p) {
		return true
	}
	if strings.HasSuffix(p, ".d.ts") { // enry takes every declaration file for a copied one
		return false
	}
	dirs := strings.Split(path.Dir(p), "/")
	dirs = slices.DeleteFunc(dirs, func(dir string) bool { return ownNames[dir] })
	// The folders and the name by themselves: some patterns for a name run on over
	// slashes. None is about the name of a Go file.
	if looksVendored(path.Join(path.Join(dirs...), "file")) {
		return true
	}
	base := path.Base(p)
	return path.Ext(base) != ".go" && !ownNames[base] && looksVendored(base)
}
