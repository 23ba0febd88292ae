package queries

import (
	"context"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/schema"
)

// derived checks that the derived tables hold what follows from the others.
func (v *verifier) derived(ctx context.Context) error {
	if v.artifact.manifest.FeatureVersion < schema.AbstractMethods.Since {
		return nil
	}
	if _, err := v.db.ExecContext(ctx, derive.Script); err != nil {
		return err
	}
	for t, made := range derive.Made() {
		if t.Since > v.artifact.manifest.FeatureVersion {
			continue
		}
		var names []string
		for _, c := range t.Columns {
			names = append(names, c.Name)
		}
		columns := strings.Join(names, ", ")
		var lacking, more int
		text := fmt.Sprintf("SELECT (SELECT count(*) FROM (SELECT %s FROM %s EXCEPT ALL SELECT %[1]s FROM %[3]s)), (SELECT count(*) FROM (SELECT %[1]s FROM %[3]s EXCEPT ALL SELECT %[1]s FROM %[2]s))", columns, made, t.Name)
		if err := v.db.QueryRowContext(ctx, text).Scan(&lacking, &more); err != nil {
			return err
		}
		if lacking+more > 0 {
			v.fault(t.Name, "derived", "%d rows are missing that follow from the other tables, and %d do not", lacking, more)
		}
	}
	return nil
}
