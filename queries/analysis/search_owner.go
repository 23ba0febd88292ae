package analysis

import (
	"regexp"
	"strings"
)

// inPath reports whether what stands before the last dot of the text is a path.
func (s *searching) inPath() bool { return strings.ContainsRune(s.owner, '/') }

// owner is what stands before the last dot of a text, in lower case.
type owner struct {
	lowered string
	letters []rune
	errors  int // typing errors that are forgiven
	names   int // in it
	loose   bool
}

func newOwner(text string, errors int) owner {
	lowered := strings.ToLower(text)
	return owner{lowered: lowered, letters: []rune(lowered), errors: min(errors, errorsIn(text)), names: strings.Count(text, ".") + 1}
}

// tier is that of a name in a tier by itself that has this owner, or, where the name begins
// as the text does, one with typing errors, or, when it is loose, one that ends so within a
// name; -1 for others.
func (o owner) tier(s *spelling, tier int) int {
	ends := strings.HasSuffix(s.owner, o.lowered)
	switch {
	case ends && (len(s.owner) == len(o.lowered) || s.owner[len(s.owner)-len(o.lowered)-1] == '.'):
		return tier
	case tier > tierPrefix:
		return -1
	case ends && o.loose:
		return tierSubstring
	case o.errors == 0:
		return -1
	}
	names := strings.Split(s.owner, ".")
	near := strings.Join(names[max(len(names)-o.names, 0):], ".")
	if edits(o.letters, []rune(near), o.errors) > o.errors {
		return -1
	}
	return tierOwner
}

// suffix is what stands behind the path and package of a stable name, from its last name on.
var suffix = regexp.MustCompile(`\.[^./]*(#.*|~[0-9]+)?$`)

// holds reports whether what stands before the last name of a symbol is this path, or ends
// in it.
func (o owner) holds(s *spelling) bool {
	lowered := strings.ToLower(s.symbol)
	return strings.Contains(lowered, o.lowered) && strings.HasSuffix("/"+suffix.ReplaceAllString(lowered, ""), "/"+o.lowered)
}
