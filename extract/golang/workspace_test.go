package golang_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// proxy writes a module proxy that has version v1.0.0 of example.com/dep, and makes
// the go command ask it, with a module cache that is empty.
func proxy(t *testing.T) {
	t.Helper()
	const mod, code = "module example.com/dep\n\ngo 1.20\n", "package dep\n\nfunc F() {}\n"
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range map[string]string{"go.mod": mod, "d.go": code} {
		f, err := z.Create("example.com/dep@v1.0.0/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	root, cache := t.TempDir(), t.TempDir()
	at := "example.com/dep/@v/v1.0.0"
	writeTree(t, root, []txtar.File{{Name: at + ".mod", Data: []byte(mod)}, {Name: at + ".zip", Data: b.Bytes()},
		{Name: at + ".info", Data: []byte(`{"Version": "v1.0.0"}`)}, {Name: "example.com/dep/@v/list", Data: []byte("v1.0.0\n")}})
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(root))
	t.Setenv("GOSUMDB", "off")
	t.Setenv("GOMODCACHE", cache)
	t.Cleanup(func() { // the go command makes the folders read-only
		_ = filepath.WalkDir(cache, func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				err = os.Chmod(p, 0o777)
			}
			return err
		})
	})
}

const inWorkspace = `
-- go.work --
go 1.26

use ./m

replace example.com/local => ./local
-- m/go.mod --
module example.com/m

go 1.26

require example.com/dep v1.0.0

require example.com/local v1.0.0
-- m/a.go --
package m

import (
	"example.com/dep"
	"example.com/local"
)

func f() { dep.F(); local.F() }
-- local/go.mod --
module example.com/local

go 1.26
-- local/l.go --
package local

func F() {}
`

// In a workspace the go command adds the checksums that it misses to go.work.sum,
// also when it only lists, and also offline. The tree must not see it.
func TestWorkspaceIsNotWritten(t *testing.T) {
	proxy(t)
	root := tree(t, inWorkspace)
	before := snapshot(t, root)
	for _, offline := range []bool{false, true} { // first online, so that the cache has the module
		cfg := config(root)
		cfg.Offline = offline
		rows := run(t, cfg)
		checkNoMachinePath(t, rows, root)
		want := []string{
			"call m/a.go:8:16 example.com/m.f: dep.F -> example.com/dep.F static",
			"call m/a.go:8:27 example.com/m.f: local.F -> example.com/local.F static",
		}
		if diff := cmp.Diff(want, notations(rows, "calls", "diagnostics")); diff != "" {
			t.Errorf("offline %t: rows (-want +got):\n%s", offline, diff)
		}
		if diff := cmp.Diff(before, snapshot(t, root)); diff != "" {
			t.Errorf("offline %t: the tree was written (-before +after):\n%s", offline, diff)
		}
	}
}

// Offline, a module that is not in the cache is not fetched.
func TestOfflineFetchesNothing(t *testing.T) {
	proxy(t)
	root := tree(t, inWorkspace)
	rows := run(t, config(root))
	if want := "call m/a.go:8:16 example.com/m.f: dep.F -> ? unresolved"; !slices.Contains(notations(rows, "calls"), want) {
		t.Errorf("no row %q in\n%v", want, notations(rows, "calls"))
	}
	entries, err := os.ReadDir(os.Getenv("GOMODCACHE"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "cache" {
			t.Errorf("%s was fetched", e.Name())
		}
	}
}

// Nothing is left behind in the folder for temporary files.
func TestLeavesNothingBehind(t *testing.T) {
	temporary := t.TempDir()
	root := tree(t, inWorkspace+"-- outside.go --\npackage outside\n-- newer/go.mod --\nmodule n\n\ngo 1.99\n-- newer/n.go --\npackage n\n")
	t.Setenv("TMPDIR", temporary)
	run(t, config(root))
	entries, err := os.ReadDir(temporary)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Errorf("%s is left behind", e.Name())
	}
}

// A module of the tree that uses a published version of another one: what both the
// published version and the tree declare is one symbol, and what only the published
// version declares is an outside symbol.
func TestPublishedVersionOfOwnModule(t *testing.T) {
	proxy(t)
	cfg := config(tree(t, `
-- dep/go.mod --
module example.com/dep

go 1.26
-- dep/d.go --
package dep

func G() { G() }

type F2 struct{}
-- user/go.mod --
module example.com/user

go 1.26

require example.com/dep v1.0.0
-- user/go.sum --
example.com/dep v1.0.0 h1:NAHk8hDLpxY1VnRyYJXeRsAj0/cn/JbXpd4bf+45D7M=
example.com/dep v1.0.0/go.mod h1:GVuYl5mlKU1m3l6eht3FkiiPrlspGltN04dywxH42Fc=
-- user/u.go --
package user

import "example.com/dep"

func f() { dep.F() }
-- own/go.mod --
module example.com/own

go 1.26

require example.com/dep v1.0.0

replace example.com/dep => ../dep
-- own/o.go --
package own

import "example.com/dep"

func f() { dep.G() }
`))
	cfg.Offline = false
	rows := run(t, cfg)
	checkProperties(t, rows)
	want := []string{
		"call dep/d.go:3:12 example.com/dep.G: G -> example.com/dep.G static",
		"call own/o.go:5:16 example.com/own.f: dep.G -> example.com/dep.G static",
		"call user/u.go:5:16 example.com/user.f: dep.F -> example.com/dep.F static",
		"symbol dep/d.go:3:6 function example.com/dep.G (dep.G) | func G() exported",
		"symbol dep/d.go:5:6 struct example.com/dep.F2 (dep.F2) | type F2 struct exported",
		"symbol own/o.go:5:6 function example.com/own.f (own.f) | func f()",
		"symbol user/u.go:5:6 function example.com/user.f (user.f) | func f()",
		"symbol outside function example.com/dep.F (dep.F) | func F() exported",
	}
	if diff := cmp.Diff(want, notations(rows, "calls", "symbols", "diagnostics")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// A module that another one of the tree uses is in two listings. Its packages, whose tests use
// each other, don't wait for each other.
func TestModuleInTwoListings(t *testing.T) {
	cfg := config(tree(t, `
-- go.mod --
module example.com/root

go 1.26

require example.com/m v0.0.0

replace example.com/m => ./m
-- r.go --
package root

import (
	"example.com/m/a"
	"example.com/m/b"
)

func f() { a.F(); b.F() }
-- m/go.mod --
module example.com/m

go 1.26
-- m/a/a.go --
package a

func F() { g() }

func g() {}
-- m/a/a_test.go --
package a

import "example.com/m/b"

func test() { b.F() }
-- m/b/b.go --
package b

func F() {}
-- m/b/b_test.go --
package b

import "example.com/m/a"

func test() { a.F() }
`))
	rows := run(t, cfg)
	checkProperties(t, rows)
	want := []string{
		"call m/a/a.go:3:12 example.com/m/a.F: g -> example.com/m/a.g static",
		"call m/a/a_test.go:5:17 example.com/m/a.test: b.F -> example.com/m/b.F static",
		"call m/b/b_test.go:5:17 example.com/m/b.test: a.F -> example.com/m/a.F static",
		"call r.go:8:14 example.com/root.f: a.F -> example.com/m/a.F static",
		"call r.go:8:21 example.com/root.f: b.F -> example.com/m/b.F static",
	}
	if diff := cmp.Diff(want, notations(rows, "calls", "diagnostics")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// A repository's name that can be no module path is a name for symbols all the same.
func TestNameThatIsNoModulePath(t *testing.T) {
	for _, name := range []string{"my repository", "x:y", "../up", "é", "github.com/O/r.git"} {
		t.Run(name, func(t *testing.T) {
			cfg := config(tree(t, "-- a.go --\npackage a\n\nfunc F() { G() }\n\nfunc G() {}\n"))
			cfg.Name = name
			rows := run(t, cfg)
			checkProperties(t, rows)
			want := []string{"call a.go:3:12 " + name + ".F: G -> " + name + ".G static"}
			if diff := cmp.Diff(want, notations(rows, "calls", "diagnostics")); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}
