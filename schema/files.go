package schema

import (
	"cmp"
	"time"
)

// File is one file of the tree: what git tracks plus what it does not ignore.
type File struct {
	// Numbers the files densely from 1, in the order of file_path.
	FileID int32 `col:"file_id"`
	// Path from the root of the tree, slash-separated, never with `./` or `..`.
	FilePath string `col:"file_path"`
	// As GitHub Linguist names it, in lower case; empty when unknown.
	Language string `col:"language"`
	// The file's directory; `.` for the root.
	ModulePath string `col:"module_path"`
	// The file holds tests.
	IsTest bool `col:"is_test"`
	// The file was written by a program.
	IsGenerated bool `col:"is_generated"`
	// The file belongs to somebody else's code that was copied in.
	IsVendored bool `col:"is_vendored"`
	// Lines of the file: lines_code + lines_comment + lines_blank. 0 when it was not read.
	LinesTotal int32 `col:"lines_total"`
	// Lines that hold code.
	LinesCode int32 `col:"lines_code"`
	// Lines that hold comments and no code.
	LinesComment int32 `col:"lines_comment"`
	// Lines that hold neither.
	LinesBlank int32 `col:"lines_blank"`
	// Size of the content in bytes.
	SizeBytes int64 `col:"size_bytes"`
	// xxHash64 of the content as 16 hex digits; NULL when the content was not read.
	FileHash string `col:"file_hash" null:""`
	// Time of the last commit that touched the file; NULL when not known: outside git, untracked, modified, or beyond a shallow clone's boundary.
	LastModified time.Time `col:"last_modified" null:""`
	// Rows in types.
	TypeCount int32 `col:"type_count"`
	// Rows in functions.
	FunctionCount int32 `col:"function_count"`
	// Rows in imports.
	ImportCount int32 `col:"import_count"`
	// How far the file was read.
	Status FileStatus `col:"status"`
	// The file is of a language that has a type checker, and was read without: it is outside the chosen build, or its module could not be loaded.
	IsUntyped bool `col:"is_untyped" since:"2"`
}

// Compare orders files by id, which is the order of their paths.
func (a File) Compare(b File) int { return cmp.Compare(a.FileID, b.FileID) }

// Files is the table of File.
var Files = declare[File]("files", []string{"file_id"}, []string{"file_id"})

// Content is the text of one file that is text. It stands apart from files so that statistics never read it.
type Content struct {
	// The file.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// Its path.
	FilePath string `col:"file_path" ref:"files.file_path"`
	// Its text, byte for byte. A file that is not valid UTF-8 has no row.
	Content string `col:"content"`
}

// Compare orders contents by file.
func (a Content) Compare(b Content) int { return cmp.Compare(a.FileID, b.FileID) }

// Contents is the table of Content.
var Contents = declare[Content]("contents", []string{"file_id"}, []string{"file_id"})
