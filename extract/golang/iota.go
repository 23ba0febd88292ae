package golang

import (
	"cmp"
	"go/ast"
	"go/token"

	"github.com/cortex-index/cortex/extract/golang/unknowns"
	"github.com/cortex-index/cortex/schema"
)

// iotaPositions notes the constants above others of their group that count with iota: without one, those have other values. The
// operations find the constants that repeat the same expression as the one above them themselves.
func (d *describer) iotaPositions(g *ast.GenDecl) {
	if g.Tok != token.CONST {
		return
	}
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
