package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func scrubs(t *testing.T, places []Place, message, want string) {
	t.Helper()
	if diff := cmp.Diff(want, Scrub(message, places...)); diff != "" {
		t.Errorf("Scrub(%q) (-want +got):\n%s", message, diff)
	}
}

func TestScrubAround(t *testing.T) {
	places := append(Around("/home/me/src"), Place{Path: "/home/me/go", Name: "$GOMODCACHE"})
	for message, want := range map[string]string{
		"open /home/me/src/a.go: no":       "open a.go: no",
		"open /home/me/sib/go.mod: no":     "open ../sib/go.mod: no",
		"no package github.com/home/x":     "no package github.com/home/x",
		"open /home/you/go.mod: no":        "open ../../you/go.mod: no",
		"open /home/me/go/x@v1/a.go: no":   "open $GOMODCACHE/x@v1/a.go: no",
		"open /usr/lib/x.go and /home: no": "open /usr/lib/x.go and ../..: no",
	} {
		scrubs(t, places, message, want)
	}
}

func TestScrub(t *testing.T) {
	places := []Place{{Path: "/home/me/src"}, {Path: "/home/me", Name: "$HOME"}, {Path: "/usr/lib/go/", Name: "$GOROOT"}, {}}
	for message, want := range map[string]string{
		"/home/me/src/a.go:1:2: broken":           "a.go:1:2: broken",
		"open /home/me/src: no":                   "open .: no",
		"open /home/me/src and /home/me/srcs/x":   "open . and $HOME/srcs/x",
		"at /home/me/x, /usr/lib/go/src/fmt/p.go": "at $HOME/x, $GOROOT/src/fmt/p.go",
		"/home/me2/x":   "/home/me2/x",
		"nothing to do": "nothing to do",
		"(/home/me/src/a.go) \"/home/me/src/b/c.go\"": "(a.go) \"b/c.go\"",
	} {
		scrubs(t, places, message, want)
	}
}
