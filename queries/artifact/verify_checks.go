package artifact

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"path"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// checkFiles has the checks: statements that count wrong rows and return one of them. The first line of a check names a table
// and states the rule.
//
//go:embed checks/*.sql
var checkFiles embed.FS

type namedCheck struct {
	table, name, said, text string
}

func namedChecks() ([]namedCheck, error) {
	names, err := checkFiles.ReadDir("checks")
	if err != nil {
		return nil, fmt.Errorf("list the checks: %w", err)
	}
	var out []namedCheck
	for _, n := range names {
		b, err := checkFiles.ReadFile(path.Join("checks", n.Name()))
		if err != nil {
			return nil, fmt.Errorf("read the check %s: %w", n.Name(), err)
		}
		head, _, _ := strings.Cut(string(b), "\n")
		table, said, ok := strings.Cut(strings.TrimPrefix(head, "-- "), ": ")
		if _, known := schema.Lookup(table); !ok || !known {
			return nil, fmt.Errorf("check %s: its first line names no table", n.Name())
		}
		out = append(out, namedCheck{table, strings.TrimSuffix(n.Name(), ".sql"), said, string(b)})
	}
	return out, nil
}

func (v *verifier) check(ctx context.Context, c namedCheck) error {
	n, example, err := v.countText(ctx, c.text)
	if err != nil {
		return fmt.Errorf("check %s: %w", c.name, err)
	}
	if n > 0 {
		v.fault(c.table, c.name, "%s; %d rows break this rule, for example %s", c.said, n, example)
	}
	return nil
}

func (v *verifier) countText(ctx context.Context, text string, args ...any) (n int64, example string, err error) {
	var e sql.NullString
	err = v.db.QueryRowContext(ctx, text, args...).Scan(&n, &e)
	return n, e.String, err
}

// summary compares the manifest's summary with the tables.
func (v *verifier) summary(ctx context.Context) error {
	s := v.artifact.Manifest.Summary
	said := map[string]int{"files": s.Files}
	for k, n := range s.Languages {
		said["languages."+k] = n
	}
	for k, n := range s.Diagnostics {
		said["diagnostics."+string(k)] = n
	}
	for k, n := range s.Calls {
		said["calls."+string(k)] = n
	}
	rows, err := v.db.QueryContext(ctx, `
		SELECT 'files', count(*) FROM files
		UNION ALL SELECT 'languages.' || language, count(*) FROM files GROUP BY language
		UNION ALL SELECT 'diagnostics.' || severity, count(*) FROM diagnostics GROUP BY severity
		UNION ALL SELECT 'calls.' || evidence, count(*) FROM calls GROUP BY evidence`)
	if err != nil {
		return fmt.Errorf("check the summary: %w", err)
	}
	defer rows.Close()
	counted := map[string]int{}
	for rows.Next() {
		var k string
		var n int
		if err := rows.Scan(&k, &n); err != nil {
			return fmt.Errorf("check the summary: %w", err)
		}
		counted[k] = n
	}
	const unknown = "languages." // files of no known language may be counted or not
	for k := range said {
		if _, ok := counted[k]; !ok && said[k] != 0 {
			v.fault("", "summary", "the manifest says %d for %s, and there are none", said[k], k)
		}
	}
	for k, n := range counted {
		if said[k] != n && k != unknown {
			v.fault("", "summary", "the manifest says %d for %s, and there are %d", said[k], k, n)
		}
	}
	return rows.Err()
}
