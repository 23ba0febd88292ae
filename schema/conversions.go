package schema

import "cmp"

// Conversion is one place where code needs a method for an interface. It converts a value to the interface, implicitly or not, gives a
// type argument to a constraint, or asserts that the interface holds a type. A place has one row for each method of the interface.
type Conversion struct {
	// The method of the repository that the type of the value has: declared, promoted, or of an interface.
	MethodID int32 `col:"method_id" ref:"symbols.symbol_id"`
	// The interface method's own declaration, never method_id.
	OverriddenID int32 `col:"overridden_id" ref:"symbols.symbol_id"`
	// The named type of the repository that the value has, or that its pointer leads to; NULL for any other type.
	TypeID int32 `col:"type_id" null:"0" ref:"symbols.symbol_id"`
	// The file.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// Line of the value, of the asserted type, or of the generic name.
	StartLine int32 `col:"start_line"`
	// Its column, in bytes from 1.
	StartColumn int32 `col:"start_column"`
	// The innermost declared function, method, type, package-level variable or constant around it.
	EnclosingID int32 `col:"enclosing_id" ref:"symbols.symbol_id"`
}

// Compare orders conversions by method, interface method, type and position.
func (a Conversion) Compare(b Conversion) int {
	return cmp.Or(cmp.Compare(a.MethodID, b.MethodID), cmp.Compare(a.OverriddenID, b.OverriddenID), cmp.Compare(a.TypeID, b.TypeID), cmp.Compare(a.FileID, b.FileID),
		cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.StartColumn, b.StartColumn))
}

var conversionKey = []string{"method_id", "overridden_id", "type_id", "file_id", "start_line", "start_column"}

// Conversions is the table of Conversion.
var Conversions = declare[Conversion]("conversions", conversionKey, conversionKey)
