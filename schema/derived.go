package schema

import "cmp"

// CallStep is one step of a walk over calls: a function calls another one, or may run it. Each pair has
// one row, with its strongest evidence. It has a second row when dynamic dispatch has stronger evidence
// than a call that names the callee. A call of an interface method is a step to that method and to each
// method that it may run.
type CallStep struct {
	// The callee.
	CalleeID int32 `col:"callee_id" ref:"symbols.symbol_id"`
	// The function around the call.
	CallerID int32 `col:"caller_id" ref:"symbols.symbol_id"`
	// The place of the strongest evidence in the list of evidence, from 0.
	EvidenceRank int32 `col:"evidence_rank"`
	// A call names the callee; otherwise each call reaches it by dynamic dispatch.
	Direct bool `col:"direct"`
}

// Compare orders steps by callee and caller.
func (a CallStep) Compare(b CallStep) int {
	return cmp.Or(cmp.Compare(a.CalleeID, b.CalleeID), cmp.Compare(a.CallerID, b.CallerID), compareBool(a.Direct, b.Direct))
}

// CallSteps is the table of CallStep.
var CallSteps = declare[CallStep]("call_steps", []string{"callee_id", "caller_id", "direct"}, []string{"callee_id", "caller_id", "direct"}).derived()

// PossibleCallee is one method that may run where an interface method is called: a method that implements it, also by way of
// interfaces that structs embed.
type PossibleCallee struct {
	// The interface method.
	CalleeID int32 `col:"callee_id" ref:"symbols.symbol_id"`
	// The method that may run.
	MethodID int32 `col:"method_id" ref:"symbols.symbol_id"`
	// The place of the weakest evidence on the strongest way between them, at least that of interface.
	EvidenceRank int32 `col:"evidence_rank"`
}

// Compare orders possible callees by interface method and method.
func (a PossibleCallee) Compare(b PossibleCallee) int {
	return cmp.Or(cmp.Compare(a.CalleeID, b.CalleeID), cmp.Compare(a.MethodID, b.MethodID))
}

// PossibleCallees is the table of PossibleCallee.
var PossibleCallees = declare[PossibleCallee]("possible_callees", []string{"callee_id", "method_id"}, []string{"callee_id", "method_id"}).derived()

// ValueStep is one step of a walk over values: a declaration uses a variable or constant, or a variable or constant uses a function. A
// use of an interface method is a step to each method that it may run too.
type ValueStep struct {
	// The symbol that is used.
	UsedID int32 `col:"used_id" ref:"symbols.symbol_id"`
	// The declaration that uses it.
	UserID int32 `col:"user_id" ref:"symbols.symbol_id"`
	// The place of the evidence in the list of evidence, from 0.
	EvidenceRank int32 `col:"evidence_rank"`
	// The use names the symbol; otherwise it reaches the symbol by dynamic dispatch.
	Direct bool `col:"direct"`
}

// Compare orders steps by the used symbol and its user.
func (a ValueStep) Compare(b ValueStep) int {
	return cmp.Or(cmp.Compare(a.UsedID, b.UsedID), cmp.Compare(a.UserID, b.UserID), compareBool(a.Direct, b.Direct))
}

// ValueSteps is the table of ValueStep.
var ValueSteps = declare[ValueStep]("value_steps", []string{"used_id", "user_id", "direct"}, []string{"used_id", "user_id", "direct"}).derived()

// DerivedUnknown is one gap that follows from the other tables. Its columns are those of [Unknown].
type DerivedUnknown Unknown

// Compare orders derived unknowns as [Unknown.Compare] does.
func (a DerivedUnknown) Compare(b DerivedUnknown) int { return Unknown(a).Compare(Unknown(b)) }

// DerivedUnknowns is the table of DerivedUnknown.
var DerivedUnknowns = declare[DerivedUnknown]("derived_unknowns", unknownKey, unknownKey).derived()

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
