package schema

import (
	"cmp"
	"time"
)

// File is one file of the tree: each file that git tracks or does not ignore.
type File struct {
	// Numbers the files densely from 1, in the order of file_path.
	FileID int32 `col:"file_id"`
	// Path from the root of the tree, slash-separated, never with `./` or `..`.
	FilePath string `col:"file_path"`
	// The name that GitHub Linguist gives, in lower case; empty when unknown.
	Language string `col:"language"`
	// The file's directory; `.` for the root.
	ModulePath string `col:"module_path"`
	// The file holds tests.
	IsTest bool `col:"is_test"`
	// A program wrote the file.
	IsGenerated bool `col:"is_generated"`
	// The file is a copy of other people's code.
	IsVendored bool `col:"is_vendored"`
	// The tools of its language pass over its directory, such as testdata.
	IsFixture bool `col:"is_fixture"`
	// Lines of the file: lines_code + lines_comment + lines_blank. 0 when the file was not read.
	LinesTotal int32 `col:"lines_total"`
	// Lines with code.
	LinesCode int32 `col:"lines_code"`
	// Lines with comments and no code.
	LinesComment int32 `col:"lines_comment"`
	// Lines with neither.
	LinesBlank int32 `col:"lines_blank"`
	// Size of the content in bytes.
	SizeBytes int64 `col:"size_bytes"`
	// xxHash64 of the content as 16 hex digits; NULL when the content was not read.
	FileHash string `col:"file_hash" null:""`
	// Time of the last commit that touched the file. NULL when it is unknown: outside git, untracked,
	// modified, or beyond the boundary of a shallow clone.
	LastModified time.Time `col:"last_modified" null:""`
	// Rows in types.
	TypeCount int32 `col:"type_count"`
	// Rows in functions.
	FunctionCount int32 `col:"function_count"`
	// Rows in imports.
	ImportCount int32 `col:"import_count"`
	// How far cortex read the file.
	Status FileStatus `col:"status"`
	// The file has a language with a type checker, and was read without: it is outside the chosen
	// build, or its module did not load.
	IsUntyped bool `col:"is_untyped"`
}

// Compare orders files by id, which is the order of their paths.
func (a File) Compare(b File) int { return cmp.Compare(a.FileID, b.FileID) }

// Files is the table of File.
var Files = declare[File]("files", []string{"file_id"}, []string{"file_id"})

// Content is the text of one file that is text. It is a table apart from files because statistics must not read it.
type Content struct {
	// The file.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// Its path.
	FilePath string `col:"file_path" ref:"files.file_path"`
	// Its text, byte for byte. A Python file that names Latin-1 or windows-1252 is decoded. Any other file that is not valid UTF-8 has no row.
	Content string `col:"content"`
}

// Compare orders contents by file.
func (a Content) Compare(b Content) int { return cmp.Compare(a.FileID, b.FileID) }

// Contents is the table of Content.
var Contents = declare[Content]("contents", []string{"file_id"}, []string{"file_id"})
