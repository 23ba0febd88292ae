package analysis

import "fmt"

// parted makes the table one of parts. Most of what it names has no place.
func (h *head) parted() {
	h.table.Columns, h.table.GroupBy, h.table.Order, h.table.Subject = []string{"part", "detail", "name", "position"}, 1, 1, 2
}

// row adds a row to a table of parts: the place, the part, what is meant, and what there
// is to say of it.
func (h *head) row(position, part, name, format string, args ...any) {
	h.table.Rows = append(h.table.Rows, []any{part, fmt.Sprintf(format, args...), name, position})
}

// plural is a number of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
