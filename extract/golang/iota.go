package golang

import (
	"cmp"
	"go/ast"
	"slices"

	"github.com/cortex-index/cortex/extract/golang/unknowns"
	"github.com/cortex-index/cortex/schema"
)

// iotaPositions notes the constants above others of their group that count with iota: without one, those have other values. The
// operations find the constants that repeat the same expression as the one above them themselves.
func (d *describer) iotaPositions(g *ast.GenDecl) {
	var shifted, repeats *ast.Ident // the first constant below that counts, and the first below that has no expression
	for i := len(g.Specs) - 1; i >= 0; i-- {
		spec, ok := g.Specs[i].(*ast.ValueSpec)
		if !ok {
			continue
		}
		var names []*ast.Ident
		for _, id := range spec.Names {
			if id.Name != "_" {
				names = append(names, id)
			}
		}
		counts := usesIota(spec)
		at := shifted
		if counts {
			at = cmp.Or(repeats, shifted)
		}
		if len(names) == 1 && at != nil {
			d.out.gaps = append(d.out.gaps, unknowns.Gap{About: schema.AboutChange, Symbol: d.nameID(names[0]), Reason: schema.ReasonIotaPositions, At: d.nameID(at)})
		}
		if len(names) > 0 {
			repeats = names[0]
		}
		if counts {
			shifted = cmp.Or(repeats, shifted)
		}
		if len(spec.Values) > 0 {
			repeats = nil
		}
	}
}

// constantPlace is the dependence of a constant on its place in a list.
type constantPlace struct {
	sequence int32 // the first constant of the list; 0 where places do not count
	repeats  int32 // the constant above with the expression; 0 where the constant has its own
}

// constantPlaces notes the places of the constants of a declaration. They count in parentheses with iota or a repeated expression.
func (d *describer) constantPlaces(g *ast.GenDecl) {
	if len(g.Specs) == 0 {
		return
	}
	var sequence int32
	if first, ok := g.Specs[0].(*ast.ValueSpec); ok && g.Lparen.IsValid() && slices.ContainsFunc(g.Specs, isPlaced) {
		sequence = d.nameID(first.Names[0])
	}
	var valued *ast.ValueSpec // the nearest above with expressions
	for _, s := range g.Specs {
		spec, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if len(spec.Values) > 0 {
			valued = spec
		}
		for i, name := range spec.Names {
			place := constantPlace{sequence: sequence}
			if valued != nil && valued != spec && i < len(valued.Names) {
				place.repeats = d.nameID(valued.Names[i])
			}
			d.constants[d.nameID(name)] = place
		}
	}
}

// isPlaced reports whether the value of a constant depends on its place.
func isPlaced(s ast.Spec) bool {
	spec, ok := s.(*ast.ValueSpec)
	return ok && (len(spec.Values) == 0 || usesIota(spec))
}

// usesIota reports whether the expressions of a constant name iota.
func usesIota(spec *ast.ValueSpec) bool {
	uses := false
	for _, v := range spec.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			uses = uses || ok && id.Name == "iota"
			return true
		})
	}
	return uses
}
