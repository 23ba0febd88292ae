package schema

import (
	"cmp"
	"strings"
)

// Scope is one lexical scope. Queries use it to find the declarations around a position.
type Scope struct {
	// The file.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// The construct that opens the scope.
	Kind ScopeKind `col:"kind"`
	// First line.
	StartLine int32 `col:"start_line"`
	// First column, in bytes from 1.
	StartColumn int32 `col:"start_column"`
	// Last line.
	EndLine int32 `col:"end_line"`
	// Column after the last, on the last line.
	EndColumn int32 `col:"end_column"`
	// The declaration of the scope; NULL for the file.
	SymbolID int32 `col:"symbol_id" null:"0" ref:"symbols.symbol_id"`
}

// Compare orders scopes by file, start, end and kind.
func (a Scope) Compare(b Scope) int {
	return cmp.Or(cmp.Compare(a.FileID, b.FileID), cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.StartColumn, b.StartColumn),
		cmp.Compare(a.EndLine, b.EndLine), cmp.Compare(a.EndColumn, b.EndColumn), strings.Compare(string(a.Kind), string(b.Kind)))
}

var scopeKey = []string{"file_id", "start_line", "start_column", "end_line", "end_column", "kind"}

// Scopes is the table of Scope.
var Scopes = declare[Scope]("scopes", scopeKey, scopeKey)
