package emit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// background is the context of code that kills its process.
var background = context.Background()

// TestCreateRefuses shows that Create and Commit return an error with a hint for other files at the
// destination, and keep them.
func TestCreateRefuses(t *testing.T) {
	for _, test := range []struct {
		name string
		make func(t *testing.T, dest string)
		want string
	}{
		{"a file", func(t *testing.T, dest string) { write(t, dest, "text") }, "not a directory"},
		{"a directory with files", func(t *testing.T, dest string) { write(t, dest+"/main.go", "package main") }, "contains files and is not an index"},
		{"a manifest of something else", func(t *testing.T, dest string) { write(t, dest+"/manifest.json", `{"name":"app"}`) }, "contains files and is not an index"},
		{"a broken manifest", func(t *testing.T, dest string) { write(t, dest+"/manifest.json", `{"format":"cortex-index"`) }, "contains files and is not an index"},
		{"an index among other things", func(t *testing.T, dest string) {
			publishVersion(t, dest, "old")
			write(t, dest+"/.git/HEAD", "ref: refs/heads/main")
		}, "contains the directory .git"},
		{"a symbolic link", func(t *testing.T, dest string) {
			publishVersion(t, dest+"x", "old")
			if err := os.Symlink(dest+"x", dest); err != nil {
				t.Fatal(err)
			}
		}, "symbolic link"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dest := filepath.Join(t.TempDir(), "index")
			w, err := Create(dest)
			if err != nil {
				t.Fatal(err)
			}
			test.make(t, dest)
			before := tree(t, dest)

			_, err = Create(dest)
			wantRefusal(t, err, test.want)
			_, err = w.Commit(t.Context(), testManifest(), nil, nil)
			wantRefusal(t, err, test.want)
			if err := w.Abort(); err != nil {
				t.Error(err)
			}
			if after := tree(t, dest); !slices.Equal(before, after) {
				t.Errorf("the destination was %q and is %q", before, after)
			}
			if left, _ := filepath.Glob(dest + stageMark + "*"); len(left) > 0 {
				t.Errorf("left %q", left)
			}
		})
	}
}

func wantRefusal(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want one that says %q", err, want)
	}
	var h interface{ Hint() string }
	if !errors.As(err, &h) || h.Hint() == "" {
		t.Errorf("error %v has no hint", err)
	}
}

// TestCreateTakesEmptyDirectory shows that an empty directory becomes the index.
func TestCreateTakesEmptyDirectory(t *testing.T) {
	dest := t.TempDir()
	publishVersion(t, dest, "new")
	if got := versionOf(t, dest); got != "new" {
		t.Errorf("the index is %q", got)
	}
}

// TestCreateReplacesOtherVersions shows that a run replaces an index of another format version.
func TestCreateReplacesOtherVersions(t *testing.T) {
	dest := filepath.Join(t.TempDir(), "index")
	write(t, dest+"/manifest.json", `{"format":"cortex-index","format_version":99}`)
	publishVersion(t, dest, "new")
	if got := versionOf(t, dest); got != "new" {
		t.Errorf("the index is %q", got)
	}
	wantNames(t, filepath.Dir(dest), "index")
}

// TestCreateMakesParents shows that Create makes missing parents, that .cortex ignores itself, and that
// an existing .gitignore stays.
func TestCreateMakesParents(t *testing.T) {
	root := t.TempDir()
	dest := filepath.Join(root, "a", ".cortex", "index")
	publishVersion(t, dest, "1")
	wantNames(t, filepath.Dir(dest), ".gitignore", "index")
	if b, err := os.ReadFile(filepath.Join(root, "a", ".cortex", ".gitignore")); err != nil || string(b) != "*\n" {
		t.Errorf(".gitignore is %q, %v", b, err)
	}
	write(t, filepath.Join(root, "a", ".cortex", ".gitignore"), "mine")
	publishVersion(t, dest, "2")
	if b, _ := os.ReadFile(filepath.Join(root, "a", ".cortex", ".gitignore")); string(b) != "mine" {
		t.Errorf(".gitignore is %q", b)
	}
	publishVersion(t, filepath.Join(root, "out", "index"), "3")
	wantNames(t, filepath.Join(root, "out"), "index")
}

// TestCreateRefusesLinkedDotDir shows that a checkout cannot send the index elsewhere by a link named .cortex.
func TestCreateRefusesLinkedDotDir(t *testing.T) {
	root, elsewhere := t.TempDir(), t.TempDir()
	if err := os.Symlink(elsewhere, filepath.Join(root, ".cortex")); err != nil {
		t.Fatal(err)
	}
	_, err := Create(filepath.Join(root, ".cortex", "index"))
	wantRefusal(t, err, "symbolic link")
	wantNames(t, elsewhere)
}

// TestCreateUnwritable shows that a destination that is not writable gives an error with a hint.
func TestCreateUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	_, err := Create(filepath.Join(file, "index"))
	wantRefusal(t, err, "create index at")
	if runtime.GOOS == "linux" {
		_, err = Create("/proc/index") // where not even root can make a directory
		wantRefusal(t, err, "create index at /proc/index")
	}
}

// TestTwoRuns shows that concurrent runs keep each other's stages, and that the last index stays.
func TestTwoRuns(t *testing.T) {
	dest := filepath.Join(t.TempDir(), "index")
	var runs []*Writer
	for range 2 {
		w, err := Create(dest)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, w)
	}
	wantNames(t, filepath.Dir(dest), "index.stage-*", "index.stage-*")
	for i, w := range runs {
		if err := commitVersion(t, w, []string{"first", "last"}[i]); err != nil {
			t.Fatal(err)
		}
	}
	for _, w := range runs {
		if err := w.Abort(); err != nil {
			t.Error(err)
		}
	}
	if got := versionOf(t, dest); got != "last" {
		t.Errorf("the index is %q", got)
	}
	wantNames(t, filepath.Dir(dest), "index")
}

// TestOldInTheWay shows that no run touches files at the path of the old index. Commit returns an error
// when it needs the path.
func TestOldInTheWay(t *testing.T) {
	dest := filepath.Join(t.TempDir(), "index")
	publishVersion(t, dest, "old")
	write(t, dest+".old/notes.txt", "mine")
	publishVersion(t, dest, "new")
	w, err := Create(dest)
	if err != nil {
		t.Fatal(err)
	}
	w.swap = func(_, _ string) error { return errors.ErrUnsupported }
	wantRefusal(t, commitVersion(t, w, "newer"), "index.old exists and is not an index")
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
	if got := versionOf(t, dest); got != "new" {
		t.Errorf("the index is %q", got)
	}
	wantNames(t, dest+".old", "notes.txt")
}

// TestStages shows that Stages lists the files of Create and Commit next to the destination, with links resolved.
func TestStages(t *testing.T) {
	real := t.TempDir()
	root := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(real, root); err != nil {
		t.Fatal(err)
	}
	other, err := Create(filepath.Join(root, ".cortex", "index"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Abort()
	w, err := Create(filepath.Join(root, ".cortex", "index"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	real, err = filepath.EvalSymlinks(real)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(real, ".cortex")
	for _, path := range []string{filepath.Join(dir, "index"), filepath.Join(dir, "index.old"), filepath.Join(dir, ".gitignore"), w.stage.path, other.stage.path} {
		if !slices.Contains(w.Stages(), path) {
			t.Errorf("%q lacks %s", w.Stages(), path)
		}
	}
	if len(w.Stages()) != 5 {
		t.Errorf("%q has more than it should", w.Stages())
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// tree lists the files at and below a path.
func tree(t testing.TB, path string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(path, func(p string, e os.DirEntry, err error) error {
		paths = append(paths, p)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}
