package fold

import (
	"fmt"
	"go/ast"
	"strings"
)

// members cuts the members of a struct or interface, or those that keep does not select. whole means
// that the type is the whole declaration.
//
// DESIGN: embedded members stay under any name: others may name their members, and syntax does not tell
// whether they can.
func (f *File) members(list *ast.FieldList, member string, whole bool) bool {
	oneLine := f.line(list.Opening) == f.line(list.Closing)
	if !oneLine && (!f.level.Members || len(list.List) == 0 && !f.level.Notes) {
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
		f.cut(f.at(list.Opening), f.at(list.Closing)+1, "{\n"+margin+f.mark(list.NumFields(), member)+margin+"}")
		return false
	case left > 0 && (f.marked || f.public) && !oneLine:
		f.leaveMark(f.at(list.Closing), f.mark(left, member))
	}
	return true
}

// mark returns the line that marks omitted members.
func (f *File) mark(left int, member string) string {
	switch {
	case !f.public:
		return "\t…\n"
	case left == 1:
		return "\t// contains 1 unexported " + member + "\n"
	}
	return fmt.Sprintf("\t// contains %d unexported %ss\n", left, member)
}

// leaveMark puts a line before a closing brace.
func (f *File) leaveMark(brace int, mark string) {
	start := f.spaceBefore(brace)
	if margin := f.margin(brace); start == 0 || f.text[start-1] == '\n' {
		f.cut(start, start, margin+mark)
	} else {
		f.cut(start, brace, "\n"+margin+mark+margin)
	}
}

// margin returns the blanks at the beginning of the line of an offset.
func (f *File) margin(offset int) string {
	line := f.text[strings.LastIndexByte(f.text[:offset], '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// drop cuts a member or spec that does not stay, with its comments, and reports whether it did. A
// member that shares a line stays.
func (f *File) drop(n ast.Node, keep Keeper, of []string) bool {
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
	f.cut(start, to+end+1, "")
	return true
}

// fieldNames returns the names of a member. An embedded member has the name of its type.
func fieldNames(m *ast.Field) []string {
	if m.Names != nil {
		return texts(m.Names)
	}
	if name := baseName(m.Type); name != "" {
		return []string{name}
	}
	return nil
}
