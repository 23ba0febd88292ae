package schema

import "strings"

// About is the kind of fact that an index may lack for a symbol.
type About string

// The kinds of facts.
const (
	AboutCallers         About = "callers"          // calls of the symbol
	AboutCallees         About = "callees"          // calls that the symbol makes
	AboutPossibleCallees About = "possible_callees" // functions that may run where the symbol is called: methods for an interface method, or a function of another build
	AboutReferences      About = "references"       // uses of the symbol
	AboutSubtypes        About = "subtypes"         // types that implement the symbol, or methods that implement it
	AboutSupertypes      About = "supertypes"       // interfaces, or interface methods, that the symbol implements
	AboutHolders         About = "holders"          // types that embed the symbol or have a field of it
	AboutImports         About = "imports"          // imports of the symbol's package
	AboutChange          About = "change"           // code that a change of the symbol breaks without naming it
)

// Values lists the kinds of facts.
func (About) Values() []string {
	return texts(AboutCallers, AboutCallees, AboutPossibleCallees, AboutReferences, AboutSubtypes, AboutSupertypes,
		AboutHolders, AboutImports, AboutChange)
}

// Reason says why an answer may be incomplete.
type Reason string

// The reasons that rows of unknowns and of derived_unknowns have.
const (
	ReasonValueTaken       Reason = "value_taken"
	ReasonOutsideInterface Reason = "outside_interface"
	ReasonOutsideMethod    Reason = "outside_method"
	ReasonOutsideTypes     Reason = "outside_types"
	ReasonOutsideType      Reason = "outside_type"
	ReasonOutsideBody      Reason = "outside_body"
	ReasonLinkname         Reason = "linkname"
	ReasonAssembly         Reason = "assembly"
	ReasonReflection       Reason = "templates_and_reflection"
	ReasonUnreadFile       Reason = "unread_file"
	ReasonUnreadFolder     Reason = "unread_folder"
	ReasonTypeErrors       Reason = "type_errors"
	ReasonPassedOver       Reason = "passed_over"
	ReasonNotListed        Reason = "not_listed"
	ReasonExcludedByBuild  Reason = "excluded_by_build"
	ReasonTestBuild        Reason = "test_build"
	ReasonTestsLeftOut     Reason = "tests_left_out"
	ReasonUnresolvedCalls  Reason = "unresolved_calls"
	ReasonHeuristicCalls   Reason = "heuristic_calls"
	ReasonDynamicCalls     Reason = "dynamic_calls"
	ReasonGenericInstance  Reason = "generic_instance"
	ReasonUnnamedInterface Reason = "unnamed_interface"
	ReasonAliasUses        Reason = "alias_uses"
	ReasonPromotedUses     Reason = "promoted_uses"
	ReasonImplicitUses     Reason = "implicit_uses"
	ReasonIotaPositions    Reason = "iota_positions"
	ReasonDroppedRows      Reason = "dropped_rows"
)

// The reasons that only a run or a walk knows.
const (
	ReasonDispatchNotFollowed Reason = "dispatch_not_followed"
	ReasonAcrossIndexes       Reason = "across_indexes"
	ReasonUnreadableIndex     Reason = "unreadable_index"
	ReasonOutsidePackage      Reason = "outside_package"
	ReasonOutsideEmbedding    Reason = "outside_embedding"
	ReasonMemberUses          Reason = "member_uses"
	ReasonValueUses           Reason = "value_uses"
	ReasonSatisfiedInterface  Reason = "satisfied_interface"
	ReasonNoContent           Reason = "no_content"
	ReasonNoText              Reason = "no_text"
	ReasonSyntaxErrors        Reason = "syntax_errors"
	ReasonKeptByReflection    Reason = "kept_by_reflection"
	ReasonExportedUsed        Reason = "exported_assumed_used"
	ReasonEmbed               Reason = "embed"
	ReasonKeptByPosition      Reason = "kept_by_position"
	ReasonDeclaredOutside     Reason = "declared_outside_build"
	ReasonNotJudged           Reason = "not_judged"
	ReasonVersionSkew         Reason = "version_skew"
	ReasonNamesApart          Reason = "names_apart"
	ReasonSameNames           Reason = "same_names"
	ReasonAddressTaken        Reason = "address_taken"
)

// sentences has the sentence of each reason, without a full stop.
var sentences = map[Reason]string{
	ReasonValueTaken:          "code takes the function as a value and may call it through that value",
	ReasonOutsideInterface:    "calls go through an interface that is defined outside the repository",
	ReasonOutsideMethod:       "a method from outside the repository may run for an interface method that is called",
	ReasonOutsideTypes:        "types from outside the repository may implement the interface",
	ReasonOutsideType:         "the type is defined outside the repository, and the index does not compare it with all interfaces",
	ReasonOutsideBody:         "the function is defined outside the repository, and the index does not have its body",
	ReasonLinkname:            "a linker directive or an export gives the function to other code, or links its body from there",
	ReasonAssembly:            "assembly code names the symbol or is its body",
	ReasonReflection:          "templates, reflection or the standard library may use the symbol without naming it",
	ReasonUnreadFile:          "a source file was not read",
	ReasonUnreadFolder:        "a folder was not read",
	ReasonTypeErrors:          "code with syntax or type errors uses this name",
	ReasonPassedOver:          "code in a folder that the go command passes over uses this name and has no types: cortex extract FOLDER indexes it alone",
	ReasonNotListed:           "code that the go command did not list uses this name and has no types",
	ReasonExcludedByBuild:     "a file outside the chosen build uses or declares this name",
	ReasonTestBuild:           "tests declare a symbol that replaces another one when code is built with them",
	ReasonTestsLeftOut:        "the index was extracted without tests",
	ReasonUnresolvedCalls:     "calls are not resolved",
	ReasonHeuristicCalls:      "calls or other uses are resolved by rules or by name",
	ReasonDynamicCalls:        "calls of function values have no known callee",
	ReasonGenericInstance:     "not every instance of a generic type or interface is compared",
	ReasonUnnamedInterface:    "interfaces without a name are not listed",
	ReasonAliasUses:           "aliases of the type are used",
	ReasonPromotedUses:        "members of the embedded type are used through the field without its name",
	ReasonImplicitUses:        "code uses the field without its name, in literals without keys, conversions or comparisons",
	ReasonIotaPositions:       "constants below take their values from iota, which counts this one",
	ReasonDroppedRows:         "cortex dropped rows that contradict others",
	ReasonDispatchNotFollowed: "calls by dynamic dispatch are not followed",
	ReasonAcrossIndexes:       "types of one index are not compared with interfaces of another",
	ReasonUnreadableIndex:     "an index was not readable and was left out",
	ReasonOutsidePackage:      "the package is outside the repository, and its imports are not in the index",
	ReasonOutsideEmbedding:    "the type is defined outside the repository, and may have the member from an embedded type that has uses",
	ReasonMemberUses:          "fields or methods of the target are used where nothing names it",
	ReasonValueUses:           "values of the target are used where nothing names it",
	ReasonSatisfiedInterface:  "the target implements other interfaces: assertions to them, and conversions in code without types, are not listed",
	ReasonNoContent:           "the index does not have the source of files, and the answer has their signatures instead",
	ReasonNoText:              "the index does not have the text of files that were too large, not readable or not UTF-8",
	ReasonSyntaxErrors:        "files have syntax errors: the answer has their signatures, and declarations may be missing",
	ReasonKeptByReflection:    "reflection may call exported methods: they count as used, with the symbols that they use",
	ReasonExportedUsed:        "exported symbols of importable packages count as used, with the symbols that they use: include_exported judges them",
	ReasonEmbed:               "variables with a go:embed directive count as used",
	ReasonKeptByPosition:      "constants above used ones count as used where iota or a repeated value makes their places count",
	ReasonDeclaredOutside:     "symbols in files outside the chosen build are not judged",
	ReasonVersionSkew:         "repositories declare versions of the module that may be other commits than the one in the lake",
	ReasonSameNames:           "several repositories define a symbol of this name, and other repositories may mean any of them",
	ReasonNamesApart:          "other repositories do not name the symbols of this language as their own repository does",
	ReasonAddressTaken:        "code takes the address of the value, and may write and read it through the pointer",
	ReasonNotJudged:           "symbols in vendored code and in directories that the go command passes over, such as testdata, are not judged",
}

// Values lists the reasons.
func (Reason) Values() []string {
	return texts(ReasonValueTaken, ReasonOutsideInterface, ReasonOutsideMethod, ReasonOutsideTypes, ReasonOutsideType, ReasonOutsideBody,
		ReasonLinkname, ReasonAssembly, ReasonReflection, ReasonUnreadFile, ReasonUnreadFolder, ReasonTypeErrors,
		ReasonPassedOver, ReasonNotListed, ReasonExcludedByBuild, ReasonTestBuild, ReasonTestsLeftOut, ReasonUnresolvedCalls, ReasonHeuristicCalls,
		ReasonDynamicCalls, ReasonGenericInstance, ReasonUnnamedInterface, ReasonAliasUses, ReasonPromotedUses,
		ReasonImplicitUses, ReasonIotaPositions, ReasonDroppedRows, ReasonDispatchNotFollowed, ReasonAcrossIndexes, ReasonUnreadableIndex,
		ReasonOutsidePackage, ReasonOutsideEmbedding, ReasonMemberUses, ReasonValueUses, ReasonSatisfiedInterface, ReasonNoContent, ReasonNoText,
		ReasonSyntaxErrors, ReasonKeptByReflection, ReasonExportedUsed, ReasonEmbed, ReasonKeptByPosition,
		ReasonDeclaredOutside, ReasonNotJudged, ReasonAddressTaken, ReasonVersionSkew, ReasonNamesApart, ReasonSameNames)
}

// Sentence returns the sentence of a reason, without a full stop. It is empty for a reason outside the list.
func (r Reason) Sentence() string { return sentences[r] }

// Named is the names that a sentence about a reason may have; each may be empty.
type Named struct {
	Symbol string // the symbol with the gap
	Name   string // the name that all symbols with the gap have
	By     string // the symbol that causes the gap
}

// namedSentences has sentences of reasons with names: $symbol, $name and $by. The first sentence of which all names are known counts.
var namedSentences = map[Reason][]string{
	ReasonValueTaken:       {"code takes $symbol as a value and may call it through that value"},
	ReasonOutsideInterface: {"code outside the repository may call $symbol through $by", "calls of $symbol may run methods from outside the repository"},
	ReasonOutsideMethod:    {"$symbol may run where $by is called"},
	ReasonOutsideTypes:     {"types from outside the repository may implement $symbol"},
	ReasonOutsideType:      {"$symbol is defined outside the repository, and the index does not compare it with all interfaces"},
	ReasonOutsideBody:      {"$symbol is defined outside the repository, and the index does not have its body"},
	ReasonLinkname:         {"a linker directive or an export gives $symbol to other code, or links its body from there"},
	ReasonAssembly:         {"assembly code names $symbol or is its body"},
	ReasonReflection:       {"templates, reflection or the standard library may use $symbol without naming it"},
	ReasonTypeErrors:       {"errors in $by may hide uses or methods of $symbol", "errors in code may hide uses or methods of $symbol", "code with syntax or type errors uses the name $name"},
	ReasonPassedOver: {"the go command passes over the folder of $by, which concerns $symbol", "the go command passes over folders of code that uses $symbol: cortex extract FOLDER indexes one alone",
		"the go command passes over folders of code that uses the name $name: cortex extract FOLDER indexes one alone"},
	ReasonNotListed:           {"the go command did not list the package of $by, which concerns $symbol", "the go command did not list packages that use $symbol", "the go command did not list packages that use the name $name"},
	ReasonExcludedByBuild:     {"files outside the chosen build declare $by, which concerns $symbol", "files outside the chosen build use or declare $symbol", "files outside the chosen build use or declare the name $name"},
	ReasonTestBuild:           {"tests declare $by, which may replace $symbol"},
	ReasonUnresolvedCalls:     {"calls in $symbol are not resolved", "calls of the name $name are not resolved"},
	ReasonHeuristicCalls:      {"calls in $symbol are resolved by rules or by name", "uses of the name $name are resolved by rules or by name"},
	ReasonDynamicCalls:        {"calls of function values in $symbol have no known callee"},
	ReasonGenericInstance:     {"$symbol may run where $by is called, in an instance that is not compared", "not every instance of $symbol is compared"},
	ReasonUnnamedInterface:    {"$symbol implements interfaces without a name, which are not listed"},
	ReasonAliasUses:           {"code uses $symbol by its alias $by"},
	ReasonPromotedUses:        {"code uses $by and may reach it through $symbol without its name"},
	ReasonImplicitUses:        {"code uses $symbol without its name, in literals without keys, conversions or comparisons"},
	ReasonIotaPositions:       {"constants below $symbol take their values from iota, which counts this one"},
	ReasonDispatchNotFollowed: {"calls by dynamic dispatch of $symbol are not followed"},
	ReasonOutsideEmbedding:    {"$symbol is a member of an external type, which may have it from an embedded type that has uses"},
	ReasonMemberUses:          {"code uses $by where nothing names $symbol"},
	ReasonValueUses:           {"code uses values of $symbol through $by where nothing names it"},
	ReasonSatisfiedInterface:  {"the target implements $symbol too: assertions to its interface, and conversions in code without types, are not listed"},
}

// SentenceOf returns the sentence of a reason with names, without a full stop. Without a fitting sentence it is [Reason.Sentence].
func (r Reason) SentenceOf(n Named) string {
	for _, s := range namedSentences[r] {
		if lacks := strings.Contains(s, "$symbol") && n.Symbol == "" || strings.Contains(s, "$name") && n.Name == "" || strings.Contains(s, "$by") && n.By == ""; !lacks {
			return strings.NewReplacer("$symbol", n.Symbol, "$name", n.Name, "$by", n.By).Replace(s)
		}
	}
	return r.Sentence()
}
