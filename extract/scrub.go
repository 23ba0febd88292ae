package extract

import (
	"path/filepath"
	"slices"
	"strings"
)

// Place is a directory of the machine and the name that stands for it in messages.
type Place struct {
	Path string // absolute; a Place without one stands for nothing
	Name string // like $GOROOT; empty for the root of the tree, whose paths become relative
}

// Around is the root of a tree and the folders around it, which are .., ../.. and so on:
// a tree may refer to what lies beside it.
func Around(root string) []Place {
	places := []Place{{Path: root}}
	for dir, name := filepath.Dir(root), ".."; dir != filepath.Dir(dir); dir, name = filepath.Dir(dir), name+"/.." {
		places = append(places, Place{Path: dir, Name: name})
	}
	return places
}

// Scrub returns the message with the places' paths replaced by their names, the
// longest path first, so that a message says the same on every machine. A path
// is replaced only where it stands as a whole or ends at a slash.
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
		case len(after) > 0 && pathByte(after[0]), // only the beginning of another name
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

// pathByte reports whether c goes on with the file name before it. A dot does
// not: it ends a sentence more often.
func pathByte(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
