package analysis

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed detail.sql
var detailSQL string

//go:embed detail_parts.sql
var detailPartsSQL string

//go:embed detail_counts.sql
var detailCountsSQL string

// detailTables are those that the statements read.
var detailTables = []string{"symbols", "functions", "parameters", "types", "members", "annotations", "calls", "refs", "overrides", "contents"}

type detailArgs struct {
	Target         string `arg:"target" required:"" positional:"" help:"a symbol: a name or file:line[:column]"`
	Kind           string `arg:"kind" help:"only a target of this kind"`
	IncludeContext bool   `arg:"include_context" default:"true" help:"return the source of its declaration"`
}

// detailInfo is everything about a symbol.
type detailInfo struct {
	Symbol      SymbolInfo       `json:"symbol"`
	Doc         string           `json:"doc"`
	Parameters  []parameterInfo  `json:"parameters"` // receiver, parameters, results
	Members     []memberInfo     `json:"members"`    // as declared, then the methods by name
	TypeParams  []typeParamInfo  `json:"type_params"`
	Annotations []annotationInfo `json:"annotations"`
	CallerCount int              `json:"caller_count"` // functions, as CalleeCount
	CalleeCount int              `json:"callee_count"`
	Complexity  int              `json:"complexity"` // cyclomatic; 0 of what is no function
	Context     string           `json:"context"`
}

type parameterInfo struct {
	Name       string `json:"name"` // empty when it has none
	TypeExpr   string `json:"type_expr"`
	IsReceiver bool   `json:"is_receiver"`
	IsReturn   bool   `json:"is_return"`
}

type memberInfo struct {
	Name       string `json:"name"` // empty of an element of a constraint
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
	*head
	Detail detailInfo `json:"detail"`
}

// Excerpts is the source of the declaration.
func (d *detailAnswer) Excerpts() []queries.Excerpt {
	if d.Detail.Context == "" {
		return nil
	}
	return []queries.Excerpt{{Place: d.Detail.Symbol.position(), Text: d.Detail.Context}}
}

func detail() queries.Operation {
	return declare(queries.Operation{
		Name:    "detail",
		Summary: "everything about one symbol: signature, doc, parameters, members, counts, source",
		Help: `caller_count and callee_count count functions, each once: those that call it by name, and
those that it calls, an interface's method as one. Who calls it through an interface, or
through a value, is not among them: see callers.`,
		Example: "detail main --kind function",
	}, func(ctx context.Context, ix *queries.Index, args detailArgs, h *head) (*detailAnswer, error) {
		kinds, err := targetKinds(args.Kind)
		if err != nil {
			return nil, err
		}
		target, err := h.one(ctx, ix, args.Target, kinds)
		if err != nil {
			return nil, err
		}
		if err := ix.Attach(ctx, detailTables...); err != nil {
			return nil, err
		}
		conn, err := ix.Conn(ctx)
		if err != nil {
			return nil, err
		}
		defer conn.Close()
		d := &detailAnswer{head: h}
		if err := d.read(ctx, conn, target, args.IncludeContext); err != nil {
			return nil, fmt.Errorf("detail of %s: %w", target.Symbol, err)
		}
		if err := h.doubtUses(ctx, ix, target); err != nil {
			return nil, fmt.Errorf("detail of %s: %w", target.Symbol, err)
		}
		if isCallable(target.Kind) {
			if err := h.doubtRelations(ctx, ix, target); err != nil {
				return nil, err
			}
		}
		d.list = []any{d.Detail}
		d.tabulate()
		return d, nil
	})
}

// targetKinds are the kinds that a target can have: the given one, or all.
func targetKinds(kind string) ([]schema.Kind, error) {
	var kinds []schema.Kind
	known := schema.Kind("").Values()
	for _, k := range known {
		if kind == "" || kind == k {
			kinds = append(kinds, schema.Kind(k))
		}
	}
	if kinds == nil {
		return nil, &queries.UsageError{
			Message: fmt.Sprintf("argument kind is %q, and has to be one of %s", kind, strings.Join(known, ", ")),
			Advice:  fmt.Sprintf("did you mean %q?", queries.Nearest(kind, known)),
		}
	}
	return kinds, nil
}

// read fills the detail in.
func (d *detailAnswer) read(ctx context.Context, conn *sql.Conn, target queries.Symbol, context bool) error {
	into, made := info()
	var external bool
	if err := conn.QueryRowContext(ctx, detailSQL, target.ID).Scan(append(into, &d.Detail.Doc, &external, &d.Detail.Complexity)...); err != nil {
		return err
	}
	d.Detail.Symbol = made()
	if err := d.readParts(ctx, conn, target); err != nil {
		return err
	}
	if isCallable(target.Kind) {
		if err := d.readCounts(ctx, conn, target, external); err != nil {
			return err
		}
	}
	if !context || target.StartLine == 0 {
		return nil
	}
	var text string
	err := conn.QueryRowContext(ctx, "SELECT content FROM contents WHERE file_path = $1", target.File).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	d.Detail.Context = source(text, target.StartLine, target.EndLine)
	return err
}

// readParts fills in what the symbol is made of.
func (d *detailAnswer) readParts(ctx context.Context, conn *sql.Conn, target queries.Symbol) error {
	d.Detail.Parameters, d.Detail.Members = []parameterInfo{}, []memberInfo{}
	d.Detail.TypeParams, d.Detail.Annotations = []typeParamInfo{}, []annotationInfo{}
	rows, err := conn.QueryContext(ctx, detailPartsSQL, target.ID)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var section, ordinal int
		var kind, name, text string
		var exported bool
		var file sql.NullString
		var line sql.NullInt64
		if err := rows.Scan(&section, &kind, &ordinal, &name, &text, &exported, &file, &line); err != nil {
			return err
		}
		switch {
		case kind == "type_parameter":
			d.Detail.TypeParams = append(d.Detail.TypeParams, typeParamInfo{name, text})
		case section == 0:
			d.Detail.Parameters = append(d.Detail.Parameters, parameterInfo{name, text, kind == "receiver", kind == "result"})
		case section == 3:
			d.Detail.Annotations = append(d.Detail.Annotations, annotationInfo{name, text, int(line.Int64)})
		default:
			visibility := map[bool]string{true: "public", false: "private"}[exported]
			d.Detail.Members = append(d.Detail.Members, memberInfo{name, kind, text, visibility, position(file.String, int(line.Int64))})
		}
	}
	return rows.Err()
}

// readCounts fills in how many call it and are called, and why there may be more.
func (d *detailAnswer) readCounts(ctx context.Context, conn *sql.Conn, target queries.Symbol, external bool) error {
	var guessed, dynamic, unresolved, inside int
	if err := conn.QueryRowContext(ctx, detailCountsSQL, target.ID).Scan(&d.Detail.CallerCount, &d.Detail.CalleeCount,
		&guessed, &dynamic, &unresolved, &inside); err != nil {
		return err
	}
	d.doubt("heuristic_sites", guessed)
	d.doubt("dynamic_calls", dynamic)
	d.doubt("unresolved_sites", unresolved)
	d.doubt("interface_callers", inside)
	if external {
		d.doubt("outside_body", 1)
	}
	return nil
}

// position is the place to jump to; empty for what has none.
func position(file string, line int) string {
	if line > 0 {
		return fmt.Sprintf("%s:%d", file, line)
	}
	return file
}
