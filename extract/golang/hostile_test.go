package golang_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

const simple = `
-- go.mod --
module m

go 1.26
-- a.go --
package a

import "errors"

func F() { G(); errors.New("") }

func G() {}
`

// notations returns the rows of some tables in the notation.
func notations(rows *schema.Rows, tables ...string) []string {
	var out []string
	for _, table := range tables {
		out = append(out, notation(rows, table)...)
	}
	return out
}

// The C compiler, cgo and pkg-config are never run, nor is a package driver or
// what a go:generate comment names.
func TestRunsNoTool(t *testing.T) {
	canary := filepath.Join(t.TempDir(), "canary")
	bin := t.TempDir()
	tools := []string{"gcc", "g++", "cc", "c++", "clang", "clang++", "cgo", "pkg-config", "ar", "ld", "as", "gopackagesdriver", "driver", "protoc", "sh"}
	for _, name := range tools {
		script := "#!/bin/bash\necho " + name + " >>" + canary + "\nexit 1\n"
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, name := range []string{"CC", "CXX", "AR", "PKG_CONFIG", "GOPACKAGESDRIVER", "GOCACHEPROG"} {
		t.Setenv(name, filepath.Join(bin, "driver"))
	}
	t.Setenv("GOFLAGS", "-toolexec="+filepath.Join(bin, "driver"))
	t.Setenv("GOCACHE", t.TempDir()) // nothing is built already
	if err := exec.Command("gcc").Run(); err == nil || len(snapshotFile(t, canary)) == 0 {
		t.Fatal("the canary does not work")
	}
	if err := os.Remove(canary); err != nil {
		t.Fatal(err)
	}
	rows := run(t, config(tree(t, `
-- go.mod --
module m

go 1.26
-- a.go --
package a

// #cgo pkg-config: libpng
// #cgo CFLAGS: -I/nosuch
// #include <png.h>
import "C"

import "net"

//go:generate protoc x

func F() { C.png_create(); G(); net.ParseIP("") }

func G() {}
-- a.s --
TEXT ·x(SB)
`)))
	if b, err := os.ReadFile(canary); err == nil {
		t.Errorf("these were run: %s", b)
	}
	want := []string{
		"call a.go:12:14 m.F: C.png_create -> C.png_create heuristic",
		"call a.go:12:28 m.F: G -> m.G static",
		"call a.go:12:37 m.F: net.ParseIP -> net.ParseIP static",
	}
	if diff := cmp.Diff(want, notations(rows, "calls", "diagnostics")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func snapshotFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What the environment and a go.env say of building does not count, and nothing
// of the tree is written even where they ask for it.
func TestSettingsDoNotCount(t *testing.T) {
	archive := `
-- go.mod --
module m

go 1.21

require example.com/unused v1.0.0

replace example.com/dep => ./dep
-- a.go --
package a

import "example.com/dep"

func F() { dep.D(); sys() }
-- a_linux.go --
package a

func sys() {}
-- a_windows.go --
package a

func sys() {}
-- a_extra.go --
//go:build extra

package a

func extra() {}
-- a_exp.go --
//go:build goexperiment.nosuch

package a

func exp() {}
-- dep/go.mod --
module example.com/dep

go 1.21
-- dep/d.go --
package dep

func D() {}
`
	tables := []string{"symbols", "calls", "refs", "diagnostics", "files"}
	want := notations(run(t, config(tree(t, archive))), tables...)

	goenv := filepath.Join(t.TempDir(), "go.env")
	if err := os.WriteFile(goenv, []byte("GOFLAGS=-mod=mod -tags=extra\nGOOS=windows\nGOWORK=/nosuch\nGOTOOLCHAIN=go1.99.0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		set  map[string]string
	}{
		{"GOFLAGS", map[string]string{"GOFLAGS": "-mod=mod -tags=extra"}},
		{"bad GOFLAGS", map[string]string{"GOFLAGS": "nonsense -nosuch"}},
		{"go.env", map[string]string{"GOENV": goenv}},
		{"system", map[string]string{"GOOS": "windows", "GOARCH": "arm64", "CGO_ENABLED": "0", "GOAMD64": "v4"}},
		{"workspace", map[string]string{"GOWORK": "/nosuch/go.work", "GO111MODULE": "off"}},
		{"toolchain", map[string]string{"GOTOOLCHAIN": "go1.99.0"}},
		{"debug", map[string]string{"GODEBUG": "gotypesalias=0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for k, v := range c.set {
				t.Setenv(k, v)
			}
			root := tree(t, archive)
			before := snapshot(t, root)
			rows := run(t, config(root))
			if diff := cmp.Diff(before, snapshot(t, root)); diff != "" {
				t.Errorf("the tree was written (-before +after):\n%s", diff)
			}
			if diff := cmp.Diff(want, notations(rows, tables...)); diff != "" {
				t.Errorf("rows with the settings %v (-without +with):\n%s", c.set, diff)
			}
		})
	}
}

// Without a go command nothing is type-checked, which is an error in diagnostics,
// and the code is read by its syntax.
func TestNoGoCommand(t *testing.T) {
	root := tree(t, simple)
	t.Setenv("PATH", t.TempDir())
	want := []string{
		"symbol a.go:5:6 function m.F (a.F) | func F() exported",
		"symbol a.go:7:6 function m.G (a.G) | func G() exported",
		"call a.go:5:12 m.F: G -> m.G heuristic",
		"call a.go:5:24 m.F: errors.New -> ? unresolved",
		`diagnostic ./ load toolchain error: no Go package is type-checked: run go env: exec: "go": executable file not found in $PATH`,
		"file a.go ok types=0 functions=2 imports=1",
		"file go.mod text types=0 functions=0 imports=0",
	}
	if diff := cmp.Diff(want, notations(run(t, config(root)), "symbols", "calls", "diagnostics", "files")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// A go command that prints nonsense, dies or hangs in its listing.
func TestBrokenGoCommand(t *testing.T) {
	for name, script := range map[string]string{
		"nonsense": "echo nonsense",
		"dies":     "echo some reason >&2; kill -9 $$",
		"partial":  `echo '{"ImportPath": "m", "Dir": "/nosuch", "Name": "a", "GoFiles": ["x.go"], "Imports": ["y"]}'; echo '{"Imp'`,
	} {
		t.Run(name, func(t *testing.T) {
			bin := t.TempDir()
			if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\nif [ $1 = env ]; then "+
				`echo '{"GOROOT": "/nosuch", "GOVERSION": "go1.26.8", "GOMODCACHE": "/nosuch"}'; exit; fi; `+script+"\n"), 0o777); err != nil {
				t.Fatal(err)
			}
			root := tree(t, simple)
			t.Setenv("PATH", bin+string(os.PathListSeparator)+"/bin:/usr/bin")
			rows := run(t, config(root))
			checkProperties(t, rows)
			want := []string{
				"call a.go:5:12 m.F: G -> m.G heuristic",
				"call a.go:5:24 m.F: errors.New -> ? unresolved",
			}
			if diff := cmp.Diff(want, notations(rows, "calls")); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
			if len(rows.Diagnostics) == 0 {
				t.Error("no diagnostic says that nothing was type-checked")
			}
			for _, d := range rows.Diagnostics {
				if strings.Contains(d.Message, root) {
					t.Errorf("a path of the machine in %q", d.Message)
				}
			}
		})
	}
}

// A cancelled context ends the extraction with its error, and not with half of the rows.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := &rowSink{}
	if _, err := extract.Run(ctx, config(tree(t, simple)), s); err == nil {
		t.Error("no error from a cancelled context")
	}
	if len(s.rows.Symbols) != 0 {
		t.Errorf("%d symbols from a cancelled context", len(s.rows.Symbols))
	}
}

// What stands around the root does not count, unless the root lies in a module of
// the same git work tree.
func TestAroundTheRoot(t *testing.T) {
	outer := tree(t, `
-- go.mod --
module example.com/outer

go 1.26
-- go.work --
nonsense
-- o.go --
package outer

func Outer() {}
-- sub/s.go --
package sub

import outer "example.com/outer"

func F() { outer.Outer(); G() }

func G() {}
`)
	root := filepath.Join(outer, "sub")
	got := notations(run(t, config(root)), "symbols", "calls", "imports", "modules")
	want := []string{
		"symbol s.go:5:6 function sub.F (sub.F) | func F() exported",
		"symbol s.go:7:6 function sub.G (sub.G) | func G() exported",
		"call s.go:5:18 sub.F: outer.Outer -> ? unresolved",
		"call s.go:5:27 sub.F: G -> sub.G static",
		"import s.go:3 example.com/outer as outer symbols=0 external",
		`module . package="" of="" files=1`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outside git (-want +got):\n%s", diff)
	}

	if err := os.Remove(filepath.Join(outer, "go.work")); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("git", "init", "-q", outer).CombinedOutput(); err != nil {
		t.Skipf("no git: %s", out)
	}
	got = notations(run(t, config(root)), "symbols", "calls", "imports", "modules")
	want = []string{
		"symbol s.go:5:6 function example.com/outer/sub.F (sub.F) | func F() exported",
		"symbol s.go:7:6 function example.com/outer/sub.G (sub.G) | func G() exported",
		"symbol outside function example.com/outer.Outer (outer.Outer) | func Outer() exported",
		"call s.go:5:18 example.com/outer/sub.F: outer.Outer -> example.com/outer.Outer static",
		"call s.go:5:27 example.com/outer/sub.F: G -> example.com/outer/sub.G static",
		"import s.go:3 example.com/outer as outer symbols=1 external",
		`module . package="example.com/outer/sub" of="example.com/outer" files=1`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("in a git work tree (-want +got):\n%s", diff)
	}
}

// Files with bytes that no Go file has, or more of them than anybody writes: each
// has its rows or a diagnostic, and the rest of the package is there.
func TestStrangeBytes(t *testing.T) {
	deep := func(open, middle, end string) string {
		return "package a\n\nvar _ = " + strings.Repeat(open, 20000) + middle + strings.Repeat(end, 20000) + "\n"
	}
	for name, content := range map[string]string{
		"NUL":                  "package a\n\nfunc \x00() {}\n",
		"only NUL":             "\x00\x00\x00\x00",
		"not UTF-8":            "package a\n\nvar s = \"\xff\xfe\"\n",
		"mark in the middle":   "package a\n\nvar s = \"\xef\xbb\xbf\"\n",
		"two marks":            "\xef\xbb\xbf\xef\xbb\xbfpackage a\n",
		"UTF-16":               "\xff\xfep\x00a\x00c\x00k\x00a\x00g\x00e\x00 \x00a\x00",
		"only carriage return": "package a\r\rfunc H() {}\r",
		"no end of line":       "package a; func H() { G() }; // x",
		"deep parentheses":     deep("(", "1", ")"),
		"deep calls":           deep("f(", "1", ")"),
		"deep blocks":          "package a\n\nfunc H() {" + strings.Repeat("{", 20000) + strings.Repeat("}", 20000) + "}\n",
		"deep types":           "package a\n\ntype D " + strings.Repeat("[]", 20000) + "int\n",
		"deep structs":         "package a\n\ntype D " + strings.Repeat("struct{ A ", 20000) + "int" + strings.Repeat("}", 20000) + "\n\nvar x = D{}.A.A.A\n",
		"deep operators":       "package a\n\nvar _ = 1" + strings.Repeat(" + 1", 20000) + "\n",
		"long concatenation":   "package a\n\nvar _ = \"a\"" + strings.Repeat(" +\n\t\"b\"", 20000) + "\n",
		"long line":            "package a\n\nvar _ = \"" + strings.Repeat("x", 1<<20) + "\"\n",
		"long name":            "package a\n\nvar " + strings.Repeat("x", 1<<20) + " int\n",
		"unclosed comment":     "package a\n/*",
		"unclosed string":      "package a\nvar s = `x",
		"line directive":       "package a\n//line /etc/passwd:1\nfunc ( {\n//line \x01:99999999999999\n",
		"bad directive":        "//go:build (((\n\npackage a\n\nfunc H() { G() }\n",
		"bad import":           "package a\n\nimport \"a b\"\nimport \"\"\nimport `/abs`\nimport \"../..\"\nimport 'x'\n",
		"bad embed":            "package a\n\nimport _ \"embed\"\n\n//go:embed ../../../etc/passwd /etc/passwd\nvar s string\n",
		"blank package":        "package _\n\nfunc H() {}\n",
		"blank names":          "package a\n\nfunc (_) _(_ _) _ {}\nfunc () m() {}\nfunc (a, b T) m() {}\ntype _ struct{ _, _ _ }\ntype _[_ _] _\n",
		"odd receivers":        "package a\n\nfunc (struct{}) A() {}\nfunc ([]int) B() {}\nfunc (*****x) C() {}\nfunc (x.y) D() {}\nfunc (x[y]) E() {}\nfunc (f()) F() {}\nfunc (int) H() {}\n",
		"main without body":    "package a\n\nfunc main()\nfunc init() int\ntype init int\nvar init = 1\nimport init \"errors\"\n",
		"unsafe":               "package a\n\nimport \"unsafe\"\n\nvar _ = unsafe.Sizeof(unsafe.Pointer(nil)) + unsafe.Nope()\n",
		"huge array":           "package a\n\ntype A [1<<62]A2\ntype A2 [1<<62]int\nvar _ = len(A{})\nconst c = 1 << 1000000\n",
		"expanding type":       "package a\n\ntype E[T any] struct{ e *E[E[T]] }\nvar e E[int]\nfunc f[T any]() { f[E[T]]() }\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := tree(t, simple)
			if err := os.WriteFile(filepath.Join(root, "b.go"), []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
			rows := run(t, config(root))
			checkProperties(t, rows)
			checkNoMachinePath(t, rows, root)
			got := notations(rows, "calls")
			for _, want := range []string{"call a.go:5:12 m.F: G -> m.G static", "call a.go:5:24 m.F: errors.New -> errors.New static"} {
				if !slices.Contains(got, want) {
					t.Errorf("no row %q beside the file:\n%s\n%s", want, strings.Join(got[:min(len(got), 10)], "\n"), strings.Join(notations(rows, "diagnostics"), "\n"))
				}
			}
			for _, f := range rows.Files {
				if f.FilePath == "b.go" && f.Status != schema.StatusOK && !slices.ContainsFunc(rows.Diagnostics, func(d schema.Diagnostic) bool { return d.FilePath == "b.go" }) {
					t.Errorf("b.go is %s, and no diagnostic says why", f.Status)
				}
			}
		})
	}
}
