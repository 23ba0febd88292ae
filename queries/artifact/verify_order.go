package artifact

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/Masterminds/squirrel"

	"github.com/cortex-index/cortex/schema"
)

// order checks that each row comes after the row before it by the sort key.
//
// DESIGN: DuckDB computes lag() without a window in the order of the file, while rows stream. With ORDER BY file_row_number it sorts
// them, which takes ten times as long.
func (v *verifier) order(ctx context.Context, t *schema.Table) error {
	inner := squirrel.Select().From(t.Name)
	for i, name := range t.Sort {
		c, _ := t.Column(name)
		value := name
		if c.Nullable {
			value = "coalesce(" + name + ", " + nothing(c) + ")"
		}
		inner = inner.Column(value + " AS k" + strconv.Itoa(i)).Column("lag(" + value + ") OVER () AS p" + strconv.Itoa(i))
	}
	n, example, err := v.count(ctx, squirrel.Select("count(*)", "any_value(row_values)").
		FromSelect(inner.Column("concat_ws(', ', "+strings.Join(t.Sort, ", ")+") AS row_values"), "pairs").
		Where("p0 IS NOT NULL AND NOT ("+ascending(len(t.Sort), 0)+")"))
	if err != nil {
		v.fault(t.Name, "read", "%v", err)
		return ctx.Err()
	}
	if n > 0 {
		v.fault(t.Name, "order", "%d rows do not come after the row before them in the order of %s, for example %s", n, strings.Join(t.Sort, ", "), example)
	}
	return nil
}

// key checks that the primary key is unique, unless the order of the rows shows it.
func (v *verifier) key(ctx context.Context, t *schema.Table) error {
	if sameSet(t.Key, t.Sort) {
		return nil
	}
	twice := squirrel.Select("concat_ws(', ', " + strings.Join(t.Key, ", ") + ") AS k").From(t.Name).GroupBy(t.Key...).Having("count(*) > 1")
	n, example, err := v.count(ctx, squirrel.Select("count(*)", "any_value(k)").FromSelect(twice, "twice"))
	if err != nil {
		return fmt.Errorf("check the key of %s: %w", t.Name, err)
	}
	if n > 0 {
		v.fault(t.Name, "key", "%d values of %s are in several rows, for example %s", n, strings.Join(t.Key, ", "), example)
	}
	return nil
}

// nothing returns the value in place of NULL: less than every other value.
func nothing(c schema.Column) string {
	if c.Type == schema.String {
		return "''"
	}
	return "0"
}

// ascending returns the condition that the keys from i on come after those of the row before.
func ascending(n, i int) string {
	k, p := "k"+strconv.Itoa(i), "p"+strconv.Itoa(i)
	if i == n-1 {
		return k + " > " + p
	}
	return k + " > " + p + " OR (" + k + " = " + p + " AND (" + ascending(n, i+1) + "))"
}

func sameSet(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(x string) bool { return !slices.Contains(b, x) })
}

// references checks that the values of a reference exist. References to columns that number rows have a rule instead.
func (v *verifier) references(ctx context.Context, t *schema.Table) error {
	for _, c := range t.Columns {
		if c.Ref == "" || slices.Contains(denseIDs, c.Ref) {
			continue
		}
		table, column, _ := strings.Cut(c.Ref, ".")
		lost := squirrel.Select("DISTINCT " + c.Name + " AS x").From(t.Name).Where(c.Name + " IS NOT NULL")
		n, example, err := v.count(ctx, squirrel.Select("count(*)", "any_value(x::VARCHAR)").FromSelect(lost, "used").
			Where("NOT EXISTS (SELECT 1 FROM "+table+" o WHERE o."+column+" = used.x)"))
		if err != nil {
			return fmt.Errorf("check %s.%s: %w", t.Name, c.Name, err)
		}
		if n > 0 {
			v.fault(t.Name, "reference", "%d values of %s are not in %s, for example %s", n, c.Name, c.Ref, example)
		}
	}
	return nil
}

// count runs a query for a number and an example.
func (v *verifier) count(ctx context.Context, query squirrel.SelectBuilder) (n int64, example string, err error) {
	text, args, err := query.ToSql()
	if err != nil {
		return 0, "", err
	}
	return v.countText(ctx, text, args...)
}
