package golang_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/golang"
	"github.com/cortex-index/cortex/schema"
)

var update = flag.Bool("update", false, "write the wanted rows of testdata/*.txtar again")

// TestRows extracts the archives in testdata. The files of an archive are the
// tree, but for two: `want` holds the rows that the tree gives, in the notation
// of notation_test.go, and `unwanted` holds patterns, with what they are about,
// that no row may match. The text before the first file says what the archive is
// about; these lines in it are directives:
//
//	show: calls refs       the tables to compare, whole
//	only: <regexp>         of these, the rows to compare
//	name: <name>           the repository's name
//	options: no-tests vendored tags=x goos=windows
//	crlf: a.go             files that get Windows line ends
//	bom: a.go              files that get a byte order mark
//
// Rows that implement want and are not there are as wrong as rows that are there
// and do not implement want, so a whole table says what must not be in it.
func TestRows(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archive in testdata: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			c := readCase(t, name)
			rows := c.extract(t, 1)
			checkProperties(t, rows)
			// In another directory and with other workers, the same.
			if diff := cmp.Diff(rows, c.extract(t, 4)); diff != "" {
				t.Errorf("another directory and 4 workers instead of 1 change the rows (-1 +4):\n%s", diff)
			}
			lines := c.shown(rows)
			c.checkUnwanted(t, rows)
			if *update {
				c.write(t, lines)
				return
			}
			if diff := cmp.Diff(c.want, lines); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// archiveCase is one archive of testdata.
type archiveCase struct {
	name       string
	archive    *txtar.Archive
	tree       []txtar.File
	want       []string
	unwanted   []string
	directives map[string]string
}

func readCase(t *testing.T, name string) *archiveCase {
	t.Helper()
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c := &archiveCase{name: name, archive: a, directives: map[string]string{}}
	for line := range strings.Lines(string(a.Comment)) {
		if k, v, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && slices.Contains([]string{"show", "only", "name", "options", "crlf", "bom"}, k) {
			c.directives[k] = v
		}
	}
	wants := 0
	for _, f := range a.Files {
		switch f.Name {
		case "want":
			wants++
			c.want = textLines(f.Data)
		case "unwanted":
			c.unwanted = textLines(f.Data)
		default:
			f.Data = c.altered(f)
			c.tree = append(c.tree, f)
		}
	}
	if wants != 1 || c.directives["show"] == "" {
		t.Fatalf("%s needs one section want and a line `show:`", name)
	}
	return c
}

func textLines(b []byte) []string {
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}

func (c *archiveCase) altered(f txtar.File) []byte {
	if slices.Contains(strings.Fields(c.directives["crlf"]), f.Name) {
		f.Data = bytes.ReplaceAll(f.Data, []byte("\n"), []byte("\r\n"))
	}
	if slices.Contains(strings.Fields(c.directives["bom"]), f.Name) {
		f.Data = append([]byte("\xef\xbb\xbf"), f.Data...)
	}
	return f.Data
}

// extract writes the tree to a new directory and returns its rows.
func (c *archiveCase) extract(t *testing.T, jobs int) *schema.Rows {
	t.Helper()
	root := t.TempDir()
	writeTree(t, root, c.tree)
	cfg := config(root)
	cfg.Jobs, cfg.Name = jobs, c.directives["name"]
	for _, o := range strings.Fields(c.directives["options"]) {
		k, v, _ := strings.Cut(o, "=")
		switch k {
		case "no-tests":
			cfg.Tests = false
		case "vendored":
			cfg.Vendored = true
		case "tags":
			cfg.Tags = strings.Split(v, ",")
		case "goos":
			cfg.GOOS = v
		default:
			t.Fatalf("%s: unknown option %s", c.name, o)
		}
	}
	before := snapshot(t, root)
	rows := run(t, cfg)
	if diff := cmp.Diff(before, snapshot(t, root)); diff != "" {
		t.Errorf("the extraction wrote to the tree (-before +after):\n%s", diff)
	}
	checkNoMachinePath(t, rows, root)
	return rows
}

// config is the configuration of an offline run on a tree.
func config(root string) extract.Config {
	return extract.Config{Root: root, FailInconsistent: true, Tests: true, GOOS: "linux", GOARCH: "amd64", Jobs: 2, Offline: true, Extractors: []extract.Extractor{golang.New()}}
}

// run extracts a tree and returns all rows but contents.
func run(t *testing.T, cfg extract.Config) *schema.Rows {
	t.Helper()
	s := &rowSink{}
	if _, err := extract.Run(context.Background(), cfg, s); err != nil {
		t.Fatal(err)
	}
	return &s.rows
}

// rowSink keeps the rows.
type rowSink struct{ rows schema.Rows }

func (s *rowSink) Write(rows any) error {
	switch r := rows.(type) {
	case []schema.File:
		s.rows.Files = append(s.rows.Files, r...)
	case []schema.Module:
		s.rows.Modules = append(s.rows.Modules, r...)
	case []schema.Symbol:
		s.rows.Symbols = append(s.rows.Symbols, r...)
	case []schema.Function:
		s.rows.Functions = append(s.rows.Functions, r...)
	case []schema.Parameter:
		s.rows.Parameters = append(s.rows.Parameters, r...)
	case []schema.TypeRow:
		s.rows.Types = append(s.rows.Types, r...)
	case []schema.Member:
		s.rows.Members = append(s.rows.Members, r...)
	case []schema.Call:
		s.rows.Calls = append(s.rows.Calls, r...)
	case []schema.Override:
		s.rows.Overrides = append(s.rows.Overrides, r...)
	case []schema.Dispatch:
		s.rows.Dispatches = append(s.rows.Dispatches, r...)
	case []schema.Conversion:
		s.rows.Conversions = append(s.rows.Conversions, r...)
	case []schema.TypeRelation:
		s.rows.TypeRelations = append(s.rows.TypeRelations, r...)
	case []schema.Import:
		s.rows.Imports = append(s.rows.Imports, r...)
	case []schema.Ref:
		s.rows.Refs = append(s.rows.Refs, r...)
	case []schema.Annotation:
		s.rows.Annotations = append(s.rows.Annotations, r...)
	case []schema.Scope:
		s.rows.Scopes = append(s.rows.Scopes, r...)
	case []schema.Diagnostic:
		s.rows.Diagnostics = append(s.rows.Diagnostics, r...)
	case []schema.Unknown:
		s.rows.Unknowns = append(s.rows.Unknowns, r...)
	case []schema.Content:
	default:
		return fmt.Errorf("no table for %T", rows)
	}
	return nil
}

// shown returns the rows that an archive wants to compare.
func (c *archiveCase) shown(rows *schema.Rows) []string {
	only := regexp.MustCompile(c.directives["only"])
	var lines []string
	for _, table := range strings.Fields(c.directives["show"]) {
		for _, line := range notation(rows, table) {
			if only.MatchString(line) {
				lines = append(lines, line)
			}
		}
	}
	if len(lines) == 0 {
		lines = []string{"(no rows)"}
	}
	return lines
}

// checkUnwanted holds every row of every table against the patterns of the
// section unwanted. A line without indentation is prose.
func (c *archiveCase) checkUnwanted(t *testing.T, rows *schema.Rows) {
	t.Helper()
	var all []string
	for _, table := range tableNames {
		all = append(all, notation(rows, table)...)
	}
	for _, pattern := range c.unwanted {
		if !strings.HasPrefix(pattern, "\t") {
			continue
		}
		re := regexp.MustCompile(strings.TrimSpace(pattern))
		for _, line := range all {
			if re.MatchString(line) {
				t.Errorf("a row that must not be there matches %s:\n%s", re, line)
			}
		}
	}
}

// write puts the rows into the section want of the archive.
func (c *archiveCase) write(t *testing.T, lines []string) {
	t.Helper()
	for i := range c.archive.Files {
		if c.archive.Files[i].Name == "want" {
			c.archive.Files[i].Data = []byte(strings.Join(lines, "\n") + "\n")
		}
	}
	if err := os.WriteFile(c.name, txtar.Format(c.archive), 0o666); err != nil {
		t.Fatal(err)
	}
}
