// Package extract reads a repository and hands its rows to a [Sink].
//
// # Terms
//
// The tree is the set of files that are indexed: what git tracks below the root
// plus what it does not ignore. An [Extractor] reads the files of one language.
// A [Sink] takes the finished rows; package emit has the one that writes Parquet.
//
// Nothing of the repository is ever run. git is asked for names and times, with
// everything disarmed that a checkout's own configuration could make it run.
//
// # Limitations
//
// The contents of files in a language with an extractor are held in memory for
// the whole run, and so are all rows but those of contents.
//
// Where neither a file's name nor a pattern in its text decides between languages,
// it gets the one that is more frequent in Linguist's samples: a .spec file of RPM
// is then Ruby, and a .mm file XML.
package extract

import (
	"context"

	"github.com/cortex-index/cortex/schema"
)

// DefaultMaxFileSize is the size in bytes above which files are skipped when a
// Config names none.
const DefaultMaxFileSize = 8 << 20

// Config says what to read and how.
type Config struct {
	Root        string   // the directory that is indexed
	Name        string   // the repository's name; empty to find it
	Tests       bool     // test files are part of the tree
	Content     bool     // write the table contents
	Vendored    bool     // vendored folders are part of the tree
	GOOS        string   // the chosen build
	GOARCH      string   // the chosen build
	Tags        []string // the chosen build
	MaxFileSize int64    // larger files are skipped; 0 for DefaultMaxFileSize
	Jobs        int      // workers, 0 for one per processor; the number never changes the rows
	Offline     bool     // never fetch a module
	Version     string   // of cortex
	Exclude     []string // paths that are not part of the tree: the destination and its stages
	Extractors  []Extractor
	Progress    Progress // nil for none
}

// Sink takes the rows of an index.
type Sink interface {
	// Write takes rows of one table, a slice of a row type of package schema. A
	// table may come in several calls; its rows come in the table's order.
	Write(rows any) error
}

// Progress is told how far a run is. Its methods may be called from any goroutine.
type Progress interface {
	// Phase says that a phase begins, with that many steps; 0 when nobody knows.
	Phase(name string, steps int)
	// Done says that n more steps of the phase are done.
	Done(n int)
}

// Tree is the set of files to index.
type Tree struct {
	Root        string              // absolute, with symbolic links resolved
	Top         string              // top of the git work tree around Root, likewise; empty outside git
	Repository  schema.Repository   // with the final name
	Files       []*File             // sorted by path; all of them, Files[i].Row.FileID is i+1
	Diagnostics []schema.Diagnostic // of stage discover, in no order
}

// File is one file of the tree.
type File struct {
	Row     schema.File // without counts, which the extractors' rows decide; status ok where there is content to extract from
	Content []byte      // the content of a readable text file in a language with an extractor, else nil
}

// Extractor reads the files of one language.
type Extractor interface {
	// Language is the language as it stands in the table files.
	Language() string
	// Extract reads the files of the tree that are of its language and have content.
	Extract(ctx context.Context, cfg Config, tree *Tree) (*Code, error)
}

// Code is what an extractor found.
//
// In its rows, symbols are numbered as the extractor likes, from 1 and without
// gaps being required, and everywhere by the same numbers; [Run] gives them their
// final ids. Rows may stand in any order and may repeat. Import ids are 0.
// Counts (ref_count, external_ref_count, and those of files) are 0. The tables
// files, contents and modules are empty.
type Code struct {
	Rows         schema.Rows
	Status       map[int32]schema.FileStatus // by file id, of every file that the extractor read
	Untyped      map[int32]bool              // by file id, those of them that it read without its type checker
	PackagePaths map[string]string           // by module path, for modules that have one
	GoVersion    string                      // of the toolchain; empty for other languages
}
