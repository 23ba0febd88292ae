package artifact

import (
	"context"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/schema"
)

// derived checks that each derived table equals the result of the derivation.
func (v *verifier) derived(ctx context.Context) error {
	if _, err := v.db.ExecContext(ctx, derive.Script(1)); err != nil {
		return fmt.Errorf("derive tables: %w", err)
	}
	for _, t := range schema.Tables() {
		if !t.Derived {
			continue
		}
		var names []string
		for _, c := range t.Columns {
			names = append(names, c.Name)
		}
		var missing, extra int
		text := fmt.Sprintf(`SELECT (SELECT count(*) FROM (SELECT %s FROM derived.%[2]s EXCEPT ALL SELECT %[1]s FROM %[2]s)),
			(SELECT count(*) FROM (SELECT %[1]s FROM %[2]s EXCEPT ALL SELECT %[1]s FROM derived.%[2]s))`, strings.Join(names, ", "), t.Name)
		if err := v.db.QueryRowContext(ctx, text).Scan(&missing, &extra); err != nil {
			return fmt.Errorf("compare %s with its derivation: %w", t.Name, err)
		}
		if missing+extra > 0 {
			v.fault(t.Name, "derived", "%d derived rows are missing, and %d rows are not derived", missing, extra)
		}
	}
	return nil
}
