package queries

import "strings"

// The driver names a nested type as DuckDB does: DATE[], DATE[3], STRUCT("a" DATE, "b" TIME[]), UNION("n" DATE), MAP(DATE, INTEGER). These
// functions return nothing for other types.

// elementType returns the type of the elements of a list or array.
func elementType(typeName string) string {
	if i := strings.LastIndexByte(typeName, '['); i >= 0 && strings.HasSuffix(typeName, "]") {
		return typeName[:i]
	}
	return ""
}

// memberTypes returns the types of the members of a struct or union, by name.
func memberTypes(typeName string) map[string]string {
	if !strings.HasPrefix(typeName, "STRUCT(") && !strings.HasPrefix(typeName, "UNION(") {
		return nil
	}
	out := map[string]string{}
	for _, member := range inParentheses(typeName) {
		end := 1
		for {
			end += strings.IndexByte(member[end:], '"')
			if !strings.HasPrefix(member[end:], `""`) {
				break
			}
			end += len(`""`)
		}
		out[strings.ReplaceAll(member[1:end], `""`, `"`)] = member[end+len(`" `):]
	}
	return out
}

// mapTypes returns the types of the keys and values of a map.
func mapTypes(typeName string) (keys, values string) {
	if parts := inParentheses(typeName); strings.HasPrefix(typeName, "MAP(") && len(parts) == 2 {
		return parts[0], parts[1]
	}
	return "", ""
}

// inParentheses splits the text between the outermost parentheses at the commas outside inner parentheses and quoted names.
func inParentheses(typeName string) []string {
	_, inner, found := strings.Cut(typeName, "(")
	if !found {
		return nil
	}
	inner = strings.TrimSuffix(inner, ")")
	var parts []string
	start, depth, quoted := 0, 0, false
	for i := range len(inner) {
		switch c := inner[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, inner[start:i])
			start = i + len(", ")
		}
	}
	return append(parts, inner[start:])
}
