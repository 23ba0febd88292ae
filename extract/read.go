package extract

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync/atomic"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
	"github.com/cortex-index/cortex/schema"
	"golang.org/x/sync/errgroup"
)

// phaseFiles is the name of the phase that reads the tree; its steps are files.
const phaseFiles = "files"

// A batch of files that are read together, and whose contents are held together.
const (
	batchFiles = 256
	batchBytes = 32 << 20
)

// warn adds a diagnostic about a path, or about the whole tree when it is empty.
func (t *Tree) warn(p, message string) {
	d := schema.Diagnostic{Stage: schema.StageDiscover, Severity: schema.SeverityWarning, Message: message}
	if p != "" {
		d = gone(p, message)
	}
	t.Diagnostics = append(t.Diagnostics, d)
}

// sift drops the entries that are not part of the tree, with a diagnostic where
// that is not plain from the options.
func (t *Tree) sift(cfg Config, entries []entry) []entry {
	var kept []entry
	for _, e := range entries {
		switch {
		case !cfg.Vendored && InVendorFolder(e.path), !cfg.Tests && isTest(e.path):
		case !utf8.ValidString(e.path):
			t.warn(e.path, "the path is not UTF-8, and the file is not indexed")
		case e.gitlink:
			t.warn(e.path, "a submodule or another repository, which is not indexed")
		default:
			kept = append(kept, e)
		}
	}
	return kept
}

// stat looks at each entry, without following links, and makes the files of the tree.
func (t *Tree) stat(ctx context.Context, cfg Config, f *folder, entries []entry) error {
	infos := make([]fs.FileInfo, len(entries))
	errs := make([]error, len(entries))
	if err := parallel(ctx, cfg.Jobs, len(entries), func(i int) { infos[i], errs[i] = f.stat(entries[i].path) }); err != nil {
		return err
	}
	sparse := 0
	for i, e := range entries {
		row := schema.File{FilePath: e.path, ModulePath: path.Dir(e.path), Status: schema.StatusText}
		switch err := errs[i]; {
		case errors.Is(err, fs.ErrNotExist) && e.sparse:
			sparse++
			continue
		case errors.Is(err, fs.ErrNotExist) && e.tracked:
			t.warn(e.path, "tracked by git, but missing")
			continue
		case errors.Is(err, fs.ErrNotExist):
			t.warn(e.path, "gone since it was listed")
			continue
		case errors.Is(err, errBehindLink):
			t.warn(e.path, "tracked by git, but behind a symbolic link, which is not followed")
			continue
		case err != nil:
			row.Status = schema.StatusSkipped
			t.warn(e.path, "cannot be read: "+reason(err))
		case infos[i].Mode().IsRegular():
			row.SizeBytes = infos[i].Size()
		case infos[i].Mode().Type() == fs.ModeSymlink:
			row.SizeBytes = infos[i].Size()
			row.Status = schema.StatusSkipped
			if path.Ext(e.path) == ".go" {
				t.warn(e.path, "Go code behind a symbolic link, which is not followed: answers do not know it")
			}
		case infos[i].IsDir() && e.tracked:
			t.warn(e.path, "tracked by git as a file, but a directory")
			continue
		case infos[i].IsDir():
			t.warn(e.path, "a directory that cannot be read")
			continue
		default:
			t.warn(e.path, "neither a file nor a link ("+modeName(infos[i].Mode())+"), and not indexed")
			continue
		}
		row.FileID = int32(len(t.Files) + 1)
		row.IsTest = isTest(e.path)
		t.Files = append(t.Files, &File{Row: row})
	}
	if sparse > 0 {
		t.warn("", fmt.Sprintf("a sparse checkout: %d tracked files are missing", sparse))
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

// reading is what reading one file gave besides its row.
type reading struct {
	text    []byte // of a file that is text, else nil
	isText  bool
	problem string // for a diagnostic, or empty
}

// read reads every file, completes its row, keeps the content where an extractor
// wants it, and gives the texts to emit, unless that is nil. One batch is written
// while the next one is read.
func (t *Tree) read(ctx context.Context, cfg Config, f *folder, emit func([]schema.Content) error) error {
	wanted := map[string]bool{}
	for _, e := range cfg.Extractors {
		wanted[e.Language()] = true
	}
	if cfg.Progress != nil {
		cfg.Progress.Phase(phaseFiles, len(t.Files))
	}
	batches := make(chan []schema.Content)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(batches)
		for files := t.Files; len(files) > 0; {
			n := batchLength(files)
			batch := files[:n]
			files = files[n:]
			results := make([]reading, n)
			if err := parallel(ctx, cfg.Jobs, n, func(i int) { results[i] = batch[i].read(cfg, f, wanted) }); err != nil {
				return err
			}
			var contents []schema.Content
			for i, r := range results {
				row := batch[i].Row
				if r.problem != "" {
					d := gone(row.FilePath, r.problem)
					d.FileID = row.FileID
					t.Diagnostics = append(t.Diagnostics, d)
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

// batchLength returns how many of the files, at least one, make the next batch.
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
func (file *File) read(cfg Config, f *folder, wanted map[string]bool) reading {
	row := &file.Row
	row.IsVendored = isVendored(row.FilePath)
	if row.Status == schema.StatusSkipped { // a link, or nothing that could be looked at
		return reading{}
	}
	content, size, err := f.read(row.FilePath, cfg.MaxFileSize)
	if err != nil {
		row.Status = schema.StatusSkipped
		row.Language = language(row.FilePath, nil)
		if errors.Is(err, errTooLarge) {
			row.SizeBytes = size
			return reading{problem: fmt.Sprintf("larger than %d bytes, and not read", cfg.MaxFileSize)}
		}
		return reading{problem: "cannot be read: " + reason(err)}
	}
	row.SizeBytes = size
	row.FileHash = fmt.Sprintf("%016x", xxhash.Sum64(content))
	row.Language = language(row.FilePath, content)
	if isBinary(content) {
		row.Status = schema.StatusSkipped
		if wanted[row.Language] {
			return reading{problem: "binary data in a file of " + row.Language}
		}
		return reading{}
	}
	row.IsGenerated = isGenerated(row.FilePath, content)
	lines := countLines(row.Language, content)
	row.LinesTotal, row.LinesCode = lines.code+lines.comment+lines.blank, lines.code
	row.LinesComment, row.LinesBlank = lines.comment, lines.blank
	if !utf8.Valid(content) {
		if wanted[row.Language] {
			row.Status = schema.StatusSkipped
		}
		return reading{problem: "not UTF-8, and its text is not indexed"}
	}
	if wanted[row.Language] {
		row.Status = schema.StatusOK
		file.Content = content
	}
	return reading{text: content, isText: true}
}
