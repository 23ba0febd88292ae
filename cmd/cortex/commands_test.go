package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// commands are the commands of sessions in addition to testscript's.
var commands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"module":    module,
	"exits":     exits,
	"interrupt": interrupt,
	"ended":     ended,
	"cut":       cut,
	"flip":      flip,
	"replace":   replace,
	"seal":      seal,
	"same":      same,
	"only":      only,
	"pack":      pack,
	"scip":      writeSCIP,
}

// condition evaluates the conditions of sessions in addition to testscript's: [root].
func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("unknown condition %s", name)
}

func usage(ts *testscript.TestScript, neg bool, ok bool, text string) {
	if neg || !ok {
		ts.Fatalf("usage: %s", text)
	}
}

// module copies a module of testdata into the current folder of the session.
func module(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg, len(args) == 1, "module NAME")
	ts.Check(os.CopyFS(ts.MkAbs(args[0]), os.DirFS(filepath.Join(scripts, "..", args[0]))))
}

// exits runs a program and checks its exact exit status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg, len(args) >= 2, "exits STATUS PROGRAM ARGUMENTS…")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// interrupt waits for a file that the background program makes, and then interrupts the
// program as Ctrl-C does.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg, len(args) == 1, "interrupt FILE")
	running := ts.BackgroundCmds()
	if len(running) != 1 {
		ts.Fatalf("%d programs run in the background, want 1", len(running))
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			break
		}
		if time.Now().After(deadline) {
			ts.Fatalf("%s did not appear in a minute", args[0])
		}
	}
	ts.Check(running[0].Process.Signal(os.Interrupt))
	*ts.Value(interrupted{}).(**exec.Cmd) = running[0]
}

// interrupted is the key of the program that a session interrupted last.
type interrupted struct{}

// ended checks the exact exit status of the interrupted program. A wait comes before it.
func ended(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg, len(args) == 1, "ended STATUS")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	cmd := *ts.Value(interrupted{}).(**exec.Cmd)
	if cmd == nil || cmd.ProcessState == nil {
		ts.Fatalf("no program was interrupted and waited for")
	}
	if got := cmd.ProcessState.ExitCode(); got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// cut shortens a file by a number of bytes.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg, len(args) == 2, "cut FILE BYTES")
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	edit(ts, args[0], func(b []byte) []byte { return b[:len(b)-n] })
}

// flip inverts the byte at an offset of a file.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg, len(args) == 2, "flip FILE OFFSET")
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	edit(ts, args[0], func(b []byte) []byte { b[n] ^= 0xff; return b })
}

// replace replaces a text that a file must contain.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg, len(args) == 3, "replace FILE OLD NEW")
	edit(ts, args[0], func(b []byte) []byte {
		if !bytes.Contains(b, []byte(args[1])) {
			ts.Fatalf("%s does not hold %q", args[0], args[1])
		}
		return bytes.ReplaceAll(b, []byte(args[1]), []byte(args[2]))
	})
}

func edit(ts *testscript.TestScript, name string, change func([]byte) []byte) {
	path := ts.MkAbs(name)
	b, err := os.ReadFile(path)
	ts.Check(err)
	ts.Check(os.WriteFile(path, change(b), 0o666))
}

// seal sets size and checksum of a table's file in the manifest, as an attacker would for a
// changed table.
func seal(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg, len(args) == 2, "seal INDEX TABLE")
	file, err := os.ReadFile(ts.MkAbs(filepath.Join(args[0], args[1]+".parquet")))
	ts.Check(err)
	edit(ts, filepath.Join(args[0], "manifest.json"), func(b []byte) []byte {
		var m map[string]any
		ts.Check(json.Unmarshal(b, &m))
		for _, x := range m["tables"].([]any) {
			if t := x.(map[string]any); t["name"] == args[1] {
				t["bytes"], t["sha256"] = len(file), fmt.Sprintf("%x", sha256.Sum256(file))
			}
		}
		b, err := json.Marshal(m)
		ts.Check(err)
		return b
	})
}

// same checks that two folders have the same files with the same bytes, or with ! that they
// differ. Folders without files are an error.
func same(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, false, len(args) == 2, "[!] same FOLDER FOLDER")
	a, b := names(ts, args[0]), names(ts, args[1])
	if len(a) == 0 {
		ts.Fatalf("%s holds no file", args[0])
	}
	differ := ""
	if !slices.Equal(a, b) {
		differ = fmt.Sprintf("%s holds %q, %s holds %q", args[0], a, args[1], b)
	}
	for _, n := range a {
		if differ == "" && ts.ReadFile(filepath.Join(args[0], n)) != ts.ReadFile(filepath.Join(args[1], n)) {
			differ = n + " differs"
		}
	}
	if neg == (differ == "") {
		ts.Fatalf("same: %s", differ)
	}
}

// only checks that a folder has exactly the named entries.
func only(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg, len(args) >= 1, "only FOLDER NAME…")
	want := slices.Sorted(slices.Values(args[1:]))
	if got := names(ts, args[0]); !slices.Equal(got, want) {
		ts.Fatalf("%s holds %q, want %q", args[0], got, want)
	}
}

// names returns the entries of a folder, sorted.
func names(ts *testscript.TestScript, folder string) []string {
	entries, err := os.ReadDir(ts.MkAbs(folder))
	ts.Check(err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// pack makes a zip of the files in a folder.
func pack(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg, len(args) == 2, "pack ZIP FOLDER")
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	w := zip.NewWriter(f)
	ts.Check(w.AddFS(os.DirFS(ts.MkAbs(args[1]))))
	ts.Check(w.Close())
	ts.Check(f.Close())
}
