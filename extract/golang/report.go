package golang

import (
	"errors"
	"go/scanner"
	"go/token"
	"go/types"

	"github.com/cortex-index/cortex/schema"
)

// report writes one error of the parser or the type checker on a source, which is
// thereby read in part. Its position is physical: //line comments do not count.
func (x *extraction) report(s *source, out *found, stage schema.Stage, err error) {
	s.partial = true
	d := schema.Diagnostic{FileID: s.file.Row.FileID, FilePath: s.path, ModulePath: s.dir, Stage: stage,
		Severity: x.severity(s.dir), Message: x.scrub(err.Error())}
	if s.owner == nil {
		d.Severity = schema.SeverityWarning
	}
	tok := x.parsedOf[s].tok
	var se *scanner.Error
	var te types.Error
	var p token.Position
	switch {
	case errors.As(err, &se):
		d.Message = x.scrub(se.Msg)
		if p = se.Pos; tok != nil && p.Offset <= tok.Size() {
			p = tok.PositionFor(tok.Pos(p.Offset), false)
		}
	case errors.As(err, &te):
		d.Message = x.scrub(te.Msg)
		if tok != nil {
			p = tok.PositionFor(te.Pos, false)
		}
	}
	d.StartLine, d.StartColumn = int32(p.Line), int32(p.Column)
	out.rows.Diagnostics = append(out.rows.Diagnostics, d)
}
