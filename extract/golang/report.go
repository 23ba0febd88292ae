package golang

import (
	"errors"
	"go/scanner"
	"go/token"
	"go/types"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/schema"
)

// report writes one error of the parser or the type checker on a source, which is
// thereby read in part. Its position is physical: //line comments do not count.
func (x *extraction) report(s *load.Source, out *found, stage schema.Stage, code schema.DiagnosticCode, err error) {
	s.Partial = true
	d := schema.Diagnostic{FileID: s.File.Row.FileID, FilePath: s.Path, ModulePath: s.Dir, Stage: stage, Code: code,
		Severity: x.Severity(s.Dir), Message: x.Scrub(err.Error())}
	if s.Owner == nil {
		d.Severity = schema.SeverityWarning
	}
	tok := x.ParsedOf[s].Tok
	var se *scanner.Error
	var te types.Error
	var p token.Position
	switch {
	case errors.As(err, &se):
		d.Message = x.Scrub(se.Msg)
		if p = se.Pos; tok != nil && p.Offset <= tok.Size() {
			p = tok.PositionFor(tok.Pos(p.Offset), false)
		}
	case errors.As(err, &te):
		d.Message = x.Scrub(te.Msg)
		if tok != nil {
			p = tok.PositionFor(te.Pos, false)
		}
	}
	d.StartLine, d.StartColumn = int32(p.Line), int32(p.Column)
	out.rows.Diagnostics = append(out.rows.Diagnostics, d)
}
