package load

import (
	"fmt"
	"go/version"
	"path"
	"runtime"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/cortex-index/cortex/schema"
)

// goDirective is the Go version that a go.mod asks for, empty when it asks for none or is none.
func goDirective(mod []byte) string {
	f, err := modfile.ParseLax("go.mod", mod, nil)
	if err != nil || f.Go == nil {
		return ""
	}
	return f.Go.Version
}

// NoteNewer adds a diagnostic for each module that asks for a newer language than its types
// were checked as: new features look like errors in the code. It is an error itself where
// there are such. It names no module, since those of a module's folder say that its package was
// not type-checked.
func (x *Program) NoteNewer(r *schema.Rows) {
	if x.Tool == nil {
		return
	}
	known := version.Lang(withGo(x.Tool.Version))
	if own := version.Lang(runtime.Version()); own != "" && compareGo(own, known) < 0 {
		known = own
	}
	for _, m := range x.activeModules() {
		asked := version.Lang(withGo(m.directive))
		if compareGo(asked, known) <= 0 {
			continue
		}
		severity := schema.SeverityWarning
		if !m.fixture && slices.ContainsFunc(r.Diagnostics, func(d schema.Diagnostic) bool {
			return d.Severity == schema.SeverityError && d.FilePath != "" && x.Layout.Managed[d.ModulePath] == m
		}) {
			severity = schema.SeverityError
		}
		r.Diagnostics = append(r.Diagnostics, schema.Diagnostic{Stage: schema.StageLoad, Code: schema.CodeToolchain, Severity: severity,
			Message: fmt.Sprintf("%s asks for %s, and types are checked as of %s. Newer code looks like errors: use a cortex that is built with %s, and its go command", path.Join(m.dir, "go.mod"), asked, known, asked)})
	}
}
