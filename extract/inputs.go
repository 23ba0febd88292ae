package extract

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/schema"
)

// Look returns the manifest of the repository at cfg.Root without rows: its inputs are those that this package reads. They are nil when
// these do not decide the rows; see the fingerprint of a [Tree].
func Look(ctx context.Context, cfg Config) (schema.Manifest, error) {
	cfg = cfg.withDefaults()
	if cfg.Progress != nil {
		cfg.Progress.Phase("looking for changes", 0)
	}
	root, err := folder.Resolve(cfg.Root)
	if err != nil {
		return schema.Manifest{}, err
	}
	f, err := folder.Open(root)
	if err != nil {
		return schema.Manifest{}, fmt.Errorf("open %s: %w", cfg.Root, err)
	}
	defer f.Close()
	x, err := folder.NewExcluded(root, cfg.Exclude)
	if err != nil {
		return schema.Manifest{}, err
	}
	t := &Tree{Root: root}
	list, w, err := t.listGit(ctx, x)
	if w == nil || t.Repository.Dirty {
		return schema.Manifest{}, err
	}
	if cfg.Name != "" {
		t.Repository.Name = cfg.Name
	}
	if err := t.stat(ctx, cfg, f, t.sift(cfg, list.Entries)); err != nil {
		return schema.Manifest{}, err
	}
	err = parallel(ctx, cfg.Jobs, len(t.Files), func(i int) {
		file := t.Files[i]
		if file.Row.Status == schema.StatusSkipped {
			return
		}
		content, size, err := f.Read(file.Row.FilePath, cfg.MaxFileSize)
		file.Row.SizeBytes = size
		if err == nil {
			file.hash(content)
		}
	})
	if err != nil {
		return schema.Manifest{}, err
	}
	if err := t.fingerprint(ctx, f, w, list.Entries, x); err != nil {
		return schema.Manifest{}, err
	}
	m := head(cfg, t.Repository)
	m.Inputs = inputs(cfg, t, nil)
	return m, nil
}

// hash notes the hash of the content of a file, and whether it embeds files in the program.
func (file *File) hash(content []byte) {
	file.Row.FileHash = fmt.Sprintf("%016x", xxhash.Sum64(content))
	file.embeds = path.Ext(file.Row.FilePath) == ".go" && bytes.Contains(content, []byte("//go:embed"))
}

// fingerprint sets the fingerprint of a tree whose files are hashed.
//
// DESIGN: the content counts, and not only the commit, because git takes a file for unchanged after a conversion of line ends and with
// the mark assume-unchanged. Files that git ignores are in no index, but the go command reads some.
func (t *Tree) fingerprint(ctx context.Context, f *folder.Folder, w *git.WorkTree, entries []git.Entry, x folder.Excluded) error {
	if t.Repository.Dirty || t.Repository.Commit == "" || t.Top != t.Root || slices.ContainsFunc(entries, func(e git.Entry) bool { return e.Gitlink }) {
		return nil
	}
	ignored, err := w.Ignored(ctx)
	if err != nil {
		return err
	}
	shallow, err := w.Shallow(ctx)
	if err != nil {
		return err
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q\n", shallow) // the history gives the time of each file
	var embedding []string
	for _, file := range t.Files {
		r := file.Row
		fmt.Fprintf(sum, "%q %d %s\n", r.FilePath, r.SizeBytes, r.FileHash)
		if file.embeds {
			embedding = append(embedding, r.ModulePath+"/")
		}
		if base := path.Base(r.FilePath); base == "go.mod" || base == "go.work" {
			_, err := f.Stat(path.Join(r.ModulePath, "vendor")) // an empty folder counts, and git does not list it
			fmt.Fprintln(sum, err == nil)
		}
	}
	for _, p := range ignored {
		if !x.Has(strings.TrimSuffix(p, "/")) && (matters(p) || slices.ContainsFunc(embedding, func(dir string) bool { return dir == "./" || strings.HasPrefix(p, dir) })) {
			return nil
		}
	}
	t.Fingerprint = fmt.Sprintf("%x", sum.Sum(nil))
	return nil
}

// goInputs are the files that the go command lists in a package, and those that choose modules.
var goInputs = map[string]bool{"go.mod": true, "go.sum": true, "go.work": true, "go.work.sum": true, "modules.txt": true, ".go": true, ".c": true,
	".cc": true, ".cpp": true, ".cxx": true, ".f": true, ".F": true, ".for": true, ".f90": true, ".h": true, ".hh": true, ".hpp": true, ".hxx": true,
	".m": true, ".s": true, ".S": true, ".sx": true, ".swig": true, ".swigcxx": true, ".syso": true}

// matters reports whether a file may change the rows although git ignores it. A path with a slash at its end is another repository.
func matters(p string) bool {
	return strings.HasSuffix(p, "/") || goInputs[path.Base(p)] || goInputs[path.Ext(p)]
}
