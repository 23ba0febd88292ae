package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/cortex-index/cortex/emit"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/golang"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/schema"
)

// defaultMaxFileSize is 8 MiB: no source text that a person wrote is larger.
const defaultMaxFileSize = 8 << 20

const extractDescription = `Reads what git tracks below PATH (default: this folder) plus what it does not
ignore, type-checks the Go code, and writes an index to PATH/.cortex/index. The old
index stays until the new one is whole. Nothing of the repository is run.

Go files that git ignores and the build has, such as generated ones, count for types
but are not in the index. Each has a warning, and answers that may lack their uses say so.

Example:
   cortex extract
   cortex extract --out /tmp/index --no-tests ~/src/project`

func extractCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "extract",
		Usage:       "read a repository and write its index",
		UsageText:   "cortex extract [options] [PATH]",
		Description: extractDescription,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "write the index to `DIR` (default: PATH/.cortex/index)"},
			&cli.StringFlag{Name: "name", Usage: "name of the `REPOSITORY` (default: from the remote origin, else from go.mod)"},
			&cli.BoolFlag{Name: "no-tests", DisableDefaultText: true, Usage: "leave test files out"},
			&cli.BoolFlag{Name: "no-content", DisableDefaultText: true, Usage: "leave the text of files out; answers then show no source"},
			&cli.BoolFlag{Name: "include-vendored", DisableDefaultText: true, Usage: "read vendored folders too"},
			&cli.StringFlag{Name: "goos", Value: "linux", Usage: "type-check the build for `OS`"},
			&cli.StringFlag{Name: "goarch", Value: "amd64", Usage: "type-check the build for `ARCH`"},
			&cli.StringFlag{Name: "tags", Usage: "build tags, a comma-separated `LIST`"},
			&cli.IntFlag{Name: "jobs", Usage: "`N` workers; the index is the same for any number", DefaultText: "one for each core"},
			&cli.BoolFlag{Name: "offline", DisableDefaultText: true, Usage: "never download a module"},
			&cli.BoolFlag{Name: "strict", DisableDefaultText: true, Usage: "exit with 3 when code had errors; the index is written all the same"},
			&cli.Int64Flag{Name: "max-file-size", Value: defaultMaxFileSize, Usage: "skip files larger than `BYTES`"},
			&cli.BoolFlag{Name: "quiet", DisableDefaultText: true, Usage: "no progress, and no summary or hint after it"},
		},
		Action: func(cc *cli.Context) error { return runExtract(cc, c) },
	})
}

// runExtract reads a repository and writes its index.
func runExtract(cc *cli.Context, c *console) error {
	start := time.Now()
	cfg, err := extractConfig(cc)
	if err != nil {
		return err
	}
	dest := filepath.Join(cc.Args().First(), defaultIndex)
	if cc.IsSet("out") {
		dest = cc.String("out")
	}
	if dest == "" {
		return usageError("name a folder, or leave --out away", "--out is empty")
	}
	collectForExtraction()
	p := newProgress(c)
	defer p.stop()
	if !cc.Bool("quiet") {
		cfg.Progress = p
	}
	m, seen, err := extractTo(cc.Context, dest, cfg)
	if err != nil {
		return err
	}
	if !cc.Bool("quiet") {
		p.stop()
		fmt.Fprintln(c.err, lastLine(m, seen.functions, time.Since(start), dest))
	}
	n := m.Summary.Diagnostics[schema.SeverityError]
	if n == 0 {
		return nil
	}
	hint := infoCall(cc, dest) + " lists them; the first: " + seen.describe()
	if cc.Bool("strict") {
		return &failure{err: fmt.Errorf("%s in the code; the index is written, with what could be read", plural(n, "error")),
			hint: hint, status: statusFaults}
	}
	if !cc.Bool("quiet") {
		c.hint(plural(n, "error") + "; " + hint)
	}
	return nil
}

// infoCall is the command that shows the index that an extraction wrote.
func infoCall(cc *cli.Context, dest string) string {
	if !cc.IsSet("out") && cc.NArg() == 0 {
		return "cortex info"
	}
	return "cortex info --index " + dest
}

// extractTo joins the extraction to the writer of the index, which publishes it
// once package queries has read back what was written. It returns the manifest and
// what is told of it at the end.
func extractTo(ctx context.Context, dest string, cfg extract.Config) (m schema.Manifest, seen watched, err error) {
	w, err := emit.Create(dest)
	if err != nil {
		return m, seen, err
	}
	defer func() { err = errors.Join(err, w.Abort()) }() // which does nothing after Commit
	cfg.Exclude = w.Stages()
	seen.Sink = w
	if m, err = extract.Run(ctx, cfg, &seen); err != nil {
		return m, seen, err
	}
	if cfg.Progress != nil {
		cfg.Progress.Phase("checking the index", 0)
	}
	m, err = w.Commit(ctx, m, func(ctx context.Context, dir string) ([]any, error) {
		debug.FreeOSMemory() // the rows are written; DuckDB's memory comes beside ours
		return derive.Rows(ctx, dir)
	}, func(dir string, fed []schema.TableDigest) error {
		faults, err := queries.Verify(ctx, dir, fed)
		if err != nil {
			return err
		}
		if len(faults) > 0 {
			return failedError("this is a fault of cortex; the old index, if any, is untouched",
				"the index would have %s", describeFaults(faults))
		}
		return nil
	})
	return m, seen, err
}

// isOneLine reports whether a text is one line of characters that can be printed.
func isOneLine(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// extractConfig reads the options.
func extractConfig(cc *cli.Context) (extract.Config, error) {
	if cc.NArg() > 1 {
		return extract.Config{}, usageError("index one folder at a time", "%d paths given: %q", cc.NArg(), cc.Args().Slice())
	}
	root := cc.Args().First()
	switch {
	case root == "" && cc.NArg() > 0:
		return extract.Config{}, usageError("name the folder to index, or leave it out for this one", "the folder's name is empty")
	case root == "":
		root = "."
	}
	if name := cc.String("name"); !isOneLine(name) {
		return extract.Config{}, usageError("give a name like github.com/owner/repository", "--name %q is no line of text", name)
	}
	jobs := runtime.NumCPU()
	if cc.IsSet("jobs") {
		jobs = cc.Int("jobs")
	}
	if jobs < 1 {
		return extract.Config{}, usageError("at least one worker is needed", "--jobs is %d", jobs)
	}
	if n := cc.Int64("max-file-size"); n < 1 {
		return extract.Config{}, usageError("the size is in bytes, and at least 1", "--max-file-size is %d", n)
	}
	tags := splitList(cc.String("tags"))
	if err := checkBuild(cc.String("goos"), cc.String("goarch"), tags); err != nil {
		return extract.Config{}, err
	}
	abs, err := filepath.Abs(root)
	if err != nil {
		return extract.Config{}, fmt.Errorf("find %s: %w", root, err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		var pe *fs.PathError
		errors.As(err, &pe)
		return extract.Config{}, failedError("name the folder to index", "read %s: %w", root, pe.Err)
	}
	if !info.IsDir() {
		return extract.Config{}, failedError("name the folder that it is in", "read %s: not a folder", root)
	}
	return extract.Config{
		Root:        abs,
		Name:        cc.String("name"),
		Tests:       !cc.Bool("no-tests"),
		Content:     !cc.Bool("no-content"),
		Vendored:    cc.Bool("include-vendored"),
		GOOS:        cc.String("goos"),
		GOARCH:      cc.String("goarch"),
		Tags:        tags,
		MaxFileSize: cc.Int64("max-file-size"),
		Jobs:        jobs,
		Offline:     cc.Bool("offline"),
		Version:     Version,
		Extractors:  []extract.Extractor{golang.New()},
	}, nil
}

// splitList splits a comma-separated list, leaving out what is empty.
func splitList(s string) []string {
	list := []string{}
	for _, v := range strings.Split(s, ",") {
		if v = strings.TrimSpace(v); v != "" {
			list = append(list, v)
		}
	}
	return list
}

// lastLine sums up an index.
func lastLine(m schema.Manifest, functions int, took time.Duration, dest string) string {
	calls, _ := m.Table(schema.Calls.Name)
	var bytes int64
	for _, t := range m.Tables {
		bytes += t.Bytes
	}
	var by []string
	for _, e := range schema.Evidence("").Values() {
		if n := m.Summary.Calls[schema.Evidence(e)]; n > 0 {
			by = append(by, count(n)+" "+e)
		}
	}
	line := fmt.Sprintf("%s, %s, %s", plural(m.Summary.Files, "file"), plural(functions, "function"), plural(calls.Rows, "call"))
	if len(by) > 0 {
		line += " (" + strings.Join(by, ", ") + ")"
	}
	return fmt.Sprintf("%s, %s, %s; %s, %s in %s", line, plural(m.Summary.Diagnostics[schema.SeverityError], "error"),
		plural(m.Summary.Diagnostics[schema.SeverityWarning], "warning"), seconds(took), size(bytes), dest)
}
