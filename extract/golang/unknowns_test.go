package golang_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// coverage tells whether unknowns have a row for a fact about a symbol.
type coverage struct {
	rows map[schema.Unknown]bool // the kind of fact with a symbol, or with a name and a scope
	ids  map[string]schema.Symbol
}

func coverageOf(rows *schema.Rows) coverage {
	c := coverage{rows: map[schema.Unknown]bool{}, ids: map[string]schema.Symbol{}}
	for _, u := range rows.Unknowns {
		c.rows[schema.Unknown{About: u.About, SymbolID: u.SymbolID, Name: u.Name, Scope: u.Scope}] = true
	}
	for _, s := range rows.Symbols {
		c.ids[s.Symbol] = s
	}
	return c
}

func (c coverage) has(about schema.About, symbol string) bool {
	s, ok := c.ids[symbol]
	return !ok || c.rows[schema.Unknown{About: about, SymbolID: s.SymbolID}] ||
		c.rows[schema.Unknown{About: about, Name: s.Name}] ||
		c.rows[schema.Unknown{About: about, Name: s.Name, Scope: s.PackagePath}]
}

// Each fact that only another build has is covered by a row of unknowns in this build. The type checker's results in the other build
// decide.
func TestUnknownsCoverOtherBuilds(t *testing.T) {
	for _, name := range []string{"unknown_builds", "unknown_methods", "other_builds_made"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := readCase(t, filepath.Join("testdata", name+".txtar"))
			root := t.TempDir()
			writeTree(t, root, c.tree)
			cfg := config(root)
			here := run(t, cfg)
			cfg.GOOS = "windows"
			other := run(t, cfg)
			known, missing := map[string]bool{}, coverageOf(here)
			for _, f := range knownFacts(here, false) {
				known[f.String()] = true
			}
			compared := 0
			for _, f := range knownFacts(other, true) {
				if known[f.String()] {
					continue
				}
				compared++
				if !missing.has(f.about, f.symbol) {
					t.Errorf("no row of unknowns covers %s", f)
				}
			}
			if compared == 0 {
				t.Error("the builds have the same facts")
			}
		})
	}
}

// knownFact is something that an index knows about a symbol.
type knownFact struct {
	about         schema.About
	symbol, other string
}

func (f knownFact) String() string { return fmt.Sprintf("%s of %s: %s", f.about, f.symbol, f.other) }

// knownFacts lists the facts of an index, without those of files without types when asked for typed ones alone.
func knownFacts(rows *schema.Rows, typedOnly bool) (all []knownFact) {
	name := func(id int32) string { return rows.Symbols[id-1].Symbol }
	typed := func(file int32) bool { return !typedOnly || !rows.Files[file-1].IsUntyped }
	for _, r := range rows.Refs {
		if typed(r.FileID) {
			place := fmt.Sprintf("%s:%d:%d", rows.Files[r.FileID-1].FilePath, r.StartLine, r.StartColumn)
			all = append(all, knownFact{schema.AboutReferences, name(r.SymbolID), place})
		}
	}
	for _, c := range rows.Calls {
		if c.CalleeID != 0 && typed(c.FileID) && !strings.Contains(name(c.CalleeID), "#") {
			all = append(all, knownFact{schema.AboutCallers, name(c.CalleeID), fmt.Sprintf("%s:%d:%d", rows.Files[c.FileID-1].FilePath, c.StartLine, c.StartColumn)})
		}
	}
	for _, o := range rows.Overrides {
		method, of := name(o.MethodID), name(o.OverriddenID)
		all = append(all, knownFact{schema.AboutPossibleCallees, of, method}, knownFact{schema.AboutSubtypes, of, method},
			knownFact{schema.AboutSupertypes, method, of})
	}
	for _, r := range rows.TypeRelations {
		if r.Relation == schema.RelationImplements {
			all = append(all, knownFact{schema.AboutSubtypes, name(r.ToTypeID), name(r.FromTypeID)}, knownFact{schema.AboutSupertypes, name(r.FromTypeID), name(r.ToTypeID)})
		}
	}
	for _, m := range rows.Members {
		if m.MemberTypeID != 0 && (m.Kind == schema.MemberField || m.Kind == schema.MemberEmbedded) {
			all = append(all, knownFact{schema.AboutHolders, name(m.MemberTypeID), name(m.TypeID) + " " + m.Name})
		}
	}
	return all
}
