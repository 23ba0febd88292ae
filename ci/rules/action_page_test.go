package rules

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v2"
)

var update = flag.Bool("update", false, "write the generated parts of ci/README.md again")

// generated matches a part of a page that a test writes, by its name.
var generated = regexp.MustCompile(`(?s)(<!-- (\w+): [^\n]* -->\n).*?(<!-- end -->)`)

// TestActionPage shows that the tables of ci/README.md agree with ci/action.yml.
func TestActionPage(t *testing.T) {
	var action yaml.MapSlice
	if err := yaml.Unmarshal([]byte(readText(t, "ci/action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	text, parts := readText(t, "ci/README.md"), 0
	want := generated.ReplaceAllStringFunc(text, func(part string) string {
		parts++
		m := generated.FindStringSubmatch(part)
		return m[1] + actionTable(get(action, m[2])) + m[3]
	})
	if parts != 2 {
		t.Fatalf("ci/README.md has %d generated parts", parts)
	}
	if *update {
		if err := os.WriteFile(located(t, "ci/README.md"), []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("ci/README.md is stale; to write it again: make golden (-want +got):\n%s", diff)
	}
}

// actionTable returns the table of the inputs or outputs of an action.
func actionTable(entries any) string {
	head, rows := "| name | meaning |\n|---|---|\n", ""
	all, _ := entries.(yaml.MapSlice)
	for _, e := range all {
		entry := e.Value.(yaml.MapSlice)
		rows += fmt.Sprintf("| `%v` | %v |", e.Key, get(entry, "description"))
		if has(entry, "default") {
			head = "| name | meaning | default |\n|---|---|---|\n"
			value := fmt.Sprint(get(entry, "default"))
			if value != "" {
				value = "`" + value + "`"
			}
			rows += " " + strings.TrimSpace(value+" |")
		}
		rows += "\n"
	}
	return head + rows
}
