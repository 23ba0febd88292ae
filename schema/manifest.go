package schema

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
)

// ManifestFile is the name of the manifest in an index.
const ManifestFile = "manifest.json"

// FormatName is the value of the format field of every manifest.
const FormatName = "cortex-index"

// Manifest describes an index: its source, its options and its files. emit writes it last: a directory
// without one is no index.
type Manifest struct {
	Format        string          `json:"format"`
	FormatVersion int             `json:"format_version"`
	Generator     Generator       `json:"generator"`
	Repository    Repository      `json:"repository"`
	Options       Options         `json:"options"`
	Inputs        *Inputs         `json:"inputs,omitempty"` // nil when more than they decides the rows
	Tables        []ManifestTable `json:"tables"`
	Summary       Summary         `json:"summary"`
}

// Generator is the program that made an index.
type Generator struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Repository is the tree that an index describes. Outside git, Commit, Ref and CommittedAt are empty
// and Dirty is true.
type Repository struct {
	Name        string `json:"name"`
	Path        string `json:"path,omitempty"` // of the tree in the git work tree, with slashes; empty for all of it
	Commit      string `json:"commit"`         // 40 or 64 hex digits
	Ref         string `json:"ref"`            // refs/heads/main; empty when HEAD is detached
	CommittedAt string `json:"committed_at"`   // RFC 3339, UTC
	Dirty       bool   `json:"dirty"`          // the tree without the destination differs from HEAD
}

// FullName returns the name of the repository, with the path of the tree when the tree is a folder of
// it. It tells indexes of several folders apart. It is empty when the name is empty.
func (r Repository) FullName() string {
	if r.Name == "" || r.Path == "" {
		return r.Name
	}
	return r.Name + "/" + r.Path
}

// NoCommit returns why there is no commit. It is empty when there is one.
func (r Repository) NoCommit() string {
	switch {
	case r.Commit != "":
		return ""
	case r.Ref != "": // HEAD names a branch before it has a commit
		return "nothing was committed yet"
	}
	return "not in git"
}

// Overlaps reports whether two trees are the same or one contains the other.
func (r Repository) Overlaps(o Repository) bool {
	return r.Name == o.Name && (within(r.Path, o.Path) || within(o.Path, r.Path))
}

// within reports whether path is folder or is below it. An empty folder is the whole repository.
func within(path, folder string) bool {
	return folder == "" || path == folder || strings.HasPrefix(path, folder+"/")
}

// Options are the options of cortex extract that change an index.
type Options struct {
	Tests       bool              `json:"tests"`
	Content     bool              `json:"content"`
	Vendored    bool              `json:"vendored"`
	GOOS        string            `json:"goos"`
	GOARCH      string            `json:"goarch"`
	Tags        []string          `json:"tags"`
	GoVersion   string            `json:"go_version"` // empty when there was no go command
	GoEnv       map[string]string `json:"go_env"`     // GOEXPERIMENT and the variable of the architecture, such as GOAMD64, by go env: they choose files of the build
	MaxFileSize int64             `json:"max_file_size"`
	SCIP        []SCIPIndex       `json:"scip,omitempty"` // in the order of their hashes
}

// Inputs are the inputs of an index that are in no other field. With the same repository, options and inputs, another extraction gives the same index.
type Inputs struct {
	Program string   `json:"program,omitempty"` // the version of the module that cortex was built from; empty for a build of changed code
	Tree    string   `json:"tree"`              // a hash of the files
	Modules []string `json:"modules"`           // the Go modules outside the tree, as folders of the module cache
}

// SCIPIndex is a SCIP index that extraction read.
type SCIPIndex struct {
	Tool    string `json:"tool"` // the indexer
	Version string `json:"version"`
	SHA256  string `json:"sha256"` // of the file
}

// ManifestTable is one table's file.
type ManifestTable struct {
	Name   string `json:"name"`
	File   string `json:"file"` // a plain file name
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Summary describes an index for readers that open no table.
type Summary struct {
	Files       int              `json:"files"`
	Languages   map[string]int   `json:"languages"` // files by language
	Diagnostics map[Severity]int `json:"diagnostics"`
	Calls       map[Evidence]int `json:"calls"`
}

// Encode returns the bytes of the manifest. The same manifest always gives the same bytes.
func (m Manifest) Encode() ([]byte, error) {
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode manifest: %w", err)
	}
	return append(b, '\n'), nil
}

// ParseManifest reads a manifest and refuses one that is not safe to use. Reasons are another format or
// version, a table that is missing or named twice, and a file name that is not plain or not unique.
func ParseManifest(b []byte) (Manifest, error) {
	var v struct {
		Format        string `json:"format"`
		FormatVersion int    `json:"format_version"`
	}
	if err := json.Unmarshal(b, &v); err != nil {
		return Manifest{}, fmt.Errorf("parse manifest: %w", err)
	}
	if v.Format != FormatName {
		return Manifest{}, fmt.Errorf("parse manifest: format is %q, not %q", v.Format, FormatName)
	}
	if v.FormatVersion != FormatVersion {
		return Manifest{}, &VersionError{Found: v.FormatVersion}
	}
	var m Manifest
	if err := json.Unmarshal(b, &m); err != nil {
		return Manifest{}, fmt.Errorf("parse manifest: %w", err)
	}
	return m, m.check()
}

// VersionError is the error for an index of another format version.
type VersionError struct{ Found int }

// Error names both versions.
func (e *VersionError) Error() string {
	return fmt.Sprintf("the index has format version %d, and this program reads version %d", e.Found, FormatVersion)
}

// Hint tells whether the index or the program is too old.
func (e *VersionError) Hint() string {
	if e.Found > FormatVersion {
		return "upgrade cortex, or extract the index again with this version"
	}
	return "extract the index again with this version of cortex"
}

var commitHex = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})?$`)

var sha256Hex = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (m Manifest) check() error {
	for _, text := range []string{m.Repository.Name, m.Repository.Path, m.Repository.Ref} {
		if strings.ContainsFunc(text, unicode.IsControl) {
			return fmt.Errorf("manifest: there is a control character in %q", text)
		}
	}
	if !commitHex.MatchString(m.Repository.Commit) {
		return fmt.Errorf("manifest: %q is no commit", m.Repository.Commit)
	}
	if p := m.Repository.Path; p != "" && (!fs.ValidPath(p) || p == "." || !filepath.IsLocal(filepath.FromSlash(p))) {
		return fmt.Errorf("manifest: %q is no path of a folder in a repository", p)
	}
	seen := map[string]bool{}
	files := map[string]string{ManifestFile: "the manifest"} // the owner of each file name, in lower case
	for _, t := range m.Tables {
		file := strings.ToLower(t.File) // many file systems ignore case
		switch {
		case !PlainName(t.File):
			return fmt.Errorf("manifest: table %q names the file %q, which is not a plain file name", t.Name, t.File)
		case seen[t.Name]:
			return fmt.Errorf("manifest: table %q is listed twice", t.Name)
		case files[file] != "":
			return fmt.Errorf("manifest: table %q names the file %q, which belongs to %s", t.Name, t.File, files[file])
		case t.Rows < 0 || t.Bytes < 0:
			return fmt.Errorf("manifest: table %q has a negative size", t.Name)
		case !sha256Hex.MatchString(t.SHA256):
			return fmt.Errorf("manifest: table %q has no SHA-256", t.Name)
		}
		seen[t.Name], files[file] = true, fmt.Sprintf("table %q", t.Name)
	}
	for _, t := range Tables() {
		if !seen[t.Name] {
			return fmt.Errorf("manifest: table %q is missing", t.Name)
		}
	}
	return nil
}

// PlainName reports whether a file name joined to a directory means a file in that directory on every
// system.
func PlainName(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/\\:\x00") &&
		!strings.HasPrefix(name, ".") && filepath.IsLocal(name)
}

// Table returns the entry of a table.
func (m Manifest) Table(name string) (ManifestTable, bool) {
	for _, t := range m.Tables {
		if t.Name == name {
			return t, true
		}
	}
	return ManifestTable{}, false
}
