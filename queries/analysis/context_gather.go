package analysis

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/schema"
)

// nearFiles holds the statements of a context.
//
// DESIGN: many small ones, side by side, and what is near is ranked in Go. One statement for
// what is related and one for the places read the table of symbols several times over, and
// took 29 and 42 ms where these take 1 to 3 each (27,000 symbols, 280,000 uses).
//
//go:embed near/*.sql
var nearFiles embed.FS

// near runs a statement and passes its rows to row.
func near(ctx context.Context, ix *queries.Index, name string, row func(*sql.Rows) error, bound ...any) error {
	statement, err := nearFiles.ReadFile("near/" + name + ".sql")
	if err != nil {
		return err
	}
	conn, err := ix.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	rows, err := conn.QueryContext(ctx, string(statement), bound...)
	if err != nil {
		return fmt.Errorf("look for %s: %w", name, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			return fmt.Errorf("look for %s: %w", name, err)
		}
	}
	return rows.Err()
}

// gathering is a context in the making.
type gathering struct {
	ix     *queries.Index
	target queries.Symbol
	wanted int // parts of a role at most

	links   map[string][]link // by the statement that found them
	doubts  []doubted
	sites   []use        // the nearest
	unread  map[bool]int // how many more uses there are, in tests and elsewhere
	symbols map[int32]*neighbor

	split      map[int32][]string // files, by line
	own        *declared          // the target, where its source is known
	stub       *part              // stands for the source where that is not in the index
	categories []*category
	generated  map[string]int // by role, how many are left out as they stand in generated files
	unseen     int            // files without source in the index
}

// link is a symbol that a statement found, and how much there is of it.
type link struct {
	id   int32
	uses int
}

type doubted struct {
	reason string
	count  int
}

// neighbor is a symbol that has to do with the target.
type neighbor struct {
	id, container, file int32
	symbol, kind, path  string
	test, external      bool
	generated           bool // its file was
	start, end          int  // lines
	from, to            int  // bytes
	refs                int
	signature, doc      string // empty unless there is no source to take them from

	uses int
}

func (r neighbor) isType() bool { return schema.Kind(r.kind).IsType() }

func (r neighbor) isCallable() bool { return isCallable(r.kind) }

func isCallable(kind string) bool {
	return kind == "function" || kind == "method" || kind == "interface_method"
}

// gather finds what a context is made of.
func (g *gathering) gather(ctx context.Context) error {
	if err := g.findLinks(ctx); err != nil {
		return err
	}
	if err := g.findSites(ctx); err != nil {
		return err
	}
	if err := g.describe(ctx); err != nil {
		return err
	}
	groups := g.groups()
	var files []int32
	for _, x := range groups {
		for _, r := range x.of {
			if r.file > 0 {
				files = append(files, r.file)
			}
		}
	}
	for _, s := range g.sites {
		files = append(files, s.file)
	}
	texts, err := g.ix.Sources(ctx, files)
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, f := range slices.Compact(files) {
		if _, ok := texts[f]; !ok {
			g.unseen++
		}
	}
	if err := g.sign(ctx, groups, texts); err != nil {
		return err
	}
	g.fill(groups, texts)
	return nil
}

// findLinks runs the statements for symbols that make sense for the target.
func (g *gathering) findLinks(ctx context.Context) error {
	names := []string{"named", "receiver", "alike"}
	switch kind := schema.Kind(g.target.Kind); {
	case kind.IsType():
		names = append(names, "method", "interface", "implementation", "constructor")
	case kind == schema.KindMethod:
		names = append(names, "interface_method")
	case kind == schema.KindInterfaceMethod:
		names = append(names, "interface_method", "implementing_method")
	}
	found := make([][]link, len(names))
	if err := graph.PrepareUncertain(ctx, g.ix); err != nil {
		return err
	}
	eg, ctx := errgroup.WithContext(ctx)
	eg.SetLimit(3)
	for i, name := range names {
		var bound any = g.target.ID
		if name == "alike" {
			bound = strings.ToLower(lastName(g.target.Symbol))
		}
		eg.Go(func() error {
			return near(ctx, g.ix, name, func(rows *sql.Rows) error {
				var l link
				err := rows.Scan(&l.id, &l.uses)
				found[i] = append(found[i], l)
				return err
			}, bound)
		})
	}
	eg.Go(func() error {
		return near(ctx, g.ix, "doubts", func(rows *sql.Rows) error {
			var d doubted
			err := rows.Scan(&d.reason, &d.count)
			g.doubts = append(g.doubts, d)
			return err
		}, g.target.ID, lastName(g.target.Symbol), isCallable(g.target.Kind))
	})
	if err := eg.Wait(); err != nil {
		return err
	}
	g.links = map[string][]link{}
	for i, name := range names {
		g.links[name] = found[i]
	}
	return nil
}

// lastName is the identifier that a stable name ends in.
func lastName(symbol string) string {
	base := schema.BaseSymbol(symbol)
	for i := len(base); i > 0; i-- {
		if c := base[i-1]; c == '.' || c == '/' {
			return base[i:]
		}
	}
	return base
}

func ids(links []link) []int32 {
	out := make([]int32, len(links))
	for i, l := range links {
		out[i] = l.id
	}
	return out
}

// describe reads the symbols that were found.
func (g *gathering) describe(ctx context.Context) error {
	all := []int32{g.target.ID}
	for name, links := range g.links {
		if name != "alike" {
			all = append(all, ids(links)...)
		}
	}
	for _, s := range g.sites {
		if s.encloses > 0 {
			all = append(all, s.encloses)
		}
	}
	g.symbols = map[int32]*neighbor{}
	return near(ctx, g.ix, "described", func(rows *sql.Rows) error {
		var r neighbor
		var container, file, start, end, from, to sql.NullInt32
		var path sql.NullString
		err := rows.Scan(&r.id, &r.symbol, &r.kind, &r.test, &r.external, &container, &file, &path, &start, &end, &from, &to, &r.refs, &r.generated)
		r.container, r.file, r.path = container.Int32, file.Int32, path.String
		r.start, r.end, r.from, r.to = int(start.Int32), int(end.Int32), int(from.Int32), int(to.Int32)
		g.symbols[r.id] = &r
		return err
	}, all)
}

// sign reads the signatures and docs of what has no source.
func (g *gathering) sign(ctx context.Context, groups []*circle, texts map[int32]string) error {
	var bare []int32
	for _, x := range groups {
		for _, r := range x.of {
			if _, held := texts[r.file]; !held {
				bare = append(bare, r.id)
			}
		}
	}
	if len(bare) == 0 {
		return nil
	}
	return near(ctx, g.ix, "signatures", func(rows *sql.Rows) error {
		var id int32
		var signature, doc string
		err := rows.Scan(&id, &signature, &doc)
		for _, x := range groups {
			for _, r := range x.of {
				if r.id == id {
					r.signature, r.doc = signature, commented(doc)
				}
			}
		}
		return err
	}, bare)
}
