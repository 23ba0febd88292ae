package resolve

import (
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// unknowns adds the gaps: about each symbol of the language, because rules decide; about files that were not read in full; about names that
// code uses without a target; and about definitions that code outside the repository may call.
func (b *builder) unknowns(lost []*extract.File) {
	rows := &b.code.Rows
	for _, about := range schema.About("").Values() {
		add := func(reason schema.Reason, file, count int32) {
			for _, language := range b.language.Names {
				if b.languages[language] {
					rows.Unknowns = append(rows.Unknowns, schema.Unknown{About: schema.About(about), Language: language, Reason: reason, Count: count, FileID: file})
				}
			}
		}
		add(schema.ReasonHeuristicCalls, 0, max(b.edges, 1))
		for _, f := range lost {
			add(schema.ReasonUnreadFile, f.Row.FileID, 1)
		}
		for _, u := range b.units {
			switch {
			case u.isSkipped():
				add(schema.ReasonUnreadFile, u.File.Row.FileID, 1)
			case len(u.Errors) > 0:
				add(schema.ReasonTypeErrors, u.File.Row.FileID, 1)
			}
		}
	}
	names := map[string]bool{}
	for _, u := range b.units {
		for _, d := range u.Defs {
			names[d.Name] = true
			b.gaps(d)
		}
	}
	sorted := sortedKeys(names)
	for _, word := range sortedKeys(b.unresolved) {
		if start, isOpen := strings.CutSuffix(word, "*"); isOpen {
			for _, name := range sorted {
				if strings.HasPrefix(name, start) {
					b.named(name, b.unresolved[word])
				}
			}
		} else if names[word] {
			b.named(word, b.unresolved[word])
		}
	}
}

// named adds a gap about the definitions with a name.
func (b *builder) named(name string, p *place) {
	for _, language := range b.language.Names {
		if b.languages[language] {
			b.code.Rows.Unknowns = append(b.code.Rows.Unknowns, schema.Unknown{About: schema.AboutReferences, Name: name, Language: language,
				Reason: schema.ReasonUnresolvedCalls, Count: p.count, FileID: p.file, StartLine: p.line, StartColumn: p.column})
		}
	}
}

// gaps adds the uses of a definition without its name: by decorators, by the language, and by external base classes.
func (b *builder) gaps(d *Def) {
	isOpen := false
	if d.Kind == schema.KindMethod {
		b.orderOf(d.Container)
		isOpen = d.Container.isOpen
	}
	if d.Unit.isSkipped() || !d.IsWrapped && !d.IsAccessor && !d.IsSpecial && !isOpen {
		return
	}
	line, column := d.Unit.Lines.At(d.At)
	b.code.Rows.Unknowns = append(b.code.Rows.Unknowns, schema.Unknown{About: schema.AboutReferences, SymbolID: d.id,
		Reason: schema.ReasonReflection, Count: 1, FileID: d.Unit.File.Row.FileID, StartLine: line, StartColumn: column})
}
