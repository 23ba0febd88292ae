package schema

import "cmp"

// Ref is one use of a symbol. Every resolved call has one, with role call, at the same place.
type Ref struct {
	// The symbol used.
	SymbolID int32 `col:"symbol_id" ref:"symbols.symbol_id"`
	// The file.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// Line of the identifier.
	StartLine int32 `col:"start_line"`
	// First column of the identifier, in bytes from 1.
	StartColumn int32 `col:"start_column"`
	// Column after the identifier.
	EndColumn int32 `col:"end_column"`
	// The use of the symbol.
	Role Role `col:"role"`
	// Why cortex believes that the identifier means the symbol.
	Evidence Evidence `col:"evidence"`
	// The innermost declared function, method, type, package-level variable or constant around it; NULL at file level.
	EnclosingID int32 `col:"enclosing_id" null:"0" ref:"symbols.symbol_id"`
}

// Compare orders references by symbol and position.
func (a Ref) Compare(b Ref) int {
	if a.SymbolID != b.SymbolID {
		return cmp.Compare(a.SymbolID, b.SymbolID)
	}
	if a.FileID != b.FileID {
		return cmp.Compare(a.FileID, b.FileID)
	}
	if a.StartLine != b.StartLine {
		return cmp.Compare(a.StartLine, b.StartLine)
	}
	return cmp.Compare(a.StartColumn, b.StartColumn)
}

// Refs is the table of Ref.
var Refs = declare[Ref]("refs", []string{"symbol_id", "file_id", "start_line", "start_column"}, []string{"symbol_id", "file_id", "start_line", "start_column"})
