package dataflow

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

var (
	identifier = regexp.MustCompile(`^[#$\pL_][$\pL\pN_]*`)
	// written matches the code after a name to which it assigns; it may have a type.
	written = regexp.MustCompile(`^[!?]?\s*(?::(?:[^=]|=>)*?)?=(?:([^=>].*))?$`)
	// bareName matches the code after the name of a field without a value, or of a method.
	bareName = regexp.MustCompile(`^[!?]?\s*(?::[^=]*)?[;,]?\s*$|^[!?]?\s*[(<]`)
	// keyword matches an argument with a name in Python.
	keyword = regexp.MustCompile(`(?s)^([\pL_][\pL\pN_]*)\s*=([^=].*)$`)
	// onlyByName matches the parameters of Python that take no argument by its place.
	onlyByName = regexp.MustCompile(`[(,]\s*\*[\pL_]?[\pL\pN_]*(?::[^,]*)?,(.*)$`)
)

// readText completes the steps without parsed code by the text of their files: in other languages than Go the value that a declaration
// gives, and the argument of a call. It leaves out declarations without a value, and calls that do not pass the parameter.
func (f *follower) readText(ctx context.Context) error {
	var files []int32
	for _, s := range f.steps {
		if s.Use == "" {
			files = append(files, s.fileID)
		}
	}
	texts, err := f.ix.Sources(ctx, files)
	if err != nil {
		return err
	}
	split := map[int32][]string{}
	for id, text := range texts {
		split[id] = strings.Split(text, "\n")
	}
	type key struct {
		file int32
		role string
		line int
		col  int
	}
	seen := map[key]bool{}
	f.steps = slices.DeleteFunc(f.steps, func(s step) bool {
		k := key{s.fileID, s.Role, s.Line, s.Column}
		if s.Use != "" || s.of.symbol.language == "go" || s.of.part != "" {
			return false
		}
		defer func() { seen[k] = true }()
		return seen[k] // a declaration that is a use too
	})
	var kept []step
	for _, s := range f.steps {
		lines := split[s.fileID]
		if s.Use != "" || s.Line > len(lines) || s.Column > len(lines[s.Line-1]) {
			kept = append(kept, s)
			continue
		}
		line := lines[s.Line-1]
		s.Text = queries.CutLine(strings.TrimSpace(line))
		switch {
		case s.of.symbol.language == "go":
		case s.of.part == "" && s.Role == "write":
			rest := line[s.Column-1:]
			rest = strings.TrimRight(rest[len(identifier.FindString(rest)):], " \t\r")
			if m := written.FindStringSubmatch(rest); m != nil && strings.TrimSpace(m[1]) != "" {
				s.Use, s.Text = "assigned", queries.CutLine(strings.TrimSuffix(strings.TrimSpace(m[1]), ";"))
			} else if m == nil && s.at() == s.of.symbol.at && bareName.MatchString(rest) {
				continue
			}
		case s.of.part == parameter && s.Evidence != string(schema.EvidenceValue):
			text := strings.Join(append([]string{line[s.Column-1:]}, lines[s.Line:min(s.Line+maxCallLines, len(lines))]...), "\n")
			args, ok := arguments(text, s.of.symbol.language == "python")
			if !ok {
				break
			}
			found, known := s.of.argument(args)
			switch {
			case found != "":
				s.Use, s.Text = "argument", queries.CutLine(strings.Join(strings.Fields(found), " "))
			case known:
				continue
			}
		}
		kept = append(kept, s)
	}
	f.steps = kept
	return nil
}

// maxCallLines is the number of lines below the name of a function in which its arguments are looked for.
const maxCallLines = 50

// argument returns the argument of a call that a parameter takes. It is empty when there is none, or when that is unknown.
func (v *value) argument(args []string) (found string, known bool) {
	signature, name := v.symbol.signature, v.symbol.parts.Parameters[v.number]
	python := v.symbol.language == "python"
	byPlace := true
	if m := onlyByName.FindStringSubmatch(signature); python && m != nil {
		byPlace = !regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).MatchString(m[1])
	}
	rest := python && strings.Contains(signature, "*"+name) || !python && strings.Contains(signature, "..."+name)
	known = true
	var all []string
	number := 0
	for _, a := range args {
		m := keyword.FindStringSubmatch(a)
		switch {
		case python && strings.HasPrefix(a, "*") || !python && strings.HasPrefix(a, "..."):
			known = false // it may be any number of arguments
		case python && m != nil:
			if m[1] == name {
				return strings.TrimSpace(m[2]), true
			}
		default:
			if known && byPlace && (number == v.number || rest && number > v.number) {
				all = append(all, a)
			}
			number++
		}
	}
	return strings.Join(all, ", "), known && !strings.Contains(signature, "**"+name)
}

// arguments returns the arguments of the call of the name that begins a text. It is false when they do not follow the name, or do not end.
func arguments(text string, python bool) (args []string, ok bool) {
	at := len(identifier.FindString(text))
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	if at >= len(text) || text[at] != '(' {
		return nil, false
	}
	depth, from := 0, at+1
	add := func(to int) {
		if a := strings.TrimSpace(text[from:to]); a != "" {
			args = append(args, a)
		}
		from = to + 1
	}
	for ; at < len(text); at++ {
		switch c := text[at]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth == 0 {
				add(at)
				return args, true
			}
		case c == ',' && depth == 1:
			add(at)
		case c == '"' || c == '\'' || c == '`' && !python:
			quote := text[at : at+1]
			if triple := strings.Repeat(quote, 3); python && strings.HasPrefix(text[at:], triple) {
				quote = triple
			}
			at += len(quote)
			for at < len(text) && !strings.HasPrefix(text[at:], quote) {
				if text[at] == '\\' {
					at++
				}
				at++
			}
			at += len(quote) - 1
		case python && c == '#' || !python && strings.HasPrefix(text[at:], "//") || !python && strings.HasPrefix(text[at:], "/*"):
			return nil, false // a comment is no argument
		}
	}
	return nil, false
}

var languageNames = map[string]string{"python": "Python", "typescript": "TypeScript", "javascript": "JavaScript"}

// noteLanguages says which steps are known of values in other languages than Go.
func (f *follower) noteLanguages() {
	said := map[string]bool{}
	for _, v := range f.values {
		language := v.symbol.language
		if languageNames[language] == "" {
			continue
		}
		known := "the places of writes and reads, and not the uses of what is read"
		switch v.part {
		case parameter:
			known = "the arguments of calls, and not the uses in the function"
		case result:
			known = "the calls, and not the values that the function returns"
		case receiver:
			known = "the calls, and not the uses in the function"
		}
		if note := fmt.Sprintf("in %s cortex knows %s", languageNames[language], known); !said[note] {
			said[note] = true
			f.head.Note("%s", note)
		}
	}
}
