package files

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/cortex-index/cortex/schema"
)

const wholeForms = "whole statements are: SHOW TABLES, DESCRIBE <table or SELECT>, SUMMARIZE <table or SELECT>, EXPLAIN <SELECT>"

// request is a statement by its form: SELECT, or a form around a SELECT. The gate checks that SELECT,
// and this package writes the statement around it. No other text of the user ever runs.
type request struct {
	form    string        // "DESCRIBE", "SUMMARIZE" or "EXPLAIN"; empty for a SELECT
	subject string        // the SELECT
	table   *schema.Table // the table that DESCRIBE names
	tables  bool          // SHOW TABLES, which has no subject
}

// parseRequest divides a statement into its form and its subject, which may still be any text.
func parseRequest(query string, tables []string) (request, error) {
	text := skip(query)
	word := leadingWord(text)
	rest := text[len(word):]
	q := request{form: strings.ToUpper(word), subject: strings.Repeat(" ", len(query)-len(rest)) + rest} // errors have positions
	switch q.form {
	case "DESC", "SHOW":
		q.form = "DESCRIBE"
	case "DESCRIBE", "SUMMARIZE":
	case "EXPLAIN":
		if strings.EqualFold(leadingWord(skip(rest)), "ANALYZE") {
			return q, &RefusedError{Message: "EXPLAIN ANALYZE is not allowed: it runs the statement",
				Advice: "EXPLAIN <SELECT> shows the plan and runs nothing; to see how long it takes, ask the SELECT itself"}
		}
		return q, nil
	default:
		return request{subject: query}, nil
	}
	name := words(rest)
	switch spelled := strings.ToUpper(strings.Join(name, " ")); {
	case name == nil:
		return q, nil
	case q.form == "DESCRIBE" && slices.Contains([]string{"", "TABLES", "ALL TABLES"}, spelled):
		q.tables = true
		return q, nil
	case len(name) != 1:
		return q, nil
	}
	lower := strings.ToLower(name[0])
	if !slices.Contains(tables, lower) {
		return q, noTable(name[0], name[0], tables)
	}
	q.table, _ = schema.Lookup(lower)
	q.subject = "FROM " + lower
	return q, nil
}

// around returns the statement of the form around a SELECT.
func (q request) around(selected string, limit int) string {
	end := " LIMIT " + fmt.Sprint(limit+1)
	switch q.form {
	case "DESCRIBE":
		return "SELECT column_name, column_type FROM (DESCRIBE " + selected + ")" + end
	case "SUMMARIZE":
		return "SELECT * FROM (SUMMARIZE " + selected + ")" + end
	case "EXPLAIN":
		return "EXPLAIN " + selected
	}
	return selected + end
}

// advise adds the list of allowed forms to the error for a refused subject.
func (q request) advise(err error) error {
	var refused *RefusedError
	if q.form != "" && errors.As(err, &refused) && refused.Advice == onlySelect {
		return &RefusedError{Message: refused.Message, Advice: wholeForms}
	}
	return err
}

// skip returns the text after spaces and comments.
func skip(text string) string {
	for {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		switch {
		case strings.HasPrefix(text, "--"):
			_, text, _ = strings.Cut(text, "\n")
		case strings.HasPrefix(text, "/*"):
			text = afterComment(text)
		default:
			return text
		}
	}
}

// afterComment returns the text after a comment, which may contain others.
func afterComment(text string) string {
	depth := 0
	for i := 0; i+1 < len(text); i++ {
		switch text[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
		}
		if depth == 0 {
			return text[i+1:]
		}
	}
	return ""
}

func leadingWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

// words returns the words of a text: bare or in double quotes, with semicolons only after them. It
// returns nil for any other text.
func words(text string) []string {
	found := []string{}
	for text = skip(text); text != "" && text[0] != ';'; text = skip(text) {
		word := leadingWord(text)
		rest := text[len(word):]
		if text[0] == '"' {
			word, rest, _ = strings.Cut(text[1:], `"`)
		}
		if word == "" {
			return nil
		}
		found, text = append(found, word), rest
	}
	for text != "" {
		if text[0] != ';' {
			return nil
		}
		text = skip(text[1:])
	}
	return found
}
