package artifact

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/schema"
)

// Fault is one problem of an index.
type Fault struct {
	Table   string // empty when the fault is in no single table
	Check   string // "sha256", "order", "calls_in_refs"
	Message string // with the number of rows and one of them, where that makes sense
}

// Describe returns the number of faults and the first one. There is at least one.
func Describe(faults []Fault) string {
	if len(faults) == 1 {
		return "1 fault: " + faults[0].String()
	}
	return fmt.Sprintf("%d faults: the first is %s", len(faults), faults[0])
}

// String formats the fault on one line.
func (f Fault) String() string {
	if f.Table == "" {
		return f.Check + ": " + f.Message
	}
	return f.Table + ": " + f.Check + ": " + f.Message
}

// Verify reads a whole index and returns its faults, sorted by table and check. An error means that nothing could be checked: there is no
// index, or one of another version. A wrong manifest or a wrong file ends the checks.
//
// When fed is not nil, Verify compares the values of each column with the digests. The program that wrote them has checked the order and
// the references of its rows, and has just derived some. Otherwise Verify checks those, and derives the rows again.
//
// DESIGN: two scans of a table check the rules of its declaration, one for values and one for order. One statement for each file in
// checks/ checks a rule across tables. Each statement has one thread, and several run at once: most tables are small.
func Verify(ctx context.Context, dir string, fed []schema.TableDigest) ([]Fault, error) {
	return verify(ctx, dir, fed, true)
}

// verify is [Verify]. With strict it checks nullability and field ids, which only package emit writes.
func verify(ctx context.Context, dir string, fed []schema.TableDigest, strict bool) ([]Fault, error) {
	a, err := find(dir)
	if e := (*Error)(nil); errors.As(err, &e) && e.Damaged {
		return []Fault{{Check: "manifest", Message: e.Message}}, nil
	}
	if err != nil {
		return nil, err
	}
	v := &verifier{artifact: a, fed: fed, strict: strict}
	if err := v.files(ctx); err != nil {
		return nil, fmt.Errorf("verify %s: %w", dir, err)
	}
	if len(v.faults) > 0 {
		return v.sorted(), nil
	}
	if v.db, err = duck.Open(ctx, duck.Options{}, a.Paths()...); err != nil {
		return nil, fmt.Errorf("verify %s: %w", dir, err)
	}
	defer v.db.Close()
	if err := v.shapes(ctx); err != nil {
		return nil, fmt.Errorf("verify %s: %w", dir, err)
	}
	if len(v.faults) > 0 {
		return v.sorted(), nil
	}
	if err := v.contents(ctx); err != nil {
		return nil, fmt.Errorf("verify %s: %w", dir, err)
	}
	if len(v.faults) == 0 && fed == nil { // a derivation from wrong rows shows nothing
		if err := v.unreadable(ctx, "", v.derived(ctx)); err != nil {
			return nil, fmt.Errorf("verify %s: %w", dir, err)
		}
	}
	return v.sorted(), nil
}

// CheckFiles reads all files of an index and returns the faults of their bytes. It is the part of [Verify] without a database.
func CheckFiles(ctx context.Context, dir string) ([]Fault, error) {
	a, err := find(dir)
	if err != nil {
		return nil, err
	}
	v := &verifier{artifact: a}
	if err := v.files(ctx); err != nil {
		return nil, fmt.Errorf("check the files of %s: %w", dir, err)
	}
	return v.sorted(), nil
}

type verifier struct {
	artifact Artifact
	fed      []schema.TableDigest
	strict   bool
	db       *sql.DB

	mu     sync.Mutex
	faults []Fault
}

func (v *verifier) fault(table, check, format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.faults = append(v.faults, Fault{table, check, fmt.Sprintf(format, args...)})
}

func (v *verifier) sorted() []Fault {
	slices.SortFunc(v.faults, func(a, b Fault) int { return strings.Compare(a.String(), b.String()) })
	return v.faults
}

// files checks every file of the manifest, byte by byte.
func (v *verifier) files(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(2)
	for _, t := range v.artifact.Manifest.Tables {
		g.Go(func() error {
			f, err := openFile(v.artifact.Path(t), t)
			if err != nil {
				v.fault(t.Name, "file", "%v", err)
				return nil
			}
			defer f.Close()
			sum, err := sumFile(ctx, f)
			if err != nil {
				return err
			}
			if sum != t.SHA256 {
				v.fault(t.Name, "sha256", "%s has SHA-256 %s, and the manifest says %s", t.File, sum, t.SHA256)
			}
			return nil
		})
	}
	return g.Wait()
}

func sumFile(ctx context.Context, f *os.File) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// contents checks the rows of the tables.
func (v *verifier) contents(ctx context.Context) error {
	var script strings.Builder
	for _, t := range schema.Tables() {
		entry, _ := v.artifact.Manifest.Table(t.Name)
		script.WriteString("CREATE VIEW " + t.Name + " AS FROM read_parquet(" + duck.Literal(duck.Pattern(v.artifact.Path(entry))) + ", hive_partitioning = false, file_row_number = true);\n")
	}
	if _, err := v.db.ExecContext(ctx, script.String()); err != nil {
		return fmt.Errorf("attach the tables: %w", err)
	}
	checks, err := namedChecks()
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(min(runtime.GOMAXPROCS(0), 4))
	for _, t := range slices.Backward(schema.Tables()) {
		g.Go(func() error { return v.unreadable(ctx, t.Name, v.values(ctx, t)) })
		g.Go(func() error { return v.unreadable(ctx, t.Name, v.key(ctx, t)) })
		if v.fed == nil {
			g.Go(func() error { return v.unreadable(ctx, t.Name, v.order(ctx, t)) })
			g.Go(func() error { return v.unreadable(ctx, t.Name, v.references(ctx, t)) })
		}
	}
	for _, c := range checks {
		g.Go(func() error { return v.unreadable(ctx, c.table, v.check(ctx, c)) })
	}
	g.Go(func() error { return v.unreadable(ctx, "", v.summary(ctx)) })
	return g.Wait()
}

// unreadable adds a fault for an error: a table with a sound footer is damaged inside. Only the end of ctx remains an error.
func (v *verifier) unreadable(ctx context.Context, table string, err error) error {
	if err != nil && ctx.Err() == nil {
		v.fault(table, "read", "%v", err)
	}
	return ctx.Err()
}
