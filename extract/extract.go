// Package extract reads a repository and passes its rows to a [Sink]. It discovers the
// files, runs an [Extractor] per language, and merges, numbers and sorts their rows.
//
// # Terms
//
// The tree is the set of indexed files: the files below the root that git tracks or does
// not ignore. An [Extractor] reads the files of one language. A [Sink] takes the finished
// rows; package emit has the sink that writes Parquet.
//
// cortex never runs code of the repository.
//
// # Limitations
//
// The contents of files in a language with an extractor are held in memory for
// the whole run, and so are all rows but those of contents.
package extract

import (
	"context"

	"github.com/cortex-index/cortex/extract/scip"
	"github.com/cortex-index/cortex/schema"
)

// DefaultMaxFileSize is the size in bytes above which files are skipped when a
// Config names none.
const DefaultMaxFileSize = 8 << 20

// Config is the configuration of a run.
type Config struct {
	Root        string        // the directory that is indexed
	Name        string        // the repository's name; empty to find it
	Tests       bool          // test files are part of the tree
	Content     bool          // write the table contents
	Vendored    bool          // vendored folders are part of the tree
	GOOS        string        // the chosen build
	GOARCH      string        // the chosen build
	Tags        []string      // the chosen build
	MaxFileSize int64         // larger files are skipped; 0 for DefaultMaxFileSize
	Jobs        int           // workers, 0 for one per processor; the number never changes the rows
	Offline     bool          // never fetch a module
	Version     string        // of cortex
	Build       func() string // returns the version of the module of this program, or an empty text; nil for none
	Exclude     []string      // paths outside of the tree: the destination and its stages
	Extractors  []Extractor
	SCIP        []*scip.Index // facts for languages without a type checker; their order does not matter
	Progress    Progress      // nil for none

	// FailInconsistent makes a row that contradicts others an error. Tests set it; otherwise the row is dropped.
	FailInconsistent bool
}

// A Sink takes the rows of an index.
type Sink interface {
	// Write takes rows of one table, a slice of a row type of package schema. A table may
	// take several calls; its rows come in the table's order.
	Write(rows any) error
}

// Progress shows the progress of a run. Its methods are safe for concurrent use.
type Progress interface {
	// Phase starts a phase with a number of steps; 0 when the number is not known.
	Phase(name string, steps int)
	// Done adds n finished steps to the phase.
	Done(n int)
}

// Tree is the set of files to index.
type Tree struct {
	Root        string              // absolute, with symbolic links resolved
	Top         string              // top of the git work tree around Root, likewise; empty outside git
	Repository  schema.Repository   // with the final name
	Files       []*File             // sorted by path; all of them, Files[i].Row.FileID is i+1
	Diagnostics []schema.Diagnostic // of stage discover, in no order
	SCIP        *scip.Facts         // nil without indexes

	// Fingerprint is a hash of all that this package reads. It is empty when that does not decide the rows: outside git, of a folder of
	// a repository, with changes, with submodules, or with ignored files that the go command may read.
	Fingerprint string
}

// File is one file of the tree.
type File struct {
	Row     schema.File // without counts, which follow from the extractors' rows; status ok when there is content to extract from
	Content []byte      // of a readable text file in a language with an extractor; nil otherwise
	embeds  bool        // it is Go code that embeds files
}

// An Extractor reads the files of one language, or of several that share definitions.
type Extractor interface {
	// Languages returns the languages as the table files names them.
	Languages() []string
	// Extract reads the files of the tree that have its languages and content.
	Extract(ctx context.Context, cfg Config, tree *Tree) (*Code, error)
}

// Code is the result of an extractor.
//
// The extractor chooses the symbol ids of its rows: positive, the same in all tables, with
// gaps allowed. [Run] replaces them by the final ids. Rows may have any order and may
// repeat. Import ids are 0. Counts (ref_count, external_ref_count, and those of files) are
// 0. The tables files, contents and modules are empty.
type Code struct {
	Rows         schema.Rows
	Status       map[int32]schema.FileStatus // by file id, of every file that the extractor read
	Untyped      map[int32]bool              // by file id, the files that it read without its type checker
	PackagePaths map[string]string           // by module path, for modules that have one
	GoModules    map[string]string           // by module path the path of its Go module, for modules in one
	Roots        map[string]string           // by module path the directory of that Go module in the tree
	Outside      []string                    // the Go modules that it read outside the tree, as folders of the module cache, sorted
	Unpinned     bool                        // more than the tree, the toolchain and these modules decides the rows
	GoVersion    string                      // of the toolchain; empty for other languages
	GoEnv        map[string]string           // the settings of the machine that choose the files of the build
}
