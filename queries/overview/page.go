package overview

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path"
	"slices"

	"github.com/cortex-index/cortex/queries"
)

var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/page.css
	pageCSS string
	//go:embed page/page.js
	pageJS string
	//go:embed page/modules.sql
	pageModulesSQL string
	//go:embed page/imports.sql
	pageImportsSQL string
)

// pageHotspots is the number of symbols that a page lists.
const pageHotspots = 100

// htmlPage is the input of the template. Values from the index are plain: the template escapes them for their place in the page.
type htmlPage struct {
	Repository, Commit, Prefix string
	Style                      template.CSS
	Script                     template.JS
	Data                       pageData
	Hotspots                   []hotspot
	Reasons                    []string // why the page may be incomplete
}

// pageData is the input of the script of the page.
type pageData struct {
	Modules []pageModule `json:"modules"`
	Imports [][4]int     `json:"imports"` // from and to as places in Modules, importing files, those of them outside tests
}

type pageModule struct {
	Name       string `json:"name"`
	Files      int    `json:"files"`
	Lines      int    `json:"lines"`
	TestLines  int    `json:"tests"`
	Functions  int    `json:"functions"`  // outside tests, like the two that follow
	Complexity int    `json:"complexity"` // of all functions
	Most       int    `json:"most"`       // of one function

	id int64
}

// Module returns the directory of the declaration.
func (h hotspot) Module() string { return path.Dir(h.Symbol.File) }

// Place returns the place of the declaration.
func (h hotspot) Place() string { return h.Symbol.Position() }

// WritePage writes a page of all modules in the path prefix.
func (a *graphAnswer) WritePage(ctx context.Context, w io.Writer) error {
	if a.level.name != "module" {
		return &queries.UsageError{Message: "the page shows modules, and the level is " + a.level.name,
			Advice: "leave the level out, or print the answer in another format"}
	}
	parsed, err := template.New("page").Funcs(template.FuncMap{"short": a.level.names.Short}).Parse(pageHTML)
	if err != nil {
		return fmt.Errorf("read the template of the page: %w", err)
	}
	m := a.index.Manifest().Repository
	p := htmlPage{Repository: m.Name, Commit: m.Commit, Prefix: a.level.prefix, Style: template.CSS(pageCSS), Script: template.JS(pageJS)}
	for _, r := range a.Because {
		p.Reasons = append(p.Reasons, r.Note())
	}
	if p.Data, err = a.pageData(ctx); err != nil {
		return fmt.Errorf("read the data of the page: %w", err)
	}
	found, err := findHotspots(ctx, a.index, hotspotsArgs{PathPrefix: a.level.prefix, TopN: pageHotspots, Sort: "reach"})
	if err != nil {
		return err
	}
	p.Hotspots = slices.DeleteFunc(found, func(h hotspot) bool { return h.UseCount+h.OwnUseCount == 0 })
	if err := parsed.Execute(w, p); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

func (a *graphAnswer) pageData(ctx context.Context) (d pageData, err error) {
	d.Modules, err = queries.Collect(ctx, a.index.Query, func(m *pageModule) []any {
		return []any{&m.id, &m.Name, &m.Files, &m.Lines, &m.TestLines, &m.Functions, &m.Complexity, &m.Most}
	}, pageModulesSQL, a.level.prefix, a.args.IncludeTests)
	if err != nil {
		return d, err
	}
	places := map[int64]int{}
	for i, m := range d.Modules {
		places[m.id] = i
	}
	type edge struct {
		from, to    int64
		files, code int
	}
	edges, err := queries.Collect(ctx, a.index.Query, func(e *edge) []any { return []any{&e.from, &e.to, &e.files, &e.code} }, pageImportsSQL, a.args.IncludeTests)
	d.Imports = [][4]int{}
	for _, e := range edges {
		from, known := places[e.from]
		to, too := places[e.to]
		if known && too {
			d.Imports = append(d.Imports, [4]int{from, to, e.files, e.code})
		}
	}
	return d, err
}
