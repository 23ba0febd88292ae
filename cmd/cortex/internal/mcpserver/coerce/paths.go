package coerce

import (
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/target"
)

// paths are the arguments that can name a file.
var paths = []string{"target", "to", "scope", "path_prefix"}

// InCheckout returns the call with absolute paths in a checkout made relative, as the indexes
// have them: agents know files by their absolute paths.
func (c Call) InCheckout(top string, of []*catalog.Entry) Call {
	for _, name := range paths {
		given, _ := c.Args[name].(string)
		path, ok := relative(top, of, local(given))
		if !ok {
			continue
		}
		c.Args = maps.Clone(c.Args)
		c.Args[name] = path
		c.Read = append(slices.Clip(c.Read), fmt.Sprintf("%s as %s", name, queries.Shown(path)))
	}
	return c
}

// Places returns the positions in files that a call names.
func (c Call) Places() (places []target.Place) {
	for _, name := range paths {
		given, _ := c.Args[name].(string)
		if p, ok := target.ParsePlace(given); ok {
			places = append(places, p)
		}
	}
	return places
}

// local returns a path without quotes around it, or the path of a file's URL.
func local(given string) string {
	given = strings.Trim(given, "`'\" \t\r\n")
	if u, err := url.Parse(given); err == nil && u.Scheme == "file" {
		return filepath.FromSlash(u.Path)
	}
	return given
}

// relative returns an absolute path, which text may follow, relative to the folder of the
// first index that holds it.
func relative(top string, of []*catalog.Entry, given string) (string, bool) {
	for _, e := range of {
		folder := filepath.Join(top, filepath.FromSlash(e.Manifest.Repository.Path))
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
			path = e.Repository() + "/" + path
		}
		return path, true
	}
	return "", false
}

// withoutLinks returns an absolute path, which text may follow, with links resolved.
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
