package schema

import (
	"cmp"
	"strings"
)

// Diagnostic is one problem that extraction met when it read, loaded or resolved the tree.
type Diagnostic struct {
	// The file; NULL when the problem is about no file of the tree.
	FileID int32 `col:"file_id" null:"0" ref:"files.file_id"`
	// The path of the problem; NULL when it is about no single file.
	FilePath string `col:"file_path" null:""`
	// The directory of the problem; NULL when it is about the whole tree.
	ModulePath string `col:"module_path" null:""`
	// The line; NULL when the problem is about no single line.
	StartLine int32 `col:"start_line" null:"0"`
	// The column, in bytes from 1.
	StartColumn int32 `col:"start_column" null:"0"`
	// The step of extraction that found the problem.
	Stage Stage `col:"stage"`
	// The kind of the problem.
	Code DiagnosticCode `col:"code"`
	// How bad the problem is.
	Severity Severity `col:"severity"`
	// The problem in one sentence. It never holds a path of the machine.
	Message string `col:"message"`
}

// Compare orders diagnostics by place, then by text.
func (a Diagnostic) Compare(b Diagnostic) int {
	return cmp.Or(strings.Compare(a.FilePath, b.FilePath), strings.Compare(a.ModulePath, b.ModulePath),
		cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.StartColumn, b.StartColumn),
		strings.Compare(string(a.Stage), string(b.Stage)), strings.Compare(string(a.Severity), string(b.Severity)),
		strings.Compare(a.Message, b.Message))
}

var diagnosticKey = []string{"file_path", "module_path", "start_line", "start_column", "stage", "severity", "message"}

// Diagnostics is the table of Diagnostic.
var Diagnostics = declare[Diagnostic]("diagnostics", diagnosticKey, diagnosticKey)
