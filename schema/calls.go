package schema

import "cmp"

// Call is one call site. Conversions, and calls of built-in functions other than panic and recover, have no row. A call of a class is a
// call of its constructor, and has no row when the repository has no constructor for it. Reading a property is a call of its function.
type Call struct {
	// The declared function around the site, or the synthetic function of the package.
	CallerID int32 `col:"caller_id" ref:"functions.function_id"`
	// The callee; NULL when it is a function literal, a function value or not known. Of alternatives it is the first.
	CalleeID int32 `col:"callee_id" null:"0" ref:"symbols.symbol_id"`
	// The callee's last identifier, with `X.` before it when the operand is one identifier; NULL when the callee has no name.
	CalleeName string `col:"callee_name" null:""`
	// The file.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// Line of the callee's last identifier, of the word func of a literal, or otherwise of the opening parenthesis.
	StartLine int32 `col:"start_line"`
	// Its column, in bytes from 1.
	StartColumn int32 `col:"start_column"`
	// Its byte offset, from 0.
	StartPos int32 `col:"start_pos"`
	// How the call is made.
	Kind CallKind `col:"kind"`
	// Why cortex believes that the callee is the callee.
	Evidence Evidence `col:"evidence"`
	// The interface through which the method is called, when another interface declares the method; for a call of super the class
	// around it. NULL otherwise, and when the interface has no name or is generic.
	ReceiverTypeID int32 `col:"receiver_type_id" null:"0" ref:"symbols.symbol_id"`
	// A number from 1 for each pair of receiver_type_id and callee_id with rows in dispatches. Such
	// calls have fewer possible callees than overrides lists for the callee. NULL otherwise.
	DispatchID int32 `col:"dispatch_id" null:"0"`
}

// Compare orders calls by callee, caller and site.
func (a Call) Compare(b Call) int {
	return cmp.Or(cmp.Compare(a.CalleeID, b.CalleeID), cmp.Compare(a.CallerID, b.CallerID),
		cmp.Compare(a.FileID, b.FileID), cmp.Compare(a.StartPos, b.StartPos))
}

// Calls is the table of Call.
var Calls = declare[Call]("calls", []string{"file_id", "start_pos"}, []string{"callee_id", "caller_id", "file_id", "start_pos"})
