package diff

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

var (
	//go:embed api.sql
	apiSQL string
	//go:embed selectable.sql
	selectableSQL string
	//go:embed renamed_types.sql
	renamedTypesSQL string
	//go:embed definitions.sql
	definitionsSQL string
)

// Module is the verdict on a Go module, or the public symbols of a language that no Go module has.
type Module struct {
	Module     string      `json:"module"`   // the path of the Go module, or the language
	Step       string      `json:"step"`     // major, minor or patch; empty for other languages
	Because    string      `json:"because"`  // the rule that decided
	Breaking   []APIChange `json:"breaking"` // changes that can break code outside the module
	Compatible []APIChange `json:"compatible"`
}

// APIChange is a public symbol that differs. Old and New are its declarations, where they say more than the message.
type APIChange struct {
	Symbol  string `json:"symbol"`
	Kind    string `json:"kind"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Old     string `json:"old,omitempty"`
	New     string `json:"new,omitempty"`
	File    string `json:"file"`
	Line    int    `json:"line"` // in the head; of a removed symbol in the base
	Gone    bool   `json:"gone"` // the place is in the base
	Uses    int    `json:"uses"` // in the repository of the base

	generated bool
}

// The steps of a semantic version.
const (
	major = "major"
	minor = "minor"
	patch = "patch"
)

// rules are the sentences of the rules, by name.
var rules = map[string]string{
	"added":            "a new public symbol breaks nothing",
	"removed":          "code that uses a removed symbol breaks",
	"kind":             "a symbol of another kind cannot be used as before",
	"type":             "a value of another type cannot be used as before",
	"signature":        "a function with another signature cannot be called or assigned as before",
	"parameters":       "calls as before may have too few arguments, or name a parameter that is not there",
	"value":            "a constant with another value changes programs that compile it in",
	"receiver":         "a method that needs a pointer is missing from the values of its type",
	"interface_method": "types that implement an interface lack a method that is added to it",
	"sealed":           "no type outside the package can have an unexported method",
	"comparable":       "values of a struct that is no longer comparable cannot be compared or be keys of maps",
	"type_parameters":  "other type parameters or constraints refuse type arguments that were valid",
	"wider":            "a method of values is also one of pointers",
}

// apiRow is a public symbol on both sides. An id is 0 where it is absent.
type apiRow struct {
	oldID, newID               int32
	oldKind, newKind           string
	oldAPI, newAPI             bool
	symbol, name, language     string
	exported                   bool
	oldSig, newSig             string
	oldContainer, newContainer int32
	module, file               string
	line                       int
	oldReceiver, newReceiver   string
	uses                       int // in the base
	generated                  bool
}

func (r *apiRow) isType() bool {
	return slices.Contains([]string{"struct", "interface", "type", "type_alias"}, cmp.Or(r.oldKind, r.newKind))
}

// selected is a field or method that a type has, perhaps by embedding.
type selected struct {
	symbol, kind, receiver string
	signature              int64
	depth                  int
}

// definition is a type in one of the indexes.
type definition struct {
	kind, text string
	sealed     bool
	members    []part
}

// part is a member of a type.
type part struct {
	kind, name, expr string
	typeID           int32
}

// judge compares the public symbols of Go.
type judge struct {
	s                    *session
	rows                 []*apiRow
	byOld, byNew         map[int32]*apiRow             // the types among the rows
	oldHas, newHas       map[int32]map[string]selected // of the types that both sides have
	oldTypes, newTypes   map[int32]definition
	oldInside, newInside map[int32]bool // of interfaces: whether an interface in them has an unexported method
	breaking, compatible map[string][]APIChange
	only                 []onlyType
	explained            map[int32]bool // interfaces, by old id, with a change of a method
	others               parameters
}

// of returns a statement about one of the indexes, whose schema replaces the word side.
func of(schema, statement string) string { return strings.ReplaceAll(statement, "side.", schema+".") }

// api judges the public symbols.
func (s *session) api(ctx context.Context) error {
	rows, err := read(ctx, s, func(r **apiRow) []any {
		x := &apiRow{}
		*r = x
		return []any{&x.oldID, &x.newID, &x.oldKind, &x.newKind, &x.oldAPI, &x.newAPI, &x.symbol, &x.name, &x.language, &x.exported, &x.oldSig, &x.newSig,
			&x.oldContainer, &x.newContainer, &x.module, &x.file, &x.line, &x.oldReceiver, &x.newReceiver, &x.uses, &x.generated}
	}, apiSQL)
	if err != nil {
		return err
	}
	j := &judge{s: s, byOld: map[int32]*apiRow{}, byNew: map[int32]*apiRow{}, breaking: map[string][]APIChange{}, compatible: map[string][]APIChange{},
		explained: map[int32]bool{}}
	if j.others, err = s.parameters(ctx, rows); err != nil {
		return err
	}
	for _, r := range rows {
		if r.isType() {
			j.byOld[r.oldID], j.byNew[r.newID] = r, r
		}
		if r.language != "go" {
			j.other(r)
			continue
		}
		j.rows = append(j.rows, r)
	}
	delete(j.byOld, 0)
	delete(j.byNew, 0)
	if err := j.load(ctx); err != nil {
		return err
	}
	for _, r := range j.rows {
		if !r.isType() || r.oldID == 0 || r.newID == 0 || r.oldKind != r.newKind {
			j.judge(r)
		}
	}
	for _, r := range j.rows { // after their members, which explain the change of an interface
		if r.isType() && r.oldID != 0 && r.newID != 0 && r.oldKind == r.newKind {
			j.define(r)
		}
	}
	s.modules(j)
	return nil
}

// load reads the definitions of the types that differ.
func (j *judge) load(ctx context.Context) (err error) {
	olds, news := []int32{0}, []int32{0} // the driver cannot bind an empty list
	for _, r := range j.rows {
		if r.oldID != 0 && r.newID != 0 && r.isType() && r.oldKind == r.newKind {
			olds, news = append(olds, r.oldID), append(news, r.newID)
		}
	}
	j.only, err = read(ctx, j.s, func(t *onlyType) []any { return []any{&t.isNew, &t.dir, &t.name, &t.exported, &t.definition} }, renamedTypesSQL)
	if err != nil {
		return err
	}
	if j.oldHas, err = j.selectable(ctx, of(queries.BaseSchema, selectableSQL), olds); err != nil {
		return err
	}
	if j.newHas, err = j.selectable(ctx, of(queries.HeadSchema, selectableSQL), news); err != nil {
		return err
	}
	if j.oldTypes, j.oldInside, err = j.definitions(ctx, of(queries.BaseSchema, definitionsSQL), olds); err != nil {
		return err
	}
	j.newTypes, j.newInside, err = j.definitions(ctx, of(queries.HeadSchema, definitionsSQL), news)
	return err
}

func (j *judge) selectable(ctx context.Context, text string, ids []int32) (map[int32]map[string]selected, error) {
	type row struct {
		root int32
		name string
		selected
	}
	rows, err := read(ctx, j.s, func(r *row) []any {
		return []any{&r.root, &r.name, &r.symbol, &r.kind, &r.signature, &r.depth, &r.receiver}
	}, text, ids)
	if err != nil {
		return nil, err
	}
	has := map[int32]map[string]selected{}
	for _, r := range rows {
		if has[r.root] == nil {
			has[r.root] = map[string]selected{}
		}
		if before, ok := has[r.root][r.name]; !ok || r.depth < before.depth {
			has[r.root][r.name] = r.selected
		}
	}
	return has, nil
}

func (j *judge) definitions(ctx context.Context, text string, ids []int32) (map[int32]definition, map[int32]bool, error) {
	type row struct {
		root, id       int32
		depth, ordinal int
		kind, text     string
		sealed         bool
		part           part
	}
	rows, err := read(ctx, j.s, func(r *row) []any {
		return []any{&r.root, &r.id, &r.depth, &r.kind, &r.sealed, &r.text, &r.part.kind, &r.part.name, &r.part.expr, &r.part.typeID, &r.ordinal}
	}, text, ids)
	if err != nil {
		return nil, nil, err
	}
	defs, sealed := map[int32]definition{}, map[int32]bool{}
	seen := map[[2]int32]bool{} // a type and the root that listed its parts
	from := map[int32]int32{}
	for _, r := range rows {
		if r.kind == "interface" && r.sealed {
			sealed[r.root] = true
		}
		if first, ok := from[r.id]; ok && first != r.root {
			continue
		}
		from[r.id] = r.root
		d := defs[r.id]
		d.kind, d.text, d.sealed = r.kind, r.text, r.sealed
		key := [2]int32{r.id, int32(len(d.members))}
		if r.part.kind != "" && !seen[key] && !slices.Contains(d.members, r.part) {
			d.members = append(d.members, r.part)
		}
		defs[r.id] = d
	}
	return defs, sealed, nil
}

// onlyType is a type that one index alone has.
type onlyType struct {
	isNew      bool
	dir        string
	name       string
	exported   bool
	definition string // the kind with the hash of the definition
}

// tokens matches the names and the other characters of a declaration.
var tokens = regexp.MustCompile(`[\pL_][\pL\pN_]*|[^\pL_\s]+`)

// corresponds reports whether two declarations differ only in the name of a type that code outside the package cannot name: a type that is
// not exported got another name, and perhaps became exported.
func (j *judge) corresponds(r *apiRow) bool {
	declared := func(s string) []string {
		if r.oldKind == "variable" {
			s, _, _ = strings.Cut(s, " = ")
		}
		return tokens.FindAllString(s, -1)
	}
	old, now := declared(r.oldSig), declared(r.newSig)
	if len(old) != len(now) {
		return false
	}
	found := func(isNew bool, name string) int {
		return slices.IndexFunc(j.only, func(t onlyType) bool {
			return t.isNew == isNew && t.name == name && t.dir == path.Dir(r.file) && (isNew || !t.exported)
		})
	}
	pairs := map[string]string{}
	for i := range old {
		if old[i] == now[i] {
			continue
		}
		x, y := found(false, old[i]), found(true, now[i])
		if x < 0 || y < 0 || j.only[x].definition != j.only[y].definition {
			return false
		}
		if before, ok := pairs[old[i]]; ok && before != now[i] {
			return false
		}
		pairs[old[i]] = now[i]
	}
	return len(pairs) > 0
}

// breaks notes a change that breaks users.
func (j *judge) breaks(r *apiRow, rule, message string) { j.note(j.breaking, r, rule, message) }

// allows notes a change that breaks no user.
func (j *judge) allows(r *apiRow, rule, message string) { j.note(j.compatible, r, rule, message) }

func (j *judge) note(to map[string][]APIChange, r *apiRow, rule, message string) {
	c := APIChange{Symbol: r.symbol, Kind: cmp.Or(r.newKind, r.oldKind), Rule: rule, Message: message, File: r.file, Line: r.line, Gone: r.newID == 0, Uses: r.uses, generated: r.generated}
	if r.oldSig != r.newSig {
		c.Old, c.New = r.oldSig, r.newSig
	}
	key := r.module
	if r.language != "go" {
		key = r.language
	}
	to[key] = append(to[key], c)
}

// other lists a symbol of a language without a verdict.
func (j *judge) other(r *apiRow) {
	switch {
	case r.newID == 0:
		j.breaks(r, "removed", "removed")
	case r.oldID == 0 && r.newKind == "interface_method" && !j.whole(r) && !strings.Contains(r.newSig, r.name+"?"):
		j.breaks(r, "interface", "implementations need the new method")
	case r.oldID == 0:
		j.allows(r, "added", "added")
	case r.oldAPI && !r.newAPI:
		j.breaks(r, "removed", "no longer public")
	case !r.oldAPI && r.newAPI:
		j.allows(r, "added", "public now")
	case r.oldAPI && r.oldKind != r.newKind:
		j.breaks(r, "kind", fmt.Sprintf("changed from %s to %s", r.oldKind, r.newKind))
	case r.oldAPI && r.isType() && r.oldSig != r.newSig:
		j.breaks(r, "type", "another definition")
	case r.oldAPI && slices.Contains([]string{"function", "method"}, r.oldKind):
		if lacks := j.others.lacking(r); lacks != "" {
			j.breaks(r, "parameters", lacks)
		}
	}
}

// parameters are the names of the parameters of functions in languages without a type checker, by id, in both indexes.
type parameters struct{ base, head map[int32][]string }

//go:embed parameters.sql
var parametersSQL string

// parameters reads the parameters of the functions that differ.
func (s *session) parameters(ctx context.Context, rows []*apiRow) (p parameters, err error) {
	olds, news := []int32{0}, []int32{0} // the driver cannot bind an empty list
	for _, r := range rows {
		if r.language != "go" {
			olds, news = append(olds, r.oldID), append(news, r.newID)
		}
	}
	type row struct {
		base bool
		id   int32
		name string

		ordinal int32
	}
	all, err := read(ctx, s, func(r *row) []any { return []any{&r.base, &r.id, &r.name, &r.ordinal} }, parametersSQL, olds, news)
	p = parameters{map[int32][]string{}, map[int32][]string{}}
	for _, r := range all {
		side := p.head
		if r.base {
			side = p.base
		}
		side[r.id] = append(side[r.id], r.name)
	}
	return p, err
}

// lacking says why calls of the old function may fail: a parameter is gone or elsewhere, or a new one has no default. It is empty when other
// parts differ, such as annotations, which rules do not judge.
func (p parameters) lacking(r *apiRow) string {
	before, after := p.base[r.oldID], p.head[r.newID]
	oldPlaces, newPlaces := placed(before, r.oldSig), placed(after, r.newSig)
	for i, name := range before {
		switch {
		case !slices.Contains(after, name):
			return "the parameter " + name + " is gone"
		case i < oldPlaces && slices.Index(after, name) >= newPlaces:
			return "the parameter " + name + " is given by name only"
		case i < oldPlaces && (i >= len(after) || after[i] != name):
			return "the parameter " + name + " has another place"
		}
	}
	for _, name := range after {
		optional := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `(\?|\s*=|\s*:[^,()]*=)|(\*|\.\.\.)` + regexp.QuoteMeta(name) + `\b`)
		switch {
		case optional.MatchString(r.newSig):
		case !slices.Contains(before, name):
			return "the new parameter " + name + " needs a value"
		case optional.MatchString(r.oldSig):
			return "the parameter " + name + " needs a value"
		}
	}
	return ""
}

// placed returns the number of parameters that calls give by place: in Python those before a star.
func placed(names []string, signature string) int {
	depth, isStart := 0, false
	for i, c := range signature {
		switch {
		case c == '*' && isStart && depth == 1 && !strings.HasPrefix(signature[i:], "**"):
			n := 0
			for _, name := range names {
				if regexp.MustCompile(`[(,]\s*` + regexp.QuoteMeta(name) + `\b`).MatchString(signature[:i]) {
					n++
				}
			}
			return n
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		}
		if c != ' ' {
			isStart = c == '(' || c == ','
		}
	}
	return len(names)
}

// whole reports whether a change of the container says everything about a member: the container is gone, new or of another kind.
func (j *judge) whole(r *apiRow) bool {
	for _, c := range []*apiRow{j.byOld[r.oldContainer], j.byNew[r.newContainer]} {
		if c != nil && (c.oldID == 0 || c.newID == 0 || c.oldKind != c.newKind) {
			return true
		}
	}
	return false
}

// judge judges a symbol of Go that is no type of the same kind on both sides.
func (j *judge) judge(r *apiRow) {
	switch {
	case j.whole(r):
	case r.newID == 0:
		j.removed(r)
	case r.oldID == 0:
		j.added(r)
	case !r.oldAPI:
		j.allows(r, "added", "added")
	case !r.newAPI: // the symbol that gave access to it has a change
	case r.oldKind == "function" && r.newKind == "variable":
		j.allows(r, "kind", "changed from function to variable")
	case r.oldKind != r.newKind:
		j.breaks(r, "kind", "changed from "+words(r.oldKind)+" to "+words(r.newKind))
	default:
		j.resigned(r)
	}
}

func words(kind string) string {
	if kind == "type" {
		return "defined type"
	}
	return strings.ReplaceAll(kind, "_", " ")
}

func (j *judge) removed(r *apiRow) {
	if r.isType() && !r.exported { // its uses changed
		return
	}
	t := j.byOld[r.oldContainer]
	if r.oldKind == "interface_method" && t == nil {
		return
	}
	if t != nil {
		if now, ok := j.newHas[t.newID][r.name]; ok && r.oldKind != "interface_method" || ok && now.kind == r.oldKind {
			if before := j.oldHas[t.oldID][r.name]; before.signature != now.signature && now.signature != 0 && !sameBut(before, now) {
				j.breaks(r, "signature", "replaced by the one of an embedded type, with another signature")
			}
			return
		}
		j.explained[t.oldID] = true
	}
	j.breaks(r, "removed", "removed")
}

// sameBut reports whether a method of values replaces one of pointers, or the other way around. Their signatures cannot be compared.
func sameBut(a, b selected) bool {
	return strings.HasPrefix(a.receiver, "*") != strings.HasPrefix(b.receiver, "*")
}

func (j *judge) added(r *apiRow) {
	t := j.byNew[r.newContainer]
	if r.newKind == "interface_method" && t == nil { // the interface had it by embedding, because its definition does not differ
		return
	}
	if t != nil {
		if _, had := j.oldHas[t.oldID][r.name]; had {
			return
		}
	}
	if r.newKind == "interface_method" && t != nil && t.oldID != 0 {
		j.explained[t.oldID] = true
		if !j.oldInside[t.oldID] {
			j.breaks(r, "interface_method", "added to an interface")
			return
		}
	}
	if r.isType() && !r.exported {
		return
	}
	j.allows(r, "added", "added")
}

// resigned judges a symbol with another signature hash.
func (j *judge) resigned(r *apiRow) {
	if r.oldKind != "constant" && j.corresponds(r) {
		return
	}
	switch r.oldKind {
	case "constant":
		j.breaks(r, "value", "another value or type")
	case "variable", "field":
		j.breaks(r, "type", "another type")
	case "method":
		j.method(r)
	case "interface_method":
		if t := j.byOld[r.oldContainer]; t != nil {
			j.explained[t.oldID] = true
		}
		j.breaks(r, "signature", "another signature")
	default:
		j.breaks(r, "signature", "another signature")
	}
}

// method tells a change of the receiver from one of the signature.
func (j *judge) method(r *apiRow) {
	was, is := strings.HasPrefix(r.oldReceiver, "*"), strings.HasPrefix(r.newReceiver, "*")
	same := afterReceiver(r.oldSig) == afterReceiver(r.newSig)
	switch {
	case was && !is && same:
		j.allows(r, "wider", "a method of values instead of pointers")
	case !was && is && same:
		j.breaks(r, "receiver", "a method of pointers instead of values")
	default:
		j.breaks(r, "signature", "another signature")
	}
}

// afterReceiver returns a signature of a method from its name on.
func afterReceiver(signature string) string {
	_, rest, ok := strings.Cut(signature, ") ")
	if !ok {
		return signature
	}
	return rest
}

// define judges a type whose definition differs and whose kind is the same.
func (j *judge) define(r *apiRow) {
	if !r.oldAPI || !r.newAPI {
		if !r.oldAPI && r.exported {
			j.allows(r, "added", "added")
		}
		return
	}
	before, after := j.oldTypes[r.oldID], j.newTypes[r.newID]
	if constraints(before) != constraints(after) {
		j.breaks(r, "type_parameters", "other type parameters")
	}
	switch r.oldKind {
	case "type_alias":
		if r.exported {
			j.breaks(r, "type", "another type")
		}
	case "struct":
		j.promoted(r)
		if j.isComparable(j.oldTypes, r.oldID, 0) && !j.isComparable(j.newTypes, r.newID, 0) {
			j.breaks(r, "comparable", "no longer comparable")
		}
	case "interface":
		j.promoted(r)
		switch {
		case j.oldInside[r.oldID]:
		case j.newInside[r.newID]:
			j.breaks(r, "sealed", "an unexported method is added")
		case !j.explained[r.oldID]:
			j.breaks(r, "type", "another set of types or methods")
		}
	case "type":
		if old, now := underlying(before.text, r.name), underlying(after.text, r.name); old != now {
			if widens(old, now) {
				j.allows(r, "type", "a wider numeric type")
			} else {
				j.breaks(r, "type", "another underlying type")
			}
		}
	}
}

// promoted compares the fields and methods that a type has by embedding.
func (j *judge) promoted(r *apiRow) {
	old, now := j.oldHas[r.oldID], j.newHas[r.newID]
	for _, name := range sortedNames(old) {
		m := old[name]
		if _, has := now[name]; has || m.depth == 0 {
			continue
		}
		j.explained[r.oldID] = true
		c := *r
		c.symbol, c.oldKind, c.newKind, c.oldSig, c.newSig = r.symbol+"."+name, m.kind, m.kind, "", ""
		j.breaks(&c, "removed", "no longer there by embedding")
	}
	if r.oldKind != "interface" {
		return
	}
	for _, name := range sortedNames(now) {
		if _, had := old[name]; had || now[name].depth == 0 {
			continue
		}
		j.explained[r.oldID] = true
		if !j.oldInside[r.oldID] {
			c := *r
			c.symbol, c.oldKind, c.newKind, c.oldSig, c.newSig = r.symbol+"."+name, now[name].kind, now[name].kind, "", ""
			j.breaks(&c, "interface_method", "added to an interface by embedding")
		}
	}
}

func sortedNames(m map[string]selected) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// constraints joins the constraints of the type parameters.
func constraints(d definition) string {
	var out []string
	for _, m := range d.members {
		if m.kind == "type_parameter" {
			out = append(out, m.expr)
		}
	}
	return strings.Join(out, ", ")
}

// underlying returns the text of a type declaration after the name and the type parameters.
func underlying(text, name string) string {
	_, rest, _ := strings.Cut(text, name)
	return strings.TrimSpace(rest)
}

// wider lists the numeric types by the ones that have all their values, after apidiff.
var wider = map[string]string{
	"uint8": " uint16 uint32 uint uint64 ", "byte": " uint16 uint32 uint uint64 ", "uint16": " uint32 uint uint64 ", "uint32": " uint uint64 ", "uint": " uint64 ",
	"int8": " int16 int32 int int64 ", "int16": " int32 int int64 ", "int32": " int int64 ", "rune": " int int64 ", "int": " int64 ",
	"float32": " float64 ", "complex64": " complex128 ",
}

func widens(old, now string) bool { return strings.Contains(wider[old], " "+now+" ") }

// maxNesting is the depth of types in types that are followed.
const maxNesting = 6

// isComparable reports whether values of a type can be compared. Types that are not known count as comparable.
func (j *judge) isComparable(types map[int32]definition, id int32, depth int) bool {
	d, known := types[id]
	if !known || depth > maxNesting {
		return true
	}
	switch d.kind {
	case "struct":
		for _, m := range d.members {
			if (m.kind == "field" || m.kind == "embedded") && !j.partComparable(types, m, depth) {
				return false
			}
		}
	case "type":
		_, text, _ := strings.Cut(d.text, " ")
		if _, text, ok := strings.Cut(text, " "); ok {
			return !isReference(text)
		}
	}
	return true
}

func (j *judge) partComparable(types map[int32]definition, m part, depth int) bool {
	expr := m.expr
	for strings.HasPrefix(expr, "[") && !strings.HasPrefix(expr, "[]") {
		_, rest, ok := strings.Cut(expr, "]")
		if !ok {
			break
		}
		expr = rest
	}
	switch {
	case isReference(expr):
		return false
	case strings.HasPrefix(expr, "struct"):
		return !strings.Contains(expr, "[]") && !strings.Contains(expr, "map[") && !strings.Contains(expr, "func(")
	case strings.HasPrefix(expr, "*"), strings.HasPrefix(expr, "chan"), strings.HasPrefix(expr, "<-"), strings.HasPrefix(expr, "interface"):
		return true
	}
	return j.isComparable(types, m.typeID, depth+1)
}

// isReference reports whether a type expression is a slice, a map or a function.
func isReference(expr string) bool {
	return strings.HasPrefix(expr, "[]") || strings.HasPrefix(expr, "map[") || strings.HasPrefix(expr, "func(")
}

// modules lists the verdicts: of each Go module with a changed file, and of each other language with a change.
func (s *session) modules(j *judge) {
	names := map[string]bool{}
	goes := map[string]bool{}
	for _, f := range s.a.Files {
		if f.module != "" && (f.language == "go" || f.language == "go module") {
			names[f.module], goes[f.module] = true, true
		}
	}
	for _, changes := range []map[string][]APIChange{j.breaking, j.compatible} {
		for name := range changes {
			names[name] = true
		}
	}
	for _, r := range j.rows {
		goes[r.module] = true
	}
	for name := range names {
		m := Module{Module: name, Breaking: append([]APIChange{}, j.breaking[name]...), Compatible: append([]APIChange{}, j.compatible[name]...)}
		switch {
		case !goes[name]:
		case len(m.Breaking) > 0:
			m.Step, m.Because = major, rules[m.Breaking[0].Rule]
		case len(m.Compatible) > 0:
			m.Step, m.Because = minor, rules[m.Compatible[0].Rule]
		default:
			m.Step, m.Because = patch, "no public symbol differs"
		}
		s.a.Modules = append(s.a.Modules, m)
	}
	slices.SortFunc(s.a.Modules, func(a, b Module) int {
		order := []string{major, minor, "", patch}
		return cmp.Or(cmp.Compare(slices.Index(order, a.Step), slices.Index(order, b.Step)), cmp.Compare(len(b.Breaking), len(a.Breaking)), strings.Compare(a.Module, b.Module))
	})
	for _, m := range s.a.Modules {
		for _, c := range m.Breaking {
			line := c.Line
			if c.Gone {
				line = 0
			}
			s.find("breaking", c.File, line, c.Symbol, "%s: %s", c.Message, rules[c.Rule])
		}
	}
}
