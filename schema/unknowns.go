package schema

import (
	"cmp"
	"strings"
)

// ScopeExported is the scope of an unknown about every exported symbol: the unread code may import any package.
const ScopeExported = "*"

// Unknown is one gap: a fact about some symbols that the index may lack. It applies to the symbol of
// symbol_id. Without one it applies to each symbol with its name, its language and its scope, as far as
// the row gives them.
type Unknown struct {
	// The kind of fact that may be missing.
	About About `col:"about"`
	// The symbol; NULL when the next three columns describe the symbols.
	SymbolID int32 `col:"symbol_id" null:"0" ref:"symbols.symbol_id"`
	// The name of the symbols; NULL for any.
	Name string `col:"name" null:""`
	// The language of the symbols; NULL for any.
	Language string `col:"language" null:""`
	// The package path of the symbols; `*` for every exported symbol; NULL for any.
	Scope string `col:"scope" null:""`
	// Why the fact may be missing.
	Reason Reason `col:"reason"`
	// The number of places.
	Count int32 `col:"count"`
	// The file of the first place; NULL when there is none.
	FileID int32 `col:"file_id" null:"0" ref:"files.file_id"`
	// Its line; NULL when the place is the whole file.
	StartLine int32 `col:"start_line" null:"0"`
	// Its column, in bytes from 1.
	StartColumn int32 `col:"start_column" null:"0"`
	// The symbol that causes the gap, such as an external interface method; NULL when there is none.
	CauseID int32 `col:"cause_id" null:"0" ref:"symbols.symbol_id"`
}

// Compare orders unknowns by the kind of fact, the symbol, the name, the language, the scope and the reason.
func (a Unknown) Compare(b Unknown) int {
	return cmp.Or(strings.Compare(string(a.About), string(b.About)), cmp.Compare(a.SymbolID, b.SymbolID), strings.Compare(a.Name, b.Name),
		strings.Compare(a.Language, b.Language), strings.Compare(a.Scope, b.Scope), strings.Compare(string(a.Reason), string(b.Reason)))
}

var unknownKey = []string{"about", "symbol_id", "name", "language", "scope", "reason"}

// Unknowns is the table of Unknown.
var Unknowns = declare[Unknown]("unknowns", unknownKey, unknownKey)
