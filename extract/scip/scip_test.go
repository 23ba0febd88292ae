package scip

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestParse reads the names of symbols as indexers write them.
func TestParse(t *testing.T) {
	for name, want := range map[string]Symbol{
		"scip-python python Flask 3.2.0 `flask.app`/Flask#run().":            {Name: "run", Form: Method, Owners: []string{"flask.app", "Flask"}, Spaces: 1, Manager: "python", Package: "Flask"},
		"scip-typescript npm hono 4.1 src/`hono.ts`/Hono#`<constructor>`().": {Name: "<constructor>", Form: Method, Owners: []string{"src", "hono.ts", "Hono"}, Spaces: 2, Manager: "npm", Package: "hono"},
		"scip-typescript npm . . `a``b.ts`/f(+1).":                           {Name: "f", Form: Method, Owners: []string{"a`b.ts"}, Spaces: 1, Manager: "npm", Package: "."},
		"a  b c d e F#x.":                                                  {Name: "x", Form: Term, Owners: []string{"F"}, Manager: "c", Package: "d"},
		"scip-python python p 1 m/f().(x)":                                 {Name: "x", Form: Other, Owners: []string{"m", "f"}, Spaces: 1, Manager: "python", Package: "p"},
		"scip-python python p 1 `p.q`/__init__:":                           {Name: "__init__", Form: Other, Owners: []string{"p.q"}, Spaces: 1, Manager: "python", Package: "p"},
		"semanticdb maven jdk 11 java/util/List#of(+2).":                   {Name: "of", Form: Method, Owners: []string{"java", "util", "List"}, Spaces: 2, Manager: "maven", Package: "jdk"},
		"rust-analyzer cargo shop 0.1.0 price/impl#[Price][Cents]cents().": {Name: "cents", Form: Method, Owners: []string{"price", "impl", "Price", "Cents"}, Spaces: 1, Manager: "cargo", Package: "shop"},
		"rust-analyzer cargo shop 0.1.0 square!":                           {Name: "square", Form: Other, Manager: "cargo", Package: "shop"},
		"cxx . . $ shop/Gift#price(49f6e7a06ebc5aa8).":                     {Name: "price", Form: Method, Owners: []string{"shop", "Gift"}, Spaces: 1, Manager: ".", Package: "."},
		"cxx . . $ `c/cart.h:1:9`!":                                        {Name: "c/cart.h:1:9", Form: Other, Manager: ".", Package: "."},
		"scip-php composer acme/shop 1.0 Shop/Cart#$items.":                {Name: "$items", Form: Term, Owners: []string{"Shop", "Cart"}, Spaces: 1, Manager: "composer", Package: "acme/shop"},
		"scip-ruby gem shop 1.0 Shop#Cart#`<Class:Cart>`#`items=`().":      {Name: "items=", Form: Method, Owners: []string{"Shop", "Cart", "<Class:Cart>"}, Manager: "gem", Package: "shop"},
		"scip-ruby gem shop 1.0 Shop#Cart#`@items`.":                       {Name: "@items", Form: Term, Owners: []string{"Shop", "Cart"}, Manager: "gem", Package: "shop"},
	} {
		got, err := parse(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Symbol{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for _, name := range []string{"", "local 1", "a b c d ", "a b c d", "a b c d e", "a b c d `e", "a b c d (e", "a b c d e(f)", "a b c d e(`"} {
		if s, err := parse(name); err == nil {
			t.Errorf("%q is %+v, want an error", name, s)
		}
	}
}

// FuzzIndexFits reads any bytes as an index, and compares it with a file: occurrences are inside the file.
func FuzzIndexFits(f *testing.F) {
	f.Add([]byte("\n\x08\x12\x06\n\x01t\x12\x011\x12\x1c\n\x01f\x12\x17\n\x03\x00\x00\x01\x12\x0ea b c d `m`/f.\x18\x01"))
	text := []byte("f()\n\xf0\x9f\x98\x80f\r\n")
	f.Fuzz(func(t *testing.T, b []byte) {
		x := &Index{numbers: map[string]int32{}}
		if x.index(b) != nil {
			return
		}
		facts := Match([]*Index{x}, func(path string) (int32, []byte) { return int32(len(path)), text })
		for _, file := range facts.Files {
			for _, o := range file.Occurrences {
				if o.Start > o.End || int(o.End) > len(text) || int(o.Symbol) >= len(facts.Symbols) {
					t.Fatalf("%+v", o)
				}
			}
		}
	})
}
