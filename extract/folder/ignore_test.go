package folder

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/extract/internal/gittest"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// walked returns the paths of a walk without git.
func walked(t *testing.T, dir string) []string {
	t.Helper()
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	paths, err := Walk(t.Context(), f, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// listed returns the paths that git does not ignore. It makes the directory a repository meanwhile.
func listed(t *testing.T, dir string) []string {
	t.Helper()
	gittest.Run(t, dir, "init", "-q")
	defer os.RemoveAll(filepath.Join(dir, ".git"))
	cmd := exec.Command("git", "ls-files", "-z", "--others", "--exclude-standard")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	paths := strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 })
	slices.Sort(paths)
	return paths
}

func TestIgnoreLikeGit(t *testing.T) {
	gittest.Isolate(t)
	dir := gittest.Tree(t, `
-- .gitignore --
# comment
*.log
!keep.log
/top
build/
src/*.gen
docs/**/draft
**/cache2/x
[!a-y]?.tmp
\#hash
\!bang
trailing   
!kept
deep/**
!deep/a.txt
-- .gitattributes --
-- a.log --
-- keep.log --
-- top --
-- sub/top --
-- build/x --
-- sub/build/x --
-- file/build --
-- src/x.gen --
-- src/d/x.gen --
-- docs/draft --
-- docs/a/b/draft --
-- docs/a/b/draft2 --
-- p/cache2/x --
-- p/cache2/y --
-- z1.tmp --
-- b1.tmp --
-- #hash --
-- !bang --
-- trailing --
-- kept/x.log --
-- kept/x --
-- deep/a.txt --
-- deep/b.txt --
-- sub/.gitignore --
!*.log
/anchored
x/y
-- sub/a.log --
-- sub/anchored --
-- sub/d/anchored --
-- sub/x/y --
-- sub/d/x/y --
-- crlf/.gitignore --
*.txt`+"\r\n"+`
-- crlf/a.txt --
-- bom/.gitignore --
`+"\xef\xbb\xbf"+`*.txt
-- bom/a.txt --
`)
	if diff := cmp.Diff(listed(t, dir), walked(t, dir), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("files (-git +got):\n%s", diff)
	}
}

// Random rules have the same effect in git.
func TestIgnoreLikeGitAtRandom(t *testing.T) {
	gittest.Isolate(t)
	words := []string{"a", "b", "c"}
	var files []string
	for _, x := range words {
		for _, y := range words {
			files = append(files, x+"/"+y+"/f", x+"/"+y+"/g.o", x+"/"+y+".o")
		}
	}
	patterns := []string{"a", "b/", "/c", "a/b", "/a/c/", "*.o", "f", "a/*", "*/b", "**/c/f", "?", "[ab]", "[!a]", "b/g.o", "a/**/f", "a/**", "{a,b}", "b/**/g.o", "**"}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		dir := gittest.Tree(t, "")
		for _, f := range files {
			gittest.Write(t, filepath.Join(dir, f), "")
		}
		for _, at := range []string{"", "a", "b/c"} {
			var lines []string
			for range r.IntN(4) {
				lines = append(lines, []string{"", "", "!"}[r.IntN(3)]+patterns[r.IntN(len(patterns))])
			}
			gittest.Write(t, filepath.Join(dir, at, ".gitignore"), strings.Join(lines, "\n"))
		}
		if diff := cmp.Diff(listed(t, dir), walked(t, dir), cmpopts.EquateEmpty()); diff != "" {
			var rules []string
			for _, at := range []string{"", "a", "b/c"} {
				content, _ := os.ReadFile(filepath.Join(dir, at, ".gitignore"))
				rules = append(rules, fmt.Sprintf("%s: %q", at, content))
			}
			t.Errorf("seed %d, rules %s (-git +got):\n%s", seed, rules, diff)
		}
	}
}

func TestUsuallyIgnored(t *testing.T) {
	dir := gittest.Tree(t, "-- .git/config --\n-- .hg/x --\n-- .cortex/index/x --\n-- sub/.svn/x --\n-- sub/.git --\ngitdir: x\n-- .github/x --\n-- .hidden --\n-- bin/x --\n")
	if diff := cmp.Diff([]string{".github/x", ".hidden", "bin/x"}, walked(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
