package mcpserver

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// placing are the arguments that can name a file.
var placing = []string{"target", "to", "scope", "path_prefix"}

// inIndex is the call with the paths of the checkout as the asked indexes have them: agents
// hold absolute ones, which no index knows.
func (c call) inIndex(checkout Checkout, of []*found) call {
	if checkout == nil {
		return c
	}
	for _, name := range placing {
		given, _ := c.held[name].(string)
		path, ok := inTree(checkout.Top(), of, strings.TrimPrefix(strings.TrimSpace(given), "file://"))
		if !ok {
			continue
		}
		c.held, c.args = maps.Clone(c.held), maps.Clone(c.args)
		c.held[name], c.args[name] = path, path
		c.said = append(slices.Clip(c.said), fmt.Sprintf("%s as %s", name, queries.Shown(path)))
	}
	return c
}

// inTree is an absolute path, or what begins with one, as indexes have it of which one is of
// the folder around it.
func inTree(top string, of []*found, given string) (string, bool) {
	for _, f := range of {
		folder := filepath.Join(top, filepath.FromSlash(f.manifest.Repository.Path))
		below, ok := strings.CutPrefix(given, folder)
		if !ok || below != "" && !strings.HasPrefix(below, string(filepath.Separator)) {
			continue
		}
		path := strings.TrimPrefix(filepath.ToSlash(below), "/")
		switch {
		case path == "":
			path = "."
		case len(of) > 1:
			path = repository(f) + "/" + path
		}
		return path, true
	}
	return "", false
}

// misplaced warns of a target that is a place in a file that is not as it was; it is empty
// where there is none.
func (f *freshness) misplaced(args map[string]any) string {
	if f == nil {
		return ""
	}
	for _, name := range placing {
		given, _ := args[name].(string)
		p, ok := queries.ParsePlace(given)
		if !ok {
			continue
		}
		for _, d := range f.trees {
			for file, changed := range d.files {
				if whole := d.prefix + file; changed && (whole == p.File || strings.HasSuffix(whole, "/"+p.File)) {
					return fmt.Sprintf("%s has changed since: line %d may be in another declaration now; name the symbol instead", p.File, p.Line)
				}
			}
		}
	}
	return ""
}
