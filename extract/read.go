package extract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/extract/language"
	"github.com/cortex-index/cortex/schema"
	"golang.org/x/sync/errgroup"
)

// phaseFiles is the name of the phase that reads the tree; its steps are files.
const phaseFiles = "files"

// The size of a batch: files whose contents are in memory together.
const (
	batchFiles = 256
	batchBytes = 32 << 20
)

// warn adds a diagnostic about a path, or about the whole tree when it is empty.
func (t *Tree) warn(code schema.DiagnosticCode, p, message string) {
	d := schema.Diagnostic{Stage: schema.StageDiscover, Code: code, Severity: schema.SeverityWarning, Message: message}
	switch {
	case p == "":
	case utf8.ValidString(p):
		d.FilePath, d.ModulePath = p, path.Dir(p)
	default:
		d.Message = strconv.Quote(p) + ": " + message
	}
	t.Diagnostics = append(t.Diagnostics, d)
}

// vendoredModules returns the folders of the Go modules in folders that package managers other than the go command fill.
func vendoredModules(entries []git.Entry) map[string]bool {
	dirs := map[string]bool{}
	for _, e := range entries {
		if dir, ok := strings.CutSuffix(e.Path, "/go.mod"); ok && folder.InVendorFolder(dir+"/") {
			dirs[dir] = true
		}
	}
	return dirs
}

// isVendored reports whether a file is vendored: it is in a vendored folder, or of a Go module in one.
func isVendored(modules map[string]bool, p string) bool {
	if folder.InVendorFolder(p) {
		return true
	}
	for dir := path.Dir(p); len(modules) > 0 && dir != "."; dir = path.Dir(dir) {
		if modules[dir] {
			return true
		}
	}
	return false
}

// sift drops the entries that are not part of the tree, with a diagnostic unless an option
// says it.
func (t *Tree) sift(cfg Config, entries []git.Entry) []git.Entry {
	modules := vendoredModules(entries)
	var kept []git.Entry
	for _, e := range entries {
		switch {
		case !cfg.Vendored && isVendored(modules, e.Path), !cfg.Tests && language.IsTest(e.Path):
		case !utf8.ValidString(e.Path):
			t.warn(schema.CodeFileUnreadable, e.Path, "the path is not UTF-8, and the file is not indexed")
		case e.Gitlink:
			t.warn(schema.CodeConfiguration, e.Path, "a submodule or another repository, which is not indexed")
		default:
			kept = append(kept, e)
		}
	}
	return kept
}

// stat describes each entry, without following links, and makes the files of the tree.
func (t *Tree) stat(ctx context.Context, cfg Config, f *folder.Folder, entries []git.Entry) error {
	infos := make([]fs.FileInfo, len(entries))
	errs := make([]error, len(entries))
	if err := parallel(ctx, cfg.Jobs, len(entries), func(i int) { infos[i], errs[i] = f.Stat(entries[i].Path) }); err != nil {
		return err
	}
	sparse := 0
	for i, e := range entries {
		row := schema.File{FilePath: e.Path, ModulePath: path.Dir(e.Path), Status: schema.StatusText}
		switch err := errs[i]; {
		case errors.Is(err, fs.ErrNotExist) && e.Sparse:
			sparse++
			continue
		case errors.Is(err, fs.ErrNotExist) && e.Tracked:
			t.warn(schema.CodeFileMissing, e.Path, "tracked by git, but missing")
			continue
		case errors.Is(err, fs.ErrNotExist):
			t.warn(schema.CodeFileMissing, e.Path, "gone since it was listed")
			continue
		case errors.Is(err, folder.ErrBehindLink):
			t.warn(schema.CodeFileUnreadable, e.Path, "tracked by git, but behind a symbolic link, which is not followed")
			continue
		case err != nil:
			row.Status = schema.StatusSkipped
			t.warn(schema.CodeFileUnreadable, e.Path, "cannot be read: "+folder.Reason(err))
		case infos[i].Mode().IsRegular():
			row.SizeBytes = infos[i].Size()
		case infos[i].Mode().Type() == fs.ModeSymlink:
			row.SizeBytes = infos[i].Size()
			row.Status = schema.StatusSkipped
			if path.Ext(e.Path) == ".go" {
				t.warn(schema.CodeFileUnreadable, e.Path, "Go code behind a symbolic link, which is not followed: answers do not know it")
			}
		case infos[i].IsDir() && e.Tracked:
			t.warn(schema.CodeFileMissing, e.Path, "tracked by git as a file, but a directory")
			continue
		case infos[i].IsDir():
			t.warn(schema.CodeFolderUnreadable, e.Path, "a directory that cannot be read")
			continue
		default:
			t.warn(schema.CodeFileUnreadable, e.Path, "neither a file nor a link ("+modeName(infos[i].Mode())+"), and not indexed")
			continue
		}
		row.FileID = int32(len(t.Files) + 1)
		row.IsTest, row.IsFixture = language.IsTest(e.Path), language.IsFixture(e.Path)
		t.Files = append(t.Files, &File{Row: row})
	}
	if sparse > 0 {
		t.warn(schema.CodeFileMissing, "", fmt.Sprintf("a sparse checkout: %d tracked files are missing", sparse))
	}
	return nil
}

func modeName(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "a FIFO"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}

// parallel calls do(0), …, do(n-1) on as many goroutines as there are jobs.
func parallel(ctx context.Context, jobs, n int, do func(i int)) error {
	var next atomic.Int64
	var group errgroup.Group
	for range min(jobs, n) {
		group.Go(func() error {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				do(i)
			}
			return nil
		})
	}
	return group.Wait()
}

// reading is the result of reading one file, without its row.
type reading struct {
	text    []byte // nil unless the file is text
	isText  bool
	problem string                // for a diagnostic, or empty
	code    schema.DiagnosticCode // of that diagnostic
}

// read reads every file, completes its row, keeps the content for extractors, and passes
// the texts to emit unless that is nil. It reads one batch while emit writes another.
func (t *Tree) read(ctx context.Context, cfg Config, f *folder.Folder, emit func([]schema.Content) error) error {
	wanted := map[string]bool{}
	for _, e := range cfg.Extractors {
		for _, language := range e.Languages() {
			wanted[language] = true
		}
	}
	if cfg.Progress != nil {
		cfg.Progress.Phase(phaseFiles, len(t.Files))
	}
	headers := language.Headers(func(yield func(string) bool) {
		for _, file := range t.Files {
			if !yield(file.Row.FilePath) {
				return
			}
		}
	})
	batches := make(chan []schema.Content)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(batches)
		for files := t.Files; len(files) > 0; {
			n := batchLength(files)
			batch := files[:n]
			files = files[n:]
			results := make([]reading, n)
			if err := parallel(ctx, cfg.Jobs, n, func(i int) { results[i] = batch[i].read(cfg, f, wanted, headers) }); err != nil {
				return err
			}
			var contents []schema.Content
			for i, r := range results {
				row := batch[i].Row
				if r.problem != "" {
					t.warn(r.code, row.FilePath, r.problem)
					t.Diagnostics[len(t.Diagnostics)-1].FileID = row.FileID
				}
				if r.isText && emit != nil {
					contents = append(contents, schema.Content{FileID: row.FileID, FilePath: row.FilePath, Content: string(r.text)})
				}
			}
			select {
			case batches <- contents:
			case <-ctx.Done():
				return ctx.Err()
			}
			if cfg.Progress != nil {
				cfg.Progress.Done(n)
			}
		}
		return nil
	})
	group.Go(func() error {
		for contents := range batches {
			if len(contents) == 0 {
				continue
			}
			if err := emit(contents); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}

// batchLength returns the number of files in the next batch, at least one.
func batchLength(files []*File) int {
	var bytes int64
	for i, f := range files {
		bytes += f.Row.SizeBytes
		if i == batchFiles || i > 0 && bytes > batchBytes {
			return i
		}
	}
	return len(files)
}

// read reads one file and completes its row.
func (file *File) read(cfg Config, f *folder.Folder, wanted map[string]bool, headers string) reading {
	row := &file.Row
	row.IsVendored = language.IsVendored(row.FilePath)
	if row.Status == schema.StatusSkipped { // a link, or stat failed
		return reading{}
	}
	content, size, err := f.Read(row.FilePath, cfg.MaxFileSize)
	if err != nil {
		row.Status = schema.StatusSkipped
		row.Language = language.Of(row.FilePath, nil)
		if errors.Is(err, folder.ErrTooLarge) {
			row.SizeBytes = size
			return reading{code: schema.CodeFileTooLarge, problem: fmt.Sprintf("larger than %d bytes, and not read", cfg.MaxFileSize)}
		}
		return reading{code: schema.CodeFileUnreadable, problem: "cannot be read: " + folder.Reason(err)}
	}
	row.SizeBytes = size
	file.hash(content)
	if row.Language = language.Of(row.FilePath, content); row.Language == language.C && path.Ext(row.FilePath) == ".h" {
		row.Language = headers
	}
	if language.IsBinary(content) {
		row.Status = schema.StatusSkipped
		if bytes.HasPrefix(content, []byte("\xff\xfe")) || bytes.HasPrefix(content, []byte("\xfe\xff")) { // UTF-16
			row.Language = language.Of(row.FilePath, nil)
		}
		if wanted[row.Language] {
			return reading{code: schema.CodeFileUnreadable, problem: "binary data in a file of " + row.Language}
		}
		return reading{}
	}
	row.IsGenerated = language.IsGenerated(row.FilePath, content)
	lines := language.CountLines(row.Language, content)
	row.LinesTotal, row.LinesCode = lines.Total(), lines.Code
	row.LinesComment, row.LinesBlank = lines.Comment, lines.Blank
	if row.Language == "python" && !utf8.Valid(content) {
		content = language.Decode(content)
	}
	if !utf8.Valid(content) {
		if wanted[row.Language] {
			row.Status = schema.StatusSkipped
		}
		return reading{code: schema.CodeNotUTF8, problem: "not UTF-8, and its text is not indexed"}
	}
	if wanted[row.Language] {
		row.Status = schema.StatusOK
		file.Content = content
	}
	return reading{text: content, isText: true}
}
