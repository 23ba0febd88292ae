package schema

import "cmp"

// Annotation is one directive, decorator, attribute or deprecation notice of a symbol.
type Annotation struct {
	// The symbol.
	SymbolID int32 `col:"symbol_id" ref:"symbols.symbol_id"`
	// Place among the symbol's annotations, from 1.
	Ordinal int32 `col:"ordinal"`
	// `go:embed`, `deprecated`, `Override`, `app.route`.
	Name string `col:"name"`
	// The text after the name, as written; NULL when there is none.
	Arguments string `col:"arguments" null:""`
	// The line.
	StartLine int32 `col:"start_line"`
}

// Compare orders annotations by symbol and place.
func (a Annotation) Compare(b Annotation) int {
	return cmp.Or(cmp.Compare(a.SymbolID, b.SymbolID), cmp.Compare(a.Ordinal, b.Ordinal))
}

// Annotations is the table of Annotation.
var Annotations = declare[Annotation]("annotations", []string{"symbol_id", "ordinal"}, []string{"symbol_id", "ordinal"})
