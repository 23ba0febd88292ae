package selection

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Commands returns the commands that run the tests: go test for each package, and pytest for whole files. A package with all its tests needs
// no list of them. Test files of other languages have no command.
func Commands(tests []Test) []string {
	out := []string{}
	var python []string
	for i, t := range tests {
		switch {
		case t.Language == "python":
			python = append(python, quote("./"+t.File))
		case t.Language == "go" && (i == 0 || tests[i-1].Package != t.Package):
			var names []string
			for _, o := range tests[i:] {
				if o.Package == t.Package && o.Language == "go" && !slices.Contains(names, o.Name) { // files of two builds may declare it
					names = append(names, o.Name)
				}
			}
			command := "go test"
			if root := path.Join(".", t.root); root != "." {
				command += " -C " + quote("./"+root)
			}
			if !t.whole {
				command += fmt.Sprintf(" -run '^(%s)$'", strings.Join(names, "|"))
			}
			out = append(out, command+" "+quote(inside(path.Join(".", t.root), t.Package)))
		}
	}
	if python != nil {
		out = append(out, "pytest "+strings.Join(python, " "))
	}
	return out
}

// inside returns the path of a directory from a directory around it, as the go command reads it.
func inside(root, dir string) string {
	if dir == root {
		return "."
	}
	if root != "." {
		dir = strings.TrimPrefix(dir, root+"/")
	}
	return "./" + dir
}

// unsafe matches a character that a shell may read otherwise.
var unsafe = regexp.MustCompile(`[^A-Za-z0-9./_-]`)

// quote quotes a word for a shell, when it needs that.
func quote(word string) string {
	if !unsafe.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
