package schema

import "cmp"

// Function is one function or method with a declaration in the repository, or the synthetic function
// for code at package level.
type Function struct {
	// Its symbol id.
	FunctionID int32 `col:"function_id" ref:"symbols.symbol_id"`
	// The stable name.
	Symbol string `col:"symbol" ref:"symbols.symbol"`
	// The identifier.
	Name string `col:"name"`
	// The name that people type.
	QualifiedName string `col:"qualified_name"`
	// The file; of a synthetic function the first file by path with such code.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// The path of the file.
	FilePath string `col:"file_path" ref:"files.file_path"`
	// The directory of the file.
	ModulePath string `col:"module_path" ref:"modules.module_path"`
	// The language, in lower case.
	Language string `col:"language"`
	// First line; NULL for synthetic functions, like all positions.
	StartLine int32 `col:"start_line" null:"0"`
	// Last line.
	EndLine int32 `col:"end_line" null:"0"`
	// Byte offset of the declaration.
	StartPos int32 `col:"start_pos" null:"-1"`
	// Byte offset after it.
	EndPos int32 `col:"end_pos" null:"-1"`
	// Its name is visible to other packages.
	IsExported bool `col:"is_exported"`
	// It has a receiver.
	IsMethod bool `col:"is_method"`
	// It is defined in a test file.
	IsTest bool `col:"is_test"`
	// It is defined in a generated file.
	IsGenerated bool `col:"is_generated"`
	// The receiver's type as written, `*Head`; NULL without a receiver.
	ReceiverType string `col:"receiver_type" null:""`
	// The receiver's named type; NULL without a receiver or when the type is unknown.
	ReceiverTypeID int32 `col:"receiver_type_id" null:"0" ref:"types.type_id"`
	// The declaration on one line, without the body.
	Signature string `col:"signature"`
	// Parameters by name: a variadic one is 1, and the receiver is not counted.
	ParamCount int32 `col:"param_count"`
	// Results.
	ReturnCount int32 `col:"return_count"`
	// Lines from start to end with a token that is not a comment; of a synthetic function those of the function literals
	// at package level.
	Lines int32 `col:"lines"`
	// 63 bits of a hash of the tokens of the body, without comments and layout; NULL without a body.
	BodyHash int64 `col:"body_hash" null:"0"`
	// Cyclomatic complexity: 1, and 1 more for each if, loop, case, exception handler, conditional expression, and operator && or ||. Function
	// literals count to the function around them.
	Complexity int32 `col:"complexity"`
}

// Compare orders functions by id.
func (a Function) Compare(b Function) int { return cmp.Compare(a.FunctionID, b.FunctionID) }

// Functions is the table of Function.
var Functions = declare[Function]("functions", []string{"function_id"}, []string{"function_id"})

// Parameter is one receiver, type parameter, parameter or result of a function, a method or an interface method.
type Parameter struct {
	// The function, method or interface method.
	FunctionID int32 `col:"function_id" ref:"symbols.symbol_id"`
	// Place in the signature, from 1: the receiver, then type parameters, parameters and results.
	Ordinal int32 `col:"ordinal"`
	// The kind of the parameter.
	Kind ParameterKind `col:"kind"`
	// Its name; NULL when it has none.
	Name string `col:"name" null:""`
	// Its type as written; of a type parameter the constraint.
	TypeExpr string `col:"type_expr"`
	// The named type under pointers, slices, arrays, map values and channels; NULL when there is none.
	TypeID int32 `col:"type_id" null:"0" ref:"symbols.symbol_id"`
}

// Compare orders parameters by function and place.
func (a Parameter) Compare(b Parameter) int {
	return cmp.Or(cmp.Compare(a.FunctionID, b.FunctionID), cmp.Compare(a.Ordinal, b.Ordinal))
}

// Parameters is the table of Parameter.
var Parameters = declare[Parameter]("parameters", []string{"function_id", "ordinal"}, []string{"function_id", "ordinal"})
