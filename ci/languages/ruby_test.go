package languages

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// rubyRepositories lists the repositories whose definitions universal-ctags finds.
var rubyRepositories = []repository{
	{name: "sinatra", url: "https://github.com/sinatra/sinatra", commit: "cb22afd7902b566b6eaba6c4ea89739494a65d12"},
	{name: "jekyll", url: "https://github.com/jekyll/jekyll", commit: "202df571314ba1d18e9fccd81d12aaad4a703c38"},
}

// definition is a definition that ctags finds.
type definition struct {
	file, name string
	line       int
}

// TestOracleRuby compares the definitions of Ruby with universal-ctags. A module or class that several files open has one symbol. ctags cuts
// the last character of some names, and takes the object of a singleton method for its name. An accessor has one symbol for both methods.
func TestOracleRuby(t *testing.T) {
	if os.Getenv("CORTEX_ORACLE_LANGUAGES") == "" {
		t.Skip("needs universal-ctags and clones of repositories: run make oracle-languages")
	}
	if _, err := exec.LookPath("ctags"); err != nil {
		t.Fatal("needs universal-ctags: ", err)
	}
	bin := citest.Build(t)
	for _, r := range rubyRepositories {
		t.Run(r.name, func(t *testing.T) {
			dir := r.clone(t)
			index := filepath.Join(t.TempDir(), "index")
			citest.Run(t, dir, bin, "extract", "--quiet", "--out", index)
			y := compareCtags(t, dir, index)
			t.Logf("%d of %d definitions: %.3f", y.known, y.defined, y.definitions())
			if y.definitions() < 0.98 {
				t.Error("below the target: 0.98 of the definitions")
			}
		})
	}
}

// rubySingleton matches the object of a singleton method.
var rubySingleton = regexp.MustCompile(`def \w+\.\w`)

func compareCtags(t *testing.T, dir, index string) (y tally) {
	have, files, types := map[definition]bool{}, map[string]bool{}, map[string]bool{}
	conn := open(t, index)
	var d definition
	var kind string
	rows(t, conn, "SELECT file_path FROM files WHERE language = 'ruby' AND status IN ('ok', 'partial')", []any{&d.file}, func() { files[d.file] = true })
	rows(t, conn, "SELECT file_path, name, name_line, kind FROM symbols WHERE language = 'ruby' AND name_line IS NOT NULL", []any{&d.file, &d.name, &d.line, &kind}, func() {
		have[d] = true
		if kind == "class" || kind == "trait" {
			types[d.name[strings.LastIndexByte(d.name, ':')+1:]] = true
		}
	})
	ctags := exec.CommandContext(t.Context(), "ctags", "--languages=Ruby", "-R", "-f", "-", "--fields=+nK", "--kinds-Ruby=cfmSaA", "--exclude=.git", ".")
	ctags.Dir = dir
	out, err := ctags.Output()
	if err != nil {
		t.Fatal("ctags: ", err)
	}
	for line := range strings.Lines(string(out)) {
		parts := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "!") || len(parts) < 5 {
			continue
		}
		_, after, _ := strings.Cut(line, ";\"\t")
		fields := strings.Fields(after)
		d = definition{file: strings.TrimPrefix(parts[1], "./"), name: parts[0]}
		for _, f := range fields[1:] {
			if n, ok := strings.CutPrefix(f, "line:"); ok {
				d.line, _ = strconv.Atoi(n)
			}
		}
		if !files[d.file] {
			continue
		}
		y.defined++
		isType := fields[0] == "class" || fields[0] == "module"
		if isType && types[d.name[strings.LastIndexByte(d.name, ':')+1:]] || d.isKnown(have, fields[0], line) {
			y.known++
		} else if *differences {
			t.Logf("%v: no symbol for the %s", d, fields[0])
		}
	}
	return y
}

// isKnown reports whether a definition has a symbol, also where ctags names it in another way.
func (d definition) isKnown(have map[definition]bool, kind, line string) bool {
	names := []string{d.name}
	switch kind {
	case "accessor":
		names = append(names, strings.TrimSuffix(d.name, "="))
	case "alias":
		names = append(names, d.name+"?", d.name+"!", d.name+"=")
	case "singletonMethod":
		if m := rubySingleton.FindString(line); m != "" {
			for o := range have {
				if o.file == d.file && o.line == d.line {
					return true
				}
			}
		}
	}
	for _, name := range names {
		if have[definition{d.file, name, d.line}] {
			return true
		}
	}
	return false
}

func (d definition) String() string { return fmt.Sprintf("%s:%d %s", d.file, d.line, d.name) }
