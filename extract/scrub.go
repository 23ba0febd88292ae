package extract

import (
	"path/filepath"
	"slices"
	"strings"
)

// A Place is a directory of the machine and the name that replaces it in messages.
type Place struct {
	Path string // absolute; a Place without a path replaces nothing
	Name string // like $GOROOT; empty for the root of the tree, whose paths become relative
}

// Around returns the places of the root of a tree and of the folders above it, named ..,
// ../.. and so on: a tree may refer to its sibling folders.
func Around(root string) []Place {
	places := []Place{{Path: root}}
	for dir, name := filepath.Dir(root), ".."; dir != filepath.Dir(dir); dir, name = filepath.Dir(dir), name+"/.." {
		places = append(places, Place{Path: dir, Name: name})
	}
	return places
}

// Scrub replaces the places' paths in a message by their names, the longest path first: a
// message is the same on every machine. It replaces only whole paths and path prefixes that
// end at a slash.
func Scrub(message string, places ...Place) string {
	if !strings.ContainsAny(message, `/\`) {
		return message
	}
	places = slices.Clone(places)
	slices.SortStableFunc(places, func(a, b Place) int { return len(b.Path) - len(a.Path) })
	for _, p := range places {
		path := strings.TrimRight(p.Path, `/\`)
		if path != "" {
			message = scrubPlace(message, path, p.Name)
		}
	}
	return message
}

func scrubPlace(message, path, name string) string {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(message, path)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		switch {
		case len(after) > 0 && pathByte(after[0]), // the beginning of another name
			len(before) > 0 && pathByte(before[len(before)-1]): // inside one, like an import path
			b.WriteString(path)
		case name != "":
			b.WriteString(name)
		case len(after) > 1 && (after[0] == '/' || after[0] == '\\') && after[1] != ' ':
			after = after[1:]
		default:
			b.WriteByte('.')
		}
		message = after
	}
}

// pathByte reports whether c continues a file name. A dot does not: it ends a sentence more
// often.
func pathByte(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
