package scip

import (
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// DESIGN: cortex reads a dozen fields of SCIP. The Go bindings of SCIP need some twelve modules more, read no typed ranges, and allocate
// any length that a file says.

// message calls do for each field of a message: with its bytes, or with its number.
func message(b []byte, do func(field protowire.Number, bytes []byte, n int64) error) error {
	for len(b) > 0 {
		field, typ, size := protowire.ConsumeTag(b)
		if size < 0 {
			return protowire.ParseError(size)
		}
		b = b[size:]
		var text []byte
		var n uint64
		switch typ {
		case protowire.BytesType:
			text, size = protowire.ConsumeBytes(b)
		case protowire.VarintType:
			n, size = protowire.ConsumeVarint(b)
		default:
			size = protowire.ConsumeFieldValue(field, typ, b)
		}
		if size < 0 {
			return protowire.ParseError(size)
		}
		b = b[size:]
		if err := do(field, text, int64(n)); err != nil {
			return err
		}
	}
	return nil
}

// index reads the message Index.
func (x *Index) index(b []byte) error {
	return message(b, func(field protowire.Number, b []byte, _ int64) error {
		switch field {
		case 1:
			return x.metadata(b)
		case 2:
			return x.document(b)
		case 3:
			_, relations, err := information(b)
			x.relate(relations, nil)
			return err
		}
		return nil
	})
}

func (x *Index) metadata(b []byte) error {
	return message(b, func(field protowire.Number, b []byte, _ int64) error {
		switch field {
		case 2:
			return message(b, func(field protowire.Number, b []byte, _ int64) error {
				switch field {
				case 1:
					x.Tool = string(b)
				case 2:
					x.Version = string(b)
				}
				return nil
			})
		case 3:
			x.root = string(b)
		}
		return nil
	})
}

func (x *Index) document(b []byte) error {
	d := &document{}
	locals := map[string]int32{}
	err := message(b, func(field protowire.Number, b []byte, n int64) error {
		switch field {
		case 1:
			d.path = string(b)
		case 2:
			return x.occurrence(d, b, locals)
		case 3:
			_, relations, err := information(b)
			x.relate(relations, locals)
			return err
		case 6:
			d.encoding = n
		}
		return nil
	})
	x.documents = append(x.documents, d)
	return err
}

// errRange is the error of a range that is not three or four numbers.
var errRange = errors.New("a range has neither three nor four numbers")

func (x *Index) occurrence(d *document, b []byte, locals map[string]int32) error {
	var symbol []byte
	var at []int32
	var roles int64
	err := message(b, func(field protowire.Number, b []byte, n int64) error {
		switch field {
		case 1:
			if b == nil {
				at = append(at, int32(n))
			}
			for len(b) > 0 {
				n, size := protowire.ConsumeVarint(b)
				if size < 0 {
					return protowire.ParseError(size)
				}
				if b = b[size:]; len(at) > 4 {
					return errRange
				}
				at = append(at, int32(n))
			}
		case 2:
			symbol = b
		case 3:
			roles = n
		case 8, 9: // a range on one line, or on several
			at = make([]int32, int(field)-5)
			return message(b, func(part protowire.Number, _ []byte, n int64) error {
				if part >= 1 && int(part) <= len(at) {
					at[part-1] = int32(n)
				}
				return nil
			})
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case len(symbol) == 0:
		return nil
	case len(at) != 3 && len(at) != 4:
		return errRange
	case len(at) == 4 && at[0] != at[2]:
		return nil // no identifier is on two lines
	}
	d.occurrences = append(d.occurrences, occurrence{line: at[0], start: at[1], end: at[len(at)-1], symbol: x.number(string(symbol), locals), isDefinition: roles&1 != 0})
	return nil
}

// information reads a SymbolInformation: its symbol, and the pairs of it and the symbols that it implements.
func information(b []byte) (symbol string, relations [][2]string, err error) {
	err = message(b, func(field protowire.Number, b []byte, _ int64) error {
		switch field {
		case 1:
			symbol = string(b)
		case 4:
			to, isImplementation := "", false
			err := message(b, func(field protowire.Number, b []byte, n int64) error {
				switch field {
				case 1:
					to = string(b)
				case 3:
					isImplementation = n != 0
				}
				return nil
			})
			if isImplementation && to != "" {
				relations = append(relations, [2]string{"", to})
			}
			return err
		}
		return nil
	})
	for i := range relations {
		relations[i][0] = symbol
	}
	return symbol, relations, err
}

// errSymbol is the error of a symbol that is not valid.
var errSymbol = errors.New("not a symbol")

// parse reads the name of a symbol: a scheme, a package manager, the name and version of a package, each after a space, and descriptors.
func parse(name string) (Symbol, error) {
	s := Symbol{text: name}
	parts := [4]string{}
	rest := name
	for i := range parts {
		var ok bool
		if parts[i], rest, ok = word(rest); !ok {
			return s, errSymbol
		}
	}
	s.Manager, s.Package = parts[1], parts[2]
	for rest != "" {
		if s.Name != "" {
			if s.Owners = append(s.Owners, s.Name); s.Form == Space {
				s.Spaces++
			}
		}
		var err error
		if s.Name, s.Form, rest, err = descriptor(rest); err != nil {
			return s, err
		}
	}
	if s.Form == Local {
		return s, errSymbol
	}
	return s, nil
}

// word returns the text before the next single space. Two spaces are a space in the text.
func word(s string) (first, rest string, ok bool) {
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			if i+1 == len(s) || s[i+1] != ' ' {
				return strings.ReplaceAll(s[:i], "  ", " "), s[i+1:], true
			}
			i++
		}
	}
	return "", "", false
}

// descriptor reads the first descriptor.
func descriptor(s string) (name string, form Form, rest string, err error) {
	if s[0] == '(' || s[0] == '[' {
		name, rest, err = identifier(s[1:])
		if err != nil || rest == "" || rest[0] != ')' && rest[0] != ']' {
			return "", Other, "", errSymbol
		}
		return name, Other, rest[1:], nil
	}
	name, rest, err = identifier(s)
	if err != nil || rest == "" {
		return "", Other, "", errSymbol
	}
	end, rest := rest[0], rest[1:]
	switch end {
	case '/':
		return name, Space, rest, nil
	case '#':
		return name, Type, rest, nil
	case '.':
		return name, Term, rest, nil
	case ':', '!':
		return name, Other, rest, nil
	case '(':
		if rest != "" && rest[0] != ')' { // the number of an overload
			if _, rest, err = identifier(rest); err != nil {
				return "", Other, "", err
			}
		}
		if len(rest) >= 2 && rest[:2] == ")." {
			return name, Method, rest[2:], nil
		}
	}
	return "", Other, "", fmt.Errorf("%w: %q", errSymbol, s)
}

// identifier reads a name, which is in backquotes when it has other characters than letters, digits and a few signs.
func identifier(s string) (name, rest string, err error) {
	if s == "" || s[0] != '`' {
		i := 0
		for i < len(s) && (s[i] == '_' || s[i] == '+' || s[i] == '-' || s[i] == '$' || s[i] >= '0' && s[i] <= '9' || s[i] >= 'a' && s[i] <= 'z' || s[i] >= 'A' && s[i] <= 'Z') {
			i++
		}
		if i == 0 {
			return "", "", errSymbol
		}
		return s[:i], s[i:], nil
	}
	for i := 1; i < len(s); i++ {
		if s[i] != '`' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '`' {
			i++
			continue
		}
		return strings.ReplaceAll(s[1:i], "``", "`"), s[i+1:], nil
	}
	return "", "", errSymbol
}
