package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/cortex-index/cortex/cmd/cortex/internal/extraction"
	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/scip"
	"github.com/cortex-index/cortex/schema"
	"github.com/urfave/cli/v2"
)

// FailInconsistent makes rows that contradict others an error. Tests set it.
var FailInconsistent bool

const extractDescription = `Reads the files below PATH (default: this folder) that git tracks or does not ignore,
type-checks the Go code, and writes an index to PATH/.cortex/index. The old index stays
until the new one is complete. cortex never runs code of the repository.

Where the index has the commit of a clean tree, and all other inputs are the same,
nothing is extracted. --force extracts again. An index of code with errors, of a folder
of a repository, or with submodules is always made again.

The type checker also reads Go files of the build that git ignores, such as generated
ones. They are not in the index. Each has a warning, and answers that may lack their uses
say it.

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
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write the index to `DIR` (default: PATH/.cortex/index)"},
			&cli.StringFlag{Name: "name", Usage: "name the repository `NAME` (default: from the remote origin, go.mod or pom.xml)"},
			&cli.BoolFlag{Name: "no-tests", DisableDefaultText: true, Usage: "leave out test files"},
			&cli.BoolFlag{Name: "no-content", DisableDefaultText: true, Usage: "leave out the text of files: answers then show no source"},
			&cli.BoolFlag{Name: "include-vendored", DisableDefaultText: true, Usage: "read vendored folders"},
			&cli.StringFlag{Name: "goos", Value: "linux", Usage: "type-check the build for `OS`"},
			&cli.StringFlag{Name: "goarch", Value: "amd64", Usage: "type-check the build for `ARCH`"},
			&cli.StringFlag{Name: "tags", Usage: "set the build tags in `LIST`: separated by commas"},
			repeatedFlag("scip", "read the SCIP index in `FILE`, or in all *.scip files of PATH for auto; repeat for several"),
			&cli.IntFlag{Name: "jobs", Usage: "use `N` workers: the index is the same for any number", DefaultText: "one per core"},
			&cli.BoolFlag{Name: "offline", DisableDefaultText: true, Usage: "never download a module"},
			&cli.BoolFlag{Name: "strict", DisableDefaultText: true, Usage: "exit with 3 for errors in the code: the index is still written"},
			&cli.Int64Flag{Name: "max-file-size", Value: extract.DefaultMaxFileSize, Usage: "skip files larger than `BYTES`"},
			&cli.BoolFlag{Name: "force", DisableDefaultText: true, Usage: "extract even if the index is up to date"},
			&cli.BoolFlag{Name: "timings", DisableDefaultText: true, Usage: "print the phases with their wall time and processor time"},
			&cli.BoolFlag{Name: "json", DisableDefaultText: true, Usage: "with --timings: print them as JSON"},
			&cli.BoolFlag{Name: "quiet", DisableDefaultText: true, Usage: "print only errors on standard error"},
		},
		Action: func(cc *cli.Context) error { return runExtract(cc, c) },
	})
}

// runExtract reads a repository and writes its index.
func runExtract(cc *cli.Context, c *console) error {
	start := time.Now()
	if cc.Bool("json") && !cc.Bool("timings") {
		return usageError("add --timings", "--json prints the timings, which are not asked for")
	}
	cfg, err := extractConfig(cc)
	if err != nil {
		return err
	}
	dest := filepath.Join(cc.Args().First(), revisions.DefaultIndex)
	if cc.IsSet("out") {
		dest = cc.String("out")
	}
	if dest == "" {
		return usageError("name a folder, or omit --out", "--out is empty")
	}
	p := render.NewProgress(c.Err, c.live)
	defer p.Stop()
	if !cc.Bool("quiet") {
		cfg.Progress = p
	}
	spent := &timings{Progress: cfg.Progress}
	if cc.Bool("timings") {
		cfg.Progress = spent
	}
	write := extraction.Update
	if cc.Bool("force") {
		write = extraction.To
	}
	var seen watched
	m, err := c.extract(cc.Context, write, dest, cfg, seen.through)
	if errors.Is(err, extraction.ErrUpToDate) {
		p.Stop()
		if !cc.Bool("quiet") {
			fmt.Fprintf(c.Err, "up to date: the index in %s is of commit %s; --force extracts again\n", dest, m.Repository.Commit[:12])
		}
		if cc.Bool("timings") {
			return spent.print(c, cc.Bool("json"))
		}
		return nil
	}
	if err != nil {
		return err
	}
	if !cc.Bool("quiet") {
		p.Stop()
		if c.live {
			c.summary(cc, m, &seen, time.Since(start), dest)
		} else {
			fmt.Fprintln(c.Err, lastLine(m, seen.functions, time.Since(start), dest))
		}
	}
	if cc.Bool("timings") {
		if err := spent.print(c, cc.Bool("json")); err != nil {
			return err
		}
	}
	if r := m.Repository; r.Dirty && r.Commit != "" && !cc.Bool("quiet") {
		c.note("the index is of commit " + r.Commit[:min(12, len(r.Commit))] + " with the changes that are not committed")
	}
	n := m.Summary.Diagnostics[schema.SeverityError]
	if n == 0 {
		return nil
	}
	hint := infoCall(cc, dest) + " lists them; the first: " + seen.describe()
	if cc.Bool("strict") {
		return &failure{err: fmt.Errorf("%s in the code; the index is written without the code that could not be read", render.Plural(n, "error")),
			hint: hint, status: statusFaults}
	}
	if !cc.Bool("quiet") && !c.live {
		c.note(render.Plural(n, "error") + "; " + hint)
	}
	return nil
}

// infoCall returns the command that shows the new index.
func infoCall(cc *cli.Context, dest string) string { return "cortex info" + onIndex(cc, dest) }

// onIndex is the option of a command that reads the new index.
func onIndex(cc *cli.Context, dest string) string {
	if !cc.IsSet("out") && cc.NArg() == 0 {
		return ""
	}
	return " --index " + dest
}

// summary prints five lines about a new index, after the warnings about the go command.
func (c *console) summary(cc *cli.Context, m schema.Manifest, seen *watched, took time.Duration, dest string) {
	for _, message := range seen.toolchain {
		fmt.Fprintln(c.Err, "warning:", render.Printable(message, false))
	}
	unread := seen.unread()
	if unread != "nothing" {
		unread += ": " + infoCall(cc, dest) + " lists them"
	}
	counts, _, _ := strings.Cut(countsOf(m, seen.functions), " (")
	for _, l := range [][2]string{{"index", dest}, {"size", render.Size(bytesOf(m)) + ", written in " + render.Seconds(took)},
		{"counts", counts}, {"unread", unread}, {"try", "cortex summary" + onIndex(cc, dest)}} {
		fmt.Fprintf(c.Err, "%s  %s\n", c.paint(c.colourErr, bold, fmt.Sprintf("%-6s", l[0])), l[1])
	}
}

// extract writes the index of a tree. The process may use more memory from here on.
func (c *console) extract(ctx context.Context, write extraction.Write, dest string, cfg extract.Config, through func(extract.Sink) extract.Sink) (schema.Manifest, error) {
	collectForExtraction()
	if err := os.Unsetenv("GODEBUG"); err != nil { // gotypesalias=0 would change the types
		return schema.Manifest{}, err
	}
	cfg.Version, cfg.Build, cfg.Extractors, cfg.FailInconsistent = Version, runningBuild, extraction.Extractors(), FailInconsistent
	return write(ctx, dest, cfg, through)
}

// isOneLine reports whether a text is one line of printable characters.
func isOneLine(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// extractConfig reads the options.
func extractConfig(cc *cli.Context) (extract.Config, error) {
	if cc.NArg() > 1 {
		return extract.Config{}, usageError("index one folder at a time", "%d paths are too many: %q", cc.NArg(), cc.Args().Slice())
	}
	root := cc.Args().First()
	switch {
	case root == "" && cc.NArg() > 0:
		return extract.Config{}, usageError("name the folder to index, or omit it for this folder", `folder "" is empty`)
	case root == "":
		root = "."
	}
	if name := cc.String("name"); !isOneLine(name) {
		return extract.Config{}, usageError("use a name like github.com/owner/repository", "--name %q is not one line of text", name)
	}
	jobs := runtime.NumCPU()
	if cc.IsSet("jobs") {
		jobs = cc.Int("jobs")
	}
	if jobs < 1 {
		return extract.Config{}, usageError("use at least one worker", "--jobs %d is below the minimum of 1", jobs)
	}
	if n := cc.Int64("max-file-size"); n < 1 {
		return extract.Config{}, usageError("use a size in bytes", "--max-file-size %d is below the minimum of 1", n)
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
		return extract.Config{}, failedError("name the folder to index", "folder %s is unreadable: %w", root, pe.Err)
	}
	if !info.IsDir() {
		return extract.Config{}, failedError("name the folder of the file", "path %s is not a folder", root)
	}
	indexes, files, err := readSCIP(valuesOf(cc, "scip"), abs)
	if err != nil {
		return extract.Config{}, err
	}
	return extract.Config{
		SCIP:        indexes,
		Exclude:     files,
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
	}, nil
}

// readSCIP reads SCIP indexes. auto means those at the root.
func readSCIP(names []string, root string) (indexes []*scip.Index, files []string, err error) {
	for _, name := range names {
		if name != "auto" {
			files = append(files, name)
			continue
		}
		entries, err := os.ReadDir(root)
		if err != nil {
			return nil, nil, fmt.Errorf("list %s: %w", root, err)
		}
		before := len(files)
		for _, e := range entries {
			if filepath.Ext(e.Name()) == ".scip" && e.Type().IsRegular() {
				files = append(files, filepath.Join(root, e.Name()))
			}
		}
		if len(files) == before {
			return nil, nil, failedError("make one with the indexer of the language, or omit --scip", "--scip auto: no file *.scip is in %s", root)
		}
	}
	for _, file := range files {
		x, err := scip.Read(file)
		if err != nil {
			return nil, nil, err
		}
		indexes = append(indexes, x)
	}
	return indexes, files, nil
}

// splitList splits a comma-separated list, without empty elements.
func splitList(s string) []string {
	list := []string{}
	for _, v := range strings.Split(s, ",") {
		if v = strings.TrimSpace(v); v != "" {
			list = append(list, v)
		}
	}
	return list
}

// lastLine returns the summary of an index.
func lastLine(m schema.Manifest, functions int, took time.Duration, dest string) string {
	return fmt.Sprintf("%s, %s, %s; %s, %s in %s", countsOf(m, functions), render.Plural(m.Summary.Diagnostics[schema.SeverityError], "error"),
		render.Plural(m.Summary.Diagnostics[schema.SeverityWarning], "warning"), render.Seconds(took), render.Size(bytesOf(m)), dest)
}

// countsOf returns the counts of an index.
func countsOf(m schema.Manifest, functions int) string {
	calls, _ := m.Table(schema.Calls.Name)
	var by []string
	for _, e := range schema.Evidence("").Values() {
		if n := m.Summary.Calls[schema.Evidence(e)]; n > 0 {
			by = append(by, render.Count(n)+" "+e)
		}
	}
	counts := fmt.Sprintf("%s, %s, %s", render.Plural(m.Summary.Files, "file"), render.Plural(functions, "function"), render.Plural(calls.Rows, "call"))
	if len(by) > 0 {
		counts += " (" + strings.Join(by, ", ") + ")"
	}
	return counts
}
