package scip

import (
	"bytes"
	"cmp"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Facts are the occurrences of indexes in the files of a tree.
type Facts struct {
	Symbols   []Symbol
	IsDefined []bool // by symbol: some document defines it
	Relations []Relation
	Files     map[int32]*File // by the number of the file
	Problems  []Problem
	Indexes   []*Index // in the order of their hashes

	own map[string]bool // the packages with definitions
}

// File is the occurrences in one file.
type File struct {
	Occurrences []Occurrence // by place; each once
	Indexes     []int        // the numbers of the indexes with a document about it
}

// Occurrence is one place with a symbol.
type Occurrence struct {
	Start, End   uint32 // byte offsets
	Symbol       int32
	IsDefinition bool
}

// Problem is a problem of an index, or of the document of a file.
type Problem struct {
	File    int32 // the number of the file; 0 for none
	Path    string
	Message string
}

// IsOwn reports whether a symbol is of a package that the indexes define symbols of. A symbol of such a package without a definition is
// in no document: nobody knows where it is.
func (f *Facts) IsOwn(s *Symbol) bool { return f.own[s.Manager+" "+s.Package] }

// Of returns the occurrences at a place of a file.
func (f *File) Of(start, end uint32) []Occurrence {
	if f == nil {
		return nil
	}
	from, _ := slices.BinarySearchFunc(f.Occurrences, start, func(o Occurrence, at uint32) int { return cmp.Compare(o.Start, at) })
	to := from
	for to < len(f.Occurrences) && f.Occurrences[to].Start == start {
		to++
	}
	return slices.DeleteFunc(slices.Clone(f.Occurrences[from:to]), func(o Occurrence) bool { return o.End != end })
}

// Sorted returns the indexes in the order of their hashes, each once.
func Sorted(indexes []*Index) []*Index {
	indexes = slices.Clone(indexes)
	slices.SortFunc(indexes, func(a, b *Index) int { return strings.Compare(a.SHA256, b.SHA256) })
	return slices.CompactFunc(indexes, func(a, b *Index) bool { return a.SHA256 == b.SHA256 })
}

// Match compares the documents of indexes with the files of a tree. find returns the number and the text of a file; the number is 0 for
// one that is not in the tree, and the text is nil when nobody reads symbols from it. The order of the indexes does not matter.
func Match(indexes []*Index, find func(path string) (file int32, text []byte)) *Facts {
	indexes = Sorted(indexes)
	f := &Facts{Files: map[int32]*File{}, Indexes: indexes, own: map[string]bool{}}
	numbers := map[string]int32{}
	for i, x := range indexes {
		f.match(i, x, numbers, find)
	}
	for _, file := range f.Files {
		slices.SortFunc(file.Occurrences, func(a, b Occurrence) int {
			return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.Symbol, b.Symbol))
		})
		file.Occurrences = slices.Compact(file.Occurrences)
	}
	return f
}

// match adds the facts of an index.
func (f *Facts) match(number int, x *Index, numbers map[string]int32, find func(path string) (int32, []byte)) {
	symbols := make([]int32, len(x.symbols)) // their numbers among those of all indexes
	for i, s := range x.symbols {
		n, known := numbers[s.text]
		if !known || s.Form == Local {
			n = int32(len(f.Symbols))
			numbers[s.text] = n
			f.Symbols, f.IsDefined = append(f.Symbols, s), append(f.IsDefined, false)
		}
		symbols[i] = n
	}
	for _, r := range x.relations {
		f.Relations = append(f.Relations, Relation{symbols[r.From], symbols[r.To]})
	}
	folder := x.folder(find)
	missing, first := 0, ""
	for _, d := range x.documents {
		for _, o := range d.occurrences {
			if s := &x.symbols[o.symbol]; o.isDefinition {
				f.IsDefined[symbols[o.symbol]] = true
				if s.Form != Local {
					f.own[s.Manager+" "+s.Package] = true
				}
			}
		}
		p := path.Join(folder, d.path)
		file, text := find(p)
		if file == 0 {
			if missing++; missing == 1 {
				first = p
			}
			continue
		}
		if text == nil {
			continue
		}
		found, problem := x.fit(d, text)
		if problem != "" {
			f.Problems = append(f.Problems, Problem{File: file, Path: p, Message: fmt.Sprintf("the document of %s in %s is not used: %s", x.Tool, x.File, problem)})
			continue
		}
		to := f.Files[file]
		if to == nil {
			to = &File{}
			f.Files[file] = to
		}
		if !slices.Contains(to.Indexes, number) {
			to.Indexes = append(to.Indexes, number)
		}
		for _, o := range found {
			o.Symbol = symbols[o.Symbol]
			to.Occurrences = append(to.Occurrences, o)
		}
	}
	if missing > 0 {
		f.Problems = append(f.Problems, Problem{Message: fmt.Sprintf("%d of %d documents in %s are about files that are not in the tree, the first is %q", missing, len(x.documents), x.File, first)})
	}
}

// maxNames bounds the names of the root that can be those of folders of the tree.
const maxNames = 20

// folder returns the folder of the tree that the paths of documents are relative to: the last names of the path of the index's root with
// which most documents are in the tree.
func (x *Index) folder(find func(path string) (int32, []byte)) string {
	best, most := "", -1
	at := ""
	root, err := url.Parse(x.root)
	if err != nil {
		root = &url.URL{}
	}
	names := strings.Split(strings.Trim(root.Path, "/"), "/")
	names = names[max(0, len(names)-maxNames):]
	for i := len(names); i >= 0; i-- {
		if i < len(names) {
			at = path.Join(names[i], at)
		}
		n := 0
		for _, d := range x.documents {
			if file, _ := find(path.Join(at, d.path)); file != 0 {
				n++
			}
		}
		if n > most {
			best, most = at, n
		}
	}
	return best
}

// encodings lists the units in which indexers count columns, and for each the number of units of a character.
//
// DESIGN: indexers that do not name their unit count UTF-16 units, as editors do. Their documents are tried in the other units too.
var encodings = []struct {
	code  int64
	units func(r rune) int
}{
	{2, func(r rune) int { return max(1, (utf8.RuneLen(r)+2)/3) }},
	{1, utf8.RuneLen},
	{3, func(rune) int { return 1 }},
}

// fit returns the occurrences of a document in byte offsets of a text, or why the document does not fit the text.
func (x *Index) fit(d *document, text []byte) (found []Occurrence, problem string) {
	lines := bytes.SplitAfter(text, []byte("\n"))
	starts := make([]uint32, len(lines))
	for i, at := 0, 0; i < len(lines); i++ {
		starts[i] = uint32(at)
		at += len(lines[i])
	}
	for _, e := range encodings {
		if d.encoding != 0 && d.encoding != e.code {
			continue
		}
		var why string
		if found, why = x.fitIn(d, lines, starts, e.units); why == "" {
			return found, ""
		}
		problem = cmp.Or(problem, why)
	}
	return nil, cmp.Or(problem, "the unit of its columns is not known")
}

func (x *Index) fitIn(d *document, lines [][]byte, starts []uint32, units func(rune) int) (found []Occurrence, problem string) {
	for _, o := range d.occurrences {
		if o.line < 0 || int(o.line) >= len(lines) || o.start < 0 || o.end < o.start {
			return nil, fmt.Sprintf("line %d is not in the file", int64(o.line)+1)
		}
		line := lines[o.line]
		start, end := offset(line, o.start, units), offset(line, o.end, units)
		if start < 0 || end < 0 {
			return nil, fmt.Sprintf("line %d has no columns %d to %d", o.line+1, o.start+1, o.end)
		}
		s := &x.symbols[o.symbol]
		if name := line[start:end]; o.isDefinition && s.isNamed() && string(name) != s.Name {
			return nil, fmt.Sprintf("line %d has not the definition of %s", o.line+1, s.Name)
		}
		found = append(found, Occurrence{Start: starts[o.line] + uint32(start), End: starts[o.line] + uint32(end), Symbol: o.symbol, IsDefinition: o.isDefinition})
	}
	return found, ""
}

// offset returns the byte offset of a column, or -1 when the line has no such column.
func offset(line []byte, column int32, units func(rune) int) int {
	at, n := 0, int32(0)
	for n < column {
		r, size := utf8.DecodeRune(line[at:])
		if size == 0 {
			return -1
		}
		at += size
		n += int32(units(r))
	}
	if n != column {
		return -1
	}
	return at
}
