package schema

import (
	"cmp"
	"strings"
)

// The tables below are what walks over calls read, in the order in which they look for it. They follow from calls, overrides and dispatches.
// What calls go to is a number in them: the id of the callee, or, of calls with a dispatch_id, that and the number of symbols. Evidence
// is a number, too: 0 for static, 1 for interface, 2 for dynamic, 3 for heuristic, and 4 for unresolved.

// CallEdge is the calls of one function that go to one thing.
type CallEdge struct {
	// What they go to: the id of the callee; of calls with a dispatch_id, that and the number of symbols.
	GoesToID int32 `col:"goes_to_id"`
	// The function around them.
	CallerID int32 `col:"caller_id" ref:"functions.function_id"`
	// The best evidence: 0 for static, 1 for interface, and 3 for heuristic.
	EvidenceRank int32 `col:"evidence_rank"`
}

// Compare orders edges by what calls go to, and the caller.
func (a CallEdge) Compare(b CallEdge) int {
	return cmp.Or(cmp.Compare(a.GoesToID, b.GoesToID), cmp.Compare(a.CallerID, b.CallerID))
}

// CallEdges is the table of CallEdge.
var CallEdges = declare[CallEdge]("call_edges", []string{"goes_to_id", "caller_id"}, []string{"goes_to_id", "caller_id"}).since(7).derived()

// CallSite is one call with a callee, for those who know the caller: calls are in the order of their callees.
type CallSite struct {
	// The function around it.
	CallerID int32 `col:"caller_id" ref:"functions.function_id"`
	// The file.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// Its line, as in calls.
	StartLine int32 `col:"start_line"`
	// Its column, as in calls.
	StartColumn int32 `col:"start_column"`
	// What it goes to, as in call_edges.
	GoesToID int32 `col:"goes_to_id"`
	// Its evidence, as in call_edges.
	EvidenceRank int32 `col:"evidence_rank"`
}

// Compare orders calls by the caller and where they stand.
func (a CallSite) Compare(b CallSite) int {
	return cmp.Or(cmp.Compare(a.CallerID, b.CallerID), cmp.Compare(a.FileID, b.FileID), cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.StartColumn, b.StartColumn))
}

// CallSites is the table of CallSite.
var CallSites = declare[CallSite]("call_sites", []string{"caller_id", "file_id", "start_line", "start_column"},
	[]string{"caller_id", "file_id", "start_line", "start_column"}).since(7).derived()

// UncertainCaller is the calls in one function with one evidence, of which nobody knows what they call, or by name only.
type UncertainCaller struct {
	// The function.
	CallerID int32 `col:"caller_id" ref:"functions.function_id"`
	// The evidence of the calls: dynamic, heuristic or unresolved.
	Evidence Evidence `col:"evidence"`
	// How many there are.
	CallCount int32 `col:"call_count"`
}

// Compare orders uncertain callers by function and evidence.
func (a UncertainCaller) Compare(b UncertainCaller) int {
	return cmp.Or(cmp.Compare(a.CallerID, b.CallerID), strings.Compare(string(a.Evidence), string(b.Evidence)))
}

// UncertainCallers is the table of UncertainCaller.
var UncertainCallers = declare[UncertainCaller]("uncertain_callers", []string{"caller_id", "evidence"}, []string{"caller_id", "evidence"}).since(7).derived()

// FunctionValue is one function or method whose value the repository takes: more refers to it than calls it.
type FunctionValue struct {
	// The function.
	SymbolID int32 `col:"symbol_id" ref:"symbols.symbol_id"`
	// How many references to it are no calls.
	ValueCount int32 `col:"value_count"`
}

// Compare orders function values by their ids.
func (a FunctionValue) Compare(b FunctionValue) int { return cmp.Compare(a.SymbolID, b.SymbolID) }

// FunctionValues is the table of FunctionValue.
var FunctionValues = declare[FunctionValue]("function_values", []string{"symbol_id"}, []string{"symbol_id"}).since(7).derived()

// StandingMethod is one method that may run where calls go to something: it overrides that, or overrides what overrides it, and so on. The
// methods of interfaces that override others lead astray, and are left out: what implements them has rows of its own.
type StandingMethod struct {
	// What calls go to, as in call_edges.
	GoesToID int32 `col:"goes_to_id"`
	// The method that may run.
	MethodID int32 `col:"method_id" ref:"symbols.symbol_id"`
	// The weakest evidence on the best way from one to the other, as in call_edges, and at least 1.
	EvidenceRank int32 `col:"evidence_rank"`
	// That of the override, when there is one from one to the other; NULL otherwise.
	OverrideEvidence Evidence `col:"override_evidence" null:""`
}

// Compare orders standing methods by what calls go to, and the method.
func (a StandingMethod) Compare(b StandingMethod) int {
	return cmp.Or(cmp.Compare(a.GoesToID, b.GoesToID), cmp.Compare(a.MethodID, b.MethodID))
}

// StandingMethods is the table of StandingMethod.
var StandingMethods = declare[StandingMethod]("standing_methods", []string{"goes_to_id", "method_id"}, []string{"goes_to_id", "method_id"}).since(7).derived()
