package registry_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
)

var update = flag.Bool("update", false, "write the generated files again")

// page is the generated page about the operations.
const page = "../README.md"

// TestReference shows that the page agrees with the declarations of the operations.
func TestReference(t *testing.T) {
	want := reference(t)
	if *update {
		if err := os.WriteFile(page, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatalf("%v; to write it: make golden", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("queries/README.md is stale; to write it again: make golden (-want +got):\n%s", diff)
	}
}

// group is a part of the page.
type group struct {
	Title      string
	Operations []queries.Operation
}

func reference(t *testing.T) []byte {
	t.Helper()
	groups := []group{{Title: "Calls, types and imports"}, {Title: "Finding your way"}, {Title: "Statistics"}}
	tools := []string{"cortex_graph", "cortex_analysis", "cortex_files"}
	var shared []queries.Arg // those of several operations
	times := map[string]int{}
	for _, op := range registry.All() {
		g := &groups[slices.Index(tools, op.Tool)]
		g.Operations = append(g.Operations, op)
		for _, a := range op.Args {
			if times[fmt.Sprint(a)]++; times[fmt.Sprint(a)] == 4 {
				shared = append(shared, a)
			}
		}
	}
	isShared := func(a queries.Arg) bool { return times[fmt.Sprint(a)] >= 4 }
	tmpl, err := template.New("reference.tmpl").Funcs(template.FuncMap{
		"sentence": func(s string) string { return strings.ToUpper(s[:1]) + s[1:] + "." },
		"prose":    prose,
		"values":   values,
		"default":  defaultOf,
		"meaning":  func(a queries.Arg) string { return strings.ReplaceAll(a.Help, "|", `\|`) },
		"own": func(op queries.Operation) []queries.Arg {
			return slices.DeleteFunc(slices.Clone(op.Args), isShared)
		},
		"common": func(op queries.Operation) string {
			var names []string
			for _, a := range op.Args {
				if isShared(a) {
					names = append(names, "`"+a.Name+"`")
				}
			}
			return strings.Join(names, ", ")
		},
	}).ParseFiles("testdata/reference.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := tmpl.Execute(&b, map[string]any{"Common": shared, "Groups": groups}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// prose returns help as Markdown: indented lines become a block of text.
func prose(help string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(help) {
		if indented := strings.HasPrefix(line, "  "); indented != fenced {
			b.WriteString("```" + map[bool]string{true: "text"}[indented] + "\n")
			fenced = indented
		}
		if !fenced {
			line = strings.NewReplacer("*", `\*`, "<", `\<`).Replace(line)
		}
		b.WriteString(line)
	}
	if fenced {
		b.WriteString("\n```")
	}
	return b.String()
}

// values describes the values of an argument.
func values(a queries.Arg) string {
	switch {
	case len(a.Values) > 0:
		return "`" + strings.Join(a.Values, "`, `") + "`"
	case a.Type == "integer":
		return fmt.Sprintf("%d to %d", a.Min, a.Max)
	case a.Type == "strings":
		return "list of strings"
	case a.Type == "object":
		return "JSON"
	}
	return a.Type
}

// defaultOf describes the default of an argument.
func defaultOf(a queries.Arg) string {
	switch {
	case a.Required:
		return "required"
	case a.Default == nil:
		return ""
	}
	return fmt.Sprintf("`%v`", a.Default)
}
