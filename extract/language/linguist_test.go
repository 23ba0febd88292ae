package language

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-enry/go-enry/v2"
	"github.com/go-enry/go-enry/v2/data"
	"github.com/google/go-cmp/cmp"
)

// Package enry, which only tests may import, is the oracle here. The results differ from it
// only where its classifier decides.

// tally counts the comparisons by kind: a test fails when it compares too few.
type tally struct{ known, open, unknown, generated, vendored, test, other int }

// language compares the language of a file.
func (n *tally) language(t *testing.T, p string, content []byte) {
	t.Helper()
	if path.Ext(p) == ".go" {
		return
	}
	content = content[:min(len(content), sizeLimit)]
	got, want := Of(p, content), enry.GetLanguages(p, content)
	if len(want) > 1 { // in the order of the classifier
		n.open++
		found := slices.Sorted(slices.Values(candidates(p, content)))
		slices.Sort(want)
		if diff := cmp.Diff(want, found); diff != "" {
			t.Errorf("candidates(%q, %.200q) (-want +got):\n%s", p, content, diff)
		}
		if !slices.ContainsFunc(want, func(l string) bool { return strings.ToLower(l) == got }) {
			t.Errorf("Of(%q, %.200q) = %q, want one of %q", p, content, got, want)
		}
		return
	}
	if len(want) == 0 {
		n.unknown++
		want = []string{""}
	} else {
		n.known++
	}
	// The classifier returns only the languages with samples.
	if open := candidates(p, content); len(open) > 1 && slices.Contains(open, want[0]) {
		want = open
	}
	if !slices.ContainsFunc(want, func(l string) bool { return strings.ToLower(l) == got }) {
		t.Errorf("Of(%q, %.200q) = %q, want one of %q", p, content, got, want)
	}
}

// marks compares the marks of a file: generated, vendored, test.
func (n *tally) marks(t *testing.T, p string, content []byte) {
	t.Helper()
	for _, c := range []struct {
		name      string
		got, want bool
		count     *int
	}{
		{"looksGenerated", looksGenerated(p, content), enry.IsGenerated(p, content), &n.generated},
		{"looksVendored", looksVendored(p), enry.IsVendor(p), &n.vendored},
		{"IsTest", IsTest(p), enry.IsTest(p), &n.test},
	} {
		if c.got != c.want {
			t.Errorf("%s(%q) = %t", c.name, p, c.got)
		}
		if c.want {
			*c.count++
		} else {
			n.other++
		}
	}
}

// Linguist's names, with texts that suggest another language, or none.
func TestLanguageByNameIsLinguists(t *testing.T) {
	texts := []string{"", "words\n", "\x00", "\n<xml version=>\n", "\n\n<?xml version='1.0'?>\n", "#!/bin/sh\n", "# vim: set ft=python :\n"}
	var names []string
	for name := range data.LanguagesByFilename {
		names = append(names, "x.y/"+name, strings.ToUpper(name), name+".c")
	}
	for extension := range data.LanguagesByExtension {
		names = append(names, "a"+extension, "x/a.b.c"+strings.ToUpper(extension), "x"+extension+"/a")
	}
	for extension := range data.ContentHeuristics {
		names = append(names, "a"+extension)
	}
	names = append(names, "a.3", "a.3pm", "A.3X.IN", "a.mdoc.in", "a.0p", "a.10", "a.1/b", "a.0p\n", "man", "é.ß", "\xff.c")
	var n tally
	for _, name := range names {
		for _, text := range texts {
			n.language(t, name, []byte(text))
		}
	}
	if n.known < 5_000 || n.open < 500 || n.unknown < 1_000 {
		t.Errorf("compared too few files: %+v", n)
	}
}

func TestLanguageByShebangIsLinguists(t *testing.T) {
	var n tally
	for interpreter := range data.LanguagesByInterpreter {
		for _, format := range []string{
			"#!%s", "#!/bin/%s\n", "#! /usr/local/bin/%s -x\r\nwords", "#!/bin/%s -l JavaScript\n",
			"#!/usr/bin/env %s\n", "#!/usr/bin/env /opt/%s\n", "#!env %s -l", "#!/usr/bin/env -S A=b --x %s -y\n", "#!/usr/bin/env -i %s=", "#!/usr/bin/env = %s",
			"#!/bin/sh\n\n\n# \\\nexec %s -x \"$0\" \"$@\"", "#!/bin/sh\r\nexec %s $0 $@\r\n", "#!/bin/sh\n\n\n\n\nexec %s $0 $@\n",
			"#!/usr/bin/env sh\nexec %s $0 $@; exec x $0 $@\n", "#!/bin/bash\nexec %s $0 $@\n",
			"#!/bin/%s.1", "#!/bin/%s3.11\n", "#!/bin/%s3.x\n", "#!/bin/x%s", "\n#!/bin/%s", "# !/bin/%s", "!#%s", "#!\n%s", "#! \n", "#!/usr/bin/env\n%s", "#!/%s/",
		} {
			if strings.Contains(format, "%s") {
				format = fmt.Sprintf(format, interpreter)
			}
			n.language(t, "bin/run", []byte(format))
		}
	}
	if n.known < 1_000 || n.open < 20 || n.unknown < 1_000 {
		t.Errorf("compared too few scripts: %+v", n)
	}
}

func TestLanguageByModelineIsLinguists(t *testing.T) {
	var n tally
	formats := []string{
		"-*- %s -*-", "/* -*- Mode: %s; tab-width: 4 -*- */", "-*-mode:%s-*-", "-*- tab-width: 4; mode: %s -*-", "-*- %s", "-*- -*- %s -*-",
		"vim: ft=%s", "// vim: set syntax=%s ts=4:", "vi: filetype=%s :", "vim<700: FT=%s", "ex: ft=%s", "evim: ft=%s", "vim: ft=%s syntax=c", "vim: ft=%[1]s syntax=%[1]s",
		"-*- %s -*-\nvim: ft=c", "-*- nothing -*-\nvim: ft=%s", "vim: ft=c\nvim: ft=%s", "-*- c -*-\n-*- %s -*-", "-*- c -*-\n#\n#\n-*- %s -*-",
	}
	for alias, name := range data.LanguageByAliasMap {
		if name == "Go" {
			continue // see Of
		}
		for _, format := range formats[:10] {
			n.language(t, "a.txt", fmt.Appendf(nil, format, alias))
		}
		n.language(t, "a.txt", fmt.Appendf(nil, formats[0], name))
	}
	for lines := range 14 { // a mode line at each place of a text
		for at := range lines {
			for _, end := range []string{"", "\n", "\r\n\n"} {
				for _, format := range formats {
					text := slices.Repeat([]string{"#"}, lines)
					text[at] = fmt.Sprintf(format, "ruby")
					n.language(t, "a", []byte(strings.Join(text, "\n")+end))
				}
			}
		}
	}
	if n.known < 5_000 || n.unknown < 500 {
		t.Errorf("compared too few texts: %+v", n)
	}
}

// Real files: those of enry's tests, and those of the Go distribution other than Go.
func TestRealFilesAreLinguists(t *testing.T) {
	goroot := goCommand(t, "env", "GOROOT")
	var n tally
	for _, tree := range []struct {
		root       string
		every, min int
	}{
		{filepath.Join(goCommand(t, "list", "-m", "-f", "{{.Dir}}", "github.com/go-enry/go-enry/v2"), "_testdata"), 1, 40},
		{filepath.Join(goroot, "src"), 7, 200},
		{filepath.Join(goroot, "lib"), 1, 3},
	} {
		compared, seen := 0, 0
		err := fs.WalkDir(os.DirFS(tree.root), ".", func(p string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() {
				return err
			}
			if seen++; seen%tree.every != 0 {
				return nil
			}
			var content []byte
			if path.Ext(p) != ".go" {
				if content, err = os.ReadFile(filepath.Join(tree.root, p)); err != nil {
					return err
				}
				compared++
				n.language(t, p, content)
			}
			n.marks(t, p, content)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if compared < tree.min {
			t.Errorf("compared %d files of %s, want %d", compared, tree.root, tree.min)
		}
	}
	if n.known < 200 || n.open < 20 || n.generated < 20 || n.vendored < 100 || n.test < 100 || n.other < 1_000 {
		t.Errorf("compared too few files: %+v", n)
	}
}

func TestMarksAreLinguists(t *testing.T) {
	var n tally
	for _, p := range []string{
		"vendor/a.go", "a/third_party/b.c", "node_modules/x.js", "a.min.js", "A.MIN.JS", "jquery-3.1.js", "src/a.js", "x.d.ts", "dist/x", "a/dist", "", ".", "/",
		"a_test.go", "tests/ATest.php", "src/test/java/FooTest.java", "test_a.py", "x/test_a.py", "a_spec.rb", "ATests.cs", "a.test.tsx", "a.test.py", "test/a.c",
		"Main.nib", "MAIN.NIB", "a.xcuserstate", ".idea/x.xml", "Pods/a.m", "package-lock.json", "x/go.sum", "Form.designer.cs", "a.js.map", "A.CSS.MAP", "ppport.h",
	} {
		for _, text := range []string{
			"", "x\n", strings.Repeat("var a;", 100), "// Code generated by x\n\n", "// Generated by the protocol buffer compiler.  DO NOT EDIT!\n\n", "{\"version\":3,", "/* a\n",
		} {
			n.marks(t, p, []byte(text))
		}
	}
	if n.generated < 50 || n.vendored < 40 || n.test < 40 || n.other < 300 {
		t.Errorf("compared too few files: %+v", n)
	}
}

func FuzzLanguageIsLinguists(f *testing.F) {
	for _, text := range []string{"#!/usr/bin/env -S a=b python3.1 -l\n", "#!/bin/sh\nexec a $0 $@", "-*- mode: c -*-\n", "vim: ft=c\n", "<?xml version=\n", ".TH a 1\n"} {
		f.Add("a.h", []byte(text))
		f.Add("a.1.in", []byte(text))
		f.Add("hosts", []byte(text+strings.Repeat("\n", 12)))
	}
	f.Fuzz(func(t *testing.T, p string, content []byte) {
		var n tally
		n.language(t, p, content)
		n.marks(t, p, content)
	})
}

// goCommand returns the output of the go command, without the last newline.
func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimSuffix(string(out), "\n")
}
