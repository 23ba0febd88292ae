package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// goodManifest returns a valid manifest with every table.
func goodManifest() Manifest {
	m := exampleManifest()
	m.Tables = nil
	for i, t := range Tables() {
		m.Tables = append(m.Tables, ManifestTable{Name: t.Name, File: t.File(), Rows: int64(i), Bytes: 100, SHA256: strings.Repeat("ab", 32)})
	}
	return m
}

func encode(t testing.TB, m Manifest) []byte {
	t.Helper()
	b, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParseManifest(t *testing.T) {
	want := goodManifest()
	b := encode(t, want)
	got, err := ParseManifest(b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !bytes.Equal(b, encode(t, got)) {
		t.Error("encoded again, the bytes differ")
	}
	if calls, ok := got.Table("calls"); !ok || calls.File != "calls.parquet" {
		t.Errorf("Table(calls) is %+v, %t", calls, ok)
	}
	if none, ok := got.Table("nothing"); ok {
		t.Errorf("Table(nothing) is %+v", none)
	}
}

func TestParseManifestRefuses(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Manifest)
		want   string
	}{
		{"another format", func(m *Manifest) { m.Format = "app" }, `format is "app"`},
		{"no format", func(m *Manifest) { m.Format = "" }, `format is ""`},
		{"a newer version", func(m *Manifest) { m.FormatVersion = 3 }, "format version 3, and this program reads version 2"},
		{"an older version", func(m *Manifest) { m.FormatVersion = 1 }, "format version 1, and this program reads version 2"},
		{"no tables", func(m *Manifest) { m.Tables = nil }, `table "files" is missing`},
		{"a table missing", func(m *Manifest) { m.Tables = m.Tables[:len(m.Tables)-1] }, `table "derived_unknowns" is missing`},
		{"a table twice", func(m *Manifest) { m.Tables = append(m.Tables, m.Tables[3]) }, `table "symbols" is listed twice`},
		{"a file above", func(m *Manifest) { m.Tables[0].File = "../files.parquet" }, "not a plain file name"},
		{"an absolute file", func(m *Manifest) { m.Tables[0].File = "/etc/passwd" }, "not a plain file name"},
		{"a file below", func(m *Manifest) { m.Tables[0].File = "a/files.parquet" }, "not a plain file name"},
		{"a file of Windows", func(m *Manifest) { m.Tables[0].File = `..\files.parquet` }, "not a plain file name"},
		{"a drive", func(m *Manifest) { m.Tables[0].File = "C:files.parquet" }, "not a plain file name"},
		{"a hidden file", func(m *Manifest) { m.Tables[0].File = ".files" }, "not a plain file name"},
		{"a NUL", func(m *Manifest) { m.Tables[0].File = "files\x00" }, "not a plain file name"},
		{"no file", func(m *Manifest) { m.Tables[0].File = "" }, "not a plain file name"},
		{"the file of a table that is not known", func(m *Manifest) {
			m.Tables = append(m.Tables, ManifestTable{Name: "more", File: "../x", SHA256: strings.Repeat("0", 64)})
		}, "not a plain file name"},
		{"two tables in one file", func(m *Manifest) { m.Tables[1].File = m.Tables[0].File }, `which belongs to table "files"`},
		{"two spellings of one file", func(m *Manifest) { m.Tables[1].File = strings.ToUpper(m.Tables[0].File) }, `which belongs to table "files"`},
		{"a table in the manifest", func(m *Manifest) { m.Tables[0].File = "Manifest.json" }, "which belongs to the manifest"},
		{"negative rows", func(m *Manifest) { m.Tables[0].Rows = -1 }, "negative size"},
		{"negative bytes", func(m *Manifest) { m.Tables[0].Bytes = -1 }, "negative size"},
		{"a short sum", func(m *Manifest) { m.Tables[0].SHA256 = "abc" }, "no SHA-256"},
		{"a sum in capitals", func(m *Manifest) { m.Tables[0].SHA256 = strings.Repeat("AB", 32) }, "no SHA-256"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := goodManifest()
			test.change(&m)
			_, err := ParseManifest(encode(t, m))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one that says %q", err, test.want)
			}
		})
	}
	for _, text := range []string{"", "{", "null", "[]", `"cortex-index"`, "{} {}"} {
		if _, err := ParseManifest([]byte(text)); err == nil {
			t.Errorf("%q is taken for a manifest", text)
		}
	}
}

// TestVersionErrorHint shows that the hint differs for older and newer versions.
func TestVersionErrorHint(t *testing.T) {
	m := goodManifest()
	hints := map[string]bool{}
	for _, version := range []int{FormatVersion - 1, FormatVersion + 1} {
		m.FormatVersion = version
		_, err := ParseManifest(encode(t, m))
		var v *VersionError
		if !errors.As(err, &v) || v.Found != version || v.Hint() == "" {
			t.Fatalf("version %d: error %v", version, err)
		}
		hints[v.Hint()] = true
	}
	if len(hints) != 2 {
		t.Errorf("the hints are %v", hints)
	}
}

// FuzzManifestRejects shows that every accepted manifest is safe to use: file names are plain, and each
// table is listed once.
func FuzzManifestRejects(f *testing.F) {
	f.Add(encode(f, goodManifest()))
	for _, file := range []string{"../x", "/x", "a/b", "a\\b", "C:x", ".x", "CON"} {
		m := goodManifest()
		m.Tables[0].File = file
		f.Add(encode(f, m))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := ParseManifest(b)
		if err != nil {
			return
		}
		if m.Format != FormatName || m.FormatVersion != FormatVersion {
			t.Errorf("accepted format %q, version %d", m.Format, m.FormatVersion)
		}
		seen := map[string]int{}
		for _, table := range m.Tables {
			seen[table.Name]++
			if strings.ContainsAny(table.File, "/\\\x00:") || strings.HasPrefix(table.File, ".") || table.File == "" || table.Rows < 0 || table.Bytes < 0 || len(table.SHA256) != 64 {
				t.Errorf("accepted %+v", table)
			}
		}
		for _, table := range Tables() {
			if seen[table.Name] != 1 {
				t.Errorf("accepted with table %s listed %d times", table.Name, seen[table.Name])
			}
		}
		again, err := ParseManifest(encode(t, m))
		if err != nil || !bytes.Equal(encode(t, again), encode(t, m)) {
			t.Errorf("a manifest is accepted, and its encoding is not: %v", err)
		}
		if !json.Valid(b) {
			t.Error("accepted text that is not JSON")
		}
	})
}

// TestParseManifestOfAPath shows that only paths inside a repository pass, because readers join them to folders.
func TestParseManifestOfAPath(t *testing.T) {
	for path, ok := range map[string]bool{"": true, "a": true, "a/b c": true, "..": false, "../a": false, "a/../b": false, "/a": false, ".": false, "./a": false, "a/": false, "a//b": false} {
		m := goodManifest()
		m.Repository.Path = path
		if _, err := ParseManifest(encode(t, m)); (err == nil) != ok {
			t.Errorf("the path %q: %v", path, err)
		}
	}
}

func TestRepositoryOverlaps(t *testing.T) {
	of := func(path string) Repository { return Repository{Name: "example.com/a", Path: path} }
	for _, c := range []struct {
		a, b string
		want bool
	}{{"", "", true}, {"", "x", true}, {"x", "x/y", true}, {"x", "x", true}, {"x", "y", false}, {"x", "xy", false}} {
		if got, other := of(c.a).Overlaps(of(c.b)), of(c.b).Overlaps(of(c.a)); got != c.want || other != c.want {
			t.Errorf("%q and %q: %t, %t", c.a, c.b, got, other)
		}
	}
	if of("").Overlaps(Repository{Name: "example.com/b"}) {
		t.Error("other repositories overlap")
	}
	if got := of("x/y").FullName(); got != "example.com/a/x/y" {
		t.Error(got)
	}
}

// TestParseManifestOfStrangeNames shows that control characters fail, because names reach terminals, answers and git.
func TestParseManifestOfStrangeNames(t *testing.T) {
	for name, change := range map[string]func(r *Repository){
		"a line in the name":         func(r *Repository) { r.Name = "a\nb" },
		"an escape in the path":      func(r *Repository) { r.Path = "a\x1b[31m" },
		"a line in the ref":          func(r *Repository) { r.Ref = "refs/heads/a\nb" },
		"an option for a commit":     func(r *Repository) { r.Commit = "--upload-pack=x" },
		"a commit that is too short": func(r *Repository) { r.Commit = "abc" },
	} {
		m := goodManifest()
		change(&m.Repository)
		if _, err := ParseManifest(encode(t, m)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
