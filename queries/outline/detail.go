// Package outline shows one file, package, type or symbol: its declarations without bodies, its parts, its scopes and its relations.
// [All] lists the operations skeleton, detail, scope, package_summary and type_hierarchy.
package outline

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

// All returns the operations of the package.
func All() []queries.Operation {
	return []queries.Operation{detail(), scope(), packageSummary(), typeHierarchy(), skeleton()}
}

var (
	//go:embed detail.sql
	detailSQL string
	//go:embed detail_parts.sql
	detailPartsSQL string
)

type detailArgs struct {
	Target         string `arg:"target" required:"" positional:"" help:"a symbol: a name or file:line[:column]"`
	Kind           string `arg:"kind" help:"only a target of this kind"`
	IncludeContext bool   `arg:"include_context" default:"true" help:"return the source of its declaration"`
}

// detailInfo is one symbol with its parts.
type detailInfo struct {
	Symbol      answer.SymbolInfo `json:"symbol"`
	Doc         string            `json:"doc"`
	Parameters  []parameterInfo   `json:"parameters"` // receiver, parameters, results
	Members     []memberInfo      `json:"members"`    // as declared, then the methods by name
	TypeParams  []typeParamInfo   `json:"type_params"`
	Annotations []annotationInfo  `json:"annotations"`
	CallerCount int               `json:"caller_count"` // the results of callers at depth 1
	CalleeCount int               `json:"callee_count"` // the functions that calls in it name
	Complexity  int               `json:"complexity"`   // cyclomatic; 0 without a body
	Context     string            `json:"context"`

	callers answer.Callers
}

type parameterInfo struct {
	Name       string `json:"name"` // may be empty
	TypeExpr   string `json:"type_expr"`
	IsReceiver bool   `json:"is_receiver"`
	IsReturn   bool   `json:"is_return"`
}

type memberInfo struct {
	Name       string `json:"name"` // empty for an element of a constraint
	Kind       string `json:"kind"` // as in the table members, or method
	TypeExpr   string `json:"type_expr"`
	Visibility string `json:"visibility"`

	position string
}

type typeParamInfo struct {
	Name        string `json:"name"`
	Constraints string `json:"constraints"`
}

type annotationInfo struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`

	line int
}

type detailAnswer struct {
	*answer.Head
	Detail detailInfo `json:"detail"`
}

func detail() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "detail",
		Summary: "describe one symbol: signature, doc, parameters, members, counts, source",
		Help: `caller_count is the number of results of callers at depth 1. These call the symbol by name, may
call it by dynamic dispatch, or take it as a value. callee_count counts the
functions and methods that calls in it name, an interface method as one.`,
		Example: "detail queries.Open",
	}, func(ctx context.Context, ix *queries.Index, args detailArgs, h *answer.Head) (*detailAnswer, error) {
		kinds, err := answer.TargetKinds(args.Kind)
		if err != nil {
			return nil, err
		}
		s, err := h.One(ctx, ix, args.Target, kinds)
		if err != nil {
			return nil, err
		}
		d := &detailAnswer{Head: h}
		if err := d.read(ctx, ix, s, args.IncludeContext); err != nil {
			return nil, fmt.Errorf("detail of %s: %w", s.Symbol, err)
		}
		h.Only(d.Detail)
		d.tabulate()
		return d, nil
	})
}

// read fills the detail, and asks why it may be incomplete.
func (d *detailAnswer) read(ctx context.Context, ix *queries.Index, s target.Symbol, withSource bool) error {
	i := &d.Detail
	var external bool
	var file int32
	if err := ix.QueryRow(ctx, detailSQL, s.ID).Scan(append(i.Symbol.Fields(), &i.Doc, &external, answer.OrZero(&file), &i.Complexity,
		&i.CalleeCount)...); err != nil {
		return err
	}
	if err := d.readParts(ctx, ix, s); err != nil {
		return err
	}
	asked := []completeness.Asked{{About: schema.AboutReferences, IDs: []int32{s.ID}}}
	if answer.IsCallable(s.Kind) {
		asked = append(asked, completeness.Asked{About: schema.AboutCallees, IDs: []int32{s.ID}})
		var err error
		if i.callers, err = d.Callers(ctx, ix, s.ID, s.Kind); err != nil {
			return err
		}
		i.CallerCount = i.callers.Total()
		d.Reason(schema.ReasonOutsideEmbedding, s.Promoted)
		if external {
			d.Reason(schema.ReasonOutsideBody, 1)
		}
	}
	if err := d.Ask(ctx, ix, asked...); err != nil {
		return err
	}
	if !withSource || s.StartLine == 0 {
		return nil
	}
	texts, err := ix.Sources(ctx, []int32{file})
	if text, ok := texts[file]; ok {
		i.Context = answer.Source(text, s.StartLine, s.EndLine, answer.MaxSourceLines)
	}
	return err
}

// readParts fills the parts of the symbol.
func (d *detailAnswer) readParts(ctx context.Context, ix *queries.Index, s target.Symbol) error {
	type part struct {
		section, ordinal, line int
		kind, name, text, file string
		exported               bool
	}
	parts, err := queries.Collect(ctx, ix.Query, func(p *part) []any {
		return []any{&p.section, &p.kind, &p.ordinal, &p.name, &p.text, &p.exported, answer.OrZero(&p.file), answer.OrZero(&p.line)}
	}, detailPartsSQL, s.ID)
	i := &d.Detail
	i.Parameters, i.Members, i.TypeParams, i.Annotations = []parameterInfo{}, []memberInfo{}, []typeParamInfo{}, []annotationInfo{}
	for _, p := range parts {
		switch {
		case p.kind == "type_parameter":
			i.TypeParams = append(i.TypeParams, typeParamInfo{p.name, p.text})
		case p.section == 0:
			i.Parameters = append(i.Parameters, parameterInfo{p.name, p.text, p.kind == "receiver", p.kind == "result"})
		case p.section == 3:
			i.Annotations = append(i.Annotations, annotationInfo{p.name, p.text, p.line})
		default:
			visibility := map[bool]string{true: "public", false: "private"}[p.exported]
			i.Members = append(i.Members, memberInfo{p.name, p.kind, p.text, visibility, answer.Position(p.file, p.line)})
		}
	}
	return err
}

// tabulate makes a table of parts.
func (d *detailAnswer) tabulate() {
	d.Layout(queries.Table{Columns: []string{"position", "part", "text"}, GroupBy: 2, Subject: 2})
	i, s := d.Detail, d.Detail.Symbol
	add := func(position, part, text string) { d.Row(position, part, strings.ReplaceAll(text, "\t", "    ")) }
	add(s.Position(), "symbol", queries.Readable(s.Symbol))
	add(s.Position(), "symbol", s.Signature)
	used := fmt.Sprintf("%s %s", s.Visibility, strings.ReplaceAll(s.Kind, "_", " "))
	if d.Counts() {
		used += ", used " + answer.Times(s.RefCount)
	}
	if s.ExternalRefCount > 0 && d.Counts() {
		used += fmt.Sprintf(", %d of that in other packages", s.ExternalRefCount)
	}
	add(s.Position(), "symbol", used)
	if answer.IsCallable(s.Kind) && d.Counts() {
		calls := i.callers.String()
		if s.File != "" {
			calls += fmt.Sprintf(", calls %d", i.CalleeCount)
		}
		if i.Complexity > 0 {
			calls += fmt.Sprintf(", complexity %d", i.Complexity)
		}
		add(s.Position(), "symbol", calls)
	}
	for line := range strings.Lines(i.Doc) {
		add(s.Position(), "doc", strings.TrimRight(line, "\n"))
	}
	for _, a := range i.Annotations {
		add(answer.Position(s.File, a.line), "annotations", strings.TrimSpace(a.Name+" "+a.Arguments))
	}
	for _, p := range i.TypeParams {
		add(s.Position(), "type parameters", p.Name+" "+p.Constraints)
	}
	for _, p := range i.Parameters {
		part := "parameters"
		switch {
		case p.IsReceiver:
			part = "receiver"
		case p.IsReturn:
			part = "results"
		}
		add(s.Position(), part, strings.TrimSpace(p.Name+" "+p.TypeExpr))
	}
	for _, m := range i.Members {
		text := m.TypeExpr
		if m.Kind != "method" && m.Kind != "embedded" {
			text = strings.TrimSpace(m.Name + " " + m.TypeExpr)
		}
		add(m.position, strings.ReplaceAll(m.Kind, "_", " "), text)
	}
	e, ok := queries.NewExcerpt(s.File, i.Context)
	if !ok {
		return
	}
	first, _ := strconv.Atoi(e.Place[len(s.File)+1:])
	for n, line := range strings.Split(e.Text, "\n") {
		if at := first + n; i.Doc == "" || at >= s.StartLine { // the doc is in the table already
			add(answer.Position(s.File, at), "source", line)
		}
	}
	if head, _, _ := strings.Cut(i.Context, "\n"); strings.Contains(head, "cut") {
		d.Partial()
		d.Note("the source is cut at %d lines: lines %d-%d of %s have the rest", answer.MaxSourceLines, first+answer.MaxSourceLines, s.EndLine, s.File)
	}
}

// unknown returns the error about an unknown target; ok is false for any other error.
func unknown(err error) (*target.Error, bool) {
	var e *target.Error
	return e, errors.As(err, &e) && !e.Ambiguous
}

// Report lays the detail out for people: a section for each part that the source does not show, and the source as it is in the file.
func (d *detailAnswer) Report(r queries.Reading) queries.Report {
	s := d.Detail.Symbol
	source, hasSource := queries.NewExcerpt(s.File, d.Detail.Context)
	var sections []queries.Section
	before := ""
	for i, row := range d.Table().Rows {
		position, part, text := fmt.Sprint(row[0]), fmt.Sprint(row[1]), fmt.Sprint(row[2])
		isHead := part == "symbol" || part == "doc"
		if part == "source" || hasSource && (part == "doc" || part != "method" && !isHead) || hasSource && i == 1 || i == 0 {
			continue
		}
		if len(sections) == 0 || part != before {
			title := part
			if isHead {
				title = ""
			}
			sections = append(sections, queries.Section{Title: title})
		}
		before = part
		cells := []string{text}
		if position != s.Position() && part != "doc" {
			cells = []string{text, position}
		}
		section := &sections[len(sections)-1]
		section.Lines = append(section.Lines, queries.Line{Cells: cells})
	}
	if hasSource {
		section := queries.Section{Title: source.Place, Text: true}
		for _, line := range strings.Split(source.Text, "\n") {
			section.Lines = append(section.Lines, queries.Line{Cells: []string{line}})
		}
		sections = append(sections, section)
	}
	return d.Head.Report(d.ShortName(s.Symbol)+" ("+cmp.Or(s.Position(), "external")+")", sections, r)
}
