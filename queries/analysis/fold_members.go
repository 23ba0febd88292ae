package analysis

import (
	"go/ast"
	"strings"
)

// members cuts the members of a struct or interface, or those of them that do not stay. whole
// says that a declaration is of nothing else.
//
// DESIGN: what is embedded stays whatever its name is, because through it others may name what
// it holds, and syntax does not say whether they can.
func (f *folder) members(list *ast.FieldList, member string, whole bool) bool {
	oneLine := f.line(list.Opening) == f.line(list.Closing)
	if !oneLine && (!f.level.members || len(list.List) == 0 && !f.level.notes) {
		return f.body(list.Opening, list.Closing, 0, len(list.List))
	}
	left, hidden := 0, 0
	for _, m := range list.List {
		if f.public && m.Names == nil {
			continue
		}
		if f.fields != nil && !f.fields(fieldNames(m)) {
			hidden++
		}
		if f.drop(m, f.fields, fieldNames(m)) {
			left += max(len(m.Names), 1)
		}
	}
	switch {
	case f.public && oneLine && whole && hidden > 0 && hidden == len(list.List):
		margin := f.margin(f.at(list.Opening))
		f.cuts = append(f.cuts, cut{f.at(list.Opening), f.at(list.Closing) + 1, "{\n" + margin + f.mark(list.NumFields(), member) + margin + "}"})
		return false
	case left > 0 && (f.marked || f.public) && !oneLine:
		f.leaveMark(f.at(list.Closing), f.mark(left, member))
	}
	return true
}

// mark is the line that stands for members that were left out.
func (f *folder) mark(left int, member string) string {
	if f.public {
		return "\t// contains " + plural(left, "unexported "+member) + "\n"
	}
	return "\t…\n"
}

// leaveMark puts a line before a closing brace, which stands where it stood.
func (f *folder) leaveMark(brace int, mark string) {
	start := f.spaceBefore(brace)
	if margin := f.margin(brace); start == 0 || f.text[start-1] == '\n' {
		f.cuts = append(f.cuts, cut{start, start, margin + mark})
	} else {
		f.cuts = append(f.cuts, cut{start, brace, "\n" + margin + mark + margin})
	}
}

// margin is the blanks that the line of an offset begins with.
func (f *folder) margin(offset int) string {
	line := f.text[strings.LastIndexByte(f.text[:offset], '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// drop cuts a member or spec that does not stay, with its comments, and reports whether
// it did. One that shares a line with others stays.
func (f *folder) drop(n ast.Node, keep keeper, of []*ast.Ident) bool {
	if keep == nil || keep(of) {
		return false
	}
	from, to := f.at(n.Pos()), f.at(n.End())
	if doc := docOf(n); doc != nil {
		from = f.at(doc.Pos())
	}
	start := f.spaceBefore(from)
	end := strings.IndexByte(f.text[to:], '\n')
	if start > 0 && f.text[start-1] != '\n' || end < 0 {
		return false
	}
	rest := strings.TrimSpace(f.text[to : to+end])
	if rest != "" && !strings.HasPrefix(rest, "//") {
		return false
	}
	f.cuts = append(f.cuts, cut{start, to + end + 1, ""})
	return true
}

// fieldNames are those of a member; of an embedded one that of its type.
func fieldNames(m *ast.Field) []*ast.Ident {
	if m.Names != nil {
		return m.Names
	}
	if name := baseName(m.Type); name != nil {
		return []*ast.Ident{name}
	}
	return nil
}
