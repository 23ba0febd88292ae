package golang_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A Go file that the build has and that is no file of the tree has a diagnostic, which says
// why that is and, where something simple helps, what.
func TestWhyFilesAreNotInTheTree(t *testing.T) {
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	root := tree(t, `
-- go.mod --
module example.com/m

go 1.26
-- .gitignore --
zz_*
-- m.go --
package m

import (
	_ "example.com/m/link"
	_ "example.com/m/sub"
)

func F() {}
-- zz_gen.go --
package m

func g() { F() }
-- zz_gen_test.go --
package m

func h() { F() }
-- real/r.go --
package real
-- sub/s.go --
package sub
`)
	git := func(dir string, args ...string) {
		t.Helper()
		if out, err := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %s: %s", strings.Join(args, " "), out)
		}
	}
	if err := exec.Command("git", "init", "-q", root).Run(); err != nil {
		t.Skip("no git")
	}
	git(filepath.Join(root, "sub"), "init", "-q")
	git(filepath.Join(root, "sub"), "commit", "-q", "--allow-empty", "-m", "x")
	if err := os.Symlink("real", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "a\xff.go"), []byte("package m\n\nfunc i() { F() }\n"), 0o666); err != nil {
		t.Fatal(err)
	}

	const missed, none = "the build has this Go file, and the index does not, because ", "the index does not have this Go file, because "
	const whatMissed, whyNone = ": calls and other uses in it are missing", "; its package imports nothing of the repository, so no use of that is missing"
	others := []string{
		"diagnostic / discover file_unreadable warning: \"a\\xff.go\": the path is not UTF-8, and the file is not indexed",
		"diagnostic a\ufffd.go load ignored_by_git warning: " + missed + "its path is not UTF-8" + whatMissed,
		"diagnostic link/r.go load ignored_by_git warning: " + none + "it lies behind a symbolic link" + whyNone,
		"diagnostic sub discover configuration warning: a submodule or another repository, which is not indexed",
		"diagnostic sub/s.go load ignored_by_git warning: " + none + "it lies in a submodule or another repository" + whyNone,
	}
	want := append(slices.Clone(others),
		"diagnostic zz_gen.go load ignored_by_git warning: "+missed+"git ignores it"+whatMissed+"; git add --force has it read",
		"diagnostic zz_gen_test.go load ignored_by_git warning: "+missed+"git ignores it"+whatMissed+"; git add --force has it read")
	for _, jobs := range []int{1, 4} {
		cfg := config(root)
		cfg.Jobs = jobs
		if diff := cmp.Diff(want, notations(run(t, cfg), "diagnostics")); diff != "" {
			t.Errorf("diagnostics with %d workers (-want +got):\n%s", jobs, diff)
		}
	}
	git(root, "add", "--force", "zz_gen.go", "zz_gen_test.go")
	if diff := cmp.Diff(others, notations(run(t, config(root)), "diagnostics")); diff != "" {
		t.Errorf("diagnostics after git add --force (-want +got):\n%s", diff)
	}
}

// Code without a go.mod is the tree's own too; test files that are left out are not missed.
func TestIgnoredFilesWithoutAModule(t *testing.T) {
	root := tree(t, `
-- .gitignore --
zz_*
-- a.go --
package a

func F() {}
-- zz_gen.go --
package a

func g() { F() }
-- zz_gen_test.go --
package a

func h() { F() }
`)
	cfg := config(root)
	cfg.Tests = false
	want := []string{"diagnostic zz_gen.go load ignored_by_git warning: the build has this Go file, and the index does not, because ignore files name it: calls and other uses in it are missing; take it out of those to have it read"}
	if diff := cmp.Diff(want, notations(run(t, cfg), "diagnostics")); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

// A Go file that is not read makes incomplete all that its package, or a package that imports others, can name. One whose text is in the
// tree, behind a link, makes incomplete what it names.
func TestUnknownsOfUnreadFiles(t *testing.T) {
	root := tree(t, `
-- go.mod --
module example.com/m

go 1.26
-- m.go --
package m

func F() {}

func g() {}
-- a/a.go --
package a

func Other() {}
-- text/example.go --
package m

import "example.com/m/a"

func h() { F(); a.Other(); g() }
`)
	for name, target := range map[string]string{"linked_test.go": "text/example.go", "out.go": filepath.Join(t.TempDir(), "x.go")} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"unknown callers of * exported unread_file 1 at out.go:0:0",
		"unknown callers of * in example.com/m unread_file 1 at out.go:0:0",
		"unknown callers of named F in example.com/m unread_file 1 at linked_test.go:5:12",
		"unknown callers of named Other in example.com/m/a unread_file 1 at linked_test.go:5:19",
		"unknown callers of named g in example.com/m unread_file 1 at linked_test.go:5:28",
		"unknown change of * exported unread_file 1 at out.go:0:0",
		"unknown change of * in example.com/m unread_file 1 at out.go:0:0",
		"unknown holders of * unread_file 1 at out.go:0:0",
		"unknown imports of * in example.com/m unread_file 1 at linked_test.go:0:0",
		"unknown imports of * in example.com/m/a unread_file 1 at linked_test.go:0:0",
		"unknown imports of * unread_file 1 at out.go:0:0",
		"unknown possible_callees of * unread_file 1 at out.go:0:0",
		"unknown references of * exported unread_file 1 at out.go:0:0",
		"unknown references of * in example.com/m unread_file 1 at out.go:0:0",
		"unknown references of named F in example.com/m unread_file 1 at linked_test.go:5:12",
		"unknown references of named Other in example.com/m/a unread_file 1 at linked_test.go:5:19",
		"unknown references of named g in example.com/m unread_file 1 at linked_test.go:5:28",
		"unknown subtypes of * unread_file 1 at out.go:0:0",
		"unknown supertypes of * unread_file 1 at out.go:0:0",
	}
	got := slices.DeleteFunc(notations(run(t, config(root)), "unknowns"), func(line string) bool { return strings.Contains(line, "excluded") })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("unknowns (-want +got):\n%s", diff)
	}
}
