package queries

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	parameter = regexp.MustCompile(`\$\d+`)
	remarks   = regexp.MustCompile(`(?m)^--.*\n`)
)

// Inline returns a statement without its comment and with its arguments as literals, for people to read and run. No operation runs such
// text.
func Inline(text string, args []any) string {
	return parameter.ReplaceAllStringFunc(remarks.ReplaceAllString(text, ""), func(p string) string {
		n, err := strconv.Atoi(p[1:])
		if err != nil || n < 1 || n > len(args) {
			return p
		}
		switch v := args[n-1].(type) {
		case []int32:
			return strings.ReplaceAll(fmt.Sprint(v), " ", ", ")
		case []string:
			quoted := make([]string, len(v))
			for i, s := range v {
				quoted[i] = "'" + strings.ReplaceAll(s, "'", "''") + "'"
			}
			return "[" + strings.Join(quoted, ", ") + "]"
		case string:
			return "'" + strings.ReplaceAll(v, "'", "''") + "'"
		default:
			return fmt.Sprint(v)
		}
	})
}
