package fold

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSkeletonsParse shows that the skeleton of every Go file of this repository parses with empty
// braces for its folds.
func TestSkeletonsParse(t *testing.T) {
	checked := 0
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f := Parse(string(source))
		if f == nil {
			return nil // broken on purpose
		}
		checked++
		for _, level := range []string{"signatures", "compact", "full"} {
			for _, v := range []Visibility{"", "public", "private"} {
				text := joined(f.Skeleton(v, levelsOf(level, v)))
				unfolded := strings.ReplaceAll(text, Braces, "{}")
				if _, err := parser.ParseFile(token.NewFileSet(), path, unfolded, parser.SkipObjectResolution); err != nil {
					t.Errorf("%s, %s, %s: %v\n%s", path, level, v, err, text)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 100 {
		t.Errorf("%d files prove little", checked)
	}
}

// levelsOf returns the details of a level by its name.
func levelsOf(level string, v Visibility) Levels {
	switch {
	case level == "signatures":
		return Levels{}
	case level == "full":
		return Levels{Full, Full}
	case v == Private:
		return Levels{Compact, Compact}
	}
	return Levels{Compact, SignaturesOnly}
}

func joined(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text + "\n")
	}
	return b.String()
}

// TestFoldOfGroupsAndOfNothing shows that a type of a group moves to the margin, and that an empty body takes one line.
func TestFoldOfGroupsAndOfNothing(t *testing.T) {
	text := `package p

type (
	// A has a doc. It is not wanted.
	A int

	// B has a field. It has one.
	B struct {
		// X is hidden.
		X int
	}

	// c is hidden.
	c struct {
	}
)

func Later() {
	// is when it gets a body
}
`
	f := Parse(text)
	got := joined(f.Skeleton("", levelsOf("compact", "")))
	want := `package p
type (
	// A has a doc.
	A int
	// B has a field.
	B struct {
		X int
	}
	c struct {}
)
func Later() {}
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	got = joined(f.OfType([]Place{{8, 2}}, "", Full))
	want = `// B has a field. It has one.
type B struct {
	// X is hidden.
	X int
}
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestFoldOfPublicMembers shows that exported and embedded members stay for other packages, and that a
// mark counts the others, in a file and in a type.
func TestFoldOfPublicMembers(t *testing.T) {
	text := `package p

type A struct {
	// Wide is wide.
	Wide int
	a, b int
	*inner
	sync.Mutex

	c struct {
		D int
	}
	E struct {
		F, g int
		h    int
	}
}

type None struct {
	mu sync.Mutex
}

type Flat struct{ a, b int }

type Mixed struct{ A, b int }

type Empty struct{}

type (
	Grouped struct {
		a int
	}
	I interface {
		Do()
		do()
		inner
		~int | ~string
	}
	Closed interface{ close() }
)

func Take(o struct{ a int }) {}
`
	bodies := []string{`type A struct {
	// Wide is wide.
	Wide int
	*inner
	sync.Mutex
	E struct {
		F, g int
		// contains 1 unexported field
	}
	// contains 3 unexported fields
}
`, `type None struct {
	// contains 1 unexported field
}
`, `type Flat struct{
	// contains 2 unexported fields
}
`, "type Mixed struct{ A, b int }\n", "type Empty struct{}\n"}
	group := `type (
	Grouped struct {
		// contains 1 unexported field
	}
	I interface {
		Do()
		inner
		~int | ~string
		// contains 1 unexported method
	}
	Closed interface{
		// contains 1 unexported method
	}
)
func Take(o struct{ a int }) {}
`
	level := levelsOf("compact", "public")
	level.Shown.Notes = true
	got := joined(Parse(text).Skeleton("public", level))
	if diff := cmp.Diff("package p\n"+strings.Join(bodies, "")+group, got); diff != "" {
		t.Errorf("of the file (-want +got):\n%s", diff)
	}
	for i, line := range []int{3, 19} {
		got := joined(Parse(text).OfType([]Place{{line, 6}}, "public", level.Shown))
		if diff := cmp.Diff(bodies[i], got); diff != "" {
			t.Errorf("of the type in line %d (-want +got):\n%s", line, diff)
		}
	}
	got = joined(Parse(text).OfType([]Place{{19, 6}}, "", level.Shown))
	if diff := cmp.Diff("type None struct {\n\tmu sync.Mutex\n}\n", got); diff != "" {
		t.Errorf("of all of a type (-want +got):\n%s", diff)
	}
}

const folded = `// Package p is short. It has more to say.
package p

import "fmt"

// Shape has an area. Few have two.
type Shape interface {
	// Area is in square metres.
	Area() float64 // never negative
	fmt.Stringer
}

// box is not exported.
type box struct {
	Wide int ` + "`json:\"wide\"`" + ` // in metres

	high int
}

// A comment of its own.

// Area multiplies, e.g. 2 by 3. So it does.
//
//go:noinline
func (b *box) Area() float64 {
	// a comment inside
	return float64(b.Wide * b.high) // and another
}

/* Sum adds
up. And more. */
func Sum(all ...Shape) (total float64) {
	for _, s := range all {
		total += s.Area()
	}
	if total > 10 {
		total = 10
	}
	return total
}

func Empty() {}

var (
	// Known are the shapes. All of them.
	Known = []Shape{
		&box{1, 2},
	}
	late = func() int { return 1 }
)
`

func TestFold(t *testing.T) {
	for _, c := range []struct {
		level   string
		visible Visibility
		want    string
	}{
		{"signatures", "", `package p
type Shape interface { … }
type box struct { … }
func (b *box) Area() float64 { … }
func Sum(all ...Shape) (total float64) { … }
func Empty() {}
var (
	Known = []Shape{ … }
	late = func() int { … }
)
`},
		{"compact", "", `// Package p is short.
package p
// Shape has an area.
type Shape interface {
	Area() float64
	fmt.Stringer
}
type box struct { … }
func (b *box) Area() float64 { … }
/* Sum adds
up. */
func Sum(all ...Shape) (total float64) { … }
func Empty() {}
var (
	// Known are the shapes.
	Known = []Shape{ … }
	late = func() int { return 1 }
)
`},
		{"compact", "private", `// Package p is short.
package p
// box is not exported.
type box struct {
	Wide int
	high int
}
// Area multiplies, e.g. 2 by 3.
func (b *box) Area() float64 { … }
var (
	late = func() int { return 1 }
)
`},
		{"full", "public", `// Package p is short. It has more to say.
package p
// Shape has an area. Few have two.
type Shape interface {
	// Area is in square metres.
	Area() float64 // never negative
	fmt.Stringer
}
/* Sum adds
up. And more. */
func Sum(all ...Shape) (total float64) { … }
func Empty() {}
var (
	// Known are the shapes. All of them.
	Known = []Shape{
		&box{1, 2},
	}
)
`},
		{"full", "private", `// Package p is short. It has more to say.
package p
// box is not exported.
type box struct {
	Wide int ` + "`json:\"wide\"`" + ` // in metres

	high int
}
// Area multiplies, e.g. 2 by 3. So it does.
//
//go:noinline
func (b *box) Area() float64 {
	return float64(b.Wide * b.high)
}
var (
	late = func() int { return 1 }
)
`},
	} {
		got := joined(Parse(folded).Skeleton(c.visible, levelsOf(c.level, c.visible)))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.level, c.visible, diff)
		}
	}
}

// TestPiecesHaveTheLinesOfTheFile shows that a piece and its doc have the lines of the file, also with
// CR LF and line directives.
func TestPiecesHaveTheLinesOfTheFile(t *testing.T) {
	text := "package p\r\n\r\n/* A\r\n does. */\r\nfunc A() {\r\n\t/* one\r\n two */ a()\r\n}\r\n\r\n//line other.y:100\r\n\r\n// B too.\r\nfunc B() {\r\n}\r\n"
	want := []Piece{{1, 1, "package p"}, {3, 8, "/* A\r\n does. */\r\nfunc A() {\r\n\t\n a()\r\n}"}, {12, 14, "// B too.\r\nfunc B() {}"}}
	if diff := cmp.Diff(want, Parse(text).Skeleton("", levelsOf("full", ""))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestSentence(t *testing.T) {
	for comment, want := range map[string]string{
		"// Do does. More.":                    "// Do does.",
		"// Do does, e.g. this. More.":         "// Do does, e.g. this.",
		"// Do needs v1.2 of it. More.":        "// Do needs v1.2 of it.",
		"// Do\n// does.\n// More.":            "// Do\n// does.",
		"// Do does\n//\n// More.":             "// Do does",
		"//go:noinline":                        "",
		"// Do does\n//go:noinline":            "// Do does",
		"//\n// Do does. More":                 "//\n// Do does.",
		"/* Do does. More */":                  "/* Do does.",
		"/*\nDo does\n*/":                      "/*\nDo does",
		"// Do does? It does.":                 "// Do does?",
		"// 日本語。\n// More.":                    "// 日本語。\n// More.",
		"// Do does.\r\n// More.":              "// Do does.",
		"// Deprecated: use another one. Now.": "// Deprecated: use another one.",
	} {
		if got := comment[:Sentence(comment)]; got != want {
			t.Errorf("the first sentence of %q is %q, want %q", comment, got, want)
		}
	}
}
