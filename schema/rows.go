package schema

// Tables returns every table, in the order of the reference page, derived ones last.
func Tables() []*Table {
	return []*Table{Files, Contents, Modules, Symbols, Functions, Parameters, Types, Members,
		Calls, Overrides, Dispatches, Conversions, TypeRelations, Imports, Refs, Annotations, Scopes, Diagnostics, Unknowns,
		CallSteps, PossibleCallees, ValueSteps, DerivedUnknowns}
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
	Conversions   []Conversion
	TypeRelations []TypeRelation
	Imports       []Import
	Refs          []Ref
	Annotations   []Annotation
	Scopes        []Scope
	Diagnostics   []Diagnostic
	Unknowns      []Unknown
}

// Each calls f with the rows of each table, in the order of [Tables], until f returns an error. The
// rows are a slice of the row type.
func (r *Rows) Each(f func(rows any) error) error {
	for _, rows := range []any{r.Files, r.Contents, r.Modules, r.Symbols, r.Functions, r.Parameters, r.Types, r.Members,
		r.Calls, r.Overrides, r.Dispatches, r.Conversions, r.TypeRelations, r.Imports, r.Refs, r.Annotations, r.Scopes, r.Diagnostics, r.Unknowns} {
		if err := f(rows); err != nil {
			return err
		}
	}
	return nil
}
