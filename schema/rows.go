package schema

// Tables returns every table, in the order of the reference page, those that are derived last.
func Tables() []*Table {
	return []*Table{Files, Contents, Modules, Symbols, Functions, Parameters, Types, Members,
		Calls, Overrides, Dispatches, TypeRelations, Imports, Refs, Annotations, Scopes, Diagnostics,
		AbstractMethods, UncomparedTypes, PossibleOverrides, UncertainCalls, SelectedNames, ReplacedMethods, ClosedInterfaces, SymbolNames,
		CallEdges, CallSites, UncertainCallers, FunctionValues, StandingMethods}
}

// Rows holds rows of every table that is not derived.
type Rows struct {
	Files         []File
	Contents      []Content
	Modules       []Module
	Symbols       []Symbol
	Functions     []Function
	Parameters    []Parameter
	Types         []TypeRow
	Members       []Member
	Calls         []Call
	Overrides     []Override
	Dispatches    []Dispatch
	TypeRelations []TypeRelation
	Imports       []Import
	Refs          []Ref
	Annotations   []Annotation
	Scopes        []Scope
	Diagnostics   []Diagnostic
}

// Each calls f with the rows of each table, a slice of its row type, in the
// order of [Tables], until f returns an error.
func (r *Rows) Each(f func(rows any) error) error {
	for _, rows := range []any{r.Files, r.Contents, r.Modules, r.Symbols, r.Functions, r.Parameters, r.Types, r.Members,
		r.Calls, r.Overrides, r.Dispatches, r.TypeRelations, r.Imports, r.Refs, r.Annotations, r.Scopes, r.Diagnostics} {
		if err := f(rows); err != nil {
			return err
		}
	}
	return nil
}
