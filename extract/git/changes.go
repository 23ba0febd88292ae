package git

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract/folder"
	"golang.org/x/sync/errgroup"
)

// DESIGN: a file differs from a commit when git's index differs from the commit
// (`diff-index --cached`, which compares ids and opens no file), or when the file differs
// from git's index (`status`). When both differ, the file may equal the commit again: only
// such files are read here. Rejected: `diff-index` without --cached reports every file with
// another time until somebody writes a refreshed index, and `ls-files -m` opens submodules.
// prometheus, 1,667 files: 17 ms at the same commit, 60 ms at 2,000 commits of distance.

// sizeLimit is the size in bytes above which a file is not read and counts as changed.
const sizeLimit = 64 << 20

// Changes is the difference between a checkout and a commit.
type Changes struct {
	Head   string   // the commit that is checked out; empty before the first
	Ahead  int      // commits of Head that the other lacks; -1 when not known
	Behind int      // commits of the other that Head lacks; -1 when not known
	Files  []string // files whose content differs: slash-separated paths from the folder, sorted
}

// Since compares the current files, uncommitted changes included, with a commit, which is
// named as for Has. A file differs when its content was changed, or when only one side has
// it; both names of a renamed file differ. Ignored files and submodules do not count, nor
// does the permission to execute, which no table holds. Ahead and Behind are -1 in a
// shallow clone, and without a common commit. When there is no such commit, the error
// comes with Head.
//
// A file with a filter (git-lfs) counts as changed where git would have to run the filter.
// A file that commits changed and that was changed back in the folder alone is compared
// byte for byte, without conversion of line ends.
func (c *Checkout) Since(ctx context.Context, commit string) (Changes, error) {
	ch := Changes{Ahead: -1, Behind: -1}
	err := c.run(ctx, func(ctx context.Context, w *WorkTree) (err error) {
		if ch.Head, err = w.headAnd(ctx, commit); err != nil {
			return err
		}
		f, err := folder.Open(c.root)
		if err != nil {
			return fmt.Errorf("open the checkout: %w", err)
		}
		defer f.Close()
		var staged map[string]staging
		var touched map[string]bool
		group, gctx := errgroup.WithContext(ctx)
		group.Go(func() (err error) { ch.Ahead, ch.Behind, err = w.distance(gctx, ch.Head, commit); return err })
		group.Go(func() (err error) { staged, err = w.stagedSince(gctx, commit); return err })
		group.Go(func() (err error) { touched, err = w.touchedFiles(gctx); return err })
		if err := group.Wait(); err != nil {
			return err
		}
		ch.Files = differing(f, c.without, staged, touched)
		return nil
	})
	return ch, err
}

// differing returns the sorted paths whose content differs from the commit.
func differing(f *folder.Folder, x folder.Excluded, staged map[string]staging, touched map[string]bool) []string {
	var files []string
	for p, s := range staged {
		now := s.index
		if touched[p] {
			now = blobAt(f, p, s.commit)
		}
		if !now.same(s.commit) && !x.Has(p) {
			files = append(files, p)
		}
	}
	for p := range touched {
		if _, ok := staged[p]; !ok && !x.Has(p) {
			files = append(files, p)
		}
	}
	slices.Sort(files)
	return files
}

// distance counts the commits that only head has, and the commits that only the other has.
func (w *WorkTree) distance(ctx context.Context, head, other string) (ahead, behind int, err error) {
	if head == other {
		return 0, 0, nil
	}
	if shallow, err := w.shallowCommits(ctx); err != nil || len(shallow) > 0 || head == "" {
		return -1, -1, ctx.Err()
	}
	common := false
	err = w.each(ctx, '\n', func(line string) error {
		switch {
		case strings.HasPrefix(line, "<"):
			ahead++
		case strings.HasPrefix(line, ">"):
			behind++
		case strings.HasPrefix(line, "-"): // the first that both have
			common = true
		}
		return nil
	}, "rev-list", "--left-right", "--boundary", head+"..."+other, "--")
	if err != nil || !common {
		return -1, -1, ctx.Err()
	}
	return ahead, behind, nil
}

// staging holds the blobs of a path in a commit and in git's index.
type staging struct{ commit, index blob }

// stagedSince returns the paths whose blob in git's index differs from a commit.
func (w *WorkTree) stagedSince(ctx context.Context, commit string) (map[string]staging, error) {
	staged := map[string]staging{}
	var fields []string
	err := w.each(ctx, 0, func(s string) error {
		if fields != nil {
			staged[strings.TrimPrefix(s, w.Prefix())] = staging{commit: blob{fields[0][1:], fields[2]}, index: blob{fields[1], fields[3]}}
			fields = nil
			return nil
		}
		// ":<mode> <mode> <id> <id> <status>", and after a NUL byte the path from the top
		if fields = strings.Fields(s); len(fields) != 5 {
			return fmt.Errorf("unexpected output %q", s)
		}
		return nil
	}, "diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv",
		"--ignore-submodules=all", commit, "--", ".")
	return staged, err
}

// touchedFiles returns the paths of the files that differ from git's index. Files that git
// neither tracks nor ignores are among them.
func (w *WorkTree) touchedFiles(ctx context.Context) (map[string]bool, error) {
	mode := *w
	mode.overrides = append(slices.Clip(w.overrides), "-c", "core.fileMode=false", "-c", "diff.orderFile="+os.DevNull)
	w = &mode
	touched := map[string]bool{}
	err := w.each(ctx, 0, func(s string) error {
		if len(s) < 4 {
			return fmt.Errorf("unexpected output %q", s)
		}
		// "XY <path from the top>", where Y is about the file. A path with a slash at its
		// end is another repository's work tree.
		if s[1] != ' ' && !strings.HasSuffix(s, "/") {
			touched[strings.TrimPrefix(s[3:], w.Prefix())] = true
		}
		return nil
	}, "status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignore-submodules=all", "--no-renames", "--", ".")
	return touched, err
}

// blob is the mode and the id of a path, as git writes them.
type blob struct{ mode, id string }

// kind returns the mode without permissions; empty unless the path is a file or a link.
func (b blob) kind() string {
	switch b.mode {
	case "100644", "100755":
		return "100644"
	case "120000":
		return b.mode
	}
	return ""
}

func (b blob) same(other blob) bool {
	return b.kind() == other.kind() && (b.kind() == "" || b.id == other.id)
}

// blobAt returns the blob of a path in a folder, with an id as long as that of like. The
// id is empty when the path cannot be read.
func blobAt(f *folder.Folder, p string, like blob) blob {
	info, err := f.Stat(p)
	if err != nil {
		return blob{}
	}
	var b blob
	var content []byte
	switch info.Mode().Type() {
	case 0:
		b.mode = "100644"
		content, _, err = f.Read(p, sizeLimit)
	case fs.ModeSymlink:
		b.mode = "120000"
		var target string
		target, err = f.Readlink(p)
		content = []byte(target)
	}
	if err != nil {
		return b
	}
	h := sha1.New()
	if len(like.id) == 2*sha256.Size {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	b.id = fmt.Sprintf("%x", h.Sum(nil))
	return b
}
