package graph

import (
	"embed"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/schema"
)

// doubtFiles holds the statements of doubts. Each gives one row, in which a column is
// a reason and how often it holds: 0 or NULL for not at all. What several say of one
// reason is added up.
//
//go:embed doubts/*.sql
var doubtFiles embed.FS

//go:embed handed_over.sql
var handedOverSQL string

//go:embed unread.sql
var unreadSQL string

//go:embed gaps.sql
var gapsSQL string

//go:embed strays.sql
var straysSQL string

// noStraysSQL makes the table strays where no file is without types.
const noStraysSQL = "CREATE OR REPLACE TABLE strays (symbol_id BIGINT, file_id BIGINT, name VARCHAR, kind VARCHAR, base VARCHAR)"

//go:embed namesakes.sql
var namesakesSQL string

//go:embed unresolved_texts.sql
var unresolvedTextsSQL string

//go:embed untyped_members.sql
var untypedMembersSQL string

//go:embed assembly_texts.sql
var assemblyTextsSQL string

//go:embed taken.sql
var takenSQL string

//go:embed uses.sql
var usesSQL string

//go:embed uses_surveyed.sql
var usesSurveyedSQL string

//go:embed uses_opened.sql
var usesOpenedSQL string

//go:embed unlike_bearers.sql
var unlikeBearersSQL string

//go:embed shared_fields.sql
var sharedFieldsSQL string

//go:embed own_steps.sql
var ownStepsSQL string

//go:embed promoted.sql
var promotedSQL string

//go:embed uncompared.sql
var uncomparedSQL string

// Reasons that mean more than a count.
const (
	valueTaken    = "value_taken"
	beyondDepth   = "beyond_depth" // no doubt at all: more lies behind the last depth
	testsLeftOut  = "tests_left_out"
	untypedValues = "untyped_values"
	olderIndex    = "older_index"
	implicitUses  = "implicit_uses"
)

// unchecked are the scripts that find the files that were not type-checked, or not wholly.
var unchecked = []string{derive.Uncertain, derive.Unresolved}

// gapTables are what gaps.sql reads.
var gapTables = []string{"files", "diagnostics", "imports", "modules"}

// comparable are the tables that uncompared.sql, and unlike.sql and half_compared.sql of package derive, read.
var comparable = []string{"functions", "types", "members", "type_relations", "overrides", "files"}

// unlike are the scripts that find the interfaces that types were not compared with, and
// compared those that find the types that were not wholly compared too.
var (
	unlike   = []string{derive.InterfaceMethods, derive.OutsideBuild, derive.Unlike}
	compared = append(slices.Clone(unlike), derive.HalfCompared)
)

// manyTargets is how many targets a pattern may match before a statement whose time
// grows with them is not asked. Each costs a look at the text of some files.
const manyTargets = 50

// doubting is a statement of doubts.
type doubting struct {
	always   string              // a reason that needs no statement; may be empty
	times    int                 // how often that holds; 0 for once
	count    func(*session) int  // how often the reason of the name holds, which needs no statement then; may be nil
	name     string              // of its file
	walks    bool                // it binds the depth
	onWay    bool                // it finds nothing where no step leads on
	static   bool                // it is asked only when the walk did not follow dispatch
	untyped  bool                // it is asked only when files are without types
	gated    bool                // it is asked only when the reason when_NAME of one before it holds
	then     []doubting          // gated ones that wait for what it finds, where it is gated itself
	unless   string              // it is not asked when this reason was found; may be empty
	reads    []string            // tables beyond those of every walk
	first    []string            // scripts to run before it, each once in the life of the index
	onSteps  []string            // such scripts that read the steps of walks
	several  bool                // it is asked only where there are several indexes
	early    bool                // it reads only the walk, and is asked as soon as that is there
	bodies   bool                // its statement gives functions, of which those without a body are counted
	reason   string              // of those, if it is not the name
	surveyed bool                // the survey of a walk answers it, where there is one
	wide     string              // the statement that stands in for it where a walk is surveyed; may be empty
	many     string              // the statement that stands in for it when there are many targets; may be empty
	whole    bool                // it is about the whole index, so that it says the same each time
	of       []schema.Kind       // it is asked only when one of the targets is of these; nil for any
	when     func(*session) bool // whether it is asked; nil for yes
}

// callersDoubts are the statements that could make the callers in an index more than
// were found.
//
// DESIGN: each costs 1 ms and more, most of it planning, at 0.5 ms for a table that
// it names: so those are left out that the manifest rules out, and what they need of
// the whole index is in tables that are made once. One statement of ten parts took DuckDB
// 20 ms to plan before it ran.
func callersDoubts(m schema.Manifest) []doubting {
	guessed := m.Summary.Calls[schema.EvidenceHeuristic] + m.Summary.Calls[schema.EvidenceUnresolved]
	all := append(notRead(m, gapsWalk), doubting{name: "callers_symbols", surveyed: true, first: []string{lookedForSQL, testBuildSQL, derive.Values}, reads: []string{"calls"}}, testBuild, doubting{name: "outside_build", gated: true, first: []string{derive.OutsideBuild}}, doubting{name: "callers_steps", early: true, onWay: true}, doubting{name: "outside_steps", gated: true, onWay: true}, doubting{name: "callers_static", static: true})
	if m.Summary.Calls[schema.EvidenceInterface] > 0 {
		of := []string{derive.InterfaceMethods}
		all = append(all, doubting{name: "outside_method", gated: true, first: of},
			doubting{name: "outside_interface", gated: true, first: of, reads: []string{"overrides", "types"}},
			acrossIndexes, doubting{name: "uncompared_names", gated: true, first: of, then: []doubting{uncomparedInterface}})
	}
	all = append(all, methodValues(m, guessed)...)
	if holds(m, schema.Annotations) {
		all = append(all, doubting{name: "linkname_or_export", surveyed: true, first: []string{handedOverSQL}, reads: []string{"annotations"}})
	}
	if guessed > 0 {
		all = append(all, doubting{name: "callers_names", wide: "callers_names_surveyed", first: []string{derive.Uncertain}, reads: []string{"calls"}})
	}
	switch {
	case hasAssembly(m) && m.Options.Content:
		return append(all, doubting{name: "assembly", first: []string{assemblyTextsSQL}, reads: []string{"contents"}}, noBody)
	case hasAssembly(m):
		return append(all, doubting{name: "assembly_unseen"})
	}
	return all
}

// methodValues are about methods that code takes as values which was not type-checked; calls of
// which so many were guessed tell that there is such code.
func methodValues(m schema.Manifest, guessed int) []doubting {
	if m.Options.Content {
		return []doubting{{name: "untyped_names", gated: true, first: append(slices.Clone(unchecked), derive.UntypedNames), reads: []string{"calls", "contents"}}}
	}
	near := doubting{name: "untyped_values_near", gated: true, unless: untypedValues, first: unchecked, reads: []string{"calls"}}
	far := near
	far.name, far.unless, far.whole = untypedValues, "", true
	if guessed > 0 {
		far.always, far.times = untypedValues, guessed
		return []doubting{far, near}
	}
	far.then = []doubting{near}
	return []doubting{far}
}

// calleesDoubts is as callersDoubts for callees.
func calleesDoubts(m schema.Manifest) []doubting {
	all := []doubting{{name: "callees_builds", untyped: true, first: []string{straysSQL}, reads: []string{"refs"}}, {name: "outside_body"}, {name: "replaced", first: []string{derive.OutsideBuild, derive.Replaced}, reads: comparable, when: (*session).replaces}, {name: "callees_steps", walks: true, onWay: true}, {name: "callees_uncertain", first: []string{derive.UncertainCallers}, reads: []string{"calls"}, when: (*session).guesses}, {name: "callees_static", static: true}}
	if m.Summary.Calls[schema.EvidenceInterface] > 0 {
		all = append(all, doubting{name: "callees_candidates", first: append([]string{straysSQL}, compared...), reads: comparable}, outsideStanding, acrossIndexes, doubting{name: "uncompared_calls", first: unlike, reads: comparable})
	}
	if holds(m, schema.Diagnostics) {
		all = append(all, doubting{name: "callees_gaps", first: []string{gapsSQL, unreadSQL}, reads: gapTables})
	}
	if holds(m, schema.Annotations) {
		all = append(all, linkedBody(m))
	}
	switch {
	case hasAssembly(m) && m.Options.Content:
		return append(all, noBody)
	case hasAssembly(m):
		return append(all, doubting{name: "assembly_unseen"})
	}
	return all
}

// usesDoubts are those that could make the uses of a symbol more than were found.
func usesDoubts(m schema.Manifest) []doubting {
	all := append(notRead(m, gapsUses), promotedUses)
	switch {
	case hasAssembly(m) && m.Options.Content:
		all = append(all, doubting{name: "assembly_targets", many: "assembly_targets_unseen", first: []string{assemblyTextsSQL}, reads: []string{"contents"}})
	case hasAssembly(m):
		all = append(all, doubting{name: "assembly_targets_unseen"})
	}
	if m.Options.Content {
		return append(all, doubting{name: "unresolved_files", many: "unresolved_files_unseen", first: append(slices.Clone(unchecked), unresolvedTextsSQL), reads: []string{"calls", "contents"}})
	}
	return append(all, doubting{name: "unresolved_files_unseen", first: unchecked, reads: []string{"calls"}, whole: true})
}

// impactDoubts are those about callers, and those about other uses of the target. Of a
// function or method outside the build callers_symbols.sql knows.
func impactDoubts(m schema.Manifest) []doubting {
	strays := relationStrays
	strays.of = slices.DeleteFunc(allKinds(), func(k schema.Kind) bool { return k == schema.KindFunction || k == schema.KindMethod })
	members := doubting{name: "member_uses", of: typeKinds(), first: []string{ownStepsSQL, sharedFieldsSQL}, reads: comparable}
	return append(append(callersDoubts(m), usesDoubts(m)[len(notRead(m, gapsUses)):]...), strays, uncomparedInterfaces, halfCompared, members, otherBuilds)
}

// breakingDoubts are those about an impact of a change that breaks what names the target.
func breakingDoubts(m schema.Manifest) []doubting {
	satisfied := uncomparedUnnamed
	satisfied.unless = "uncompared_interface"
	all := append(impactDoubts(m), outsideTypes, doubting{name: "satisfied_interface", reads: []string{"overrides", "types"}, of: []schema.Kind{schema.KindMethod, schema.KindInterfaceMethod}}, satisfied)
	return append(all, implicitDoubts(m)...)
}

// implicitDoubts are those about uses of fields by code that does not name them.
func implicitDoubts(m schema.Manifest) []doubting {
	of := []schema.Kind{schema.KindField}
	all := []doubting{{name: implicitUses, of: of, reads: []string{"members"}}, {always: implicitUses, of: of, several: true}}
	if !m.Options.Content {
		return append(all, doubting{always: implicitUses, of: of, untyped: true})
	}
	return append(all, doubting{name: "implicit_untyped", many: "implicit_untyped_unseen", of: of, untyped: true, first: append(slices.Clone(unchecked), unresolvedTextsSQL), reads: []string{"calls", "contents", "imports", "members", "types"}})
}

// signatureDoubts are those about an impact of another signature or type.
func signatureDoubts(m schema.Manifest) []doubting {
	compared := doubting{name: "implicit_compared", of: []schema.Kind{schema.KindField}, untyped: true, unless: implicitUses, reads: []string{"members"}}
	return append(breakingDoubts(m), compared)
}

// removalDoubts are those about an impact of a removal.
func removalDoubts(m schema.Manifest) []doubting {
	positions := doubting{name: "iota_positions", of: []schema.Kind{schema.KindConstant}, first: []string{valueStepsSQL}, reads: []string{"refs", "contents"}}
	return append(breakingDoubts(m), positions)
}

// relationDoubts are those that could make the relations of a type more than were found.
func relationDoubts(m schema.Manifest) []doubting {
	return append(notRead(m, gaps), outsideType, relationStrays, doubting{always: "across_indexes", several: true},
		uncomparedInterfaces, doubting{name: "uncompared_types", first: unlike, reads: comparable})
}

// implementationsDoubts are relationDoubts and one about instances of generic types.
func implementationsDoubts(m schema.Manifest) []doubting {
	return append(relationDoubts(m), halfCompared)
}

// implementsDoubts are relationDoubts and one about the interfaces that have no name.
func implementsDoubts(m schema.Manifest) []doubting {
	return append(relationDoubts(m), uncomparedUnnamed, doubting{name: "unnamed_interfaces", first: []string{derive.InterfaceMethods}, reads: []string{"overrides", "types"}})
}

// promotedUses is for fields that are embedded.
var promotedUses = doubting{name: "promoted_uses", of: []schema.Kind{schema.KindField}, first: []string{ownStepsSQL, sharedFieldsSQL}, reads: append([]string{"refs", "overrides"}, comparable...)}

// hierarchyDoubts are those of implementations and of implements, and one about what holds
// or embeds a type.
func hierarchyDoubts(m schema.Manifest) []doubting {
	members := doubting{name: "unresolved_members", untyped: true, first: []string{straysSQL, namesakesSQL, untypedMembersSQL}, reads: append([]string{"files"}, comparable...)}
	return append(implementsDoubts(m), halfCompared, members)
}

// uncomparedInterface is for methods that may stand in for those of such interfaces.
var uncomparedInterface = doubting{name: "uncompared_interface", gated: true, first: append(slices.Clone(compared), promotedSQL), onSteps: []string{uncomparedSQL}, reads: comparable}

// uncomparedDoubts are those about interfaces that types are not, or not always, compared
// with.
func uncomparedDoubts(schema.Manifest) []doubting {
	return []doubting{uncomparedInterfaces, halfCompared, uncomparedUnnamed}
}

// uncomparedInterfaces is for targets that are, or belong to, such an interface.
var uncomparedInterfaces = doubting{name: "uncompared_interfaces", first: unlike, reads: comparable,
	of: []schema.Kind{schema.KindInterface, schema.KindInterfaceMethod, schema.KindTypeAlias}}

// halfCompared is for targets that instances of a generic type may implement.
var halfCompared = doubting{name: "half_compared", first: compared, reads: comparable, of: uncomparedInterfaces.of}

// uncomparedUnnamed is for targets that may satisfy such an interface.
var uncomparedUnnamed = doubting{name: "uncompared_unnamed", first: append(slices.Clone(unlike), unlikeBearersSQL, ownStepsSQL), reads: comparable, of: relatable}

// unreadFiles is for Go files, which may hold anything.
var unreadFiles = doubting{name: "unread_files", first: []string{unreadSQL}, reads: []string{"diagnostics"}, whole: true}

// Those about code that was not read, or not fully type-checked: any, and what can name a symbol on the
// walk, or a target. Types that never meet in a program satisfy interfaces all the same, so that
// relations take any.
var (
	gaps     = doubting{name: "gaps", first: []string{gapsSQL}, reads: gapTables, whole: true}
	gapsWalk = doubting{name: "gaps_walk", first: []string{gapsSQL}, reads: gapTables}
	gapsUses = doubting{name: "gaps_uses", first: []string{gapsSQL}, reads: gapTables}
)

// unread is unreadFiles where there can be such: each has a diagnostic, but in older indexes.
func unread(m schema.Manifest) []doubting {
	if !holds(m, schema.Diagnostics) && m.FeatureVersion >= saysAll {
		return nil
	}
	return []doubting{unreadFiles}
}

// notRead are the doubts about code that is not in the index.
func notRead(m schema.Manifest, partly doubting) []doubting {
	all := unread(m)
	if m.FeatureVersion < saysAll {
		all = append(all, doubting{always: olderIndex})
	}
	if holds(m, schema.Diagnostics) {
		all = append(all, partly)
	}
	if !m.Options.Tests {
		all = append(all, doubting{always: testsLeftOut})
	}
	return all
}

// otherBuilds is for targets that files of other builds declare too.
var otherBuilds = doubting{name: "other_builds", count: func(s *session) int {
	if len(s.targets) > 1 {
		return 0
	}
	return s.targets[0].OtherBuilds
}}

// outsideTypes is for interfaces that types from outside may satisfy, and their methods.
var outsideTypes = doubting{name: "outside_types", first: []string{derive.Closed}, reads: []string{"members", "refs", "types"}, of: []schema.Kind{schema.KindInterface, schema.KindInterfaceMethod}}

// outsideStanding is for methods of interfaces on a walk to callees.
var outsideStanding = doubting{name: "outside_standing", gated: true, first: []string{derive.InterfaceMethods, derive.Closed}, reads: []string{"members", "refs", "types"},
	when: func(s *session) bool { return s.dispatch }}

// outsideType is for types from outside and their methods, which are not compared with
// interfaces.
var outsideType = doubting{name: "outside_type", count: func(s *session) (count int) {
	for _, t := range s.targets {
		if t.File == "" && t.Kind != string(schema.KindInterface) && t.Kind != string(schema.KindInterfaceMethod) {
			count++
		}
	}
	return count
}}

// definitionDoubts are those that could make the definitions of a target more than were found.
func definitionDoubts(schema.Manifest) []doubting { return []doubting{otherBuilds} }

// acrossIndexes is for what stands in for a method, where there are several indexes.
var acrossIndexes = doubting{name: "across_indexes", several: true}

func holds(m schema.Manifest, t *schema.Table) bool {
	entry, _ := m.Table(t.Name)
	return entry.Rows > 0
}

func hasAssembly(m schema.Manifest) bool {
	for language := range m.Summary.Languages {
		if strings.Contains(language, "assembly") {
			return true
		}
	}
	return false
}
