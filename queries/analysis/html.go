package analysis

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

//go:embed page/page.html
var pageHTML string

//go:embed page/page.css
var pageCSS string

//go:embed page/page.js
var pageJS string

//go:embed page/modules.sql
var pageModulesSQL string

//go:embed page/imports.sql
var pageImportsSQL string

// pageHotspots is how many of the most used symbols a page lists.
const pageHotspots = 100

// htmlPage is what the template shows. What comes from the index is plain values, which the
// template escapes as their place in the page needs it.
type htmlPage struct {
	Repository, Commit, Prefix string
	Style                      template.CSS
	Script                     template.JS
	Data                       pageData
	Hotspots                   []hotspot
	Doubts                     []string
}

// pageData is what the script of the page reads.
type pageData struct {
	Modules []pageModule `json:"modules"`
	Imports [][4]int     `json:"imports"` // from and to as places in Modules, files that import, those of them outside tests
}

type pageModule struct {
	Name       string `json:"name"`
	Files      int    `json:"files"`
	Lines      int    `json:"lines"`
	TestLines  int    `json:"tests"`
	Functions  int    `json:"functions"`  // outside tests, like the two that follow
	Complexity int    `json:"complexity"` // of all functions
	Most       int    `json:"most"`       // of one function
}

// Short is the symbol without the directories of its package.
func (h hotspot) Short() string { return queries.ShortName(h.Symbol.Symbol) }

// Module is the directory in which it stands.
func (h hotspot) Module() string { return path.Dir(h.Symbol.File) }

// Place is where the symbol is declared.
func (h hotspot) Place() string { return h.Symbol.position() }

// WritePage writes a page of all modules in the path prefix.
func (a *dependencyGraphAnswer) WritePage(ctx context.Context, w io.Writer) error {
	if a.level.name != "module" {
		return &queries.UsageError{Message: "the page shows modules, and the level is " + a.level.name,
			Advice: "leave the level out, or print the answer in another format"}
	}
	parsed, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return fmt.Errorf("read the template of the page: %w", err)
	}
	m := a.index.Manifest().Repository
	p := htmlPage{Repository: m.Name, Commit: m.Commit, Prefix: a.level.prefix, Style: template.CSS(pageCSS), Script: template.JS(pageJS)}
	for _, d := range a.Because {
		p.Doubts = append(p.Doubts, fmt.Sprintf("%s (%d): %s", d.Reason, d.Count, explain(d.Reason)))
	}
	if p.Data, err = a.pageData(ctx); err != nil {
		return err
	}
	found, err := findHotspots(ctx, a.index, hotspotsArgs{lasting: lasting{PathPrefix: a.level.prefix}, TopN: pageHotspots, Sort: "reach"})
	if err != nil {
		return err
	}
	p.Hotspots = slices.DeleteFunc(found, func(h hotspot) bool { return h.UseCount+h.OwnUseCount == 0 })
	if err := parsed.Execute(w, p); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

func (a *dependencyGraphAnswer) pageData(ctx context.Context) (pageData, error) {
	d := pageData{Modules: []pageModule{}, Imports: [][4]int{}}
	places := map[int64]int{}
	err := a.each(ctx, pageModulesSQL, []any{a.level.prefix, a.args.IncludeTests}, func(scan func(...any) error) error {
		var id int64
		var m pageModule
		err := scan(&id, &m.Name, &m.Files, &m.Lines, &m.TestLines, &m.Functions, &m.Complexity, &m.Most)
		places[id] = len(d.Modules)
		d.Modules = append(d.Modules, m)
		return err
	})
	if err != nil {
		return d, err
	}
	err = a.each(ctx, pageImportsSQL, []any{a.args.IncludeTests}, func(scan func(...any) error) error {
		var from, to int64
		var files, code int
		err := scan(&from, &to, &files, &code)
		f, known := places[from]
		t, too := places[to]
		if known && too {
			d.Imports = append(d.Imports, [4]int{f, t, files, code})
		}
		return err
	})
	return d, err
}

// each runs a statement and gives a function the scan of each of its rows.
func (a *dependencyGraphAnswer) each(ctx context.Context, text string, bound []any, row func(scan func(...any) error) error) error {
	rows, err := a.index.Query(ctx, text, bound...)
	if err != nil {
		return fmt.Errorf("read what the page shows: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return fmt.Errorf("read what the page shows: %w", err)
		}
	}
	return rows.Err()
}
