package analysis

import "testing"

func TestUnusedReason(t *testing.T) {
	for _, c := range []struct {
		row  unusedRow
		refs int
		want string
	}{
		{unusedRow{}, 0, "no use in the index"},
		{unusedRow{}, 2, "used only by itself"},
		{unusedRow{ownMethods: 2}, 5, "used only by its own methods"},
		{unusedRow{users: 2, ownMethods: 1, names: "a.com/x/y.F\na.com/x/y.T.m#_test"}, 3, "only reached from unused y.F, y.T.m#_test"},
		{unusedRow{users: 5, names: "y.F\ny.G\ny.H"}, 9, "only reached from unused y.F, y.G, y.H and 2 more"},
		{unusedRow{owner: "a.com/x/y.T"}, 0, "no use in the index; its type y.T is unused"},
		{unusedRow{calls: true, generated: true}, 0, "no use in the index; its initialiser runs all the same (generated file)"},
	} {
		if got := c.row.reason(c.refs); got != c.want {
			t.Errorf("%+v with %d uses: %q, want %q", c.row, c.refs, got, c.want)
		}
	}
}
