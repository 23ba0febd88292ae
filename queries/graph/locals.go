package graph

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/cortex-index/cortex/queries/internal/flow"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

//go:embed locals.sql
var localsSQL string

// orLocal makes a local variable of a Go function the target, when the target is the place of one and means no symbol.
func (s *session) orLocal(ctx context.Context, unresolved error) error {
	if !s.locals || !errors.As(unresolved, new(*target.Error)) {
		return unresolved
	}
	l, err := flow.FindLocal(ctx, s.ix, s.Target)
	if err != nil || l == nil {
		return errors.Join(err, unresolved)
	}
	s.targets = []target.Symbol{{Symbol: l.Name, Kind: string(schema.KindVariable), File: l.File.File, StartLine: l.At.Line, EndLine: l.At.Line,
		Reading: fmt.Sprintf("%s is a %s, declared at %s:%d:%d", l.Name, l.Kind, l.File.File, l.At.Line, l.At.Column)}}
	s.asks, s.judge = nil, nil
	s.find = func(ctx context.Context, s *session) error { return s.findLocal(ctx, l) }
	return nil
}

// findLocal finds the declaration of a local variable, or its uses.
func (s *session) findLocal(ctx context.Context, l *flow.Found) error {
	var lines, columns []int32
	var roles []string
	var name any
	depth := 1
	add := func(p flow.Place, role schema.Role) {
		lines, columns, roles = append(lines, int32(p.Line)), append(columns, int32(p.Column)), append(roles, string(role))
	}
	if s.name == "definition" {
		depth, name = 0, l.Name
		add(l.At, schema.RoleRead)
	} else {
		file := l.Files.File(l.File.ID)
		for _, p := range l.Uses {
			if step, _ := file.At(p); p != l.At && step.Write {
				add(p, schema.RoleWrite)
			} else if p != l.At {
				add(p, schema.RoleRead)
			}
		}
	}
	if lines == nil { // the driver cannot bind an empty list
		return nil
	}
	return s.exec(ctx, localsSQL, depth, l.File.ID, l.Files.Symbol(l.File.ID, l.Func), name, lines, columns, roles)
}
