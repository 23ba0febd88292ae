package extract

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// DESIGN: a file differs from a commit when git's index differs from the commit there
// (`diff-index --cached`, which compares object ids and opens no file), or the file
// from git's index (`status`, which compares contents where times differ, with the
// line ends that the checkout asks for). Where both do, the file may be as in the
// commit again: only such files are read here. `diff-index` without --cached is one
// process less, but takes each file with another time for a changed one until somebody
// writes a refreshed index into the repository, and `ls-files -m` opens what submodules
// keep. prometheus, 1,667 files, on two slow virtual cores: 17 ms at the same commit, 28
// at 200 commits ahead, 60 at 2,000 or when all times differ, of which workTree is 8.

// putBackLimit is the size in bytes above which a file that was changed both in
// commits and since is not read, and counts as changed.
const putBackLimit = 64 << 20

// Changes is how a checkout differs from a commit.
type Changes struct {
	Head   string   // the commit that is checked out; empty before the first
	Ahead  int      // commits of Head that the other lacks; -1 when not known
	Behind int      // commits of the other that Head lacks; -1 when not known
	Files  []string // files whose content differs: slash-separated paths from the folder, sorted
}

// Since compares the files as they stand, with all that is not committed, with a commit,
// which is named as for Has. A file differs when its content was changed, committed or
// not, or when it is only here or only there; both names of a renamed file do. What git
// ignores is not compared, nor are submodules. Another permission to execute is no
// difference, because no table tells of it. Ahead and Behind are not known in a shallow
// clone, and where there is no common commit. The error that there is no such commit
// comes with Head.
//
// A file with a filter (git-lfs) counts as changed where git would have to run the filter
// to know. A file that was changed in commits and is as before only in the folder is
// compared byte for byte, without conversion of its line ends.
func (c *Checkout) Since(ctx context.Context, commit string) (Changes, error) {
	ch := Changes{Ahead: -1, Behind: -1}
	err := c.ask(ctx, func(ctx context.Context, a *asked) (err error) {
		if ch.Head, err = headAnd(ctx, a.git, commit); err != nil {
			return err
		}
		var staged map[string]staging
		var touched map[string]bool
		prefix := prefixOf(a.top, c.root)
		group, gctx := errgroup.WithContext(ctx)
		group.Go(func() (err error) { ch.Ahead, ch.Behind, err = distance(gctx, a.git, ch.Head, commit); return err })
		group.Go(func() (err error) { staged, err = stagedSince(gctx, a.git, prefix, commit); return err })
		group.Go(func() (err error) { touched, err = touchedFiles(gctx, a.git, prefix); return err })
		if err := group.Wait(); err != nil {
			return err
		}
		ch.Files = differing(a.folder, c.without, staged, touched)
		return nil
	})
	return ch, err
}

// differing returns the paths whose content is not the commit's, sorted.
func differing(f *folder, x excluded, staged map[string]staging, touched map[string]bool) []string {
	var files []string
	for p, s := range staged {
		now := s.index
		if touched[p] {
			now = blobAt(f, p, s.commit)
		}
		if !now.same(s.commit) && !x.has(p) {
			files = append(files, p)
		}
	}
	for p := range touched {
		if _, ok := staged[p]; !ok && !x.has(p) {
			files = append(files, p)
		}
	}
	slices.Sort(files)
	return files
}

// distance counts the commits that only head has, and those that only the other has.
func distance(ctx context.Context, g *git, head, other string) (ahead, behind int, err error) {
	if head == other {
		return 0, 0, nil
	}
	if shallow, err := shallowCommits(ctx, g); err != nil || len(shallow) > 0 || head == "" {
		return -1, -1, ctx.Err()
	}
	common := false
	err = g.each(ctx, '\n', func(line string) error {
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

// staging is what a commit and git's index have at a path.
type staging struct{ commit, index blob }

// stagedSince returns the paths at which git's index differs from a commit.
func stagedSince(ctx context.Context, g *git, prefix, commit string) (map[string]staging, error) {
	staged := map[string]staging{}
	var fields []string
	err := g.each(ctx, 0, func(s string) error {
		if fields != nil {
			staged[strings.TrimPrefix(s, prefix)] = staging{commit: blob{fields[0][1:], fields[2]}, index: blob{fields[1], fields[3]}}
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

// touchedFiles returns the paths at which the file differs from git's index, among them
// those of files that git neither tracks nor ignores.
func touchedFiles(ctx context.Context, g *git, prefix string) (map[string]bool, error) {
	g = &git{dir: g.dir, overrides: append(slices.Clip(g.overrides), "-c", "core.fileMode=false", "-c", "diff.orderFile="+os.DevNull)}
	touched := map[string]bool{}
	err := g.each(ctx, 0, func(s string) error {
		if len(s) < 4 {
			return fmt.Errorf("unexpected output %q", s)
		}
		// "XY <path from the top>", where Y is about the file. A slash at the end is
		// that of another repository's work tree.
		if s[1] != ' ' && !strings.HasSuffix(s, "/") {
			touched[strings.TrimPrefix(s[3:], prefix)] = true
		}
		return nil
	}, "status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignore-submodules=all", "--no-renames", "--", ".")
	return touched, err
}

// blob is what stands at a path.
type blob struct{ mode, id string } // as git has them

// kind is the mode without permissions, and empty for what is neither a file nor a link:
// nothing, a directory, a submodule.
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

// blobAt returns what stands at a path of a folder, with an id of the length that
// another has; without an id when it cannot be read.
func blobAt(f *folder, p string, like blob) blob {
	info, err := f.stat(p)
	if err != nil {
		return blob{}
	}
	var b blob
	var content []byte
	switch info.Mode().Type() {
	case 0:
		b.mode = "100644"
		content, _, err = f.read(p, putBackLimit)
	case fs.ModeSymlink:
		b.mode = "120000"
		var target string
		target, err = f.root.Readlink(p)
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
