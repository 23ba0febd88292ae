package golang_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A type of one module of the tree is compared with the interfaces of another that uses a
// published version of it, here one that is vendored.
func TestPublishedVersionIsCompared(t *testing.T) {
	const dep = "package dep\n\ntype Req struct{}\n\ntype Client struct{}\n\nfunc (*Client) Do(*Req) {}\n\ntype Server interface{ Do(*Req) }\n"
	rows := run(t, config(tree(t, `
-- go.mod --
module example.com/root

go 1.26

require example.com/dep v1.0.0
-- vendor/modules.txt --
# example.com/dep v1.0.0
## explicit; go 1.26
example.com/dep
-- vendor/example.com/dep/d.go --
`+dep+`
-- dep/go.mod --
module example.com/dep

go 1.26
-- dep/d.go --
`+dep+`
-- r.go --
package root

import "example.com/dep"

type Doer interface{ Do(*dep.Req) }

type own struct{}

func (own) Do(*dep.Req) {}

var _ dep.Server = own{}
`)))
	checkProperties(t, rows)
	want := []string{
		"implements example.com/dep.Client -> example.com/dep.Server by pointer at dep/d.go:5 static",
		"implements example.com/dep.Client -> example.com/root.Doer by pointer at dep/d.go:5 static",
		"implements example.com/dep.Server -> example.com/root.Doer at dep/d.go:9 static",
		"implements example.com/root.Doer -> example.com/dep.Server at r.go:5 static",
		"implements example.com/root.own -> example.com/dep.Server at r.go:7 static",
		"implements example.com/root.own -> example.com/root.Doer at r.go:7 static",
	}
	if diff := cmp.Diff(want, notations(rows, "relations", "diagnostics")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// What satisfies the published version of an interface need not satisfy the tree's own, and
// what only the published version declares and nothing names is no interface of the tree's
// world. The import of a published version means the package of the tree.
func TestPublishedVersionIsNotTheTree(t *testing.T) {
	rows := run(t, config(tree(t, `
-- go.mod --
module example.com/root

go 1.26

require example.com/dep v1.0.0
-- vendor/modules.txt --
# example.com/dep v1.0.0
## explicit; go 1.26
example.com/dep
-- vendor/example.com/dep/d.go --
package dep

type Grown interface{ Do() }

type Gone interface{ Do() }

type Named interface{ Do() }
-- dep/go.mod --
module example.com/dep

go 1.26
-- dep/d.go --
package dep

type Grown interface {
	Do()
	More()
}

type Client struct{}

func (Client) Do() {}
-- r.go --
package root

import "example.com/dep"

type own struct{}

func (own) Do() {}

var _ dep.Grown = own{}

var _ dep.Named = own{}
`)))
	checkProperties(t, rows)
	want := []string{
		"implements example.com/dep.Client -> example.com/dep.Named at dep/d.go:8 static",
		"implements example.com/dep.Grown -> example.com/dep.Named at dep/d.go:3 static",
		"implements example.com/root.own -> example.com/dep.Named at r.go:5 static",
		"import r.go:3 example.com/dep = dep symbols=2",
	}
	if diff := cmp.Diff(want, notations(rows, "relations", "imports", "diagnostics")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// A folder that has the path of another package only because there is no go.mod, or as an
// input of tests, is not what an import of that package means.
func TestSamePathIsNotPublished(t *testing.T) {
	rows := run(t, config(tree(t, `
-- go.mod --
module example.com/root

go 1.26

require example.com/dep v1.0.0
-- vendor/modules.txt --
# example.com/dep v1.0.0
## explicit; go 1.26
example.com/dep
-- vendor/example.com/dep/d.go --
package dep

type I interface{ Do() }
-- testdata/dep/go.mod --
module example.com/dep

go 1.26
-- testdata/dep/d.go --
package dep
-- r.go --
package root

import "example.com/dep"

type own struct{}

func (own) Do() {}

var _ dep.I = own{}
`)))
	checkProperties(t, rows)
	want := []string{
		"implements example.com/root.own -> example.com/dep.I at r.go:5 static",
		"import r.go:3 example.com/dep symbols=1 external",
	}
	if diff := cmp.Diff(want, notations(rows, "relations", "imports", "diagnostics")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}
