package golang_test

import (
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// A module that asks for a newer Go is said to, as an error where its code has errors.
func TestNewerGo(t *testing.T) {
	rows := run(t, config(tree(t, `
-- go.mod --
module example.com/old

go 1.20
-- a.go --
package a

var _ int = "wrong"
-- newer/go.mod --
module example.com/newer

go 1.99
-- newer/a.go --
package a
-- broken/go.mod --
module example.com/broken

go 1.99.1
-- broken/sub/a.go --
package a

var _ int = "wrong"
-- testdata/m/go.mod --
module example.com/fixture

go 1.99
-- testdata/m/a.go --
package a

var _ int = "wrong"
`)))
	got := map[string]schema.Severity{}
	for _, d := range rows.Diagnostics {
		if mod, _, ok := strings.Cut(d.Message, " asks for go1.99"); ok {
			got[mod] = d.Severity
		}
	}
	want := map[string]schema.Severity{"newer/go.mod": schema.SeverityWarning, "broken/go.mod": schema.SeverityError, "testdata/m/go.mod": schema.SeverityWarning}
	if len(got) != len(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for dir, severity := range want {
		if got[dir] != severity {
			t.Errorf("%s: got %q, want %q", dir, got[dir], severity)
		}
	}
}
