package schema

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the generated files again")

// TestReference shows that README.md agrees with the declarations.
func TestReference(t *testing.T) {
	want := reference(t)
	if *update {
		if err := os.WriteFile("README.md", want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatalf("%v; to write it: make golden", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("README.md is stale; to write it again: make golden (-want +got):\n%s", diff)
	}
}

func reference(t *testing.T) []byte {
	t.Helper()
	tmpl, err := template.New("reference.tmpl").Funcs(template.FuncMap{"code": codes, "meaning": meaning}).ParseFiles("testdata/reference.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := exampleManifest().Encode()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	err = tmpl.Execute(&b, map[string]any{
		"FormatVersion": FormatVersion, "Manifest": string(manifest), "Tables": Tables(),
		"InitPackage": InitPackage, "InitTest": InitTest, "InitXTest": InitXTest,
		"BuiltinError": BuiltinError, "BuiltinErrorMethod": BuiltinErrorMethod, "BuiltinPanic": BuiltinPanic, "BuiltinRecover": BuiltinRecover,
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func codes(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

// meaning returns the comment of a column, its values with their comments, and the column that it refers to.
func meaning(table *Table, c Column) string {
	s := table.ColumnDoc(c.Name)
	for i, v := range c.Values {
		s += []string{", ", " One of "}[btoi(i == 0)] + "`" + v + "`"
		if doc := table.ValueDoc(c.Name, v); doc != "" {
			s += " (" + doc + ")"
		}
		if i == len(c.Values)-1 {
			s += "."
		}
	}
	if name, _, ok := strings.Cut(c.Ref, "."); ok {
		s += fmt.Sprintf(" → [%s](#%s)", c.Ref, name)
	}
	return strings.ReplaceAll(s, "|", `\|`)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func exampleManifest() Manifest {
	return Manifest{
		Format: FormatName, FormatVersion: FormatVersion,
		Generator: Generator{Name: "cortex", Version: "0.1.0"},
		Repository: Repository{Name: "github.com/prometheus/prometheus", Commit: strings.Repeat("0123456789", 4), Ref: "refs/heads/main",
			CommittedAt: "2026-08-21T14:53:52Z"},
		Options: Options{Tests: true, Content: true, GOOS: "linux", GOARCH: "amd64", Tags: []string{}, GoVersion: "go1.26.8", GoEnv: map[string]string{"GOAMD64": "v1"}, MaxFileSize: 8 << 20},
		Inputs:  &Inputs{Program: "0123456789abcdef", Tree: strings.Repeat("0123456789abcdef", 4), Modules: []string{"golang.org/x/mod@v0.29.0"}},
		Tables:  []ManifestTable{{Name: "calls", File: "calls.parquet", Rows: 85848, Bytes: 412345, SHA256: strings.Repeat("0123456789abcdef", 4)}},
		Summary: Summary{Files: 1813, Languages: map[string]int{"go": 727}, Diagnostics: map[Severity]int{SeverityError: 0, SeverityWarning: 2},
			Calls: map[Evidence]int{EvidenceStatic: 70000, EvidenceInterface: 9000, EvidenceDynamic: 6848, EvidenceHeuristic: 0, EvidenceUnresolved: 0}},
	}
}

// TestDocs shows that every table and every column has a comment.
func TestDocs(t *testing.T) {
	for _, table := range Tables() {
		if doc := table.Doc(); doc == "" || strings.HasPrefix(doc, table.row.Name()) || strings.Contains(doc, "\n") {
			t.Errorf("%s: doc %q", table.Name, doc)
		}
		for _, c := range table.Columns {
			if doc := table.ColumnDoc(c.Name); doc == "" || !strings.HasSuffix(doc, ".") {
				t.Errorf("%s.%s: doc %q is no sentence", table.Name, c.Name, doc)
			}
		}
	}
	if got, want := Calls.ValueDoc("evidence", "static"), "the type checker names the one callee"; got != want {
		t.Errorf("calls.evidence static: %q, want %q", got, want)
	}
	if got := Calls.ColumnDoc("nothing") + Calls.ValueDoc("nothing", "static") + Calls.ValueDoc("evidence", "nothing"); got != "" {
		t.Errorf("a column that does not exist has the comment %q", got)
	}
}
