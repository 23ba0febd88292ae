package mcpserver

import (
	"fmt"
	"maps"
	"net/url"
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
		path, ok := inTree(checkout.Top(), of, local(given))
		if !ok {
			continue
		}
		c.held, c.args = maps.Clone(c.held), maps.Clone(c.args)
		c.held[name], c.args[name] = path, path
		c.said = append(slices.Clip(c.said), fmt.Sprintf("%s as %s", name, queries.Shown(path)))
	}
	return c
}

// local is what a text names that may be in quotes, or a URL of a file.
func local(given string) string {
	given = strings.Trim(given, "`'\" \t\r\n")
	if u, err := url.Parse(given); err == nil && u.Scheme == "file" {
		return filepath.FromSlash(u.Path)
	}
	return given
}

// inTree is an absolute path, or what begins with one, as indexes have it of which one is of
// the folder around it.
func inTree(top string, of []*found, given string) (string, bool) {
	for _, f := range of {
		folder := filepath.Join(top, filepath.FromSlash(f.manifest.Repository.Path))
		below, ok := strings.CutPrefix(given, folder)
		if !ok {
			below, ok = strings.CutPrefix(withoutLinks(given), folder)
		}
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

// withoutLinks is an absolute path, or what begins with one, without links.
func withoutLinks(given string) string {
	if !filepath.IsAbs(given) {
		return given
	}
	dir, base := filepath.Split(given)
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return filepath.Join(real, base)
	}
	return given
}

// about is an answer that knows what it is about.
type about interface{ Targets() []queries.Symbol }

// misplaced warns of an answer about a place in a file that is not as it was; it is empty
// where it is about none.
func (f *freshness) misplaced(answer queries.Answer) string {
	a, ok := answer.(about)
	if f == nil || !ok {
		return ""
	}
	for _, t := range a.Targets() {
		if t.At > 0 && f.changed(t.File) {
			return moved(t.File, t.At)
		}
	}
	return ""
}

// unplaced is as misplaced, where a question about a place has no answer.
func (f *freshness) unplaced(args map[string]any) string {
	for _, name := range placing {
		given, _ := args[name].(string)
		if p, ok := queries.ParsePlace(given); ok && f.changed(p.File) {
			return moved(p.File, p.Line)
		}
	}
	return ""
}

func moved(file string, line int) string {
	return fmt.Sprintf("%s has changed since: line %d may be in another declaration now; name the symbol instead", file, line)
}
