package queries

import "strings"

// The driver names a nested type as DuckDB writes it: DATE[], DATE[3],
// STRUCT("a" DATE, "b" TIME[]), UNION("n" DATE), MAP(DATE, INTEGER). What is asked of
// another type, or of none, is empty.

// elementType is the type of what is in a list or array.
func elementType(typeName string) string {
	if i := strings.LastIndexByte(typeName, '['); i >= 0 && strings.HasSuffix(typeName, "]") {
		return typeName[:i]
	}
	return ""
}

// memberTypes are the types of a struct's or union's members by their names.
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

// mapTypes are the types of a map's keys and of its values.
func mapTypes(typeName string) (keys, values string) {
	if parts := inParentheses(typeName); strings.HasPrefix(typeName, "MAP(") && len(parts) == 2 {
		return parts[0], parts[1]
	}
	return "", ""
}

// inParentheses returns what stands between the outermost parentheses, cut at the
// commas that are in no others and in no quoted name.
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
