package schema

// Kind is the kind of a symbol.
type Kind string

// The kinds of symbols.
const (
	KindFunction        Kind = "function"
	KindMethod          Kind = "method"
	KindInterfaceMethod Kind = "interface_method"
	KindStruct          Kind = "struct"
	KindInterface       Kind = "interface"
	KindClass           Kind = "class"
	KindEnum            Kind = "enum"
	KindTrait           Kind = "trait"
	KindUnion           Kind = "union"
	KindTypeAlias       Kind = "type_alias"
	KindType            Kind = "type" // a named type of any other shape
	KindField           Kind = "field"
	KindProperty        Kind = "property"
	KindEnumMember      Kind = "enum_member"
	KindVariable        Kind = "variable"
	KindConstant        Kind = "constant"
	KindMacro           Kind = "macro"
)

// Values lists the kinds.
func (Kind) Values() []string {
	return texts(KindFunction, KindMethod, KindInterfaceMethod, KindStruct, KindInterface, KindClass, KindEnum, KindTrait,
		KindUnion, KindTypeAlias, KindType, KindField, KindProperty, KindEnumMember, KindVariable, KindConstant, KindMacro)
}

// IsType reports whether symbols of the kind have a row in types.
func (k Kind) IsType() bool {
	switch k {
	case KindStruct, KindInterface, KindClass, KindEnum, KindTrait, KindUnion, KindTypeAlias, KindType:
		return true
	}
	return false
}

// IsCallable reports whether symbols of the kind can be the callee of a call.
func (k Kind) IsCallable() bool {
	return k == KindFunction || k == KindMethod || k == KindInterfaceMethod || k == KindMacro
}

// Entry is the reason that a symbol is in use without a use in the code.
type Entry string

// The reasons.
const (
	EntryProgram     Entry = "program"     // a program begins with it
	EntryInitializer Entry = "initializer" // it runs before the program begins
	EntryTest        Entry = "test"        // the test runner calls it
	EntryLinker      Entry = "linker"      // the linker or a foreign language uses it by name
	EntryEmbed       Entry = "embed"       // the build fills it with files
	EntryUnnamed     Entry = "unnamed"     // no code can name it: it is declared for its effect
)

// Values lists the reasons.
func (Entry) Values() []string {
	return texts(EntryProgram, EntryInitializer, EntryTest, EntryLinker, EntryEmbed, EntryUnnamed)
}

// Evidence is why cortex believes an edge.
type Evidence string

// The closed list of evidence, strongest first.
const (
	EvidenceStatic     Evidence = "static"     // the type checker names the one callee
	EvidenceLiteral    Evidence = "literal"    // a function literal that is called where it is written; no callee: its calls count to the function around it
	EvidenceInterface  Evidence = "interface"  // the callee is an interface or abstract method, and the run-time type decides which body runs
	EvidenceValue      Evidence = "value"      // in answers only: code takes the function as a value
	EvidenceDynamic    Evidence = "dynamic"    // a function value; no callee
	EvidenceHeuristic  Evidence = "heuristic"  // matched by scope, import and name, without a type checker
	EvidenceUnresolved Evidence = "unresolved" // only the name of the callee is known
)

// evidences lists the evidence, strongest first.
var evidences = []Evidence{EvidenceStatic, EvidenceLiteral, EvidenceInterface, EvidenceValue, EvidenceDynamic, EvidenceHeuristic, EvidenceUnresolved}

// Values lists the evidence, strongest first.
func (Evidence) Values() []string { return texts(evidences...) }

// EvidenceOf returns the evidence of a rank, its place in [Evidence.Values]. Any other rank is the weakest evidence.
func EvidenceOf(rank int) Evidence {
	if rank < 0 || rank >= len(evidences) {
		return EvidenceUnresolved
	}
	return evidences[rank]
}

// FileStatus tells how far cortex read a file.
type FileStatus string

// The states of a file.
const (
	StatusOK      FileStatus = "ok"      // extracted
	StatusPartial FileStatus = "partial" // parsed or checked with errors
	StatusSkipped FileStatus = "skipped" // binary, too large, unreadable, or a symbolic link
	StatusText    FileStatus = "text"    // text, with no extractor for its language
)

// Values lists the states.
func (FileStatus) Values() []string {
	return texts(StatusOK, StatusPartial, StatusSkipped, StatusText)
}

// ParameterKind is the place of a parameter in a signature.
type ParameterKind string

// The kinds of parameters, in the order of a function's rows.
const (
	ParameterReceiver ParameterKind = "receiver"
	ParameterType     ParameterKind = "type_parameter"
	ParameterValue    ParameterKind = "parameter"
	ParameterResult   ParameterKind = "result"
)

// Values lists the kinds of parameters.
func (ParameterKind) Values() []string {
	return texts(ParameterReceiver, ParameterType, ParameterValue, ParameterResult)
}

// MemberKind is the part that a member has in its type.
type MemberKind string

// The kinds of members.
const (
	MemberField           MemberKind = "field"
	MemberEmbedded        MemberKind = "embedded"
	MemberInterfaceMethod MemberKind = "interface_method"
	MemberEnumMember      MemberKind = "enum_member"
	MemberProperty        MemberKind = "property"
	MemberTypeParameter   MemberKind = "type_parameter"
	MemberTypeElement     MemberKind = "type_element"
)

// Values lists the kinds of members.
func (MemberKind) Values() []string {
	return texts(MemberField, MemberEmbedded, MemberInterfaceMethod, MemberEnumMember, MemberProperty, MemberTypeParameter, MemberTypeElement)
}

// CallKind is the form of a call.
type CallKind string

// The kinds of calls.
const (
	CallPlain CallKind = "call"
	CallGo    CallKind = "go"
	CallDefer CallKind = "defer"
)

// Values lists the kinds of calls.
func (CallKind) Values() []string { return texts(CallPlain, CallGo, CallDefer) }

// Relation is how one type relates to another.
type Relation string

// The relations between types.
const (
	RelationImplements Relation = "implements"
	RelationEmbeds     Relation = "embeds"
	RelationExtends    Relation = "extends"
	RelationAlias      Relation = "alias"
	RelationCopies     Relation = "copies"    // the type has the fields of the other one, and not its methods
	RelationSatisfies  Relation = "satisfies" // the type is a type argument where the constraint, which is the type of no value, is asked for
)

// Values lists the relations.
func (Relation) Values() []string {
	return texts(RelationImplements, RelationEmbeds, RelationExtends, RelationAlias, RelationCopies, RelationSatisfies)
}

// Role is the use that a reference makes of its symbol.
type Role string

// The roles of references.
const (
	RoleCall     Role = "call"     // the name in callee position
	RoleRead     Role = "read"     // every other use, also an address or a method value
	RoleWrite    Role = "write"    // assigned to or through, incremented, a range target, or a key of a composite literal
	RoleType     Role = "type"     // a use of a type's name, conversions and embeddings included
	RoleImport   Role = "import"   // where an import names symbols; never in Go
	RoleLinkname Role = "linkname" // the name in a linker directive of another symbol
)

// Values lists the roles.
func (Role) Values() []string {
	return texts(RoleCall, RoleRead, RoleWrite, RoleType, RoleImport, RoleLinkname)
}

// ScopeKind is the construct that opens a lexical scope.
type ScopeKind string

// The kinds of scopes, widest first.
const (
	ScopeFile     ScopeKind = "file"
	ScopeType     ScopeKind = "type"
	ScopeFunction ScopeKind = "function"
	ScopeBlock    ScopeKind = "block"
)

// Values lists the kinds of scopes.
func (ScopeKind) Values() []string { return texts(ScopeFile, ScopeType, ScopeFunction, ScopeBlock) }

// Stage is the step of extraction that found a diagnostic.
type Stage string

// The stages of extraction, in order.
const (
	StageDiscover  Stage = "discover"
	StageLoad      Stage = "load"
	StageParse     Stage = "parse"
	StageTypecheck Stage = "typecheck"
	StageResolve   Stage = "resolve"
)

// Values lists the stages.
func (Stage) Values() []string {
	return texts(StageDiscover, StageLoad, StageParse, StageTypecheck, StageResolve)
}

// Severity is how bad a diagnostic is.
type Severity string

// The severities.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
)

// Values lists the severities.
func (Severity) Values() []string { return texts(SeverityError, SeverityWarning) }

func texts[T ~string](vs ...T) []string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = string(v)
	}
	return out
}
